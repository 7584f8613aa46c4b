"""``HostAdapter``: that it fits the vocabulary, what its table gives to the methods, and what is skipped."""

import inspect
import json
from typing import Any, ClassVar

import pytest

from mtg_hookspecs import Characteristics, Zone
from mtg_prototype_plugin.conformance import vocabulary
from mtg_prototype_plugin.conformance.adapter import HostAdapter, shown
from mtg_prototype_plugin.conformance.adapter_table import AdapterHost
from mtg_prototype_plugin.conformance.capabilities import CAPABILITIES
from mtg_prototype_plugin.conformance.errors import Unsupported
from mtg_prototype_plugin.conformance.run import Result, run
from mtg_prototype_plugin.conformance.scenario import loads, shipped
from mtg_prototype_plugin.sandbox import Sandbox
from mtg_prototype_plugin.table import find

# --- the words -------------------------------------------------------------------------------------------------------

HELD_BACK = {"do", "card", "object", "as", "in", "options", "result", "cost"}
RENAMED = {"except": "exceptions", "filter": "wanted", "as_effect": "effect"}
PROPERTIES = {key.name for key in vocabulary.PROPERTIES}


@pytest.mark.parametrize(
    "verb", [*vocabulary.ACTIONS.values(), *vocabulary.EXPECTATIONS.values()], ids=lambda verb: verb.name
)
def test_a_method_takes_what_the_word_has(verb):
    keys = {key.name for key in verb.record.every_key()} - {verb.name}
    if keys >= PROPERTIES:
        keys = keys - PROPERTIES | {"keys"}
    expected = {RENAMED.get(key, key) for key in keys - HELD_BACK}
    if verb.name == "fork":
        expected = set()
    signature = inspect.signature(getattr(HostAdapter, verb.name))
    named = {name for name, it in signature.parameters.items() if it.kind is inspect.Parameter.KEYWORD_ONLY}
    assert named == expected
    optional = {RENAMED.get(key.name, key.name) for key in verb.record.optional}
    assert {name for name in named if signature.parameters[name].default is not inspect.Parameter.empty} == (
        named & optional
    )


def test_every_method_is_a_word_and_has_a_docstring():
    methods = {name: it for name, it in vars(HostAdapter).items() if callable(it) and not name.startswith("_")}
    assert set(methods) == set(vocabulary.ACTIONS) | set(vocabulary.EXPECTATIONS)
    assert all(method.__doc__ for method in methods.values())


def test_every_capability_says_what_it_is():
    assert set(CAPABILITIES) == vocabulary.CAPABILITIES
    assert HostAdapter.capabilities == frozenset()


def test_what_is_not_overridden_is_skipped():
    report = run(shipped(), host=AdapterHost(HostAdapter))
    assert {answer.result for answer in report.answers} == {Result.SKIPPED}
    needed = {scenario.id: scenario.needs for file in shipped() for scenario in file.scenarios}
    for answer in report.answers:
        assert answer.capability == (needed[answer.id][0] if needed[answer.id] else "put")


# --- an adapter for the sandbox: every word passes through ------------------------------------------------------------


def _is_left_out(value):
    """X may be 0, which is not False."""
    return value is None or value is False or value == ()


