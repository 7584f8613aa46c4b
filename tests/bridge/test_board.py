"""The board: each event, doubled, early and late; ids; what it answers; forks and saves."""

import json

import pytest

from mtg_hookspecs import Characteristics, CopyKind, IllegalCastChoice, InvalidEvent, Zone
from mtg_prototype_plugin import table
from mtg_prototype_plugin.bridge.board import Board
from mtg_prototype_plugin.bridge.events import (
    EVENTS,
    CastAnnounced,
    CastDone,
    CastTakenBack,
    Ceased,
    ControlChanged,
    Copied,
    CopyEnded,
    Merged,
    Moved,
    PhasedIn,
    PhasedOut,
    Resolved,
    TurnedFaceDown,
    TurnedFaceUp,
    event_from_json,
    event_to_json,
)
from mtg_prototype_plugin.bridge.infer import Verdict
from mtg_prototype_plugin.bridge.view import View, view_from_json, view_to_json
from mtg_prototype_plugin.objects import Side

HAND, STACK, BATTLEFIELD, GRAVEYARD, EXILE = Zone.HAND, Zone.STACK, Zone.BATTLEFIELD, Zone.GRAVEYARD, Zone.EXILE
BLITZ = table.find("Blitz Automaton").characteristics
WARPLOW = table.find("Goring Warplow").characteristics
BEAR = Characteristics.from_strings(
    name="Runeclaw Bear", mana_cost="{1}{G}", type_line="Creature — Bear", power=2, toughness=2
)
IN_HAND = Board().apply(Moved("7", Zone.LIBRARY, HAND, card=BLITZ))
CAST = (CastAnnounced("7", zone=HAND), CastDone("7", "prototyped", zone=HAND))
ON_STACK = IN_HAND.apply_all(CAST)
PERMANENT = ON_STACK.apply(Moved("7", STACK, BATTLEFIELD))


def size(board, which="7"):
    values = board.what_is(which).characteristics
    return None if values is None else f"{values.power}/{values.toughness} {values.mana_cost}"


def play(board, *events):
    """The board after the events; each is given twice, for that must not matter."""
    for event in events:
        board = board.apply(event)
        assert board.apply(event) is board, f"{event} twice"
    return board


def test_an_id_never_heard_of():
    answer = Board().what_is("7")
    assert (answer.verdict, answer.object, answer.zone) == (Verdict.UNKNOWN, None, None)
    assert Board().last_known("7") is None


def test_events_about_objects_that_do_not_matter_change_nothing():
    board = Board()
    for event in (Moved("1", HAND, GRAVEYARD), Resolved("1"), PhasedOut("1"), Ceased("1"), CopyEnded("1"), CAST[1]):
        assert board.apply(event) is board


class TestCasting:
    def test_the_way_is_unknown_until_the_cast_is_done(self):
        announced = play(IN_HAND, CAST[0])
        answer = announced.what_is("7")
        assert (answer.verdict, answer.zone, answer.is_mid_cast, answer.prototyped) == (
            Verdict.UNKNOWN,
            STACK,
            True,
            None,
        )
        assert size(play(announced, CAST[1])) == "3/2 {2}{R}"

    def test_taken_back(self):
        assert play(IN_HAND, CAST[0], CastTakenBack("7")) == IN_HAND

    def test_taken_back_after_the_cast_is_done_says_nothing(self):
        assert ON_STACK.apply(CastTakenBack("7")) is ON_STACK

    def test_the_move_may_come_before_the_cast_after_it_or_not_at_all(self):
        move = Moved("7", HAND, STACK)
        boards = [play(IN_HAND, *events) for events in ((move, CAST[1]), (CAST[1], move), (CAST[1],), CAST)]
        assert len({hash(board) for board in boards}) == 1
        assert all(board == ON_STACK for board in boards)

    def test_normally(self):
        board = play(IN_HAND, CastDone("7", "normal"))
        assert size(board) == "6/4 {7}"
        assert board.what_is("7").prototyped is False

    def test_the_way_may_be_told_when_it_has_resolved(self):
        resolved = IN_HAND.apply_all((CastAnnounced("7", zone=HAND), Resolved("7")))
        assert resolved.what_is("7").verdict is Verdict.UNKNOWN
        assert play(resolved, CastDone("7", "prototyped")) == PERMANENT

    def test_the_way_is_not_said(self):
        board = play(IN_HAND, CastDone("7", None))
        assert board.what_is("7").verdict is Verdict.UNKNOWN
        mended = board.reconcile([View(id="7", zone=STACK, power=3, toughness=2)])
        assert mended.board.what_is("7").verdict is Verdict.INFERRED
        assert size(mended.board) == "3/2 {2}{R}"

    def test_cast_again_the_other_way_when_the_moves_between_were_missed(self):
        board = PERMANENT.apply(CastDone("7", "normal", zone=HAND))
        assert (size(board), board.what_is("7").zone) == ("6/4 {7}", STACK)

    def test_a_way_that_the_card_does_not_offer(self):
        board = Board().apply(Moved("1", Zone.LIBRARY, HAND, card=BEAR))
        with pytest.raises(IllegalCastChoice):
            board.apply(CastDone("1", "prototyped"))


