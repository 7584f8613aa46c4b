"""XMage: its ``GameEvent``s as the board's events, its objects as views.

A line is a ``GameEvent`` as JSON: ``kind`` (``ask``: offered to replacement effects; ``fire``: it has happened;
``check``: a snapshot), ``type``, ``target``, ``source``, ``from``, ``to``, ``player``, and as ``truth`` the objects
that the listener looked at after it. A spell's id is that of its ability: here it is its card's id, by the object's
``card``. More fields say for certain what else is read off the recorder's ids: ``option`` (``SPELL_CAST``:
``"prototyped"`` or ``"normal"``; else an id ``castproto:…`` or ``cast:…``, else the spell's ``cast_mode``),
``card_name`` (the English name of the card that the event is about; else an id ``Name#1``), ``copied_spell``
(``ENTERS_THE_BATTLEFIELD``: the id of the copied spell that the token was; else the ``card`` that the copy showed).

=============================== =============================================================================
``fire``                        what the board is told
=============================== =============================================================================
``ZONE_CHANGE`` to the stack    a cast is announced; it may be refused without a further event
``SPELL_CAST``                  the cast is done, prototyped if the ability is the prototype one
``ENTERS_THE_BATTLEFIELD``      a move to the battlefield; of a copied spell's token: the copy resolves
``ZONE_CHANGE``                 a move; of the same move as the event before: doubled
``COPIED_STACKOBJECT``          a copy of a spell
``CREATURE_MUTATED``            merged: over if the permanent has the spell's name now, else under
``PHASED_OUT``, ``PHASED_IN``   phased
``TURNED_FACE_DOWN``, ``…_UP``  turned
``GAINED_CONTROL``              control of a permanent
=============================== =============================================================================

No event is fired for a copy that begins or ends, a refused cast, a spell's change of control, creatures turned down by
an effect: those come from the views. ``prototyped`` is not read, ``cast_mode`` of no copy: both are wrong there.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from mtg_hookspecs.characteristics import Characteristics
from mtg_hookspecs.errors import InvalidEvent
from mtg_hookspecs.events import CopyKind
from mtg_hookspecs.zones import Zone

from ..objects import Side
from ..rules import DESIGNATION
from .events import (
    BoardEvent,
    CastAnnounced,
    CastDone,
    Ceased,
    ControlChanged,
    Copied,
    Merged,
    Moved,
    PhasedIn,
    PhasedOut,
    Resolved,
    TurnedFaceDown,
    TurnedFaceUp,
)
from .infer import card_named
from .steps import Step
from .untold import Untold
from .view import View

ZONES: Final[Mapping[str, Zone]] = {
    "HAND": Zone.HAND,
    "LIBRARY": Zone.LIBRARY,
    "GRAVEYARD": Zone.GRAVEYARD,
    "BATTLEFIELD": Zone.BATTLEFIELD,
    "STACK": Zone.STACK,
    "COMMAND": Zone.COMMAND,
    "OUTSIDE": Zone.OUTSIDE,
    "EXILED": Zone.EXILE,
    "exile zone": Zone.EXILE,
}

IGNORED: Final = frozenset(
    """ACTIVATED_ABILITY AIRBENDED ATTACHED CAST_SPELL CHECK CREATED_TOKEN CREATED_TOKENS DECLARED_ATTACKERS LOST_LIFE
    DAMAGED_PERMANENT DAMAGED_PLAYER DESTROYED_PERMANENT DISCARDED_CARD DISCARDED_CARDS DREW_CARD GAINED_LIFE MANA_ADDED
    MANA_PAID PHASE_CHANGED RESOLVING_ABILITY SACRIFICED_PERMANENT SCRIED SCRY_TO_BOTTOM TAKEN_SPECIAL_ACTION TAPPED
    TAPPED_FOR_MANA TARGETED TRIGGERED_ABILITY UNATTACHED UNTAPPED BECOME_PLOTTED CARD_FORETOLD COUNTERED COUNTER_ADDED
    COUNTERS_ADDED COUNTER_REMOVED COUNTERS_REMOVED LOST_CONTROL DAMAGED_BATCH_COULD_HAVE_FIRED
    DAMAGED_BATCH_BY_SOURCE ZONE_CHANGE_GROUP""".split()
)
"""Known events that say nothing here: what they lead to has an event of its own, or shows in the views."""

IGNORED_ENDINGS: Final = (
    "_STEP",
    "_PRE",
    "_POST",
    "_BATCH",
    "_FOR_ALL",
    "_PERMANENT",
    "_PERMANENTS",
    "_PLAYER",
    "_PLAYERS",
)

UNTOLD: Final = frozenset({Untold.FIRST_SEEN, Untold.COPY, Untold.TURNED_DOWN, Untold.TAKEN_BACK}) | {
    Untold.SPELL_CONTROL
}
"""No event for: what is there when the listener begins, or comes as a token that is a copy; a copy that begins or ends;
creatures turned down by an effect; a refused cast; who controls a spell."""

MID_MOVE: Final = frozenset(
    """COUNTERED DESTROYED_PERMANENT SACRIFICED_PERMANENT DISCARDED_CARD BECOME_PLOTTED CARD_FORETOLD AIRBENDED
    DREW_CARD ENTERS_THE_BATTLEFIELD CREATURE_MUTATED COPIED_STACKOBJECT""".split()
)
"""Events between a move and its ``ZONE_CHANGE``, or within one: what shows there is not at rest."""

MOVES: Final = frozenset({"ZONE_CHANGE", "ZONE_CHANGE_GROUP", "ZONE_CHANGE_BATCH"})
"""Events after which the objects that moved may show what they were, until the next pass over the layers."""


_PROTOTYPE_MODE: Final = "Prototype"


class XMage:
    """The translator. Feed it the lines of one game in order."""

    def __init__(self) -> None:
        self.unknown: Counter[str] = Counter()
        self.untold = UNTOLD
        self._copied_spell_of: dict[str, str] = {}
        self._card_of: dict[str, str] = {}
        self._name_of: dict[str, str] = {}

    def translate(self, line: Mapping[str, Any]) -> Step:
        """The line as events and views."""
        kind, label = line.get("kind"), line.get("type", "")
        for row in line.get("truth") or ():
            self._remember(row)
        if kind == "ask":
            return Step(label)
        told = TABLE.get(label)
        events: tuple[BoardEvent, ...] = ()
        if told is not None:
            events = told(self, line)
        elif label not in IGNORED and not label.endswith(IGNORED_ENDINGS):
            self.unknown[label] += 1
        return Step(label, events, self.truth(line))

    def truth(self, line: Mapping[str, Any]) -> tuple[View, ...]:
        """The objects at rest after the line. A merged card (``OUTSIDE``) is no object of its own (730.2)."""
        to_stack = line.get("type") == "ZONE_CHANGE_GROUP" and line.get("to") == "STACK"
        if line.get("kind") == "ask" or line.get("type") in MID_MOVE or to_stack:
            return ()
        moving = set(_moving(line)) if line.get("type") in MOVES else set()
        rows = (row for row in line.get("truth") or () if row["zone"] not in ("ENTERING", "OUTSIDE"))
        return tuple(view(row) for row in rows if row["id"] not in moving)

    def listed(self, line: Mapping[str, Any]) -> frozenset[str] | None:
        """The listener looks at all objects. ``OUTSIDE`` is what is merged, or is no more."""
        if line.get("kind") == "ask" or line.get("type") in MID_MOVE or "truth" not in line:
            return None
        return frozenset(object_id(row) for row in line["truth"] if row["zone"] != "OUTSIDE") | frozenset(_moving(line))

    def in_passing(self, line: Mapping[str, Any]) -> tuple[View, ...]:
        """Permanents under construction, between the ask and the arrival."""
        return tuple(view(row) for row in line.get("truth") or () if row["zone"] == "ENTERING")

    def engine_wrong(self, line: Mapping[str, Any], which: str) -> str | None:
        """The lines carry no marks; what the rules ask is in the traces' index."""
        return None

    # --- the table's functions ---------------------------------------------------------------------------------------

    def _remember(self, row: Mapping[str, Any]) -> None:
        self._name_of[object_id(row)] = row["name"]
        if row["zone"] != "STACK":
            return
        if not row["copy"]:
            self._card_of[row["id"]] = object_id(row)
        elif row.get("card"):
            self._copied_spell_of[row["card"]] = row["id"]

    def _zone_change(self, line: Mapping[str, Any]) -> tuple[BoardEvent, ...]:
        which, card = line["target"], _card(line)
        origin, destination = ZONES.get(line["from"]), ZONES[line["to"]]
        if destination is Zone.STACK:
            return (CastAnnounced(which, card, origin),)
        if not _is_token(line):
            return (Moved(which, origin, destination, card=card),)
        if origin is Zone.OUTSIDE:
            return ()
        return Moved(which, origin, destination, card=card), Ceased(which)

    def _enters(self, line: Mapping[str, Any]) -> tuple[BoardEvent, ...]:
        which = line["target"]
        copied = line.get("copied_spell") or self._copied_spell_of.pop(line.get("source") or "", None)
        if copied is not None:
            return (Resolved(copied, new_id=which),)
        return () if _is_token(line) else (Moved(which, None, Zone.BATTLEFIELD, card=_card(line)),)

    def _spell_cast(self, line: Mapping[str, Any]) -> tuple[BoardEvent, ...]:
        card = card_named(line["card_name"]) if "card_name" in line else card_of_id(line["source"])
        return (CastDone(line["source"], _option(line), card, ZONES.get(line.get("zone") or "")),)

    def _copied_spell(self, line: Mapping[str, Any]) -> tuple[BoardEvent, ...]:
        source = self._card_of.get(line["source"]) or card_id(line["source"])
        return (Copied(CopyKind.SPELL, source, line["target"], source_zone=Zone.STACK),)

    def _mutated(self, line: Mapping[str, Any]) -> tuple[BoardEvent, ...]:
        which, spell = line["target"], line["source"]
        name = next((row["name"] for row in line.get("truth") or () if row["id"] == which), None)
        spells = line.get("card_name") or self._name_of.get(spell) or spell.rpartition("#")[0]
        side = Side.OVER if name == spells else Side.UNDER
        return (Merged(which, spell, side),)

    def _gained_control(self, line: Mapping[str, Any]) -> tuple[BoardEvent, ...]:
        return (ControlChanged(line["target"], line["player"]),)


