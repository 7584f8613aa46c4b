"""Weighing a view against copiable values: what of it counts, what contradicts them, what is an exception of a copy."""

from dataclasses import replace

from mtg_hookspecs.characteristics import Characteristics
from mtg_hookspecs.errors import MtgError

from ..rules import prototype_of
from .copies import values_of
from .infer import card_named, even_shift
from .view import View
from .words import spoken_colors


def fits(view: View, values: Characteristics) -> bool:
    """Whether the view can be of an object with these copiable values, later layers aside."""
    if view.name is not None and view.name != values.name:
        return False
    cost_shown = view.mana_cost is not None or view.mana_value is not None
    if view.mana_cost is not None and view.mana_cost != str(values.mana_cost or ""):
        return False
    if view.mana_value is not None and view.mana_value != values.mana_value:
        return False
    if (view.base_colors or not cost_shown) and view.colors is not None and view.colors != values.colors:
        return False
    sized = view.power is not None and (view.base_size or not cost_shown)
    return not (sized and (view.power, view.toughness) != (values.power, values.toughness))


def difference(view: View, values: Characteristics) -> tuple[str, str] | None:
    """What of the view contradicts these copiable values, as a sentence and its rule; ``None``: nothing.

    Of colours and sizes only the base ones count, and those that are the other way's and that no counter explains.
    """
    if view.name is not None and view.name != values.name:
        return f"it shows as {view.name or 'without a name'}, and is {values.name or 'without a name'}", "707.2"
    if view.mana_cost is not None and view.mana_cost != str(values.mana_cost or ""):
        return f"it shows mana cost {view.mana_cost or 'none'}, and has {values.mana_cost or 'none'}", "718.3b"
    if view.mana_value is not None and view.mana_value != values.mana_value:
        return f"it shows mana value {view.mana_value}, and has {values.mana_value}", "202.3"
    other = other_way(values)
    size = (view.power, view.toughness)
    if view.power is not None and size != (values.power, values.toughness):
        uneven = other is not None and even_shift(values, other) is None
        if view.base_size or (other is not None and uneven and size == (other.power, other.toughness)):
            return f"it shows {size[0]}/{size[1]}, and is {values.power}/{values.toughness}", "718.3b"
    if view.colors is not None and view.colors != values.colors:
        others = other is not None and view.colors == other.colors and view.colors != ""
        if view.base_colors or others:
            return f"it shows as {spoken_colors(view.colors)}, and is {spoken_colors(values.colors)}", "105.2"
    return None


def exceptions(view: View, copied: Characteristics, source: View | None) -> View | None:
    """What a copy shows that is not the copied object's, nor of later layers: its exceptions (707.9).

    Where base values are shown they are compared; else the sizes and colours that the engine shows of both, for the
    same effects apply to both. A size that counters explain is none; the other way's size is a mistake, no exception.
    """
    size, colors = (view.power, view.toughness), view.colors
    like = (copied.power, copied.toughness)
    base_colors: str = copied.colors
    if not view.base_size:
        if source is None or source.power is None or view.power is None:
            return None
        like = (source.power, source.toughness)
    if not view.base_colors:
        base_colors = source.colors if source is not None and source.colors is not None else copied.colors
    other = other_way(copied)
    excepted = View()
    mistaken = other is not None and size == (other.power, other.toughness)
    if None not in size and size != like and not mistaken and (view.base_size or not _even(size, like)):
        excepted = replace(excepted, power=view.power, toughness=view.toughness)
    if colors is not None and colors != base_colors and not (other is not None and colors == other.colors):
        excepted = replace(excepted, colors=colors)
    return None if excepted == View() else excepted


def card_of(view: View) -> Characteristics:
    """A card of which nothing is known but what shows."""
    try:
        return replace(Characteristics(name=view.name or ""), **values_of(view))
    except MtgError:
        return Characteristics(name=view.name or "")


def other_way(values: Characteristics) -> Characteristics | None:
    """The other set of values of the prototype card of that name, whichever way ``values`` is."""
    card = card_named(values.name)
    override = prototype_of(card) if card else None
    if card is None or override is None:
        return None
    return card if values.mana_cost == override.characteristics.mana_cost else override.characteristics


def _even(one: tuple[object, object], other: tuple[object, object]) -> bool:
    (a, b), (c, d) = one, other
    return isinstance(a, int) and isinstance(b, int) and isinstance(c, int) and isinstance(d, int) and a - c == b - d
