"""XMage's traps, each with lines of our own making."""

import pytest

from mtg_hookspecs import Zone
from mtg_hookspecs.errors import InvalidEvent
from mtg_prototype_plugin.bridge.board import Board
from mtg_prototype_plugin.bridge.events import CastAnnounced, CastDone, Copied, Merged, Moved, Resolved
from mtg_prototype_plugin.bridge.infer import Verdict
from mtg_prototype_plugin.bridge.xmage import XMage, card_id
from mtg_prototype_plugin.objects import Side

NAME = "Arcane Proxy"
CARD = f"{NAME}#1"
NORMAL = {"mana_cost": "{7}", "mana_value": 7, "colors": "", "power": 4, "toughness": 3}
PROTOTYPE = {"mana_cost": "{1}{U}{U}", "mana_value": 3, "colors": "U", "power": 2, "toughness": 1}


def row(zone, values=None, **changes):
    record = {
        "id": CARD,
        "zone": zone,
        "zcc": 1,
        "name": NAME,
        **(NORMAL if values is None else values),
        "types": ["Artifact", "Creature"],
        "token": False,
        "copy": False,
        "face_down": False,
        "phased_out": False,
        "controller": "P1",
    }
    return record | changes


def fire(kind, *truth, **fields):
    return {"kind": "fire", "type": kind, "truth": list(truth), **fields}


def moved(origin, destination, *truth, target=CARD):
    return fire("ZONE_CHANGE", *truth, target=target, **{"from": origin, "to": destination})


def cast(prefix="castproto:", *truth, zone="HAND"):
    return fire("SPELL_CAST", *truth, target=f"{prefix}{CARD}", source=CARD, zone=zone)


class Game:
    def __init__(self):
        self.xmage = XMage()
        self.board = Board()

    def play(self, *lines):
        told = []
        for each in lines:
            step = self.xmage.translate(each)
            told += step.events
            self.board = self.board.apply_all(step.events).reconcile(step.views).board
        return told

    def size(self, which=CARD):
        values = self.board.what_is(which).characteristics
        return None if values is None else f"{values.power}/{values.toughness} {values.mana_cost}"


@pytest.fixture
def game():
    game = Game()
    game.play(fire("UPKEEP_STEP", row("HAND")))
    return game


def on_the_battlefield(game):
    game.play(moved("HAND", "STACK"), cast(), moved("STACK", "BATTLEFIELD"))


def test_the_cast_is_not_done_before_spell_cast(game):
    told = game.play(moved("HAND", "STACK", row("STACK", PROTOTYPE, id=f"castproto:{CARD}", zcc=2)))
    assert [type(event) for event in told] == [CastAnnounced]
    assert game.board.what_is(CARD).is_mid_cast
    assert game.play(cast()) == [CastDone(CARD, "prototyped", told[0].card, Zone.HAND)]
    assert game.size() == "2/1 {1}{U}{U}"


def test_a_refused_cast_has_no_event_for_the_way_back(game):
    game.play(moved("HAND", "STACK"), {"kind": "check", "type": "CHECK", "truth": [row("HAND")]})
    answer = game.board.what_is(CARD)
    assert (game.size(), answer.zone, answer.is_mid_cast) == ("4/3 {7}", Zone.HAND, False)


def test_the_option_is_the_abilitys(game):
    assert [event.option for event in game.play(cast("cast:"))] == ["normal"]
    assert card_id(f"castproto:{CARD}") == card_id(f"cast:{CARD}") == card_id(CARD) == CARD


def test_asks_are_only_questions(game):
    ask = {"kind": "ask", "type": "ZONE_CHANGE", "target": CARD, "from": "HAND", "to": "GRAVEYARD", "truth": []}
    assert game.play(ask) == []
    assert game.board.what_is(CARD).zone is Zone.HAND


