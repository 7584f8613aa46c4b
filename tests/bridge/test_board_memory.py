"""What a long game may not fill: the board forgets, and says so."""

import json

import pytest

from mtg_hookspecs import Zone
from mtg_prototype_plugin import table
from mtg_prototype_plugin.bridge.board import Board
from mtg_prototype_plugin.bridge.events import CastTakenBack, Ceased, Moved

HAND, STACK = Zone.HAND, Zone.STACK
BLITZ = table.find("Blitz Automaton").characteristics
IN_HAND = Board().apply(Moved("7", Zone.LIBRARY, HAND, card=BLITZ))


@pytest.fixture(autouse=True)
def few(monkeypatch):
    monkeypatch.setattr("mtg_prototype_plugin.bridge.board.GONE_KEPT", 3)


def came_and_went(*ids, board=None):
    board = Board() if board is None else board
    for which in ids:
        board = board.apply_all([Moved(which, None, HAND, card=BLITZ), Ceased(which)])
    return board


def remembered(board, ids):
    return [which for which in ids if board.last_known(which) is not None]


def test_of_what_is_no_more_the_newest_are_remembered():
    board = came_and_went(*"abcdefgh")
    assert remembered(board, "abcdefgh") == ["f", "g", "h"]
    assert list(board.to_json()["gone"]) == ["f", "g", "h"]
    assert remembered(came_and_went("a", board=board), "abcdefgh") == ["a", "g", "h"]


def test_what_went_again_went_last():
    assert remembered(came_and_went(*"abcade"), "abcde") == ["a", "d", "e"]


def test_a_saved_board_goes_on_as_it_was():
    board = came_and_went(*"abcde")
    again = Board.from_json(json.loads(json.dumps(board.to_json())))
    for further in range(5):
        ids = [str(number) for number in range(further)]
        expected, got = came_and_went(*ids, board=board), came_and_went(*ids, board=again)
        assert list(got.to_json()["gone"]) == list(expected.to_json()["gone"])


def test_a_fork_forgets_for_itself():
    board = came_and_went(*"abc")
    came_and_went(*"xyz", board=board)
    assert remembered(board, "abcxyz") == ["a", "b", "c"]


def test_casts_announced_again_and_again():
    """Each refused without an event: only the newest is pending, and taking it back ends in hand."""
    board = IN_HAND
    for number in range(50):
        board = board.apply(Moved("7", None, STACK, incarnation=number))
        size_of_state = len(json.dumps(board.to_json()))
        if number == 1:
            expected = size_of_state
    assert size_of_state < expected + 50
    assert board.apply(CastTakenBack("7")).what_is("7").zone is HAND
