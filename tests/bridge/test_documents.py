"""What the page about bridges and the examples say."""

import doctest
import re
import subprocess
import sys
from pathlib import Path

import pytest

from mtg_prototype_plugin.bridge import board, copies, moves, reconcile, record

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "bridges.md"
EXAMPLES = ("forge_bridge/follow.py", "xmage_bridge/audit.py", "arena_log/read_log.py")


def test_the_pages_code_runs():
    failures, tried = doctest.testfile(str(PAGE), module_relative=False)
    assert tried > 10
    assert failures == 0


@pytest.mark.parametrize("engine", ["forge", "xmage"])
def test_each_trap_has_its_test(engine):
    source = (Path(__file__).parent / f"test_{engine}.py").read_text(encoding="utf-8")
    section = PAGE.read_text(encoding="utf-8").lower().partition(f"\n## {engine}\n")[2].partition("\n## ")[0]
    named = re.findall(r"`(test_\w+)`", section)
    assert len(named) > 9
    assert [name for name in named if f"def {name}(" not in source] == []


def test_the_reasons_for_unknown_are_those_of_the_code():
    section = PAGE.read_text(encoding="utf-8").partition("\n## What is unknown")[2].partition("\n## ")[0]
    rows = [line.split(" | ")[0].removeprefix("| ") for line in section.splitlines() if line.startswith("| ")]
    source = "".join(
        Path(each.__file__).read_text(encoding="utf-8") for each in (board, copies, moves, reconcile, record)
    )
    assert len(rows) == 8
    assert [reason for reason in rows[1:] if f'"{reason}"' not in source] == []


@pytest.mark.parametrize("example", EXAMPLES)
def test_the_examples_print_what_their_pages_show(example):
    path = ROOT / "examples" / example
    run = subprocess.run([sys.executable, str(path)], capture_output=True, text=True, encoding="utf-8", check=True)
    page = path.with_name("README.md").read_text(encoding="utf-8")
    shown = page.partition(f"$ python examples/{example}\n")[2].partition("```")[0]
    assert run.stdout.splitlines() == shown.splitlines()
    assert run.stderr == ""


def test_the_forge_example_reads_from_a_pipe():
    path = ROOT / "examples" / "forge_bridge"
    trace = (path / "trace.jsonl").read_bytes()
    piped = subprocess.run([sys.executable, str(path / "follow.py"), "-"], input=trace, capture_output=True, check=True)
    alone = subprocess.run([sys.executable, str(path / "follow.py")], capture_output=True, check=True)
    assert piped.stdout == alone.stdout
