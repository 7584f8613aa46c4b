"""The value of X is given exactly when a cost with {X} is paid."""

import json

import pytest

from mtg_prototype_plugin.conformance.run import Result, run
from mtg_prototype_plugin.conformance.scenario import loads

ENGINE = {
    "type_line": "Artifact Creature — Golem",
    "mana_cost": "{6}",
    "power": "5",
    "toughness": "5",
    "rules_text": "Prototype {X}{W/U} — 1/4",
}
PUT = {"do": "put", "card": "Test Engine", "zone": "hand", "as": "card"}
GIVEN, MISSING = "a value of X, but no {X} is paid: 2 (601.2b)", "the value of X is not given"
CASES = [
    ("prototyped", {"x": 2}, None, "{2}{W/U}"),
    ("prototyped", {"x": 0}, None, "{W/U}"),
    ("prototyped", {}, MISSING, ""),
    ("normal", {}, None, "{6}"),
    ("normal", {"x": 2}, GIVEN, ""),
    ("prototyped", {"free": True}, None, "{0}"),
    ("prototyped", {"free": True, "x": 2}, GIVEN, ""),
    ("prototyped", {"alternative": "{3}"}, None, "{3}"),
    ("prototyped", {"alternative": "{3}", "x": 2}, GIVEN, ""),
    ("normal", {"alternative": "{X}{R}", "x": 2}, None, "{2}{R}"),
    ("normal", {"alternative": "{X}{R}"}, MISSING, ""),
    ("prototyped", {"alternative": "mana_cost", "x": 2}, None, "{2}{W/U}"),
    ("prototyped", {"alternative": "mana_cost"}, MISSING, ""),
]


def answer(step, keys, *, more=()):
    needs = {"free": "free_cast", "alternative": "alternative_cost"}
    used = sorted({needs[key] for key in keys if key in needs}.union(more))
    scenario = {"id": "601.2b-x", "title": "x", "rules": ["601.2b"], "needs": used, "steps": [PUT, {**step, **keys}]}
    file = loads(json.dumps({"format": 1, "cards": {"Test Engine": ENGINE}, "scenarios": [scenario]}))
    return run([file]).answers[0]


@pytest.mark.parametrize(("option", "keys", "problem", "cost"), CASES)
def test_of_a_cast(option, keys, problem, cost):
    told = answer({"do": "cast", "object": "card", "option": option, "as": "spell"}, keys)
    assert told.result is (Result.ERRORED if problem else Result.PASSED)
    assert told.problem.startswith(problem or "")


@pytest.mark.parametrize(("option", "keys", "problem", "cost"), CASES)
def test_of_a_cost(option, keys, problem, cost):
    told = answer({"expect_cost": "card", "option": option, "cost": cost or "{1}"}, keys, more=["costs"])
    assert told.result is (Result.ERRORED if problem else Result.PASSED)
    assert told.problem.startswith(problem or "")
