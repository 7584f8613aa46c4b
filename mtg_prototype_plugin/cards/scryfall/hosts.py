"""Which addresses may be asked, and where links in answers may lead. Judged by the parsed name, never by a prefix."""

import re
from typing import Final
from urllib.parse import SplitResult, urljoin, urlsplit

from urllib3.exceptions import LocationParseError
from urllib3.util import parse_url

from mtg_hookspecs.errors import BadResponse, ScryfallError

API: Final = "https://api.scryfall.com"

_LOOPBACK: Final = frozenset({"localhost", "127.0.0.1", "::1"})
_ODD: Final = re.compile(r"[^\x21-\x7e]|\\")
"""What two readers of one address may understand in two ways."""


def checked_api_url(api_url: str) -> str:
    """``api_url`` without a slash at its end, if it is Scryfall's API or a server on this machine."""
    parts = _parts(api_url)
    pinned = parts is not None and (parts.scheme, parts.netloc.lower()) == ("https", "api.scryfall.com")
    if parts is None or not (pinned or is_local(api_url)) or parts.query or parts.fragment:
        raise ScryfallError("not Scryfall's API", value=api_url, hint=f"{API}, or a server on this machine")
    return api_url.rstrip("/")


def is_local(url: str) -> bool:
    """Whether the address is a server on this machine: a loopback name, http or https."""
    parts = _parts(url)
    return parts is not None and parts.scheme in ("http", "https") and parts.hostname in _LOOPBACK


class Links:
    """Where a request may go when ``base_url`` is the API.

    From Scryfall to ``api.scryfall.com`` and ``*.scryfall.io``, over HTTPS; from a server on this machine only to
    itself.
    """

    def __init__(self, base_url: str) -> None:
        self._base = _parts(checked_api_url(base_url))
        self._local = is_local(base_url)

    def checked(self, link: object, *, found_at: str = "") -> str:
        """The absolute address of ``link``, which stood in the answer of ``found_at``. ``BadResponse`` for another."""
        url = urljoin(found_at, link) if isinstance(link, str) and link and not _ODD.search(link) else ""
        if not self._allowed(url):
            raise BadResponse("a link that leads away from Scryfall", value=link, hint="it is not followed")
        return url

    def _allowed(self, url: str) -> bool:
        parts = _parts(url)
        if parts is None or self._base is None:
            return False
        if self._local:
            return _origin(parts) == _origin(self._base)
        host = parts.hostname or ""
        ours = host == "api.scryfall.com" or re.fullmatch(r"[a-z0-9.-]+\.scryfall\.io", host) is not None
        return ours and _origin(parts) == ("https", host, 443)


def _parts(url: str) -> SplitResult | None:
    """The parts of an address that ``urllib.parse`` and urllib3, which sends, read alike; without user names."""
    if _ODD.search(url):
        return None
    try:
        parts, sent = urlsplit(url), parse_url(url)
        port = parts.port
    except (ValueError, LocationParseError):
        return None
    same = (parts.scheme, parts.hostname, port) == (sent.scheme, (sent.host or "").strip("[]").lower(), sent.port)
    return parts if same and "@" not in parts.netloc else None


def _origin(parts: SplitResult) -> tuple[str, str | None, int | None]:
    return parts.scheme, parts.hostname, parts.port or {"https": 443, "http": 80}.get(parts.scheme)
