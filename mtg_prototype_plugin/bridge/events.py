"""What happens to objects, in words of no engine. Ids are opaque strings.

An event may come before or after the engine itself has moved the object, twice, or late; the board takes that. What an
engine does not say stays ``None``. An object that the board does not know yet is known by the ``card`` of the event.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, Final

from mtg_hookspecs.characteristics import Characteristics
from mtg_hookspecs.errors import CardNotFound, InvalidEvent
from mtg_hookspecs.events import CopyKind
from mtg_hookspecs.value import Value
from mtg_hookspecs.zones import Zone

from ..objects import Side
from .view import View, view_from_json, view_to_json, zone_from_json


@dataclass(frozen=True, slots=True)
class CastAnnounced(Value):
    """The card is put on the stack (601.2a); how it is cast is not said yet, and the cast may be taken back (733.1)."""

    id: str
    card: Characteristics | None = None
    zone: Zone | None = None
    """Where it is cast from."""


@dataclass(frozen=True, slots=True)
class CastDone(Value):
    """The spell has been cast (601.2i), that way: ``"normal"`` or the option's name. ``None``: the way is not said."""

    id: str
    option: str | None
    card: Characteristics | None = None
    zone: Zone | None = None
    """Where it was cast from."""


@dataclass(frozen=True, slots=True)
class CastTakenBack(Value):
    """The announced cast is reversed: the card is where and what it was (733.1)."""

    id: str


@dataclass(frozen=True, slots=True)
class Resolved(Value):
    """The permanent spell becomes a permanent (608.3); ``new_id`` is the permanent's, if ids do not survive."""

    id: str
    new_id: str | None = None


@dataclass(frozen=True, slots=True)
class Moved(Value):
    """The object changes zones (400.7); from stack to battlefield it resolves (608.3). ``None``: not said.

    ``incarnation`` is the engine's own count of zone changes after the move; with it a doubled or late event is told
    from a new one for certain.
    """

    id: str
    origin: Zone | None
    destination: Zone
    new_id: str | None = None
    card: Characteristics | None = None
    incarnation: int | None = None


@dataclass(frozen=True, slots=True)
class Copied(Value):
    """``copy`` is a copy of ``source`` (707). ``SPELL``, ``TOKEN``, ``CARD`` make a new object; ``ENTERS_AS`` and
    ``BECOMES`` put a copy effect, named ``key``, over the object ``copy``.

    ``source`` is ``None`` where the engine does not say it. ``source_zone`` is where the source was when it was copied:
    if it has left since, its last known information is copied (608.2h). ``excepted`` shows what the copy's exceptions
    (707.9) make different; of it name, mana cost, colours, sizes, types and subtypes count.
    """

    kind: CopyKind
    source: str | None
    copy: str
    key: str | None = None
    source_zone: Zone | None = None
    excepted: View | None = None
    card: Characteristics | None = None


@dataclass(frozen=True, slots=True)
class CopyEnded(Value):
    """The copy effect ``key`` over the object has ended. ``None``: the newest."""

    id: str
    key: str | None = None


@dataclass(frozen=True, slots=True)
class TurnedFaceDown(Value):
    """The permanent is turned face down (708.2)."""

    id: str


@dataclass(frozen=True, slots=True)
class TurnedFaceUp(Value):
    """The permanent is turned face up (708.8)."""

    id: str


@dataclass(frozen=True, slots=True)
class PhasedOut(Value):
    """The permanent phases out (702.26)."""

    id: str


@dataclass(frozen=True, slots=True)
class PhasedIn(Value):
    """The permanent phases in (702.26)."""

    id: str


@dataclass(frozen=True, slots=True)
class ControlChanged(Value):
    """Somebody else controls the object. That changes none of its values."""

    id: str
    controller: str


@dataclass(frozen=True, slots=True)
class Merged(Value):
    """The spell (or card, where it has left the stack already) merges with the permanent (730.2)."""

    id: str
    spell: str
    side: Side
    card: Characteristics | None = None
    """The card that merges."""


@dataclass(frozen=True, slots=True)
class Ceased(Value):
    """The object is no more: a token or copy that left (704.5d, 704.5e), or something that the engine dropped."""

    id: str


BoardEvent = (
    CastAnnounced
    | CastDone
    | CastTakenBack
    | Resolved
    | Moved
    | Copied
    | CopyEnded
    | TurnedFaceDown
    | TurnedFaceUp
    | PhasedOut
    | PhasedIn
    | ControlChanged
    | Merged
    | Ceased
)

