"""What a question over standard input and output costs, beside an echo process and beside ``json`` in the same run.

``python benchmarks/sidecar.py`` prints ratios; exit code 1 if one is above its bound.
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


def new_seconds(asked: list[dict[str, Any]]) -> float:
    """Of one answer to a question that has not been asked before: each card has a name of its own."""
    new = []
    for number in range(TRIPS):
        like = asked[number % len(asked)]
        card = like["params"]["card"] | {"name": f"Card {number}", "rules_text": "Prototype {2}{R} — 3/2"}
        new.append(like | {"params": like["params"] | {"card": card}})
    with process(COMMAND) as sidecar:
        trips(sidecar, lines(asked))
        return trips(sidecar, lines(new))


def answer_seconds(asked: list[bytes]) -> tuple[float, float]:
    """The best of many rounds, in turns: of the echo process, of the sidecar."""
    with process((sys.executable, "-c", ECHO)) as echo, process(COMMAND) as sidecar:
        rounds = [(trips(echo, asked), trips(sidecar, asked)) for _ in range(ROUNDS)]
    return min(one for one, _ in rounds), min(other for _, other in rounds)


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
    echo, answer = answer_seconds(lines(asked))
    plain, batch = batch_seconds(asked)
    new = new_seconds(asked)
    print(f"one answer       {answer * 1e6:7.1f} µs, echo {echo * 1e6:7.1f} µs   {answer / echo:.2f} of {ANSWER_BOUND}")
    print(
        f"a batch of {BATCH}  {batch * 1e3:7.2f} ms, json {plain * 1e3:7.2f} ms   {batch / plain:.2f} of {BATCH_BOUND}"
    )
    print(f"never asked before  {new * 1e6:7.1f} µs")
    return int(answer / echo > ANSWER_BOUND or batch / plain > BATCH_BOUND)


if __name__ == "__main__":
    sys.exit(main())
