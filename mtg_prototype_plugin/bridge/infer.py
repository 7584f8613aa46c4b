"""Whether an object is prototyped, judged from one view alone. Pure: nothing is kept, nothing is asked.

Mana cost and mana value decide: no effect of layers 2 to 7 changes them (613.1). Colours and sizes may come from such
effects (layers 5 and 7), so alone they only suggest, and beside a mana cost they contradict only where no counter or
even pump explains them.
"""

from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Final

from mtg_hookspecs.characteristics import Characteristics
from mtg_hookspecs.value import Value
from mtg_hookspecs.zones import Zone

from ..rules import prototype_of
from .view import View, checked, same_cost
from .words import spoken_colors, spoken_zone


class Verdict(StrEnum):
    """How an answer is known."""

    TOLD = "told"
    """By an event, or by a flag that is sound."""
    INFERRED = "inferred"
    """From what the engine shows."""
    UNKNOWN = "unknown"
    """It cannot be known from this."""
    IMPOSSIBLE = "impossible"
    """What is shown contradicts itself, or the rules."""

    def __repr__(self) -> str:
        return f"Verdict.{self.name}"


@dataclass(frozen=True, slots=True)
class Inference(Value):
    """The answer, in a sentence why, and the rules behind it. ``prototyped`` is ``None`` where it is not known.

    ``characteristics`` are the values of that way: of the card in its zone, before later layers.
    """

    verdict: Verdict
    prototyped: bool | None
    characteristics: Characteristics | None
    reason: str
    rules: tuple[str, ...] = ()


class _Way(StrEnum):
    NORMAL = "normal"
    PROTOTYPED = "prototyped"


def _other(way: _Way) -> _Way:
    return _Way.NORMAL if way is _Way.PROTOTYPED else _Way.PROTOTYPED


_Forms = dict[_Way, Characteristics]
_STEP: Final = {"+1/+1": 1, "-1/-1": -1, "P1P1": 1, "M1M1": -1}
"""Counters that change power and toughness alike, in the engines' words."""


def infer(view: View, *, card: Characteristics | None = None) -> Inference:
    """Whether the object of ``view`` is prototyped.

    ``card`` is the card with its normal values; without it the table of cards is asked for the view's name. An object
    that copies with exceptions shows neither way's values: the answer is ``UNKNOWN``. Raises ``InvalidEvent`` for a
    field that cannot be read. Symbols of a mana cost may come in any order, sizes as digits.
    """
    view = checked(view)
    if view.face_down:
        return _unknown("it is face down: nothing of its face shows", "708.2")
    card = card or card_named(view.name)
    if card is None:
        return _unknown(f"{view.name!r} is no card known to have Prototype" if view.name else "no name is shown")
    override = prototype_of(card)
    if override is None:
        reason = f"{card.name} has no Prototype"
        return Inference(Verdict.INFERRED, prototyped=False, characteristics=card, reason=reason, rules=("702.160a",))
    forms = {_Way.NORMAL: card, _Way.PROTOTYPED: override.characteristics}
    said = _costs(view, forms)
    if len(set(said.values())) > 1:
        what = f"mana cost {view.mana_cost or 'none'} and mana value {view.mana_value} are of different ways"
        return _impossible(what, "202.3")
    way = next(iter(said.values()), None)
    if view.zone is not None and view.zone not in (Zone.STACK, Zone.BATTLEFIELD):
        return _elsewhere(view, forms, way)
    if view.prototyped is not None:
        return _told(view, forms, way)
    if way is None:
        return _from_size_and_colors(view, forms)
    against = contradiction(view, forms[way], forms[_other(way)])
    if against:
        return _impossible(against, "718.3b" if way is _Way.PROTOTYPED else "718.4")
    shown = "mana cost" if "mana cost" in said else "mana value"
    return _known(Verdict.INFERRED, way, forms, f"its {shown} is the {way} one", "718.3b", "202.3")


def contradiction(view: View, values: Characteristics, other: Characteristics) -> str | None:
    """What the view shows of ``other`` that no counter or even pump explains beside the cost of ``values``."""
    size = _size(view)
    of_other = size is not None and size == (other.power, other.toughness) != (values.power, values.toughness)
    if of_other and (view.base_size or even_shift(values, other) is None):
        return f"{view.power}/{view.toughness} with {values.mana_cost}"
    if view.colors is not None and view.colors == other.colors != values.colors and (view.colors or view.base_colors):
        return f"{values.mana_cost} and {spoken_colors(view.colors)}"
    return None


