"""The engine held against the rules: what it shows against what it has told, and what cannot be.

No mark or index is read. A finding is about an object at rest. What an object shows only while it enters is listed
apart, as *in passing*: it matters where something looks at it as it enters (614.12), and no stream tells whether
something did.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, Final

from mtg_hookspecs.characteristics import Characteristics
from mtg_hookspecs.value import Value
from mtg_hookspecs.zones import Zone

from ..objects import CopyEffect, ObjectKind
from .infer import Verdict, infer
from .moves import ALIVE
from .record import Answer
from .view import View
from .weigh import difference, other_way
from .words import shown_text, spoken_zone, values_text


class When(StrEnum):
    """When the engine shows it."""

    AT_REST = "at rest"
    IN_PASSING = "in passing"


@dataclass(frozen=True, slots=True)
class Finding(Value):
    """What an engine showed of one object, and what is right."""

    line: int
    last_line: int
    when: When
    id: str
    zone: Zone | None
    shown: str
    right: str
    rule: str
    sentence: str

    def as_json(self) -> dict[str, Any]:
        """For ``--json`` and the report."""
        return {
            "line": self.line,
            "last_line": self.last_line,
            "when": str(self.when),
            "object": self.id,
            "zone": str(self.zone) if self.zone else None,
            "shown": self.shown,
            "right": self.right,
            "rule": self.rule,
            "sentence": self.sentence,
        }


_COPY: Final = "718.3d"


class Auditor:
    """Collects the findings of one stream."""

    def __init__(self) -> None:
        self._found: dict[tuple[str, int, When, str, str], Finding] = {}
        self._never_right: dict[str, tuple[int, Answer, View]] = {}
        self._seen: set[str] = set()
        self.looked_at = 0
        """Views of objects, at rest."""

    def look(self, number: int, views: Sequence[View], answers: Mapping[str, Answer]) -> None:
        """What the engine shows at rest after the line, beside the board's answers."""
        self.looked_at += len(views)
        for view in views:
            answer = answers[view.id or ""]
            if answer.characteristics is None or view.zone is not answer.zone:
                if answer.verdict is Verdict.UNKNOWN and not answer.is_mid_cast:
                    self._impossible(number, view, When.AT_REST)
                continue
            against = difference(view, answer.characteristics)
            if against is not None:
                self._add(number, When.AT_REST, view, answer.characteristics, _rule(answer), answer.reason, answer)
        self._sizes_from_birth(number, views, answers)

    def look_in_passing(self, number: int, views: Iterable[View], answers: Mapping[str, Answer]) -> None:
        """What the engine shows of objects that are entering: as they will be on the battlefield is right (614.12)."""
        for view in views:
            answer = answers.get(view.id or "")
            spell = answer.object if answer is not None else None
            if spell is not None and spell.characteristics.name == view.name and answer is not None:
                if difference(view, spell.characteristics) is not None:
                    self._add(number, When.IN_PASSING, view, spell.characteristics, "614.12", answer.reason, answer)
            else:
                self._impossible(number, view, When.IN_PASSING)

    def findings(self) -> tuple[Finding, ...]:
        """All of them, by line."""
        for number, answer, view in self._never_right.values():
            assert answer.characteristics is not None, "only known objects are kept"
            why = "it has shown so since it came, and others with the same values show the right size"
            self._add(number, When.AT_REST, view, answer.characteristics, _COPY, why, answer)
        self._never_right.clear()
        return tuple(sorted(self._found.values(), key=lambda each: (each.line, each.id)))

    def _sizes_from_birth(self, number: int, views: Sequence[View], answers: Mapping[str, Answer]) -> None:
        """A pump can explain the other way's size, but not from birth on, where its like show the right one."""
        for view in views:
            which, answer = view.id or "", answers[view.id or ""]
            values = answer.characteristics
            if values is None or view.zone is not Zone.BATTLEFIELD or answer.zone is not Zone.BATTLEFIELD:
                continue
            right = (view.power, view.toughness) == (values.power, values.toughness)
            if which not in self._seen:
                self._seen.add(which)
                other = other_way(values)
                wrong = (
                    other is not None and not right and (view.power, view.toughness) == (other.power, other.toughness)
                )
                likes = [one for one in views if one.id != view.id and _shows(one, answers[one.id or ""], values)]
                if wrong and not right and likes and difference(view, values) is None:
                    self._never_right[which] = (number, answer, view)
            elif right:
                self._never_right.pop(which, None)

    def _impossible(self, number: int, view: View, when: When) -> None:
        judged = infer(view)
        if judged.verdict is not Verdict.IMPOSSIBLE:
            return
        rule = judged.rules[0] if judged.rules else ""
        sentence = f"{_object(view)} shows {shown_text(view)}, which cannot be: {judged.reason} ({rule})."
        self._put(Finding(number, number, when, view.id or "", view.zone, shown_text(view), "", rule, sentence), 0)

    def _add(
        self, number: int, when: When, view: View, values: Characteristics, rule: str, why: str, answer: Answer
    ) -> None:
        right = values_text(values)
        sentence = f"{_object(view)} shows {shown_text(view)}, and is {right}: {why} ({rule})."
        if when is When.IN_PASSING:
            sentence = f"While it enters, {sentence}"
        incarnation = answer.object.incarnation if answer.object else 0
        found = Finding(number, number, when, view.id or "", view.zone, shown_text(view), right, rule, sentence)
        self._put(found, incarnation)

    def _put(self, found: Finding, incarnation: int) -> None:
        key = (found.id, incarnation, found.when, found.shown, found.right)
        before = self._found.get(key)
        self._found[key] = replace(before, last_line=found.line) if before else found


