"""Why a request gets no result: a code, and what was wrong where."""

import json
import logging
import re
from math import isfinite
from typing import Any, Final

import msgspec
from msgspec import DecodeError, ValidationError

from mtg_hookspecs import ContractViolation, IllegalCastChoice, InvalidEvent, MtgError

from . import messages as m
from .messages import Code
from .wire import InvalidField

log = logging.getLogger(__name__)

_PLACE: Final = re.compile(r" - at `\$\.?(.*)`$")
_NAMED: Final = re.compile(r"field `(.*)`$")
_STEPS: Final = re.compile(r"([^.\[\]]+)|\[(\d+)\]")
_SHOWN: Final = 200
_CODES: Final[tuple[tuple[type[MtgError], Code], ...]] = (
    (IllegalCastChoice, Code.ILLEGAL_CAST_CHOICE),
    (InvalidEvent, Code.INVALID_EVENT),
    (ContractViolation, Code.CONTRACT_VIOLATION),
    (MtgError, Code.INVALID_PARAMS),
)


class Refused(Exception):
    """A request that gets no result."""

    def __init__(self, code: Code, problem: str, *, error: str = "", **data: Any) -> None:
        super().__init__(problem)
        self.code = code
        self.data = m.ErrorData(error or code.name.title().replace("_", ""), problem, **data)


def id_in(message: bytes) -> m.Id:
    """The id of a message that is no request, if it can be read."""
    try:
        found = json.loads(message)["id"]
        msgspec.json.encode(found)
    except (ValueError, RecursionError, TypeError, LookupError):
        return None
    match found:
        case bool():
            return None
        case str() | int():
            return found
        case float() if isfinite(found):
            return found
        case _:
            return None


def misshapen(error: ValidationError, text: bytes, code: Code, *, at: str = "") -> Refused:
    """What in ``text`` has not the form asked for: where it stands, and what stands there.

    ``at`` is the place of ``text`` in the parameters.
    """
    problem = _PLACE.sub("", str(error))
    found, named = _PLACE.search(str(error)), _NAMED.search(problem)
    steps = (found[1] if found else "", named[1] if named else "")
    field = ".".join(step for step in steps if step)
    place = ".".join(step for step in (at, field) if step)
    return Refused(code, problem, field=place or None, value=_value_at(field, text))


def _value_at(field: str, text: bytes) -> str | int | float | None:
    try:
        value = json.loads(text)
        for key, index in _STEPS.findall(field):
            value = value[int(index)] if index else value[key]
    except (LookupError, TypeError, ValueError, RecursionError):
        return None
    return _shown(value)


def _shown(value: object) -> str | int | float | None:
    if isinstance(value, str):
        return value[:_SHOWN].encode(errors="replace").decode()
    return value if isinstance(value, int | float | None) else repr(value)[:_SHOWN]


def refused(error: Exception) -> Refused:
    """Why there is no result, as code and data."""
    match error:
        case Refused():
            return error
        case InvalidField():
            return _of_the_contract(error.error, error.field)
        case MtgError():
            return _of_the_contract(error, None)
        case DecodeError():
            return Refused(Code.PARSE_ERROR, str(error))
        case RecursionError():
            return Refused(Code.INVALID_REQUEST, "nested too deeply", hint=f"at most {m.MAX_DEPTH} deep")
        case _:
            log.error("a fault of the sidecar", exc_info=error)
            return Refused(Code.INTERNAL_ERROR, f"{type(error).__name__}: {error}")


def _of_the_contract(error: MtgError, field: str | None) -> Refused:
    code = next(code for kind, code in _CODES if isinstance(error, kind))
    name, value = type(error).__name__, _shown(error.value)
    return Refused(code, error.problem, error=name, field=field, value=value, hint=error.hint)


def refusal(id_: m.Id, why: Refused) -> m.Refusal:
    """The answer to the request with that id."""
    data = why.data
    shown = "" if data.value is None else f": {data.value!r}"
    place = f" ({data.field})" if data.field else ""
    return m.Refusal("2.0", id_, m.ErrorInfo(why.code, f"{data.problem}{shown}{place}", data))
