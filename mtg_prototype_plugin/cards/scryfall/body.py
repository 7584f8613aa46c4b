"""Bodies of answers, read within bounds of size and time."""

import time
import zlib
from collections.abc import Callable
from http.client import IncompleteRead
from typing import Final

import requests
from urllib3.exceptions import HTTPError

from mtg_hookspecs.errors import BadResponse, Offline

MOST_BYTES: Final = 8_000_000
"""A card is some 5,000 bytes, a page of 175 cards 1,400,000; an unpacked answer over this is none."""

_PIECE: Final = 65_536


class CutShort(BadResponse):
    """An answer that ended before it was whole."""


def read(
    response: requests.Response,
    *,
    most: int = MOST_BYTES,
    seconds: float,
    steady: Callable[[], float] = time.monotonic,
) -> bytes:
    """The whole body, unpacked: at most ``most`` bytes within ``seconds``.

    Raises ``BadResponse`` for a body that is too large, cut short or packed in a way that was not asked for,
    ``Offline`` for one that stops or comes too slowly.
    """
    url, until = response.url, steady() + seconds
    packing = response.headers.get("Content-Encoding", "identity").lower()
    if packing not in ("identity", "gzip"):
        raise BadResponse(f"an answer packed as {packing[:40]!r}", value=url, hint="gzip was asked for")
    unpack = zlib.decompressobj(wbits=31) if packing == "gzip" else None
    body = bytearray()
    while piece := next_piece(response):
        try:
            body += unpack.decompress(piece, most + 1 - len(body)) if unpack else piece
        except zlib.error as error:
            raise BadResponse("an answer that cannot be unpacked", value=url) from error
        if len(body) > most:
            raise BadResponse(f"an answer of more than {most:,} bytes", value=url)
        if steady() > until:
            raise Offline(f"an answer that was not whole after {seconds:g} s", value=url)
    if unpack and not unpack.eof:
        raise CutShort("an answer cut short", value=url)
    return bytes(body)


def next_piece(response: requests.Response) -> bytes:
    """What has come of the body, packed as it was sent; waits for one byte at least, and is empty at the end."""
    try:
        return response.raw.read1(_PIECE, decode_content=False) or b""
    except (HTTPError, OSError) as error:
        if any(isinstance(each, IncompleteRead) for each in (error, *error.args)):
            raise CutShort("an answer cut short", value=response.url) from error
        raise Offline(f"an answer that stopped: {type(error).__name__}", value=response.url) from error
