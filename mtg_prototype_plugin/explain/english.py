"""The explanations in English."""

from typing import Final

from mtg_hookspecs.characteristics import Characteristics, Override
from mtg_hookspecs.errors import InvalidAbilityText
from mtg_hookspecs.events import CastOption, CopyKind, Event, ObjectCopied, SpellCast, SpellResolve, ZoneChange
from mtg_hookspecs.zones import Zone

from ..rules import DESIGNATION, prototype_of

_COLOR_WORDS: Final = {"W": "white", "U": "blue", "B": "black", "R": "red", "G": "green"}
_PLACES: Final = {
    Zone.LIBRARY: "in the library",
    Zone.HAND: "in hand",
    Zone.STACK: "on the stack",
    Zone.BATTLEFIELD: "on the battlefield",
    Zone.GRAVEYARD: "in the graveyard",
    Zone.EXILE: "in exile",
    Zone.COMMAND: "in the command zone",
    Zone.OUTSIDE: "outside the game",
}
_COPIES: Final = {
    CopyKind.SPELL: "The copy of the prototyped spell is prototyped: {values}; so is the token it becomes (718.3c).",
    CopyKind.TOKEN: "The token copies a prototyped permanent and has its values: {values} (718.3d, 707.2).",
    CopyKind.ENTERS_AS: "It enters as a copy of a prototyped permanent and has its values: {values} (718.3d, 707.5).",
    CopyKind.BECOMES: "It becomes a copy of a prototyped permanent and has its values: {values} (718.3d, 707.4). "
    "How it was cast itself is not changed, and shows again when the copy effect ends (613.2a).",
}


def explain(event: Event | CastOption) -> tuple[str, ...]:
    """What happened, and by which rules."""
    match event:
        case CastOption(name=name, override=Override(characteristics=spell, designation=word)) if word == DESIGNATION:
            return (
                f"{spell.name} may be cast {name}: {_values(spell)} (718.3, 702.160a).",
                "This is no alternative cost: it is the mana cost, and an alternative cost may be applied (118.9).",
                "Whether it may be cast is judged by these values alone (718.3a, 601.3e).",
            )
        case SpellCast():
            return _cast(event)
        case SpellResolve(override=override) if override.designation == DESIGNATION:
            return (_resolved(override),)
        case ZoneChange(override=override) if override.designation == DESIGNATION:
            return _moved(event)
        case ObjectCopied(source=source) if source.override and source.override.designation == DESIGNATION:
            return _copied(event.kind, source.override)
        case _:
            return ()


def _cast(event: SpellCast) -> tuple[str, ...]:
    card = event.card
    try:
        override = prototype_of(card)
    except InvalidAbilityText as error:
        return (f"{card.name} cannot be cast prototyped: {error} (702.160a).",)
    if event.option == DESIGNATION and override is None:
        return (f"{card.name} has no Prototype, so it cannot be cast prototyped (702.160a).",)
    if override is None or event.option not in (DESIGNATION, "normal"):
        return ()
    if event.option == "normal":
        return (f"{card.name} is cast normally and has only its normal values: {_values(card)} (718.4).",)
    spell = override.characteristics
    normal = f"{card.mana_cost} and {_size(card)}"
    return (
        f"{card.name} is cast prototyped: it costs {spell.mana_cost} and is {_size(spell)}, not {normal} (718.3b).",
        f"By that cost it is {_colors(spell)}, and its mana value is {spell.mana_value} (105.2, 202.3).",
        "Its name, types and abilities stay (718.5).",
    )


def _resolved(override: Override) -> str:
    permanent = override.characteristics
    return f"The permanent that the prototyped spell becomes has the same values: {_values(permanent)} (718.3b, 608.3)."


def _moved(event: ZoneChange) -> tuple[str, ...]:
    if event.origin is Zone.STACK and event.destination is Zone.BATTLEFIELD:
        return (_resolved(event.override),)
    return (
        f"{event.card.name} is a new object {_PLACES[event.destination]} (400.7).",
        f"How the spell was cast is forgotten: it has only its normal values, {_values(event.card)} (718.4).",
    )


def _copied(kind: CopyKind, override: Override) -> tuple[str, ...]:
    if kind is CopyKind.CARD:
        return ("A copy of a card is a card, with normal values; it may be cast prototyped (718.4, 707.12).",)
    return (_COPIES[kind].format(values=_values(override.characteristics)),)


def _values(of: Characteristics) -> str:
    return f"{of.mana_cost or 'no mana cost'}, {_colors(of)}, mana value {of.mana_value}, {_size(of)}"


def _size(of: Characteristics) -> str:
    return f"{of.power}/{of.toughness}"


def _colors(of: Characteristics) -> str:
    return " and ".join(_COLOR_WORDS[color] for color in of.colors) or "colourless"
