"""Forge: its ``GameEvent``s as the board's events, the cards that they carry as views.

A line is an event as JSON, fields in snake_case: ``event`` is its class; cards carry ``id``, ``name``,
``printed_name``, ``zone``, ``in_zone`` (the very object is in a zone), ``lki``, ``is_token``, ``is_cloned``,
``clone_origin`` and values; spell abilities carry ``has_prototype_param``, ``is_spell``, ``is_copied``, ``host`` and
``targets``.

=============================== =============================================================================
event                           what the board is told
=============================== =============================================================================
``CardChangeZone`` to Stack     a cast is announced; the card carried is the old object
``Zone`` Stack Added            a copied spell: a copy
``SpellAbilityCast``            a spell: the cast is done, prototyped if the ability has the parameter
                                ``Prototype`` (2026: if its description begins so); a copied spell: a copy;
                                abilities and triggers: remembered, for the tokens that they make
``Zone`` Added, not announced   the cast was taken back (no ``CardChangeZone`` is fired for the way back)
``CardChangeZone`` from nothing a token; its source is among the targets or triggering cards of what resolves
``CardChangeZone`` to Merged    merged with the target of what resolves
``CardChangeZone``              a move; a token that leaves ceases to be
``SpellRemovedFromStack``       a copied spell that did not resolve ceases to be
``Zone`` Battlefield Added      control, which changes without ``CardChangeZone``
``CardPhased``                  phased out, or in again
``CardStatsChanged``            views: copies begin and end, cards turn face down and up, with no other event
=============================== =============================================================================

What is not in a zone, and every look-alike (``lki``), is passed over: Forge fires thousands of them for cards that
nobody casts. Neither ``cast_prototyped`` nor any other flag of a card is read: the AI sets it when it only considers.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final

from mtg_hookspecs.characteristics import Characteristics
from mtg_hookspecs.events import CopyKind
from mtg_hookspecs.mana import ManaCost
from mtg_hookspecs.zones import Zone

from ..objects import Side
from ..rules import DESIGNATION
from .events import (
    BoardEvent,
    CastAnnounced,
    CastDone,
    CastTakenBack,
    Ceased,
    ControlChanged,
    Copied,
    Merged,
    Moved,
    PhasedIn,
    PhasedOut,
)
from .infer import card_named
from .steps import Step
from .untold import Untold
from .view import View

ZONES: Final[Mapping[str, Zone]] = {
    "Hand": Zone.HAND,
    "Library": Zone.LIBRARY,
    "Graveyard": Zone.GRAVEYARD,
    "Battlefield": Zone.BATTLEFIELD,
    "Exile": Zone.EXILE,
    "Command": Zone.COMMAND,
    "Stack": Zone.STACK,
    "Sideboard": Zone.OUTSIDE,
    "Ante": Zone.OUTSIDE,
}

IGNORED: Final = frozenset(
    """AttackersDeclared BlockersDeclared CardAttachment CardCounters CardDamaged CardDestroyed CardSacrificed
    CardTapped CombatChanged CombatEnded FlipCoin GameFinished GameOutcome GameStarted LandPlayed ManaPool Mulligan
    PlayerControl PlayerDamaged PlayerLivesChanged PlayerPriority Scry Shuffle SpellResolved TokenCreated
    TokenStateUpdate TurnBegan TurnEnded TurnPhase""".split()
)
"""Known events that say nothing here. (A game log is none of these: it has no zones, and logs copies as casts.)"""

UNTOLD: Final = frozenset({Untold.FIRST_SEEN, Untold.COPY, Untold.TURNED_DOWN, Untold.TURNED_UP})
"""Seen in the cards that events carry, told by no event of its own: what is there when the listener begins, or comes as
a token whose source no ability names; a copy that begins or ends; face down and up."""

AT_REST: Final = frozenset({"initial", "final", "GameEventCardChangeZone", "GameEventSpellAbilityCast"}) | {
    "GameEventSpellResolved",
    "GameEventTurnPhase",
}
"""After these the objects are what they are; between ``Zone`` events one may be nowhere, or two things."""

Card = Mapping[str, Any]


class Forge:
    """The translator. Feed it the lines of one game in order."""

    def __init__(self) -> None:
        self.unknown: Counter[str] = Counter()
        self.untold = UNTOLD
        self._announced: dict[str, Zone] = {}
        self._abilities: dict[int, tuple[Card, ...]] = {}
        self._names: dict[str, str] = {}
        self._kept: set[str] = set()
        self._state: dict[int, Card] = {}
        self._whole = True

    def translate(self, line: Mapping[str, Any]) -> Step:
        """The line as events and views."""
        if "header" in line:
            self._whole = line.get("truth_mode") != "changed"
        label = line.get("event", "")
        told = TABLE.get(label)
        if told is not None:
            events, views = told(self, line)
            return Step(label, tuple(events), tuple(views))
        if label.startswith("GameEvent") and label.removeprefix("GameEvent") not in IGNORED:
            self.unknown[label] += 1
        return Step(label)

    def truth(self, line: Mapping[str, Any]) -> tuple[View, ...]:
        """The objects at rest after the line. A merged card is no object of its own (730.2)."""
        for obj in line.get("gone") or ():
            self._state.pop(obj, None)
        rows = line.get("truth") or ()
        if self._whole and line.get("truth") is not None:
            self._state = {}
        self._state.update((row["obj"], row) for row in rows)
        if line.get("event") not in AT_REST:
            return ()
        return tuple(view(row) for row in self._state.values() if row["zone"] in ZONES)

    def listed(self, line: Mapping[str, Any]) -> frozenset[str] | None:
        """All objects of interest but those in libraries. (Ask after ``truth``.)"""
        if line.get("event") not in AT_REST or not self._state:
            return None
        return frozenset(str(row["id"]) for row in self._state.values())

    def in_passing(self, line: Mapping[str, Any]) -> tuple[View, ...]:
        """Forge shows a permanent as it will be before it enters: there is nothing in passing."""
        return ()

    def engine_wrong(self, line: Mapping[str, Any], which: str) -> str | None:
        """The recorder's mark on the object."""
        marks = (row.get("engine_wrong") for row in self._state.values() if str(row["id"]) == which)
        return next((mark for mark in marks if mark), None)

    # --- the table's functions ---------------------------------------------------------------------------------------

    def _initial(self, line: Mapping[str, Any]) -> "Told":
        return (), self._views(line.get("cards") or ())

    def _stats(self, line: Mapping[str, Any]) -> "Told":
        return (), self._views(line.get("cards") or ())

    def _views(self, cards: Iterable[Card]) -> list[View]:
        real = [card for card in cards if not card.get("lki", True) and card["in_zone"] and card["zone"] in ZONES]
        for card in real:
            self._names[str(card["id"])] = card["name"]
        return [view(card) for card in real if self._matters(card)]

    def _change_zone(self, line: Mapping[str, Any]) -> "Told":
        card, which = line["card"], str(line["card"]["id"])
        origin, destination = ZONES.get(line["from"] or ""), ZONES.get(line["to"] or "")
        if line["to"] == "Merged":
            return self._merge(line), ()
        if destination is None or not self._matters(card):
            return (), ()
        if destination is Zone.STACK:
            if origin is not None:
                self._announced[which] = origin
            return (CastAnnounced(which, printed(card), origin),), ()
        if destination is not Zone.BATTLEFIELD:
            moved = Moved(which, origin, destination, card=printed(card))
            return (moved, Ceased(which)) if card["is_token"] else (moved,), ()
        views = self._views((card,))
        if origin is None and card["is_token"]:
            return self._token(line), views
        return (Moved(which, origin, destination, card=printed(card)),), views

    def _token(self, line: Mapping[str, Any]) -> tuple[BoardEvent, ...]:
        """A token that is a copy is told if what it copies is named by the ability that makes it."""
        card, making = line["card"], line.get("stack_top") or {}
        if not card.get("copied_permanent"):
            return ()
        for source in self._abilities.get(making.get("sa_id", -1), ()):
            if source["name"] == card["name"] and source.get("zone") in ZONES:
                zone = ZONES[source["zone"]]
                return (Copied(CopyKind.TOKEN, str(source["id"]), str(card["id"]), source_zone=zone),)
        return ()

    def _merge(self, line: Mapping[str, Any]) -> tuple[BoardEvent, ...]:
        spell = str(line["card"]["id"])
        making = line.get("stack_top") or {}
        for target in self._abilities.get(making.get("sa_id", -1), ()):
            over = self._names.get(str(target["id"])) == line["card"]["name"]
            side = Side.OVER if over else Side.UNDER
            return (Merged(str(target["id"]), spell, side, card=printed(line["card"]) or card_of(line["card"])),)
        return ()

    def _cast(self, line: Mapping[str, Any]) -> "Told":
        ability = line["sa"]
        host, which = ability["host"], str(ability["host_id"])
        self._abilities[ability["id"]] = tuple(_named_by(line))
        if not ability.get("is_spell") or host is None:
            return (), ()
        original = ability.get("copy_of")
        if ability.get("is_copied"):
            if original is None or not self._matters(host):
                return (), ()
            return (Copied(CopyKind.SPELL, str(original["host_id"]), which, source_zone=Zone.STACK),), ()
        origin = self._announced.pop(which, None)
        if not self._matters(host):
            return (), ()
        prototype = ability.get("has_prototype_param") or (ability.get("description") or "").startswith("Prototype ")
        return (CastDone(which, DESIGNATION if prototype else "normal", printed(host), origin),), self._views((host,))

    def _zone(self, line: Mapping[str, Any]) -> "Told":
        card = line.get("card")
        if card is None or line["mode"] != "Added":
            return (), ()
        which = str(card["id"])
        copied = card.get("copied_permanent")
        if line["zone"] == "Stack" and card["is_copied_spell"] and copied and self._matters(card):
            return (Copied(CopyKind.SPELL, str(copied["id"]), which, source_zone=Zone.STACK),), ()
        if line["zone"] != "Stack" and self._announced.pop(which, None) is not None:
            return (CastTakenBack(which),), ()
        if line["zone"] == "Battlefield" and self._matters(card) and card["in_zone"]:
            return (ControlChanged(which, card["controller"]),), ()
        return (), ()

    def _removed(self, line: Mapping[str, Any]) -> "Told":
        ability = line.get("sa") or {}
        self._abilities.pop(ability.get("id", -1), None)
        host = ability.get("host")
        if host is None or not (ability.get("is_spell") and ability.get("is_copied")) or host["zone"] == "Battlefield":
            return (), ()
        return (Ceased(str(host["id"])),), ()

    def _phased(self, line: Mapping[str, Any]) -> "Told":
        which = str(line["card"]["id"])
        return (PhasedOut(which) if line["phase_state"] else PhasedIn(which),), ()

    def _matters(self, card: Card) -> bool:
        """Whether the card has Prototype, shows as one that has, or is one that did."""
        which = str(card["id"])
        if which in self._kept:
            return True
        if card_named(card["name"]) or card_named(card.get("printed_name")):
            self._kept.add(which)
            return True
        return False


