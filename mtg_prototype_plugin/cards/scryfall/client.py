"""The client: what Scryfall is asked, and how its answers are given.

Every request says who asks, waits for its turn over all processes, is kept for a day, and stops at a lock-out.
"""

import hashlib
import uuid
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self
from urllib.parse import quote, urlsplit

import requests
from filelock import FileLock
from filelock import Timeout as LockTimeout
from requests.structures import CaseInsensitiveDict
from requests_cache.models import AnyResponse

from mtg_hookspecs.errors import BadResponse, ScryfallError

from .answers import Answer, CollectionAnswer, Origin, Record, Reuse
from .cache import KEEP, AnswerCache, cached_session
from .download import MOST_REDIRECTS, Download, Progress, Source
from .hosts import API, Links, checked_api_url
from .limits import Guard, GuardedAdapter, Redirected, paced_adapters
from .lockout import Clock, LockOut
from .place import Place
from .plain import not_found, parsed, unexpected, user_agent
from .transport import AnswerAdapter, Timeouts, ways_of

BATCH: Final = 75
"""Identifiers in one request for a collection."""
MOST_PAGES: Final = 2_000
"""Pages of one search; there are fewer prints than fill them."""
_FUTURE: Final = 60.0
"""Seconds by which an answer may seem to come from the future before it is asked for again."""
_ANY_AGE: Final = "stale-if-error=3153600000"


