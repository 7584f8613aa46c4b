"""What each event does to the record: the table, and what is no cast, move or copy."""

from collections.abc import Callable
from typing import Any, Final

from mtg_hookspecs.zones import Zone

from ..objects import GameObject, Side
from . import copies, moves
from .events import (
    BoardEvent,
    CastAnnounced,
    CastDone,
    CastTakenBack,
    Ceased,
    ControlChanged,
    Copied,
    CopyEnded,
    Merged,
    Moved,
    PhasedIn,
    PhasedOut,
    Resolved,
    TurnedFaceDown,
    TurnedFaceUp,
)
from .moves import Changes, Record
from .record import UNSEEN, Entry


def transition(record: Record, event: BoardEvent) -> Changes:
    """The entries that the event changes; none where it says nothing new."""
    return _TRANSITIONS[type(event)](record, event)


def _turned_down(record: Record, event: TurnedFaceDown) -> Changes:
    entry = record.entries.get(event.id)
    if entry is None or entry.object.face_down is not None or entry.object.zone is not Zone.BATTLEFIELD:
        return ()
    return ((event.id, entry._replace(object=entry.object.turned_down())),)


def _turned_up(record: Record, event: TurnedFaceUp) -> Changes:
    entry = record.entries.get(event.id)
    if entry is None or entry.object.face_down is None:
        return ()
    return ((event.id, entry._replace(object=entry.object.turned_up())),)


def _phased(record: Record, event: PhasedOut | PhasedIn) -> Changes:
    entry, out = record.entries.get(event.id), isinstance(event, PhasedOut)
    if entry is None or entry.phased_out is out:
        return ()
    return ((event.id, entry._replace(phased_out=out)),)  # 702.26d


def _controlled(record: Record, event: ControlChanged) -> Changes:
    entry = record.entries.get(event.id)
    if entry is None or entry.controller == event.controller:
        return ()
    return ((event.id, entry._replace(controller=event.controller)),)


def _merged(record: Record, event: Merged) -> Changes:
    entry, part = record.entries.get(event.id), record.entries.get(event.spell)
    if (entry is None and part is None) or (entry is not None and event.spell in entry.parts):
        return ()
    entry = entry or Entry(GameObject(UNSEEN, Zone.BATTLEFIELD))
    spell = part.object if part else GameObject(event.card or UNSEEN, Zone.STACK)
    if spell.zone is not Zone.STACK:
        last = part.last if part else None
        spell = last if last is not None and last.zone is Zone.STACK else GameObject(spell.card, Zone.STACK)
    ids = entry.parts or (event.id,)
    over = event.side is Side.OVER
    merged = entry._replace(
        object=entry.object.merged(spell, side=event.side, ask=record.ask),
        parts=(event.spell, *ids) if over else (*ids, event.spell),
    )
    return ((event.spell, None), (event.id, merged)) if part else ((event.id, merged),)


def _ceased(record: Record, event: Ceased) -> Changes:
    return ((event.id, None),) if event.id in record.entries else ()


_TRANSITIONS: Final[dict[type[BoardEvent], Callable[[Record, Any], Changes]]] = {
    CastAnnounced: moves.announced,
    CastDone: moves.cast,
    CastTakenBack: moves.taken_back,
    Resolved: moves.resolved,
    Moved: moves.moved,
    Copied: copies.copied,
    CopyEnded: copies.copy_ended,
    TurnedFaceDown: _turned_down,
    TurnedFaceUp: _turned_up,
    PhasedOut: _phased,
    PhasedIn: _phased,
    ControlChanged: _controlled,
    Merged: _merged,
    Ceased: _ceased,
}
