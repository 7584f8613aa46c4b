"""The board's speed: events on the mix of recorded games, forks, and a Forge stream beside ``json.loads`` of its lines.

``python benchmarks/board.py [--profile] [STREAM.jsonl.gz ...]``. The events are of our own making, in the mix that four
recorded Forge games have: of 544 events 231 are about objects that matter. The best of many short runs counts, for
others work on a machine too.

Exit code 1 if a bound is missed: ``EVENTS`` a second, and for streams that are given ``LOADS`` times ``json.loads``.
That bound is for streams of whole games. Without streams the example's trace is played, a story in which nearly every
line is about a prototype card: it costs several times ``json.loads``, and has no bound. Nor has the fork, whose few
microseconds depend on what else the machine does.
"""

import cProfile
import gzip
import json
import pstats
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from mtg_hookspecs import CopyKind, Zone
from mtg_prototype_plugin import table
from mtg_prototype_plugin.bridge.board import Board
from mtg_prototype_plugin.bridge.events import (
    BoardEvent,
    CastAnnounced,
    CastDone,
    Ceased,
    ControlChanged,
    Copied,
    Moved,
)
from mtg_prototype_plugin.bridge.replay import Engine, Replay, decode

EVENTS, LOADS = 200_000, 2.0
HAND, STACK, BATTLEFIELD, GRAVEYARD = Zone.HAND, Zone.STACK, Zone.BATTLEFIELD, Zone.GRAVEYARD
CARDS = [card.characteristics for card in table.cards()]
OURS = Path(__file__).parents[1] / "examples" / "forge_bridge" / "trace.jsonl"


def life(number: int) -> Iterator[BoardEvent]:
    """The events of a prototype card and of the others meanwhile, in the recorded proportions."""
    one, token, other = f"p{number}", f"t{number}", f"o{number}"
    way = "normal" if number % 8 == 0 else "prototyped"
    yield Moved(one, Zone.LIBRARY, HAND, card=CARDS[number % len(CARDS)])
    yield Moved(other, Zone.LIBRARY, HAND)
    yield CastAnnounced(one, zone=HAND)
    yield CastDone(one, way, zone=HAND)
    yield Moved(other, HAND, BATTLEFIELD)
    yield ControlChanged(one, "p1")
    yield Moved(one, STACK, BATTLEFIELD)
    yield CastAnnounced(f"s{number}", zone=HAND)
    yield CastDone(f"s{number}", "normal", zone=HAND)
    yield Moved(f"s{number}", STACK, GRAVEYARD)
    if number % 4:
        yield Copied(CopyKind.TOKEN, one, token)
        yield ControlChanged(token, "p1")
    yield ControlChanged(other, "p1")
    yield ControlChanged(f"l{number}", "p1")
    yield Moved(f"l{number}", Zone.LIBRARY, HAND)
    yield Moved(f"l{number}", HAND, BATTLEFIELD)
    yield Moved(other, BATTLEFIELD, GRAVEYARD)
    yield Moved(f"d{number}", Zone.LIBRARY, HAND)
    if number % 3 == 0:
        yield Ceased(token)
    yield Moved(one, BATTLEFIELD, GRAVEYARD)
    yield Moved(one, GRAVEYARD, BATTLEFIELD) if number % 5 == 0 else Moved(f"d{number}", HAND, GRAVEYARD)


def board_of(size: int) -> Board:
    cards = (CARDS[number % len(CARDS)] for number in range(size))
    return Board().apply_all(Moved(f"x{number}", HAND, GRAVEYARD, card=card) for number, card in enumerate(cards))


def best(call: Callable[[], object], *, runs: int = 200) -> float:
    """Seconds of the fastest run."""
    fastest = float("inf")
    for _ in range(runs):
        start = time.perf_counter()
        call()
        fastest = min(fastest, time.perf_counter() - start)
    return fastest


def played(lines: Sequence[bytes], engine: Engine) -> Board:
    replay = Replay(engine)
    for line in lines:
        replay.feed(decode(line))
    return replay.board


def read(path: Path) -> list[bytes]:
    with gzip.open(path) if path.suffix == ".gz" else path.open("rb") as stream:
        return stream.readlines()


def main() -> int:
    missed = []
    arguments = [each for each in sys.argv[1:] if each != "--profile"]
    game = [event for number in range(26) for event in life(number)]
    for size in (100, 10_000):
        board = board_of(size)

        def all_events(board: Board = board) -> None:
            for event in game:
                board = board.apply(event)

        seconds = best(all_events)
        print(f"{size:6} objects  {len(game) / seconds:9,.0f} events a second, {len(game)} events (bound {EVENTS:,})")
        if len(game) / seconds < EVENTS:
            missed.append(f"events a second with {size} objects")
    board = board_of(10_000)
    one, other = Moved("x5", GRAVEYARD, HAND), Moved("x6", GRAVEYARD, Zone.EXILE)

    def two_branches() -> None:
        for _ in range(20):
            fork = board.fork()
            fork.apply(one)
            board.apply(other)

    print(f" 10000 objects  {best(two_branches) / 20 * 1e6:9.2f} µs for a fork and one event in each branch")
    streams = [Path(each) for each in arguments] or [OURS]
    for path in streams:
        lines = read(path) if arguments else read(path) * 20

        def loads(lines: Sequence[bytes] = lines) -> None:
            for line in lines:
                json.loads(line)

        alone = best(loads, runs=25)
        whole = best(lambda lines=lines: played(lines, Engine.FORGE), runs=25)
        bound = f"bound {LOADS}" if arguments else "a story, not a game: no bound"
        print(f"{path.name[:40]:40}  {whole / alone:.2f} x json.loads of its {len(lines)} lines ({bound})")
        if arguments and whole / alone > LOADS:
            missed.append(f"json.loads of {path.name}")
    if "--profile" in sys.argv:
        profile = cProfile.Profile()
        profile.runcall(lambda: [board_of(100).apply_all(game) for _ in range(50)])
        pstats.Stats(profile).sort_stats("tottime").print_stats(15)
    for each in missed:
        print(f"missed: {each}")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
