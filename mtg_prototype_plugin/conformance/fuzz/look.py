"""What is looked at after a step: every key that may be asked of the object there."""

from functools import cache
from typing import Any, Final

from ..vocabulary import PROPERTIES
from .world import GONE, Thing

_ON_STACK_AND_BATTLEFIELD: Final = ("controller",)
_ON_BATTLEFIELD: Final = ("base_power", "base_toughness", "devotion")


def looks_at(handle: str, thing: Thing, has: frozenset[str], *, word: str = "expect") -> dict[str, Any]:
    """The expectation, whose values are still to be filled in."""
    if thing.zone == GONE:
        return {word: handle, "gone": True}
    zone = "battlefield" if word == "expect_entering" else thing.zone
    return {word: handle, **_keys(zone, has, ofcard=word == "expect" and not thing.parts)}


@cache
def _keys(zone: str, has: frozenset[str], *, ofcard: bool) -> dict[str, None]:
    keys = {key.name for key in PROPERTIES if not key.capability or key.capability in has} - {"gone"}
    if zone != "battlefield":
        keys -= {*_ON_BATTLEFIELD}
    if zone not in ("stack", "battlefield"):
        keys -= {*_ON_STACK_AND_BATTLEFIELD}
    if not ofcard:
        keys.discard("color_identity")
    return dict.fromkeys(key.name for key in PROPERTIES if key.name in keys)
