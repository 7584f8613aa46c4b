"""The scenario files that are shipped, and the tables of what they cover."""

import re
from collections.abc import Callable
from pathlib import Path

from mtg_prototype_plugin.conformance.scenario import Scenario, shipped
from mtg_prototype_plugin.conformance.vocabulary import ACTIONS, CAPABILITIES, EXPECTATIONS
from mtg_prototype_plugin.table import cards

DOCS = Path(__file__).parents[2] / "docs"
SHOWN_BY_SCENARIOS = {*range(1, 20), 21, 22, 25, *range(27, 50), *range(51, 71), 74, 76}


def all_scenarios(condition: Callable[[str], bool] = lambda source: True) -> list[Scenario]:
    return [scenario for file in shipped() if condition(file.source) for scenario in file.scenarios]


def test_shipped_ids_and_titles_stand_once() -> None:
    scenarios = all_scenarios()
    assert len({scenario.id for scenario in scenarios}) == len(scenarios)
    assert len({scenario.title for scenario in scenarios}) == len(scenarios)
    assert len(all_scenarios(lambda source: source != "referee.json")) >= 120


def test_shipped_titles_say_what_holds() -> None:
    assert not [s.id for s in all_scenarios() if re.search(r"\bshould\b|\btests? that\b", s.title, re.IGNORECASE)]


def test_shipped_scenarios_use_every_word_and_capability() -> None:
    steps = [step for scenario in all_scenarios() for step in scenario.steps]
    assert {step["do"] for step in steps if "do" in step} == set(ACTIONS)
    assert {word for word in EXPECTATIONS for step in steps if word in step} == set(EXPECTATIONS)
    assert {need for scenario in all_scenarios() for need in scenario.needs} == CAPABILITIES


def test_every_shipped_scenario_ends_in_a_claim() -> None:
    assert not [s.id for s in all_scenarios() if "do" in s.steps[-1]]


def test_every_prototype_card_is_used() -> None:
    used = {step["card"] for scenario in all_scenarios() for step in scenario.steps if step.get("do") == "put"}
    assert {card.characteristics.name for card in cards()} <= used


# --- the table of what they cover ------------------------------------------------------------------------------------


def table_under(heading: str) -> dict[str, list[str]]:
    text = (DOCS / "scenario_coverage.md").read_text(encoding="utf-8")
    part = text.split(f"\n## {heading}\n")[1].split("\n## ")[0]
    rows = [line.strip("|").split("|") for line in part.splitlines() if line.startswith("| ")][1:]
    return {row[0].strip(): re.findall(r"`([^`]+)`", row[-1]) for row in rows}


def test_every_statement_that_a_scenario_can_show_has_one() -> None:
    statements = table_under("Statements")
    assert {int(number) for number in statements} == SHOWN_BY_SCENARIOS
    assert all(statements.values())
    assert all(table_under("Mistakes").values())


def test_the_table_names_scenarios_that_exist_and_all_of_ours() -> None:
    ids = {scenario.id for scenario in all_scenarios()}
    named = {name for heading in ("Statements", "Mistakes") for row in table_under(heading).values() for name in row}
    assert named <= ids
    assert {s.id for s in all_scenarios(lambda source: source != "referee.json")} <= named


def test_the_referee_tells_every_story_or_says_why_not() -> None:
    told = {re.match(r"xmage:(s\d+)", s.note)[1] for s in all_scenarios(lambda source: source == "referee.json")}  # type: ignore[index]
    page = (DOCS / "referee.md").read_text(encoding="utf-8")
    untold = set(re.findall(r"(?m)^\| (s\d+) \|", page.split("## Parts of stories")[0]))
    assert len(told) == len(all_scenarios(lambda source: source == "referee.json"))
    assert len(told | untold) == 77
    assert not told & untold
