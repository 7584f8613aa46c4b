"""Characteristics as rows of python-mtg's state: what a card is, what an object is, and where it is."""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from typing import Any

from mtg_hookspecs import Characteristics, Zone

State = dict[str, Any]
"""A game of the engine: sets of rows by relation, and the engine's own notes under names with an underscore."""

NORMAL = "normal"
_COPIED = "|copied"

mtg: Any = import_module("mtg")

COLOR_WORDS = {"W": "white", "U": "blue", "B": "black", "R": "red", "G": "green", "C": "colorless"}
_ZONES = {
    "on_battlefield": Zone.BATTLEFIELD,
    "on_stack": Zone.STACK,
    "in_hand": Zone.HAND,
    "in_library": Zone.LIBRARY,
    "graveyard": Zone.GRAVEYARD,
    "exile": Zone.EXILE,
    "command_zone": Zone.COMMAND,
}


@cache
def printed(name: str) -> Characteristics:
    """The card of that name from the engine's own list; its colours by its mana cost (105.2), not by its identity."""
    record = mtg.cards[name]
    return Characteristics.from_strings(
        name=name,
        mana_cost=record["manaCost"],
        type_line=record["type"],
        power=record["power"],
        toughness=record["toughness"],
        loyalty=record["loyalty"],
        keywords=[keyword for keyword in record["keywords"] or () if keyword != "Prototype"],
        rules_text=record["text"],
    )


def key_of(name: str, word: str) -> str:
    """The key of our own rows for a card that is ``word``: normal, or a designation. The engine's keys have no bar."""
    return f"{name}|{word}"


def objects(state: State) -> Iterator[tuple[str, str, str]]:
    """The objects that our own rows describe: object, card name, and ``normal`` or a designation; in a fixed order."""
    for thing, key in sorted(state["instance_of"]):
        name, bar, word = key.partition("|")
        if bar:
            yield thing, name, word


def add_card(state: State, key: str, values: Characteristics, *, like: str) -> None:
    """Add rows for the card ``key``: those of the card ``like``, but with the colours and size of ``values``."""
    own = _shown("card", key, values)
    for relation, rows in state.items():
        if isinstance(rows, set) and relation not in ("instance_of", *own):
            state[relation] = rows | {(key, *row[1:]) for row in rows if row[0] == like}
    for relation, rows in own.items():
        state[relation] = state.get(relation, set()) | rows


def set_object(state: State, thing: str, key: str, values: Characteristics) -> None:
    """Let the object ``thing`` be the card ``key``, with the colours, size and mana cost of ``values``."""
    symbols = values.mana_cost.symbols if values.mana_cost else ()
    pips = Counter(COLOR_WORDS[symbol] for symbol in symbols if symbol in COLOR_WORDS)
    own: dict[str, set[Any]] = {
        "instance_of": {(thing, key)},
        "mana_cost": {(thing, int(values.mana_value))},
        "mana_generic": {(thing, int(values.mana_value) - pips.total())},
        "mana_pip": {(thing, color, count) for color, count in pips.items()},
        **_shown("printed", thing, values),
    }
    for relation, rows in own.items():
        state[relation] = {row for row in state.get(relation, set()) if row[0] != thing} | rows


def keep_copies(state: State, thing: str) -> None:
    """What has become a copy of the object keeps what it copied (707.2b): a stand-in has it when the object has not."""
    effects = state.get("eff_copy", set())
    if any(original == thing for _, _, original, _ in effects):
        stand_in = thing + _COPIED
        state["instance_of"] = state["instance_of"] | {
            (stand_in, key) for each, key in state["instance_of"] if each == thing
        }
        state["eff_copy"] = {
            (effect, copy, stand_in if original == thing else original, stamp)
            for effect, copy, original, stamp in effects
        }


def drop_unused_copies(state: State) -> None:
    """Stand-ins end with the last copy effect that needs them."""
    used = {original for _, _, original, _ in state.get("eff_copy", ())}
    state["instance_of"] = {row for row in state["instance_of"] if not row[0].endswith(_COPIED) or row[0] in used}


def zone_of(state: State, thing: str) -> Zone | None:
    """Where the object is; ``None`` if it has ceased to exist."""
    for relation, zone in _ZONES.items():
        # a row is (object,), (player, object), or on the stack (object, position)
        column = 0 if zone is Zone.STACK else -1
        if any(row[column] == thing for row in state.get(relation, ())):
            return zone
    return None


def _shown(prefix: str, subject: str, values: Characteristics) -> dict[str, set[Any]]:
    sizes = {"power": values.power, "toughness": values.toughness}
    return {
        f"{prefix}_color": {(subject, COLOR_WORDS[color]) for color in values.colors},
        **{f"{prefix}_{name}": {(subject, size)} for name, size in sizes.items() if isinstance(size, int)},
    }
