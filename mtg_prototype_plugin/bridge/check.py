"""A replay held against the truth that its trace records, and against what the rules ask where an index has that.

Compared are copiable values. A size or colour that is neither way's is the doing of a later layer and the engine's
business. Where the engine itself deviates, the rules' answer is the right one: to agree with it is then the fault.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

from mtg_hookspecs.value import Value
from mtg_hookspecs.zones import Zone

from ..objects import ObjectKind
from ..rules import prototype_of
from .board import Board
from .events import BoardEvent, event_ids
from .infer import Verdict
from .moves import WAY_NOT_SAID
from .record import CARD_NOT_SEEN, CAST_NOT_DONE, Answer
from .steps import InvalidTrace, Step, Translator
from .untold import TELLING, Untold, untold
from .view import View
from .weigh import difference
from .words import spoken_zone


class Outcome(StrEnum):
    """How one object on one line compares."""

    AGREED = "agreed"
    DISAGREED = "disagreed"
    UNKNOWN = "unknown"
    MID_MOVE = "mid-move"
    ENGINE = "engine deviates"
    """The board's answer is not the engine's, and the trace or its index says that the engine is wrong."""


@dataclass(frozen=True, slots=True)
class Comparison(Value):
    """One object, on one line."""

    line: int
    id: str
    outcome: Outcome
    text: str = ""


class Tally:
    """Counts as they grow, and the comparisons that people want to see.

    ``by_views``: of those that agreed, where a view said it first, now or when the object was last mended. The view is
    of the engine's state, as the truth is, so these prove little. ``untold`` counts what views said on their own lines.
    """

    __slots__ = ("by_views", "counts", "shown", "untold")

    def __init__(self) -> None:
        self.counts: Counter[Outcome] = Counter()
        self.by_views = 0
        self.untold: Counter[Untold] = Counter()
        self.shown: list[Comparison] = []

    def add(self, comparison: Comparison) -> None:
        """Count it; keep it if it is not an agreement."""
        self.counts[comparison.outcome] += 1
        if comparison.outcome in (Outcome.DISAGREED, Outcome.UNKNOWN, Outcome.ENGINE):
            self.shown.append(comparison)

    def merge(self, other: "Tally") -> None:
        """Add another's counts."""
        self.counts += other.counts
        self.by_views += other.by_views
        self.untold += other.untold

    @property
    def by_events(self) -> int:
        """Of those that agreed, where events alone had said it."""
        return self.counts[Outcome.AGREED] - self.by_views

    def __str__(self) -> str:
        said = {outcome: f"{self.counts[outcome]} {outcome}" for outcome in Outcome}
        said[Outcome.AGREED] += f" ({self.by_events} by events, {self.by_views} by views)"
        return ", ".join(said.values())