class TestMoves:
    def test_a_permanent(self):
        for events in (
            (Resolved("7"), Moved("7", STACK, BATTLEFIELD)),
            (Moved("7", STACK, BATTLEFIELD), Resolved("7")),
        ):
            assert play(ON_STACK, *events) == PERMANENT
        assert (size(PERMANENT), PERMANENT.what_is("7").verdict) == ("3/2 {2}{R}", Verdict.TOLD)

    @pytest.mark.parametrize("zone", [HAND, GRAVEYARD, EXILE, Zone.LIBRARY, Zone.COMMAND])
    @pytest.mark.parametrize("board", [ON_STACK, PERMANENT])
    def test_everywhere_else_it_is_normal(self, board, zone):
        left = play(board, Moved("7", board.what_is("7").zone, zone))
        assert (size(left), left.what_is("7").prototyped) == ("6/4 {7}", False)
        assert left.last_known("7").characteristics.power == 3

    def test_blinked(self):
        board = play(PERMANENT, Moved("7", BATTLEFIELD, EXILE), Moved("7", EXILE, BATTLEFIELD))
        assert size(board) == "6/4 {7}"

    def test_blinked_though_the_first_half_was_missed(self):
        assert size(PERMANENT.apply(Moved("7", EXILE, BATTLEFIELD))) == "6/4 {7}"

    def test_an_origin_that_is_not_said(self):
        assert play(ON_STACK, Moved("7", None, BATTLEFIELD), Moved("7", STACK, BATTLEFIELD)) == PERMANENT

    def test_ids_that_change(self):
        board = play(ON_STACK, Moved("7", STACK, BATTLEFIELD, new_id="8"))
        assert (size(board, "8"), size(board)) == ("3/2 {2}{R}", None)
        assert board.last_known("7").zone is STACK

    def test_the_engines_count_tells_a_new_move_from_a_late_one(self):
        board = IN_HAND.apply(Moved("7", HAND, GRAVEYARD, incarnation=2))
        assert board.apply(Moved("7", HAND, GRAVEYARD, incarnation=2)) is board
        again = board.apply(Moved("7", None, HAND, incarnation=3)).apply(Moved("7", HAND, GRAVEYARD, incarnation=4))
        assert again.apply(Moved("7", GRAVEYARD, HAND, incarnation=3)) is again

    def test_ids_that_are_used_again(self):
        board = play(PERMANENT, Copied(CopyKind.TOKEN, "7", "t"), Ceased("t"))
        assert board.what_is("t").reason == "it is no more"
        assert size(play(board, Copied(CopyKind.TOKEN, "7", "t")), "t") == "3/2 {2}{R}"

    def test_ceased(self):
        board = play(PERMANENT, Copied(CopyKind.TOKEN, "7", "t"), Moved("t", BATTLEFIELD, GRAVEYARD), Ceased("t"))
        assert board.last_known("t").characteristics.power == 3
        assert "t" not in board


