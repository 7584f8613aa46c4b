"""A story in the making: its games, and what its steps are made of."""

from collections.abc import Callable
from random import Random
from typing import Any, Final

from .world import Thing, World, paid

_EXCEPTIONS: Final = (
    {"power": 1, "toughness": 1},
    {"name": "Nobody"},
    {"mana_cost": None},
    {"mana_cost": "{1}{W}"},
    {"colors": "G"},
    {"add_colors": "B"},
    {"subtypes": ["Frog"]},
    {"add_types": ["Enchantment"]},
    {"add_subtypes": ["Zombie"]},
)
_BENEATH: Final = ({"own_pt": True}, {"keep_colors": True}, {"own_pt": True, "add_types": ["Artifact"]})
_COSTS: Final = ("{1}", "{3}{U}", "{B}{B}", "mana_cost")


class Draft:
    """One story in the making. ``has``: the capabilities that it may use; ``cards``: the names that it begins with."""

    def __init__(self, random: Random, *, has: frozenset[str], cards: tuple[str, ...]) -> None:
        self.random = random
        self.has = has
        self.main = World()
        self.forks: dict[str, World] = {}
        self.world = self.main
        """The game in which the next step happens: this one, or a fork."""
        self._cards = cards
        self._count = 0

    def name(self, stem: str) -> str:
        """A name that nothing has."""
        self._count += 1
        return f"{stem}-{self._count}"

    def any(self, suits: Callable[[Thing], bool]) -> str | None:
        """An object that suits, if there is one."""
        found = [handle for handle, thing in self.world.things.items() if suits(thing)]
        return self.random.choice(found) if found else None

    def card(self) -> str:
        """A card to begin with: as a rule a prototype card."""
        return self.random.choice(self._cards)

    def put(self, card: str, zone: str) -> dict[str, Any]:
        """A card appears."""
        step = {"do": "put", "card": card, "zone": zone, "as": self.name("card")}
        if self.random.random() < 0.1:
            step["player"] = "B"
        return step

    def priced(self, thing: Thing) -> dict[str, Any]:
        """A way to cast the card, and what is paid for it."""
        random = self.random
        ways = [*thing.card.costs, *thing.card.costs][1:]
        step: dict[str, Any] = {"option": random.choice(ways)}
        if "free_cast" in self.has and random.random() < 0.12:
            step["free"] = True
        elif "alternative_cost" in self.has and random.random() < 0.12:
            step["alternative"] = random.choice(_COSTS)
        cost = paid(thing.card, step)
        if cost is not None and "X" in cost.symbols:
            step["x"] = random.randint(0, 3)
        return step

    def casting(self, handle: str) -> dict[str, Any]:
        """The card is cast."""
        thing = self.world.things[handle]
        step = {"do": "cast", "object": handle, **self.priced(thing), "as": self.name("spell")}
        if "control" in self.has and thing.kind == "card" and self.random.random() < 0.05:
            step["player"] = "B" if thing.owner == "A" else "A"
        return step

    def as_copy(self, object_step: dict[str, Any]) -> dict[str, Any]:
        """What enters may do so as a copy."""
        source = self.any(lambda thing: thing.permanent)
        if source is not None and "enters_as_copy" in self.has and self.random.random() < 0.4:
            object_step["copy_of"] = source
            self.excepted(object_step, beneath=True)
        return object_step

    def excepted(self, step: dict[str, Any], *, beneath: bool) -> dict[str, Any]:
        """Now and then a copy has exceptions (707.9)."""
        if self.random.random() < 0.3:
            step["except"] = self.random.choice((*_EXCEPTIONS, *_BENEATH, *_BENEATH) if beneath else _EXCEPTIONS)
        return step

    def ending(self, step: dict[str, Any]) -> dict[str, Any]:
        """As a rule an effect has a name, so that it can end."""
        if self.random.random() < 0.8:
            step["as_effect"] = self.name("effect")
        return step