class Checker:
    """Compares line by line. ``expected`` is what the rules ask, by the label of the check, if an index says it."""

    def __init__(self, *, expected: Mapping[str, Sequence[str]] | None = None, deviates: bool = False) -> None:
        self.tally = Tally()
        self._expected = expected or {}
        self._deviates = deviates
        self._open: list[Comparison] = []
        self._wrong: dict[str, str] = {}
        self._late: dict[str, tuple[int, Comparison, frozenset[Untold]]] = {}
        self._lines = 0

    @property
    def has_rules(self) -> bool:
        """Whether an index says what the rules ask."""
        return bool(self._expected)

    def look(
        self,
        number: int,
        line: Mapping[str, Any],
        step: Step,
        translator: Translator,
        *,
        told: Board,
        board: Board,
    ) -> None:
        """Compare a line: ``told`` is the board after its events, ``board`` the same after its views."""
        self._take(step.events)
        learned = {view.id: untold(told.what_is(view.id), board.what_is(view.id)) for view in step.views if view.id}
        for which, kinds in learned.items():
            self.tally.untold.update(kinds)
            self._miss(number, which, kinds - translator.untold)
        truth = translator.truth(line)
        for view in truth:
            assert view.id is not None, "recorded objects have ids"
            kinds, answer = learned.get(view.id, frozenset()), board.what_is(view.id)
            mark = translator.engine_wrong(line, view.id)
            comparison = compare(number, view, answer, mark, way_is_told=Untold.WAY not in translator.untold)
            if comparison.outcome is Outcome.AGREED:
                if kinds - translator.untold:
                    continue
                self.tally.by_views += bool(kinds) or answer.verdict is Verdict.INFERRED
            self.tally.add(comparison) if mark else self._judged(comparison)
        listed = translator.listed(line)
        if listed is not None:
            self._surplus(number, listed, board)
        if line.get("type") == "CHECK":
            self._label(number, str(line.get("label")), {view.id: view for view in truth if view.id}, board)

    def _take(self, events: Iterable[BoardEvent]) -> None:
        """The line has told these: so it was them that the state was ahead of, if they are not too late."""
        self._lines += 1
        for event in events:
            for which in event_ids(event):
                _, comparison, missing = self._late.get(which, (0, None, frozenset()))
                if comparison and any(isinstance(event, TELLING[each]) for each in missing):
                    del self._late[which]
                    self.tally.counts[Outcome.AGREED] += 1
        for which, (until, comparison, _) in tuple(self._late.items()):
            if until <= self._lines:
                del self._late[which]
                self._judged(comparison)

    def _miss(self, number: int, which: str, missing: frozenset[Untold]) -> None:
        if not missing:
            return
        what = f"no event told it: {', '.join(sorted(missing))}"
        comparison = Comparison(number, which, Outcome.DISAGREED, what)
        if missing <= TELLING.keys() and which not in self._late:
            self._late[which] = (self._lines + LATE, comparison, missing)
        else:
            self._judged(comparison)

    def _judged(self, comparison: Comparison) -> None:
        if comparison.outcome is Outcome.DISAGREED and self._wrong.get(comparison.id) == comparison.text:
            self.tally.add(Comparison(comparison.line, comparison.id, Outcome.ENGINE, comparison.text))
        elif comparison.outcome is Outcome.DISAGREED and self._deviates:
            self._open.append(comparison)
        else:
            self.tally.add(comparison)

    def _surplus(self, number: int, listed: frozenset[str], board: Board) -> None:
        """What the board still has, and the record has no more. Other cards drop out of it when they copy no more."""
        for which in board.ids:
            if which in listed:
                continue
            answer = board.what_is(which)
            zone, one = answer.zone, answer.object
            other_card = answer.reason == CARD_NOT_SEEN or (
                one is not None and one.kind is ObjectKind.CARD and prototype_of(one.card) is None
            )
            if zone not in _NOT_LISTED and not (other_card and zone is not Zone.STACK):
                said = f"it is no more, and the board has it {spoken_zone(zone) if zone else 'nowhere'}"
                self._judged(Comparison(number, which, Outcome.DISAGREED, said))

    def _label(self, number: int, label: str, views: Mapping[str, View], board: Board) -> None:
        """A check of the index is reached: what the rules ask there decides who was right since the last one.

        The engine was wrong about the objects of which it shows other than what the rules ask, and about no others; it
        stays so as long as it shows the same of them. An empty list asks nothing.
        """
        asked = [(text, view) for text in self._expected.get(label, ()) if (view := expected_view(text)) is not None]
        if not asked:
            return
        found, missing = matched(asked, {which: board.what_is(which) for which in views})
        for text in missing:
            self.tally.add(Comparison(number, label, Outcome.DISAGREED, f"the rules ask: {text}"))
        for which in views.keys() - found.keys():
            said = "the rules ask for no such object"
            self.tally.add(Comparison(number, which, Outcome.DISAGREED, f"{said} at {label!r}"))
        self.tally.counts[Outcome.AGREED] += len(found)
        wrong = {which for which, view in found.items() if not _shows(views[which], view)}
        for each in self._open:
            outcome = Outcome.ENGINE if each.id in wrong else Outcome.DISAGREED
            self.tally.add(Comparison(each.line, each.id, outcome, each.text))
            if each.id in wrong:
                self._wrong[each.id] = each.text
        self._open.clear()

    def finish(self) -> Tally:
        """All is played: what no check of the index has decided is ours, and so is what no event has told."""
        for _, comparison, _ in self._late.values():
            self._judged(comparison)
        self._late.clear()
        for comparison in self._open:
            self.tally.add(comparison)
        self._open.clear()
        return self.tally


def compare(number: int, view: View, answer: Answer, mark: str | None, *, way_is_told: bool = False) -> Comparison:
    """One object of the truth with the board's answer. ``way_is_told``: the engine says how a spell was cast."""
    which = view.id or ""
    if answer.is_mid_cast and view.zone in (None, Zone.STACK):
        return Comparison(number, which, Outcome.MID_MOVE)
    if answer.characteristics is None:
        lost = answer.zone is None or (way_is_told and answer.reason.startswith((WAY_NOT_SAID, CAST_NOT_DONE)))
        return Comparison(number, which, Outcome.DISAGREED if lost else Outcome.UNKNOWN, answer.reason)
    against = differs(view, answer)
    if mark:
        text = against or f"the same as the engine, which is marked wrong there: {mark}"
        return Comparison(number, which, Outcome.ENGINE if against else Outcome.DISAGREED, text)
    return Comparison(number, which, Outcome.DISAGREED if against else Outcome.AGREED, against or "")


