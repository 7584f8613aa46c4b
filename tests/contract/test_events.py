"""Events refuse what cannot have happened."""

import pytest

from mtg_hookspecs import (
    CopiableValues,
    CopyKind,
    InvalidEvent,
    ObjectCopied,
    Override,
    SpellCast,
    SpellResolve,
    Zone,
    ZoneChange,
)


@pytest.mark.parametrize("zone", [Zone.STACK, Zone.BATTLEFIELD])
def test_nothing_is_cast_from_there(blitz, zone):
    with pytest.raises(InvalidEvent, match="nothing is cast from there"):
        SpellCast(blitz, "normal", zone)


@pytest.mark.parametrize("zone", [Zone.STACK, Zone.BATTLEFIELD])
def test_no_move_within_stack_or_battlefield(blitz, zone):
    with pytest.raises(InvalidEvent, match=f"no zone change: '{zone} to {zone}'"):
        ZoneChange(blitz, Override("prototyped", blitz), zone, zone)


def test_a_permanent_does_not_move_to_the_stack(blitz):
    with pytest.raises(InvalidEvent, match="no zone change: 'battlefield to stack'"):
        ZoneChange(blitz, Override("prototyped", blitz), Zone.BATTLEFIELD, Zone.STACK)


def test_exile_to_exile_is_a_move(blitz):  # 406.7
    assert ZoneChange(blitz, Override("prototyped", blitz), Zone.EXILE, Zone.EXILE)


@pytest.mark.parametrize(
    "make",
    [
        lambda card: SpellCast(card, "normal", "hand"),
        lambda card: SpellCast("Blitz Automaton", "normal", Zone.HAND),
        lambda card: SpellCast(card, None, Zone.HAND),
        lambda card: SpellResolve(card, None),
        lambda card: ZoneChange(card, None, Zone.BATTLEFIELD, Zone.HAND),
        lambda card: ZoneChange(card, Override("prototyped", card), Zone.BATTLEFIELD, "exile"),
        lambda card: ObjectCopied("token", CopiableValues(card, None)),
        lambda card: ObjectCopied(CopyKind.TOKEN, card),
    ],
)
def test_wrong_types_are_named(blitz, make):
    with pytest.raises(InvalidEvent, match=r"^\w+\.\w+ is no \w+"):
        make(blitz)


def test_zones_are_their_words():
    assert Zone("hand") is Zone.HAND
    assert [str(zone) for zone in Zone] == [
        "library",
        "hand",
        "stack",
        "battlefield",
        "graveyard",
        "exile",
        "command",
        "outside",
    ]
