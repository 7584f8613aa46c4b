"""Values and zones in the words of a sentence."""

from collections.abc import Mapping
from typing import Final

from mtg_hookspecs.characteristics import Characteristics
from mtg_hookspecs.zones import Zone

from .view import View

_COLORS: Final[Mapping[str, str]] = {"W": "white", "U": "blue", "B": "black", "R": "red", "G": "green"}
_ZONES: Final[Mapping[Zone, str]] = {
    Zone.LIBRARY: "in the library",
    Zone.HAND: "in hand",
    Zone.STACK: "on the stack",
    Zone.BATTLEFIELD: "on the battlefield",
    Zone.GRAVEYARD: "in the graveyard",
    Zone.EXILE: "in exile",
    Zone.COMMAND: "in the command zone",
    Zone.OUTSIDE: "outside the game",
}


def spoken_colors(colors: str) -> str:
    """``colourless``, ``red``, ``white and blue``."""
    return " and ".join(_COLORS.get(letter, letter) for letter in colors) or "colourless"


def spoken_zone(zone: Zone) -> str:
    """``in hand``, ``on the battlefield``."""
    return _ZONES[zone]


def shown_text(view: View) -> str:
    """What a view shows: ``Blitz Automaton {7} 6/4 red``."""
    size = "" if view.power is None else f"{view.power}/{view.toughness}"
    colors = "" if view.colors is None else spoken_colors(view.colors)
    return " ".join(filter(None, (view.name or "without a name", view.mana_cost, size, colors)))


def values_text(values: Characteristics) -> str:
    """The same of characteristics."""
    size = "" if values.power is None else f"{values.power}/{values.toughness}"
    cost = str(values.mana_cost or "")
    return " ".join(filter(None, (values.name or "without a name", cost, size, spoken_colors(values.colors))))