def _of_target(event: Callable[[str], BoardEvent]) -> Callable[[XMage, Mapping[str, Any]], tuple[BoardEvent, ...]]:
    return lambda translator, line: (event(line["target"]),)


TABLE: Final[Mapping[str, Callable[[XMage, Mapping[str, Any]], tuple[BoardEvent, ...]]]] = {
    "ZONE_CHANGE": XMage._zone_change,
    "ENTERS_THE_BATTLEFIELD": XMage._enters,
    "SPELL_CAST": XMage._spell_cast,
    "COPIED_STACKOBJECT": XMage._copied_spell,
    "CREATURE_MUTATED": XMage._mutated,
    "GAINED_CONTROL": XMage._gained_control,
    "PHASED_OUT": _of_target(PhasedOut),
    "PHASED_IN": _of_target(PhasedIn),
    "TURNED_FACE_DOWN": _of_target(TurnedFaceDown),
    "TURNED_FACE_UP": _of_target(TurnedFaceUp),
}
"""Fired events by type."""


def _moving(line: Mapping[str, Any]) -> Iterator[str]:
    yield line.get("target") or ""
    yield from line.get("cards") or ()
    yield from line.get("tokens") or ()
    for member in line.get("batch") or ():
        yield member.get("target") or ""


def _option(line: Mapping[str, Any]) -> str:
    """How the spell was cast. Raises ``InvalidEvent`` if nothing says it: to guess is to be wrong without a word."""
    spell: str = line["target"]
    if line.get("option") is not None:
        return str(line["option"])
    if spell.startswith(("castproto:", "cast:")):
        return DESIGNATION if spell.startswith("castproto:") else "normal"
    mode = next((row.get("cast_mode") for row in line.get("truth") or () if row["id"] == spell), None)
    if mode is None:
        raise InvalidEvent(
            "a cast without its way",
            value=spell,
            hint='send option: "prototyped" or "normal", from the spell\'s ability',
        )
    return DESIGNATION if mode == _PROTOTYPE_MODE else "normal"


