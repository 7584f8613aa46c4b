"""The board: an immutable record of the objects that matter, fed with events and views of a game that others play.

Every change gives a new board; the old one stays good. So a fork is the board itself, and a search may keep thousands.
Objects are kept once something says what they are: a card with Prototype, a view, or a copy of either.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from rpds import HashTrieMap

from mtg_hookspecs.host import PluginHost
from mtg_hookspecs.value import Value

from ..objects import Ask, GameObject
from .events import BoardEvent
from .infer import Verdict
from .moves import ALIVE, Changes, Record
from .reconcile import Mending, Note
from .record import CARD_NOT_SEEN, NO_MORE, NOTHING_SAID, Answer, Entry, is_seen
from .transitions import transition
from .view import View

GONE_KEPT: Final = 1_000
"""Of the objects that are no more, so many are remembered: those that went last."""


@dataclass(frozen=True, slots=True)
class Reconciled(Value):
    """The board after ``reconcile``, and what was inferred or found on the way, in order."""

    board: "Board"
    notes: tuple[Note, ...]


class Board:
    """What is known of a game. ``Board()`` is empty; ``ask`` answers the rules' questions (default: this plugin).

    Two boards are equal if the same ids are the same objects now, however each came to know it.
    """

    __slots__ = ("_hash", "_record")

    _record: Record
    _hash: int

    def __init__(self, *, ask: Ask | None = None) -> None:
        self._record = Record(HashTrieMap(), HashTrieMap(), HashTrieMap(), 0, ask or _plugin_alone())
        self._hash = 0

    # --- change ------------------------------------------------------------------------------------------------------

    def apply(self, event: BoardEvent) -> "Board":
        """The board after the event; this very board where the event says nothing new.

        Events may come before or after the engine's own move, doubled, or late. Raises ``InvalidEvent`` for what cannot
        happen to the object, ``IllegalCastChoice`` for a way of casting that the card does not offer.
        """
        changes = transition(self._record, event)
        return self._with(changes) if changes else self

    def apply_all(self, events: Iterable[BoardEvent]) -> "Board":
        """The board after these events in order."""
        board = self
        for event in events:
            changes = transition(board._record, event)
            if changes:
                board = board._with(changes)
        return board

    def reconcile(self, views: Iterable[View]) -> Reconciled:
        """Mend from what the engine shows what its events did not tell; say what was inferred.

        Views without ``id`` are passed over; objects without a view stay as they are. What the board was told stands
        against a view that contradicts it: then the note's verdict is ``IMPOSSIBLE``. Raises ``InvalidEvent`` and
        ``InvalidManaCost`` for views that cannot be read.
        """
        record = self._record
        mending = Mending(record.entries, record.ask)
        mending.mend(views)
        board = self._with(mending.changed.items()) if mending.changed else self
        return Reconciled(board, tuple(mending.notes))

    def fork(self) -> "Board":
        """A board that goes its own way from here. Boards never change, so it costs nothing."""
        return self

    # --- ask ---------------------------------------------------------------------------------------------------------

    def what_is(self, id: str) -> Answer:  # noqa: A002
        """What the object with that id is now, and how that is known. An id never heard of is ``UNKNOWN``."""
        entry = self._record.entries.get(id)
        if entry is None:
            reason = NO_MORE if id in self._record.gone else NOTHING_SAID
            return Answer(id, Verdict.UNKNOWN, None, reason)
        shown = entry.object
        verdict = entry.shown_verdict
        known = verdict is not Verdict.UNKNOWN and is_seen(shown.characteristics)
        reason = CARD_NOT_SEEN
        if known or verdict is Verdict.UNKNOWN or entry.copy_effect is not None:
            reason = entry.shown_reason
        return Answer(
            id,
            verdict if known else Verdict.UNKNOWN,
            shown if known else None,
            reason,
            shown.zone,
            entry.controller,
            entry.phased_out,
        )

    def answers(self, views: Iterable[View]) -> dict[str, Answer]:
        """What the objects are that these views show, by id."""
        return {view.id: self.what_is(view.id) for view in views if view.id is not None}

    def last_known(self, id: str) -> GameObject | None:  # noqa: A002
        """What the object was before its last zone change, or before it ceased to be (608.2h); ``None``: not known.

        Of those that are no more, the newest ``GONE_KEPT`` are remembered.
        """
        entry = self._record.entries.get(id)
        found = entry.last if entry else self._record.gone.get(id)
        return None if found is None or not is_seen(found.characteristics) else found

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of the objects that are kept, sorted."""
        return tuple(sorted(self._record.entries))

    def __iter__(self) -> Iterator[str]:
        return iter(self.ids)

    def __len__(self) -> int:
        return len(self._record.entries)

    def __contains__(self, which: object) -> bool:
        return which in self._record.entries

    # --- compare, save -----------------------------------------------------------------------------------------------

    def __hash__(self) -> int:
        """Kept up to date with every change: free to ask. Not the same in another process (as of all strings)."""
        return self._hash

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Board):
            return NotImplemented
        if self is other:
            return True
        if self._hash != other._hash or len(self._record.entries) != len(other._record.entries):
            return False
        mine, others = self._record.entries, other._record.entries
        return all(which in others and entry.identity == others[which].identity for which, entry in mine.items())

    def to_json(self) -> dict[str, Any]:
        """All that is known, as plain JSON data."""
        from .saved import board_to_json

        record = self._record
        oldest = max(0, record.went - GONE_KEPT)
        in_order = (record.ring[number % GONE_KEPT] for number in range(oldest, record.went))
        gone = {which: one for which, one in in_order if record.gone.get(which) is one}
        return board_to_json(record.entries, gone)

    @classmethod
    def from_json(cls, record: Mapping[str, Any], *, ask: Ask | None = None) -> "Board":
        """The board that ``to_json`` wrote. Raises ``InvalidEvent`` for what it did not write."""
        from .saved import entries_from_json

        empty = cls(ask=ask)
        entries, gone = entries_from_json(record)
        board = empty._with(tuple(entries.items()))
        newest = list(gone.items())[-GONE_KEPT:]
        ring = HashTrieMap(enumerate(newest))
        board._record = board._record._replace(gone=HashTrieMap(newest), ring=ring, went=len(newest))
        return board

    def __copy__(self) -> "Board":
        return self

    def __deepcopy__(self, memo: object) -> "Board":
        return self

    def __repr__(self) -> str:
        return f"<Board of {len(self._record.entries)} objects>"

    # --- for the modules beside this one -----------------------------------------------------------------------------

    def _with(self, changes: Changes) -> "Board":
        board = Board.__new__(Board)
        record, total = self._record, self._hash
        entries, gone, ring, went = record.entries, record.gone, record.ring, record.went
        for which, entry in changes:
            before = entries.get(which)
            if before is not None:
                total ^= before.key(which)
            if entry is not None:
                entries = entries.insert(which, entry)
                total ^= entry.key(which)
            elif before is not None:
                entries = entries.discard(which)
                place, last = went % GONE_KEPT, _last_of(before)
                oldest = ring.get(place)
                if oldest is not None and gone.get(oldest[0]) is oldest[1]:  # else it was there again, and went again
                    gone = gone.discard(oldest[0])
                gone, ring, went = gone.insert(which, last), ring.insert(place, (which, last)), went + 1
        board._record, board._hash = Record(entries, gone, ring, went, record.ask), total
        return board


def _last_of(entry: Entry) -> GameObject:
    """A token that has left the battlefield was last itself there, not where it ceased to be (111.7)."""
    left = entry.last is not None and entry.object.zone not in ALIVE
    return entry.last if left and entry.last is not None else entry.object


@cache
def _plugin_alone() -> PluginHost:
    from .. import plugin

    return PluginHost([plugin])