def test_while_it_enters_nothing_is_at_rest(game):
    game.play(moved("HAND", "STACK"), cast())
    entering = row("ENTERING", NORMAL | {"colors": "U"}, prototyped=True)
    line = {"kind": "ask", "type": "ENTERS_THE_BATTLEFIELD", "target": CARD, "truth": [entering]}
    assert game.play(line) == []
    assert game.xmage.truth(line) == ()
    assert [view.mana_cost for view in game.xmage.in_passing(line)] == ["{7}"]
    assert game.size() == "2/1 {1}{U}{U}"


def test_the_arrival_is_told_twice(game):
    game.play(moved("HAND", "STACK"), cast())
    told = game.play(fire("ENTERS_THE_BATTLEFIELD", target=CARD, source=CARD), moved("STACK", "BATTLEFIELD"))
    assert [type(event) for event in told] == [Moved, Moved]
    assert game.size() == "2/1 {1}{U}{U}"
    assert game.board.what_is(CARD).object.incarnation == 2


def test_the_flag_is_not_read(game):
    game.play(moved("HAND", "BATTLEFIELD", row("BATTLEFIELD", prototyped=True, cast_mode="Prototype")))
    game.play(fire("UPKEEP_STEP", row("BATTLEFIELD", prototyped=True, zcc=2)))
    assert game.board.what_is(CARD).prototyped is False


def test_a_copied_spell_and_the_token_that_it_becomes(game):
    game.play(moved("HAND", "STACK"), cast())
    copy = row("STACK", PROTOTYPE, id=f"spellcopy:{CARD}", card=f"{NAME}#2", copy=True, prototyped=False)
    told = game.play(
        fire("COPIED_STACKOBJECT", copy, target=f"spellcopy:{CARD}", source=f"castproto:{CARD}"),
        fire("ENTERS_THE_BATTLEFIELD", target=f"token:{CARD}", source=f"{NAME}#2"),
        moved("OUTSIDE", "BATTLEFIELD", target=f"token:{CARD}"),
    )
    assert [type(event) for event in told] == [Copied, Resolved]
    assert game.size(f"token:{CARD}") == "2/1 {1}{U}{U}"
    assert game.board.what_is(f"token:{CARD}").verdict is Verdict.TOLD


def test_mutating_moves_no_zone(game):
    on_the_battlefield(game)
    spell = row("STACK", id="cast:Cubwarden#1", name="Cubwarden", mana_cost="{3}{W}", mana_value=4)
    told = game.play(
        fire("UPKEEP_STEP", row("BATTLEFIELD", PROTOTYPE), spell),
        fire("CREATURE_MUTATED", row("BATTLEFIELD", PROTOTYPE), spell, target=CARD, source="Cubwarden#1"),
        fire("UPKEEP_STEP", row("BATTLEFIELD", PROTOTYPE), row("OUTSIDE", id="Cubwarden#1", name="Cubwarden")),
    )
    assert told == [Merged(CARD, "Cubwarden#1", Side.UNDER)]
    assert game.size() == "2/1 {1}{U}{U}"
    assert "Cubwarden#1" not in game.board


def test_mutating_over_keeps_the_lower_cards_id(game):
    on_the_battlefield(game)
    merged = row("BATTLEFIELD", name="Cubwarden", mana_cost="{3}{W}", mana_value=4, colors="W", power=3, toughness=5)
    (told,) = game.play(fire("CREATURE_MUTATED", merged, target=CARD, source="Cubwarden#1"))
    assert told.side is Side.OVER


def test_a_temporary_copy_ends_in_the_cleanup_without_an_event(game):
    on_the_battlefield(game)
    bear = {"name": "Runeclaw Bear", "mana_cost": "{1}{G}", "mana_value": 2, "colors": "G", "power": 2, "toughness": 2}
    game.play(fire("END_TURN_STEP", row("BATTLEFIELD", copy=True, **bear)))
    assert game.size() == "2/2 {1}{G}"
    game.play(fire("CLEANUP_STEP_POST", row("BATTLEFIELD", NORMAL | {"colors": "U"})))
    assert game.size() == "2/1 {1}{U}{U}"


