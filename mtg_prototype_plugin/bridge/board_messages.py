"""What goes over the wire: parameters and results of the methods ``board/*`` and ``replay/*``."""

from typing import Any

from msgspec import Struct, field

from mtg_hookspecs import Zone

from ..objects import ObjectKind
from .board_wire import BoardEventForm, ObjectId, ViewForm
from .infer import Verdict
from .replay import Engine
from .wire import CharacteristicsForm, Name, OverrideForm

# --- boards ----------------------------------------------------------------------------------------------------------


class OpenParams(Struct, forbid_unknown_fields=True):
    """``state`` is what ``board/state`` gave; without it the board is empty.

    ``board`` is the name to give to it, so that one batch can open a board and use it; without it one is made up.
    """

    state: dict[str, Any] | None = None
    board: Name | None = None


class BoardParams(Struct, forbid_unknown_fields=True):
    """Which board."""

    board: Name


class ForkParams(BoardParams, forbid_unknown_fields=True):
    """``to`` is the name to give to the fork; without it one is made up."""

    to: Name | None = None


class ApplyParams(BoardParams, forbid_unknown_fields=True):
    """Events in their order: all are applied, or none."""

    events: tuple[BoardEventForm, ...]


class ReconcileParams(BoardParams, forbid_unknown_fields=True):
    """What the engine shows now."""

    views: tuple[ViewForm, ...]


class ObjectParams(BoardParams, forbid_unknown_fields=True):
    """Which object on which board. 7 and ``"7"`` are one id."""

    id: ObjectId


class BoardResult(Struct):
    """``size``: how many objects it holds. ``hash``: equal boards of one conversation have the same."""

    board: str
    size: int
    hash: str


class NoteForm(Struct):
    """``inferred``: mended. ``unknown``: seen, but not what it means. ``impossible``: the view is wrong."""

    id: str
    verdict: Verdict
    text: str
    rules: tuple[str, ...]


class ReconcileResult(BoardResult):
    """And what was inferred or found on the way."""

    notes: tuple[NoteForm, ...]


class ObjectForm(Struct):
    """An object, before layers 2 to 7. ``override`` is that of its copiable values, ``cast_as`` how it was cast."""

    kind: ObjectKind
    zone: Zone
    characteristics: CharacteristicsForm
    override: OverrideForm | None
    cast_as: str | None
    face_down: bool


class WhatIsResult(Struct):
    """``prototyped`` and ``object`` are ``null`` where they are not known; ``reason`` says why."""

    id: str
    verdict: Verdict
    prototyped: bool | None
    object: ObjectForm | None
    reason: str
    zone: Zone | None
    controller: str | None
    phased_out: bool


class LastKnownResult(Struct):
    """What it was before its last zone change, or before it ceased to be (608.2h); ``null``: not known."""

    object: ObjectForm | None


class ObjectsResult(Struct):
    """The ids that the board holds, sorted."""

    ids: tuple[str, ...]


class StateResult(Struct):
    """All that the board knows. Give it to ``board/open`` as it is."""

    state: dict[str, Any]


# --- recorded streams ------------------------------------------------------------------------------------------------


class ReplayParams(Struct, forbid_unknown_fields=True):
    """Which replay."""

    replay: Name


class OpenReplayParams(ReplayParams, forbid_unknown_fields=True):
    """A name for the replay, and who wrote the stream."""

    engine: Engine


class FeedParams(ReplayParams, forbid_unknown_fields=True):
    """Lines of the stream, each as it was recorded."""

    lines: tuple[dict[str, Any], ...]


class MomentForm(Struct):
    """Something about an object has changed: what it is from that line on. ``is`` is in words; ``null``: not known."""

    line: int
    what: str
    object: str
    zone: Zone | None
    phased_out: bool
    known: Verdict
    prototyped: bool | None
    values: str | None = field(name="is")
    reason: str


class FeedResult(Struct):
    """What has changed; and what has been played since the replay was opened: unknown event types are counted, and
    ``refused`` events that the board could not take.
    """

    moments: tuple[MomentForm, ...]
    lines: int
    events: int
    size: int
    unknown: dict[str, int]
    refused: int
