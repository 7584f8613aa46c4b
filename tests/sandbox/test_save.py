"""The save form: real JSON text, and the same game back."""

import json
from dataclasses import replace

from mtg_hookspecs import Characteristics, Colors, Zone
from mtg_prototype_plugin.objects import Side
from mtg_prototype_plugin.sandbox import Game
from mtg_prototype_plugin.sandbox.layers import Effect, EffectKind
from mtg_prototype_plugin.sandbox.save import load, save


def everything(host, blitz, bears):
    """A game with a bit of all, and the number of a prototyped permanent that is a copy and has a counter."""
    game, card = Game(host).put(blitz, Zone.HAND, owner="B")
    game, _ = game.begin_effect(card, Effect(0, EffectKind.ADD_COLORS, colors=Colors("WU"), types=("Saga",)))
    game, spell = game.cast(card, "prototyped", player="A", x=2)
    game, _ = game.copy_spell(spell, player="A")
    game, (permanent,) = game.resolve(spell)
    game, bear = game.put(bears, Zone.BATTLEFIELD, owner="A")
    game, token = game.create_token_copy(
        permanent, player="A", modify=lambda copied, own: replace(copied, mana_cost=None, mana_value=0, power="*")
    )
    game, _ = game.become_copy(permanent, bear)
    game, another = game.put(bears, Zone.HAND, owner="A")
    game, mutating = game.cast(another, "normal", player="A")
    game = game.merge(mutating, token, side=Side.UNDER).turn_face_down(bear).phase_out(bear)
    return game.add_counters(permanent, each=-1, count=1), permanent


def test_it_comes_back_as_it_was(host, blitz, bears):
    game, _ = everything(host, blitz, bears)
    text = save(game)
    again = load(text, like=Game(host))
    assert again == game
    assert [it.object.copiable_values for it in again.pieces] == [it.object.copiable_values for it in game.pieces]
    assert [again.current(it) for it in again.pieces] == [game.current(it) for it in game.pieces]
    assert save(again) == text


def test_the_game_goes_on(host, blitz, bears):
    game, permanent = everything(host, blitz, bears)
    game = load(save(game), like=Game(host))
    (copying,) = game.at(permanent).object.effects
    for later, size in ((game, (1, 1)), (game.end_effect(copying.key), (2, 1))):
        now = later.current(later.at(permanent))
        assert (now.power, now.toughness) == size


def test_it_is_json(host, blitz, bears):
    def keys(value):
        if isinstance(value, dict):
            return {*value, *(key for each in value.values() for key in keys(each))}
        return {key for each in value for key in keys(each)} if isinstance(value, list) else set()

    saved = json.loads(save(everything(host, blitz, bears)[0]))
    assert {"GameObject", "CopyEffect", "Merge", "Override", "CopiableValues", "Effect"} <= keys(saved)
    assert "copiable_values" not in keys(saved)  # worked out again


def test_a_card_without_much(host):
    game, _ = Game(host).put(Characteristics(name="", types=("Creature",)), Zone.EXILE, owner="A")
    assert load(save(game), like=game) == game