def _shows(view: View, answer: Answer, values: Characteristics) -> bool:
    same = answer.characteristics is not None and answer.characteristics == values
    return same and (view.power, view.toughness) == (values.power, values.toughness)


def _rule(answer: Answer) -> str:
    """The rule by which the object is what the board says."""
    one = answer.object
    assert one is not None, "only known objects are judged"
    if one.face_down is not None:
        return "708.2"
    if one.zone not in ALIVE:
        return "718.4"
    if one.components:
        return "730.2a"
    copied = one.kind is not ObjectKind.CARD or any(isinstance(effect, CopyEffect) for effect in one.effects)
    if not answer.prototyped:
        return "707.2" if copied else "718.4"
    if not copied:
        return "718.3b"
    return "718.3c" if one.zone is Zone.STACK else "718.3d"


def _object(view: View) -> str:
    kind = "the token " if view.token else ""
    place = f" {spoken_zone(view.zone)}" if view.zone is not None else ""
    return f"{kind}{view.id}{place}"


def markdown(engine: str, found: Mapping[str, Sequence[Finding]]) -> str:
    """The report of several streams, for an engine's maintainers."""
    rest = {name: [each for each in some if each.when is When.AT_REST] for name, some in found.items()}
    passing = {name: [each for each in some if each.when is When.IN_PASSING] for name, some in found.items()}
    lines = [f"# What {engine} shows, and what the rules say", ""]
    total = sum(map(len, rest.values()))
    lines += [f"{len(found)} streams, {total} findings in {sum(1 for some in rest.values() if some)} of them.", ""]
    for name, some in rest.items():
        if some:
            lines += [f"## {name}", "", "| lines | object | shown | right | rule |", "|---|---|---|---|---|"]
            lines += [f"| {_lines(each)} | {each.id} | {each.shown} | {each.right} | {each.rule} |" for each in some]
            lines += ["", *(f"- Line {each.line}: {each.sentence}" for each in some), ""]
    if any(passing.values()):
        streams = sum(1 for some in passing.values() if some)
        lines += ["## In passing", ""]
        lines += [f"In {streams} streams objects show other values only while they enter. It matters where something"]
        lines += ["looks at them as they enter (614.12). The first:", ""]
        lines += [
            next(f"- {name}, line {each.line}: {each.sentence}" for name, some in passing.items() for each in some)
        ]
        lines += [""]
    return "\n".join(lines)


def _lines(each: Finding) -> str:
    return str(each.line) if each.line == each.last_line else f"{each.line}–{each.last_line}"
