"""The exceptions of a copy (707.9), as scenarios write them."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from mtg_hookspecs import Characteristics, Colors, ManaCost
from mtg_prototype_plugin.objects import Modify


def modification(exceptions: Mapping[str, Any] | None) -> Modify | None:
    """The function that applies them to what is copied; ``None`` if there are none."""
    if exceptions is None:
        return None

    def modify(copied: Characteristics, own: Characteristics) -> Characteristics:
        changes: dict[str, Any] = {key: exceptions[key] for key in ("name", "power", "toughness") if key in exceptions}
        if "own_pt" in exceptions:
            changes |= {"power": own.power, "toughness": own.toughness}  # 707.9b
        if "mana_cost" in exceptions:
            text = exceptions["mana_cost"]
            cost = ManaCost.parse(text) if text else None
            changes |= {"mana_cost": cost, "mana_value": cost.mana_value if cost else 0}  # 202.3a
            changes["colors"] = cost.colors if cost else Colors()  # 105.2
        if "colors" in exceptions:
            changes["colors"] = Colors(exceptions["colors"])
        if "keep_colors" in exceptions:
            changes["colors"] = own.colors  # 707.9d
        if "add_colors" in exceptions:
            changes["colors"] = copied.colors | exceptions["add_colors"]
        subtypes = exceptions.get("subtypes", copied.subtypes)
        changes["subtypes"] = _joined(subtypes, exceptions.get("add_subtypes", ()))
        changes["types"] = _joined(copied.types, exceptions.get("add_types", ()))
        return replace(copied, **changes)

    return modify


def _joined(words: tuple[str, ...], more: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*words, *more)))