def test_a_normal_card_that_copied_a_prototyped_one_is_normal_again(game):
    on_the_battlefield(game)
    other = f"{NAME}#9"
    game.play(fire("UPKEEP_STEP", row("BATTLEFIELD", PROTOTYPE), row("BATTLEFIELD", id=other)))
    game.play(fire("END_TURN_STEP", row("BATTLEFIELD", PROTOTYPE), row("BATTLEFIELD", PROTOTYPE, id=other, copy=True)))
    assert game.size(other) == "2/1 {1}{U}{U}"
    game.play(fire("CLEANUP_STEP_POST", row("BATTLEFIELD", PROTOTYPE), row("BATTLEFIELD", PROTOTYPE, id=other)))
    assert game.size(other) == "4/3 {7}"


def test_what_has_just_moved_may_show_old_colours(game):
    on_the_battlefield(game)
    line = moved("BATTLEFIELD", "HAND", row("HAND", NORMAL | {"colors": "U"}))
    assert game.xmage.truth(line) == ()
    game.play(line)
    assert game.size() == "4/3 {7}"


def test_face_down_by_an_effect_has_no_event(game):
    on_the_battlefield(game)
    down = {"name": "", "mana_cost": "", "mana_value": 0, "colors": "", "power": 2, "toughness": 2}
    game.play(fire("UPKEEP_STEP", row("BATTLEFIELD", face_down=True, **down)))
    assert game.size() == "2/2 None"


def test_exile_goes_by_two_names(game):
    game.play(moved("HAND", "exile zone"))
    assert game.board.what_is(CARD).zone is Zone.EXILE
    game.play(moved("EXILED", "HAND"))
    assert game.board.what_is(CARD).zone is Zone.HAND


def test_unknown_types_are_counted(game):
    game.play(fire("TAPPED"), fire("SOMETHING_NEW"), fire("DRAW_STEP_PRE"))
    assert game.xmage.unknown == {"SOMETHING_NEW": 1}


class TestIdsOfTheRealEngine:
    """XMage's own ids are UUIDs: they say neither the card nor the way. The fields do."""

    ROW = row("STACK", PROTOTYPE, id="u-spell", card="u-card", zcc=2)

    def test_the_option_field(self, game):
        line = fire("SPELL_CAST", self.ROW, target="u-spell", source="u-card", zone="HAND", card_name=NAME)
        (told,) = game.play(line | {"option": "prototyped"})
        assert (told.id, told.option, told.card.name) == ("u-card", "prototyped", NAME)
        assert game.size("u-card") == "2/1 {1}{U}{U}"

    @pytest.mark.parametrize(("mode", "option"), [("Prototype", "prototyped"), ("Normal", "normal")])
    def test_the_mode_of_the_spell_that_is_cast(self, game, mode, option):
        spell = self.ROW | {"cast_mode": mode}
        (told,) = game.play(fire("SPELL_CAST", spell, target="u-spell", source="u-card", card_name=NAME))
        assert told.option == option

    def test_a_cast_whose_way_nothing_says_is_refused(self, game):
        with pytest.raises(InvalidEvent, match="without its way"):
            game.play(fire("SPELL_CAST", self.ROW, target="u-spell", source="u-card"))

    def test_a_copied_spell(self, game):
        cast = fire("SPELL_CAST", self.ROW, target="u-spell", source="u-card", card_name=NAME, option="prototyped")
        copy = row("STACK", PROTOTYPE, id="u-copy", card="u-other", copy=True)
        token = row("BATTLEFIELD", PROTOTYPE, id="u-token", token=True, copy=True)
        told = game.play(
            cast,
            fire("COPIED_STACKOBJECT", self.ROW, copy, target="u-copy", source="u-spell"),
            fire("ENTERS_THE_BATTLEFIELD", self.ROW, token, target="u-token", copied_spell="u-copy"),
            fire("ZONE_CHANGE", self.ROW, token, target="u-token", **{"from": "OUTSIDE", "to": "BATTLEFIELD"}),
        )
        assert told[1:] == [
            Copied(told[1].kind, "u-card", "u-copy", source_zone=Zone.STACK),
            Resolved("u-copy", "u-token"),
        ]
        assert game.board.what_is("u-token").verdict is Verdict.TOLD