@lru_cache(1024)
def card_named(name: str | None) -> Characteristics | None:
    """The prototype card of that name, from the table."""
    if not name:
        return None
    from ..table import find

    found = find(name)
    return found.characteristics if found else None


def _costs(view: View, forms: _Forms) -> dict[str, _Way]:
    """Which way's mana cost and mana value are shown; what is neither's is left out."""
    said: dict[str, _Way] = {}
    for way, values in forms.items():
        if view.mana_cost is not None and same_cost(view.mana_cost, str(values.mana_cost or "")):
            said["mana cost"] = way
        if view.mana_value is not None and view.mana_value == values.mana_value:
            said["mana value"] = way
    return said


def _elsewhere(view: View, forms: _Forms, way: _Way | None) -> Inference:
    """Outside stack and battlefield a card is normal (718.4)."""
    assert view.zone is not None, "it is elsewhere"
    normal, prototype = forms[_Way.NORMAL], forms[_Way.PROTOTYPED]
    size = _size(view)
    sized_so = size == (prototype.power, prototype.toughness) != (normal.power, normal.toughness)
    if view.prototyped:
        return _impossible(f"the flag says prototyped {spoken_zone(view.zone)}", "718.4")
    if way is _Way.PROTOTYPED or (way is None and sized_so):
        shown = f"{view.power}/{view.toughness}" if size else view.mana_cost
        return _impossible(f"prototype values ({shown}) {spoken_zone(view.zone)}", "718.4")
    return _known(Verdict.INFERRED, _Way.NORMAL, forms, f"{spoken_zone(view.zone)} every card is normal", "718.4")


def _told(view: View, forms: _Forms, way: _Way | None) -> Inference:
    told = _Way.PROTOTYPED if view.prototyped else _Way.NORMAL
    if way is not None and way is not told:
        return _impossible(f"the flag says {told}, the mana cost is the {way} one", "718.3b")
    against = contradiction(view, forms[told], forms[_other(told)])
    if against:
        return _impossible(f"the flag says {told}, and it shows {against}", "718.3b")
    return _known(Verdict.TOLD, told, forms, "the engine's flag says so", "718.3b")


def _from_size_and_colors(view: View, forms: _Forms) -> Inference:
    if view.mana_cost is not None or view.mana_value is not None:
        return _unknown("its mana cost is neither way's: a copy with exceptions, or another card", "707.9")
    size = _size(view)
    if size is None and view.colors is None:
        return _unknown("neither cost, size nor colours are shown")
    hints = {way for way, values in forms.items() if size is not None and size == (values.power, values.toughness)}
    if len({values.colors for values in forms.values()}) > 1:
        hints |= {way for way, values in forms.items() if view.colors == values.colors}
    if len(hints) != 1:
        return _unknown("size and colours fit neither way, or both: later layers may have changed them", "613.1")
    way = hints.pop()
    reason = f"size or colours are the {way} ones; effects of later layers could make them so too"
    return _known(Verdict.INFERRED, way, forms, reason, "718.3b", "613.1")


def _size(view: View) -> tuple[object, object] | None:
    """Power and toughness without the counters that are shown."""
    if view.power is None or view.toughness is None:
        return None
    if view.base_size or not (isinstance(view.power, int) and isinstance(view.toughness, int)):
        return view.power, view.toughness
    by = sum(_STEP.get(kind, 0) * number for kind, number in view.counters or ())
    return view.power - by, view.toughness - by


def even_shift(one: Characteristics, other: Characteristics) -> int | None:
    """By how many +1/+1 (or -1/-1) counters the sizes differ; ``None``: not by any number of them."""
    sizes = (one.power, one.toughness, other.power, other.toughness)
    if not all(isinstance(size, int) for size in sizes):
        return None
    power, toughness, other_power, other_toughness = (int(size) for size in sizes if size is not None)
    return other_power - power if other_power - power == other_toughness - toughness else None


def _known(verdict: Verdict, way: _Way, forms: _Forms, reason: str, *rules: str) -> Inference:
    return Inference(verdict, way is _Way.PROTOTYPED, forms[way], reason, rules)


def _unknown(reason: str, *rules: str) -> Inference:
    return Inference(Verdict.UNKNOWN, None, None, reason, rules)


def _impossible(reason: str, *rules: str) -> Inference:
    return Inference(Verdict.IMPOSSIBLE, None, None, reason, rules)
