"""The scenario files that are shipped, and the tables of what they cover."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from mtg_prototype_plugin.conformance import coverage
from mtg_prototype_plugin.conformance.groups import SMOKE, group
from mtg_prototype_plugin.conformance.scenario import Scenario, shipped
from mtg_prototype_plugin.conformance.vocabulary import ACTIONS, CAPABILITIES, EXPECTATIONS
from mtg_prototype_plugin.conformance.wrong_hosts import WRONG_HOSTS
from mtg_prototype_plugin.table import cards

DOCS = Path(__file__).parents[2] / "docs"
SHOWN_BY_SCENARIOS = {*range(1, 20), 21, 22, 25, *range(27, 50), *range(51, 71), 74, 76}


def all_scenarios(condition: Callable[[str], bool] = lambda source: True) -> list[Scenario]:
    return [scenario for file in shipped() if condition(file.source) for scenario in file.scenarios]


def test_shipped_ids_and_titles_stand_once() -> None:
    scenarios = all_scenarios()
    assert len({scenario.id for scenario in scenarios}) == len(scenarios)
    assert len({scenario.title for scenario in scenarios}) == len(scenarios)
    assert len(scenarios) >= 300


def test_shipped_titles_say_what_holds() -> None:
    assert not [s.id for s in all_scenarios() if re.search(r"\bshould\b|\btests? that\b", s.title, re.IGNORECASE)]


@pytest.mark.parametrize(("word", "verb"), [("blinked", "blink"), ("saved", "save_and_load"), ("forked", "fork")])
def test_an_id_that_names_an_action_has_it(word: str, verb: str) -> None:
    named = [scenario for scenario in all_scenarios() if word in scenario.id.split("-")]
    assert named
    assert not [s.id for s in named if verb not in {step.get("do") for step in s.steps}]


def test_shipped_scenarios_use_every_word_and_capability() -> None:
    steps = [step for scenario in all_scenarios() for step in scenario.steps]
    assert {step["do"] for step in steps if "do" in step} == set(ACTIONS)
    assert {word for word in EXPECTATIONS for step in steps if word in step} == set(EXPECTATIONS)
    assert {need for scenario in all_scenarios() for need in scenario.needs} == CAPABILITIES


def test_every_shipped_scenario_ends_in_a_claim() -> None:
    assert not [s.id for s in all_scenarios() if "do" in s.steps[-1]]


def test_every_prototype_card_is_cast_both_ways_with_all_its_values() -> None:
    """As the table of cards has them, which is checked elsewhere against what is printed."""
    told = {scenario.id: scenario for scenario in group("core")}
    for entry in cards():
        card, ability = entry.characteristics, entry.ability
        slug = card.name.lower().replace(" ", "-")
        cost, size = ability.mana_cost, (ability.power, ability.toughness)
        small = {"mana_cost": str(cost), "mana_value": cost.mana_value, "colors": str(cost.colors)}
        large = {"mana_cost": str(card.mana_cost), "mana_value": card.mana_value, "colors": ""}
        for rule, values, (power, toughness) in (
            ("718.3b", small, size),
            ("718.4", large, (card.power, card.toughness)),
        ):
            wanted = {**values, "power": power, "toughness": toughness, "name": card.name, "subtypes": card.subtypes}
            *_, spell, _, permanent = told[f"{rule}-{slug}"].steps
            for step, zone in ((spell, "stack"), (permanent, "battlefield")):
                assert {key: step[key] for key in wanted} == wanted
                assert (step["zone"], step["prototyped"], step["cast_prototyped"]) == (zone, *[rule == "718.3b"] * 2)


# --- groups ----------------------------------------------------------------------------------------------------------


def test_the_smoke_group_is_five_core_stories() -> None:
    assert len(set(SMOKE)) == 5
    assert sorted(scenario.id for scenario in group("smoke")) == sorted(SMOKE)
    assert {scenario.needs for scenario in group("smoke")} == {()}


def test_every_capability_has_a_group() -> None:
    sizes = {name: len(group(name)) for name in ("core", *CAPABILITIES)}
    assert min(sizes.values()) >= 5
    assert sizes["core"] >= 50
    assert group("time travel") == ()


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


def test_each_mistake_is_found_by_the_scenarios_beside_it() -> None:
    """Every wrong host stands under a mistake, and each scenario there is failed by one of the hosts.

    By the lists that ``test_wrong_hosts`` compares with what the hosts do.
    """
    text = (DOCS / "scenario_coverage.md").read_text(encoding="utf-8").split("\n## Mistakes\n")[1].split("\n## ")[0]
    rows = [
        [cell.strip() for cell in line.strip("|").split("|")] for line in text.splitlines() if line.startswith("| ")
    ]
    assert {name for row in rows[1:] for name in row[1].split(", ")} == {wrong.name for wrong in WRONG_HOSTS}
    failed: dict[str, set[str]] = {}
    name = ""
    for line in Path(__file__).with_name("wrong_hosts.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("  "):
            failed[name].add(line.split()[1])
        else:
            name = line.split(":")[0]
            failed[name] = set()
    for mistake, names, scenarios in rows[1:]:
        for scenario in re.findall(r"`([^`]+)`", scenarios):
            assert any(scenario in failed[name] for name in names.split(", ")), (mistake, scenario)


def test_the_table_of_rules_is_what_the_data_say() -> None:
    """``python -m mtg_prototype_plugin.conformance.coverage`` prints it anew."""
    text = (DOCS / "scenario_coverage.md").read_text(encoding="utf-8").split("\n## Rules\n")[1]
    assert [line for line in text.splitlines() if line.startswith("|")] == list(coverage.lines())


def test_the_referee_tells_every_story_or_says_why_not() -> None:
    told = {re.match(r"xmage:(s\d+)", s.note)[1] for s in all_scenarios(lambda source: source == "referee.json")}  # type: ignore[index]
    page = (DOCS / "referee.md").read_text(encoding="utf-8")
    untold = set(re.findall(r"(?m)^\| (s\d+) \|", page.split("## Parts of stories")[0]))
    assert len(told) == len(all_scenarios(lambda source: source == "referee.json"))
    assert len(told | untold) == 77
    assert not told & untold
