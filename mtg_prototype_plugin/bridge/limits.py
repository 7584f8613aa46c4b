"""The limits of a message that its form does not say: how deep it nests, and whether a saved board fits in one."""

import re
from collections.abc import Iterator
from typing import Any, Final

import msgspec

from . import messages as m
from .messages import Code
from .refusals import Refused

_BRACKETS: Final = re.compile(rb'"(?:[^"\\]|\\.)*"|([\[{])|([\]}])', re.DOTALL)
_ENVELOPE: Final = 4096
"""Bytes in a line for what stands around a state."""


def check_depth(params: bytes, *, around: int = 1) -> None:
    """Raise ``Refused`` for parameters that nest too deeply: the message is ``around`` deeper than they are."""
    most = m.MAX_DEPTH - around
    if params.count(b"[") + params.count(b"{") > most and max(_depths(params)) > most:
        raise Refused(Code.INVALID_REQUEST, "nested too deeply", hint=f"at most {m.MAX_DEPTH} deep")


def check_state(state: dict[str, Any]) -> None:
    """Raise ``Refused`` for a saved board with which no message can open it again."""
    text = msgspec.json.encode(state)
    if len(text) > m.MAX_LINE - _ENVELOPE:
        raise Refused(Code.LIMIT_REACHED, "the state does not fit in a line", value=len(text), hint="close the board")
    try:
        check_depth(text, around=2)
    except Refused as error:
        raise Refused(Code.LIMIT_REACHED, "the state nests too deeply", hint=error.data.hint) from None


def _depths(text: bytes) -> Iterator[int]:
    depth = 0
    for found in _BRACKETS.finditer(text):
        depth += (found[1] is not None) - (found[2] is not None)
        yield depth
