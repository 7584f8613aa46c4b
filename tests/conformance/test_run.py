"""The runner: four answers, comparison in the forms of the format, the report."""

import json

import pytest

from mtg_hookspecs import InvalidEvent
from mtg_prototype_plugin.conformance import vocabulary
from mtg_prototype_plugin.conformance.rule_sentences import sentence
from mtg_prototype_plugin.conformance.run import Answer, Play, Report, Result, run
from mtg_prototype_plugin.conformance.scenario import FrozenMap, Scenario, ScenarioFile, loads
from mtg_prototype_plugin.sandbox import CAPABILITIES, Sandbox

PUT = {"do": "put", "card": "Blitz Automaton", "zone": "hand", "as": "card"}


def file_of(*steps, needs=(), rules=("718.4",), **cards):
    text = {
        "format": 1,
        "cards": cards,
        "scenarios": [
            {
                "id": "718.4-made-up",
                "title": "made up",
                "rules": list(rules),
                "needs": list(needs),
                "steps": list(steps),
            }
        ],
    }
    return loads(json.dumps(text))


def answer(*steps, host=None, **more):
    (only,) = run([file_of(*steps, **more)], host=host).answers
    return only


class Stub:
    """A host that answers what it is told to, or raises it."""

    name = "stub"
    version = "1"
    capabilities = frozenset()

    def __init__(self, **has):
        self.has = has

    def table(self, cards):
        return self

    def do(self, step):
        if "raises" in self.has:
            raise self.has["raises"]

    def look(self, step):
        return self.has


def test_passed():
    assert answer(PUT, {"expect": "card", "zone": "hand", "power": 6}) == Answer("718.4-made-up", Result.PASSED)


def test_failed_says_where():
    got = answer(PUT, {"expect": "card", "zone": "hand"}, {"expect": "card", "power": 6, "types": ["Creature"]})
    assert (got.result, got.step, got.key, got.rule) == (Result.FAILED, 3, "types", "718.4")
    assert (got.expected, got.got) == (["Creature"], ["Artifact", "Creature"])
    assert str(got) == ('failed  718.4-made-up: step 3: types is ["Artifact", "Creature"], not ["Creature"] (718.4)')


def test_skipped_names_the_capability():
    got = answer(PUT, {"do": "save_and_load"}, needs=["save"], host=Stub())
    assert (got.result, got.capability) == (Result.SKIPPED, "save")
    assert str(got) == "skipped 718.4-made-up: needs save"


def test_a_capability_that_nobody_knows_is_skipped_whatever_the_host_says():
    host = Stub()
    host.capabilities = frozenset({"time_travel"})
    scenario = Scenario("718.4-later", "later", ("718.4",), ("time_travel",), (FrozenMap({"do": "wait"}),))
    (got,) = run([ScenarioFile("later.json", (scenario,))], host=host).answers
    assert (got.result, got.capability) == (Result.SKIPPED, "time_travel")


def test_errored_when_the_story_is_wrong():
    got = answer(PUT, {"do": "turn_face_up", "object": "card"}, needs=["face_down"])
    assert (got.result, got.step) == (Result.ERRORED, 2)
    assert got.problem == "the object is not in the zone battlefield: Zone.HAND"


@pytest.mark.parametrize(
    ("error", "problem"),
    [(RuntimeError("broke\nbadly"), "RuntimeError: broke"), (InvalidEvent("no", value=1), "no: 1")],
)
def test_errored_when_the_host_breaks(error, problem):
    got = answer(PUT, {"expect": "card", "power": 6}, host=Stub(raises=error))
    assert (got.result, got.step, got.problem) == (Result.ERRORED, 1, problem)


def test_errored_when_the_host_does_not_answer():
    got = answer(PUT, {"expect": "card", "power": 6}, host=Stub())
    assert (got.result, got.step) == (Result.ERRORED, 2)


@pytest.mark.parametrize(
    ("key", "expected", "got", "fits"),
    [
        ("mana_cost", "{2}{R}", "{R}{2}", True),
        ("mana_cost", "{W/U}", "{U/W}", True),
        ("mana_cost", "{2}{R}", "{3}{R}", False),
        ("mana_cost", None, None, True),
        ("mana_cost", None, "{0}", False),
        ("mana_cost", "{0}", None, False),
        ("types", ["Artifact", "Creature"], ["Creature", "Artifact"], True),
        ("types", [], [], True),
        ("types", [], None, False),
        ("power", 3, 3, True),
        ("power", 3, "3", False),
        ("power", "*", "*", True),
        ("power", 1, True, False),
        ("power", None, None, True),
        ("mana_value", 3, 3.0, True),
        ("mana_value", 3, 3.5, False),
        ("mana_value", 1, True, False),
        ("power", 6, 6.0, False),
        ("toughness", 4, 4.0, False),
        ("types", [], "", False),
        ("subtypes", [], {}, False),
        ("types", ["R"], "R", False),
        ("prototyped", False, False, True),
        ("prototyped", False, 0, False),
        ("colors", "", "", True),
        ("colors", "", None, False),
        ("gone", True, False, False),
    ],
)
def test_comparison(key, expected, got, fits):
    found = answer(PUT, {"expect": "card", key: expected}, host=Stub(**{key: got}))
    assert found.result is (Result.PASSED if fits else Result.FAILED)


