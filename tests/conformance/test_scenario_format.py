"""The loader of scenario files: what it takes, what it refuses and how it says so."""

import copy
import json
import pickle
import re
from collections.abc import Iterator
from functools import reduce
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mtg_hookspecs import MtgError
from mtg_prototype_plugin.conformance.errors import InvalidScenario
from mtg_prototype_plugin.conformance.scenario import FrozenMap, Scenario, ScenarioFile, load, loads
from mtg_prototype_plugin.conformance.vocabulary import ACTIONS, CAPABILITIES, EXPECTATIONS

BLITZ = "Blitz Automaton"
PUT: dict[str, Any] = {"do": "put", "card": BLITZ, "zone": "hand", "as": "card"}
CAST: dict[str, Any] = {"do": "cast", "object": "card", "option": "prototyped", "as": "spell"}
RESOLVE: dict[str, Any] = {"do": "resolve", "object": "spell", "as": "perm"}
EXPECT: dict[str, Any] = {"expect": "perm", "mana_value": 3}
MERGING: list[dict[str, Any]] = [
    PUT,
    CAST,
    RESOLVE,
    {"do": "put", "card": BLITZ, "zone": "hand", "as": "other"},
    {"do": "cast", "object": "other", "option": "normal", "alternative": "{3}", "as": "other-spell"},
    {"do": "mutate", "object": "other-spell", "onto": "perm", "side": "under"},
]


def story(*steps: dict[str, Any], needs: tuple[str, ...] = (), **other: Any) -> dict[str, Any]:
    return {
        "id": "718.3b-story",
        "title": "a story",
        "rules": ["718.3b"],
        "needs": list(needs),
        "steps": list(steps) or [PUT, CAST, RESOLVE, EXPECT],
    } | other


def text_of(*scenarios: dict[str, Any], **other: Any) -> str:
    return json.dumps({"format": 1, "scenarios": list(scenarios)} | other)


def read(*steps: dict[str, Any], needs: tuple[str, ...] = (), **other: Any) -> Scenario:
    (scenario,) = loads(text_of(story(*steps, needs=needs, **other))).scenarios
    return scenario


def refusal(text: str) -> str:
    with pytest.raises(InvalidScenario) as caught:
        loads(text, source="some.json")
    assert "\n" not in str(caught.value)
    return str(caught.value)


# --- what is taken -------------------------------------------------------------------------------------------------


def test_a_file_is_read_as_it_stands() -> None:
    file = loads(text_of(story(note="why")), source="some.json")
    assert file.source == "some.json"
    assert file.scenarios == (
        Scenario(
            id="718.3b-story",
            title="a story",
            rules=("718.3b",),
            needs=(),
            steps=(FrozenMap(PUT), FrozenMap(CAST), FrozenMap(RESOLVE), FrozenMap(EXPECT)),
            note="why",
        ),
    )


def test_cards_are_characteristics_and_known_to_the_stories() -> None:
    bears = {"mana_cost": "{1}{G}", "type_line": "Creature — Bear", "power": "2", "toughness": "2", "rules_text": ""}
    land = {"type_line": "Basic Land — Forest"}
    steps = [{"do": "put", "card": name, "zone": "hand", "as": name} for name in ("Grizzly Bears", "Forest")]
    file = loads(text_of(story(*steps), cards={"Grizzly Bears": bears, "Forest": land}))
    assert file.cards["Grizzly Bears"].power == 2
    assert str(file.cards["Grizzly Bears"].mana_cost) == "{1}{G}"
    assert file.cards["Forest"].mana_cost is None


def test_what_is_read_is_a_value() -> None:
    file = loads(text_of(story()))
    step = file.scenarios[0].steps[0]
    assert copy.deepcopy(step) is step
    assert pickle.loads(pickle.dumps(file)) == file
    assert hash(file) == hash(loads(text_of(story())))
    assert eval(repr(step)) == step
    with pytest.raises(TypeError):
        step["do"] = "move"  # type: ignore[index]