def differs(view: View, answer: Answer) -> str | None:
    """How the answer is not what the view shows; ``None``: it is."""
    assert answer.characteristics is not None, "an unknown object is not compared"
    if view.zone is not None and view.zone is not answer.zone:
        board = spoken_zone(answer.zone) if answer.zone else "nowhere"
        return f"it is {spoken_zone(view.zone)}, and the board has it {board}"
    if view.phased_out is not None and view.phased_out is not answer.phased_out:
        return "it is phased out" if view.phased_out else "it is not phased out"
    against = difference(view, answer.characteristics)
    return f"{against[0]} ({against[1]})" if against else None


_LINE: Final = re.compile(
    r"(?P<zone>[A-Z]+|exile zone) (?P<kind>token |facedown ?)?(?:(?P<name>.*?) )??(?P<size>-?\d+/-?\d+) (?P<cost>\S*) "
    r"mv(?P<mana_value>[\d.]+) (?P<colors>\S+)(?P<phased> phased-out)?"
)
LATE: Final = 16
"""By how many lines the truth may be ahead of the event."""
_NOT_LISTED: Final = (Zone.LIBRARY, Zone.OUTSIDE)
_NOT_COMPARED: Final = frozenset({"OUTSIDE"})  # a merged card is no object of its own (730.2)
_ZONES: Final = {"EXILED": Zone.EXILE, "exile zone": Zone.EXILE}


def expected_view(text: str) -> View | None:
    """What the rules ask of one object, as the index writes it; ``None``: it is of something that is no object.

    Raises ``InvalidTrace`` for a line that is not so written.
    """
    found = _LINE.fullmatch(text)
    if found is None or not (found["zone"] in _NOT_COMPARED or _zone(found["zone"])):
        hint = "ZONE [token|facedown] Name size cost mvN colours|- [phased-out]"
        raise InvalidTrace("an index with a line that cannot be read", value=text, hint=hint)
    if found["zone"] in _NOT_COMPARED:
        return None
    power, toughness = found["size"].rsplit("/", 1)
    kind, name = (found["kind"] or "").strip(), found["name"] or ""
    return View(
        zone=_zone(found["zone"]),
        name=name,
        mana_cost=found["cost"],
        mana_value=float(found["mana_value"]),
        colors="" if found["colors"] == "-" else found["colors"],
        power=int(power),
        toughness=int(toughness),
        token=None if kind == "facedown" else kind == "token",
        face_down=kind == "facedown",
        phased_out=bool(found["phased"]),
    )


def _zone(word: str) -> Zone | None:
    return _ZONES.get(word) or next((zone for zone in Zone if zone.name == word), None)


def matched(expected: Iterable[tuple[str, View]], answers: Mapping[str, Answer]) -> tuple[dict[str, View], list[str]]:
    """Which object is which of those that the rules ask for, and what they ask that no object is.

    Each object serves once, the one of the very size first.
    """
    found: dict[str, View] = {}
    missing = []
    for text, view in expected:
        left = {which: answer for which, answer in answers.items() if which not in found}
        fitting = [which for which, answer in left.items() if _is_asked(view, answer)]
        exact = [which for which in fitting if (one := left[which].characteristics) and one.power == view.power]
        if fitting:
            found[(exact or fitting)[0]] = view
        else:
            missing.append(text)
    return found, missing


def _is_asked(view: View, answer: Answer) -> bool:
    one = answer.object
    if one is None or differs(view, answer) is not None:
        return False
    if view.zone is not Zone.BATTLEFIELD:
        return True
    token = one.kind is not ObjectKind.CARD
    return view.token in (None, token) and view.face_down is (one.face_down is not None)


def _shows(view: View, asked: View) -> bool:
    """Whether the engine shows what the rules ask: current values, after all layers."""
    if asked.token not in (None, view.token):
        return False
    fields = ("zone", "name", "mana_cost", "mana_value", "colors", "power", "toughness", "phased_out")
    return all(getattr(view, name) == getattr(asked, name) for name in fields)


def rules_of(index: Iterable[Mapping[str, Any]], scenario: str) -> Checker:
    """The checker for a story of the index; one without rules if the index does not have it."""
    story = next((each for each in index if each["scenario"] == scenario), None)
    if story is None:
        return Checker()
    expected = {
        check["label"]: check["expected"] for check in story["checks"] if isinstance(check.get("expected"), list)
    }
    return Checker(expected=expected, deviates=story["verdict"] == "deviates")
