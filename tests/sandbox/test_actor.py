"""The words of the scenario format are all acted out; stories that go wrong are told so."""

import pytest

from mtg_hookspecs import CardNotFound, InvalidEvent, MtgError
from mtg_prototype_plugin.conformance import vocabulary
from mtg_prototype_plugin.sandbox import Sandbox
from mtg_prototype_plugin.sandbox.actor import ACTIONS, EXPECTATIONS, PROPERTIES


@pytest.fixture
def table():
    table = Sandbox().table({})
    table.do({"do": "put", "card": "Blitz Automaton", "zone": "hand", "as": "card"})
    return table


def test_every_word_is_acted_out():
    assert set(ACTIONS) == set(vocabulary.ACTIONS)
    assert set(EXPECTATIONS) == set(vocabulary.EXPECTATIONS)
    assert {*PROPERTIES, "gone"} == {key.name for key in vocabulary.PROPERTIES}


def test_the_old_handle_goes_on_naming_the_old_object(table):
    table.do({"do": "cast", "object": "card", "option": "prototyped", "as": "spell"})
    table.do({"do": "resolve", "object": "spell", "as": "perm"})
    table.do({"do": "move", "object": "perm", "to": "graveyard", "as": "dead"})
    assert table.look({"expect_last_known": "perm", "power": 3}) == {"power": 3}
    assert table.look({"expect": "dead", "power": 6}) == {"power": 6}


def test_without_as_the_handle_is_rebound(table):
    table.do({"do": "cast", "object": "card", "option": "prototyped"})
    assert table.look({"expect": "card", "zone": "stack"}) == {"zone": "stack"}


def test_what_is_gone_has_nothing_else(table):
    table.do({"do": "put", "card": "Blitz Automaton", "zone": "battlefield", "as": "perm"})
    table.do({"do": "create_token_copy", "of": "perm", "as": "token"})
    assert table.look({"expect": "token", "gone": True})["gone"] is False
    table.do({"do": "move", "object": "token", "to": "hand"})
    seen = table.look({"expect": "token", "gone": True, "power": 6})
    assert (seen["gone"], seen["power"]) == (True, None)


def test_a_fork_goes_its_own_way(table):
    table.do({"do": "fork", "as": "there"})
    table.do({"do": "cast", "object": "card", "option": "normal", "in": "there"})
    table.do({"do": "fork", "as": "further", "in": "there"})
    table.do({"do": "resolve", "object": "card", "in": "further"})
    zones = [
        table.look({"expect": "card", "zone": "", **where})["zone"]
        for where in ({}, {"in": "there"}, {"in": "further"})
    ]
    assert zones == ["hand", "stack", "battlefield"]


def test_an_effect_ends_once(table):
    table.do({"do": "set_colors", "object": "card", "colors": "G", "as_effect": "green"})
    assert table.look({"expect": "card", "colors": "G"}) == {"colors": "G"}
    table.do({"do": "end_effect", "effect": "green"})
    assert table.look({"expect": "card", "colors": "G"}) == {"colors": ""}
    with pytest.raises(InvalidEvent, match="the effect has ended"):
        table.do({"do": "end_effect", "effect": "green"})


@pytest.mark.parametrize(
    ("step", "error"),
    [
        ({"do": "counter", "object": "card"}, InvalidEvent),
        ({"do": "resolve", "object": "card", "to": "graveyard"}, InvalidEvent),
        ({"do": "turn_face_up", "object": "card"}, InvalidEvent),
        ({"do": "copy_spell", "object": "card", "as": "copy"}, InvalidEvent),
        ({"do": "put", "card": "Nobody", "zone": "hand", "as": "it"}, CardNotFound),
    ],
)
def test_what_cannot_happen(table, step, error):
    before = table.game
    with pytest.raises(error):
        table.do(step)
    assert table.game is before


def test_a_cast_that_is_taken_back_leaves_the_game_alone(table):
    before = table.game
    table.do({"do": "cast", "object": "card", "option": "prototyped", "cancel": True})
    assert table.game is before


def test_a_way_that_is_not_offered_has_no_cost(table):
    table.do({"do": "put", "card": "Blitz Automaton", "zone": "battlefield", "as": "perm"})
    with pytest.raises(MtgError, match="cannot be cast so"):
        table.look({"expect_cost": "perm", "option": "prototyped", "cost": "{2}{R}"})