def test_a_file_on_disk_is_read_too(tmp_path: Path) -> None:
    path = tmp_path / "mine.json"
    path.write_text(text_of(story()), encoding="utf-8")
    assert load(path) == ScenarioFile(source=str(path), scenarios=loads(text_of(story())).scenarios)


@pytest.mark.parametrize("content", [None, b"\xff\xfe{}"])
def test_a_file_that_cannot_be_read_is_named(tmp_path: Path, content: bytes | None) -> None:
    path = tmp_path / "mine.json"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(InvalidScenario, match=re.escape(str(path))):
        load(path)


def test_without_as_the_handle_names_the_new_object() -> None:
    cast = {key: value for key, value in CAST.items() if key != "as"}
    read(PUT, cast, {"do": "resolve", "object": "card"}, {"expect": "card", "zone": "battlefield"})


def test_a_cancelled_cast_leaves_the_handle() -> None:
    cancelled = {"do": "cast", "object": "card", "option": "prototyped", "cancel": True}
    read(PUT, cancelled, {"expect": "card", "zone": "hand"}, needs=("rewind",))


def test_an_old_handle_serves_what_looks_back() -> None:
    read(
        PUT,
        CAST,
        RESOLVE,
        {"expect_last_known": "spell", "mana_value": 3},
        {"do": "copy_spell", "object": "spell", "as": "copy"},
        {"do": "move", "object": "perm", "to": "hand", "as": "back"},
        {"do": "create_token_copy", "of": "perm", "as": "token"},
        needs=("copy_spell", "last_known", "token_copy"),
    )


def test_names_made_after_a_fork_belong_to_their_branch() -> None:
    read(PUT, {"do": "fork", "as": "line"}, CAST | {"in": "line"}, CAST, RESOLVE | {"in": "line"}, needs=("fork",))


def test_a_merged_permanent_leaves_under_several_names() -> None:
    leave = {"do": "move", "object": "perm", "to": "hand", "as": ["blitz", "below"]}
    seen = [{"expect": handle, "zone": "hand"} for handle in ("blitz", "below")]
    read(*MERGING, leave, *seen, needs=("alternative_cost", "merge"))


@pytest.mark.parametrize(
    ("owner", "caster", "needs"), [("A", "A", ()), ("A", "B", ("control",)), ("B", "A", ("control",)), ("B", "B", ())]
)
def test_control_is_needed_where_another_than_the_owner_casts(owner: str, caster: str, needs: tuple[str, ...]) -> None:
    read(PUT | {"player": owner}, CAST | {"player": caster}, {"expect": "spell", "mana_value": 3}, needs=needs)


def test_a_scenario_of_a_later_version_is_taken_unchecked() -> None:
    later = story({"do": "time_travel", "whither": 5}, needs=("time_travel",), mood="grim")
    (scenario,) = loads(text_of(later)).scenarios
    assert scenario.unknown_needs == ("time_travel",)
    assert read().unknown_needs == ()


# --- what is refused -----------------------------------------------------------------------------------------------


def places(value: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    yield path
    if isinstance(value, dict | list):
        for key, member in value.items() if isinstance(value, dict) else enumerate(value):
            yield from places(member, (*path, key))


SCALARS = (
    st.none() | st.booleans() | st.integers() | st.text(max_size=4) | st.sampled_from(["card", "perm", "R", "cast"])
)
ANYTHING = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=2) | st.dictionaries(SCALARS.map(str), inner, max_size=2)
)


