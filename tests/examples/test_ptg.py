"""The adapter for ptg, in the real engine."""

import copy
import random
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from mtg_hookspecs import IllegalCastChoice, ManaCost, PluginHost, Zone
from mtg_prototype_plugin import plugin, prototype_of, table

ptg = pytest.importorskip("ptg", reason="ptg can not be imported (Python 3.12)", exc_type=ImportError)

FOLDER = Path(__file__).parents[2] / "examples" / "ptg"
NORMAL = ("any:7", 6, 4)
PROTOTYPED = ("any:2 fire:1", 3, 2)


@pytest.fixture(scope="module", autouse=True)
def example():
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(FOLDER))
        import branches
        import prototypes

        yield SimpleNamespace(branches=branches, prototypes=prototypes)


@pytest.fixture
def adapter(example):
    return example.prototypes.Prototypes(PluginHost([plugin]))


@pytest.fixture
def game(example, adapter):
    """With three fire mana; ``blitz`` is in hand, ``player`` has it."""
    random.seed(3)
    game, blitz = example.branches.game_of(adapter, lands=3)
    return SimpleNamespace(game=game, blitz=blitz, player=game.players[0].uuid)


def values(state, card):
    instance = state.all_cards[card]
    cost = " ".join(f"{kind.value}:{amount}" for kind, amount in instance.mana_cost.items())
    assert (instance.attack, instance.defense) == (instance.card_definition.attack, instance.card_definition.defense)
    assert instance.max_defense == instance.defense
    return (cost, instance.attack, instance.defense)


def test_the_lines_of_the_readme():
    ran = subprocess.run(
        [sys.executable, "branches.py"], cwd=FOLDER, capture_output=True, text=True, check=True, timeout=60
    )
    readme = (FOLDER / "README.md").read_text(encoding="utf-8")
    shown = readme.split("python examples/ptg/branches.py\n")[1].split("```")[0]
    assert ran.stdout == shown


def test_three_mana_are_enough_for_the_prototyped_way_alone(game, adapter):
    """718.3a: whether it can be cast is judged by the prototype's cost."""
    before = game.game.state
    with pytest.raises(ValueError, match="Not enough mana"):
        adapter.play(game.game, game.player, game.blitz, option="normal")
    assert game.game.state is before
    assert values(before, game.blitz) == NORMAL
    adapter.play(game.game, game.player, game.blitz, option="prototyped")
    assert values(game.game.state, game.blitz) == PROTOTYPED
    assert sum(game.game.state.players[game.player].mana_pool.amounts.values()) == 0


def test_a_refused_prototyped_cast_leaves_nothing_behind(example, adapter):
    random.seed(4)
    game, blitz = example.branches.game_of(adapter, lands=2)
    before = game.state
    with pytest.raises(ValueError, match="Not enough mana"):
        adapter.play(game, game.players[0].uuid, blitz, option="prototyped")
    assert game.state is before
    assert values(game.state, blitz) == NORMAL


def test_a_way_that_is_not_offered(game, adapter):
    with pytest.raises(IllegalCastChoice, match="morph"):
        adapter.play(game.game, game.player, game.blitz, option="morph")


def test_the_definition_that_the_cards_share_is_not_written_to(game, adapter):
    printed = game.game.state.all_cards[game.blitz].card_definition
    before = copy.deepcopy(printed)
    adapter.play(game.game, game.player, game.blitz, option="prototyped")
    assert printed == before


@pytest.mark.parametrize("way", ["dies", "returns", "to the deck"])
def test_it_leaves(example, game, adapter, way):
    """718.4, 400.7."""
    from ptg.core.enums import ZoneType
    from ptg.effects.destroy_card import DestroyCardEffect
    from ptg.effects.move_card import MoveCardEffect
    from ptg.effects.return_to_hand import ReturnToHandEffect
    from ptg.engine.spawn import process_deaths, process_leave_events

    adapter.play(game.game, game.player, game.blitz, option="prototyped")
    state, bus = game.game.state, game.game.bus
    if way == "dies":
        state = process_deaths(DestroyCardEffect().apply(state, game.blitz), bus)
    elif way == "returns":
        state = process_leave_events(ReturnToHandEffect().apply(state, game.blitz), bus)
    else:
        moved = MoveCardEffect().apply(state, game.blitz, ZoneType.BATTLEFIELD, ZoneType.DECK)
        state = process_leave_events(moved, bus)
    zones = {"dies": Zone.GRAVEYARD, "returns": Zone.HAND, "to the deck": Zone.LIBRARY}
    assert example.prototypes.zone_of(state, game.blitz) is zones[way]
    assert values(state, game.blitz) == NORMAL
    assert example.prototypes.override_of(state.all_cards[game.blitz]) is None


def test_branches_share_the_bus_and_nothing_else(example, game, adapter):
    from ptg.effects.destroy_card import DestroyCardEffect
    from ptg.engine.spawn import process_deaths

    adapter.play(game.game, game.player, game.blitz, option="prototyped")
    fork = game.game.state
    deep = copy.deepcopy(fork)
    dead = process_deaths(DestroyCardEffect().apply(fork, game.blitz), game.game.bus)
    assert values(dead, game.blitz) == NORMAL
    assert values(fork, game.blitz) == PROTOTYPED
    dead_too = process_deaths(DestroyCardEffect().apply(deep, game.blitz), game.game.bus)
    assert values(dead_too, game.blitz) == NORMAL
    assert values(deep, game.blitz) == PROTOTYPED
    override_of = example.prototypes.override_of
    assert override_of(deep.all_cards[game.blitz]) is override_of(fork.all_cards[game.blitz])


def test_a_copy(example, game, adapter):
    """718.3d; its source may leave."""
    from ptg.effects.destroy_card import DestroyCardEffect
    from ptg.engine.spawn import process_deaths

    adapter.play(game.game, game.player, game.blitz, option="prototyped")
    state, token = adapter.copied(game.game.state, game.game.bus, game.blitz, player=game.player)
    assert values(state, token) == PROTOTYPED
    assert state.all_cards[token].summoning_sick
    assert token not in game.game.state.all_cards
    state = process_deaths(DestroyCardEffect().apply(state, game.blitz), game.game.bus)
    assert values(state, token) == PROTOTYPED
    of_normal, normal = adapter.copied(state, game.game.bus, game.blitz, player=game.player)
    assert values(of_normal, normal) == NORMAL


def test_a_turn_goes_by(game, adapter):
    """The engine heals to ``max_defense`` at the start of a turn: it must be the prototype's."""
    adapter.play(game.game, game.player, game.blitz, option="prototyped")
    start = game.game.turn
    while game.game.turn < start + 2:
        game.game.advance_phase()
    assert values(game.game.state, game.blitz) == PROTOTYPED


@pytest.mark.parametrize("card", table.cards(), ids=lambda card: card.characteristics.name)
def test_every_card_that_the_engine_has_mana_for(example, card):
    override = prototype_of(card.characteristics)
    definition = example.prototypes.definition_of(card.characteristics)
    assert sum(definition.mana.values()) == card.characteristics.mana_value
    if "B" in override.characteristics.colors:
        with pytest.raises(ValueError, match="no such mana"):
            example.prototypes.mana_of(override.characteristics.mana_cost)
    else:
        amounts = example.prototypes.mana_of(override.characteristics.mana_cost)
        assert sum(amounts.values()) == override.characteristics.mana_value


def test_mana_that_it_does_not_have(example):
    with pytest.raises(ValueError, match=r"\{W/U\}"):
        example.prototypes.mana_of(ManaCost.parse("{1}{W/U}"))
