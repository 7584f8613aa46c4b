"""What CR 702.160 and 718 say, as pure functions on values. No pluggy, no I/O.

An answer depends on the card, the zone and how the spell was cast, never on what was asked before.
"""

from dataclasses import replace
from functools import lru_cache
from typing import Final

from mtg_hookspecs.characteristics import Characteristics, Override
from mtg_hookspecs.errors import InvalidCharacteristics
from mtg_hookspecs.events import CastOption, CopyKind, ObjectCopied, SpellCast, SpellResolve, ZoneChange
from mtg_hookspecs.zones import Zone

from .ability import PrototypeAbility

DESIGNATION: Final = "prototyped"
"""The word for a prototyped spell, the permanent it becomes, and copies of either; also the option's name."""

_CACHED_CARDS: Final = 4096


def ability_of(card: Characteristics) -> PrototypeAbility | None:
    """The Prototype ability that the card has, by its rules text; by the table of cards where the text is not known.

    Raises ``InvalidAbilityText`` where it cannot be read.
    """
    if card.rules_text is not None:
        return PrototypeAbility.find(card.rules_text)
    from .table import find

    known = find(card.name) if card.name else None
    return known.ability if known else None


def prototype_of(card: Characteristics) -> Override | None:
    """What the card is as a prototyped spell and as the permanent that it becomes; ``None``: it has no Prototype.

    ``card`` is the card with its normal values. Only mana cost, colour, mana value, power and toughness differ (718.3b,
    105.2, 202.3); all else stays (718.5). Raises ``InvalidAbilityText``, ``InvalidCharacteristics``.
    """
    if not isinstance(card, Characteristics):
        raise InvalidCharacteristics("no Characteristics", value=card, hint="Characteristics.from_strings(...)")
    return _prototype_of(card)


@lru_cache(_CACHED_CARDS)
def _prototype_of(card: Characteristics) -> Override | None:
    ability = ability_of(card)
    if ability is None:
        return None
    prototyped = replace(
        card,
        mana_cost=ability.mana_cost,  # 718.3b
        colors=ability.mana_cost.colors,  # 718.3b, 105.2
        mana_value=ability.mana_cost.mana_value,  # 202.3
        power=ability.power,  # 718.3b
        toughness=ability.toughness,
    )
    return Override(DESIGNATION, prototyped, ("718.3b", "105.2", "202.3", "718.5"))


def cast_options(card: Characteristics, zone: Zone) -> tuple[CastOption, ...]:
    """The prototyped way to cast the card, from any zone that it can be cast from (718.3, 113.6e)."""
    if zone in (Zone.STACK, Zone.BATTLEFIELD) or "Land" in card.types:  # 305.9
        return ()
    return _options(card)


def spell_cast(event: SpellCast) -> Override | None:
    """The override of the spell, if it is cast prototyped and can be (702.160a, 718.3)."""
    if event.option != DESIGNATION or "Land" in event.card.types:
        return None
    return prototype_of(event.card)


def spell_resolve(event: SpellResolve) -> Override | None:
    """The permanent that a prototyped spell becomes has the same values (718.3b)."""
    return event.override if event.override.designation == DESIGNATION else None


def zone_change(event: ZoneChange) -> Override | None:
    """Everywhere but on the stack and the battlefield a card has its normal values (718.4).

    From the stack to the battlefield is a resolution (608.3); every other move makes a new object (400.7).
    """
    if event.origin is Zone.STACK and event.destination is Zone.BATTLEFIELD:
        return spell_resolve(SpellResolve(event.card, event.override))
    return None


def object_copied(event: ObjectCopied) -> Override | None:
    """A copy of a prototyped spell or permanent is prototyped (718.3c, 718.3d). A copy of a card is a card (718.4)."""
    override = event.source.override
    if override is None or override.designation != DESIGNATION or event.kind is CopyKind.CARD:
        return None
    return override


@lru_cache(_CACHED_CARDS)
def _options(card: Characteristics) -> tuple[CastOption, ...]:
    override = prototype_of(card)
    return (CastOption(DESIGNATION, override, override.characteristics),) if override else ()
