"""What XMage shows, held against what it has told and the rules.

``python audit.py [trace.jsonl]``. The same as ``mtg-prototype replay --audit``, as a program of one's own.
"""

import json
import sys
from pathlib import Path

from mtg_prototype_plugin.bridge.audit import Auditor, When
from mtg_prototype_plugin.bridge.board import Board
from mtg_prototype_plugin.bridge.xmage import XMage

TRACE = Path(__file__).with_name("trace.jsonl")


def main() -> None:
    path = Path(sys.argv[1]) if len(sys.argv) > 1 else TRACE
    xmage, board, auditor = XMage(), Board(), Auditor()
    for text in path.read_text(encoding="utf-8").splitlines():
        line = json.loads(text)
        step = xmage.translate(line)
        entering = xmage.in_passing(line)
        if entering:
            auditor.look_in_passing(line["seq"], entering, board.answers(entering))
        board = board.apply_all(step.events).reconcile(step.views).board
        shown = xmage.truth(line)
        auditor.look(line["seq"], shown, board.answers(shown))
    for found in auditor.findings():
        mark = "WRONG" if found.when is When.AT_REST else "in passing"
        print(f"line {found.line}, {mark}:")
        print(f"  {found.sentence}")


if __name__ == "__main__":
    main()
