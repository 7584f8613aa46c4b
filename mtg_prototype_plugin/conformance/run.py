"""Acts out scenarios on a host and compares: ``run(files)`` gives the report that ``mtg-prototype run`` prints.

A host of any kind is a ``Host``; the sandbox is the default. The comparison knows nothing of a host but the answers in
the forms of the scenario format, so it is the same for all.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache
from typing import Any, Final, Protocol

from mtg_hookspecs import CONTRACT_VERSION, Characteristics, ManaCost, Value

from .errors import HostBroken, Unsupported
from .facts import cards_of, facts
from .plain import line, plain, problem, text
from .rule_sentences import sentence
from .scenario import FrozenMap, Scenario, ScenarioFile
from .vocabulary import FORMAT, PROPERTIES

Step = Mapping[str, Any]


class Table(Protocol):
    """One story that is being acted out."""

    def do(self, step: Step) -> None:
        """Act out one action. Raises for what cannot happen."""

    def look(self, step: Step) -> Mapping[str, object]:
        """What the host has for each key that the expectation asks about, in the forms of the scenario format.

        ``NOT_TOLD`` where it cannot tell.
        """
        ...


class Host(Protocol):
    """An engine, or its adapter, that scenarios are acted out on."""

    @property
    def name(self) -> str:
        """Which engine."""
        ...

    @property
    def version(self) -> str:
        """Which version of it."""
        ...

    @property
    def capabilities(self) -> frozenset[str]:
        """What it can act out beyond ``core``."""
        ...

    def table(self, cards: Mapping[str, Characteristics], /) -> Table:
        """A new game in which ``cards``, by name, are known."""
        ...


class Result(StrEnum):
    """The four answers."""

    PASSED = "passed"
    FAILED = "failed"
    SKIPPED = "skipped"
    ERRORED = "errored"

    def __repr__(self) -> str:
        return f"Result.{self.name}"


_ABOUT: Final[Mapping[Result, tuple[str, ...]]] = {
    Result.PASSED: (),
    Result.FAILED: ("step", "key", "expected", "got", "rule", "sentence"),
    Result.SKIPPED: ("capability",),
    Result.ERRORED: ("step", "problem", "stderr"),
}

NOT_TOLD: Final = object()
"""In place of a value that a host cannot tell. If nothing else is wrong in the scenario, it is *skipped*."""

UNNAMED: Final = "what it does not name"
"""What a host lacks that says no word for it."""

NO_XFAIL: Final[Mapping[str, str]] = FrozenMap({})


@dataclass(frozen=True, slots=True)
class Answer(Value):
    """What a host answers to a scenario. ``step`` counts from 1 and is 0 where the answer is not about one."""

    id: str
    result: Result
    step: int = 0
    key: str = ""
    expected: object = None
    got: object = None
    rule: str = ""
    """Of a scenario that failed: its main rule."""
    capability: str = ""
    """Of one that was skipped: the first that the host lacks."""
    problem: str = ""
    """Of one that errored: one line."""
    stderr: str = ""
    """Of one that errored: what the host's process said on standard error, the last lines."""

    @property
    def sentence(self) -> str:
        """What ``rule`` says, in a sentence; empty where we have none."""
        return sentence(self.rule)

    @property
    def is_bad(self) -> bool:
        """Whether the scenario failed or errored."""
        return self.result in (Result.FAILED, Result.ERRORED)

    @property
    def finding(self) -> str:
        """What there is to say beside the result, in a line; of a scenario that passed, nothing."""
        match self.result:
            case Result.FAILED:
                return f"step {self.step}: {self.key} is {json.dumps(self.got)}, not {json.dumps(self.expected)}"
            case Result.SKIPPED:
                return f"needs {self.capability}"
            case Result.ERRORED:
                return f"step {self.step}: {self.problem}"
            case Result.PASSED:
                return ""

    def to_json(self) -> Mapping[str, object]:
        """What the report says of it."""
        return {"id": self.id, "result": self.result.value} | {key: getattr(self, key) for key in _ABOUT[self.result]}

    def __str__(self) -> str:
        rule = f" ({self.rule})" if self.result is Result.FAILED else ""
        return f"{self.result:7} {self.id}" + (f": {self.finding}{rule}" if self.finding else "")


