"""The sidecar's replays: streams that it plays, their limits, their names."""

import json

import pytest

pytest.importorskip("msgspec")
pytest.importorskip("rpds")

from mtg_prototype_plugin.bridge import messages
from mtg_prototype_plugin.bridge.messages import Code
from mtg_prototype_plugin.bridge.sidecar import METHODS, Sidecar

CAST = {"event": "cast_done", "id": "7", "option": "prototyped", "card": "Blitz Automaton", "zone": "hand"}
RESOLVED = {"event": "resolved", "id": "7"}
DIES = {"event": "moved", "id": "7", "origin": "battlefield", "destination": "graveyard"}


@pytest.fixture
def sidecar(host):
    return Sidecar(host)


def message(method, params):
    return {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}


def result(sidecar, method, **params):
    return json.loads(sidecar.answer(json.dumps(message(method, params)).encode()))["result"]


def error(sidecar, given):
    return json.loads(sidecar.answer(json.dumps(given).encode()))["error"]


def test_a_replay(sidecar):
    assert result(sidecar, "replay/open", replay="one", engine="neutral") == {}
    lines = [CAST, RESOLVED, DIES]
    first = result(sidecar, "replay/feed", replay="one", lines=lines[:2])
    assert [(each["line"], each["zone"], each["prototyped"]) for each in first["moments"]] == [
        (1, "stack", True),
        (2, "battlefield", True),
    ]
    second = result(sidecar, "replay/feed", replay="one", lines=lines[2:])
    assert (second["moments"][0]["prototyped"], second["lines"], second["events"]) == (False, 3, 3)
    wrong = error(sidecar, message("replay/feed", {"replay": "one", "lines": [DIES, {"event": "exploded"}]}))
    assert (wrong["code"], wrong["data"]["field"]) == (Code.INVALID_PARAMS, "lines[1]")
    assert "exploded" in wrong["data"]["hint"]
    assert result(sidecar, "replay/close", replay="one") == {}
    assert error(sidecar, message("replay/close", {"replay": "one"}))["code"] == Code.NO_SUCH_BOARD


def test_a_replay_is_within_the_limit_of_size(sidecar, monkeypatch):
    """Also within one line; what is refused leaves the board as it was, and the stream goes on."""
    monkeypatch.setattr(messages, "MAX_OBJECTS", 3)
    result(sidecar, "replay/open", replay="one", engine="neutral")
    views = [{"id": str(number), "zone": "hand", "name": "Blitz Automaton"} for number in range(4)]
    first = result(sidecar, "replay/feed", replay="one", lines=[{"views": views[:2]}])
    assert first["size"] == 2
    lines = [{"views": views[:3]}, {"views": views}, {"views": views[:1]}]
    refused = error(sidecar, message("replay/feed", {"replay": "one", "lines": lines}))
    assert (refused["code"], refused["data"]["field"]) == (Code.LIMIT_REACHED, "lines[1]")
    assert result(sidecar, "replay/feed", replay="one", lines=[{"views": views[:1]}])["size"] == 3


def test_a_replay_counts_what_its_board_refused(sidecar):
    """And keeps no more than the number."""
    result(sidecar, "replay/open", replay="one", engine="neutral")
    wrong = {"event": "cast_done", "id": "9", "option": "morph", "card": "Blitz Automaton", "zone": "hand"}
    counts = [result(sidecar, "replay/feed", replay="one", lines=[wrong] * 5)["refused"] for _ in range(3)]
    assert counts == [5, 10, 15]
    assert not sidecar._replays["one"].replay.refused


@pytest.mark.parametrize(
    ("method", "field"),
    [
        (method.name, name)
        for method in METHODS
        for name in ("board", "to", "replay")
        if name in method.params.__struct_fields__
    ],
)
def test_a_name_is_not_empty(sidecar, method, field):
    params = {"board": "one", "engine": "neutral", "lines": [], "events": [], "views": [], "id": "1"}
    known = next(it for it in METHODS if it.name == method).params.__struct_fields__
    given = {key: value for key, value in params.items() if key in known} | {field: ""}
    refused = error(sidecar, message(method, given))
    assert (refused["code"], refused["data"]["field"]) == (Code.INVALID_PARAMS, field)


def test_a_replay_of_what_the_engine_does_not_write(sidecar):
    result(sidecar, "replay/open", replay="one", engine="forge")
    wrong = error(sidecar, message("replay/feed", {"replay": "one", "lines": [{"event": "GameEventCardChangeZone"}]}))
    assert (wrong["code"], wrong["data"]["field"]) == (Code.INVALID_PARAMS, "lines[0]")
