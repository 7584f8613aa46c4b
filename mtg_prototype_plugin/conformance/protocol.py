"""The host protocol, version 1, for engines in other languages: JSON lines on standard input and output.

The runner writes a message a line, and the host answers each but the last with one line. A message has the number
``seq``, which its answer repeats; they are never sent ahead. Standard error is the host's own: it is shown when the
host breaks. ``schemas/`` has the form of each message and answer.

======= ============================================== ==============================================================
message says                                           answer
======= ============================================== ==============================================================
start   forget all that was and begin a new game       ``protocol``, ``host`` with name and version, ``capabilities``
step    act out ``step``; ``card`` has the facts of    ``"done": true``
        the card that a ``put`` names
ask     tell a value for each of ``keys``              ``got``: the values by key; null where the object has none
stop    end                                            none
======= ============================================== ==============================================================

A host leaves out of ``got`` what its engine does not know: if all else is right, the scenario is *skipped*. In place of
an answer to ``step`` and ``ask`` it may say ``unsupported``, a word for what it cannot do: the scenario is *skipped*;
or ``problem``, a line: it is *errored*. A ``step`` and an ``ask`` hold an action or expectation of the scenario format
as it stands there, but what is expected is not told.
"""

import json
from collections.abc import Mapping
from typing import Any, Final, NoReturn

from mtg_hookspecs import Characteristics

from .errors import HostBroken, InvalidHost, Unsupported
from .facts import facts
from .run import NOT_TOLD, Step
from .vocabulary import PROPERTIES

PROTOCOL: Final = 1
"""The version that is spoken."""

ANSWERED: Final = frozenset({*(key.name for key in PROPERTIES), "options", "result", "cost"})
"""The keys of an expectation whose values the host tells."""

Message = dict[str, Any]


def start_message(*, version: str) -> Message:
    """Begins a game. ``version`` is this package's."""
    return {"message": "start", "protocol": PROTOCOL, "runner": {"name": "mtg-prototype-plugin", "version": version}}


def step_message(step: Step, card: Characteristics | None) -> Message:
    """Acts out an action. ``card`` is the one that it puts somewhere."""
    message: Message = {"message": "step", "step": step}
    return message if card is None else {**message, "card": {"name": card.name, **facts(card)}}


def ask_message(step: Step) -> Message:
    """Asks what an expectation asks, without what is expected."""
    asked = {key: value for key, value in step.items() if key not in ANSWERED}
    return {"message": "ask", "ask": asked, "keys": [key for key in step if key in ANSWERED]}


def asked_step(message: Mapping[str, Any]) -> Step:
    """The expectation that an ``ask`` is about, with nothing in place of what is expected."""
    return {**message["ask"], **dict.fromkeys(message["keys"])}


STOP: Final[Message] = {"message": "stop"}


def written(message: Mapping[str, Any], *, seq: int) -> str:
    """The message as a line."""
    return json.dumps({"seq": seq, **message}, ensure_ascii=False, separators=(",", ":")) + "\n"


def read_answer(line: str, *, seq: int) -> Message:
    """The answer to the message ``seq``. Raises ``HostBroken`` for what is none, ``Unsupported`` where it says so."""
    try:
        answer = json.loads(line, parse_constant=_no_constant)
    except (ValueError, RecursionError) as error:
        raise HostBroken("the host's answer is not JSON", value=line.strip()) from error
    if not isinstance(answer, dict):
        raise HostBroken("the host's answer is not an object", value=line.strip())
    got = answer.get("seq")
    if not isinstance(got, int) or isinstance(got, bool) or got != seq:
        raise HostBroken(f"the host answers another message than {seq}", value=line.strip())
    lacking = answer.get("unsupported")
    if isinstance(lacking, str):
        if not lacking.strip():
            raise HostBroken("the host has no word for what is unsupported", value=line.strip())
        raise Unsupported(lacking)
    return answer


def _no_constant(word: str) -> NoReturn:
    raise ValueError(word)  # NaN and Infinity are Python's, not JSON's


def identity(answer: Message) -> tuple[str, str, frozenset[str]]:
    """Name, version and capabilities of the host that answers a ``start``. Raises ``HostBroken``, ``InvalidHost``."""
    spoken = answer.get("protocol")
    if isinstance(spoken, bool) or spoken != PROTOCOL:
        raise InvalidHost("another version of the protocol", value=spoken, hint=f"this is {PROTOCOL}")
    host, capabilities = answer.get("host"), answer.get("capabilities")
    named = isinstance(host, dict) and all(isinstance(host.get(key), str) for key in ("name", "version"))
    listed = isinstance(capabilities, list) and all(isinstance(each, str) for each in capabilities)
    if not named or not listed:
        raise HostBroken("the host does not say who it is", value=answer, hint="host: name, version; capabilities")
    return answer["host"]["name"], answer["host"]["version"], frozenset(answer["capabilities"])


def values(answer: Message, *, step: Step) -> Mapping[str, object]:
    """What the host tells in answer to an ``ask``, ``NOT_TOLD`` for what it leaves out. Raises ``HostBroken``."""
    got = answer.get("got")
    if not isinstance(got, dict):
        raise HostBroken("the host's answer has no 'got'", value=answer)
    return {key: got.get(key, NOT_TOLD) for key in step if key in ANSWERED}


def is_done(answer: Message) -> bool:
    """Whether the answer to a ``step`` says that it is done."""
    return answer.get("done") is True
