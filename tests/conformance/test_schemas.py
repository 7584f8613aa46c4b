"""The JSON Schemas: as they are made, and true of what the kit reads and writes."""

import io
import json
from pathlib import Path

import pytest

from mtg_prototype_plugin.conformance import protocol, schema
from mtg_prototype_plugin.conformance.errors import InvalidScenario
from mtg_prototype_plugin.conformance.facts import find
from mtg_prototype_plugin.conformance.run import run
from mtg_prototype_plugin.conformance.scenario import loads, shipped
from mtg_prototype_plugin.conformance.serve import serve
from mtg_prototype_plugin.sandbox import Sandbox

jsonschema = pytest.importorskip("jsonschema")

FOLDER = Path(schema.__file__).with_name("schemas")
SCENARIOS = Path(schema.__file__).with_name("scenarios")
MADE = schema.schemas()


def errors(name, value):
    return [each.message for each in jsonschema.Draft202012Validator(MADE[name]).iter_errors(value)]


def test_the_files_are_those_that_are_made():
    """``python -m mtg_prototype_plugin.conformance.schema`` writes them."""
    assert {path.name: path.read_text(encoding="utf-8") for path in FOLDER.iterdir()} == {
        name: schema.text_of(made) for name, made in MADE.items()
    }


@pytest.mark.parametrize("name", MADE)
def test_they_are_schemas(name):
    jsonschema.Draft202012Validator.check_schema(MADE[name])


# --- scenario files --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", sorted(SCENARIOS.glob("*.json")), ids=lambda path: path.name)
def test_shipped_files_are_valid(path):
    assert errors("scenarios.json", json.loads(path.read_text(encoding="utf-8"))) == []


PUT = {"do": "put", "card": "Blitz Automaton", "zone": "hand", "as": "card"}


def file_of(*steps, **changes):
    scenario = {"id": "718.4-x", "title": "x", "rules": ["718.4"], "needs": [], "steps": [PUT, *steps]}
    return {"format": 1, "scenarios": [scenario | changes]}


@pytest.mark.parametrize(
    "wrong",
    [
        {},
        {"format": 2, "scenarios": []},
        {"format": 1, "scenarios": [], "more": 1},
        {"format": 1, "scenarios": [], "cards": {"X": {"power": "1"}}},
        {"format": 1, "scenarios": [], "cards": {"X": {"type_line": "Artifact", "mana_cost": "2R"}}},
        file_of(mood="good"),
        file_of(id="No Kebab"),
        file_of(title="x" * 100),
        file_of(rules=[]),
        file_of(needs=["core"]),
        file_of({"do": "dance"}),
        file_of({"do": "cast", "object": "card"}),
        file_of({"do": "cast", "object": "card", "option": "kicked"}),
        file_of({"do": "cast", "object": "card", "option": "normal", "free": False}),
        file_of({"do": "cast", "object": "card", "option": "normal", "free": True, "alternative": "{1}"}),
        file_of({"do": "move", "object": "card", "to": "exile", "copy_of": "card"}),
        file_of({"do": "move", "object": "card", "to": "battlefield", "except": {"power": 1}}),
        file_of({"expect": "card"}),
        file_of({"expect": "card", "power": "3"}),
        file_of({"expect": "card", "colors": "RW"}),
        file_of({"expect": "card", "strength": 3}),
        file_of({"expect": "card", "power": 3, "do": "put"}),
        file_of({"expect_card_matches": "card", "filter": {"color": "R"}, "result": True}),
    ],
)
def test_what_the_loader_refuses_the_schema_refuses(wrong):
    assert errors("scenarios.json", wrong) != []
    with pytest.raises(InvalidScenario):
        loads(json.dumps(wrong))


def test_a_scenario_of_a_later_version_is_valid():
    later = file_of({"do": "travel", "to": "yesterday"}, needs=["time_travel"], mood="good")
    assert errors("scenarios.json", later) == []
    assert loads(json.dumps(later)).scenarios[0].unknown_needs == ("time_travel",)


# --- messages --------------------------------------------------------------------------------------------------------


class Wire:
    """A host that is spoken to by messages, all of which it keeps."""

    name, version, capabilities = "wire", "1", Sandbox.capabilities

    def __init__(self):
        self.lines = []

    def table(self, cards):
        self.cards = cards
        self.lines.append(protocol.written(protocol.start_message(version="1"), seq=len(self.lines) + 1))
        return self

    def do(self, step):
        card = find(step["card"], self.cards) if step["do"] == "put" else None
        self.lines.append(protocol.written(protocol.step_message(step, card), seq=len(self.lines) + 1))

    def look(self, step):
        self.lines.append(protocol.written(protocol.ask_message(step), seq=len(self.lines) + 1))
        return step


@pytest.fixture(scope="module")
def messages():
    """Every message that the shipped scenarios make, with the sandbox's answer."""
    wire, out = Wire(), io.StringIO()
    run(shipped(), host=wire)
    serve(Sandbox(), lines=wire.lines, out=out)
    return [
        (json.loads(line), json.loads(answer))
        for line, answer in zip(wire.lines, out.getvalue().splitlines(), strict=True)
    ]


def test_messages_and_answers_are_valid(messages):
    validators = {name: jsonschema.Draft202012Validator(made) for name, made in MADE.items()}
    assert len(messages) > 2000
    for message, answer in messages[::7]:
        kind = message["message"]
        assert list(validators[f"protocol.{kind}.json"].iter_errors(message)) == [], message
        assert list(validators[f"protocol.{kind}.answer.json"].iter_errors(answer)) == [], answer
        assert "problem" not in answer


def test_the_last_message_and_refusals_are_valid():
    assert errors("protocol.stop.json", {"seq": 3, **protocol.STOP}) == []
    for kind in ("step", "ask"):
        assert errors(f"protocol.{kind}.answer.json", {"seq": 1, "unsupported": "merge"}) == []
        assert errors(f"protocol.{kind}.answer.json", {"seq": 1, "problem": "no"}) == []
        assert errors(f"protocol.{kind}.answer.json", {"seq": 1}) != []


def test_what_is_expected_has_no_place_in_a_question():
    ask = {"seq": 1, "message": "ask", "ask": {"expect": "card"}, "keys": ["power"]}
    assert errors("protocol.ask.json", ask) == []
    assert errors("protocol.ask.json", {**ask, "ask": {"expect": "card", "power": 3}}) != []


# --- reports ---------------------------------------------------------------------------------------------------------


def test_every_line_of_a_report_is_valid():
    class Bare(Sandbox):
        capabilities = Sandbox.capabilities - {"save"}

    def named(name, *steps, **changes):
        return file_of(*steps, id=f"718.4-{name}", **changes)["scenarios"][0]

    scenarios = [
        named("holds", {"expect": "card", "power": 6}),
        named("fails", {"expect": "card", "types": ["Land"]}),
        named("saves", {"do": "save_and_load"}, needs=["save"]),
        named("breaks", {"do": "resolve", "object": "card"}),
    ]
    file = loads(json.dumps({"format": 1, "scenarios": scenarios}))
    report = run([file], host=Bare(), xfail={"718.4-fails": "known"})
    lines = [json.loads(line) for line in report.json_lines()]
    assert [line.get("result") for line in lines] == [None, "passed", "failed", "skipped", "errored", None]
    for line in lines:
        assert errors("report.json", line) == [], line
    for line in lines:
        if "file" in line:
            assert errors("scenarios.json", line["file"]) == []
    assert errors("report.json", lines[1] | {"mood": "good"}) != []
    assert errors("report.json", {key: value for key, value in lines[2].items() if key != "rule"}) != []