class TestCopies:
    def test_of_a_spell(self):
        board = play(ON_STACK, Copied(CopyKind.SPELL, "7", "c"))
        assert (size(board, "c"), board.what_is("c").object.cast_as) == ("3/2 {2}{R}", None)
        assert size(play(board, Resolved("c", new_id="t")), "t") == "3/2 {2}{R}"

    def test_of_a_spell_that_was_countered(self):
        board = play(ON_STACK, Moved("7", STACK, GRAVEYARD), Copied(CopyKind.SPELL, "7", "c"))
        assert size(board, "c") == "3/2 {2}{R}"

    def test_a_token_of_one_that_has_left(self):
        left = PERMANENT.apply(Moved("7", BATTLEFIELD, HAND))
        assert size(play(left, Copied(CopyKind.TOKEN, "7", "t", source_zone=BATTLEFIELD)), "t") == "3/2 {2}{R}"
        assert size(play(left, Copied(CopyKind.TOKEN, "7", "t", source_zone=HAND)), "t") == "6/4 {7}"

    def test_a_token_of_a_token_that_is_no_more(self):
        board = PERMANENT.apply_all((Copied(CopyKind.TOKEN, "7", "t"), Ceased("t"), Copied(CopyKind.TOKEN, "t", "u")))
        assert size(board, "u") == "3/2 {2}{R}"

    def test_exceptions(self):
        board = play(PERMANENT, Copied(CopyKind.TOKEN, "7", "t", excepted=View(power=1, toughness=1, colors="G")))
        assert size(board, "t") == "1/1 {2}{R}"
        assert board.what_is("t").characteristics.colors == "G"

    def test_both_slots(self):
        bear = PERMANENT.apply(Moved("b", HAND, BATTLEFIELD, card=BEAR))
        board = play(bear, Copied(CopyKind.BECOMES, "b", "7", key="a"))
        assert size(board) == "2/2 {1}{G}"
        board = play(board, Copied(CopyKind.BECOMES, "7", "b", key="a"), CopyEnded("7", "a"))
        assert (size(board), size(board, "b")) == ("3/2 {2}{R}", "2/2 {1}{G}")

    def test_a_permanent_that_copies_a_prototyped_one_is_itself_again(self):
        board = PERMANENT.apply(Moved("w", HAND, BATTLEFIELD, card=WARPLOW))
        board = play(board, Copied(CopyKind.BECOMES, "7", "w", key="a"))
        assert (size(board, "w"), board.what_is("w").prototyped) == ("3/2 {2}{R}", True)
        board = play(board, CopyEnded("w", "a"))
        assert (size(board, "w"), board.what_is("w").prototyped) == ("5/4 {6}", False)

    def test_entering_as_a_copy_may_be_told_before_the_move(self):
        clone = PERMANENT.apply(CastDone("c", "normal", card=BEAR, zone=HAND))
        enters, move = Copied(CopyKind.ENTERS_AS, "7", "c", key="k"), Moved("c", STACK, BATTLEFIELD)
        assert play(clone, enters, move) == play(clone, move, enters)
        assert size(play(clone, enters, move), "c") == "3/2 {2}{R}"

    def test_a_copy_of_something_not_said(self):
        board = play(PERMANENT, Copied(CopyKind.BECOMES, None, "7", key="a"))
        assert board.what_is("7").verdict is Verdict.UNKNOWN
        assert size(play(board, CopyEnded("7", "a"))) == "3/2 {2}{R}"

    def test_a_copied_card_may_be_cast_prototyped(self):
        board = play(Board().apply(Moved("7", GRAVEYARD, EXILE, card=BLITZ)), Copied(CopyKind.CARD, "7", "c"))
        assert size(board, "c") == "6/4 {7}"
        assert size(play(board, CastDone("c", "prototyped", zone=EXILE)), "c") == "3/2 {2}{R}"

    def test_what_cannot_be_copied_so(self):
        with pytest.raises(InvalidEvent):
            PERMANENT.apply(Copied(CopyKind.CARD, "7", "c"))