@given(data=st.data())
def test_whatever_stands_in_a_file_it_is_read_or_refused_in_one_line(data: st.DataObject) -> None:
    file = json.loads(text_of(story(*MERGING, EXPECT, needs=("alternative_cost", "merge"))))
    *way, last = data.draw(st.sampled_from([path for path in places(file) if path]))
    holder = reduce(lambda value, key: value[key], way, file)
    holder[last] = data.draw(ANYTHING)
    message = "some.json: "
    try:
        assert loads(json.dumps(file), source="some.json").source == "some.json"
    except InvalidScenario as error:
        message = str(error)
    assert message.startswith("some.json: ")
    assert "\n" not in message


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("{", "not JSON"),
        ("[]", "is not a scenario file"),
        ("[" * 100_000, "not JSON"),
        ('{"format": ' + "1" * 6000 + "}", "not JSON"),
        ('{"format": NaN, "scenarios": []}', "not a number of JSON: 'NaN'"),
        ('{"format": 1, "format": 1, "scenarios": []}', "a key stands twice"),
        ('{"format": 2, "scenarios": [], "new": 1}', "a newer format: 2"),
        ('{"format": "1", "scenarios": []}', "'format' is not a whole number"),
        ('{"format": 1}', "lacks a key: 'scenarios'"),
        ('{"format": 1, "scenarios": [], "extra": 1}', "unknown key in a scenario file: 'extra'"),
    ],
)
def test_a_bad_file_is_refused_by_name(text: str, says: str) -> None:
    message = refusal(text)
    assert message.startswith("some.json: ")
    assert says in message


@pytest.mark.parametrize(
    ("card", "says"),
    [
        ({"mana_cost": "{1}"}, "lacks a key: 'type_line'"),
        ({"type_line": "Creature", "colour": "R"}, "unknown key in a card: 'colour'"),
        ({"type_line": "Creature", "mana_cost": "2R"}, "'mana_cost' is not a mana cost"),
        ({"type_line": "Creature", "mana_cost": "{2}", "rules_text": "Prototype {2}{R} - big"}, "the card 'Thing'"),
    ],
)
def test_a_bad_card_is_refused_by_name(card: dict[str, Any], says: str) -> None:
    message = refusal(text_of(story(), cards={"Thing": card}))
    assert message.startswith("some.json: the card 'Thing'")
    assert says in message


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"mood": "grim"}, "unknown key in a scenario: 'mood'"),
        ({"id": "718.3b"}, "'id' is not in kebab-case"),
        ({"id": "718.3b-Story"}, "'id' is not in kebab-case"),
        ({"id": "718.4-story"}, "does not begin with the main rule"),
        ({"id": "718.3-story"}, "does not begin with the main rule"),
        ({"title": "x" * 100}, "'title' is not a line of under 100 characters"),
        ({"title": ""}, "'title' is not"),
        ({"rules": []}, "'rules' is not"),
        ({"rules": ["718.3z"], "id": "718.3z-story"}, "no such rule: '718.3z'"),
        ({"rules": ["718.3b", "702.160b"]}, "no such rule: '702.160b'"),
        ({"rules": ["ruling:2022-02-30"]}, "no such rule: 'ruling:2022-02-30'"),
        ({"needs": ["copy_spell"]}, "'needs' is not what the steps use: ['copy_spell'] (they use [])"),
        ({"needs": ["core"]}, "'needs' is not what the steps use"),
        ({"needs": ["token_copy", "copy_spell"]}, "'needs' is not sorted"),
        ({"steps": []}, "'steps' is not"),
    ],
)
def test_a_bad_scenario_is_refused_by_id(change: dict[str, Any], says: str) -> None:
    scenario = story() | change
    message = refusal(text_of(scenario))
    assert message.startswith(f"some.json: scenario {scenario['id']}: ")
    assert says in message


def test_a_ruling_as_main_rule_leaves_the_id_free() -> None:
    read(rules=["ruling:2022-10-14", "718.3b"], id="any-name")


def test_an_id_stands_once() -> None:
    assert "an id that another scenario has: '718.3b-story'" in refusal(text_of(story(), story()))


