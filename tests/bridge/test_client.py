"""The client in Python, with a sidecar of its own."""

import logging
import os
import signal
import sys
from contextlib import suppress
from dataclasses import replace

import pytest

from mtg_hookspecs import (
    CopiableValues,
    CopyKind,
    IllegalCastChoice,
    ObjectCopied,
    SpellCast,
    SpellResolve,
    Zone,
    ZoneChange,
)
from mtg_prototype_plugin import prototype_of, table
from mtg_prototype_plugin.objects import GameObject

pytest.importorskip("msgspec")
pytest.importorskip("rpds")

from mtg_prototype_plugin.bridge import board_messages as b
from mtg_prototype_plugin.bridge import messages as m
from mtg_prototype_plugin.bridge.client import COMMAND, SidecarClient, SidecarDied, SidecarError
from mtg_prototype_plugin.bridge.events import CastDone, Ceased, Copied, Moved, Resolved
from mtg_prototype_plugin.bridge.messages import Code
from mtg_prototype_plugin.bridge.view import View

BLITZ = next(it.characteristics for it in table.cards() if it.characteristics.name == "Blitz Automaton")


@pytest.fixture
def restarts():
    return []


@pytest.fixture
def client(restarts):
    with SidecarClient(on_restart=restarts.append) as started:
        yield started


def kill(client):
    os.kill(client._process.pid, signal.SIGKILL if sys.platform != "win32" else signal.SIGTERM)
    client._process.wait()


def cast(id_, card):
    return [CastDone(id_, "prototyped", card, Zone.HAND), Resolved(id_)]


def test_the_same_answers_as_in_process(client, host, blitz, bears):
    override = prototype_of(blitz)
    copiable = CopiableValues(override.characteristics, override)
    assert client.cast_options(blitz, zone=Zone.HAND) == host.cast_options(blitz, zone=Zone.HAND)
    assert client.find_card("Blitz Automaton") == host.find_card("Blitz Automaton")
    assert client.find_card("Grizzly Bears") is None
    for ask in (client, host):
        assert ask.spell_cast(SpellCast(blitz, "prototyped", Zone.HAND)) == override
        assert ask.spell_cast(SpellCast(blitz, "normal", Zone.HAND)) is None
        assert ask.spell_resolve(SpellResolve(blitz, override)) == override
        assert ask.zone_change(ZoneChange(blitz, override, Zone.BATTLEFIELD, Zone.HAND)) is None
        assert ask.object_copied(ObjectCopied(CopyKind.TOKEN, copiable)) == override
        assert ask.object_copied(ObjectCopied(CopyKind.TOKEN, CopiableValues(bears, None))) is None


def test_objects_may_ask_it(client, blitz):
    spell = GameObject(blitz, Zone.HAND).cast("prototyped", ask=client)
    assert spell.resolve(ask=client).characteristics.power == 3


def test_infer(client):
    answer = client.infer(View(zone=Zone.STACK, name="Blitz Automaton", mana_cost="{2}{R}"))
    assert answer.prototyped is True


def test_a_refusal(client, bears):
    with pytest.raises(SidecarError, match="Grizzly Bears cannot be cast so: 'prototyped'") as caught:
        client.spell_cast(SpellCast(bears, "prototyped", Zone.HAND))
    assert (caught.value.code, caught.value.field) == (Code.ILLEGAL_CAST_CHOICE, "option")
    assert not isinstance(caught.value, IllegalCastChoice)


def test_a_batch(client, blitz):
    questions = [("card/find", m.FindCardParams(name)) for name in ("Blitz Automaton", "x")] + [("no", m.Nothing())]
    known, unknown, refused = client.batch(questions)
    assert known["card"]["name"] == "Blitz Automaton"
    assert unknown == {"card": None}
    assert refused.code == Code.METHOD_NOT_FOUND
    assert client.batch([]) == ()


def test_a_board(client, blitz):
    board = client.open_board()
    assert board.apply(cast("7", blitz)).size == 1
    assert board.what_is("7").prototyped is True
    fork = board.fork()
    fork.apply([Moved("7", Zone.BATTLEFIELD, Zone.GRAVEYARD)])
    assert (board.what_is("7").prototyped, fork.what_is("7").prototyped) == (True, False)
    assert fork.last_known("7").characteristics.mana_cost == "{2}{R}"
    view = View("7", Zone.HAND, "Blitz Automaton", mana_cost="{7}", power=6, toughness=4)
    assert [note.id for note in board.reconcile([view]).notes] == ["7"]
    assert client.open_board(fork.state()).ids == ("7",)
    board.close()
    with pytest.raises(SidecarError, match="no such board"):
        client.ask("board/objects", b.BoardParams(board.name), b.ObjectsResult)


