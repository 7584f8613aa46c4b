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

from .infer import Verdict
from .record import Answer
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

    ``inferred``: of those that agreed, where the answer was inferred, not told.
    """

    __slots__ = ("counts", "inferred", "shown")

    def __init__(self) -> None:
        self.counts: Counter[Outcome] = Counter()
        self.inferred = 0
        self.shown: list[Comparison] = []

    def add(self, comparison: Comparison) -> None:
        """Count it; keep it if it is not an agreement."""
        self.counts[comparison.outcome] += 1
        if comparison.outcome in (Outcome.DISAGREED, Outcome.UNKNOWN, Outcome.ENGINE):
            self.shown.append(comparison)

    def __str__(self) -> str:
        said = {outcome: f"{self.counts[outcome]} {outcome}" for outcome in Outcome}
        said[Outcome.AGREED] += f" ({self.inferred} of them inferred)"
        return ", ".join(said.values())


class Checker:
    """Compares line by line. ``expected`` is what the rules ask, by the label of the check, if an index says it."""

    def __init__(self, *, expected: Mapping[str, Sequence[str]] | None = None, deviates: bool = False) -> None:
        self.tally = Tally()
        self._expected = expected or {}
        self._deviates = deviates
        self._open: list[Comparison] = []

    def check(
        self, number: int, views: Iterable[View], answers: Mapping[str, Answer], marks: Mapping[str, str]
    ) -> None:
        """Compare the truth on one line with the board's answers; ``marks`` say where the engine is marked wrong."""
        for view in views:
            assert view.id is not None, "recorded objects have ids"
            answer = answers[view.id]
            comparison = compare(number, view, answer, marks.get(view.id))
            self.tally.inferred += comparison.outcome is Outcome.AGREED and answer.verdict is Verdict.INFERRED
            if comparison.outcome is Outcome.DISAGREED and self._deviates and view.id not in marks:
                self._open.append(comparison)
            else:
                self.tally.add(comparison)

    def label(self, number: int, label: str | None, answers: Iterable[Answer]) -> None:
        """A check of the index is reached: what the rules ask there decides who was right since the last one."""
        expected = self._expected.get(label or "")
        if expected is None:
            return
        missing = unmatched(expected, answers)
        for text in missing:
            self.tally.add(Comparison(number, label or "", Outcome.DISAGREED, f"the rules ask: {text}"))
        self.tally.counts[Outcome.AGREED] += len(expected) - len(missing)
        self._close(Outcome.DISAGREED if missing else Outcome.ENGINE)

    def finish(self) -> Tally:
        """All is played: what no check of the index has decided is ours."""
        self._close(Outcome.DISAGREED)
        return self.tally

    def _close(self, outcome: Outcome) -> None:
        for each in self._open:
            self.tally.add(Comparison(each.line, each.id, outcome, each.text))
        self._open.clear()


def compare(number: int, view: View, answer: Answer, mark: str | None) -> Comparison:
    """One object of the truth with the board's answer."""
    which = view.id or ""
    if answer.is_mid_cast:
        return Comparison(number, which, Outcome.MID_MOVE)
    if answer.characteristics is None:
        return Comparison(number, which, Outcome.UNKNOWN, answer.reason)
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
_NOT_COMPARED: Final = frozenset({"OUTSIDE"})  # a merged card is no object of its own (730.2)
_ZONES: Final = {"EXILED": Zone.EXILE, "exile zone": Zone.EXILE}


def expected_view(text: str) -> View | None:
    """What the rules ask of one object, as the index writes it; ``None``: it is of something that is no object."""
    found = _LINE.fullmatch(text)
    if found is None or found["zone"] in _NOT_COMPARED:
        return None
    power, toughness = found["size"].rsplit("/", 1)
    return View(
        zone=_ZONES.get(found["zone"]) or Zone(found["zone"].lower()),
        name=found["name"] or "",
        mana_cost=found["cost"],
        mana_value=float(found["mana_value"]),
        colors="" if found["colors"] == "-" else found["colors"],
        power=int(power),
        toughness=int(toughness),
        phased_out=bool(found["phased"]),
    )


def unmatched(expected: Sequence[str], answers: Iterable[Answer]) -> list[str]:
    """What the rules ask that no answer is; each answer serves once, the one of the very size first."""
    left = [answer for answer in answers if answer.characteristics is not None]
    missing = []
    for text in expected:
        view = expected_view(text)
        if view is None:
            continue
        fitting = [answer for answer in left if differs(view, answer) is None]
        if not fitting:
            missing.append(text)
            continue
        exact = [one for one in fitting if one.characteristics and one.characteristics.power == view.power]
        left.remove((exact or fitting)[0])
    return missing


def rules_of(index: Iterable[Mapping[str, Any]], scenario: str) -> Checker:
    """The checker for a story of the index; one without rules if the index does not have it."""
    story = next((each for each in index if each["scenario"] == scenario), None)
    if story is None:
        return Checker()
    expected = {
        check["label"]: check["expected"] for check in story["checks"] if isinstance(check.get("expected"), list)
    }
    return Checker(expected=expected, deviates=story["verdict"] == "deviates")
