"""Casts and moves, as the record takes them: pure functions from the record and an event to the entries that change.

Each also knows its event when it comes a second time, or after the fact: then nothing changes.
"""

from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from mtg_hookspecs.characteristics import Characteristics
from mtg_hookspecs.host import NORMAL
from mtg_hookspecs.zones import Zone

from ..objects import Ask, GameObject, ObjectKind
from .events import CastAnnounced, CastDone, CastTakenBack, Moved, Resolved
from .infer import Verdict
from .record import CAST_NOT_DONE, Entry, is_seen
from .words import spoken_zone

if TYPE_CHECKING:
    from rpds import HashTrieMap

Changes = Iterable[tuple[str, Entry | None]]
"""Entries to put in place by id; ``None``: the object is no more."""

ALIVE: Final = (Zone.STACK, Zone.BATTLEFIELD)
"""Where an object can have other values than its card (718.4)."""

_STACK: Final = Zone.STACK
_BATTLEFIELD: Final = Zone.BATTLEFIELD
_TOKEN: Final = ObjectKind.TOKEN
_NORMAL_IN: Final = {
    zone: "it was put there without being cast" if zone is _BATTLEFIELD else f"{spoken_zone(zone)} a card is normal"
    for zone in Zone
}
_KEPT: Final = 8192
"""Plain objects that are kept to be used again."""

WAY_NOT_SAID: Final = "it was cast, but how was not said"


class Record(NamedTuple):
    """All objects by id, what those were that are no more, and whom to ask."""

    entries: "HashTrieMap[str, Entry]"
    gone: "HashTrieMap[str, GameObject]"
    ring: "HashTrieMap[int, tuple[str, GameObject]]"
    """The same in the order in which they went: the place of a number is its remainder by how many are kept."""
    went: int
    """How many have gone."""
    ask: Ask


# --- casting ----------------------------------------------------------------------------------------------------------


def announced(record: Record, event: CastAnnounced) -> Changes:
    """A cast is announced (601.2a)."""
    entry = record.entries.get(event.id)
    if entry is None:
        if event.card is None:
            return ()
        entry = Entry(GameObject(event.card, event.zone or Zone.HAND))
    if entry.object.zone is Zone.STACK:
        return ()
    return ((event.id, on_the_stack(entry, event.zone)),)


def on_the_stack(entry: Entry, origin: Zone | None, incarnation: int | None = None) -> Entry:
    """The entry with its cast announced: what it is depends on the way, which is said later (601.2b)."""
    one = entry.object
    return Entry(
        GameObject(one.card, Zone.STACK, one.kind, incarnation=one.incarnation + 1),
        Verdict.UNKNOWN,
        CAST_NOT_DONE,
        came_from=origin or one.zone,
        last=one,
        announced=entry.announced or entry,
        controller=entry.controller,
        incarnation=incarnation,
    )


def cast(record: Record, event: CastDone) -> Changes:
    """A cast is done (601.2i), or its way is told late."""
    entry = record.entries.get(event.id)
    if entry is None:
        if event.card is None:
            return ()
        entry = Entry(GameObject(event.card, event.zone or Zone.HAND))
    one, incarnation = entry.object, None
    if entry.announced is not None:
        before, incarnation = entry.announced, entry.incarnation
    elif one.zone is _STACK or (one.zone is _BATTLEFIELD and entry.came_from is _STACK):
        late = event.option is None or (entry.verdict is Verdict.TOLD and event.option == one.cast_as)
        if late:
            return ()
        if one.zone is _STACK or entry.reason.startswith(WAY_NOT_SAID):
            return ((event.id, _told_late(entry, event.option or NORMAL, event.zone or Zone.HAND, record.ask)),)
        before = entry  # cast again the other way: that it left was not told
    else:
        before = entry
    origin = before.object
    if origin.zone in (Zone.STACK, Zone.BATTLEFIELD):  # how it came to be where it was cast from was not told
        origin = origin.moved(event.zone or Zone.HAND, ask=record.ask)
    spell = origin.cast(event.option or NORMAL, ask=record.ask)
    done = Entry(
        spell,
        Verdict.TOLD if event.option else Verdict.UNKNOWN,
        _cast_so(event.option) if event.option else WAY_NOT_SAID,
        came_from=event.zone or origin.zone,
        last=origin,
        controller=before.controller,
        incarnation=incarnation,
    )
    return ((event.id, done),)


def _cast_so(option: str) -> str:
    return "it was cast normally" if option == NORMAL else f"it was cast {option}"


def _told_late(entry: Entry, option: str, origin: Zone, ask: Ask) -> Entry:
    """The way is told when the spell is on the stack already, or has even resolved."""
    one = entry.object
    spell = GameObject(one.card, origin, one.kind).cast(option, ask=ask)
    now = spell if one.zone is Zone.STACK else spell.resolve(ask=ask)
    told = replace(one, own=now.own, cast_as=option)
    return entry._replace(object=told, verdict=Verdict.TOLD, reason=_cast_so(option))


def taken_back(record: Record, event: CastTakenBack) -> Changes:
    """An announced cast is reversed (733.1)."""
    entry = record.entries.get(event.id)
    if entry is None or entry.announced is None:
        return ()
    return ((event.id, entry.announced),)  # 733.1


