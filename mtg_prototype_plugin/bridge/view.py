"""What an engine shows of an object: a ``View``. Everything in it may be missing."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, Final

from mtg_hookspecs.characteristics import Size
from mtg_hookspecs.errors import InvalidEvent
from mtg_hookspecs.value import Value
from mtg_hookspecs.zones import Zone


@dataclass(frozen=True, slots=True)
class View(Value):
    """What an engine shows of one object. ``None``: it does not show that.

    ``mana_cost`` is text in braces, ``""`` for no mana cost; ``colors`` are WUBRG letters, ``""`` for colourless.
    """

    id: str | None = None
    zone: Zone | None = None
    name: str | None = None
    """``""`` for an object without a name (708.2a)."""
    printed_name: str | None = None
    """The name on the card, where the engine shows that too: also of a copy, or of what is face down."""
    mana_cost: str | None = None
    mana_value: int | float | None = None
    colors: str | None = None
    power: Size | None = None
    toughness: Size | None = None
    types: tuple[str, ...] | None = None
    subtypes: tuple[str, ...] | None = None
    token: bool | None = None
    copy: bool | None = None
    """A copy effect applies to it; of a token: it is a copy."""
    copied_spell: bool | None = None
    """A copy of a spell, not a card that is about to enter as a copy (707.10, 707.5)."""
    copied_from: str | None = None
    """The id of what it is a copy of, where the engine shows that."""
    face_down: bool | None = None
    phased_out: bool | None = None
    controller: str | None = None
    counters: tuple[tuple[str, int], ...] | None = None
    """Kind and number, such as ``(("+1/+1", 2),)``."""
    base_size: bool = False
    """The size shown is the base one: neither counters nor other effects of layer 7 are in it."""
    base_colors: bool = False
    """The colours shown are the base ones: no effect of layer 5 is in them."""
    incarnation: int | None = None
    """The engine's own count of zone changes, where it has one that changes with every move."""
    prototyped: bool | None = None
    """The engine's flag, only where it is sound. Forge's and XMage's are not: their translators drop them."""


_FIELDS: Final = {each.name for each in fields(View)}
_LISTS: Final = {"types", "subtypes"}


def view_from_json(record: Mapping[str, Any]) -> View:
    """A view from plain JSON: the fields by name, zones as words, counters as an object. Raises ``InvalidEvent``."""
    unknown = [key for key in record if key not in _FIELDS]
    if unknown:
        raise InvalidEvent("a view has no such field", value=unknown[0], hint=f"fields: {', '.join(sorted(_FIELDS))}")
    values: dict[str, Any] = {
        key: tuple(value) if key in _LISTS and value is not None else value for key, value in record.items()
    }
    if values.get("zone") is not None:
        values["zone"] = zone_from_json(values["zone"])
    if values.get("counters") is not None:
        values["counters"] = tuple(sorted(values["counters"].items()))
    return View(**values)


def view_to_json(view: View) -> dict[str, Any]:
    """The same as plain JSON, without what is not shown."""
    record = {name: getattr(view, name) for name in sorted(_FIELDS)}
    record = {name: value for name, value in record.items() if value is not None and value is not False}
    for name in ("token", "copy", "copied_spell", "face_down", "phased_out", "prototyped"):
        if getattr(view, name) is False:
            record[name] = False
    for name in _LISTS & record.keys():
        record[name] = list(record[name])
    if view.counters is not None:
        record["counters"] = dict(view.counters)
    return record


def zone_from_json(word: object) -> Zone:
    """The zone of that word. Raises ``InvalidEvent``."""
    try:
        return Zone(word)  # type: ignore[arg-type]
    except ValueError:
        raise InvalidEvent("no such zone", value=word, hint=f"zones: {', '.join(Zone)}") from None