def test_it_is_started_again_with_its_boards(client, restarts, caplog, blitz):
    saved, unsaved, empty = (client.open_board() for _ in range(3))
    saved.apply(cast("1", blitz))
    before = saved.state()
    saved.apply([Copied(CopyKind.TOKEN, "1", "2")])
    unsaved.apply(cast("3", blitz))
    unsaved.reconcile([View("4", Zone.BATTLEFIELD, "Blitz Automaton", mana_cost="{2}{R}", power=3, toughness=2)])
    fork = unsaved.fork()
    fork.apply([Moved("3", Zone.BATTLEFIELD, Zone.EXILE)])
    shown = [[each.what_is(id_) for id_ in each.ids] for each in (saved, unsaved, empty, fork)]
    kill(client)
    with caplog.at_level(logging.WARNING):
        assert saved.what_is("2").prototyped is True
    assert [[each.what_is(id_) for id_ in each.ids] for each in (saved, unsaved, empty, fork)] == shown
    assert saved.state() != before
    (restart,) = restarts
    assert restart.boards == (saved.name, unsaved.name, empty.name, fork.name)
    assert restart.exit_code != 0
    assert "started again with 4 boards" in caplog.text


def test_a_change_that_it_died_of_is_made_once(client, restarts, blitz):
    board = client.open_board()
    board.apply(cast("1", blitz))
    kill(client)
    assert board.apply(cast("2", blitz)).size == 2
    assert board.ids == ("1", "2")
    assert len(restarts) == 1


FRAIL = """
import os, sys
from pathlib import Path
from mtg_hookspecs import PluginHost, hookimpl
from mtg_prototype_plugin.bridge.serve import serve_stdio
from mtg_prototype_plugin.plugin import mtg_plugin_info

@hookimpl
def mtg_find_card(query):
    mark = Path(__file__).with_suffix(".mark")
    if query == "die" or (query == "die once" and not mark.exists()):
        mark.touch()
        os._exit(7)

serve_stdio(PluginHost([sys.modules[__name__]]))
"""


@pytest.fixture
def frail(tmp_path, restarts):
    program = tmp_path / "frail.py"
    program.write_text(FRAIL, encoding="utf-8")
    with SidecarClient((sys.executable, str(program)), on_restart=restarts.append) as started:
        yield started


def test_a_question_that_kills_it(frail):
    """It is asked twice and no more; the next question is asked of a new sidecar."""
    with pytest.raises(SidecarDied, match="7"):
        frail.find_card("die")
    assert frail.find_card("x") is None


def test_killed_in_mid_batch(frail, restarts):
    queries = ["x"] * 500 + ["die once"] + ["x"] * 500
    assert frail.batch(("card/find", m.FindCardParams(query)) for query in queries) == ({"card": None},) * 1001
    assert [restart.exit_code for restart in restarts] == [7]


LONG = replace(BLITZ, rules_text=f"Prototype {{2}}{{R}} — 3/2\n{'x' * 3900}")
GONE = [event for n in range(500) for event in (Moved(f"t{n}", None, Zone.HAND, card=BLITZ), Ceased(f"t{n}"))]
GROWTH = {
    "objects that are no more": (40, lambda turn: [replace(it, id=f"{turn}-{it.id}") for it in GONE]),
    "copy effects": (12, lambda turn: [Copied(CopyKind.BECOMES, "1", "2", key=f"{turn}-{n}") for n in range(100)]),
    "casts announced": (3, lambda turn: [Moved("1", None, Zone.STACK, incarnation=turn * 99 + n) for n in range(99)]),
}