class TestStatus:
    def test_face_down_and_up(self):
        board = play(PERMANENT, TurnedFaceDown("7"))
        assert (size(board), board.what_is("7").prototyped) == ("2/2 None", False)
        assert play(board, TurnedFaceUp("7")) == PERMANENT

    def test_phasing_and_control(self):
        board = play(PERMANENT, PhasedOut("7"), ControlChanged("7", "p2"))
        answer = board.what_is("7")
        assert (answer.phased_out, answer.controller, size(board)) == (True, "p2", "3/2 {2}{R}")
        assert play(board, PhasedIn("7")) != board

    def test_merged_under_and_over(self):
        board = PERMANENT.apply(CastDone("o", "normal", card=BEAR, zone=HAND))
        under = play(board, Merged("7", "o", Side.UNDER))
        assert (size(under), under.what_is("7").prototyped) == ("3/2 {2}{R}", True)
        over = play(board, Merged("7", "o", Side.OVER))
        assert size(over) == "2/2 {1}{G}"
        for merged in (under, over):
            left = play(merged, Moved("7", BATTLEFIELD, GRAVEYARD))
            assert (size(left), size(left, "o")) == ("6/4 {7}", "2/2 {1}{G}")

    def test_merged_with_a_card_that_nobody_has_seen(self):
        assert size(play(PERMANENT, Merged("7", "o", Side.UNDER))) == "3/2 {2}{R}"
        assert PERMANENT.apply(Merged("7", "o", Side.OVER)).what_is("7").verdict is Verdict.UNKNOWN
        assert size(PERMANENT.apply(Merged("7", "o", Side.OVER, card=BEAR))) == "2/2 {1}{G}"


