"""The client in Python, with a sidecar of its own."""

import logging
import os
import signal
import sys

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
from mtg_prototype_plugin import prototype_of
from mtg_prototype_plugin.objects import GameObject

pytest.importorskip("msgspec")
pytest.importorskip("rpds")

from mtg_prototype_plugin.bridge import board_messages as b
from mtg_prototype_plugin.bridge import messages as m
from mtg_prototype_plugin.bridge.client import COMMAND, SidecarClient, SidecarDied, SidecarError
from mtg_prototype_plugin.bridge.events import CastDone, Copied, Moved, Resolved
from mtg_prototype_plugin.bridge.messages import Code
from mtg_prototype_plugin.bridge.view import View


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
