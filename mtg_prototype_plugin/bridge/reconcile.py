"""Mending the record from what an engine shows: moves that no event told, copies that begin or end without one.

A view says what shows after all layers. So it is weighed: mana cost and name are of layer 1, colours and sizes only
where the view says that they are the base ones. What events told stands: a view never makes an object prototyped that
was cast normally, nor the other way round. Which object a copy copies is inferred from what the engine shows of both,
but what the copy then *is* comes from the record, so that an engine's own mistake is not copied.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import count
from typing import TYPE_CHECKING

from mtg_hookspecs.characteristics import Characteristics
from mtg_hookspecs.events import CopyKind
from mtg_hookspecs.value import Value
from mtg_hookspecs.zones import Zone

from ..objects import Ask, CopyEffect, GameObject, ObjectKind
from ..rules import prototype_of
from .copies import ended_copy, excepting, with_copy_effect
from .events import Copied, Moved
from .infer import Verdict, card_named, infer
from .moves import ALIVE, WAY_NOT_SAID, arrived, on_the_stack, separated
from .record import UNSEEN, Entry, is_seen
from .view import View, checked
from .weigh import card_of, difference, exceptions, fits
from .words import spoken_zone

if TYPE_CHECKING:
    from rpds import HashTrieMap


@dataclass(frozen=True, slots=True)
class Note(Value):
    """What ``reconcile`` inferred of one object, or where what is shown contradicts what the board was told."""

    id: str
    verdict: Verdict
    """``INFERRED``: mended. ``UNKNOWN``: seen, but not what it means. ``IMPOSSIBLE``: the view is wrong."""
    text: str
    rules: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Seen(Value):
    """An object that the new one may be a copy of, and what the engine shows of it."""

    object: GameObject
    shown: View | None
    verdict: Verdict


class Mending:
    """One call of ``reconcile``: the entries as they are mended, what has changed, and the notes."""

    def __init__(self, entries: "HashTrieMap[str, Entry]", ask: Ask) -> None:
        self.entries = entries
        self.ask = ask
        self.changed: dict[str, Entry] = {}
        self.notes: list[Note] = []
        self._views: dict[str, View] = {}

    def mend(self, views: Iterable[View]) -> None:
        """Mend with every view that has an id: first where the objects are, then what they are."""
        self._views = {view.id: checked(view) for view in views if view.id is not None}
        for which, view in self._views.items():
            entry = self._entry(which)
            if entry is not None:
                self._put(which, entry, self._placed(which, entry, view))
        for which, view in self._views.items():
            entry = self._entry(which)
            mended = self._appeared(which, view) if entry is None else self._valued(which, entry, view)
            if mended.shown != view:
                mended = mended._replace(shown=view)
            self._put(which, entry, mended)

    def _entry(self, which: str) -> Entry | None:
        return self.changed.get(which) or self.entries.get(which)

    def _put(self, which: str, before: Entry | None, after: Entry) -> None:
        if after is not before:
            self.changed[which] = after

    def _note(self, which: str, verdict: Verdict, text: str, *rules: str) -> None:
        self.notes.append(Note(which, verdict, text, rules))

    # --- where it is -------------------------------------------------------------------------------------------------

    def _placed(self, which: str, entry: Entry, view: View) -> Entry:
        zone, one = view.zone, entry.object
        newer = view.incarnation is not None and entry.incarnation is not None and view.incarnation > entry.incarnation
        if zone is not None and (zone is not one.zone or newer):
            entry = self._moved(which, entry, view, zone)
        one = entry.object
        if view.incarnation is not None and view.incarnation != entry.incarnation:
            entry = entry._replace(incarnation=view.incarnation)
        if one.zone is Zone.BATTLEFIELD and view.face_down is not None and view.face_down is (one.face_down is None):
            turned = one.turned_down() if view.face_down else one.turned_up()
            self._note(which, Verdict.INFERRED, f"it was turned face {'down' if view.face_down else 'up'}", "708.2")
            entry = entry._replace(object=turned)
        if view.phased_out is not None and view.phased_out is not entry.phased_out:
            entry = entry._replace(phased_out=view.phased_out)
        if view.controller is not None and view.controller != entry.controller:
            entry = entry._replace(controller=view.controller)
        return entry

    def _moved(self, which: str, entry: Entry, view: View, zone: Zone) -> Entry:
        one = entry.object
        if one.kind is ObjectKind.TOKEN and zone is Zone.STACK:  # no token is there: the id is another object's now
            return self._appeared(which, view)
        if entry.announced is not None and zone is entry.announced.object.zone:
            self._note(which, Verdict.INFERRED, "the announced cast was taken back", "733.1")
            return entry.announced
        self._note(which, Verdict.INFERRED, f"it was {spoken_zone(one.zone)}, and is {spoken_zone(zone)}", "400.7")
        if zone is Zone.STACK:
            return on_the_stack(entry, None)._replace(announced=None, reason=WAY_NOT_SAID)
        if one.components:
            return self._separated(which, entry, zone)
        return arrived(entry, zone, self.ask)

    def _separated(self, which: str, entry: Entry, zone: Zone) -> Entry:
        pieces = separated(entry, Moved(which, entry.object.zone, zone), self.ask)
        mine = None
        for part, piece in pieces:
            if part == which:
                mine = piece
            elif piece is not None:
                self.changed[part] = piece
        assert mine is not None, "a merged permanent goes by the id of one of its parts"
        return mine

    # --- what it is --------------------------------------------------------------------------------------------------

    def _valued(self, which: str, entry: Entry, view: View) -> Entry:
        one = entry.object
        if entry.announced is not None or one.face_down is not None or view.face_down:
            return entry
        if entry.entering is not None:
            source = self._source(which, view) if view.copy else None
            return entry if source is None else self._covered(which, entry._replace(entering=None), source, view)
        if view.copy is False and one.kind is ObjectKind.CARD and _copies(one):
            entry = self._without_copies(which, entry)
        elif _copies(one) and not fits(view, one.characteristics) and is_seen(one.characteristics):
            entry = self._uncovered(which, entry, view)
            if entry.shown_verdict is Verdict.INFERRED and view.copied_from is not None:
                entry = self._excepted(which, entry, view)
        one = entry.object
        if not is_seen(one.characteristics) or entry.shown_verdict is Verdict.UNKNOWN:
            return self._guessed(which, entry, view)
        began = view.copy is True and one.kind is ObjectKind.CARD and not _copies(one)
        if fits(view, one.characteristics) and not began:
            self._look(which, entry, view)
            return entry
        if one.zone in ALIVE and view.copy is not False and (began or view.name != one.characteristics.name):
            source = self._source(which, view)
            if source is not None:
                return self._covered(which, entry, source, view)
        self._look(which, entry, view)
        return entry

    def _look(self, which: str, entry: Entry, view: View) -> None:
        against = difference(view, entry.object.characteristics)
        if against:
            self._note(which, Verdict.IMPOSSIBLE, *against)

    def _without_copies(self, which: str, entry: Entry) -> Entry:
        self._note(which, Verdict.INFERRED, "its copy effect has ended", "613.2a")
        while _copies(entry.object):
            entry = ended_copy(entry, None)
        return entry

    def _uncovered(self, which: str, entry: Entry, view: View) -> Entry:
        """The entry without its newest copy effects, if then it is what shows, by its values or by its name."""
        names_differ = view.name is not None and view.name != entry.object.characteristics.name
        left = entry
        while _copies(left.object):
            left = ended_copy(left, None)
            beneath = left.object.characteristics
            if is_seen(beneath) and (fits(view, beneath) or (names_differ and view.name == beneath.name)):
                self._note(which, Verdict.INFERRED, "its copy effect has ended", "613.2a")
                return left
        return entry

    def _excepted(self, which: str, entry: Entry, view: View) -> Entry:
        """The entry with the exceptions of its newest copy effect as they show now: some engines add them later."""
        source = self._source(which, view)
        if source is None or source.object.characteristics.name != entry.object.characteristics.name:
            return entry
        return self._covered(which, ended_copy(entry, None), source, view)

    def _covered(self, which: str, entry: Entry, source: _Seen, view: View) -> Entry:
        copied = source.object.characteristics
        self._note(
            which, Verdict.INFERRED, f"it has become a copy of {copied.name or 'an object without a name'}", "707.2"
        )
        taken = {effect.key for effect in entry.object.effects if isinstance(effect, CopyEffect)}
        key = next(key for key in (f"seen {number}" for number in count(1)) if key not in taken)
        excepted = exceptions(view, copied, source.shown)
        kind = CopyKind.BECOMES if entry.object.zone is Zone.BATTLEFIELD else CopyKind.ENTERS_AS
        event = Copied(kind, None, which, key=key, excepted=excepted)
        ((_, after),) = with_copy_effect(which, entry, source.object, Verdict.INFERRED, event, self.ask)
        assert after is not None, "it is still there"
        return after

    def _guessed(self, which: str, entry: Entry, view: View) -> Entry:
        """What nobody has told, or only views: as if it were seen for the first time, but its card is kept."""
        one = entry.object
        if _copies(one):  # a copy of something not said
            source = self._source(which, view)
            return entry if source is None else self._covered(which, ended_copy(entry, None), source, view)
        fresh = self._appeared(which, view, card=one.card if is_seen(one.card) else None)
        return fresh._replace(
            object=replace(fresh.object, incarnation=one.incarnation),
            came_from=entry.came_from,
            last=entry.last,
            incarnation=entry.incarnation,
            copy_of=entry.copy_of,
        )

    def _appeared(self, which: str, view: View, card: Characteristics | None = None) -> Entry:
        """An object seen for the first time."""
        zone = view.zone or Zone.BATTLEFIELD
        base = Entry(
            GameObject(card or _printed(view) or UNSEEN, zone),
            Verdict.INFERRED,
            controller=view.controller,
            phased_out=bool(view.phased_out),
            incarnation=view.incarnation,
        )
        if view.face_down and zone is Zone.BATTLEFIELD:
            return base._replace(object=base.object.turned_down(), reason="it is face down")
        if view.face_down and zone is Zone.STACK:
            return base._replace(verdict=Verdict.UNKNOWN, reason="it is a face-down spell")
        if zone not in ALIVE:
            card = base.object.card if is_seen(base.object.card) or view.face_down else card_of(view)
            judged = infer(view, card=card)
            if judged.verdict is Verdict.IMPOSSIBLE:
                self._note(which, Verdict.IMPOSSIBLE, judged.reason, *judged.rules)
            return base._replace(object=GameObject(card, zone), reason=f"{spoken_zone(zone)} every card is normal")
        if view.token or view.copy:
            return self._copy_appeared(which, view, base)
        return self._judged(which, view, base, ObjectKind.CARD)

    def _copy_appeared(self, which: str, view: View, base: Entry) -> Entry:
        source = self._source(which, view)
        spell = bool(view.copied_spell) and base.object.zone is Zone.STACK
        if source is None or (spell and source.object.zone is not Zone.STACK):
            kind = ObjectKind.COPY if spell else ObjectKind.TOKEN if view.token else ObjectKind.CARD
            return self._judged(which, view, base, kind)
        copied = source.object.characteristics
        reason = f"it shows what {copied.name or 'an object without a name'} shows, so it is a copy of it"
        if not view.token and not spell:
            return self._covered(which, base._replace(reason=reason), source, view)
        modify = excepting(exceptions(view, copied, source.shown))
        one = source.object.copied(CopyKind.SPELL if spell else CopyKind.TOKEN, ask=self.ask, modify=modify)
        verdict = Verdict.INFERRED if source.verdict is not Verdict.UNKNOWN else Verdict.UNKNOWN
        return base._replace(object=one, verdict=verdict, reason=reason, copy_of="")

    def _judged(self, which: str, view: View, base: Entry, kind: ObjectKind) -> Entry:
        """From its own values alone."""
        zone, card = base.object.zone, base.object.card
        if not is_seen(card):
            return base._replace(object=GameObject(card_of(view), zone, kind), reason="these are the values shown")
        judged = infer(view, card=card)
        own = prototype_of(card) if judged.prototyped else None
        if judged.verdict in (Verdict.UNKNOWN, Verdict.IMPOSSIBLE):
            self._note(which, judged.verdict, judged.reason, *judged.rules)
            return base._replace(object=GameObject(card, zone, kind), verdict=Verdict.UNKNOWN, reason=judged.reason)
        option = own.designation if own else None
        one = GameObject(card, zone, kind, own, cast_as=option)
        return base._replace(object=one, verdict=judged.verdict, reason=judged.reason)

    # --- what it copies ----------------------------------------------------------------------------------------------

    def _source(self, which: str, view: View) -> _Seen | None:
        """The object that the engine names; else one that shows what ``view`` shows; else one of that name."""
        told = self._entry(view.copied_from) if view.copied_from is not None else None
        if told is not None and is_seen(told.object.characteristics) and told.shown_verdict is not Verdict.UNKNOWN:
            return _Seen(told.object, self._views.get(view.copied_from or "") or told.shown, told.shown_verdict)
        same_name = [seen for seen in self._candidates(which) if _name_of(seen) == view.name]
        exact = [seen for seen in same_name if _same_cost(seen, view)]
        card = card_named(view.name)
        judged = infer(view, card=card) if card else None
        possible = exact or (same_name if judged is None or judged.verdict is not Verdict.INFERRED else [])
        alive = [seen for seen in possible if seen.object.zone in ALIVE] or possible
        best = [seen for seen in alive if fits(view, seen.object.characteristics)] or alive
        values = {seen.object.copiable_values for seen in best}
        if len(values) == 1:
            return best[0]
        if judged is not None and judged.characteristics is not None and card is not None:
            own = prototype_of(card) if judged.prototyped else None
            return _Seen(GameObject(card, Zone.BATTLEFIELD, own=own), None, Verdict.INFERRED)
        if values or not view.name or card is not None:
            return None
        return _Seen(GameObject(card_of(view), Zone.BATTLEFIELD), view, Verdict.INFERRED)

    def _candidates(self, which: str) -> Iterator[_Seen]:
        for other in dict.fromkeys((*self.entries, *self.changed)):
            entry = self._entry(other)
            if entry is None or other == which:
                continue
            shown = self._views.get(other) or entry.shown
            if is_seen(entry.object.characteristics) and entry.verdict is not Verdict.UNKNOWN:
                yield _Seen(entry.object, shown, entry.shown_verdict)
            if entry.last is not None and entry.last.zone in ALIVE and is_seen(entry.last.characteristics):
                yield _Seen(entry.last, None, entry.verdict)


def _printed(view: View) -> Characteristics | None:
    """The prototype card that it is: by its printed name, or by its name where that cannot be a copied one."""
    if view.printed_name is not None:
        return card_named(view.printed_name)
    return card_named(view.name) if not view.copy or view.token else None


def _copies(one: GameObject) -> bool:
    return any(isinstance(effect, CopyEffect) for effect in one.effects)


def _name_of(seen: _Seen) -> str | None:
    return seen.shown.name if seen.shown and seen.shown.name is not None else seen.object.characteristics.name


def _same_cost(seen: _Seen, view: View) -> bool:
    if seen.shown is not None and seen.shown.mana_cost is not None:
        return (seen.shown.mana_cost, seen.shown.mana_value) == (view.mana_cost, view.mana_value)
    return fits(view, seen.object.characteristics)