@dataclass(frozen=True, slots=True)
class Report:
    """What a host answered to all scenarios that were run.

    ``plays`` are those that ``answers`` are about, in the same order. ``xfail``: the ids of the scenarios that are
    known to fail or to error, each with the reason.
    """

    host: Host
    answers: tuple[Answer, ...]
    plays: tuple["Play", ...] = ()
    xfail: Mapping[str, str] = NO_XFAIL

    @property
    def counts(self) -> dict[str, int]:
        """How often each of the four answers was given."""
        counted = Counter(answer.result for answer in self.answers)
        return {result.value: counted[result] for result in Result}

    @property
    def unexpected(self) -> tuple[Answer, ...]:
        """What failed or errored and is not known to, and what passed though it is known to fail."""
        return tuple(
            answer
            for answer in self.answers
            if answer.is_bad is not (answer.id in self.xfail) and answer.result is not Result.SKIPPED
        )

    @property
    def exit_code(self) -> int:
        """1 if a scenario failed or errored, or passed against what is known of it, or if all were skipped, else 0."""
        return int(bool(self.unexpected) or self.proves_nothing)

    @property
    def proves_nothing(self) -> bool:
        """Whether the host acted out none of the scenarios."""
        return bool(self.answers) and all(answer.result is Result.SKIPPED for answer in self.answers)

    def json_lines(self) -> Iterator[str]:
        """The report as JSON Lines: a header, a line a scenario, a footer with the four counts."""
        host = self.host
        header = {
            "format": FORMAT,
            "contract": ".".join(map(str, CONTRACT_VERSION)),
            "host": {"name": host.name, "version": host.version},
            "capabilities": sorted(host.capabilities),
        }
        lines = (self._line(answer, play) for answer, play in zip(self.answers, self.plays, strict=True))
        for each in (header, *lines, self.counts):
            yield text(json.dumps(each, ensure_ascii=False))

    def _line(self, answer: Answer, play: "Play") -> dict[str, object]:
        """All that is needed to follow what the answer says: the story too, if there is a fault to find."""
        scenario = play.scenario
        told = {**answer.to_json(), "title": scenario.title, "rules": scenario.rules}
        if answer.id in self.xfail:
            told["xfail"] = self.xfail[answer.id]
        if answer.is_bad:
            told["file"] = play.to_json()
        return told

    def text_lines(self) -> Iterator[str]:
        """The report for readers: what did not pass, then the four counts."""
        for answer in self.answers:
            if answer.result is not Result.PASSED:
                yield str(answer)
                if answer.sentence:
                    yield f"        {answer.sentence}"
        yield ", ".join(f"{count} {result}" for result, count in self.counts.items())


def run(
    files: Iterable[ScenarioFile],
    *,
    host: Host | None = None,
    xfail: Mapping[str, str] = NO_XFAIL,
    each: Callable[[Answer], object] | None = None,
) -> Report:
    """Act out every scenario of ``files`` on ``host``, by default the sandbox with the Prototype plugin.

    ``each`` is told every answer as it is given.
    """
    if host is None:
        from mtg_prototype_plugin.sandbox import Sandbox

        host = Sandbox()
    plays = plays_of(files)
    answers: list[Answer] = []
    for play in plays:
        answers.append(play.on(host))
        if each is not None:
            each(answers[-1])
    return Report(host, tuple(answers), plays, xfail)


def plays_of(files: Iterable[ScenarioFile]) -> tuple["Play", ...]:
    """All scenarios of the files, in order, ready to be acted out."""
    return tuple(Play(scenario, file.cards) for file in files for scenario in file.scenarios)


# --- one scenario ----------------------------------------------------------------------------------------------------


@cache
def _symbols(cost: str | None) -> tuple[str, ...] | None:
    if cost is None:
        return None
    return tuple(sorted("/".join(sorted(symbol.split("/"))) for symbol in ManaCost.parse(cost).symbols))


def _words(words: Any) -> frozenset[str] | None:
    return None if isinstance(words, str | Mapping) else frozenset(words)


def _listed(words: Any) -> tuple[str, ...] | None:
    return None if isinstance(words, str | Mapping) else tuple(words)


def _number(value: Any) -> Any:
    return int(value) if isinstance(value, float) and value.is_integer() else value


_NORMAL: Final[Mapping[str, Callable[[Any], object]]] = {
    "mana_cost": _symbols,  # symbol by symbol, in any order, and {U/W} is {W/U}
    "mana_value": _number,  # there are halves, so 3.0 is 3
    "types": _words,
    "subtypes": _words,
    "keywords": _words,
    "options": _listed,
}
"""How a value is brought into a form in which equal values are equal; the others are as they are."""

