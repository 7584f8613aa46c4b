"""One card from the public Scryfall API, by name. Nothing here runs unless the caller asked for the network.

Scryfall asks that every request say who sends it, that hosts be its own, and that nobody goes on through a 429.
"""

import json
from collections.abc import Mapping
from typing import Any, Final
from urllib.parse import urlsplit

import requests

from mtg_hookspecs.errors import BadResponse, CardNotFound, Offline, RateLimited, ScryfallError

from .. import __version__

API: Final = "https://api.scryfall.com"
USER_AGENT: Final = f"mtg-prototype-plugin/{__version__}"
TIMEOUT: Final = (5.0, 20.0)
"""Seconds to connect, and between two pieces of an answer."""
LOCK_OUT: Final = 30.0
"""Seconds for which a 429 locks a client out, if the answer does not say longer."""
MOST_BYTES: Final = 4_000_000
"""A card is some 5,000 bytes; an answer over this is none."""

_LOOPBACK: Final = frozenset({"localhost", "127.0.0.1", "::1"})


def named(name: str, *, api_url: str = API) -> Mapping[str, Any]:
    """The record of the card with exactly that name: one request to ``/cards/named``.

    Raises ``CardNotFound``, ``RateLimited`` (nothing is asked again), ``Offline``, ``BadResponse``; ``ScryfallError``
    for an ``api_url`` that is neither Scryfall's nor of this machine.
    """
    url = f"{checked_api_url(api_url)}/cards/named"
    try:
        with requests.Session() as session:
            response = session.get(
                url,
                params={"exact": name},
                headers={"User-Agent": USER_AGENT, "Accept": "application/json"},
                timeout=TIMEOUT,
                allow_redirects=False,
                stream=True,
            )
            with response:
                return _card(name, url, response, _body(url, response))
    except requests.RequestException as error:
        raise Offline(
            f"no answer from Scryfall: {type(error).__name__}", value=url, hint="the embedded cards need no network"
        ) from error


def checked_api_url(api_url: str) -> str:
    """``api_url`` without a slash at its end, if it is Scryfall's API or a server on this machine."""
    try:
        parts = urlsplit(api_url)
        host = parts.hostname
    except ValueError:
        parts, host = urlsplit(""), None
    pinned = (parts.scheme, parts.netloc.lower()) == ("https", "api.scryfall.com")
    local = parts.scheme in ("http", "https") and host in _LOOPBACK and "@" not in parts.netloc
    if not (pinned or local) or parts.query or parts.fragment:
        raise ScryfallError("not Scryfall's API", value=api_url, hint=f"{API}, or a server on this machine")
    return api_url.rstrip("/")


def _body(url: str, response: requests.Response) -> bytes:
    body = bytearray()
    for piece in response.iter_content(65_536):
        body += piece
        if len(body) > MOST_BYTES:
            raise BadResponse(f"an answer of more than {MOST_BYTES:,} bytes", value=url)
    return bytes(body)


def _card(name: str, url: str, response: requests.Response, body: bytes) -> Mapping[str, Any]:
    status = response.status_code
    if status == 429:
        seconds = _retry_after(response)
        raise RateLimited(
            "Scryfall asks for a pause", value=url, hint=f"ask nothing for {seconds:.0f} s", retry_after=seconds
        )
    if status in range(300, 400):
        raise BadResponse(f"a redirect ({status})", value=response.headers.get("Location"), hint="it is not followed")
    try:
        record = json.loads(body)
    except ValueError as error:
        raise BadResponse(f"an answer that is no JSON (status {status})", value=url) from error
    kind = record.get("object") if isinstance(record, dict) else None
    if status == 404 and kind == "error":
        details = str(record.get("details", "no such card"))
        raise CardNotFound(f"Scryfall has no one card of that name ({details})", value=name)
    if status != 200 or kind != "card":
        details = record.get("details", "") if isinstance(record, dict) else ""
        raise BadResponse(f"an answer that is no card (status {status}) {details}".rstrip(), value=url)
    return dict(record)


def _retry_after(response: requests.Response) -> float:
    said = response.headers.get("Retry-After", "")
    return max(LOCK_OUT, float(said)) if said.isdecimal() else LOCK_OUT