class TestReconcile:
    @staticmethod
    def notes(board, *views):
        return [(note.verdict, note.id) for note in board.reconcile(views).notes]

    def test_what_fits_says_nothing(self):
        view = View(id="7", zone=BATTLEFIELD, name="Blitz Automaton", mana_cost="{2}{R}", power=9, toughness=9)
        assert self.notes(PERMANENT, view) == []
        assert PERMANENT.reconcile([view]).board == PERMANENT

    def test_moves_that_no_event_told(self):
        mended = PERMANENT.reconcile([View(id="7", zone=GRAVEYARD)])
        assert [note.verdict for note in mended.notes] == [Verdict.INFERRED]
        assert mended.board == PERMANENT.apply(Moved("7", BATTLEFIELD, GRAVEYARD))

    def test_it_left_and_came_back_between_two_views(self):
        seen = PERMANENT.reconcile([View(id="7", zone=BATTLEFIELD, incarnation=3)]).board
        again = View(id="7", zone=BATTLEFIELD, incarnation=5, mana_cost="{7}")
        assert size(seen.reconcile([again]).board) == "6/4 {7}"

    def test_a_refused_cast(self):
        assert IN_HAND.apply(CAST[0]).reconcile([View(id="7", zone=HAND)]).board == IN_HAND

    def test_a_cast_that_is_announced_waits(self):
        board = IN_HAND.apply(CAST[0])
        assert board.reconcile([View(id="7", zone=STACK, mana_cost="{7}")]).board.what_is("7").is_mid_cast

    def test_what_was_told_stands(self):
        wrong = View(id="7", zone=BATTLEFIELD, name="Blitz Automaton", mana_cost="{7}", copy=False)
        assert self.notes(PERMANENT, wrong) == [(Verdict.IMPOSSIBLE, "7")]
        assert PERMANENT.reconcile([wrong]).board == PERMANENT

    def test_a_copy_that_begins_and_ends_without_an_event(self):
        board = PERMANENT.reconcile([View(id="b", zone=BATTLEFIELD, name="Runeclaw Bear", mana_cost="{1}{G}")]).board
        as_bear = View(id="7", zone=BATTLEFIELD, name="Runeclaw Bear", mana_cost="{1}{G}", copy=True)
        during = board.reconcile([as_bear]).board
        assert (during.what_is("7").verdict, during.what_is("7").characteristics.name) == (
            Verdict.INFERRED,
            "Runeclaw Bear",
        )
        for after in ("{2}{R}", "{7}"):  # the right value, and that of an engine with one slot
            shown = View(id="7", zone=BATTLEFIELD, name="Blitz Automaton", mana_cost=after, copy=False)
            assert size(during.reconcile([shown]).board) == "3/2 {2}{R}"

    def test_a_token_is_what_the_record_says_of_its_source(self):
        shown = {"zone": BATTLEFIELD, "name": "Blitz Automaton", "colors": "R"}
        original = View(id="7", mana_cost="{2}{R}", power=3, toughness=2, **shown)
        wrong = View(id="t", mana_cost="{7}", power=6, toughness=4, token=True, copy=True, **shown)
        mended = PERMANENT.reconcile([original, wrong])
        assert size(mended.board, "t") == "3/2 {2}{R}"

    def test_a_token_of_the_card_in_the_graveyard(self):
        both = PERMANENT.apply(Moved("8", BATTLEFIELD, GRAVEYARD, card=BLITZ))
        token = View(
            id="t", zone=BATTLEFIELD, name="Blitz Automaton", mana_cost="{7}", mana_value=7, colors="", token=True
        )
        assert size(both.reconcile([token]).board, "t") == "6/4 {7}"

    def test_exceptions_show(self):
        shown = {"zone": BATTLEFIELD, "name": "Blitz Automaton", "mana_cost": "{2}{R}", "colors": "R"}
        views = [View(id="7", power=3, toughness=2, **shown)]
        frog = View(id="t", power=1, toughness=1, token=True, copy=True, **(shown | {"colors": "G"}))
        counter = View(id="c", power=4, toughness=3, copy=True, **shown)
        board = PERMANENT.reconcile([*views, frog, counter]).board
        assert (size(board, "t"), board.what_is("t").characteristics.colors) == ("1/1 {2}{R}", "G")
        assert size(board, "c") == "3/2 {2}{R}"

    def test_a_merged_pile_that_is_seen_elsewhere(self):
        merged = PERMANENT.apply_all((CastDone("o", "normal", card=BEAR, zone=HAND), Merged("7", "o", Side.OVER)))
        left = merged.reconcile([View(id="7", zone=GRAVEYARD)]).board
        assert (size(left), size(left, "o"), left.what_is("o").zone) == ("6/4 {7}", "2/2 {1}{G}", GRAVEYARD)

    def test_a_copy_that_changes_what_it_copies(self):
        """Seen without a flag for copies: by names alone."""
        board = PERMANENT.apply_all(
            (Moved("b", HAND, BATTLEFIELD, card=BEAR), Moved("w", HAND, BATTLEFIELD, card=WARPLOW))
        )
        shown = [("Runeclaw Bear", "{1}{G}"), ("Goring Warplow", "{6}"), ("Runeclaw Bear", "{1}{G}")]
        for name, cost in shown:
            board = board.reconcile([View(id="7", zone=BATTLEFIELD, name=name, mana_cost=cost)]).board
            assert board.what_is("7").characteristics.name == name
        own = View(id="7", zone=BATTLEFIELD, name="Blitz Automaton", mana_cost="{2}{R}")
        assert size(board.reconcile([own]).board) == "3/2 {2}{R}"
        assert board.reconcile([own]).board.what_is("7").verdict is Verdict.TOLD

    def test_turned_by_an_effect(self):
        down = PERMANENT.reconcile([View(id="7", zone=BATTLEFIELD, name="", face_down=True)]).board
        assert size(down) == "2/2 None"
        assert size(down.reconcile([View(id="7", zone=BATTLEFIELD, face_down=False)]).board) == "3/2 {2}{R}"

    def test_first_seen(self):
        board = (
            Board()
            .reconcile(
                [
                    View(id="a", zone=BATTLEFIELD, name="Blitz Automaton", mana_cost="{2}{R}"),
                    View(id="b", zone=HAND, name="Blitz Automaton"),
                    View(id="c", zone=BATTLEFIELD, name="", face_down=True),
                    View(id="d", zone=BATTLEFIELD, name="Blitz Automaton"),
                    View(id="e", zone=BATTLEFIELD, name="Runeclaw Bear", mana_cost="{1}{G}", power=2, toughness=2),
                    View(name="without an id"),
                ]
            )
            .board
        )
        assert [board.what_is(which).verdict for which in "abcde"] == [
            *[Verdict.INFERRED] * 3,
            Verdict.UNKNOWN,
            Verdict.INFERRED,
        ]
        assert board.what_is("a").prototyped is True
        assert board.ids == tuple("abcde")


