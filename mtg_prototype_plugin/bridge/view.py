"""What an engine shows of an object: a ``View``. Everything in it may be missing."""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from functools import lru_cache
from typing import Any, Final

from mtg_hookspecs.characteristics import Size, parse_size
from mtg_hookspecs.errors import InvalidEvent, InvalidManaCost, MtgError
from mtg_hookspecs.mana import Colors, ManaCost
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
_WORD: Final = (str,)
_FLAG: Final = (bool,)
_KINDS: Final[tuple[tuple[str, tuple[type, ...], str], ...]] = (
    ("name", _WORD, "a word"),
    ("mana_cost", _WORD, "symbols in braces, such as {2}{R}"),
    ("colors", _WORD, "letters of WUBRG"),
    ("mana_value", (int, float), "a number"),
    ("power", (int, str), "such as 3, or a star"),
    ("toughness", (int, str), "such as 3, or a star"),
    *((name, _WORD, "a word") for name in ("id", "printed_name", "copied_from", "controller")),
    *((name, _FLAG, "true or false") for name in ("token", "copy", "copied_spell", "face_down", "phased_out")),
    *((name, _FLAG, "true or false") for name in ("base_size", "base_colors", "prototyped")),
    ("incarnation", (int,), "a whole number"),
)


def view_from_json(record: Mapping[str, Any]) -> View:
    """A view from plain JSON: the fields by name, zones as words, counters as an object. Raises ``InvalidEvent``."""
    if not isinstance(record, Mapping):
        raise InvalidEvent("a view is an object", value=record, hint=f"fields: {', '.join(sorted(_FIELDS))}")
    unknown = [key for key in record if key not in _FIELDS]
    if unknown:
        raise InvalidEvent("a view has no such field", value=unknown[0], hint=f"fields: {', '.join(sorted(_FIELDS))}")
    values = dict(record)
    for name in _LISTS & values.keys():
        if values[name] is not None and not _all(values[name], (list, tuple), str):
            raise InvalidEvent(
                f"{name} is a list of words", value=values[name], hint='such as ["Artifact", "Creature"]'
            )
        values[name] = None if values[name] is None else tuple(values[name])
    if values.get("zone") is not None:
        values["zone"] = zone_from_json(values["zone"])
    counters = values.get("counters")
    if counters is not None:
        if not (
            isinstance(counters, Mapping) and _all(counters, Mapping, str) and _all([*counters.values()], list, int)
        ):
            raise InvalidEvent("counters are numbers by kind", value=counters, hint='such as {"+1/+1": 2}')
        values["counters"] = tuple(sorted(counters.items()))
    return checked(View(**values))


def checked(view: View) -> View:
    """The view with its sizes as numbers where they are, colours in order. Raises ``InvalidEvent`` for other fields."""
    for name, kinds, hint in _KINDS:
        value = getattr(view, name)
        if value is not None and not (isinstance(value, kinds) and (kinds is _FLAG or not isinstance(value, bool))):
            raise InvalidEvent(f"{name} cannot be read", value=value, hint=hint)
    try:
        power, toughness = parse_size(view.power), parse_size(view.toughness)
        colors = None if view.colors is None else _colors(view.colors)
    except MtgError as error:
        raise InvalidEvent(
            "a view that cannot be read", value=[view.power, view.toughness, view.colors], hint=str(error)
        ) from None
    if (power, toughness, colors) == (view.power, view.toughness, view.colors):
        return view
    return replace(view, power=power, toughness=toughness, colors=colors)


def same_cost(one: str, other: str) -> bool:
    """Whether both are the same mana cost, their symbols in any order. Raises ``InvalidEvent`` for what is none."""
    try:
        return one == other or (bool(one and other) and _symbols(one) == _symbols(other))
    except InvalidManaCost as error:
        raise InvalidEvent("a view that cannot be read", value=one, hint=str(error)) from None


@lru_cache(1024)
def _symbols(cost: str) -> tuple[str, ...]:
    return tuple(sorted(map(str, ManaCost.parse(cost).symbols)))


@lru_cache(64)
def _colors(colors: str) -> str:
    return str(Colors(colors))


def _all(values: object, kind: type | tuple[type, ...], of: type) -> bool:
    return isinstance(values, kind) and all(type(each) is of for each in values)  # type: ignore[attr-defined]


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
