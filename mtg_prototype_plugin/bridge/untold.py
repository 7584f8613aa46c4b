"""What a board learned from views alone: so that a check can tell it from what events had told.

A view comes from the engine's state, and so does the recorded truth. A board that was mended with a view agrees with
the truth about whatever the view showed: that proves nothing. So a check asks what the board said *before* the line's
views. Where that was not the truth yet, an event is missing, but for the changes that the engine fires none for.
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import Final

from mtg_hookspecs.zones import Zone

from ..objects import CopyEffect, GameObject, ObjectKind
from .events import BoardEvent, CastAnnounced, CastDone, ControlChanged, Merged, Moved, PhasedIn, PhasedOut, Resolved
from .moves import ALIVE
from .record import CARD_NOT_SEEN, Answer


class Untold(StrEnum):
    """A change that no event told."""

    FIRST_SEEN = "first seen"
    """An object of which no event has spoken, or only without its card."""
    COPIED_SPELL = "a spell was copied"
    COPY = "a copy effect began or ended"
    TURNED_DOWN = "turned face down"
    TURNED_UP = "turned face up"
    TAKEN_BACK = "a cast was taken back"
    CONTROL = "control changed"
    SPELL_CONTROL = "control of a spell changed"
    MOVED = "it moved"
    PHASED_OUT = "it phased out"
    PHASED_IN = "it phased in"
    WAY = "how it was cast"


EVERY: Final = frozenset(Untold)
TELLING: Final[Mapping[Untold, tuple[type[BoardEvent], ...]]] = {
    Untold.MOVED: (Moved, Resolved, CastAnnounced, CastDone, Merged),
    Untold.PHASED_OUT: (PhasedOut,),
    Untold.PHASED_IN: (PhasedIn,),
    Untold.CONTROL: (ControlChanged,),
}
"""Where the state may run ahead of the event, by a few lines: the events that then tell it."""


def untold(before: Answer, after: Answer) -> frozenset[Untold]:
    """What the views of a line changed: ``before`` and ``after`` are the board's answers beside them."""
    if before.zone is None:
        copied = after.object is not None and after.object.kind is ObjectKind.COPY
        return frozenset({Untold.COPIED_SPELL if copied else Untold.FIRST_SEEN})
    found = set()
    if before.is_mid_cast and not after.is_mid_cast:
        found.add(Untold.TAKEN_BACK if after.zone is not Zone.STACK else Untold.WAY)
    elif before.zone is not after.zone or _came_again(before, after):
        found.add(Untold.MOVED)
    if before.phased_out is not after.phased_out:
        found.add(Untold.PHASED_OUT if after.phased_out else Untold.PHASED_IN)
    if after.zone in ALIVE and before.controller is not None and before.controller != after.controller:
        found.add(Untold.SPELL_CONTROL if after.zone is Zone.STACK else Untold.CONTROL)
    one, other = before.object, after.object
    if other is None or Untold.MOVED in found:
        return frozenset(found)
    if one is None:
        if before.reason == CARD_NOT_SEEN:
            found.add(Untold.FIRST_SEEN)
        elif not before.is_mid_cast:
            found.add(Untold.WAY)
    elif one.face_down != other.face_down:
        found.add(Untold.TURNED_UP if other.face_down is None else Untold.TURNED_DOWN)
    elif _copies(one) != _copies(other):
        found.add(Untold.COPY)
    elif one.copiable_values != other.copiable_values:
        found.add(Untold.WAY)
    return frozenset(found)


def _came_again(before: Answer, after: Answer) -> bool:
    """Whether it is a new object in the same zone (400.7)."""
    one, other = before.object, after.object
    return one is not None and other is not None and one.incarnation != other.incarnation


def _copies(one: GameObject) -> tuple[CopyEffect, ...]:
    return tuple(effect for effect in one.effects if isinstance(effect, CopyEffect))
