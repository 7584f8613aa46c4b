"""What an effect looks for: a filter is a mapping with any of the keys below, all of which must match."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from mtg_hookspecs import Size

from .layers import Current

Filter = Mapping[str, Any]

_TESTS: Final[Mapping[str, Callable[[Current, Any], bool]]] = {
    "colors_include": lambda it, color: color in it.colors,
    "colorless": lambda it, _: not it.colors,
    "mana_value_max": lambda it, most: it.mana_value <= most,
    "mana_value_min": lambda it, least: it.mana_value >= least,
    "mana_value_parity": lambda it, parity: it.mana_value % 2 == (parity == "odd"),
    "power_max": lambda it, most: _within(it.power, most=most),
    "power_min": lambda it, least: _within(it.power, least=least),
    "toughness_max": lambda it, most: _within(it.toughness, most=most),
    "types_include": lambda it, word: word in it.types,
}


def matches(it: Current, wanted: Filter) -> bool:
    """Whether the object, as it is now, has all that is ``wanted``. A size that is no number matches no bound."""
    return all(_TESTS[key](it, value) for key, value in wanted.items())


def _within(size: Size | None, *, least: int | None = None, most: int | None = None) -> bool:
    return isinstance(size, int) and (least is None or size >= least) and (most is None or size <= most)
