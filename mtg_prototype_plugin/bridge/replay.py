"""Playing a recorded stream through the board, line by line."""

import json
import os
import sys
import time
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from itertools import chain
from pathlib import Path
from typing import Any, BinaryIO, Final

import msgspec
from msgspec import DecodeError

from mtg_hookspecs.errors import MtgError
from mtg_hookspecs.value import Value

from ..rules import prototype_of
from .arena import Arena
from .audit import Auditor
from .board import Board
from .check import Checker, rules_of
from .events import event_ids
from .forge import Forge
from .infer import card_named
from .neutral import Neutral
from .record import Answer
from .steps import InvalidTrace, Step, Translator
from .words import values_text
from .xmage import XMage


class Engine(StrEnum):
    """Who wrote the stream."""

    FORGE = "forge"
    XMAGE = "xmage"
    ARENA = "arena"
    NEUTRAL = "neutral"


TRANSLATORS: Final[Mapping[Engine, Callable[[], Translator]]] = {
    Engine.FORGE: Forge,
    Engine.XMAGE: XMage,
    Engine.ARENA: Arena,
    Engine.NEUTRAL: Neutral,
}


@dataclass(frozen=True, slots=True)
class Moment(Value):
    """Something about an object of interest has changed: what it is now, and how that is known."""

    line: int
    what: str
    id: str
    answer: Answer

    def as_json(self) -> dict[str, Any]:
        """For ``--json``."""
        values = self.answer.characteristics
        return {
            "line": self.line,
            "what": self.what,
            "object": self.id,
            "zone": str(self.answer.zone) if self.answer.zone else None,
            "known": str(self.answer.verdict),
            "prototyped": self.answer.prototyped,
            "is": None if values is None else values_text(values),
            "reason": self.answer.reason,
        }


class Replay:
    """A stream being played. ``check`` and ``audit`` get each line's recorded state, if they are given."""

    def __init__(self, engine: Engine, *, check: Checker | None = None, audit: Auditor | None = None) -> None:
        self.engine = engine
        self.board = Board()
        self.translator = TRANSLATORS[engine]()
        self.lines = 0
        self.events = 0
        self.passed_over = 0
        """Lines of a log that are no JSON."""
        self.refused: list[tuple[int, str]] = []
        """Events that cannot have happened to their object, by line, and why; they change nothing."""
        self._check = check
        self._audit = audit
        self._of_interest: dict[str, tuple[object, ...]] = {}

    def feed(self, line: Mapping[str, Any], *, number: int | None = None) -> tuple[Moment, ...]:
        """Play a line. It goes by its own ``seq``, else by ``number``, else by how many were fed before.

        Raises ``InvalidTrace`` for a line that is not as this engine writes it.
        """
        self.lines += 1
        seq = line.get("seq")
        number = seq if isinstance(seq, int) and seq else number or self.lines
        try:
            return self._feed(number, line)
        except (LookupError, TypeError, AttributeError, ValueError) as error:
            reason = error if isinstance(error, MtgError) else f"{type(error).__name__}: {error}"
            raise InvalidTrace(f"line {number} is no line of {self.engine}", hint=str(reason)) from error

    def _feed(self, number: int, line: Mapping[str, Any]) -> tuple[Moment, ...]:
        step = self.translator.translate(line)
        before = self.board
        for event in step.events:
            self.events += 1
            try:
                self.board = self.board.apply(event)
            except MtgError as error:
                self.refused.append((number, str(error)))
        told = self.board
        if step.views:
            self.board = told.reconcile(step.views).board
        if self._audit is not None:
            passing = self.translator.in_passing(line)
            if passing:
                self._audit.look_in_passing(number, passing, before.answers(passing))
            truth = self.translator.truth(line)
            self._audit.look(number, truth, self.board.answers(truth))
        if self._check is not None:
            self._check.look(number, line, step, self.translator, told=told, board=self.board)
        return tuple(self._moments(number, step)) if step.events or step.views else ()

    def _moments(self, number: int, step: Step) -> Iterator[Moment]:
        told = (which for event in step.events for which in event_ids(event))
        ids = dict.fromkeys([*told, *(view.id for view in step.views if view.id)])
        for which in ids:
            answer = self.board.what_is(which)
            if which not in self._of_interest and not _interests(answer):
                continue
            now = (answer.zone, answer.object and answer.object.copiable_values, answer.verdict, answer.phased_out)
            if self._of_interest.get(which) != now:
                self._of_interest[which] = now
                yield Moment(number, step.label, which, answer)


