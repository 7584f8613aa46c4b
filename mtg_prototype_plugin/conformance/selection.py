"""Which scenarios are run, and which of them are known to fail."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from os import PathLike
from pathlib import Path
from typing import Final

from mtg_prototype_plugin import rule_index

from .errors import InvalidScenario, InvalidSelection
from .groups import SMOKE
from .scenario import Scenario, ScenarioFile, load, shipped
from .vocabulary import CAPABILITIES

_CORE: Final = "core"
_SMOKE: Final = "smoke"


def cases(paths: Iterable[str | PathLike[str]]) -> tuple[ScenarioFile, ...]:
    """The scenario files that are named, and those in the folders that are named; of none, the shipped ones.

    Raises ``InvalidScenario`` for a file that cannot be taken and for an id that stands in two of them,
    ``InvalidSelection`` for a folder without any.
    """
    found = tuple(load(file) for path in map(Path, paths) for file in _files(path)) or shipped()
    homes: dict[str, str] = {}
    for file in found:
        for scenario in file.scenarios:
            if scenario.id in homes:
                raise InvalidScenario(
                    "an id that another file has", value=homes[scenario.id], source=file.source, scenario=scenario.id
                )
            homes[scenario.id] = file.source
    return found


def _files(path: Path) -> Iterator[Path]:
    if not path.is_dir():
        yield path
        return
    files = sorted(path.rglob("*.json"))
    if not files:
        raise InvalidSelection("a folder without scenario files", value=str(path), hint="they end in .json")
    yield from files


def selected(
    files: Iterable[ScenarioFile], *, rules: Iterable[str] = (), capabilities: Iterable[str] = ()
) -> tuple[ScenarioFile, ...]:
    """Of ``files`` the scenarios that cite one of ``rules`` and need one of ``capabilities``, where any are given.

    ``718.3`` takes in its subrules and ``718`` the section. ``core`` are the scenarios that need nothing else,
    ``smoke`` the few to begin with. Raises ``InvalidSelection`` for a rule or capability that is none, or if nothing is
    left.
    """
    rules, capabilities, files = tuple(rules), tuple(capabilities), tuple(files)
    for rule in rules:
        if not rule_index.exists(rule):
            raise InvalidSelection("no such rule", value=rule, hint="such as 718.3b, 718 or ruling:2022-10-14")
    known = {_CORE, _SMOKE, *CAPABILITIES, *(need for file in files for it in file.scenarios for need in it.needs)}
    for capability in capabilities:
        if capability not in known:
            raise InvalidSelection("no such capability", value=capability, hint=f"known: {', '.join(sorted(known))}")

    def wanted(scenario: Scenario) -> bool:
        cites = not rules or any(_within(cited, rule) for cited in scenario.rules for rule in rules)
        return cites and (not capabilities or not _groups(scenario).isdisjoint(capabilities))

    chosen = tuple(replace(file, scenarios=tuple(filter(wanted, file.scenarios))) for file in files)
    if not any(file.scenarios for file in chosen):
        raise InvalidSelection("no scenario is chosen", value=[*rules, *capabilities])
    return chosen


def _groups(scenario: Scenario) -> set[str]:
    return {*(scenario.needs or (_CORE,)), *((_SMOKE,) if scenario.id in SMOKE else ())}


def _within(number: str, rule: str) -> bool:
    """Whether ``number`` is ``rule`` or part of it: 718.3b of 718.3 and of 718, but 707.10 not of 707.1."""
    rest = number.removeprefix(rule)
    return number.startswith(rule) and (not rest or not rest[0].isdigit())


def load_xfail(path: str | PathLike[str], *, files: Iterable[ScenarioFile]) -> Mapping[str, str]:
    """The scenarios that are known to fail or to error, each with the reason.

    A line each: the id and, after ``#``, the reason. Raises ``InvalidSelection`` for a file that cannot be read, and
    for an id that no scenario of ``files`` has.
    """
    try:
        lines = Path(path).read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise InvalidSelection(
            "the list of expected failures cannot be read", value=str(path), hint=str(error)
        ) from error
    ids = {scenario.id for file in files for scenario in file.scenarios}
    known: dict[str, str] = {}
    for number, line in enumerate(lines, start=1):
        name, _, reason = map(str.strip, line.partition("#"))
        if not name:
            continue
        if name not in ids or name in known:
            problem = "an id that stands twice" if name in known else "no scenario has this id"
            raise InvalidSelection(f"{path}: line {number}: {problem}", value=name)
        known[name] = reason
    return known
