"""Real messages, mutated: no crash, no unanswered id, no growth.

``SIDECAR_FUZZ_LINES`` sets how many lines there are (20,000).
"""

import gc
import json
import math
import os
import random
import subprocess
import sys
import tracemalloc
from copy import deepcopy

import pytest

pytest.importorskip("msgspec")
pytest.importorskip("rpds")

from mtg_hookspecs import PluginHost
from mtg_prototype_plugin import plugin
from mtg_prototype_plugin.bridge.messages import Code
from mtg_prototype_plugin.bridge.sidecar import METHODS, Sidecar

LINES = int(os.environ.get("SIDECAR_FUZZ_LINES", "20000"))

CARD = {
    "name": "Blitz Automaton",
    "mana_cost": "{7}",
    "type_line": "Artifact Creature — Construct",
    "power": 6,
    "toughness": "4",
    "rules_text": "Prototype {2}{R} — 3/2\nHaste",
}
SPELL = {
    "designation": "prototyped",
    "characteristics": CARD | {"mana_cost": "{2}{R}", "power": 3},
    "rules": ["718.3b"],
}
VIEW = {"id": 7, "zone": "stack", "name": "Blitz Automaton", "mana_cost": "{2}{R}", "power": 3, "toughness": 2}
EVENTS = [
    {"event": "cast_announced", "id": 7, "card": "Blitz Automaton", "zone": "hand"},
    {"event": "cast_done", "id": 7, "option": "prototyped", "card": "Blitz Automaton", "zone": "hand"},
    {"event": "cast_taken_back", "id": "7"},
    {"event": "resolved", "id": "7", "new_id": "8"},
    {"event": "moved", "id": "8", "origin": "battlefield", "destination": "graveyard", "card": CARD},
    {"event": "copied", "kind": "token", "source": "8", "copy": "9", "excepted": {"power": 1, "toughness": 1}},
    {"event": "copied", "kind": "becomes", "source": "8", "copy": "9", "key": "k"},
    {"event": "copy_ended", "id": "9", "key": "k"},
    {"event": "turned_face_down", "id": "8"},
    {"event": "turned_face_up", "id": "8"},
    {"event": "phased_out", "id": "8"},
    {"event": "phased_in", "id": "8"},
    {"event": "control_changed", "id": "8", "controller": "P2"},
    {"event": "merged", "id": "8", "spell": "7", "side": "over"},
    {"event": "ceased", "id": "9"},
]
HOOKS = [
    ("initialize", {"client": {"name": "a test", "version": "1"}}),
    ("card/find", {"query": "Blitz Automaton"}),
    ("cast/options", {"card": CARD, "zone": "hand"}),
    ("spell/cast", {"card": CARD, "option": "prototyped", "zone": "hand"}),
    ("spell/resolve", {"card": CARD, "override": SPELL}),
    ("zone/change", {"card": CARD, "override": SPELL, "origin": "battlefield", "destination": "hand"}),
    ("object/copied", {"kind": "token", "source": {"characteristics": CARD, "override": SPELL}}),
    ("explain", {"event": {"event": "spell/cast", "card": CARD, "option": "prototyped", "zone": "hand"}}),
    ("infer", {"view": VIEW | {"counters": {"+1/+1": 1}}, "card": CARD}),
    ("shutdown", {}),
]
BOARDS = [
    ("board/open", {"board": "one"}),
    *(("board/apply", {"board": "one", "events": [event]}) for event in EVENTS),
    ("board/reconcile", {"board": "one", "views": [VIEW, VIEW | {"id": 8, "zone": "battlefield"}]}),
    ("board/what_is", {"board": "one", "id": 8}),
    ("board/last_known", {"board": "one", "id": "8"}),
    ("board/objects", {"board": "one"}),
    ("board/state", {"board": "one"}),
    ("board/fork", {"board": "one", "to": "two"}),
    ("board/close", {"board": "one"}),
    ("board/close", {"board": "two"}),
    ("replay/open", {"replay": "one", "engine": "neutral"}),
    ("replay/feed", {"replay": "one", "lines": [*EVENTS[:4], {"views": [VIEW]}]}),
    ("replay/close", {"replay": "one"}),
]
ODD = [
    None,
    True,
    -1,
    2**63,
    2**200,
    0.5,
    1e308,
    "",
    "*",
    "{7",
    "\u0000",
    "\ud800",
    "stack",
    "b1",
    [],
    {},
    [[[[]]]],
    {"id": 1},
]


def saved_state(sidecar):
    for method, params in BOARDS[:8]:
        sidecar.answer(json.dumps({"jsonrpc": "2.0", "method": method, "params": params}).encode())
    answer = sidecar.answer(b'{"jsonrpc":"2.0","id":1,"method":"board/state","params":{"board":"one"}}')
    sidecar.answer(b'{"jsonrpc":"2.0","method":"board/close","params":{"board":"one"}}')
    return json.loads(answer)["result"]["state"]


def places(value, found):
    """Every container in a message."""
    if isinstance(value, dict | list):
        found.append(value)
        for inner in value.values() if isinstance(value, dict) else value:
            places(inner, found)
    return found


