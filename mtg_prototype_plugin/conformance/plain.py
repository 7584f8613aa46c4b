"""What a host says, brought into forms that a report can hold: a host of any kind may say anything."""

import math
from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from typing import Final

from mtg_hookspecs import MtgError

_LONGEST_INT: Final = 1024
"""In bits. Python refuses to write out much longer ones."""


def text(value: str) -> str:
    """The string, with escapes for what UTF-8 cannot hold: half a surrogate pair."""
    return value.encode("utf-8", "backslashreplace").decode()


def line(value: object) -> str:
    """The first line of the value as a string; of a value that is none and cannot be shown, its type."""
    try:
        return text(str(value)).partition("\n")[0]
    except Exception:  # a host's class may raise anything when it is shown
        return f"<{type(value).__name__}>"


def problem(error: BaseException) -> str:
    """The error in a line, with its type if it is not one of ours."""
    return line(error) if isinstance(error, MtgError) else f"{type(error).__name__}: {line(error)}"


def plain(value: object) -> object:
    """The value as JSON can hold it. Sets become sorted lists; of what has no form in JSON, what ``repr`` says."""
    try:
        return _plain(value)
    except Exception:  # no end to it, or it may not be looked at
        return _shown(value)


def _plain(value: object) -> object:
    match value:
        case None | bool():
            return value
        case str():
            return text(str(value))
        case int() if value.bit_length() <= _LONGEST_INT:
            return int(value)
        case float() if math.isfinite(value):
            return float(value)
        case Mapping():
            return {line(key): _plain(it) for key, it in value.items()}
        case list() | tuple():
            return [_plain(it) for it in value]
        case AbstractSet():
            return sorted((_plain(it) for it in value), key=repr)
        case _:
            return _shown(value)


def _shown(value: object) -> str:
    try:
        return text(repr(value))
    except Exception:  # as above
        return f"<{type(value).__name__}>"
