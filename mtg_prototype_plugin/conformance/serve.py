"""A host in Python, spoken to by JSON lines: ``python -m mtg_prototype_plugin.conformance.serve module:Adapter``.

The same messages as a host in another language answers; the pattern for one, and how the kit tests itself.
"""

import json
import sys
from collections.abc import Iterable, Mapping
from contextlib import redirect_stdout
from typing import IO, Any

from . import protocol
from .errors import Unsupported
from .hosts import HostSpec
from .plain import line, plain, problem
from .run import NOT_TOLD, UNNAMED, Host, Table
from .scenario import card_of


def serve(host: Host, *, lines: Iterable[str], out: IO[str]) -> None:
    """Answer the messages of ``lines`` until one says stop, or they end."""
    served = _Served(host)
    for each in lines:
        message = json.loads(each)
        if message["message"] == "stop":
            return
        out.write(json.dumps({"seq": message["seq"], **served.answer(message)}, ensure_ascii=False) + "\n")
        out.flush()


class _Served:
    def __init__(self, host: Host) -> None:
        self._host = host
        self._cards: dict[str, Any] = {}
        self._table: Table = host.table(self._cards)

    def answer(self, message: Mapping[str, Any]) -> dict[str, Any]:
        try:
            return self._answer(message)
        except Unsupported as lacking:
            return {"unsupported": line(lacking.capability) or UNNAMED}
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # a host may raise anything
            return {"problem": problem(error)}

    def _answer(self, message: Mapping[str, Any]) -> dict[str, Any]:
        host = self._host
        match message["message"]:
            case "start":
                self._cards = {}
                self._table = host.table(self._cards)
                return {
                    "protocol": protocol.PROTOCOL,
                    "host": {"name": host.name, "version": host.version},
                    "capabilities": sorted(host.capabilities),
                }
            case "step":
                if "card" in message:
                    name = message["card"]["name"]
                    self._cards[name] = card_of(
                        name, {key: value for key, value in message["card"].items() if key != "name"}
                    )
                self._table.do(message["step"])
                return {"done": True}
            case "ask":
                step = protocol.asked_step(message)
                got = self._table.look(step)
                told = {key: got[key] for key in message["keys"] if got[key] is not NOT_TOLD}
                return {"got": plain(told)}
            case other:
                return {"problem": f"unknown message {other!r}"}


def main() -> None:
    """Serve the host that the first argument names. What its engine prints goes to standard error."""
    out = sys.stdout
    with redirect_stdout(sys.stderr):
        serve(HostSpec(sys.argv[1]).open(), lines=sys.stdin, out=out)


if __name__ == "__main__":
    main()