def test_a_scenario_without_an_id_is_named_by_its_number() -> None:
    assert refusal(text_of(story(), {})).startswith("some.json: scenario #2: ")


@pytest.mark.parametrize(
    ("steps", "says"),
    [
        ([PUT, {"do": "cast", "object": "ghost", "option": "normal"}], "unbound handle: 'ghost'"),
        ([PUT, CAST, {"expect": "card", "zone": "hand"}], "the object became 'spell': 'card'"),
        ([PUT, PUT], "'as' takes a name that another object has: 'card'"),
        ([PUT, CAST, {"do": "put", "card": BLITZ, "zone": "hand", "as": "card"}], "'as' takes a name"),
        ([PUT, {"do": "end_effect", "effect": "ghost"}], "unknown effect: 'ghost'"),
        ([PUT, {"expect": "card", "zone": "hand", "in": "line"}], "unknown fork: 'line'"),
        ([PUT | {"zone": "handbag"}], "'zone' is not one of library, hand,"),
        ([PUT | {"card": "Blitz Automat"}], "unknown card: 'Blitz Automat'"),
        ([PUT | {"colour": "R"}], "unknown key in the action 'put': 'colour'"),
        ([PUT | {"face_down": True}], "'face_down' in the action 'put' stands only with 'zone': 'battlefield'"),
        ([PUT, {"do": "cast", "object": "card"}], "lacks a key: 'option'"),
        ([PUT, CAST | {"option": "kicked"}], "'option' is not one of normal, prototyped"),
        ([PUT, CAST | {"alternative": "2"}], "'alternative' is not a mana cost"),
        ([PUT, CAST | {"alternative": "{2}", "free": True}], "exclude each other: 'free, alternative'"),
        ([PUT, CAST | {"cancel": True}], "exclude each other: 'as, cancel'"),
        ([PUT, CAST | {"free": False}], "'free' is not true"),
        ([PUT, {"do": "juggle", "object": "card"}], "unknown action: 'juggle'"),
        ([PUT, {"object": "card"}], "a step is one action or one expectation"),
        ([PUT, {"do": "save_and_load", "expect": "card"}], "a step is one action or one expectation"),
        ([PUT, {"expect": "card"}], "says nothing"),
        ([PUT, {"expect": "card", "colors": "RW"}], "'colors' is not colours in WUBRG order, such as 'WR': 'RW'"),
        ([PUT, {"expect": "card", "mana_cost": "2R"}], "'mana_cost' is not a mana cost"),
        ([PUT, {"expect": "card", "power": "3"}], "'power' is not a whole number"),
        ([PUT, {"expect": "card", "mana_value": True}], "'mana_value' is not a number"),
        ([PUT, {"expect": "card", "keywords": ["Prototype"]}], "is not a keyword ability"),
        ([PUT, {"expect": "card", "types": ["Artifact", "Artifact"]}], "'types' has a member twice"),
        ([PUT, {"expect": "card", "devotion": {"R": 0}}], "'devotion' is not"),
        ([PUT, {"expect_options": "card", "options": ["prototyped", "normal"]}], "'options' is not sorted"),
        ([PUT, {"expect_options": "card", "options": [], "permission": {"big": True}}], "unknown key in a filter"),
        ([PUT, {"expect_card_matches": "card", "filter": {"colors_include": "RG"}, "result": True}], "is not one of"),
        ([PUT, {"expect_cost": "card", "option": "normal", "cost": "{7}", "modifiers": [{}]}], "says nothing"),
        (
            [PUT, {"do": "resolve", "object": "card", "except": {"power": 1}}],
            "'except' in the action 'resolve' stands only with 'copy_of'",
        ),
        (
            [PUT, {"do": "create_token_copy", "of": "card", "as": "x", "except": {"colors": "R", "add_colors": "G"}}],
            "exclude each other: 'colors, add_colors'",
        ),
        ([*MERGING, {"do": "move", "object": "perm", "to": "hand", "as": ["a", "b", "c"]}], "becomes 2, not 3"),
        ([*MERGING, {"expect": "other-spell", "zone": "stack"}], "the object became 'perm': 'other-spell'"),
        ([PUT, {"do": "fork", "as": "x"}, CAST | {"in": "x"}, {"expect": "spell", "gone": True}], "unbound handle"),
        ([PUT, {"do": "fork", "as": "x"}, {"do": "fork", "as": "x"}], "another fork has: 'x'"),
    ],
)
def test_a_bad_step_is_refused_by_its_number(steps: list[dict[str, Any]], says: str) -> None:
    message = refusal(text_of(story(*steps)))
    assert message.startswith(f"some.json: scenario 718.3b-story: step {len(steps)}: ")
    assert says in message


