"""The likeliest first mistakes: each a typed error of one line that shows what was given."""

import pytest

from mtg_hookspecs import (
    Characteristics,
    Color,
    Colors,
    ContractViolation,
    CopiableValues,
    CopyKind,
    InvalidCharacteristics,
    InvalidColors,
    InvalidEvent,
    InvalidManaCost,
    InvalidSize,
    InvalidTypeLine,
    InvalidWord,
    ManaCost,
    ObjectCopied,
    OnError,
    PluginHost,
    SpellResolve,
    Zone,
)
from mtg_prototype_plugin import plugin, prototype_of

RECORD = {
    "name": "Blitz Automaton",
    "type_line": "Artifact Creature",
    "mana_cost": "{7}",
    "power": "6",
    "toughness": "4",
}


@pytest.mark.parametrize(
    ("key", "wrong", "error"),
    [
        ("name", None, InvalidCharacteristics),
        ("rules_text", 3, InvalidCharacteristics),
        ("cmc", "7", InvalidCharacteristics),
        ("cmc", True, InvalidCharacteristics),
        ("mana_cost", 7, InvalidManaCost),
        ("type_line", None, InvalidTypeLine),
        ("type_line", ["Artifact"], InvalidTypeLine),
        ("power", True, InvalidSize),
        ("power", 6.0, InvalidSize),
        ("colors", [1], InvalidColors),
        ("colors", 1, InvalidColors),
        ("keywords", "Haste", InvalidTypeLine),
        ("keywords", [None], InvalidTypeLine),
    ],
)
def test_a_card_of_a_wrong_form(key, wrong, error):
    with pytest.raises(error) as caught:
        Characteristics.from_strings(**{**RECORD, key: wrong})
    assert "\n" not in str(caught.value)
    assert repr(wrong).strip("[]") in str(caught.value)


@pytest.mark.parametrize("wrong", [RECORD, "Blitz Automaton", None])
def test_prototype_of_what_is_no_characteristics(wrong):
    with pytest.raises(InvalidCharacteristics, match=r"Characteristics.from_strings\(...\)"):
        prototype_of(wrong)


@pytest.mark.parametrize("kind", [Zone, CopyKind, OnError, Color])
@pytest.mark.parametrize("wrong", ["yard", "Hand", None])
def test_a_word_that_is_none(kind, wrong):
    with pytest.raises(InvalidWord, match=rf"no {kind.__name__} of that name: {wrong!r} \(one of "):
        kind(wrong)


def test_a_form_that_is_none(blitz):
    for changes in (blitz.changes_from, prototype_of(blitz).changes):
        with pytest.raises(InvalidCharacteristics, match="no such form: 'string'"):
            changes(blitz, form="string")


def test_a_plugin_that_is_not_in_a_list():
    with pytest.raises(ContractViolation, match=r"mtg_prototype_plugin\.plugin.*PluginHost"):
        PluginHost(plugin)


def test_copiable_values_the_wrong_way_round(blitz):
    with pytest.raises(InvalidEvent, match="override is no Override"):
        CopiableValues(prototype_of(blitz), blitz)


def test_an_object_without_an_override_is_not_asked_about(blitz):
    with pytest.raises(InvalidEvent, match=r"SpellResolve\.override is no Override but None \(an object without"):
        SpellResolve(blitz, None)


@pytest.mark.parametrize(
    "ask",
    [
        lambda host, card: host.cast_options(RECORD, zone=Zone.HAND),
        lambda host, card: host.cast_options(card, zone="hand"),
        lambda host, card: host.spell_cast(SpellResolve(card, prototype_of(card))),
        lambda host, card: host.spell_resolve(card),
        lambda host, card: host.zone_change(SpellResolve(card, prototype_of(card))),
        lambda host, card: host.object_copied(prototype_of(card)),
    ],
)
def test_something_else_than_the_event(host, blitz, ask):
    with pytest.raises(InvalidEvent, match="asked for: "):
        ask(host, blitz)


def test_a_mana_cost_that_is_no_text():
    with pytest.raises(InvalidManaCost, match="not a text: 7"):
        ManaCost.parse(7)
    with pytest.raises(InvalidColors, match="7"):
        Colors([7])


def test_a_copy_of_something_without_a_size_says_so(blitz):
    ring = Characteristics.from_strings(name="Sol Ring", mana_cost="{1}", type_line="Artifact")
    changes = ring.changes_from(blitz, form="strings")
    assert (changes["power"], changes["toughness"]) == (None, None)
    assert "oracle_text" not in changes
    assert ObjectCopied(CopyKind.BECOMES, CopiableValues(ring, None)).source.override is None
