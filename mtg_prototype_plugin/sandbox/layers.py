"""Layers 4 to 7 (613.1): what continuous effects make of an object's copiable values, as far as stories need."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from mtg_hookspecs import Characteristics, Colors, InvalidSize, ManaCost, Size, Value, Zone


class EffectKind(StrEnum):
    """What an effect does, in the order in which the layers apply (613.1d to 613.1g, 613.4)."""

    SET_TYPES = "set_types"
    ADD_TYPES = "add_types"
    SET_COLORS = "set_colors"
    ADD_COLORS = "add_colors"
    LOSE_ABILITIES = "lose_abilities"
    SET_BASE_PT = "set_base_pt"
    MODIFY_PT = "modify_pt"
    SWITCH_PT = "switch_pt"

    def __repr__(self) -> str:
        return f"EffectKind.{self.name}"


_LAYER: Final = {
    EffectKind.SET_TYPES: 4,
    EffectKind.ADD_TYPES: 4,
    EffectKind.SET_COLORS: 5,
    EffectKind.ADD_COLORS: 5,
    EffectKind.LOSE_ABILITIES: 6,
    EffectKind.SET_BASE_PT: 7.2,  # 613.4b
    EffectKind.MODIFY_PT: 7.3,  # 613.4c
    EffectKind.SWITCH_PT: 7.4,  # 613.4d
}


COLORLESS: Final = Colors()


@dataclass(frozen=True, slots=True)
class Effect(Value):
    """A continuous effect on one object. ``timestamp`` (613.7) is also its name. Counters are one too (613.4c)."""

    timestamp: int
    kind: EffectKind
    types: tuple[str, ...] = ()
    colors: Colors = COLORLESS
    power: int = 0
    toughness: int = 0


@dataclass(frozen=True, slots=True)
class Current(Value):
    """What an object is now, after all layers. What it lacks is ``None``."""

    name: str | None
    mana_cost: ManaCost | None
    mana_value: int | float
    colors: Colors
    types: tuple[str, ...]
    subtypes: tuple[str, ...]
    keywords: tuple[str, ...]
    power: Size | None
    toughness: Size | None
    base_power: Size | None
    base_toughness: Size | None


def current(start: Characteristics, effects: Iterable[Effect] = (), *, zone: Zone, x: int = 0) -> Current:
    """Apply ``effects`` to the copiable values ``start`` in the order of layers and timestamps (613.1, 613.7).

    ``x`` counts in the mana value on the stack (202.3e). Raises ``InvalidSize`` for a change of a size such as ``*``.
    """
    cost = start.mana_cost
    mana_value = cost.mana_value_with(x) if x and cost and zone is Zone.STACK else start.mana_value
    types, subtypes, colors, keywords = start.types, start.subtypes, start.colors, start.keywords
    power, toughness = base = start.power, start.toughness
    for effect in sorted(effects, key=_order):
        match effect.kind:
            case EffectKind.SET_TYPES:
                types, subtypes = effect.types, _subtypes_of(effect.types, subtypes)
            case EffectKind.ADD_TYPES:
                types = tuple(dict.fromkeys((*types, *effect.types)))
            case EffectKind.SET_COLORS:
                colors = effect.colors  # 105.3
            case EffectKind.ADD_COLORS:
                colors |= effect.colors
            case EffectKind.LOSE_ABILITIES:
                keywords = ()
            case EffectKind.SET_BASE_PT:
                power, toughness = base = effect.power, effect.toughness
            case EffectKind.MODIFY_PT:
                power, toughness = _sum(power, effect.power), _sum(toughness, effect.toughness)
            case EffectKind.SWITCH_PT:
                power, toughness = toughness, power
    if zone is Zone.BATTLEFIELD and "Creature" not in types:
        power, toughness = base = None, None  # 208.3
    return Current(
        start.name or None, cost, mana_value, colors, types, subtypes, keywords, power, toughness, base[0], base[1]
    )


def _order(effect: Effect) -> tuple[float, int]:
    return _LAYER[effect.kind], effect.timestamp


def _sum(size: Size | None, change: int) -> Size | None:
    if isinstance(size, str):
        raise InvalidSize("a size that is not a number cannot be changed here", value=size, hint="set it first")
    return None if size is None else size + change


_SUBTYPES: Final = {
    "Artifact": frozenset({"Blood", "Clue", "Equipment", "Food", "Fortification", "Powerstone", "Treasure", "Vehicle"}),
    "Enchantment": frozenset({"Aura", "Background", "Cartouche", "Case", "Class", "Curse", "Role", "Saga", "Shrine"}),
    "Land": frozenset({"Plains", "Island", "Swamp", "Mountain", "Forest", "Cave", "Desert", "Gate", "Lair", "Town"}),
}
"""Subtypes by card type, as far as stories need (205.3g to 205.3i); any other is taken for a creature type (205.3m)."""


def _subtypes_of(types: tuple[str, ...], subtypes: tuple[str, ...]) -> tuple[str, ...]:
    """The subtypes that stay when the card types are set: those that belong to one of them (205.1b)."""

    def stays(subtype: str) -> bool:
        homes = [card_type for card_type, known in _SUBTYPES.items() if subtype in known] or ["Creature", "Kindred"]
        return any(home in types for home in homes)

    return tuple(filter(stays, subtypes))
