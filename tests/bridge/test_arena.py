"""Arena's log: lines of our own making, for no real log of a prototyped cast was to be had."""

from pathlib import Path

import pytest

from mtg_prototype_plugin.bridge.arena import Arena
from mtg_prototype_plugin.bridge.infer import Verdict
from mtg_prototype_plugin.bridge.replay import Engine, InvalidTrace, opened, records

LOG = Path(__file__).parents[2] / "examples" / "arena_log" / "Player.log"


@pytest.fixture
def played():
    replay, stream = opened(LOG, engine=Engine.ARENA)
    for number, line in stream:
        replay.feed(line, number=number)
    return replay


@pytest.mark.parametrize(
    ("which", "verdict", "prototyped", "power"),
    [
        ("203", Verdict.TOLD, False, 5),
        ("302", Verdict.INFERRED, True, 2),
        ("401", Verdict.INFERRED, False, 3),
    ],
)
def test_answers(played, which, verdict, prototyped, power):
    answer = played.board.what_is(which)
    assert (answer.verdict, answer.prototyped, answer.characteristics.power) == (verdict, prototyped, power)


def test_what_the_player_did_is_told_and_survives_the_ids(played):
    assert played.board.last_known("203").characteristics.power == 1
    assert played.board.what_is("101").verdict is Verdict.UNKNOWN


def test_lines_that_are_no_json_are_passed_over_only_here():
    assert len(list(records(LOG, engine=Engine.ARENA))) == 9
    with pytest.raises(InvalidTrace, match="--from arena"):
        list(records(LOG))


def test_unknown_annotations_are_counted(played):
    assert played.translator.unknown == {"NotKnownYet": 1}


def test_without_names_nothing_is_known():
    state = {"gameObjects": [{"instanceId": 1, "grpId": 5, "zoneId": 28}], "zones": []}
    message = {"greToClientEvent": {"greToClientMessages": [{"gameStateMessage": state}]}}
    assert Arena().translate(message).views == ()
    assert len(Arena(names={"5": "Blitz Automaton"}).translate(message).views) == 1