class ScryfallClient:
    """Asks the API at ``base_url``. A context manager; one client for one thread, as many processes as you like.

    ``session`` brings its proxies, certificates and adapters and stays its owner's; ``contact`` is an e-mail or web
    address for Scryfall's operators; ``cache_dir`` is where answers are kept, by default beside the store of cards.
    """

    def __init__(
        self,
        *,
        base_url: str = API,
        cache_dir: Path | None = None,
        session: requests.Session | None = None,
        contact: str | None = None,
        timeouts: Timeouts | None = None,
        clock: Clock | None = None,
    ) -> None:
        self._closed = False
        self._base_url = checked_api_url(base_url)
        agent = user_agent(contact)
        self._place = Place.of(self._base_url, cache_dir=cache_dir)
        self._links = Links(self._base_url)
        self._timeouts = timeouts or Timeouts()
        self._clock = clock or Clock()
        self._lock_out = LockOut(self._place.lock_out, clock=self._clock)
        base = requests.Session() if session is None else session
        self._owned = base if session is None else None
        guard = Guard(base.get_adapter(self._base_url), self._links, self._lock_out, self._clock)
        paced = paced_adapters(self._base_url, folder=self._place.state, guard=guard)
        self._answers = AnswerCache(self._place.answers)
        self._api = cached_session(base, self._answers)
        self._api.headers.update({"User-Agent": agent, "Accept": "application/json", "Accept-Encoding": "gzip"})
        for prefix, adapter in paced.items():
            self._api.mount(prefix, AnswerAdapter(adapter, timeouts=self._timeouts, clock=self._clock))
        self._files = _like(base)
        self._files.headers["User-Agent"] = agent
        self._files.mount("https://", GuardedAdapter(guard=guard))
        self._files.mount("http://", GuardedAdapter(guard=guard))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close connections and files. A session that was handed in stays open."""
        self._closed = True
        self._api.close()  # type: ignore[no-untyped-call]
        self._files.close()
        if self._owned:
            self._owned.close()

    @property
    def place(self) -> Place:
        """Where answers, limits and lock-out are kept."""
        return self._place

    @property
    def locked_out_for(self) -> float:
        """Seconds until Scryfall may be asked again after a 429; 0.0: now."""
        return self._lock_out.remaining()

    def named(
        self, *, exact: str | None = None, fuzzy: str | None = None, set_code: str | None = None
    ) -> Answer[Record]:
        """The card of exactly that name, or of a name like it. ``CardNotFound`` if there is none, or several."""
        asked = {"exact": exact, "fuzzy": fuzzy}
        given = {key: name for key, name in asked.items() if name is not None}
        if len(given) != 1 or not "".join(given.values()).strip():
            raise ScryfallError("a card is asked for by one name", value=asked, hint="give exact= or fuzzy=")
        if set_code is not None:
            given["set"] = set_code
        return self._card("/cards/named", params=given, value=exact or fuzzy)

    def card(self, scryfall_id: str) -> Answer[Record]:
        """The print of that Scryfall id."""
        return self._card(f"/cards/{_checked_id(scryfall_id)}", value=scryfall_id)

    def card_at(self, set_code: str, number: str, lang: str | None = None) -> Answer[Record]:
        """The print of that set and collector number, in English or the language of that code."""
        place = (set_code, number) if lang is None else (set_code, number, lang)
        return self._card("/".join(("/cards", *map(_segment, place))), value="/".join(place))

    def rulings(self, scryfall_id: str) -> Answer[tuple[Record, ...]]:
        """The rulings on the card of that print, each with ``published_at`` and ``comment``."""
        answer = self._object(f"/cards/{_checked_id(scryfall_id)}/rulings", wanted="list", value=scryfall_id)
        return _with(answer, self._records(answer))

    def collection(self, identifiers: Iterable[Record]) -> CollectionAnswer:
        """The cards of any number of identifiers (``{"name": …}``, ``{"set": …, "collector_number": …}``, …).

        75 are asked for at once, in their order; those that name no card are misses, not errors.
        """
        asked = [dict(identifier) for identifier in identifiers]
        batches = [asked[start : start + BATCH] for start in range(0, len(asked), BATCH)]
        answers = tuple(
            self._object("/cards/collection", wanted="list", value=None, json={"identifiers": batch})
            for batch in batches
        )
        return CollectionAnswer(
            found=tuple(record for answer in answers for record in self._records(answer)),
            misses=tuple(each for answer in answers for each in self._records(answer, key="not_found")),
            answers=answers,
        )

    def search(self, query: str, *, unique: str = "cards", multilingual: bool = False) -> Iterator[Record]:
        """The cards that a search finds, asking for a page of 175 when the one before is used up."""
        for page in self.search_pages(query, unique=unique, multilingual=multilingual):
            yield from page.value

    def search_pages(
        self, query: str, *, unique: str = "cards", multilingual: bool = False
    ) -> Iterator[Answer[tuple[Record, ...]]]:
        """As ``search``, page by page with how fresh each is. A search without a hit has no page."""
        params: dict[str, str] | None = {
            "q": query,
            "unique": unique,
            "include_multilingual": str(multilingual).lower(),
        }
        url, seen = f"{self._base_url}/cards/search", set[str]()
        while url not in seen:
            seen.add(url)
            status, answer = self._ask("GET", url, wanted="list", params=params)
            if status == 404:
                return
            yield _with(answer, self._records(answer))
            if not answer.value.get("has_more"):
                return
            url, params = self._next_page(answer, url), None
            if len(seen) >= MOST_PAGES:
                break
        raise BadResponse("a search without end", value=url)

    def bulk_descriptors(self, *, reuse: Reuse = Reuse.DAY) -> Answer[tuple[Record, ...]]:
        """The descriptors of all bulk files."""
        answer = self._object("/bulk-data", wanted="list", value="bulk-data", reuse=reuse)
        return _with(answer, self._records(answer))

    def bulk_descriptor(self, kind: str, *, reuse: Reuse = Reuse.DAY) -> Answer[Record]:
        """The descriptor of one bulk file, such as ``oracle_cards``."""
        return self._object(f"/bulk-data/{_segment(kind)}", wanted="bulk_data", value=kind, reuse=reuse)

    def download(self, descriptor: Record, path: Path, *, progress: Progress | None = None) -> Path:
        """Fetch the bulk file of ``descriptor`` to ``path``: whole, checked, and renamed at the end.

        A download that broke off is gone on with. Raises ``Offline`` (what has come is kept), ``BadResponse``,
        ``RateLimited``; ``ScryfallError`` where it cannot be written, or while another process fetches to ``path``.
        """
        self._check_open()
        source = Source.of(descriptor, links=self._links)
        mark = hashlib.sha256(str(path.absolute()).encode()).hexdigest()[:12]
        download = Download(
            source,
            path,
            session=self._files,
            links=self._links,
            timeouts=self._timeouts,
            clock=self._clock,
            progress=progress,
        )
        try:
            with FileLock(self._place.state / f"{mark}.download", timeout=0):
                return download.run()
        except LockTimeout as error:
            raise ScryfallError("another process fetches this file", value=str(path), hint="wait for it") from error

    def _card(self, path: str, *, value: object, params: Mapping[str, str] | None = None) -> Answer[Record]:
        return self._object(path, wanted="card", value=value, params=params)

    def _object(
        self,
        path: str,
        *,
        wanted: str,
        value: object,
        params: Mapping[str, str] | None = None,
        json: object = None,
        reuse: Reuse = Reuse.DAY,
    ) -> Answer[Record]:
        url = f"{self._base_url}{path}"
        status, answer = self._ask(
            "GET" if json is None else "POST", url, wanted=wanted, params=params, json=json, reuse=reuse
        )
        if status == 404:
            raise not_found(answer.value, value=value)
        return answer

    def _ask(
        self,
        method: str,
        url: str,
        *,
        wanted: str,
        params: Mapping[str, str] | None = None,
        json: object = None,
        reuse: Reuse = Reuse.DAY,
    ) -> tuple[int, Answer[Record]]:
        """200 with the object that is wanted, or 404. A redirect is followed if it leads to where a link may lead."""
        what: dict[str, Any] = {"params": params, "json": json}
        for _ in range(MOST_REDIRECTS + 1):
            try:
                response, problem = self._response(method, url, what, reuse)
            except Redirected as redirect:
                if method != "GET":
                    raise BadResponse("a redirect of a collection", value=redirect.location) from None
                url, what = self._api_link(redirect.location, found_at=url), {}
                continue
            status = response.status_code
            record = parsed(response.content, url=url, status=status)
            if status != 404 and (status != 200 or record["object"] != wanted):
                self._answers.forget(response.cache_key)
                raise unexpected(record, url=url, status=status, wanted=wanted)
            return status, self._answer(response, record, problem)
        raise BadResponse("too many redirects", value=url)

    def _response(
        self, method: str, url: str, what: Mapping[str, Any], reuse: Reuse
    ) -> tuple[AnyResponse, ScryfallError | None]:
        """From the cache or from Scryfall; where Scryfall gives none, a stale one with the reason."""
        self._check_open()
        ways: dict[str, Any] = {**what, **ways_of(self._api, self._timeouts)}
        try:
            response = self._api.request(method, url, refresh=reuse is Reuse.CHECKED, **ways)
            if _kept(response) and _received(response) > self._clock.wall() + _FUTURE:  # the clock was set back
                response = self._api.request(method, url, force_refresh=True, **ways)
        except ScryfallError as error:
            kept = self._api.request(method, url, only_if_cached=True, headers={"Cache-Control": _ANY_AGE}, **ways)
            if kept.status_code == 504:  # nothing is kept
                raise
            return kept, error
        return response, None

    def _answer(self, response: AnyResponse, record: Record, problem: ScryfallError | None) -> Answer[Record]:
        origin = Origin.SCRYFALL
        if _kept(response):
            origin = Origin.STALE if problem and response.is_expired else Origin.CACHE
        return Answer(record, origin, min(_received(response), self._clock.wall()), problem)

    def _check_open(self) -> None:
        if self._closed:
            raise ScryfallError("the client is closed", value=self._base_url)

    def _api_link(self, link: object, *, found_at: str) -> str:
        """A link to the API, where an answer is an object; bulk files are elsewhere."""
        url = self._links.checked(link, found_at=found_at)
        if urlsplit(url).netloc != urlsplit(self._base_url).netloc:
            raise BadResponse("a link that leads away from the API", value=link, hint="it is not followed")
        return url

    def _next_page(self, answer: Answer[Record], url: str) -> str:
        link = self._api_link(answer.value.get("next_page"), found_at=url)
        if urlsplit(link).path != urlsplit(url).path:
            raise BadResponse("a next page that is of no search", value=link, hint="it is not followed")
        return link

    def _records(self, answer: Answer[Record], *, key: str = "data") -> tuple[Record, ...]:
        records = answer.value.get(key, [] if key == "not_found" else None)
        if not isinstance(records, list) or not all(isinstance(record, dict) for record in records):
            raise BadResponse(f"a list whose {key!r} is no list of objects", value=self._base_url)
        return tuple(records)


def _like(base: requests.Session) -> requests.Session:
    session = requests.Session()
    session.adapters.clear()
    session.headers = CaseInsensitiveDict(base.headers)
    for name in ("auth", "cert", "proxies", "trust_env", "verify"):
        setattr(session, name, getattr(base, name))
    return session


def _kept(response: AnyResponse) -> bool:
    """Whether Scryfall was not asked for it now."""
    return response.from_cache and not response.revalidated


def _received(response: AnyResponse) -> float:
    """When the answer was given or last confirmed."""
    moment = response.created_at if response.expires is None else response.expires - KEEP
    return moment.timestamp()


def _with(answer: Answer[Record], value: tuple[Record, ...]) -> Answer[tuple[Record, ...]]:
    return Answer(value, answer.origin, answer.received, answer.problem)


def _checked_id(scryfall_id: str) -> str:
    try:
        return str(uuid.UUID(scryfall_id))
    except ValueError:
        raise ScryfallError("no Scryfall id", value=scryfall_id, hint="it is a UUID") from None


def _segment(text: str) -> str:
    if not text.strip(". "):
        raise ScryfallError("no part of an address", value=text)
    return quote(text, safe="")
