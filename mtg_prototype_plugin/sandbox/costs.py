"""What a spell costs in all (601.2f)."""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from mtg_hookspecs import ManaCost, MtgError

from .filters import matches
from .layers import Current

Modifier = Mapping[str, Any]
"""``{"increase": "{2}"}``, ``{"reduce": "{1}", "colored_only": True}``, ``{"minimum": 3}``; ``"if"`` adds a filter."""

FREE: Final = ManaCost.parse("{0}")


def total_cost(cost: ManaCost | None, *, spell: Current, modifiers: Iterable[Modifier] = ()) -> ManaCost:
    """``cost`` with what changes it: increases, then reductions in the order given, then a minimum (601.2f).

    ``cost`` is the mana cost of the chosen way, or what is paid in its stead (118.9); ``spell`` is what the spell would
    be, which conditions look at. Raises ``MtgError`` where there is no mana cost: that cannot be paid (118.6).
    """
    if cost is None:
        raise MtgError("a spell without a mana cost cannot be paid for", value=spell.name, hint="118.6")
    chosen = [one for one in modifiers if matches(spell, one.get("if", {}))]
    total = cost.increase(FREE)  # in full order
    for one in chosen:
        if "increase" in one:
            total = total.increase(ManaCost.parse(one["increase"]))
    for one in chosen:
        if "reduce" in one:
            total = total.reduce(ManaCost.parse(one["reduce"]), colored_only=one.get("colored_only", False))
    for one in chosen:
        if "minimum" in one:
            total = total.at_least(one["minimum"])
    return total
