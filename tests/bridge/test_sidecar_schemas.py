"""The checked-in schemas are those of the code, and real messages keep them."""

import json

import pytest

pytest.importorskip("msgspec")
pytest.importorskip("rpds")
pytest.importorskip("jsonschema")

from jsonschema import Draft202012Validator

from mtg_hookspecs import PluginHost
from mtg_prototype_plugin import plugin
from mtg_prototype_plugin.bridge.messages import SCHEMAS, schema_hash
from mtg_prototype_plugin.bridge.schema import schemas, text_of
from mtg_prototype_plugin.bridge.sidecar import METHODS, Sidecar

CARD = {"name": "Blitz Automaton", "mana_cost": "{7}", "type_line": "Artifact Creature — Construct", "power": 6}
SPELL = {
    "designation": "prototyped",
    "characteristics": CARD | {"mana_cost": "{2}{R}", "power": 3},
    "rules": ["718.3b"],
}
CAST = {"event": "cast_done", "id": 7, "option": "prototyped", "card": "Blitz Automaton", "zone": "hand"}
VIEW = {"id": 7, "zone": "stack", "name": "Blitz Automaton", "mana_cost": "{2}{R}", "counters": {"+1/+1": 1}}
TALK = [
    ("initialize", {"client": {"name": "a test"}}),
    ("card/find", {"query": "Blitz Automaton"}),
    ("cast/options", {"card": CARD, "zone": "hand"}),
    ("spell/cast", {"card": CARD, "option": "prototyped", "zone": "hand"}),
    ("spell/resolve", {"card": CARD, "override": SPELL}),
    ("zone/change", {"card": CARD, "override": SPELL, "origin": "battlefield", "destination": "hand"}),
    ("object/copied", {"kind": "token", "source": {"characteristics": CARD, "override": SPELL}}),
    ("explain", {"event": {"event": "spell/cast", "card": CARD, "option": "prototyped", "zone": "hand"}}),
    ("infer", {"view": VIEW, "card": CARD}),
    ("board/open", {"board": "one"}),
    ("board/apply", {"board": "one", "events": [CAST]}),
    ("board/reconcile", {"board": "one", "views": [VIEW | {"zone": "battlefield"}]}),
    ("board/what_is", {"board": "one", "id": 7}),
    ("board/last_known", {"board": "one", "id": "7"}),
    ("board/objects", {"board": "one"}),
    ("board/state", {"board": "one"}),
    ("board/fork", {"board": "one"}),
    ("board/close", {"board": "one"}),
    ("replay/open", {"replay": "one", "engine": "neutral"}),
    ("replay/feed", {"replay": "one", "lines": [CAST | {"id": "7"}]}),
    ("replay/close", {"replay": "one"}),
    ("shutdown", {}),
]
MADE = schemas()


def validator(schema):
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema)


def test_they_are_checked_in():
    there = {each.name: each.read_text(encoding="utf-8") for each in SCHEMAS.iterdir()}
    assert there == {name: text_of(schema) for name, schema in MADE.items()}, (
        "python -m mtg_prototype_plugin.bridge.schema"
    )
    assert len(schema_hash()) == 64


def test_a_whole_conversation_keeps_them():
    sidecar = Sidecar(PluginHost([plugin]))
    assert {method for method, _ in TALK} == {method.name for method in METHODS}
    for method, params in TALK:
        request = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
        answer = json.loads(sidecar.answer(json.dumps(request).encode()))
        assert "result" in answer, answer
        validator(MADE["request.json"]).validate(request)
        validator(MADE["answer.json"]).validate(answer)
        own = MADE[f"{method.replace('/', '.')}.json"]
        validator(own).validate({"params": params, "result": answer["result"]})


@pytest.mark.parametrize(
    ("method", "params"),
    [
        ("spell/cast", {"card": CARD, "option": "prototyped", "zone": "attic"}),
        ("spell/cast", {"card": CARD | {"power": 1.5}, "option": "prototyped", "zone": "hand"}),
        ("spell/cast", {"card": CARD | {"colors": "X"}, "option": "prototyped", "zone": "hand"}),
        ("card/find", {}),
        ("card/find", {"query": "x", "more": 1}),
        ("board/apply", {"board": "one", "events": [{"event": "exploded", "id": 7}]}),
        ("infer", {"view": {"strength": 1}}),
    ],
)
def test_what_the_sidecar_refuses_for_its_form_they_refuse(method, params):
    request = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
    answer = json.loads(Sidecar(PluginHost([plugin])).answer(json.dumps(request).encode()))
    assert answer["error"]["code"] == -32602
    validator(MADE["refusal.json"]).validate(answer)
    assert not validator(MADE[f"{method.replace('/', '.')}.json"]).is_valid({"params": params})
