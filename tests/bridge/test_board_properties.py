"""Whatever an engine's own disorder makes of the events, the board is the same in the end.

A story is a list of happenings; each has the ids that it is about, and the ways in which an engine may tell it.
"""

import json
from contextlib import suppress
from itertools import chain

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mtg_hookspecs import Characteristics, CopyKind, InvalidColors, InvalidEvent, InvalidManaCost, MtgError, Zone
from mtg_prototype_plugin import table
from mtg_prototype_plugin.bridge.board import Board
from mtg_prototype_plugin.bridge.events import (
    CastAnnounced,
    CastDone,
    CastTakenBack,
    ControlChanged,
    Copied,
    CopyEnded,
    Moved,
    PhasedIn,
    PhasedOut,
    Resolved,
    TurnedFaceDown,
    TurnedFaceUp,
)
from mtg_prototype_plugin.bridge.infer import infer
from mtg_prototype_plugin.bridge.view import View
from mtg_prototype_plugin.objects import CopyEffect, ObjectKind

HAND, STACK, BATTLEFIELD = Zone.HAND, Zone.STACK, Zone.BATTLEFIELD
BEAR = Characteristics.from_strings(
    name="Runeclaw Bear", mana_cost="{1}{G}", type_line="Creature — Bear", power=2, toughness=2
)
CARDS = {
    "1": table.find("Blitz Automaton").characteristics,
    "2": table.find("Blitz Automaton").characteristics,
    "3": table.find("Skitterbeam Battalion").characteristics,
    "b": BEAR,
}


class Tale:
    """What may happen next, so that a story is one that could be."""

    def __init__(self, draw):
        self.draw = draw
        self.zone = dict.fromkeys(CARDS, HAND)
        self.copied = set()
        self.face_down = set()
        self.phased_out = set()
        self.tokens = 0

    def next(self):
        """Ids, and the ways to tell it: lists of events that mean the same."""
        one = self.draw(st.sampled_from(sorted(self.zone)))
        zone = self.zone[one]
        if zone is BATTLEFIELD:
            return self.on_the_battlefield(one)
        if zone is STACK:
            return self.on_the_stack(one)
        if self.draw(st.booleans()) and not one.startswith("t"):
            return self.cast(one, zone)
        return self.move(one, zone, BATTLEFIELD)

    def move(self, one, origin, destination):
        self.zone[one] = destination
        for status in (self.copied, self.face_down, self.phased_out):
            status.discard(one)
        if one.startswith("t"):
            del self.zone[one]
        return (one,), [[Moved(one, origin, destination)], [Moved(one, None, destination)]]

    def cast(self, one, zone):
        way = self.draw(st.sampled_from(["normal", "prototyped"])) if CARDS[one] is not BEAR else "normal"
        announced, done, moved = CastAnnounced(one, zone=zone), CastDone(one, way, zone=zone), Moved(one, zone, STACK)
        if self.draw(st.integers(0, 4)) == 0:
            return (one,), [[announced, CastTakenBack(one)], [moved, CastTakenBack(one)], []]
        self.zone[one] = STACK
        return (one,), [[announced, done], [moved, done], [done, moved], [done], [announced, moved, done]]

    def on_the_stack(self, one):
        if self.draw(st.integers(0, 3)) == 0:
            return self.move(one, STACK, Zone.GRAVEYARD)
        self.zone[one] = BATTLEFIELD
        resolved, moved = Resolved(one), Moved(one, STACK, BATTLEFIELD)
        return (one,), [[resolved], [moved], [resolved, moved], [moved, resolved]]

    def on_the_battlefield(self, one):
        happening = self.draw(st.sampled_from(["leave", "copy", "token", "turn", "phase", "control"]))
        others = [other for other in self.zone if other != one and self.zone[other] is BATTLEFIELD]
        others = [other for other in others if other not in self.face_down]
        if happening == "leave":
            return self.move(one, BATTLEFIELD, self.draw(st.sampled_from([HAND, Zone.GRAVEYARD, Zone.EXILE])))
        if happening == "copy" and one in self.copied and one not in self.face_down:
            self.copied.discard(one)
            return (one,), [[CopyEnded(one, "k")]]
        if happening == "copy" and others and one not in self.face_down | self.copied and not one.startswith("t"):
            source = self.draw(st.sampled_from(others))
            self.copied.add(one)
            return (one, source), [[Copied(CopyKind.BECOMES, source, one, key="k")]]
        if happening == "token" and one not in self.face_down:
            self.tokens += 1
            token = f"t{self.tokens}"
            self.zone[token] = BATTLEFIELD
            copied, moved = Copied(CopyKind.TOKEN, one, token), Moved(token, Zone.OUTSIDE, BATTLEFIELD)
            return (one, token), [[copied], [moved, copied], [copied, moved]]
        if happening == "turn":
            self.face_down ^= {one}
            return (one,), [[TurnedFaceDown(one) if one in self.face_down else TurnedFaceUp(one)]]
        if happening == "phase":
            self.phased_out ^= {one}
            return (one,), [[PhasedOut(one) if one in self.phased_out else PhasedIn(one)]]
        return (one,), [[ControlChanged(one, self.draw(st.sampled_from(["p1", "p2"])))]]