def mutated(chance, message):
    """The message with its form changed, then its text."""
    message = deepcopy(message)
    for _ in range(chance.choice((0, 1, 1, 2))):
        container = chance.choice(places(message, []))
        keys = list(container) if isinstance(container, dict) else list(range(len(container)))
        if not keys:
            continue
        key = chance.choice(keys)
        match chance.randrange(4):
            case 0:
                del container[key]
            case 1:
                container[key] = deepcopy(chance.choice(ODD))
            case 2 if isinstance(container, dict):
                container[chance.choice(("", "id", "card", "zone", "event", "x"))] = deepcopy(chance.choice(ODD))
            case _:
                container[key] = deepcopy(container[chance.choice(keys)])
    text = bytearray(json.dumps(message, ensure_ascii=chance.random() < 0.5).encode(errors="surrogatepass"))
    if chance.random() < 0.3:
        for _ in range(chance.randint(1, 3)):
            place = chance.randrange(len(text))
            match chance.randrange(3):
                case 0:
                    text[place] = chance.randrange(256)
                case 1:
                    del text[place : place + chance.randint(1, 20)]
                case _:
                    text[place:place] = chance.choice((b"[", b"{", b'"', b"\\", b"\xff", b"9" * 400, b",", b"null"))
            if not text:
                break
    return bytes(text).replace(b"\n", b" ")


def stream(chance, count, state):
    number = 0
    script = [*HOOKS, *BOARDS, ("board/open", {"state": state, "board": "one"}), ("board/close", {"board": "one"})]
    while number < count:
        method, params = chance.choice(script) if chance.random() < 0.3 else script[number % len(script)]
        number += 1
        message = {"jsonrpc": "2.0", "id": number, "method": method, "params": params}
        if chance.random() < 0.05:
            del message["id"]
        if chance.random() < 0.05:
            message = [message, message | {"id": "again"}, deepcopy(message)]
        yield json.dumps(message).encode() if chance.random() < 0.3 else mutated(chance, message)


def asks(given):
    """The ids that a value, as Python's own parser reads it, asks an answer for."""
    for message in given if isinstance(given, list) else [given]:
        id_ = message.get("id") if isinstance(message, dict) else None
        if isinstance(id_, str):
            whole = not any(0xD800 <= ord(letter) < 0xE000 for letter in id_)
        else:
            whole = type(id_) is int or (type(id_) is float and math.isfinite(id_))
        if whole:
            yield id_


def refuse_constant(word):
    raise ValueError(word)


def check(line, answered):
    """Each id is answered once; what is no message is answered without one."""
    try:
        given = json.loads(line, parse_constant=refuse_constant)
    except ValueError:
        assert answered is None or b'"error"' in answered or b'"result"' in answered
        return
    got = json.loads(answered) if answered else []
    if isinstance(given, list) and isinstance(got, dict) and (not given or "ud800" in line.decode(errors="replace")):
        assert got["id"] is None  # a batch that is not JSON as a whole has one answer; Python's parser is more lenient
        return
    got = got if isinstance(got, list) else [got]
    named = [answer["id"] for answer in got if answer["id"] is not None]
    assert sorted(map(repr, named)) == sorted(map(repr, asks(given))), line
    assert all(("result" in answer) != ("error" in answer) for answer in got)
    faults = [answer for answer in got if answer.get("error", {}).get("code") == Code.INTERNAL_ERROR]
    assert faults == [], line


def close_all(sidecar):
    for kind, open_ones in (("board", sidecar._boards), ("replay", sidecar._replays)):
        for name in tuple(open_ones):
            request = {"jsonrpc": "2.0", "method": f"{kind}/close", "params": {kind: name}}
            sidecar.answer(json.dumps(request).encode())


@pytest.mark.slow
def test_mutated_messages(caplog):
    caplog.set_level("CRITICAL")
    chance = random.Random(20221118)
    sidecar = Sidecar(PluginHost([plugin]))
    state = saved_state(sidecar)
    for number, line in enumerate(stream(chance, LINES, state)):
        answered = sidecar.answer(line)
        check(line, answered)
        if number % 500 == 0:
            close_all(sidecar)
    assert {method.name for method in METHODS} == {method for method, _ in [*HOOKS, *BOARDS]}


@pytest.mark.slow
def test_memory_does_not_grow(caplog):
    """The same mutated conversation, again and again: what the first rounds left is all that stays."""
    caplog.set_level("CRITICAL")
    sidecar = Sidecar(PluginHost([plugin]))
    lines = list(stream(random.Random(7), 2000, saved_state(sidecar)))

    def played():
        for line in lines:
            sidecar.answer(line)
        close_all(sidecar)
        gc.collect()
        return tracemalloc.get_traced_memory()[0]

    tracemalloc.start()
    try:
        played()
        before = played()
        after = [played() for _ in range(3)][-1]
    finally:
        tracemalloc.stop()
    assert after - before < 100_000


def ids_of(answered):
    got = json.loads(answered) if answered else []
    return [answer["id"] for answer in got] if isinstance(got, list) else got["id"]


@pytest.mark.slow
def test_through_the_streams(caplog):
    """The process answers what the same conversation is answered without one, in the same order."""
    caplog.set_level("CRITICAL")
    sidecar = Sidecar(PluginHost([plugin]))
    lines = [line for line in stream(random.Random(11), 3000, saved_state(sidecar)) if b"shutdown" not in line]
    expected = [answered for line in lines if line.strip() and (answered := sidecar.answer(line)) is not None]
    command = [sys.executable, "-m", "mtg_prototype_plugin.bridge.serve"]
    ran = subprocess.run(command, input=b"\n".join(lines), capture_output=True, timeout=60, check=True)
    assert list(map(ids_of, ran.stdout.splitlines())) == list(map(ids_of, expected))