Told = tuple[tuple[BoardEvent, ...], tuple[View, ...] | list[View]]

TABLE: Final[Mapping[str, Callable[[Forge, Mapping[str, Any]], Told]]] = {
    "initial": Forge._initial,
    "GameEventCardStatsChanged": Forge._stats,
    "GameEventCardChangeZone": Forge._change_zone,
    "GameEventSpellAbilityCast": Forge._cast,
    "GameEventSpellRemovedFromStack": Forge._removed,
    "GameEventZone": Forge._zone,
    "GameEventCardPhased": Forge._phased,
}
"""Events by class; ``initial`` is the recorder's: the cards in all zones when it began."""


def view(card: Card) -> View:
    """What Forge shows of a card: base values where they are carried, else current ones. Its flags are dropped."""
    based = "base_power" in card
    origin = card.get("clone_origin")
    origin_id = card.get("clone_origin_id") if origin is None else origin["id"]
    cloned = bool(card.get("is_cloned")) and origin_id not in (None, card["id"])
    token = bool(card.get("is_token", card.get("token")))
    copied = bool(card.get("copied_permanent") or card.get("copied_permanent_id"))
    return View(
        id=str(card["id"]),
        zone=ZONES[card["zone"]],
        name=card["name"],
        printed_name=card.get("printed_name"),
        mana_cost=card.get("mana_cost") or "",
        mana_value=card.get("mana_value"),
        colors=card.get("base_colors" if based else "colors"),
        power=card.get("base_power" if based else "power"),
        toughness=card.get("base_toughness" if based else "toughness"),
        types=tuple(card["types"]) if "types" in card else None,
        subtypes=tuple(card["subtypes"]) if "subtypes" in card else None,
        token=token,
        copy=copied if token else cloned if "is_cloned" in card else None,
        copied_spell=bool(card.get("is_copied_spell", card.get("copied_spell"))),
        copied_from=str(origin_id) if cloned else None,
        face_down=card.get("face_down"),
        phased_out=card.get("phased_out"),
        controller=card.get("controller"),
        base_size=based,
        base_colors=based,
    )


def printed(card: Card) -> Characteristics | None:
    """The prototype card that is printed so, whatever it shows."""
    return card_named(card.get("printed_name") or card["name"])


def card_of(card: Card) -> Characteristics:
    """What shows of a card that has no Prototype."""
    cost = ManaCost.parse(card["mana_cost"]) if card.get("mana_cost") else None
    power, toughness = card.get("power"), card.get("toughness")
    return Characteristics(name=card["name"], mana_cost=cost, power=power, toughness=toughness)


def _named_by(line: Mapping[str, Any]) -> Iterator[Card]:
    """The cards that a spell or ability names: its targets, what triggered it, its own card."""
    ability = line["sa"]
    for target in (line.get("si") or {}).get("targets") or ability.get("targets") or ():
        if target.get("kind", "card") == "card" and "id" in target:
            yield target
    triggering = ability.get("triggering_cards") or {}
    yield from (card for card in triggering.values() if isinstance(card, Mapping) and "id" in card)
    if ability.get("host") is not None:
        yield ability["host"]