def test_devotion_is_compared_number_by_number():
    step = {"expect": "card", "devotion": {"R": 1}}
    for got, result in (({"R": 1}, Result.PASSED), ({"R": True}, Result.FAILED), ({"R": 1.0}, Result.FAILED)):
        host = Stub(devotion=got)
        host.capabilities = frozenset({"devotion"})
        assert answer(PUT, step, needs=["devotion"], host=host).result is result


def test_no_options_are_not_an_empty_word():
    step = {"expect_options": "card", "options": []}
    for got, result in (([], Result.PASSED), ("", Result.FAILED)):
        host = Stub(options=got)
        host.capabilities = frozenset({"options"})
        assert answer(PUT, step, needs=["options"], host=host).result is result


def test_a_total_cost_is_compared_as_it_is_written():
    step = {"expect_cost": "card", "option": "normal", "cost": "{2}{R}"}
    for cost, result in (("{2}{R}", Result.PASSED), ("{R}{2}", Result.FAILED)):
        host = Stub(cost=cost)
        host.capabilities = frozenset({"costs"})
        assert answer(PUT, step, needs=["costs"], host=host).result is result


def test_the_report_is_json_lines():
    report = run(
        [file_of(PUT, {"expect": "card", "power": 5}), file_of(PUT, {"do": "save_and_load"}, needs=["save"])],
        host=Stub(power=6),
    )
    header, failed, skipped, footer = map(json.loads, report.json_lines())
    told = failed.pop("file")
    assert header == {
        "format": 1,
        "contract": "1.1",
        "host": {"name": "stub", "version": "1"},
        "capabilities": [],
    }
    assert failed == {
        "id": "718.4-made-up",
        "result": "failed",
        "step": 2,
        "key": "power",
        "expected": 5,
        "got": 6,
        "rule": "718.4",
        "sentence": sentence("718.4"),
        "title": "made up",
        "rules": ["718.4"],
    }
    assert loads(json.dumps(told)).scenarios == file_of(PUT, {"expect": "card", "power": 5}).scenarios
    about = {"title": "made up", "rules": ["718.4"]}
    assert skipped == {"id": "718.4-made-up", "result": "skipped", "capability": "save", **about}
    assert footer == {"passed": 0, "failed": 1, "skipped": 1, "errored": 0}
    assert report.exit_code == 1


def test_an_errored_line():
    report = run([file_of(PUT)], host=Stub(raises=ValueError("no")))
    line = json.loads(list(report.json_lines())[1])
    assert line.pop("file")["scenarios"][0]["steps"] == [PUT]
    assert line == {
        "id": "718.4-made-up",
        "result": "errored",
        "step": 1,
        "problem": "ValueError: no",
        "stderr": "",
        "title": "made up",
        "rules": ["718.4"],
    }
    assert report.exit_code == 1


def test_the_report_for_readers():
    passed, failed = file_of(PUT, {"expect": "card", "power": 6}), file_of(PUT, {"expect": "card", "power": 5})
    report = run([passed, failed])
    assert list(report.text_lines()) == [
        "failed  718.4-made-up: step 2: power is 6, not 5 (718.4)",
        f"        {sentence('718.4')}",
        "1 passed, 1 failed, 0 skipped, 0 errored",
    ]
    assert run([passed]).exit_code == 0
    assert Report(Sandbox(), ()).exit_code == 0


def test_made_up_cards_are_known():
    got = answer(
        {**PUT, "card": "Test Engine"},
        {"do": "cast", "object": "card", "option": "prototyped", "as": "spell"},
        {"expect": "spell", "mana_cost": "{W/U}", "colors": "WU", "power": 1, "toughness": 4},
        **{
            "Test Engine": {
                "mana_cost": "{6}",
                "type_line": "Artifact Creature — Golem",
                "power": "5",
                "toughness": "5",
                "rules_text": "Prototype {W/U} — 1/4",
            }
        },
    )
    assert got.result is Result.PASSED


def test_a_play_can_be_acted_out_again():
    file = file_of(PUT, {"do": "cast", "object": "card", "option": "normal"}, {"expect": "card", "zone": "stack"})
    play = Play(file.scenarios[0], file.cards)
    sandbox = Sandbox()
    assert {play.on(sandbox).result for _ in range(3)} == {Result.PASSED}


def test_the_sandbox_has_every_capability():
    assert CAPABILITIES == vocabulary.CAPABILITIES
