"""Forge's traps, each with lines of our own making."""

import pytest

from mtg_hookspecs import Zone
from mtg_prototype_plugin.bridge.board import Board
from mtg_prototype_plugin.bridge.events import CastAnnounced, CastDone, CastTakenBack, Ceased, Copied, Moved
from mtg_prototype_plugin.bridge.forge import Forge
from mtg_prototype_plugin.bridge.infer import Verdict

NAME = "Spotter Thopter"
NORMAL = {"mana_cost": "{8}", "mana_value": 8, "colors": "", "power": 4, "toughness": 5}
PROTOTYPE = {"mana_cost": "{3}{U}", "mana_value": 4, "colors": "U", "power": 2, "toughness": 3}


def card(zone, values=None, **changes):
    values = NORMAL if values is None else values
    record = {
        "id": 7,
        "name": NAME,
        "printed_name": NAME,
        "zone": zone,
        "in_zone": True,
        "lki": False,
        "is_token": False,
        "is_copied_spell": False,
        "controller": "p1",
        "face_down": False,
        "is_cloned": False,
        **values,
        "base_power": values["power"],
        "base_toughness": values["toughness"],
        "base_colors": values["colors"],
    }
    return record | changes


def line(event, **fields):
    return {"event": f"GameEvent{event}", **fields}


def moved(origin, destination, shown=None, **fields):
    shown = shown or card(destination)
    return line("CardChangeZone", card=shown, **{"from": origin, "to": destination, "stack_top": None, **fields})


def cast(values, **ability):
    sa = {"id": 70, "is_spell": True, "is_copied": False, "host_id": 7, "host": card("Stack", values), "targets": []}
    return line("SpellAbilityCast", sa=sa | ability, si={"targets": []})


class Game:
    """A translator and a board."""

    def __init__(self):
        self.forge = Forge()
        self.board = Board()

    def play(self, *lines):
        told = []
        for each in lines:
            step = self.forge.translate(each)
            told += step.events
            self.board = self.board.apply_all(step.events).reconcile(step.views).board
        return told

    @property
    def size(self):
        values = self.board.what_is("7").characteristics
        return None if values is None else f"{values.power}/{values.toughness} {values.mana_cost}"


@pytest.fixture
def game():
    game = Game()
    game.play({"event": "initial", "cards": [card("Hand")]})
    return game


def on_the_battlefield(game, values=PROTOTYPE):
    game.play(
        moved("Hand", "Stack", card("Stack", values, in_zone=False)),
        cast(values, has_prototype_param=values is PROTOTYPE),
        moved("Stack", "Battlefield", card("Battlefield", values)),
    )


@pytest.mark.parametrize("marks", [{"lki": True}, {"in_zone": False}, {"lki": True, "in_zone": False, "zone": None}])
def test_look_alikes_are_noise(game, marks):
    before = game.board
    noise = card("Battlefield", PROTOTYPE | {"mana_value": 8}) | marks
    assert game.play(line("CardStatsChanged", cards=[noise])) == []
    assert game.board is before


def test_the_card_in_hand_shows_prototype_values_before_it_moves(game):
    game.play(line("CardStatsChanged", cards=[card("Hand", PROTOTYPE)]))
    assert game.size == "4/5 {8}"


def test_the_cast_decides_not_the_move(game):
    told = game.play(moved("Hand", "Stack", card("Stack", PROTOTYPE, in_zone=False)))
    assert [type(event) for event in told] == [CastAnnounced]
    assert game.board.what_is("7").is_mid_cast
    game.play(line("CardStatsChanged", cards=[card("Stack", NORMAL)]))
    assert game.board.what_is("7").is_mid_cast
    game.play(cast(PROTOTYPE, has_prototype_param=True))
    assert game.size == "2/3 {3}{U}"
    assert game.board.what_is("7").verdict is Verdict.TOLD


@pytest.mark.parametrize(
    ("ability", "option"),
    [
        ({"has_prototype_param": True}, "prototyped"),
        ({"has_prototype_param": False}, "normal"),
        ({"description": "Prototype {3}{U} [2/3]"}, "prototyped"),
        ({"description": "Prototypes are nice"}, "normal"),
        ({}, "normal"),
    ],
)
def test_the_flag_is_the_abilitys(game, ability, option):
    told = game.play(moved("Hand", "Stack"), cast(NORMAL, **ability))
    assert [event.option for event in told if isinstance(event, CastDone)] == [option]


def test_a_flag_of_the_card_is_not_read(game):
    game.play(moved("Hand", "Battlefield", card("Battlefield", cast_prototyped=True)))
    assert (game.size, game.board.what_is("7").prototyped) == ("4/5 {8}", False)


def test_abilities_and_triggers_are_no_casts(game):
    assert game.play(cast(NORMAL, is_spell=False, has_prototype_param=True)) == []


def test_a_cancelled_cast(game):
    told = game.play(
        moved("Hand", "Stack", card("Stack", PROTOTYPE, in_zone=False)),
        line("Zone", zone="Stack", mode="Removed", card=card("Stack", PROTOTYPE, in_zone=False)),
        line("Zone", zone="Hand", mode="Added", card=card("Hand", PROTOTYPE)),
    )
    assert [type(event) for event in told] == [CastAnnounced, CastTakenBack]
    assert (game.size, game.board.what_is("7").zone) == ("4/5 {8}", Zone.HAND)


