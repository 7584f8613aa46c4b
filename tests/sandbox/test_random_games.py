"""Whatever happens in a game is refused in words or happens; no game before it changes; every game can be saved."""

from dataclasses import replace

import hypothesis.strategies as st
from hypothesis import given, settings

from mtg_hookspecs import Characteristics, Colors, MtgError, PluginHost, Zone
from mtg_prototype_plugin import plugin
from mtg_prototype_plugin.objects import ObjectKind, Side
from mtg_prototype_plugin.sandbox import Game
from mtg_prototype_plugin.sandbox.layers import Effect, EffectKind
from mtg_prototype_plugin.sandbox.save import load, save

HOST = PluginHost([plugin])
BEARS = Characteristics.from_strings(
    name="Grizzly Bears", mana_cost="{1}{G}", type_line="Creature — Bear", power=2, toughness=2, rules_text=""
)
SHOCK = Characteristics.from_strings(name="Shock", mana_cost="{X}{R}", type_line="Instant", rules_text="")
BLITZ = HOST.find_card("Blitz Automaton")


def frog(copied, own):
    return replace(copied, power=own.power, mana_cost=None, mana_value=0, subtypes=("Frog",))


def effects():
    return st.builds(
        Effect,
        st.just(0),
        st.sampled_from(EffectKind),
        types=st.sampled_from([("Artifact",), ("Creature", "Land")]),
        colors=st.sampled_from([Colors(""), Colors("WB")]),
        power=st.integers(-2, 4),
        toughness=st.integers(-2, 4),
    )


ACTIONS = {
    "put": lambda game, draw, one, two: game.put(
        draw(st.sampled_from([BEARS, SHOCK, BLITZ])), draw(st.sampled_from(Zone)), owner=draw(st.sampled_from("AB"))
    ),
    "cast": lambda game, draw, one, two: game.cast(
        one, draw(st.sampled_from(["normal", "prototyped"])), player="A", x=draw(st.integers(0, 2))
    ),
    "resolve": lambda game, draw, one, two: game.resolve(one),
    "resolve as a copy": lambda game, draw, one, two: game.resolve(one, copy_of=two, modify=frog),
    "move": lambda game, draw, one, two: game.move(one, draw(st.sampled_from(Zone))),
    "blink": lambda game, draw, one, two: game.blink(one),
    "copy_spell": lambda game, draw, one, two: game.copy_spell(one, player="B"),
    "create_token_copy": lambda game, draw, one, two: game.create_token_copy(one, player="A", modify=frog),
    "copy_card": lambda game, draw, one, two: game.copy_card(one, player="A"),
    "become_copy": lambda game, draw, one, two: game.become_copy(one, two),
    "turn_face_down": lambda game, draw, one, two: (game.turn_face_down(one),),
    "turn_face_up": lambda game, draw, one, two: (game.turn_face_up(one),),
    "phase_out": lambda game, draw, one, two: (game.phase_out(one),),
    "phase_in": lambda game, draw, one, two: (game.phase_in(one),),
    "change_control": lambda game, draw, one, two: (game.change_control(one, "B"),),
    "merge": lambda game, draw, one, two: (game.merge(one, two, side=draw(st.sampled_from(Side))),),
    "begin_effect": lambda game, draw, one, two: game.begin_effect(one, draw(effects())),
    "add_counters": lambda game, draw, one, two: (game.add_counters(one, each=1, count=1),),
    "end_effect": lambda game, draw, one, two: (game.end_effect(draw(st.integers(0, game.clock))),),
}


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_any_game(data):
    game = Game(HOST).put(BLITZ, Zone.HAND, owner="A")[0].put(BEARS, Zone.BATTLEFIELD, owner="A")[0]
    games = []
    for name in data.draw(st.lists(st.sampled_from(sorted(ACTIONS)), min_size=10, max_size=30)):
        numbers = st.integers(0, len(game.pieces) - 1)
        games.append((game, save(game)))
        try:
            game = ACTIONS[name](game, data.draw, data.draw(numbers), data.draw(numbers))[0].settled()
        except MtgError:
            continue
    for before, saved in games:
        assert save(before) == saved
        assert load(saved, like=before) == before
    for number in game.present:
        piece = game.pieces[number]
        at_home = {ObjectKind.CARD: set(Zone), ObjectKind.TOKEN: {Zone.BATTLEFIELD}, ObjectKind.COPY: {Zone.STACK}}
        assert piece.object.zone in at_home[piece.object.kind]
        if piece.object.zone not in (Zone.STACK, Zone.BATTLEFIELD):
            assert piece.object.characteristics == piece.object.card  # 718.4
