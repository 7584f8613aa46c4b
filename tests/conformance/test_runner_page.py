"""``docs/conformance.md``: its code runs, its numbers are those of the suite, its messages are valid."""

import json
import re
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from mtg_prototype_plugin.cli.app import app
from mtg_prototype_plugin.conformance import schema
from mtg_prototype_plugin.conformance.capabilities import CAPABILITIES
from mtg_prototype_plugin.conformance.scenario import shipped

PAGE = (Path(__file__).parents[2] / "docs" / "conformance.md").read_text(encoding="utf-8")
CONSOLE = re.findall(r"```console\n(.*?)```", PAGE, re.DOTALL)
COMMANDS = [
    (command, shown)
    for block in CONSOLE
    for command, shown in re.findall(r"^\$ mtg-prototype (.*)\n((?:[^$\n].*\n)*)", block, re.MULTILINE)
    if shown
]


@pytest.fixture
def engine(tmp_path, monkeypatch):
    """The module that the page writes."""
    code = "\n".join(re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL))
    (tmp_path / "my_engine.py").write_text(code, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    yield
    sys.modules.pop("my_engine", None)


@pytest.mark.parametrize(("command", "shown"), COMMANDS, ids=[command for command, _ in COMMANDS])
def test_what_the_page_shows_is_what_is_printed(engine, command, shown):
    printed = CliRunner().invoke(app, command.split(), catch_exceptions=False).stdout
    assert len(COMMANDS) == 3
    for line in shown.splitlines():
        pattern = re.escape(line).replace("…", ".+")
        assert re.search(f"^{pattern}$", printed, re.MULTILINE), printed


def test_the_page_counts_the_scenarios():
    least = re.search(r"^More than (\d+) small stories", PAGE, re.MULTILINE)
    assert least
    assert 0 <= sum(len(file.scenarios) for file in shipped()) - int(least[1]) < 100


def test_the_page_has_every_capability():
    assert dict(re.findall(r"^\| `(\w+)` \| (.+) \|$", PAGE, re.MULTILINE)) == CAPABILITIES


def test_the_messages_of_the_page_are_valid():
    jsonschema = pytest.importorskip("jsonschema")
    lines = [(arrow, json.loads(text)) for arrow, text in re.findall(r"^([→←]) (.*)$", PAGE, re.MULTILINE)]
    kinds = {message["seq"]: message["message"] for arrow, message in lines if arrow == "→"}
    assert list(kinds) == [1, 2, 3, 4, 5]
    for arrow, message in lines:
        name = f"protocol.{kinds[message['seq']]}{'' if arrow == '→' else '.answer'}.json"
        jsonschema.validate(message, schema.schemas()[name])
