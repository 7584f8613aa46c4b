"""The game: what happens to objects, and that the game before stays as it was."""

import copy
import pickle

import pytest

from mtg_hookspecs import InvalidEvent, Zone
from mtg_prototype_plugin.objects import ObjectKind, Side
from mtg_prototype_plugin.sandbox import Game


@pytest.fixture
def game(host):
    return Game(host)


@pytest.fixture
def cast(game, blitz):
    """A game with a prototyped spell, and the spell's number."""
    game, card = game.put(blitz, Zone.HAND, owner="A")
    return game.cast(card, "prototyped", player="A")


@pytest.fixture
def resolved(cast):
    """A game with a prototyped permanent, and its number."""
    game, spell = cast
    game, (permanent,) = game.resolve(spell)
    return game, permanent


def size(game, number):
    now = game.current(game.pieces[number])
    return now.power, now.toughness


def test_an_action_leaves_the_game_before_as_it_was(cast):
    before, spell = cast
    after, (permanent,) = before.resolve(spell)
    assert spell in before.present
    assert before.spell(spell).object.zone is Zone.STACK
    assert after.permanent(permanent).object.zone is Zone.BATTLEFIELD
    with pytest.raises(InvalidEvent, match="the object is gone"):
        after.at(spell)


def test_two_forks_go_their_own_ways(resolved):
    game, permanent = resolved
    killed, (dead,) = game.move(permanent, Zone.GRAVEYARD)
    bounced, (card,) = game.move(permanent, Zone.HAND)
    assert size(game, permanent) == (3, 2)
    assert killed.at(dead).object.zone is Zone.GRAVEYARD
    assert bounced.at(card).object.zone is Zone.HAND


def test_a_game_is_a_value(resolved):
    game, _ = resolved
    assert copy.deepcopy(game) is game
    again = pickle.loads(pickle.dumps(game))
    assert again == game
    assert hash(again) == hash(game)


def test_last_known_information_is_the_piece_under_the_old_number(resolved):
    game, permanent = resolved
    game, _ = game.add_counters(permanent, each=1, count=2), None
    game, (dead,) = game.move(permanent, Zone.GRAVEYARD)
    assert size(game, permanent) == (5, 4)
    assert size(game, dead) == (6, 4)


def test_an_instant_resolves_into_its_graveyard(game, host):
    from mtg_hookspecs import Characteristics

    shock = Characteristics.from_strings(name="Shock", mana_cost="{R}", type_line="Instant")
    game, card = game.put(shock, Zone.HAND, owner="B")
    game, spell = game.cast(card, "normal", player="A")
    game, (done,) = game.resolve(spell)
    assert (game.at(done).object.zone, game.at(done).controller) == (Zone.GRAVEYARD, "B")


def test_who_controls_what(game, blitz):
    game, card = game.put(blitz, Zone.HAND, owner="B")
    game, spell = game.cast(card, "normal", player="A")
    game, (permanent,) = game.resolve(spell)
    assert game.at(permanent).controller == "A"
    game, (back,) = game.blink(permanent)
    assert game.at(back).controller == "B"
    with pytest.raises(InvalidEvent, match="nobody controls"):
        game.move(back, Zone.HAND)[0].change_control(back + 1, "A")


def test_tokens_and_copies_cease_to_exist(resolved):
    game, permanent = resolved
    game, token = game.create_token_copy(permanent, player="A")
    assert game.settled() is game
    game, (off,) = game.move(token, Zone.HAND)
    assert off in game.present
    assert off not in game.settled().present


def test_a_token_does_not_return(resolved):
    game, permanent = resolved
    game, token = game.create_token_copy(permanent, player="A")
    game, (exiled,) = game.blink(token)
    assert game.at(exiled).object.zone is Zone.EXILE
    assert exiled not in game.settled().present


def test_a_copy_of_a_card_is_spared_once(game, blitz):
    game, card = game.put(blitz, Zone.GRAVEYARD, owner="A")
    game, copied = game.copy_card(card, player="A")
    assert copied in game.settled(spare=copied).present
    assert copied not in game.settled().present
    game, spell = game.cast(copied, "prototyped", player="A")
    game, (token,) = game.settled().resolve(spell)
    assert game.settled().at(token).object.kind is ObjectKind.TOKEN


def test_a_phased_out_permanent_is_left_alone(resolved):
    game, permanent = resolved
    game, key = game.become_copy(permanent, permanent)
    out = game.phase_out(permanent)
    for act in (
        lambda: out.move(permanent, Zone.HAND),
        lambda: out.blink(permanent),
        lambda: out.phase_out(permanent),
        lambda: out.become_copy(permanent, permanent),
        lambda: out.create_token_copy(permanent, player="A"),
        lambda: out.turn_face_down(permanent),
    ):
        with pytest.raises(InvalidEvent, match="phased out"):
            act()
    assert out.end_effect(key).pieces[permanent].object.effects == ()
    assert size(out.phase_in(permanent), permanent) == (3, 2)
    with pytest.raises(InvalidEvent, match="not phased out"):
        game.phase_in(permanent)


def test_what_is_not_there_is_refused(cast, resolved):
    game, spell = cast
    with pytest.raises(InvalidEvent, match="not in the zone battlefield"):
        game.become_copy(spell, spell)
    with pytest.raises(InvalidEvent, match="no token is made as a copy of a spell"):
        game.create_token_copy(spell, player="A")
    game, permanent = resolved
    with pytest.raises(InvalidEvent, match="not in the zone stack"):
        game.resolve(permanent)
    with pytest.raises(InvalidEvent, match="not in the zone battlefield"):
        game.move(permanent, Zone.EXILE)[0].add_counters(permanent + 1, each=1, count=1)


def test_an_effect_whose_object_has_left_ends_quietly(resolved):
    game, permanent = resolved
    game, key = game.become_copy(permanent, permanent)
    gone, _ = game.move(permanent, Zone.HAND)
    assert gone.end_effect(key) is gone


def test_a_spell_merges_with_a_permanent_of_its_owner(cast, bears):
    game, spell = cast
    game, bear = game.put(bears, Zone.BATTLEFIELD, owner="B")
    with pytest.raises(InvalidEvent, match="another owner"):
        game.merge(spell, bear, side=Side.OVER)


def test_a_merged_permanent_with_a_token_is_blinked(resolved, bears):
    game, permanent = resolved
    game, token = game.create_token_copy(permanent, player="A")
    game, card = game.put(bears, Zone.HAND, owner="A")
    game, spell = game.cast(card, "normal", player="A")
    game = game.merge(spell, token, side=Side.OVER)
    assert spell not in game.present
    game, (bear, off) = game.blink(token)
    game = game.settled()
    assert size(game, bear) == (2, 2)
    assert off not in game.present