def _interests(answer: Answer) -> bool:
    """Whether the object has, or could have, to do with Prototype."""
    one = answer.object
    if one is None:
        return answer.is_mid_cast
    return bool(answer.prototyped or prototype_of(one.card) or card_named(one.characteristics.name))


def detect(line: Mapping[str, Any]) -> Engine | None:
    """Which engine wrote the line; ``None``: it does not show."""
    if line.get("engine") == "Forge" or str(line.get("event", "")).startswith("GameEvent"):
        return Engine.FORGE
    if line.get("kind") in ("ask", "fire", "check"):
        return Engine.XMAGE
    if "greToClientEvent" in line or "names" in line or "performActionResp" in (line.get("payload") or line):
        return Engine.ARENA
    if "event" in line or "views" in line or "truth" in line or "note" in line:
        return Engine.NEUTRAL
    return None


def opened(
    path: Path | None,
    *,
    engine: Engine | None = None,
    check: Checker | None = None,
    audit: Auditor | None = None,
    follow: bool = False,
) -> tuple[Replay, Iterator[tuple[int, Mapping[str, Any]]]]:
    """A replay, and the stream to feed it with. Raises ``InvalidTrace`` for an empty stream or an unknown engine."""
    stream, first = _every(path, follow=follow), []
    unread = found = None
    for number, record in stream:
        if isinstance(record, InvalidTrace):
            unread = unread or record
            continue
        first.append((number, record))
        found = detect(record)
        if found is not None or unread is None or engine is not None:
            break
    if not first and unread is None:
        raise InvalidTrace("an empty stream", value=str(path or "-"))
    if unread is not None and (engine or found) is not Engine.ARENA:
        raise unread
    if engine is not None and found not in (None, engine, Engine.NEUTRAL):
        raise InvalidTrace(f"a stream of {found}, not of {engine}", value=str(path or "-"), hint=f"--from {found}")
    if engine is None and found is None:
        hint = f"say who wrote it with --from {'|'.join(Engine)}"
        raise InvalidTrace("a stream of no engine known here", value=sorted(first[0][1])[:5], hint=hint)
    replay = Replay(engine or found or Engine.NEUTRAL, check=check, audit=audit)
    replay.passed_over = unread is not None
    return replay, chain(first, _readable(stream, replay))


def _readable(
    stream: Iterable[tuple[int, Mapping[str, Any] | InvalidTrace]], replay: Replay
) -> Iterator[tuple[int, Mapping[str, Any]]]:
    """What is JSON. Lines of an Arena log that are none are passed over and counted; elsewhere they are an error."""
    for number, record in stream:
        if not isinstance(record, InvalidTrace):
            yield number, record
        elif replay.engine is Engine.ARENA:
            replay.passed_over += 1
        else:
            raise record


def decode(line: bytes) -> Any:
    """The JSON of a line: a stream is read line by line, so this is half of what it costs. Raises ``DecodeError``."""
    return msgspec.json.decode(line)


def checker_for(path: Path | None) -> Checker:
    """The checker for a trace: with what the rules ask, where an ``index.json`` beside it says that."""
    index = path.parent / "index.json" if path is not None else None
    if path is None or index is None or not index.is_file():
        return Checker()
    try:
        return rules_of(json.loads(index.read_text(encoding="utf-8")), path.name.partition(".jsonl")[0])
    except (ValueError, KeyError, TypeError) as error:
        raise InvalidTrace("an index that cannot be read", value=str(index), hint=str(error)) from error


