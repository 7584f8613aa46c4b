"""One card by one plain request: what works without the extra ``scryfall``."""

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

import requests

from mtg_hookspecs.errors import BadResponse, CardNotFound, Offline, ScryfallError

from ... import __version__
from . import body
from .hosts import API, checked_api_url
from .lockout import Clock, LockOut, pause_asked_for
from .place import Place

CONTACT: Final = "+https://pypi.org/project/mtg-prototype-plugin/"
"""Where Scryfall's operators find who made the program, unless its user names another contact."""
TIMEOUT: Final = (5.0, 20.0)
"""Seconds to connect, and between two pieces of an answer."""
WHOLE: Final = 60.0
"""Seconds for the body of an answer."""


def user_agent(contact: str | None = None) -> str:
    """Who asks: name, version, contact. Raises ``ScryfallError`` for a contact that is no part of a header."""
    contact = CONTACT if contact is None else contact
    if not contact.isascii() or not contact.isprintable() or not contact.strip() or set(contact) & set("()"):
        raise ScryfallError("no contact", value=contact, hint="an e-mail or web address in ASCII, without brackets")
    return f"mtg-prototype-plugin/{__version__} ({contact})"


def named(name: str, *, api_url: str = API) -> Mapping[str, Any]:
    """The record of the card with exactly that name: one request to ``/cards/named``.

    No answer is kept: a caller with more than one question takes ``ScryfallClient``. A lock-out is kept where that
    one looks for it too, and nothing is sent while it lasts. Raises ``CardNotFound``, ``RateLimited``, ``Offline``,
    ``BadResponse``; ``ScryfallError`` for an ``api_url`` that is neither Scryfall's nor of this machine.
    """
    base_url = checked_api_url(api_url)
    url = f"{base_url}/cards/named"
    _lock_out(Place.found(base_url).lock_out).check(url)
    headers = {"User-Agent": user_agent(), "Accept": "application/json", "Accept-Encoding": "gzip"}
    try:
        with (
            requests.Session() as session,
            session.get(
                url, params={"exact": name}, headers=headers, timeout=TIMEOUT, allow_redirects=False, stream=True
            ) as response,
        ):
            content = body.read(response, seconds=WHOLE)
            if response.status_code == 429:
                seconds = pause_asked_for(response.headers, content)
                raise _lock_out(_made(base_url).lock_out).record(url, seconds=seconds)
            return _card(name, url, response, content)
    except requests.RequestException as error:
        raise no_answer(url, error) from error


@cache
def _lock_out(folder: Path) -> LockOut:
    """One for the process: it remembers a pause that cannot be written."""
    return LockOut(folder, clock=Clock())


def _made(base_url: str) -> Place:
    try:
        return Place.of(base_url)
    except ScryfallError:
        return Place.found(base_url)


def no_answer(url: str, error: Exception) -> Offline:
    """The error for a request that got none."""
    return Offline(
        f"no answer from Scryfall: {type(error).__name__}", value=url, hint="the embedded cards need no network"
    )


def _card(name: str, url: str, response: requests.Response, content: bytes) -> Mapping[str, Any]:
    status = response.status_code
    if status in range(300, 400):
        raise BadResponse(f"a redirect ({status})", value=response.headers.get("Location"), hint="it is not followed")
    record = parsed(content, url=url, status=status)
    if status == 404 and record["object"] == "error":
        raise not_found(record, value=name)
    if status != 200 or record["object"] != "card":
        raise unexpected(record, url=url, status=status, wanted="card")
    return record


def parsed(content: bytes, *, url: str, status: int) -> dict[str, Any]:
    """The JSON object of an answer, with its ``object``."""
    try:
        record = json.loads(content)
    except (ValueError, RecursionError) as error:
        raise BadResponse(f"an answer that is no JSON (status {status})", value=url) from error
    if not isinstance(record, dict) or not isinstance(record.get("object"), str):
        raise BadResponse(f"an answer that is no object of Scryfall's (status {status})", value=url)
    return record


def not_found(error: Mapping[str, Any], *, value: object) -> CardNotFound:
    """The error for a 404: no card, or several (``type`` is ``ambiguous``)."""
    details = _details(error) or "no such card"
    hint = "give more of the name" if error.get("type") == "ambiguous" else ""
    return CardNotFound(f"Scryfall has no one card like that ({details})", value=value, hint=hint)


def unexpected(record: Mapping[str, Any], *, url: str, status: int, wanted: str) -> BadResponse:
    """The error for an answer that is another object than was wanted, or an error of Scryfall's."""
    said = f"an answer that is no {wanted} (status {status}) {_details(record)}".rstrip()
    return BadResponse(said, value=url)


def _details(record: Mapping[str, Any]) -> str:
    return " ".join(str(record.get("details", "")).split())[:300]