@st.composite
def stories(draw):
    tale = Tale(draw)
    return [tale.next() for _ in range(draw(st.integers(1, 24)))]


START = Board().apply_all(Moved(which, Zone.LIBRARY, HAND, card=card) for which, card in CARDS.items())
settings.register_profile("board", deadline=None, suppress_health_check=[HealthCheck.too_slow])
stories_of_boards = settings(settings.get_profile("board"), max_examples=150)


def told(story):
    """The plainest way to tell it."""
    return START.apply_all(chain.from_iterable(ways[0] for _, ways in story))


def views(board):
    """What an engine that is right shows of all its objects."""
    for which in board:
        answer = board.what_is(which)
        values, one = answer.characteristics, answer.object
        yield View(
            id=which,
            zone=answer.zone,
            name=values.name,
            mana_cost=str(values.mana_cost or ""),
            mana_value=values.mana_value,
            colors=str(values.colors),
            power=values.power,
            toughness=values.toughness,
            token=one.kind is ObjectKind.TOKEN,
            copy=one.kind is ObjectKind.TOKEN or any(isinstance(effect, CopyEffect) for effect in one.effects),
            face_down=one.face_down is not None,
            phased_out=answer.phased_out,
            controller=answer.controller,
            base_size=True,
            base_colors=True,
        )


@stories_of_boards
@given(stories(), st.data())
def test_told_in_another_way(story, data):
    board = START
    for _, ways in story:
        board = board.apply_all(data.draw(st.sampled_from(ways)))
    assert board == told(story)
    assert hash(board) == hash(told(story))


@stories_of_boards
@given(stories(), st.data())
def test_doubled(story, data):
    board = START
    for _, ways in story:
        for event in data.draw(st.sampled_from(ways)):
            board = board.apply(event)
            for _ in range(data.draw(st.integers(0, 2))):
                assert board.apply(event) is board
    assert board == told(story)


@stories_of_boards
@given(stories(), st.lists(st.integers(0, 23), max_size=12))
def test_shuffled_where_engines_do_not_keep_order(story, swaps):
    """What happens to different objects may be told in another order."""
    shuffled = list(story)
    for at in swaps:
        if at + 1 < len(shuffled) and not set(shuffled[at][0]) & set(shuffled[at + 1][0]):
            shuffled[at], shuffled[at + 1] = shuffled[at + 1], shuffled[at]
    assert told(shuffled) == told(story)