EVENTS: Final[Mapping[str, type[BoardEvent]]] = {
    "cast_announced": CastAnnounced,
    "cast_done": CastDone,
    "cast_taken_back": CastTakenBack,
    "resolved": Resolved,
    "moved": Moved,
    "copied": Copied,
    "copy_ended": CopyEnded,
    "turned_face_down": TurnedFaceDown,
    "turned_face_up": TurnedFaceUp,
    "phased_out": PhasedOut,
    "phased_in": PhasedIn,
    "control_changed": ControlChanged,
    "merged": Merged,
    "ceased": Ceased,
}
"""The events by their word in JSON."""

_WORDS: Final = {kind: word for word, kind in EVENTS.items()}
_ENUMS: Final[Mapping[str, type[CopyKind] | type[Side]]] = {"kind": CopyKind, "side": Side}
_ZONES: Final = frozenset({"zone", "origin", "destination", "source_zone"})


def event_from_json(record: Mapping[str, Any]) -> BoardEvent:
    """An event from plain JSON: ``{"event": "moved", "id": "7", "origin": "hand", "destination": "stack"}``.

    Fields have the names of the classes here. A ``card`` is a name that the table knows, or an object in Scryfall's
    keys. Raises ``InvalidEvent``, ``CardNotFound``, and what reading a card raises.
    """
    word = record.get("event")
    kind = EVENTS.get(word) if isinstance(word, str) else None
    if kind is None:
        raise InvalidEvent("no such event", value=word, hint=f"events: {', '.join(EVENTS)}")
    known = {each.name for each in fields(kind)}
    values: dict[str, Any] = {}
    for key, value in record.items():
        if key == "event":
            continue
        if key not in known:
            raise InvalidEvent(f"{word} has no such field", value=key, hint=f"fields: {', '.join(sorted(known))}")
        values[key] = _field_from_json(key, value)
    try:
        return kind(**values)
    except TypeError:
        missing = sorted(each.name for each in fields(kind) if each.name not in values)
        raise InvalidEvent(f"{word} without a field it needs", value=missing, hint="see the event's class") from None


def event_ids(event: BoardEvent) -> tuple[str, ...]:
    """The ids of the objects to which it happens."""
    if isinstance(event, Copied):
        return (event.copy,)
    if isinstance(event, Merged):
        return event.id, event.spell
    new_id = event.new_id if isinstance(event, Moved | Resolved) else None
    return (event.id,) if new_id is None else (event.id, new_id)


def event_to_json(event: BoardEvent) -> dict[str, Any]:
    """The same as plain JSON, without the fields that are not said. ``event_from_json`` takes it back."""
    record: dict[str, Any] = {"event": _WORDS[type(event)]}
    for each in fields(event):
        value = getattr(event, each.name)
        if isinstance(value, Characteristics):
            record[each.name] = dict(value.to_strings())
        elif isinstance(value, View):
            record[each.name] = view_to_json(value)
        elif isinstance(value, Side):
            record[each.name] = value.value
        elif value is not None or each.name in ("option", "source", "origin"):
            record[each.name] = value if value is None or isinstance(value, int) else str(value)
    return record


def card_from_json(given: object) -> Characteristics:
    """A card by a name that the table knows, or from an object in Scryfall's keys. Raises ``CardNotFound``."""
    if isinstance(given, str):
        from ..table import find

        found = find(given)
        if found is None:
            raise CardNotFound("no prototype card of that name", value=given, hint="give its values in Scryfall's keys")
        return found.characteristics
    if not isinstance(given, Mapping):
        raise InvalidEvent("no card", value=given, hint="a name, or an object in Scryfall's keys")
    try:
        return Characteristics.from_strings(**given)
    except TypeError:
        hint = "name and type_line at least, else Scryfall's keys"
        raise InvalidEvent("a card that cannot be read", value=sorted(given), hint=hint) from None


def _field_from_json(key: str, value: Any) -> Any:
    if value is None:
        return None
    if key in _ZONES:
        return zone_from_json(value)
    if key in _ENUMS:
        try:
            return _ENUMS[key](value)
        except ValueError:
            words = ", ".join(str(each.value) for each in _ENUMS[key])
            raise InvalidEvent(f"no such {key}", value=value, hint=f"one of {words}") from None
    if key == "card":
        return card_from_json(value)
    if key == "excepted":
        return view_from_json(value)
    if key == "incarnation":
        if not isinstance(value, int):
            raise InvalidEvent("incarnation is a whole number", value=value, hint="how often it has changed zones")
        return value
    if not isinstance(value, str):
        raise InvalidEvent(f"{key} is a string", value=value, hint="ids are opaque strings")
    return value
