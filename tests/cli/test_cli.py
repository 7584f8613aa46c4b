"""The command line as a user meets it: output, --json, exit codes, one-line errors."""

import json
import os
import subprocess
import sys
from datetime import UTC, datetime

import pytest
from click.testing import CliRunner

from mtg_hookspecs import ContractViolation, Problem
from mtg_prototype_plugin.cli.app import app

BLITZ = {
    "name": "Blitz Automaton",
    "oracle_id": "19f344ee-031d-4346-9553-c5d32b02df43",
    "type_line": "Artifact Creature — Construct",
    "color_identity": "R",
    "keywords": ["Haste"],
    "normal": {"mana_cost": "{7}", "mana_value": 7, "colors": "", "power": 6, "toughness": 4},
    "prototyped": {"mana_cost": "{2}{R}", "mana_value": 3, "colors": "R", "power": 3, "toughness": 2},
}


def run(*arguments):
    return CliRunner().invoke(app, arguments, catch_exceptions=False)


def answer(*arguments):
    result = run(*arguments, "--json")
    assert result.exit_code == 0
    assert result.stderr == ""
    return json.loads(result.stdout)


@pytest.mark.parametrize("name", ["Blitz Automaton", "blitz-automaton", "Automate à l'attaque-éclair"])
def test_show_json(name):
    assert answer("show", name) == BLITZ


def test_show():
    shown = run("show", "Blitz Automaton").stdout
    for value in ("{7}", "{2}{R}", "6/4", "3/2", "colourless", "Haste"):
        assert value in shown


def test_an_unknown_name_is_one_line_with_the_nearest_names():
    result = run("show", "Blitz Automatn")
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.count("\n") == 1
    assert "'Blitz Automatn' (did you mean Blitz Automaton, " in result.stderr


def test_show_online(httpserver):
    record = {
        "object": "card",
        "oracle_id": BLITZ["oracle_id"],
        "name": "Blitz Automaton",
        "mana_cost": "{7}",
        "type_line": BLITZ["type_line"],
        "power": "6",
        "toughness": "4",
        "colors": [],
        "color_identity": ["R"],
        "cmc": 7.0,
        "keywords": ["Haste", "Prototype"],
        "oracle_text": "Prototype {2}{R} — 3/2 (Reminder text.)\nHaste",
    }
    httpserver.expect_request("/cards/named", query_string={"exact": "Blitz Automaton"}).respond_with_json(record)
    before = datetime.now(UTC).date().isoformat()
    shown = answer("show", "Blitz Automaton", "--online", "--api-url", httpserver.url_for(""))
    today = datetime.now(UTC).date().isoformat()
    assert shown.pop("source") in [{"name": "scryfall", "as_of": day, "stale": False} for day in (before, today)]
    assert shown == BLITZ
    assert len(httpserver.log) == 1


def test_show_online_of_a_card_without_prototype(httpserver):
    record = {"object": "card", "name": "Memnite", "type_line": "Artifact Creature — Construct", "mana_cost": "{0}"}
    httpserver.expect_request("/cards/named").respond_with_json(record)
    online = ("--online", "--api-url", httpserver.url_for(""))
    assert answer("show", "Memnite", *online)["prototyped"] is None
    assert "no Prototype" in run("show", "Memnite", *online).stdout


def test_a_line_that_cannot_be_read_is_one_line(httpserver):
    record = {"object": "card", "name": "A", "type_line": "Artifact Creature", "oracle_text": "Prototype {Q} — 3/2"}
    httpserver.expect_request("/cards/named").respond_with_json(record)
    result = run("show", "A", "--online", "--api-url", httpserver.url_for(""))
    assert result.exit_code == 2
    assert result.stderr.count("\n") == 1
    assert "{Q}" in result.stderr


@pytest.mark.parametrize(
    ("status", "said", "requests"),
    [(429, "asks for a pause", {1}), pytest.param(503, "no JSON", {1, 2, 3, 4}, marks=pytest.mark.slow)],
    ids=["rate limited", "unavailable"],
)
def test_online_errors_are_one_line(httpserver, status, said, requests):
    httpserver.expect_request("/cards/named").respond_with_data("<html>", status=status)
    result = run("show", "A", "--online", "--api-url", httpserver.url_for(""))
    assert result.exit_code == 2
    assert result.stderr.count("\n") == 1
    assert said in result.stderr
    assert len(httpserver.log) in requests


@pytest.mark.parametrize(
    "arguments", [("show",), ("show", "A", "--api-url", "http://localhost"), ("sho", "A"), ("cards", "--jsn")]
)
def test_wrong_usage(arguments):
    result = run(*arguments)
    assert result.exit_code == 2
    assert "Error" in result.stderr


def test_cards():
    listed = answer("cards")
    assert len(listed) == 21
    assert BLITZ in listed
    assert "Woodcaller Automaton" in run("cards").stdout


def test_demo():
    steps = answer("demo")
    life = [
        (step["zone"], step["shown"]["mana_cost"], step["shown"]["power"], step["shown"]["colors"]) for step in steps
    ]
    assert life == [
        ("hand", "{7}", 6, ""),
        ("stack", "{7}", 6, ""),
        ("stack", "{2}{R}", 3, "R"),
        ("battlefield", "{2}{R}", 3, "R"),
        ("battlefield", "{2}{R}", 3, "R"),  # the token
        ("battlefield", "{0}", 1, ""),  # a copy of Memnite
        ("battlefield", "{2}{R}", 3, "R"),  # and back
        ("exile", "{7}", 6, ""),
        ("battlefield", "{7}", 6, ""),
        ("graveyard", "{7}", 6, ""),
    ]
    assert all(step["why"] for step in steps)
    assert "718.3d" in run("demo").stdout


def test_plugins():
    listed = answer("plugins")
    assert listed["problems"] == []
    assert {"name": "prototype", "version": "0.1.0", "contract": "1.0", "designations": ["prototyped"]} in listed[
        "plugins"
    ]


def test_plugins_with_a_problem_is_a_finding(monkeypatch):
    def broken():
        raise ContractViolation("broken on purpose")

    monkeypatch.setattr("mtg_hookspecs.host.discover", lambda: iter([("broken", broken)]))
    result = run("plugins", "--json")
    assert result.exit_code == 1
    assert json.loads(result.stdout)["problems"] == [{"plugin": "broken", "problem": "broken on purpose"}]
    assert "broken on purpose" in run("plugins").stderr
    assert Problem("broken", "broken on purpose")


def test_without_the_extra_it_says_what_to_install():
    script = "import sys; sys.modules['click'] = None\nfrom mtg_prototype_plugin.cli import main\nmain()"
    result = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert result.returncode == 2
    assert result.stderr == "mtg-prototype needs click: pip install 'mtg-prototype-plugin[cli]'\n"


def test_the_installed_command():
    result = subprocess.run(
        [sys.executable, "-c", "from mtg_prototype_plugin.cli import main; main()", "--version"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert result.stdout == "mtg-prototype, version 0.1.0\n"


def test_a_terminal_that_cannot_show_a_letter():
    script = "from mtg_prototype_plugin.cli import main; main()"
    result = subprocess.run(
        [sys.executable, "-c", script, "show", "Fallaji Dragon Engine"],
        capture_output=True,
        check=True,
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
    )
    assert b"{2}{R}" in result.stdout
    assert result.stderr == b""
