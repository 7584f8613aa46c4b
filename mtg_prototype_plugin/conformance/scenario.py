"""Scenario files: read and checked, not acted out. ``load`` a file, ``loads`` a text, ``shipped`` gives our own.

What a file may say is the table in ``vocabulary``; what is wrong raises ``InvalidScenario``.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from os import PathLike
from pathlib import Path
from typing import Any, Final, NoReturn

from mtg_hookspecs import Characteristics, MtgError, PluginHost, Value
from mtg_prototype_plugin import plugin, prototype_of

from .errors import InvalidScenario
from .story import Story
from .vocabulary import CAPABILITIES, CARD, FILE, FORMAT, SCENARIO

_PACKAGE: Final = "mtg_prototype_plugin.conformance"
_HEADING: Final = ("id", "title", "rules", "needs", "steps")


class FrozenMap(Value, Mapping[str, Any]):
    """A mapping that never changes: hashable, and a copy of it is itself. ``FrozenMap({"do": "save_and_load"})``."""

    __slots__ = ("_items",)

    def __init__(self, items: Mapping[str, Any]) -> None:
        self._items = dict(items)

    def __getitem__(self, key: str) -> Any:
        return self._items[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._items)

    def __len__(self) -> int:
        return len(self._items)

    def __hash__(self) -> int:
        return hash(frozenset(self._items.items()))

    def __repr__(self) -> str:
        return f"FrozenMap({self._items!r})"

    def __reduce__(self) -> tuple[type["FrozenMap"], tuple[dict[str, Any]]]:
        return FrozenMap, (self._items,)


@dataclass(frozen=True, slots=True)
class Scenario(Value):
    """One story. ``needs``: the capabilities beyond ``core`` that its steps use. ``steps``: mappings as in the file."""

    id: str
    title: str
    rules: tuple[str, ...]
    needs: tuple[str, ...]
    steps: tuple[FrozenMap, ...]
    note: str = ""

    @property
    def unknown_needs(self) -> tuple[str, ...]:
        """Capabilities that this version does not know. With any, the steps are unchecked and the story is skipped."""
        return tuple(need for need in self.needs if need not in CAPABILITIES)


@dataclass(frozen=True, slots=True)
class ScenarioFile(Value):
    """The scenarios of one file and the cards that it defines, by name. ``source`` names the file in messages."""

    source: str
    scenarios: tuple[Scenario, ...]
    cards: Mapping[str, Characteristics] = FrozenMap({})


def load(path: str | PathLike[str]) -> ScenarioFile:
    """Read and check a scenario file. Raises ``InvalidScenario``, also for a file that cannot be read."""
    try:
        text = Path(path).read_text(encoding="utf-8")
    except OSError as error:
        raise InvalidScenario("the file cannot be read", value=error.strerror, source=str(path)) from error
    except UnicodeDecodeError as error:
        raise InvalidScenario("the file is not UTF-8", value=error.reason, source=str(path)) from error
    return loads(text, source=str(path))


def loads(text: str, *, source: str = "scenarios") -> ScenarioFile:
    """Read and check the text of a scenario file. ``source`` is the name that messages use for it."""
    try:
        raw = json.loads(text, object_pairs_hook=_without_doubles, parse_constant=_no_constant)
        return _file(raw, source)
    except InvalidScenario as error:
        raise error.at(source=source) from error.__cause__
    except (ValueError, RecursionError) as error:  # no JSON, or a number that is too long to be read
        raise InvalidScenario("not JSON", value=str(error), source=source) from error


@cache
def shipped() -> tuple[ScenarioFile, ...]:
    """The scenario files that come with the plugin, by name."""
    folder = files(_PACKAGE) / "scenarios"
    found = sorted((entry for entry in folder.iterdir() if entry.name.endswith(".json")), key=lambda entry: entry.name)
    return tuple(loads(entry.read_text(encoding="utf-8"), source=entry.name) for entry in found)


def _without_doubles(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise InvalidScenario("a key stands twice in one object", value=[key for key, _ in pairs])
    return found


def _no_constant(word: str) -> NoReturn:
    raise InvalidScenario("not a number of JSON", value=word)


def _file(raw: Any, source: str) -> ScenarioFile:
    if isinstance(raw, dict) and isinstance(raw.get("format"), int) and raw["format"] > FORMAT:
        raise InvalidScenario("a newer format", value=raw["format"], hint=f"this version reads up to {FORMAT}")
    FILE.check(raw, where="the file")
    cards = {name: card_of(name, facts) for name, facts in raw.get("cards", {}).items()}
    scenarios: list[Scenario] = []
    for number, entry in enumerate(raw["scenarios"], start=1):
        named = isinstance(entry, dict) and isinstance(entry.get("id"), str) and entry["id"].isprintable()
        label = entry["id"] if named else f"#{number}"
        try:
            scenario = _scenario(entry, cards)
            if any(scenario.id == other.id for other in scenarios):
                raise InvalidScenario("an id that another scenario has", value=scenario.id)
        except InvalidScenario as error:
            raise error.at(scenario=label) from error.__cause__
        scenarios.append(scenario)
    return ScenarioFile(source=source, scenarios=tuple(scenarios), cards=FrozenMap(cards))


def card_of(name: str, facts: Any) -> Characteristics:
    """A card that a file defines. Raises ``InvalidScenario``."""
    try:
        CARD.check(facts, where=f"the card {name!r}")
        card = Characteristics.from_strings(name=name, **facts)
        prototype_of(card)
    except MtgError as error:
        raise InvalidScenario(f"the card {name!r}: {error.problem}", value=error.value, hint=error.hint) from error
    return card


def _scenario(raw: Any, cards: Mapping[str, Characteristics]) -> Scenario:
    of_later_version = isinstance(raw, dict) and _names_unknown_capability(raw.get("needs"))
    SCENARIO.check({key: raw[key] for key in _HEADING if key in raw} if of_later_version else raw, where="the scenario")
    _check_rules(raw["id"], raw["rules"])
    if not of_later_version:
        _check_steps(raw["needs"], raw["steps"], cards)
    note = raw.get("note", "")
    return Scenario(
        id=raw["id"],
        title=raw["title"],
        rules=tuple(raw["rules"]),
        needs=tuple(raw["needs"]),
        steps=_frozen(raw["steps"]),
        note=note if isinstance(note, str) else "",
    )


def _names_unknown_capability(needs: Any) -> bool:
    return isinstance(needs, list) and any(
        isinstance(need, str) and need not in CAPABILITIES and need != "core" for need in needs
    )


def _check_rules(scenario_id: str, rules: list[str]) -> None:
    from mtg_prototype_plugin import rule_index  # a table that only this check needs

    for rule in rules:
        if not rule_index.exists(rule):
            raise InvalidScenario("no such rule", value=rule, hint="such as 718.3b, or ruling:2022-10-14")
    if not rules[0].startswith("ruling:") and not scenario_id.startswith(f"{rules[0]}-"):
        raise InvalidScenario("the id does not begin with the main rule", value=scenario_id, hint=f"{rules[0]}-...")


def _check_steps(needs: list[str], steps: list[Any], cards: Mapping[str, Characteristics]) -> None:
    story = Story(card_exists=lambda name: name in cards or _is_known(name))
    for number, step in enumerate(steps, start=1):
        try:
            if not isinstance(step, dict):
                raise InvalidScenario("a step is not an object", value=step)
            story.follow(step)
        except InvalidScenario as error:
            raise error.at(step=number) from error.__cause__
    used = sorted(story.needs)
    if needs != used:
        raise InvalidScenario("'needs' is not what the steps use", value=needs, hint=f"they use {json.dumps(used)}")


@cache
def _is_known(name: str) -> bool:
    card = PluginHost([plugin]).find_card(name)
    return card is not None and card.name == name


def _frozen(value: Any) -> Any:
    if isinstance(value, dict):
        return FrozenMap({key: _frozen(member) for key, member in value.items()})
    if isinstance(value, list):
        return tuple(_frozen(member) for member in value)
    return value