def _card(line: Mapping[str, Any]) -> Characteristics | None:
    name = line.get("card_name")
    return card_named(name) if name else card_of_id(line["target"])


def _is_token(line: Mapping[str, Any]) -> bool:
    """Whether the event's object is a token: as it shows, or as it was when it moved, or by its id."""
    which, moved = line["target"], line.get("moved") or {}
    shown = next((row["token"] for row in line.get("truth") or () if row["id"] == which), moved.get("token"))
    return bool(which.startswith("token:") if shown is None else shown)


def object_id(row: Mapping[str, Any]) -> str:
    """The id of the board's object: a spell is the card that it is cast from; a copy of a spell is itself."""
    which: str = row["id"]
    if row["zone"] != "STACK" or row["copy"]:
        return which
    return row.get("card") or card_id(which)


def view(row: Mapping[str, Any]) -> View:
    """What XMage shows of an object: current values after all layers. Its ``prototyped`` flag is dropped."""
    zone = row["zone"]
    return View(
        id=object_id(row),
        zone=Zone.BATTLEFIELD if zone == "ENTERING" else ZONES[zone],
        name=row["name"],
        mana_cost=row["mana_cost"] or "",
        mana_value=row["mana_value"],
        colors=row["colors"],
        power=row["power"],
        toughness=row["toughness"],
        types=tuple(row["types"]),
        subtypes=tuple(row["subtypes"]) if "subtypes" in row else None,
        token=row["token"],
        copy=row["copy"],
        copied_spell=zone == "STACK" and row["copy"],
        face_down=row["face_down"],
        phased_out=row["phased_out"],
        controller=row.get("controller"),
        incarnation=row["zcc"],
    )


def card_id(which: str) -> str:
    """The card's id for a spell's: ``castproto:X#1`` is the spell that the card ``X#1`` is now."""
    for prefix in ("cast:", "castproto:"):
        if which.startswith(prefix):
            return which.removeprefix(prefix)
    return which


def card_of_id(which: str) -> Characteristics | None:
    """The prototype card that the id names."""
    return None if ":" in which else card_named(which.rpartition("#")[0])
