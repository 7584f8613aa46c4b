"""A bridge to Forge in forty lines: events come in, one a line; what has changed about an object goes out.

``python follow.py [trace.jsonl]``; ``-`` reads from standard input, as from the engine itself.
"""

import json
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from mtg_prototype_plugin.bridge.board import Board
from mtg_prototype_plugin.bridge.forge import Forge
from mtg_prototype_plugin.bridge.record import Answer

TRACE = Path(__file__).with_name("trace.jsonl")


def follow(lines: Iterable[str]) -> Iterator[Answer]:
    """The answer about each object, whenever it is another than before."""
    forge, board = Forge(), Board()
    known: dict[str, Answer] = {}
    for line in lines:
        step = forge.translate(json.loads(line))
        board = board.apply_all(step.events)  # what Forge has told
        board = board.reconcile(step.views).board  # what its cards show: copies, face down
        for which in board:
            answer = board.what_is(which)
            if known.get(which) != answer:
                known[which] = answer
                yield answer


def said(answer: Answer) -> str:
    values = answer.characteristics
    if values is None:
        return f"{answer.zone or 'gone':12} {answer.verdict}: {answer.reason}"
    size = f"{values.name or 'face down'} {values.mana_cost or ''} {values.power}/{values.toughness}"
    word = "prototyped" if answer.prototyped else "normal"
    phased = " (phased out)" if answer.phased_out else ""
    return f"{answer.zone:12} {size:28} {word:11} {answer.verdict}: {answer.reason}{phased}"


def main() -> None:
    source = sys.argv[1] if len(sys.argv) > 1 else str(TRACE)
    lines = sys.stdin if source == "-" else Path(source).read_text(encoding="utf-8").splitlines()
    for answer in follow(lines):
        print(said(answer).rstrip())


if __name__ == "__main__":
    main()