def test_a_name_of_an_effect_stands_once() -> None:
    effect = {"do": "lose_abilities", "object": "card", "as_effect": "e"}
    assert "another effect has: 'e'" in refusal(text_of(story(PUT, effect, effect)))


def test_the_error_is_of_the_family_and_knows_its_place() -> None:
    with pytest.raises(MtgError) as caught:
        loads(text_of(story(PUT, PUT)), source="some.json")
    error = caught.value
    assert isinstance(error, InvalidScenario)
    assert isinstance(error, ValueError)
    assert (error.source, error.scenario, error.step, error.value) == ("some.json", "718.3b-story", 2, "card")


# --- needs -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("step", "needs"),
    [
        ({"do": "cast", "object": "card", "option": "normal", "free": True}, ("free_cast",)),
        ({"do": "cast", "object": "card", "option": "normal", "alternative": "mana_cost"}, ("alternative_cost",)),
        ({"do": "move", "object": "card", "to": "battlefield", "face_down": True}, ("face_down",)),
        ({"do": "move", "object": "card", "to": "battlefield", "copy_of": "card"}, ("enters_as_copy",)),
        ({"do": "change_control", "object": "card", "player": "B"}, ("control",)),
        ({"do": "set_colors", "object": "card", "colors": ""}, ("layers",)),
        ({"do": "save_and_load"}, ("save",)),
        ({"expect": "card", "keywords": [], "base_power": 6}, ("abilities", "base_pt")),
        ({"expect": "card", "color_identity": None, "devotion": {}}, ("devotion", "identity")),
        ({"expect_entering": "card", "copy_of": "card", "power": 6}, ("entering", "enters_as_copy")),
        ({"expect_cost": "card", "option": "normal", "cost": "{0}", "free": True}, ("costs", "free_cast")),
    ],
)
def test_needs_are_what_the_keys_use(step: dict[str, Any], needs: tuple[str, ...]) -> None:
    read(PUT, step, needs=needs)
    assert "'needs' is not what the steps use" in refusal(text_of(story(PUT, step)))


def test_the_vocabulary_is_that_of_the_format() -> None:
    assert " ".join(ACTIONS) == (
        "put cast resolve counter move blink copy_spell create_token_copy become_copy copy_card turn_face_down "
        "turn_face_up phase_out phase_in change_control lose_abilities set_base_pt modify_pt switch_pt add_counters "
        "set_colors add_colors set_types add_types end_effect mutate fork save_and_load"
    )
    assert " ".join(EXPECTATIONS) == (
        "expect expect_last_known expect_entering expect_options expect_card_matches expect_cost"
    )
    assert sorted(CAPABILITIES) == [
        "abilities",
        "alternative_cost",
        "base_pt",
        "become_copy",
        "card_filters",
        "control",
        "copy_card",
        "copy_spell",
        "costs",
        "devotion",
        "entering",
        "enters_as_copy",
        "face_down",
        "fork",
        "free_cast",
        "identity",
        "last_known",
        "layers",
        "merge",
        "options",
        "phasing",
        "rewind",
        "save",
        "token_copy",
    ]