_ASKED: Final = frozenset({*(key.name for key in PROPERTIES), "options", "result", "cost"})
"""The keys that an expectation compares; the others say what is looked at, and how."""


@dataclass(frozen=True, slots=True)
class _Compared:
    key: str
    expected: Any
    normal: Callable[[Any], object] | None
    wanted: object

    @classmethod
    def of(cls, key: str, expected: Any) -> "_Compared":
        normal = _NORMAL.get(key)
        return cls(key, expected, normal, normal(expected) if normal else expected)

    def fits(self, got: Any) -> bool:
        if self.normal is None:
            return _same(got, self.wanted)
        return got is self.expected or (got is not None and _same(self.normal(got), self.wanted))


def _same(got: Any, wanted: Any) -> bool:
    """Equal, and of one kind: 3 is neither True nor 3.0, and a size "3" is not 3."""
    if isinstance(wanted, dict):
        return bool(got == wanted) and all(_same(got[key], value) for key, value in wanted.items())
    return bool(got == wanted) and all(isinstance(got, kind) is isinstance(wanted, kind) for kind in (bool, float))


@dataclass(frozen=True, slots=True)
class Play:
    """A scenario, made ready to be acted out any number of times."""

    scenario: Scenario
    cards: Mapping[str, Characteristics]
    _steps: tuple[tuple[dict[str, Any], tuple[_Compared, ...]], ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        steps = () if self.scenario.unknown_needs else self.scenario.steps
        object.__setattr__(self, "_steps", tuple(map(_ready, steps)))

    def on(self, host: Host) -> Answer:
        """Act the story out on ``host`` and compare step by step. What the host raises is an answer too."""
        scenario = self.scenario
        for need in scenario.needs:
            if need not in host.capabilities or need in scenario.unknown_needs:
                return Answer(scenario.id, Result.SKIPPED, capability=need)
        number, untold = 0, ""
        try:
            table = host.table(self.cards)
            for number, (step, comparisons) in enumerate(self._steps, start=1):
                if not comparisons:
                    table.do(step)
                    continue
                got = table.look(step)
                for compared in comparisons:
                    value = got[compared.key]
                    if value is NOT_TOLD:
                        untold = untold or compared.key
                    elif not compared.fits(value):
                        return self._failed(number, compared, value)
        except Unsupported as lacking:
            return Answer(scenario.id, Result.SKIPPED, capability=line(lacking.capability) or UNNAMED)
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # a host of any kind may raise anything
            return self._errored(number, error)
        return Answer(scenario.id, Result.SKIPPED if untold else Result.PASSED, capability=untold)

    def to_json(self) -> dict[str, object]:
        """The scenario as a file of its own."""
        scenario = self.scenario
        cards = {name: facts(card) for name, card in cards_of(scenario, self.cards).items()}
        note = {"note": scenario.note} if scenario.note else {}
        return {
            "format": FORMAT,
            **({"cards": cards} if cards else {}),
            "scenarios": [
                {
                    "id": scenario.id,
                    "title": scenario.title,
                    "rules": scenario.rules,
                    "needs": scenario.needs,
                    "steps": tuple(map(_plain, scenario.steps)),
                    **note,
                }
            ],
        }

    def step_text(self, number: int) -> str:
        """The step that counts so, from 1, as it stands in the file."""
        return json.dumps(_plain(self.scenario.steps[number - 1]), ensure_ascii=False)

    def _errored(self, number: int, error: BaseException) -> Answer:
        stderr = text(error.stderr) if isinstance(error, HostBroken) else ""
        return Answer(self.scenario.id, Result.ERRORED, step=number, problem=problem(error), stderr=stderr)

    def _failed(self, number: int, compared: _Compared, got: Any) -> Answer:
        rule, expected = self.scenario.rules[0], plain(compared.expected)
        return Answer(self.scenario.id, Result.FAILED, number, compared.key, expected, plain(got), rule)


def _ready(step: Mapping[str, Any]) -> tuple[dict[str, Any], tuple[_Compared, ...]]:
    ready: dict[str, Any] = _plain(step)
    if "do" in ready:
        return ready, ()
    return ready, tuple(_Compared.of(key, value) for key, value in ready.items() if key in _ASKED)


def _plain(value: Any) -> Any:
    """Plain dicts, which are read faster than the file's mappings and can be written."""
    if isinstance(value, Mapping):
        return {key: _plain(it) for key, it in value.items()}
    return tuple(map(_plain, value)) if isinstance(value, tuple) else value