@pytest.mark.parametrize("growth", GROWTH)
def test_no_board_is_lost_however_much_was_done(client, restarts, growth):
    """Whether its state can be saved or not, and what was done since."""
    times, events = GROWTH[growth]
    small, grown = client.open_board(), client.open_board()
    small.apply(cast("1", BLITZ))
    grown.apply(cast("1", LONG) + cast("2", BLITZ))
    for turn in range(times):
        grown.apply(events(turn))
    with suppress(SidecarError):
        grown.state()
    grown.apply(cast("3", BLITZ))
    shown = [(board.ids, [board.what_is(id_) for id_ in board.ids]) for board in (small, grown)]
    kill(client)
    assert [(board.ids, [board.what_is(id_) for id_ in board.ids]) for board in (small, grown)] == shown
    assert [(restart.boards, restart.lost) for restart in restarts] == [((small.name, grown.name), ())]


def test_a_state_that_cannot_be_saved_is_refused(client, monkeypatch, caplog):
    """As no message could open it again; the client then keeps what was done."""
    monkeypatch.setattr("mtg_prototype_plugin.bridge.client._SAVE_AFTER", 3)
    board = client.open_board()
    board.apply(cast("1", LONG) + cast("2", BLITZ))
    times, events = GROWTH["copy effects"]
    with caplog.at_level(logging.WARNING):
        for turn in range(times):
            board.apply(events(turn))
    assert "was not saved" in caplog.text
    with pytest.raises(SidecarError) as caught:
        board.state()
    assert caught.value.code == Code.LIMIT_REACHED
    kill(client)
    assert board.what_is("2").prototyped is True


DOOMED = """
import os, sys
from pathlib import Path
from mtg_hookspecs import PluginHost, hookimpl
from mtg_prototype_plugin import plugin
from mtg_prototype_plugin.bridge.serve import serve_stdio
from mtg_prototype_plugin.plugin import mtg_plugin_info, mtg_cast_options, mtg_spell_resolve

@hookimpl
def mtg_spell_cast(event):
    if event.card.name == "Doom Automaton" and Path(__file__).with_suffix(".armed").exists():
        os._exit(7)
    return plugin.mtg_spell_cast(event)

serve_stdio(PluginHost([sys.modules[__name__]]))
"""


@pytest.mark.parametrize("reason", ["it dies of it", "it refuses it"])
def test_a_board_that_cannot_be_opened_again(tmp_path, restarts, caplog, reason):
    """It is named, and the others are there."""
    program = tmp_path / "doomed.py"
    program.write_text(DOOMED, encoding="utf-8")
    doom = replace(BLITZ, name="Doom Automaton", rules_text="Prototype {2}{R} — 3/2")
    with SidecarClient((sys.executable, str(program)), on_restart=restarts.append) as client:
        first, doomed, last = (client.open_board() for _ in range(3))
        for board, card in ((first, BLITZ), (doomed, doom), (last, BLITZ)):
            board.apply(cast("1", card))
        if reason == "it dies of it":
            program.with_suffix(".armed").touch()
        else:
            doomed._kept.state = {"form": 0}
        kill(client)
        with caplog.at_level(logging.ERROR):
            assert [board.what_is("1").prototyped for board in (first, last)] == [True, True]
        assert [(it.boards, it.lost) for it in restarts] == [((first.name, last.name), (doomed.name,))]
        assert f"the board {doomed.name} is lost" in caplog.text
        for ask in (doomed.state, doomed.fork, doomed.close, lambda: doomed.what_is("1"), lambda: doomed.apply([])):
            with pytest.raises(SidecarError, match="no such board") as caught:
                ask()
            assert caught.value.code == Code.NO_SUCH_BOARD
        assert len(restarts) == 1


def test_a_closed_client_answers_nothing(restarts):
    client = SidecarClient(on_restart=restarts.append)
    board = client.open_board()
    client.close()
    client.close()
    for ask in (lambda: client.find_card("x"), client.open_board, board.state, lambda: board.apply([])):
        with pytest.raises(SidecarDied, match="closed"):
            ask()
    assert client._process.returncode == 0
    assert restarts == []


def test_a_command_that_is_no_sidecar():
    with pytest.raises(SidecarDied):
        SidecarClient((sys.executable, "-c", "pass"))


def test_the_journal_does_not_grow(client, monkeypatch, blitz):
    monkeypatch.setattr("mtg_prototype_plugin.bridge.client._SAVE_AFTER", 5)
    board = client.open_board()
    for number in range(12):
        board.apply(cast(str(number), blitz))
    assert len(board._kept.since) == 2
    kill(client)
    assert len(board.ids) == 12


def test_it_ends_with_the_client():
    with SidecarClient(COMMAND) as client:
        process = client._process
    assert process.returncode == 0
