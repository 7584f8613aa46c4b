"""Every shipped scenario passes in the sandbox."""

import pytest

from mtg_prototype_plugin.conformance.run import Answer, Play, Result
from mtg_prototype_plugin.conformance.scenario import shipped
from mtg_prototype_plugin.sandbox import Sandbox

PLAYS = [Play(scenario, file.cards) for file in shipped() for scenario in file.scenarios]


@pytest.fixture(scope="module")
def sandbox():
    return Sandbox()


@pytest.mark.parametrize("play", PLAYS, ids=lambda play: play.scenario.id)
def test_scenario_passes(play, sandbox):
    assert play.on(sandbox) == Answer(play.scenario.id, Result.PASSED)


def test_there_are_300_or_more():
    assert len(PLAYS) >= 300
    assert len({play.scenario.id for play in PLAYS}) == len(PLAYS)
