"""The bytes of a file, unzipped on the way where it is gzipped, in pieces of bounded size."""

import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from .errors import CardFileError, one_line

Progress = Callable[[int, int | None], None]
"""Told how many bytes of the file are done, and how many there are if that is known."""

_CHUNK: Final = 1 << 18
_GZIP: Final = b"\x1f\x8b"
_OTHERS: Final = {
    b"\xfd7zXZ\0": "xz",
    b"PK\x03\x04": "zip",
    b"BZh": "bzip2",
    b"\x28\xb5\x2f\xfd": "zstd",
    b"7z\xbc\xaf\x27\x1c": "7z",
}
"""How files begin that are packed otherwise."""


def chunks(path: Path, *, progress: Progress | None = None) -> Iterator[bytes]:
    """The bytes of a file, unzipped if they are gzipped. Raises ``CardFileError``, also where the end is missing."""
    try:
        total = path.stat().st_size
        with path.open("rb") as file:
            if not file.seekable():
                raise CardFileError("no file but a stream", value=str(path), hint="save it as a file first")
            start = file.read(8)
            file.seek(0)
            for mark, kind in _OTHERS.items():
                if start.startswith(mark):
                    raise CardFileError(f"a file packed with {kind}", value=str(path), hint="unpack it first")
            zipped = start.startswith(_GZIP)
            raw = iter(lambda: file.read(_CHUNK), b"")
            for data in _unzipped(raw) if zipped else raw:
                yield data
                if progress:
                    progress(file.tell(), total)
    except OSError as error:
        raise CardFileError(
            f"a file that cannot be read: {error.strerror or one_line(error)}", value=str(path)
        ) from error
    except (zlib.error, EOFError) as error:
        raise CardFileError(f"a damaged gzip file: {error}", value=str(path), hint="fetch it again") from error


def _unzipped(raw: Iterator[bytes]) -> Iterator[bytes]:
    """At most ``_CHUNK`` at a time, whatever the file would unpack to. zlib checks each member's sum and length."""
    inflate = zlib.decompressobj(31)
    for data in raw:
        rest = data
        while rest or inflate.unconsumed_tail:
            if inflate.eof:
                rest = rest.lstrip(b"\0")  # padding is allowed after the end
                if not rest:
                    break
                inflate = zlib.decompressobj(31)
            if found := inflate.decompress(rest, _CHUNK):
                yield found
            rest = inflate.unused_data if inflate.eof else inflate.unconsumed_tail
    if not inflate.eof:
        raise EOFError("it is cut short")
