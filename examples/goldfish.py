"""How much sooner does a deck of prototype cards do something? Asked of a real goldfish simulator.

``mtg-mana-simulator`` has one number for a cost and no plugins: ``prototype_of``, once a card, is all that it needs.
The same games are played twice: with the normal costs only, and with the prototype cost where it is the lower one.

The simulator knows no colours; in this deck every land is a Mountain and every coloured card is red. Nor does it know
sizes: what is cast sooner is the smaller creature.

    pip install mtg-mana-simulator
    python examples/goldfish.py [--seed N] [--games N] [--json]
"""

import argparse
import json
import random
from dataclasses import asdict, dataclass
from statistics import median_low

try:
    from mtg_mana_simulator import AI, Card, Context, Experiment, Sequence  # type: ignore[import-untyped]
except ModuleNotFoundError:
    raise SystemExit("this example needs: pip install mtg-mana-simulator") from None

from mtg_hookspecs import Characteristics, Override
from mtg_prototype_plugin import prototype_of

TURNS = 12


def creature(name: str, mana_cost: str, type_line: str, power: int, toughness: int) -> Characteristics:
    return Characteristics.from_strings(
        name=name, mana_cost=mana_cost, type_line=type_line, power=power, toughness=toughness
    )


DECK = (  # the player plays what stands higher first
    (24, Characteristics.from_strings(name="Mountain", type_line="Basic Land — Mountain")),
    (4, creature("Skitterbeam Battalion", "{9}", "Artifact Creature — Construct", 4, 4)),
    (4, creature("Fallaji Dragon Engine", "{8}", "Artifact Creature — Dragon", 5, 5)),
    (4, creature("Blitz Automaton", "{7}", "Artifact Creature — Construct", 6, 4)),
    (16, creature("Hill Giant", "{3}{R}", "Creature — Giant", 3, 3)),
    (8, Characteristics.from_strings(name="Mind Stone", mana_cost="{2}", type_line="Artifact")),
)
ORDER = [card.name for _, card in DECK]

KEEP_THREE_LANDS = AI.minimum_land_mulligan(5, 3)

Game = dict[str, int]
"""The turn in which each card was first played, by name."""


class Player:
    """Tells the simulator what to keep and to play, and writes the games down."""

    def __init__(self) -> None:
        self.games: list[Game] = []

    def mulligan(self, context: Context, keepable_cards: int) -> list[int] | None:
        if keepable_cards == 7:
            self.games.append({})
        kept: list[int] | None = KEEP_THREE_LANDS(context, keepable_cards)
        return kept

    def choose(self, context: Context) -> int:
        playable: list[int] = context.playable_cards()
        chosen = min(playable, key=lambda index: ORDER.index(context.hand[index].name))
        self.games[-1].setdefault(context.hand[chosen].name, context.turn)
        return chosen


def play(costs: dict[str, int], *, seed: int, games: int) -> list[Game]:
    """Play with these costs, by card name. The same seed deals the same cards, whatever they cost."""
    deck: list[Card] = []
    for count, card in DECK:
        simulated = Card(
            card.name,
            land="Land" in card.types,
            cost=costs[card.name],
            mana_sequence=Sequence.zero if "Creature" in card.types else Sequence.one,
        )
        deck += count * [simulated]
    random.seed(seed)  # the simulator draws from the module's own generator
    player = Player()
    Experiment(deck, AI(mulligan=player.mulligan, choose=player.choose), TURNS, games)
    return player.games


def lower_cost(card: Characteristics, override: Override | None) -> int:
    values = [card.mana_value] + ([override.characteristics.mana_value] if override else [])
    return int(min(values))


@dataclass(frozen=True)
class Casts:
    """The turns of the first cast, over all games."""

    mana_value: int
    earliest: int | None
    median: int | None
    """``None``: not cast in half of the games."""
    by_turn_5: float
    """The share of the games."""


def count(name: str, mana_value: int, games: list[Game]) -> Casts:
    turns = [game.get(name, TURNS + 1) for game in games]
    earliest, median = (turn if turn <= TURNS else None for turn in (min(turns), median_low(turns)))
    return Casts(mana_value, earliest, median, sum(turn <= 5 for turn in turns) / len(turns))


def compare(*, seed: int, games: int) -> dict[str, tuple[Casts, Casts]]:
    """By creature: with normal costs only, and with the prototype costs."""
    normal = {card.name: int(card.mana_value) for _, card in DECK}
    lower = {card.name: lower_cost(card, prototype_of(card)) for _, card in DECK}
    before, after = (play(costs, seed=seed, games=games) for costs in (normal, lower))
    names = [card.name for _, card in DECK if "Creature" in card.types]
    return {name: (count(name, normal[name], before), count(name, lower[name], after)) for name in names}


def number_of_games(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 1 up")
    return int(text)


def main() -> None:
    parser = argparse.ArgumentParser(description="When prototype cards are first cast, with and without Prototype.")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", type=number_of_games, default=2000)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    rows = compare(seed=options.seed, games=options.games)
    if options.json:
        cards = [
            {"name": name, "normal_costs": asdict(normal), "prototype_costs": asdict(prototype)}
            for name, (normal, prototype) in rows.items()
        ]
        print(json.dumps({"seed": options.seed, "games": options.games, "turns": TURNS, "cards": cards}))
        return
    print(f"First cast in {options.games} games of {TURNS} turns, seed {options.seed}")
    print(f"{'':26}normal costs only                   with the prototype costs")
    print(f"{'':23}{'value earliest median by turn 5':>34}{'value earliest median by turn 5':>36}")
    for name, row in rows.items():
        cells = (f"{it.mana_value:8} {it.earliest or '-':>8} {it.median or '-':>6} {it.by_turn_5:>9.0%}" for it in row)
        print(f"{name:23}" + "   ".join(cells))


if __name__ == "__main__":
    main()
