"""Arena's ``Player.log``: which objects are prototyped, and how sure that is.

``python read_log.py [Player.log [cards.json]]``. The log has no card names: ``cards.json`` gives them by ``grpId``.
"""

import json
import sys
from pathlib import Path

from mtg_prototype_plugin.bridge.arena import Arena
from mtg_prototype_plugin.bridge.board import Board
from mtg_prototype_plugin.bridge.replay import Engine, records

LOG = Path(__file__).with_name("Player.log")


def main() -> None:
    path = Path(sys.argv[1]) if len(sys.argv) > 1 else LOG
    names = json.loads(Path(sys.argv[2]).read_text(encoding="utf-8")) if len(sys.argv) > 2 else {}
    arena, board = Arena(names=names), Board()
    for _, line in records(path, engine=Engine.ARENA):
        step = arena.translate(line)
        board = board.apply_all(step.events).reconcile(step.views).board
    for which in board:
        answer = board.what_is(which)
        values = answer.characteristics
        is_what = "not known" if values is None else f"{values.name} {values.power}/{values.toughness}"
        word = {True: "prototyped", False: "normal", None: "?"}[answer.prototyped]
        print(f"{which:4} {answer.zone or '':12} {is_what:22} {word:11} {answer.verdict}: {answer.reason}")


if __name__ == "__main__":
    main()
