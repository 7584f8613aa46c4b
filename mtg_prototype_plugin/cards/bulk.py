"""Scryfall's bulk files, read as a stream: ``.jsonl.gz`` as served now, and the JSON array of before July 2026."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

from .errors import CardFileError
from .json_stream import members
from .record import Record, Unreadable
from .unpacked import Progress, chunks

decode: Callable[[bytes], Any]
try:
    from msgspec.json import decode
except ImportError:  # the extra ``scryfall`` is not installed: the same, slower
    from json import loads as decode

PROTOTYPE: Final = b'"Prototype"'
"""In every prototype card's record, as its keyword, and in hardly another: lines are filtered by it before decoding."""

LONGEST_LINE: Final = 4_000_000
_MOST_UNREADABLE: Final = 100
_ANSWER: Final = re.compile(rb'(?:\xef\xbb\xbf)?\s*\{\s*"object"\s*:\s*"list"')
"""How a list begins that the API gave: the records are its ``data``."""


def lines(path: Path, *, containing: bytes = b"", progress: Progress | None = None) -> Iterator[bytes]:
    """The lines that hold an object, without the commas of an array; only those with ``containing`` in them.

    Raises ``CardFileError``.
    """
    begun = b""
    for chunk in chunks(path, progress=progress):
        first, last = chunk.find(b"\n"), chunk.rfind(b"\n")
        if first >= 0:
            whole = begun + chunk[:first]
            yield from _objects(whole, 0, first + len(begun), containing)
            yield from _objects(chunk, first + 1, last + 1, containing)  # in place: copies would cost as much as zlib
            begun = chunk[last + 1 :]
        else:
            begun += chunk
        if len(begun) > LONGEST_LINE:
            raise CardFileError(f"a line of more than {LONGEST_LINE:,} bytes", value=str(path), hint="one card a line")
    yield from _objects(begun, 0, len(begun), containing)


def _objects(block: bytes, start: int, end: int, containing: bytes) -> Iterator[bytes]:
    """Of the lines from ``start`` to ``end``."""
    if not containing:
        found = block[start:end].split(b"\n")
    else:
        found = []
        place = block.find(containing, start, end)
        while place >= 0:
            stop = block.find(b"\n", place, end)
            stop = end if stop < 0 else stop
            found.append(block[max(start, block.rfind(b"\n", start, place) + 1) : stop])
            place = block.find(containing, stop, end)
    for line in found:
        bare = line.strip(b" \t\r,")
        if bare not in (b"", b"[", b"]"):
            yield bare


def records(
    path: Path,
    *,
    containing: bytes = b"",
    unreadable: Callable[[Unreadable], None],
    progress: Progress | None = None,
) -> Iterator[Record]:
    """The card records of a bulk file, or of a list that the API gave.

    A line that is none goes to ``unreadable``, and the rest goes on.

    Raises ``CardFileError`` for a damaged file, and where more than a hundred lines and most of them are no records.
    """
    read = refused = 0
    for part in _parts(path, containing, progress):
        try:
            record = decode(part) if isinstance(part, bytes) else part[1]
            if isinstance(record, dict) and record.get("object") == "card":
                read += 1
                yield record
                continue
            problem = "no card record"
        except (ValueError, RecursionError) as error:
            problem = f"no JSON ({error})"
        refused += 1
        shown = part[:60].decode("utf-8", "replace") if isinstance(part, bytes) else f"place {part[0]}"
        last = Unreadable(shown, problem)
        unreadable(last)
        if refused > _MOST_UNREADABLE and refused > read:
            hint = f"one card a line; the last is {last}"
            raise CardFileError("a file whose lines are no card records", value=str(path), hint=hint)


def _parts(path: Path, containing: bytes, progress: Progress | None) -> Iterator[bytes | tuple[str, Any]]:
    """Lines, or the places and members of an array."""
    if _in_lines(path):
        return lines(path, containing=containing, progress=progress)
    found = members(path, progress=progress)
    return (part for part in found if part[0].isdecimal())  # a list says more of itself beside its data


def _in_lines(path: Path) -> bool:
    """Whether each object has a line: not so in an array that another program wrote, or in a list of the API."""
    opening = next(chunks(path), b"")
    if _ANSWER.match(opening):
        return False
    first, _, rest = opening.lstrip().partition(b"\n")
    if not first.startswith(b"["):
        return True
    second = rest.partition(b"\n")[0].strip().rstrip(b",")
    return first.rstrip() == b"[" and second.startswith(b"{") and second.endswith(b"}")
