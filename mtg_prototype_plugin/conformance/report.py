"""Reports read back, and what two of them answer differently."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Any

from mtg_hookspecs import Value

from .errors import InvalidReport
from .run import Answer, Result


@dataclass(frozen=True, slots=True)
class SavedReport:
    """A report as it was written: its header, and its line for each scenario by id."""

    header: Mapping[str, Any]
    lines: Mapping[str, Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class Difference(Value):
    """A scenario, or a capability, that two reports say otherwise of. An empty string: not in that report."""

    about: str
    before: str
    after: str
    finding: str = ""
    """What is wrong after."""

    def to_json(self) -> dict[str, str]:
        """For ``--json``."""
        return {"about": self.about, "before": self.before, "after": self.after, "finding": self.finding}

    def __str__(self) -> str:
        said = f"{self.about}: {self.before or 'absent'} -> {self.after or 'absent'}"
        return f"{said}: {self.finding}" if self.finding else said


def load_report(path: str | PathLike[str]) -> SavedReport:
    """Read a report. Raises ``InvalidReport`` for what is none: no JSON Lines, no header, a line without an answer."""
    try:
        lines = Path(path).read_text(encoding="utf-8").removesuffix("\n").split("\n")
        header, *answers, counts = map(json.loads, lines)
    except OSError as error:
        raise InvalidReport("the report cannot be read", value=str(path), hint=str(error.strerror)) from error
    except (ValueError, RecursionError) as error:  # not UTF-8, not JSON, not two lines
        raise InvalidReport("not a report", value=str(path), hint=str(error)) from error
    if not _is_header(header):
        raise InvalidReport("a report begins with the host and its capabilities", value=str(path))
    ids: set[str] = set()
    for number, line in enumerate(answers, start=2):
        if not _is_answer(line):
            raise InvalidReport(f"{path}: line {number} is no answer", value=line)
        if line["id"] in ids:
            raise InvalidReport(f"{path}: line {number} has an id that another line has", value=line["id"])
        ids.add(line["id"])
    results = [line["result"] for line in answers]
    if counts != {result.value: results.count(result) for result in Result}:
        raise InvalidReport("the counts at the end are not those of the report", value=str(path), hint="cut off?")
    return SavedReport(header, {line["id"]: line for line in answers})


def _is_header(header: object) -> bool:
    if not isinstance(header, dict) or not isinstance(header.get("host"), dict):
        return False
    capabilities = header.get("capabilities")
    return isinstance(capabilities, list) and all(isinstance(each, str) for each in capabilities)


def _is_answer(line: object) -> bool:
    if not isinstance(line, dict):
        return False
    words = ("id", "result", "key", "rule", "capability", "problem", "stderr")
    number = line.get("step", 0)
    return (
        {"id", "result"} <= line.keys()
        and all(isinstance(line[word], str) for word in words if word in line)
        and line["result"] in set(Result)
        and isinstance(number, int)
        and not isinstance(number, bool)
    )


def differences(before: SavedReport, after: SavedReport) -> tuple[Difference, ...]:
    """What is answered otherwise: capabilities first, then scenarios by their order, the new ones last."""
    had, has = set(before.header["capabilities"]), set(after.header["capabilities"])
    found = [Difference(f"capability {name}", "declared", "") for name in sorted(had - has)]
    found += [Difference(f"capability {name}", "", "declared") for name in sorted(has - had)]
    for name in dict.fromkeys((*before.lines, *after.lines)):
        old, new = before.lines.get(name, {}), after.lines.get(name, {})
        if _compared(old) != _compared(new):
            found.append(Difference(name, old.get("result", ""), new.get("result", ""), _finding(new)))
    return tuple(found)


def _compared(line: Mapping[str, Any]) -> tuple[Any, ...]:
    """What makes two answers one: not the title, nor the words in which a host broke."""
    return tuple(line.get(key) for key in ("result", "step", "key", "expected", "got", "capability"))


def _finding(line: Mapping[str, Any]) -> str:
    if not line:
        return ""
    about = {key: line[key] for key in ("step", "key", "expected", "got", "capability", "problem") if key in line}
    return Answer(line["id"], Result(line["result"]), **about).finding
