"""Arena's ``Player.log``, read only: what of it is about zones and objects, as the board's events and views.

No real log of a prototyped cast was to be had: this is built on lines of our own making, after what is known of the
form, and can promise less than the others. What the log says: ids change with every move
(``AnnotationType_ObjectIdChanged``), moves are ``AnnotationType_ZoneTransfer``, an object has ``grpId``, power,
toughness and colours, and no mana cost. A cast by the player of this log is told by its action,
``ActionType_CastPrototype``; how the opponent casts is not: it is inferred from size and colours, and the answers are
marked as inferred.

The log has no names: give ``names`` (``grpId`` to English name), or a line ``{"names": {"1": "Blitz Automaton"}}``.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final

from mtg_hookspecs.mana import Color, Colors
from mtg_hookspecs.zones import Zone

from ..rules import DESIGNATION
from .events import BoardEvent, CastDone, Ceased, Moved
from .infer import card_named
from .steps import Step
from .untold import EVERY
from .view import View

if TYPE_CHECKING:
    from mtg_hookspecs.characteristics import Characteristics

ZONES: Final[Mapping[str, Zone]] = {
    "ZoneType_Hand": Zone.HAND,
    "ZoneType_Library": Zone.LIBRARY,
    "ZoneType_Graveyard": Zone.GRAVEYARD,
    "ZoneType_Battlefield": Zone.BATTLEFIELD,
    "ZoneType_Exile": Zone.EXILE,
    "ZoneType_Command": Zone.COMMAND,
    "ZoneType_Stack": Zone.STACK,
    "ZoneType_Sideboard": Zone.OUTSIDE,
    "ZoneType_Limbo": Zone.OUTSIDE,
}
COLORS: Final = {f"CardColor_{color.name.title()}": str(color) for color in Color}
CASTS: Final = {"ActionType_Cast": "normal", "ActionType_CastPrototype": DESIGNATION}
IGNORED: Final = frozenset(
    """UserActionTaken ManaPaid TappedUntappedPermanent AbilityInstanceCreated AbilityInstanceDeleted ResolutionStart
    ResolutionComplete PhaseOrStepModified NewTurnStarted EnteredZoneThisTurn DamageDealt ModifiedLife CounterAdded
    PlayerSelectingTargets PlayerSubmittedTargets ShouldntPlay""".split()
)


class Arena:
    """The translator. Feed it the JSON lines of one log in order."""

    def __init__(self, *, names: Mapping[str, str] | None = None) -> None:
        self.unknown: Counter[str] = Counter()
        self.untold = EVERY
        self._names = dict(names or {})
        self._zones: dict[int, Zone] = {}
        self._cards: dict[str, Characteristics] = {}
        self._chosen: dict[str, str] = {}

    def translate(self, line: Mapping[str, Any]) -> Step:
        """The line as events and views."""
        self._names |= {str(key): value for key, value in (line.get("names") or {}).items()}
        for action in _actions(line):
            option = CASTS.get(action.get("actionType", ""))
            if option is not None:
                self._chosen[str(action.get("instanceId"))] = option
        events: list[BoardEvent] = []
        views: list[View] = []
        for state in _states(line):
            told, seen = self._state(state)
            events += told
            views += seen
        return Step("gameStateMessage" if events or views else "", tuple(events), tuple(views))

    def truth(self, line: Mapping[str, Any]) -> tuple[View, ...]:
        """A log records no truth beside what it shows: there is nothing to check against."""
        return ()

    def listed(self, line: Mapping[str, Any]) -> frozenset[str] | None:
        """No truth, no list of it."""
        return None

    def in_passing(self, line: Mapping[str, Any]) -> tuple[View, ...]:
        """Nothing is shown in passing."""
        return ()

    def engine_wrong(self, line: Mapping[str, Any], which: str) -> str | None:
        """Nothing is marked."""
        return None

    def _state(self, state: Mapping[str, Any]) -> tuple[list[BoardEvent], list[View]]:
        for zone in state.get("zones") or ():
            if zone.get("type") in ZONES:
                self._zones[zone["zoneId"]] = ZONES[zone["type"]]
        objects = state.get("gameObjects") or ()
        for one in objects:
            card = card_named(self._names.get(str(one.get("grpId"))))
            if card is not None:
                self._cards[str(one["instanceId"])] = card
        annotations = state.get("annotations") or ()
        events = [event for each in _moves(annotations) for event in self._moved(*each)]
        events += [
            Ceased(str(which)) for which in state.get("diffDeletedInstanceIds") or () if str(which) in self._cards
        ]
        for each in annotations:
            for kind in each.get("type") or ():
                word = kind.removeprefix("AnnotationType_")
                if word not in IGNORED and word not in ("ObjectIdChanged", "ZoneTransfer"):
                    self.unknown[word] += 1
        return events, [self._view(one) for one in objects if str(one["instanceId"]) in self._cards]

    def _moved(self, old: str, new: str, details: Mapping[str, Any]) -> Iterator[BoardEvent]:
        card = self._cards.get(old) or self._cards.get(new)
        origin = self._zones.get(details.get("zone_src", -1))
        destination = self._zones.get(details.get("zone_dest", -1))
        if card is None or destination is None:
            return
        self._cards[new] = card
        yield Moved(old, origin, destination, new_id=new, card=card)
        if details.get("category") == "CastSpell":
            yield CastDone(new, self._chosen.pop(old, None) or self._chosen.pop(new, None), card, origin)

    def _view(self, one: Mapping[str, Any]) -> View:
        which = str(one["instanceId"])
        colors = one.get("color")
        return View(
            id=which,
            zone=self._zones.get(one.get("zoneId", -1)),
            name=self._names.get(str(one.get("grpId"))),
            colors=None if colors is None else str(Colors(COLORS[each] for each in colors if each in COLORS)),
            power=_value(one.get("power")),
            toughness=_value(one.get("toughness")),
            token=one.get("type") == "GameObjectType_Token",
            face_down=bool(one.get("isFacedown")),
            controller=None if one.get("controllerSeatId") is None else str(one["controllerSeatId"]),
        )


def _states(line: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    event = line.get("greToClientEvent") or {}
    for message in event.get("greToClientMessages") or ():
        if isinstance(message.get("gameStateMessage"), Mapping):
            yield message["gameStateMessage"]


def _actions(line: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    response = (line.get("payload") or line).get("performActionResp") or {}
    yield from response.get("actions") or ()


def _moves(annotations: Iterable[Mapping[str, Any]]) -> Iterator[tuple[str, str, Mapping[str, Any]]]:
    """Old id, new id, and the details of each transfer; a transfer names the new id."""
    old_ids: dict[str, str] = {}
    for each in annotations:
        details = {one["key"]: _detail(one) for one in each.get("details") or ()}
        if "AnnotationType_ObjectIdChanged" in each.get("type", ()):
            old_ids[str(details.get("new_id"))] = str(details.get("orig_id"))
        if "AnnotationType_ZoneTransfer" in each.get("type", ()):
            for which in each.get("affectedIds") or ():
                yield old_ids.get(str(which), str(which)), str(which), details


def _detail(one: Mapping[str, Any]) -> Any:
    values = one.get("valueInt32") or one.get("valueString") or [None]
    return values[0]


def _value(field: Any) -> Any:
    return field.get("value") if isinstance(field, Mapping) else None