# --- zone changes -----------------------------------------------------------------------------------------------------


def resolved(record: Record, event: Resolved) -> Changes:
    """A permanent spell resolves: a move from the stack to the battlefield (608.3)."""
    return moved(record, Moved(event.id, Zone.STACK, Zone.BATTLEFIELD, event.new_id))


def moved(record: Record, event: Moved) -> Changes:
    """A zone change (400.7)."""
    entry = record.entries.get(event.id)
    if entry is None:
        return _first_seen(record, event)
    one, destination = entry.object, event.destination
    if (destination is one.zone or event.incarnation is not None) and _is_known(entry, event):
        return ()
    if event.card is not None and not is_seen(one.card):
        one = replace(one, card=event.card)
        entry = entry._replace(object=one)
    if destination is _STACK and one.kind is not _TOKEN:
        after = on_the_stack(entry, event.origin, event.incarnation)
    elif one.components:
        return separated(entry, event, record.ask)
    else:
        after = arrived(entry, destination, record.ask, origin=event.origin, incarnation=event.incarnation)
    new_id = event.new_id
    return ((event.id, after),) if new_id is None or new_id == event.id else ((event.id, None), (new_id, after))


def _is_known(entry: Entry, event: Moved) -> bool:
    """Whether the move is doubled or comes after the fact: by the engine's count, else by where it came from."""
    if event.incarnation is not None and entry.incarnation is not None:
        return event.incarnation <= entry.incarnation
    if event.destination is not entry.object.zone:
        return False
    return event.origin is None or entry.came_from is None or event.origin is entry.came_from


def _first_seen(record: Record, event: Moved) -> Changes:
    if event.card is None or (event.new_id is not None and event.new_id in record.entries):
        return ()
    before = Entry(GameObject(event.card, event.origin or Zone.OUTSIDE))
    if event.destination is Zone.STACK:
        after = on_the_stack(before, event.origin, event.incarnation)
    elif event.origin is Zone.STACK and event.destination is Zone.BATTLEFIELD:
        one = GameObject(event.card, Zone.BATTLEFIELD)
        after = Entry(one, Verdict.UNKNOWN, WAY_NOT_SAID, event.origin, incarnation=event.incarnation)
    else:
        one, why = GameObject(event.card, event.destination), _NORMAL_IN[event.destination]
        after = Entry(one, Verdict.TOLD, why, came_from=event.origin, incarnation=event.incarnation)
    return ((event.new_id or event.id, after),)


def arrived(
    entry: Entry, destination: Zone, ask: Ask, *, origin: Zone | None = None, incarnation: int | None = None
) -> Entry:
    """The entry after its object has moved there: a new object, or the permanent that a spell has become (400.7)."""
    one = entry.object
    came_from = origin or one.zone
    if one.zone is destination and one.zone in ALIVE:  # it left unseen, and came back
        one = _elsewhere(one, came_from if came_from is not destination else Zone.EXILE, ask)
    elif one.zone is _STACK and origin is not None and origin is not _STACK:  # it left the stack unseen
        one = _elsewhere(one, origin, ask)
    if one.zone is _STACK and destination is _BATTLEFIELD:
        now, verdict, reason = one.resolve(ask=ask), entry.verdict, entry.reason
        if entry.announced is not None:
            reason = WAY_NOT_SAID
    else:
        now, verdict, reason = _elsewhere(one, destination, ask), Verdict.TOLD, _NORMAL_IN[destination]
    unsure: tuple[str, ...] = ()
    if entry.entering is not None and destination is _BATTLEFIELD:
        now, unsure = replace(now, effects=(entry.entering,)), entry.unsure  # 707.5
    return Entry(
        now,
        verdict,
        reason,
        came_from=came_from,
        last=entry.object,
        unsure=unsure,
        controller=entry.controller if came_from is _STACK and destination is _BATTLEFIELD else None,  # 109.4, 110.2
        incarnation=incarnation,
    )


def _elsewhere(one: GameObject, destination: Zone, ask: Ask) -> GameObject:
    """The object after a move that is no resolution; without an override nobody is asked (400.7)."""
    if one.own is not None or one.zone is destination:
        return one.moved(destination, ask=ask)
    return _plain(one.card, destination, one.kind, one.incarnation + 1)


@lru_cache(_KEPT)
def _plain(card: Characteristics, zone: Zone, kind: ObjectKind, incarnation: int) -> GameObject:
    return GameObject(card, zone, kind, incarnation=incarnation)


def separated(entry: Entry, event: Moved, ask: Ask) -> Changes:
    """A merged permanent has left: its parts by their own ids, each a card as it is printed (730.3)."""
    pieces = entry.object.separated(event.destination, ask=ask)  # 730.3
    reason = _NORMAL_IN[event.destination]
    left = (
        Entry(piece, Verdict.TOLD, reason, Zone.BATTLEFIELD, entry.object, incarnation=event.incarnation)
        for piece in pieces
    )
    changes: list[tuple[str, Entry | None]] = list(zip(entry.parts, left, strict=True))
    return changes if event.id in entry.parts else [(event.id, None), *changes]
