"""Characteristics, type lines, sizes, overrides (109.3, 202, 205, 208, 903.4)."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mtg_hookspecs import (
    Characteristics,
    InvalidColors,
    InvalidManaCost,
    InvalidSize,
    InvalidTypeLine,
    ManaCost,
    Override,
    parse_size,
    parse_type_line,
)


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("Artifact Creature — Construct", ((), ("Artifact", "Creature"), ("Construct",))),
        ("Artifact Creature - Construct", ((), ("Artifact", "Creature"), ("Construct",))),
        ("Artifact Creature – Construct", ((), ("Artifact", "Creature"), ("Construct",))),
        ("Artifact Creature — Assembly-Worker", ((), ("Artifact", "Creature"), ("Assembly-Worker",))),
        ("Legendary Creature — Time Lord Doctor", (("Legendary",), ("Creature",), ("Time Lord", "Doctor"))),
        ("Basic Snow Land — Forest", (("Basic", "Snow"), ("Land",), ("Forest",))),
        ("Plane — Bolas's Meditation Realm", ((), ("Plane",), ("Bolas's Meditation Realm",))),
        ("Instant", ((), ("Instant",), ())),
        ("Creature —", ((), ("Creature",), ())),
        ("Eaturecray — Igpay", ((), ("Eaturecray",), ("Igpay",))),
        ("Token Legendary Creature — Elf", (("Token", "Legendary"), ("Creature",), ("Elf",))),
    ],
)
def test_type_lines(text, parts):  # 205.1, 205.3b, 205.4
    assert parse_type_line(text) == parts


@pytest.mark.parametrize("wrong", ["", "  ", "Legendary", "— Goblin", "Creature — Elf // Land", "A — B — C"])
def test_not_a_type_line(wrong):
    with pytest.raises(InvalidTypeLine) as caught:
        parse_type_line(wrong)
    assert repr(wrong) in str(caught.value)


WORD = st.text(st.characters(categories=["Lu", "Ll"]), min_size=1, max_size=8)
LINES = st.builds(
    lambda above, types, below: " ".join([*above, *types]) + (f" — {' '.join(below)}" if below else ""),
    st.lists(st.sampled_from(["Legendary", "Snow", "Basic"]), unique=True),
    st.lists(st.sampled_from(["Artifact", "Creature", "Land", "Kindred", "Odd"]), min_size=1, unique=True),
    st.lists(st.one_of(WORD, st.just("Time Lord"), st.just("Assembly-Worker"))),
)


@given(LINES)
def test_type_line_round_trip(text):
    assert Characteristics.from_strings(name="A", type_line=text).type_line == text


@pytest.mark.parametrize(("text", "size"), [("3", 3), ("0", 0), ("-1", -1), (5, 5), (None, None)])
def test_whole_sizes_are_integers(text, size):
    assert parse_size(text) == size


@pytest.mark.parametrize("odd", ["*", "1+*", "7-*", "2.5", ".5", "+0", "∞", "?", "*²", "X", "1d4+1", "-0", "03"])
def test_odd_sizes_are_kept(odd):
    assert parse_size(odd) == odd


@pytest.mark.parametrize("wrong", ["", "three", "3/2", "3 ", "+", "--1", "1+"])
def test_not_a_size(wrong):
    with pytest.raises(InvalidSize, match="not a power"):
        parse_size(wrong)


def test_derived_values(blitz):
    assert (blitz.colors, blitz.mana_value, blitz.color_identity) == ("", 7, "R")
    assert (blitz.power, blitz.toughness) == (6, 4)


def test_color_identity():  # 903.4, 903.4c
    def identity(**given):
        return Characteristics.from_strings(name="A", **given).color_identity

    assert identity(type_line="Artifact", mana_cost="{1}", rules_text="{T}: Add {W} or {U/B}.") == "WUB"
    assert identity(type_line="Creature", mana_cost="{G}", rules_text="Extort (Pay {W/B}.)") == "G"
    assert identity(type_line="Land — Forest Island", rules_text="") == "UG"
    assert identity(type_line="Creature", colors="R") == "R"
    assert identity(type_line="Land", color_identity="W") == "W"


def test_no_mana_cost_is_not_zero():  # 202.1b, 202.3a
    land = Characteristics.from_strings(name="Forest", mana_cost="", type_line="Basic Land — Forest")
    assert land.mana_cost is None
    assert land.mana_value == 0
    assert land != replace(land, mana_cost=ManaCost.parse("{0}"))


@pytest.mark.parametrize(
    ("wrong", "error"),
    [
        ({"mana_cost": "{7}"}, InvalidManaCost),
        ({"types": "Creature"}, InvalidTypeLine),
        ({"power": "big"}, InvalidSize),
        ({"colors": "Q"}, InvalidColors),
    ],
)
def test_values_of_another_form_are_refused(wrong, error):
    with pytest.raises(error):
        Characteristics(name="A", **wrong)


def test_strings_have_scryfalls_keys_and_forms(blitz):
    assert blitz.to_strings() == {
        "name": "Blitz Automaton",
        "mana_cost": "{7}",
        "cmc": 7.0,
        "colors": [],
        "type_line": "Artifact Creature — Construct",
        "power": "6",
        "toughness": "4",
        "keywords": ["Haste"],
        "oracle_text": "Prototype {2}{R} — 3/2\nHaste",
        "color_identity": ["R"],
    }


SIZES = st.one_of(st.none(), st.integers(-3, 20), st.sampled_from(["*", "1+*", "2.5", "+0"]))
COSTS = st.one_of(st.none(), st.sampled_from(["{0}", "{2}{R}", "{X}{W/U}", "{HW}", "{2/G}"]).map(ManaCost.parse))
CHARACTERISTICS = st.builds(
    Characteristics,
    name=st.text(max_size=5),
    mana_cost=COSTS,
    colors=st.one_of(st.none(), st.sampled_from(["", "R", "WU"])),
    supertypes=st.sampled_from([(), ("Legendary",)]),
    types=st.sampled_from([("Creature",), ("Artifact", "Creature"), ("Instant",)]),
    subtypes=st.sampled_from([(), ("Time Lord",), ("Frog", "Myr")]),
    power=SIZES,
    toughness=SIZES,
    loyalty=SIZES,
    defense=SIZES,
    keywords=st.sampled_from([(), ("Haste",), ("First strike", "Ward")]),
    rules_text=st.one_of(st.none(), st.sampled_from(["", "Haste", "{T}: Add {G}."])),
    mana_value=st.one_of(st.none(), st.integers(0, 9), st.just(0.5)),
)


@given(CHARACTERISTICS)
def test_string_round_trip(original):
    assert Characteristics.from_strings(**original.to_strings()) == original


@given(CHARACTERISTICS)
def test_equal_values_hash_alike(original):
    again = Characteristics.from_strings(**original.to_strings())
    assert hash(again) == hash(original)
    assert {original: 1}[again] == 1


def test_changes_are_what_differs(blitz):
    spell = replace(blitz, mana_cost=ManaCost.parse("{2}{R}"), colors="R", mana_value=3, power=3, toughness=2)
    override = Override("prototyped", spell)
    assert override.changes(blitz) == {
        "mana_cost": ManaCost.parse("{2}{R}"),
        "colors": "R",
        "mana_value": 3,
        "power": 3,
        "toughness": 2,
    }
    assert override.changes(blitz, form="strings") == {
        "mana_cost": "{2}{R}",
        "cmc": 3.0,
        "colors": ["R"],
        "power": "3",
        "toughness": "2",
    }
    assert override.changes(spell) == {}


def test_changes_name_what_is_lost(blitz):
    instant = Characteristics.from_strings(name="Chop Down", mana_cost="{2}{W}", type_line="Instant", rules_text="x")
    changes = Override("on an adventure", instant).changes(blitz, form="strings")
    assert changes["power"] is None
    assert changes["oracle_text"] == "x"


def test_a_text_that_is_not_known_changes_nothing(blitz):
    override = Override("prototyped", replace(blitz, rules_text=None))
    assert override.changes(blitz) == {}
    assert override.changes(blitz, form="strings") == {}


def test_the_rules_of_an_override_are_not_compared(blitz):
    assert Override("a", blitz, ("718.3b",)) == Override("a", blitz)
