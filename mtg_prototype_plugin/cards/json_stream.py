"""The members of a large JSON file one by one, so that the whole is never in memory."""

from codecs import getincrementaldecoder
from collections.abc import Iterator
from json import JSONDecoder
from pathlib import Path
from typing import Any, Final

from .errors import CardFileError
from .unpacked import Progress, chunks

LARGEST: Final = 64_000_000
"""Characters of one member: the largest set of AllPrintings is some 20 million."""

_DECODE: Final = JSONDecoder().raw_decode
_BLANK: Final = " \t\r\n"
_ENDS: Final = (*_BLANK, ",", ":", "]", "}")


def members(path: Path, *, progress: Progress | None = None) -> Iterator[tuple[str, Any]]:
    """Key and value of each member of the array or object in the file; of its ``data``, where it has that.

    Keys of arrays are places from 0. Raises ``CardFileError``.
    """
    text = _Text(path, progress)
    opening = text.peek()
    if opening == "{":
        for key in text.keys_of_object():
            if key == "data" and text.peek() in ("{", "["):
                yield from _members(text)
                return
            yield key, text.value()
    else:
        yield from _members(text)


def _members(text: "_Text") -> Iterator[tuple[str, Any]]:
    if text.peek() == "[":
        for place in text.places_of_array():
            yield str(place), text.value()
    elif text.peek() == "{":
        for key in text.keys_of_object():
            yield key, text.value()
    else:
        raise text.wrong("neither an array nor an object")


class _Text:
    """The file's text and a place in it: what is behind the place is dropped, what is ahead is read when needed."""

    def __init__(self, path: Path, progress: Progress | None) -> None:
        self._path = path
        self._chunks = chunks(path, progress=progress)
        self._decoder = getincrementaldecoder("utf-8-sig")()
        self._text = ""
        self._place = 0

    def peek(self) -> str:
        """The next character that is not blank; ``""`` at the end."""
        while True:
            while self._place < len(self._text):
                if self._text[self._place] not in _BLANK:
                    return self._text[self._place]
                self._place += 1
            if not self._more():
                return ""

    def value(self) -> Any:
        self.peek()
        while True:
            ahead = len(self._text) - self._place
            try:
                value, end = _DECODE(self._text, self._place)
            except ValueError as error:
                # Twice as much for the next try, so that all tries together cost no more than a few of the whole.
                if ahead > LARGEST or not self._more(ahead):
                    raise self.wrong("no JSON, or cut short") from error
                continue
            except RecursionError as error:
                raise self.wrong("JSON in too many layers") from error
            # A number may go on in what is not read yet: 1 of 1.5.
            whole = self._text[end : end + 1] in _ENDS or isinstance(value, list | dict | str)
            length = end - self._place
            if whole or not self._more(ahead):
                self._place += length
                return value
            if ahead > LARGEST:
                raise self.wrong("no JSON")

    def keys_of_object(self) -> Iterator[str]:
        for _ in self._parts("{", "}"):
            key = self.value()
            if not isinstance(key, str) or self.peek() != ":":
                raise self.wrong("no JSON object")
            self._place += 1
            yield key

    def places_of_array(self) -> Iterator[int]:
        return self._parts("[", "]")

    def _parts(self, opening: str, closing: str) -> Iterator[int]:
        assert self.peek() == opening
        self._place += 1
        count = 0
        while (mark := self.peek()) != closing:
            if count:
                if mark != ",":
                    raise self.wrong("no JSON, or cut short")
                self._place += 1
                self.peek()
            yield count
            count += 1
        self._place += 1

    def wrong(self, problem: str) -> CardFileError:
        return CardFileError(problem, value=str(self._path))

    def _more(self, length: int = 1) -> bool:
        """Read on, at least that many characters if there are. ``False`` where there were none."""
        read: list[str] = []
        chunk: bytes | None = b""
        while length > 0 and chunk is not None:
            chunk = next(self._chunks, None)
            try:
                read.append(self._decoder.decode(chunk or b"", final=chunk is None))
            except UnicodeDecodeError as error:
                raise self.wrong("no UTF-8") from error
            length -= len(read[-1])
        self._text = "".join((self._text[self._place :], *read))
        self._place = 0
        return any(read)
