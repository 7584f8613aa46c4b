"""``mtg-prototype fuzz`` as a user meets it."""

import sys
from time import perf_counter
from types import ModuleType

import pytest
from click.testing import CliRunner

from mtg_prototype_plugin.cli.fuzz import fuzz
from mtg_prototype_plugin.conformance.adapter import HostAdapter
from mtg_prototype_plugin.conformance.scenario import load
from mtg_prototype_plugin.conformance.wrong_hosts import WRONG_HOSTS

HANGS = """
import json, sys, time
who = {"protocol": 1, "host": {"name": "hangs", "version": "1"}, "capabilities": []}
for line in sys.stdin:
    seq = json.loads(line)["seq"]
    if seq > 2:
        time.sleep(60)
    print(json.dumps({"seq": seq, **who}), flush=True)
"""


@pytest.fixture
def call(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    module = ModuleType("an_engine")
    hosts = {wrong.name: wrong.make for wrong in WRONG_HOSTS}
    module.Adapter = hosts["phases in normal"]
    module.Other = hosts["judges the card"]
    monkeypatch.setitem(sys.modules, "an_engine", module)
    return lambda *arguments: CliRunner().invoke(fuzz, arguments, catch_exceptions=False)


def test_no_difference(call, tmp_path):
    result = call("--host", "sandbox", "--steps", "500", "--seed", "5")
    assert result.exit_code == 0
    assert "(seed 5)" in result.output
    assert result.output.endswith("No difference.\n")
    assert list(tmp_path.iterdir()) == []


def test_a_difference_is_written_and_replayed_first(call, tmp_path):
    first = call("--host", "an_engine:Adapter")
    assert first.exit_code == 1
    assert "They part by 702.26d." in first.output
    (path,) = (tmp_path / "fuzz-corpus").iterdir()
    assert load(path).scenarios[0].rules[0] == "702.26d"
    assert path.read_text(encoding="utf-8") in first.output

    second = call("--host", "an_engine:Adapter")
    assert second.exit_code == 1
    assert second.output.startswith("failed  702.26d-mana-cost-")
    assert second.output.endswith("Replayed from fuzz-corpus: 1, of which 1 fail\n")

    other = call("--host", "sandbox", "--steps", "100")
    assert other.exit_code == 0
    assert "of which 0 fail" in other.output


def test_another_corpus(call, tmp_path):
    assert call("--host", "an_engine:Adapter", "--corpus", "mine/found").exit_code == 1
    assert len(list((tmp_path / "mine" / "found").iterdir())) == 1


def test_it_goes_on_to_other_differences(call, tmp_path):
    result = call("--host", "an_engine:Other", "--finds", "2", "--steps", "6000")
    assert result.exit_code == 1
    found = sorted(path.name.rpartition("-")[0] for path in (tmp_path / "fuzz-corpus").iterdir())
    assert len(found) == 2
    assert len(set(found)) == 2


def test_the_time_ends_it(call):
    result = call("--host", "sandbox", "--time", "0.2")
    assert result.exit_code == 0


def test_a_host_that_does_nothing_is_not_green(call, monkeypatch):
    class Nothing(HostAdapter):
        capabilities = frozenset({"token_copy"})

    monkeypatch.setattr(sys.modules["an_engine"], "Adapter", Nothing)
    result = call("--host", "an_engine:Adapter", "--steps", "50")
    assert result.exit_code == 1
    assert "stories ended early, where the host has no: put " in result.output
    assert result.output.endswith("No story came to its end: this says nothing about the host.\n")


def test_a_command_that_hangs(call, tmp_path):
    """It says who it is, then nothing more: no more than one story is waited for."""
    (tmp_path / "host.py").write_text(HANGS, encoding="utf-8")
    start = perf_counter()
    result = call("--command", f"{sys.executable} host.py", "--timeout", "0.3")
    assert result.exit_code == 1
    assert "put is possible" in result.output
    assert perf_counter() - start < 5


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("--host", "sandbox", "--command", "engine"),
        ("--host", "sandbox", "--steps", "0"),
        ("--host", "sandbox", "--time", "nan"),
        ("--host", "sandbox", "--time", "inf"),
        ("--host", "sandbox", "--timeout", "nan"),
    ],
)
def test_wrong_usage(call, arguments):
    assert call(*arguments).exit_code == 2