class Shadow(HostAdapter[str]):
    """The sandbox, told in the adapter's words. A thing is known by a name of its own, not by the story's."""

    name = "shadow"
    version = "2"
    capabilities = Sandbox.capabilities

    def __init__(self):
        self.made = 0
        self.forks = 0
        self.main = None
        self.table = Sandbox().table({})
        self.prints: dict[str, Characteristics] = {}
        self.table.find = lambda name: self.prints[name]

    def _new(self):
        self.made += 1
        return f"thing {self.made}"

    def _act(self, word, it=None, **more):
        renamed = {"exceptions": "except", "effect": "as_effect"}
        told = {renamed.get(key, key): value for key, value in more.items() if not _is_left_out(value)}
        if word == "end_effect":
            told["effect"] = told.pop("as_effect")
        step = {"do": word, **({} if it is None else {"object": it}), **told}
        if "as" not in step and word in {"cast", "resolve", "counter", "move", "blink"} and "cancel" not in step:
            count = len(self.table.game.pieces[self.table.handles[it]].object.components) or 1
            step["as"] = [self._new() for _ in range(count)]
            if word == "cast":
                (step["as"],) = step["as"]
        self.table.do(step)
        return step.get("as")

    def put(self, card, **more):
        self.prints[card.name] = card
        return self._act("put", card=card.name, **{"as": self._new()}, **more)

    def _look(self, word, it, keys=(), **more):
        told = {"exceptions": "except", "wanted": "filter"}
        step = {word: it, **{told.get(k, k): v for k, v in more.items() if not _is_left_out(v)}}
        return self.table.look({**step, **dict.fromkeys(keys)})

    def fork(self):
        twin = Shadow()
        twin.table, twin.made, twin.prints = self.table.fork(), 1000 * (self.made + 1), self.prints
        return twin

    def expect_options(self, it, **more):
        return self._look("expect_options", it, **more)["options"]

    def expect_card_matches(self, it, **more):
        return self._look("expect_card_matches", it, **more)["result"]

    def expect_cost(self, it, **more):
        return self._look("expect_cost", it, **more)["cost"]


def _through(word):
    if word in ("create_token_copy", "copy_spell", "copy_card"):
        return lambda self, *it, **more: self._act(word, *it, **{"as": self._new()}, **more)
    if word.startswith("expect"):
        return lambda self, it, **more: self._look(word, it, **more)
    return lambda self, *it, **more: self._act(word, *it, **more)


for _word in {*vocabulary.ACTIONS, "expect", "expect_last_known", "expect_entering"} - set(vars(Shadow)):
    setattr(Shadow, _word, _through(_word))


@pytest.mark.parametrize("file", shipped(), ids=lambda file: file.source)
def test_every_shipped_scenario_passes_through_an_adapter(file):
    report = run([file], host=AdapterHost(Shadow))
    assert [str(answer) for answer in report.answers if answer.result is not Result.PASSED] == []


# --- what the methods are given ---------------------------------------------------------------------------------------


class Recorder(HostAdapter[Any]):
    """Notes what it is asked. Things are numbers; nothing changes what they are known by."""

    name = "recorder"
    capabilities = vocabulary.CAPABILITIES
    heard: ClassVar[list[Any]] = []

    def __init__(self):
        self.heard.clear()

    def put(self, card, **more):
        self.heard.append(("put", card.name, more))
        return len(self.heard)

    def _hear(self, word):
        return lambda *it, **more: self.heard.append((word, *it, more))

    def __getattribute__(self, name):
        if name in {*vocabulary.ACTIONS} - {"put", "fork"}:
            return object.__getattribute__(self, "_hear")(name)
        return object.__getattribute__(self, name)

    def expect(self, it, *, keys):
        self.heard.append(("expect", it, keys))
        return {"power": 6, "toughness": 4}


PUT = {"do": "put", "card": "Blitz Automaton", "zone": "hand", "as": "card"}


def heard(*steps, needs=()):
    scenario = {"id": "718.4-x", "title": "x", "rules": ["718.4"], "needs": sorted(needs), "steps": [PUT, *steps]}
    (answer,) = run([loads(json.dumps({"format": 1, "scenarios": [scenario]}))], host=AdapterHost(Recorder)).answers
    return answer, Recorder.heard[1:]


def test_objects_cards_and_zones_stand_in_place_of_names():
    answer, calls = heard(
        {"do": "cast", "object": "card", "option": "prototyped", "as": "spell", "free": True},
        {"do": "resolve", "object": "spell", "as": "perm"},
        {"do": "become_copy", "object": "perm", "of": "perm", "except": {"power": 1}, "as_effect": "e"},
        {"do": "move", "object": "perm", "to": "exile", "as": "gone"},
        {"expect": "gone", "power": 6, "toughness": 4},
        needs=["become_copy", "free_cast"],
    )
    assert answer.result is Result.PASSED
    assert Recorder.heard[0] == ("put", "Blitz Automaton", {"zone": Zone.HAND})
    assert calls == [
        ("cast", 1, {"option": "prototyped", "free": True}),
        ("resolve", 1, {}),
        ("become_copy", 1, {"of": 1, "exceptions": {"power": 1}, "effect": "e"}),
        ("move", 1, {"to": Zone.EXILE}),
        ("expect", 1, ("power", "toughness")),
    ]
    assert type(calls[3][2]["to"]) is Zone