def records(
    path: Path | None, *, follow: bool = False, engine: Engine | None = None
) -> Iterator[tuple[int, Mapping[str, Any]]]:
    """The JSON objects of a stream with their line numbers. ``None`` is standard input. Raises ``InvalidTrace``.

    Lines of an Arena log that are no JSON are passed over; in any other stream they are an error.
    """
    for number, record in _every(path, follow=follow):
        if not isinstance(record, InvalidTrace):
            yield number, record
        elif engine is not Engine.ARENA:
            raise record


def _every(path: Path | None, *, follow: bool) -> Iterator[tuple[int, Mapping[str, Any] | InvalidTrace]]:
    """The same, with the error in place of a line that is no JSON object."""
    for number, text in enumerate(_lines(path, follow=follow), 1):
        stripped = (text.removeprefix(b"\xef\xbb\xbf") if number == 1 else text).strip()
        if not stripped:
            continue
        try:
            record = decode(stripped)
        except (DecodeError, UnicodeDecodeError):
            shown = stripped[:80].decode("utf-8", "replace")
            yield number, InvalidTrace(f"line {number} is no JSON", value=shown, hint=_ARENA_HINT)
            continue
        if not isinstance(record, dict):
            record = InvalidTrace(f"line {number} is no JSON object", value=record, hint="one object a line")
        yield number, record


class Rotated(Exception):
    """The file that was followed has been replaced, or cut short: what comes is another stream."""


def _lines(path: Path | None, *, follow: bool) -> Iterator[bytes]:
    try:
        if path is None:
            yield from _unpacked(sys.stdin.buffer)
            return
        with path.open("rb") as stream:
            yield from _growing(stream, path) if follow else _unpacked(stream)
    except (OSError, EOFError, zlib.error) as error:
        raise InvalidTrace("a trace that cannot be read", value=str(path or "-"), hint=str(error)) from error


def _unpacked(stream: BinaryIO) -> Iterator[bytes]:
    """The lines of a stream, gzipped or not: its first line shows."""
    first = stream.readline()
    if not first.startswith(_GZIPPED):
        yield from chain((first,), stream)
        return
    unpack, half = zlib.decompressobj(wbits=_GZIP), b""
    for part in chain((first,), iter(lambda: stream.read(1 << 16), b"")):
        text, rest = unpack.decompress(part), unpack.unused_data
        while rest:  # another archive follows in the same file
            unpack = zlib.decompressobj(wbits=_GZIP)
            text, rest = text + unpack.decompress(rest), unpack.unused_data
        *whole, half = (half + text).split(b"\n")
        yield from whole
    if not unpack.eof:
        raise EOFError("the archive is not whole")
    yield half


_GZIPPED: Final = b"\x1f\x8b"
_GZIP: Final = zlib.MAX_WBITS | 16
_ARENA_HINT: Final = "a log of Arena has such lines: --from arena"
_WAIT: Final = 0.02
"""Seconds between looks at a growing file."""


def _growing(stream: BinaryIO, path: Path) -> Iterator[bytes]:
    """Whole lines of a file that others still write to. Raises ``Rotated`` if another file takes its place."""
    half = b""
    while True:
        part = stream.readline()
        if not part:
            if _is_another(stream, path):
                raise Rotated
            time.sleep(_WAIT)
            continue
        half += part
        if half.endswith(b"\n"):
            yield half
            half = b""


def _is_another(stream: BinaryIO, path: Path) -> bool:
    try:
        now = path.stat()
    except FileNotFoundError:  # between the old file and the new one
        return False
    return not os.path.samestat(now, os.fstat(stream.fileno())) or now.st_size < stream.tell()
