"""The scenarios find every wrong host out, and for the right reason."""

from pathlib import Path

import pytest

from mtg_prototype_plugin import rule_index
from mtg_prototype_plugin.conformance.run import Result, run
from mtg_prototype_plugin.conformance.scenario import shipped
from mtg_prototype_plugin.conformance.wrong_hosts import WRONG_HOSTS
from mtg_prototype_plugin.conformance.wrong_hosts.found_out import UNEXPLAINED, found_out

LISTS = Path(__file__).with_name("wrong_hosts.txt")
RULES = {scenario.id: set(scenario.rules) for file in shipped() for scenario in file.scenarios}


@pytest.fixture(scope="module")
def failed():
    return {wrong.name: dict(found_out(wrong)) for wrong in WRONG_HOSTS}


@pytest.mark.parametrize("wrong", WRONG_HOSTS, ids=lambda wrong: wrong.name)
def test_wrong_host_is_found_out(wrong, failed):
    """It fails a scenario of each rule that it breaks, and none that cites no such rule."""
    scenarios = failed[wrong.name]
    assert wrong.breaks
    assert {rule for rule in wrong.breaks if not any(rule in RULES[each] for each in scenarios)} == set()
    assert [each for each, rule in scenarios.items() if rule == UNEXPLAINED] == []


def test_they_are_told_apart(failed):
    """No two fail the same scenarios."""
    assert len({frozenset(scenarios) for scenarios in failed.values()}) == len(WRONG_HOSTS)
    assert len({wrong.name for wrong in WRONG_HOSTS}) == len(WRONG_HOSTS)


def test_the_lists_are_as_reviewed(failed):
    """``python -m mtg_prototype_plugin.conformance.wrong_hosts`` prints them anew, for a review of what has changed."""
    lines = []
    for wrong in WRONG_HOSTS:
        lines += [f"{wrong.name}: {wrong.fault}", *(f"  {rule} {each}" for each, rule in failed[wrong.name].items())]
    assert LISTS.read_text(encoding="utf-8").splitlines() == lines


def test_the_right_host_fails_none():
    assert {answer.result for answer in run(shipped()).answers} == {Result.PASSED}


def test_the_rules_that_they_break_exist():
    assert [rule for wrong in WRONG_HOSTS for rule in wrong.breaks if not rule_index.exists(rule)] == []