class TestAsAValue:
    def test_it_never_changes(self):
        fork = PERMANENT.fork()
        before = size(PERMANENT), hash(PERMANENT)
        assert size(fork.apply(Moved("7", BATTLEFIELD, HAND))) == "6/4 {7}"
        assert (size(PERMANENT), hash(PERMANENT)) == before

    def test_equal_boards_have_equal_hashes_however_they_came_about(self):
        there = Board().reconcile([View(id="7", zone=BATTLEFIELD, name="Blitz Automaton", mana_cost="{2}{R}")]).board
        assert there == PERMANENT
        assert hash(there) == hash(PERMANENT)
        assert PERMANENT.apply(PhasedOut("7")) != PERMANENT
        assert PERMANENT != "a board"
        gone = PERMANENT.apply(Ceased("7"))
        assert (gone, hash(gone)) == (Board(), hash(Board()))

    def test_json(self):
        board = PERMANENT.apply_all(
            (
                Copied(CopyKind.TOKEN, "7", "t"),
                Moved("b", HAND, BATTLEFIELD, card=BEAR),
                Copied(CopyKind.BECOMES, None, "b", key="k"),
                CastDone("o", "normal", card=WARPLOW, zone=HAND),
                Merged("t", "o", Side.OVER),
                TurnedFaceDown("7"),
                Moved("h", GRAVEYARD, HAND, card=BLITZ),
                CastAnnounced("h"),
                Ceased("b"),
            )
        )
        again = Board.from_json(json.loads(json.dumps(board.to_json())))
        assert again == board
        assert hash(again) == hash(board)
        assert again.to_json() == board.to_json()
        assert again.last_known("t") == board.last_known("t")

    @pytest.mark.parametrize(
        "record", [{}, {"form": 2}, {"form": 1}, {"form": 1, "objects": {"a": {}}, "gone": {}}, []]
    )
    def test_json_of_something_else(self, record):
        with pytest.raises(InvalidEvent):
            Board.from_json(record)


@pytest.mark.parametrize(
    "event",
    [
        *CAST,
        CastDone("7", None),
        CastAnnounced("7", card=BEAR),
        CastTakenBack("7"),
        Resolved("7", new_id="8"),
        Moved("7", None, EXILE, incarnation=4),
        Copied(CopyKind.TOKEN, None, "t", excepted=View(power=1, toughness=1)),
        CopyEnded("7"),
        Merged("7", "8", Side.OVER),
        ControlChanged("7", "p2"),
    ],
)
def test_events_as_json(event):
    assert event_from_json(json.loads(json.dumps(event_to_json(event)))) == event


def test_every_event_has_a_word():
    assert {type(event_from_json(each)) for each in ({"event": "ceased", "id": "1"},)} == {EVENTS["ceased"]}
    assert len(EVENTS) == 14


@pytest.mark.parametrize(
    ("record", "shown"),
    [
        ({"event": "exploded"}, "exploded"),
        ({"event": "ceased"}, "id"),
        ({"event": "ceased", "id": 7}, "7"),
        ({"event": "ceased", "id": "7", "colour": "R"}, "colour"),
        ({"event": "moved", "id": "7", "origin": "hand", "destination": "table"}, "table"),
        ({"event": "copied", "kind": "photo", "source": "1", "copy": "2"}, "photo"),
        ({"event": "moved", "id": "7", "origin": None, "destination": "hand", "card": "Hill Giant"}, "Hill Giant"),
        ({"event": "moved", "id": "7", "origin": None, "destination": "hand", "incarnation": "two"}, "two"),
        ({"event": "copied", "kind": "token", "source": "1", "copy": "2", "excepted": {"size": 1}}, "size"),
    ],
)
def test_events_that_cannot_be_read(record, shown):
    with pytest.raises((InvalidEvent, LookupError), match=shown):
        event_from_json(record)


def test_views_as_json():
    view = View(id="7", zone=HAND, name="", counters=(("+1/+1", 2),), types=("Creature",), token=False, base_size=True)
    assert view_from_json(json.loads(json.dumps(view_to_json(view)))) == view