def test_a_countered_spell_is_not_a_cancelled_cast(game):
    told = game.play(
        moved("Hand", "Stack"),
        cast(PROTOTYPE, has_prototype_param=True),
        line("Zone", zone="Graveyard", mode="Added", card=card("Graveyard")),
        moved("Stack", "Graveyard", card("Graveyard", PROTOTYPE, in_zone=False)),
    )
    assert [type(event) for event in told] == [CastAnnounced, CastDone, Moved]
    assert game.size == "4/5 {8}"


def test_the_card_of_a_leaving_event_is_the_old_object(game):
    on_the_battlefield(game)
    game.play(moved("Battlefield", "Exile", card("Exile", PROTOTYPE, in_zone=False)))
    assert game.size == "4/5 {8}"
    assert game.board.last_known("7").characteristics.power == 2
    game.play(moved("Exile", "Battlefield", card("Battlefield")))
    assert game.size == "4/5 {8}"


def test_control_changes_without_a_zone_change(game):
    on_the_battlefield(game)
    game.play(
        line("Zone", zone="Battlefield", mode="Removed", card=card("Battlefield", PROTOTYPE, in_zone=False)),
        line("Zone", zone="Battlefield", mode="Added", card=card("Battlefield", PROTOTYPE, controller="p2")),
    )
    assert (game.size, game.board.what_is("7").controller) == ("2/3 {3}{U}", "p2")


def test_phasing_moves_nothing(game):
    on_the_battlefield(game)
    game.play(line("CardPhased", card=card("Battlefield", PROTOTYPE), phase_state=True))
    assert (game.size, game.board.what_is("7").phased_out) == ("2/3 {3}{U}", True)
    game.play(line("CardPhased", card=card("Battlefield", PROTOTYPE), phase_state=False))
    assert (game.size, game.board.what_is("7").phased_out) == ("2/3 {3}{U}", False)


def test_a_temporary_copy_shows_only_in_the_stats(game):
    on_the_battlefield(game)
    bear = {"mana_cost": "{1}{G}", "mana_value": 2, "colors": "G", "power": 2, "toughness": 2}
    as_bear = card("Battlefield", bear, name="Runeclaw Bear", is_cloned=True, clone_origin={"id": 9})
    game.play(line("CardStatsChanged", cards=[as_bear]))
    assert game.size == "2/2 {1}{G}"
    game.play(line("CardStatsChanged", cards=[card("Battlefield", PROTOTYPE)]))
    assert game.size == "2/3 {3}{U}"


def test_its_own_layer_is_not_a_copy(game):
    on_the_battlefield(game)
    game.play(line("CardStatsChanged", cards=[card("Battlefield", PROTOTYPE, is_cloned=True, clone_origin={"id": 7})]))
    assert game.board.what_is("7").object.effects == ()


def test_copied_spells_are_announced_by_zone_events_and_casts(game):
    game.play(moved("Hand", "Stack"), cast(PROTOTYPE, has_prototype_param=True))
    copy = card("Stack", PROTOTYPE, id=8, is_copied_spell=True, copied_permanent={"id": 7, "name": NAME})
    told = game.play(
        line("Zone", zone="Stack", mode="Added", card=copy),
        cast(PROTOTYPE, is_copied=True, host_id=8, host=copy, copy_of={"host_id": 7}),
    )
    assert [type(event) for event in told] == [Copied, Copied]
    assert game.board.what_is("8").prototyped is True
    assert game.board.what_is("8").object.cast_as is None
    removed = {"id": 70, "is_spell": True, "is_copied": True, "host": copy | {"zone": "Stack"}}
    assert game.play(line("SpellRemovedFromStack", sa=removed)) == [Ceased("8")]


def test_a_token_that_leaves_ceases(game):
    on_the_battlefield(game)
    token = card("Battlefield", PROTOTYPE, id=8, is_token=True, copied_permanent={"id": 99, "name": NAME})
    game.play(moved(None, "Battlefield", token))
    assert game.board.what_is("8").prototyped is True
    game.play(moved("Battlefield", "Hand", token | {"zone": "Hand", "in_zone": False}))
    assert "8" not in game.board
    assert game.board.last_known("8").characteristics.power == 2


def test_a_token_of_the_card_in_the_graveyard_is_normal(game):
    on_the_battlefield(game)
    game.play(
        moved("Battlefield", "Graveyard", card("Graveyard", PROTOTYPE, in_zone=False)),
        line(
            "SpellAbilityCast",
            sa={"id": 90, "is_spell": False, "host_id": 9, "host": None},
            si={"targets": [{"kind": "card", "id": 7, "name": NAME, "zone": "Graveyard"}]},
        ),
    )
    token = card("Battlefield", id=8, is_token=True, copied_permanent={"id": 99, "name": NAME})
    (told,) = game.play(moved(None, "Battlefield", token, stack_top={"sa_id": 90}))
    assert told.source_zone is Zone.GRAVEYARD
    assert game.board.what_is("8").prototyped is False


def test_bookkeeping_is_ignored(game):
    assert game.play(line("Zone", zone="Battlefield", mode="ComplexUpdate", card=None, player=None)) == []


def test_unknown_types_are_counted(game):
    game.play(line("CardTapped"), line("SomethingNew"), line("SomethingNew"), {"event": "marker", "text": "ours"})
    assert game.forge.unknown == {"GameEventSomethingNew": 2}