def test_an_effect_ends_on_what_the_object_has_become():
    class Renames(Recorder):
        def resolve(self, it, **more):
            return "the permanent"

        def __getattribute__(self, name):
            return object.__getattribute__(self, name) if name == "resolve" else Recorder.__getattribute__(self, name)

    steps = [
        PUT,
        {"do": "cast", "object": "card", "option": "normal", "as": "spell"},
        {"do": "lose_abilities", "object": "spell", "as_effect": "e"},
        {"do": "resolve", "object": "spell", "as": "perm"},
        {"do": "end_effect", "effect": "e"},
    ]
    scenario = {"id": "718.4-x", "title": "x", "rules": ["718.4"], "needs": ["layers"], "steps": steps}
    file = loads(json.dumps({"format": 1, "scenarios": [scenario]}))
    (answer,) = run([file], host=AdapterHost(Renames)).answers
    assert answer.result is Result.PASSED
    assert Recorder.heard[-1] == ("end_effect", "the permanent", {"effect": "e"})


def test_an_effect_that_has_ended_does_not_end_again():
    answer, _ = heard(
        {"do": "lose_abilities", "object": "card", "as_effect": "e"},
        {"do": "end_effect", "effect": "e"},
        {"do": "end_effect", "effect": "e"},
        needs=["layers"],
    )
    assert (answer.result, answer.step, answer.problem) == (Result.ERRORED, 4, "the effect has ended: 'e'")


def test_a_key_that_is_not_told_is_skipped():
    answer, _ = heard({"expect": "card", "power": 6, "subtypes": ["Construct"]})
    assert (answer.result, answer.capability) == (Result.SKIPPED, "subtypes")


def test_what_is_wrong_counts_before_what_is_not_told():
    for steps in (
        [{"expect": "card", "subtypes": ["Construct"], "power": 5}],
        [{"expect": "card", "subtypes": ["Construct"]}, {"expect": "card", "power": 5}],
    ):
        answer, _ = heard(*steps)
        assert (answer.result, answer.key, answer.got) == (Result.FAILED, "power", 6)


@pytest.mark.parametrize(
    ("error", "result"),
    [(Unsupported("puts"), Result.SKIPPED), (ValueError("no"), Result.ERRORED), (SystemExit(3), Result.ERRORED)],
)
def test_what_a_method_raises(error, result):
    class Raises(HostAdapter[int]):
        def put(self, card, **more):
            raise error

    scenario = {"id": "718.4-x", "title": "x", "rules": ["718.4"], "needs": [], "steps": [PUT]}
    file = loads(json.dumps({"format": 1, "scenarios": [scenario]}))
    (answer,) = run([file], host=AdapterHost(Raises)).answers
    assert answer.result is result


def test_an_adapter_without_a_name_has_that_of_its_class():
    assert AdapterHost(HostAdapter).name == "HostAdapter"
    assert (AdapterHost(Shadow).name, AdapterHost(Shadow).version) == ("shadow", "2")


def test_shown_is_in_the_forms_of_a_file():
    blitz = find("Blitz Automaton")
    assert blitz is not None
    assert shown(blitz.characteristics) == {
        "name": "Blitz Automaton",
        "mana_cost": "{7}",
        "mana_value": 7,
        "colors": "",
        "types": ("Artifact", "Creature"),
        "subtypes": ("Construct",),
        "power": 6,
        "toughness": 4,
        "keywords": ("Haste",),
    }
    face_down = Characteristics(name="", types=("Creature",), power=2, toughness=2)
    assert (shown(face_down)["name"], shown(face_down)["mana_cost"]) == (None, None)
