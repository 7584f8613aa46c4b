"""The cards that made-up stories are about: the prototype cards, and some whose prototype costs are unlike theirs."""

from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from mtg_hookspecs import Characteristics, ManaCost
from mtg_prototype_plugin import prototype_of, table

_ENGINE: Final = {"type_line": "Artifact Creature — Golem", "power": "5", "toughness": "6"}

DEFINED: Final[dict[str, dict[str, Any]]] = {
    "Grizzly Bears": {
        "mana_cost": "{1}{G}",
        "type_line": "Creature — Bear",
        "power": "2",
        "toughness": "2",
        "rules_text": "",
    },
    "Dreamtail Heron": {
        "mana_cost": "{4}{U}",
        "type_line": "Creature — Elemental Bird",
        "power": "3",
        "toughness": "4",
        "keywords": ["Mutate", "Flying"],
        "rules_text": "",
    },
    "Hybrid Engine": {**_ENGINE, "mana_cost": "{6}", "rules_text": "Prototype {W/U} — 1/4"},
    "Variable Engine": {**_ENGINE, "mana_cost": "{8}", "rules_text": "Prototype {X}{G} — 2/2"},
    "Plain Engine": {
        **_ENGINE,
        "mana_cost": "{5}",
        "keywords": ["Trample"],
        "rules_text": "Prototype {2} — 1/1\nTrample",
    },
    "Twofold Engine": {**_ENGINE, "mana_cost": "{9}", "rules_text": "Prototype {1}{W}{B} — 4/1"},
    "Phyrexian Engine": {**_ENGINE, "mana_cost": "{7}", "rules_text": "Prototype {1}{G/P} — 3/1"},
    "Red Engine": {**_ENGINE, "mana_cost": "{4}{R}{R}", "rules_text": "Prototype {1}{U} — 2/4"},
}
"""Those that the plugin does not know, as facts in the form of the scenario format."""

MUTATES: Final = "Dreamtail Heron"


@dataclass(frozen=True, slots=True)
class FuzzCard:
    """What a story has to know of a card. ``costs``: the mana cost of each way that it can be cast."""

    name: str
    costs: dict[str, ManaCost]


@cache
def pool() -> dict[str, FuzzCard]:
    """All cards, by name."""
    known = [entry.characteristics for entry in table.cards()]
    return {card.name: FuzzCard(card.name, _costs(card)) for card in (*known, *characteristics().values())}


@cache
def characteristics() -> dict[str, Characteristics]:
    """The defined ones as a host takes them."""
    return {name: Characteristics.from_strings(name=name, **facts) for name, facts in DEFINED.items()}


def _costs(card: Characteristics) -> dict[str, ManaCost]:
    small = prototype_of(card)
    costs = {"normal": card.mana_cost, "prototyped": small.characteristics.mana_cost if small else None}
    return {way: cost for way, cost in costs.items() if cost is not None}
