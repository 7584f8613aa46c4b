"""What a question over standard input and output costs, beside an echo process and beside ``json`` in the same run.

``python benchmarks/sidecar.py`` prints ratios; exit code 1 if one that has a bound is above it. Bounds are for
questions that were asked before and for batches of them: what is worked out costs more than an echo, and is measured.
The microseconds are this machine's.
"""

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from time import perf_counter
from typing import IO, Any

from mtg_hookspecs import PluginHost, SpellCast, Zone
from mtg_prototype_plugin import plugin, table
from mtg_prototype_plugin.bridge import wire
from mtg_prototype_plugin.bridge.client import COMMAND
from mtg_prototype_plugin.bridge.sidecar import Sidecar

ECHO = """
import sys
read, write, flush = sys.stdin.buffer.readline, sys.stdout.buffer.write, sys.stdout.buffer.flush
while line := read():
    write(line)
    flush()
"""
ROUNDS, TRIPS, BATCH = 9, 2_000, 1_000
ANSWER_BOUND, BATCH_BOUND = 1.4, 3.0


def questions() -> list[dict[str, Any]]:
    """Every card of the table, cast and resolved: what a bridge asks all the time."""
    host = PluginHost([plugin])
    asked: list[dict[str, Any]] = []
    for each in table.cards():
        card = to_json(wire.characteristics_form(each.characteristics))
        override = host.spell_cast(SpellCast(each.characteristics, "prototyped", Zone.HAND))
        assert override is not None
        asked.append(message("spell/cast", {"card": card, "option": "prototyped", "zone": "hand"}))
        asked.append(message("spell/resolve", {"card": card, "override": to_json(wire.override_form(override))}))
        asked.append(message("cast/options", {"card": card, "zone": "hand"}))
    return asked


def to_json(form: object) -> Any:
    import msgspec

    return msgspec.to_builtins(form)


def message(method: str, params: dict[str, Any]) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}


def lines(values: list[dict[str, Any]]) -> list[bytes]:
    return [json.dumps(value, ensure_ascii=False).encode() + b"\n" for value in values]


@contextmanager
def process(command: tuple[str, ...]) -> Iterator[tuple[IO[bytes], IO[bytes]]]:
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as started:
        assert started.stdin is not None
        assert started.stdout is not None
        yield started.stdin, started.stdout
        started.stdin.close()


def trips(streams: tuple[IO[bytes], IO[bytes]], asked: list[bytes]) -> float:
    """Seconds for one question and its answer."""
    source, sink = streams
    begun = perf_counter()
    for number in range(TRIPS):
        source.write(asked[number % len(asked)])
        source.flush()
        sink.readline()
    return (perf_counter() - begun) / TRIPS


def new_questions(asked: list[dict[str, Any]], round_: int) -> list[dict[str, Any]]:
    """So many as a round has, none asked before: each card has a name of its own. Costs and types repeat."""
    new = []
    for number in range(TRIPS):
        like = asked[number % len(asked)]
        card = like["params"]["card"] | {"name": f"Card {round_}-{number}", "rules_text": "Prototype {2}{R} — 3/2"}
        new.append(like | {"params": like["params"] | {"card": card}})
    return new


def a_board() -> list[dict[str, Any]]:
    """A board with every card of the table, cast and resolved."""
    opened = message("board/open", {"board": "one"})
    return [opened, *(changed(event) for number in range(len(table.cards())) for event in life(number)[:2])]


def looks() -> list[dict[str, Any]]:
    return [message("board/what_is", {"board": "one", "id": str(number)}) for number in range(len(table.cards()))]


def changes() -> list[dict[str, Any]]:
    """One event a message: each card is cast, resolves, dies and returns to hand; so the next round does it again."""
    return [changed(event) for number in range(len(table.cards())) for event in life(number)]


def life(number: int) -> list[dict[str, Any]]:
    which, name = str(number), table.cards()[number].characteristics.name
    died = {"origin": "battlefield", "destination": "graveyard"}
    return [
        {"event": "cast_done", "id": which, "option": "prototyped", "card": name, "zone": "hand"},
        {"event": "resolved", "id": which},
        {"event": "moved", "id": which, **died},
        {"event": "moved", "id": which, "origin": "graveyard", "destination": "hand"},
    ]


def changed(event: dict[str, Any]) -> dict[str, Any]:
    return message("board/apply", {"board": "one", "events": [event]})


def answer_seconds(rounds: list[list[bytes]], before: list[bytes]) -> tuple[float, float]:
    """The best of many rounds, in turns: of the echo process, of the sidecar, which was told ``before``."""
    with process((sys.executable, "-c", ECHO)) as echo, process(COMMAND) as sidecar:
        for each in before:
            sidecar[0].write(each)
            sidecar[0].flush()
            assert b'"error":' not in sidecar[1].readline()
        taken = [(trips(echo, asked), trips(sidecar, asked)) for asked in rounds]
    return min(one for one, _ in taken), min(other for _, other in taken)


def batch_seconds(asked: list[dict[str, Any]]) -> tuple[float, float]:
    """Of ``json.loads`` and ``json.dumps`` of a batch, of the sidecar's answer to it."""
    sidecar = Sidecar(PluginHost([plugin]))
    batch = [asked[number % len(asked)] | {"id": number} for number in range(BATCH)]
    text = json.dumps(batch, ensure_ascii=False).encode()
    plain, answered = [], []
    for _ in range(ROUNDS):
        begun = perf_counter()
        json.dumps(json.loads(text))
        between = perf_counter()
        assert sidecar.answer(text)
        plain.append(between - begun)
        answered.append(perf_counter() - between)
    return min(plain), min(answered)


def main() -> int:
    asked = questions()
    known, board = lines(asked), lines(a_board())
    kinds = {
        "asked before": (answer_seconds([known] * ROUNDS, known), ANSWER_BOUND),
        "never asked before": (answer_seconds([lines(new_questions(asked, i)) for i in range(ROUNDS)], known), None),
        "board/what_is": (answer_seconds([lines(looks())] * ROUNDS, board), None),
        "board/apply": (answer_seconds([lines(changes())] * ROUNDS, board), None),
    }
    plain, batch = batch_seconds(asked)
    exceeded = batch / plain > BATCH_BOUND
    for name, ((echo, answer), bound) in kinds.items():
        said = "no bound" if bound is None else f"of {bound}"
        print(f"{name:18}  {answer * 1e6:7.1f} µs, echo {echo * 1e6:7.1f} µs  {answer / echo:6.2f} {said}")
        exceeded |= bound is not None and answer / echo > bound
    said = f"{batch * 1e3:7.2f} ms, json {plain * 1e3:7.2f} ms  {batch / plain:6.2f} of {BATCH_BOUND}"
    print(f"a batch of {BATCH}     {said}")
    return int(exceeded)


if __name__ == "__main__":
    sys.exit(main())
