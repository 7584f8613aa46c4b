"""Sentences with rule numbers."""

import re
from dataclasses import replace

import pytest

from mtg_hookspecs import (
    CastOption,
    CopiableValues,
    CopyKind,
    ObjectCopied,
    Override,
    SpellCast,
    SpellResolve,
    Zone,
    ZoneChange,
)
from mtg_prototype_plugin import prototype_of, rule_index
from mtg_prototype_plugin.explain import explain, languages


def events(card):
    own = prototype_of(card)
    yield CastOption("prototyped", own, own.characteristics)
    yield SpellCast(card, "prototyped", Zone.HAND)
    yield SpellCast(card, "normal", Zone.HAND)
    yield SpellResolve(card, own)
    for zone in Zone:
        if zone not in (Zone.BATTLEFIELD, Zone.STACK):
            yield ZoneChange(card, own, Zone.BATTLEFIELD, zone)
        if zone is not Zone.STACK:
            yield ZoneChange(card, own, Zone.STACK, zone)
    for kind in CopyKind:
        yield ObjectCopied(kind, CopiableValues(own.characteristics, own))


@pytest.mark.parametrize("language", languages())
def test_every_sentence_ends_with_rule_numbers_that_exist(blitz, language):
    for event in events(blitz):
        sentences = explain(event, language)
        assert sentences, event
        for sentence in sentences:
            numbers = re.search(r"\(([\d., a-z]+)\)\.$", sentence)
            assert numbers, sentence
            assert [number for number in numbers[1].split(", ") if not rule_index.exists(number)] == []


def test_what_is_said_of_a_prototyped_cast(blitz):
    assert explain(SpellCast(blitz, "prototyped", Zone.HAND)) == (
        "Blitz Automaton is cast prototyped: it costs {2}{R} and is 3/2, not {7} and 6/4 (718.3b).",
        "By that cost it is red, and its mana value is 3 (105.2, 202.3).",
        "Its name, types and abilities stay (718.5).",
    )


def test_what_is_said_of_a_move(blitz):
    said = explain(ZoneChange(blitz, prototype_of(blitz), Zone.BATTLEFIELD, Zone.GRAVEYARD))
    assert said[1] == (
        "How the spell was cast is forgotten: it has only its normal values, {7}, colourless, mana value 7, 6/4 "
        "(718.4)."
    )


def test_two_colors_and_none(blitz):
    hybrid = replace(blitz, rules_text="Prototype {W/U} — 1/1")
    assert "white and blue" in explain(SpellCast(hybrid, "prototyped", Zone.HAND))[1]
    plain = replace(blitz, rules_text="Prototype {3} — 1/1")
    assert "it is colourless" in explain(SpellCast(plain, "prototyped", Zone.HAND))[1]


@pytest.mark.parametrize("language", ["en", "en-GB", "EN_us", "xx", ""])
def test_a_language_that_is_not_spoken_is_answered_in_english(blitz, language):
    event = SpellResolve(blitz, prototype_of(blitz))
    assert explain(event, language) == explain(event, "en")


def test_silence_about_what_is_not_prototype(blitz, bears):
    stranger = Override("plotted", blitz)
    assert explain(SpellResolve(blitz, stranger)) == ()
    assert explain(ZoneChange(blitz, stranger, Zone.STACK, Zone.EXILE)) == ()
    assert explain(ObjectCopied(CopyKind.TOKEN, CopiableValues(bears, None))) == ()
    assert explain(CastOption("plotted", stranger, blitz)) == ()
    assert explain(CastOption("normal", None, blitz)) == ()
    assert explain(SpellCast(bears, "normal", Zone.HAND)) == ()
    assert explain(SpellCast(blitz, "plotted", Zone.HAND)) == ()
    assert explain(SpellCast(bears, "prototyped", Zone.HAND)) == (
        "Grizzly Bears has no Prototype, so it cannot be cast prototyped (702.160a).",
    )
