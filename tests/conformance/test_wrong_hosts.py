"""The scenarios find every wrong host out, and for the right reason."""

import pytest

from mtg_prototype_plugin import rule_index
from mtg_prototype_plugin.conformance.run import Result, run
from mtg_prototype_plugin.conformance.scenario import shipped
from mtg_prototype_plugin.conformance.wrong_hosts import WRONG_HOSTS

RULES = {scenario.id: set(scenario.rules) for file in shipped() for scenario in file.scenarios}


@pytest.mark.parametrize("wrong", WRONG_HOSTS, ids=lambda wrong: wrong.name)
def test_wrong_host_is_found_out(wrong):
    answers = [answer for answer in run(shipped(), host=wrong.make()).answers if answer.result is not Result.PASSED]
    assert wrong.breaks
    broken = set(wrong.breaks)
    assert {rule for rule in broken if not any(rule in RULES[answer.id] for answer in answers)} == set()
    assert [str(answer) for answer in answers if not broken & RULES[answer.id]] == []


def test_they_are_told_apart():
    """No two fail the same scenarios."""
    failed = {
        wrong.name: frozenset(
            answer.id for answer in run(shipped(), host=wrong.make()).answers if answer.result is not Result.PASSED
        )
        for wrong in WRONG_HOSTS
    }
    assert len(set(failed.values())) == len(WRONG_HOSTS)


def test_the_rules_that_they_break_exist():
    assert [rule for wrong in WRONG_HOSTS for rule in wrong.breaks if not rule_index.exists(rule)] == []