@stories_of_boards
@given(stories(), st.sets(st.integers(0, 23)))
def test_dropped_where_a_reconcile_follows(story, dropped):
    right = board = START
    for number, (_, ways) in enumerate(story):
        right = right.apply_all(ways[0])
        if number in dropped:
            mended = board.reconcile(views(right))
            assert [note for note in mended.notes if note.verdict == "impossible"] == []
            board = mended.board
        else:
            board = board.apply_all(ways[0])
        assert board == right
        assert board.reconcile(views(right)).board == right


SHOWN = st.builds(
    View,
    id=st.sampled_from(["1", "2", "3", "b", "t1", "n"]),
    zone=st.none() | st.sampled_from(Zone),
    name=st.none() | st.sampled_from(["Blitz Automaton", "Skitterbeam Battalion", "Runeclaw Bear", "", "?"]),
    printed_name=st.none() | st.sampled_from(["Blitz Automaton", "Runeclaw Bear"]),
    mana_cost=st.none() | st.sampled_from(["", "{7}", "{2}{R}", "{3}{R}{R}", "{9}", "no cost"]),
    mana_value=st.none() | st.sampled_from([0, 3, 7, 9]),
    colors=st.none() | st.sampled_from(["", "R", "GR", "x"]),
    power=st.none() | st.sampled_from([3, 6, 2, "*"]),
    toughness=st.none() | st.sampled_from([2, 4, "*"]),
    token=st.none() | st.booleans(),
    copy=st.none() | st.booleans(),
    copied_spell=st.none() | st.booleans(),
    copied_from=st.none() | st.sampled_from(["1", "2", "b", "nobody"]),
    face_down=st.none() | st.booleans(),
    counters=st.none() | st.just((("+1/+1", 1),)),
    base_size=st.booleans(),
    base_colors=st.booleans(),
    incarnation=st.none() | st.integers(0, 3),
    prototyped=st.none() | st.booleans(),
)


@stories_of_boards
@given(stories(), st.lists(st.lists(SHOWN, max_size=4), max_size=4))
def test_no_view_is_too_strange(story, nonsense):
    board = told(story)
    for shown in nonsense:
        with suppress(InvalidColors, InvalidEvent, InvalidManaCost):
            board = board.reconcile(shown).board
        for which in board:
            assert board.what_is(which).reason
        assert Board.from_json(json.loads(json.dumps(board.to_json()))) == board
        for view in shown:
            with suppress(InvalidEvent):
                assert infer(view).reason


@stories_of_boards
@given(stories(), stories(), st.data())
def test_events_of_another_game_end_in_a_board_or_a_named_error(story, other, data):
    board = told(story)
    for event in data.draw(st.permutations([event for _, ways in other for event in ways[-1]])):
        with suppress(MtgError):
            board = board.apply(event)
        assert hash(Board.from_json(json.loads(json.dumps(board.to_json())))) == hash(board)


@stories_of_boards
@given(stories(), stories())
def test_a_fork_never_sees_the_others_events(one, other):
    left, right = START.fork(), START.fork()
    for step in range(max(len(one), len(other))):
        if step < len(one):
            left = left.apply_all(one[step][1][0])
        if step < len(other):
            right = right.apply_all(other[step][1][0])
    assert (left, right) == (told(one), told(other))
    assert Board().apply_all(Moved(which, Zone.LIBRARY, HAND, card=card) for which, card in CARDS.items()) == START


@stories_of_boards
@given(stories())
def test_there_and_back_through_json(story):
    board = told(story)
    again = Board.from_json(json.loads(json.dumps(board.to_json())))
    assert again == board
    assert hash(again) == hash(board)
    assert [again.last_known(which) for which in board] == [board.last_known(which) for which in board]
    assert [again.what_is(which) for which in board] == [board.what_is(which) for which in board]


@stories_of_boards
@given(stories())
def test_outside_the_stack_and_the_battlefield_everything_is_normal(story):
    board = told(story)
    for which in board:
        answer = board.what_is(which)
        if answer.zone not in (STACK, BATTLEFIELD):
            assert answer.prototyped is False
