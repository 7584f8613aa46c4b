"""Bring the local store up to date: from a file, from Scryfall's bulk file, or with a search for prototype cards."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path
from typing import Any, Final, Protocol

from mtg_hookspecs.errors import BadResponse
from mtg_hookspecs.value import Value

from . import bulk
from .build import build
from .bulk import PROTOTYPE
from .errors import CardFileError, StoreError
from .record import Record, Unreadable
from .scryfall import Answer, Reuse
from .sources import mtgjson
from .store import CardStore, StoreInfo
from .unpacked import Progress

BULK: Final = "oracle_cards"
"""The bulk file that is fetched: each card once."""
SEARCH: Final = "keyword:prototype"
"""What Scryfall is asked with ``Scope.PROTOTYPES``: every print, in every language."""


class Scope(StrEnum):
    """Which cards of a source go into the store."""

    ALL = "all"
    PROTOTYPES = "prototypes"

    def __repr__(self) -> str:
        return f"Scope.{self.name}"


class BulkClient(Protocol):
    """What is asked of Scryfall for all cards."""

    def bulk_descriptor(self, kind: str, *, reuse: Reuse) -> Answer[Record]:
        """What Scryfall says of the bulk file of that kind, now (``Reuse.CHECKED``) or within the day."""
        ...

    def download(self, descriptor: Record, path: Path, *, progress: Progress | None = None) -> Any:
        """Fetch the file to ``path``; a file at ``path`` is whole."""
        ...


class SearchClient(Protocol):
    """What is asked of Scryfall for the prototype cards."""

    def search_pages(
        self, query: str, *, unique: str = "cards", multilingual: bool = False
    ) -> Iterable[Answer[tuple[Record, ...]]]:
        """The records that match, page by page."""
        ...


@dataclass(frozen=True, slots=True)
class SyncReport(Value):
    """The store after a sync, what could not be read, and whether the store was new enough before."""

    store: StoreInfo
    unreadable: tuple[Unreadable, ...] = ()
    up_to_date: bool = False


def from_file(
    file: Path, path: Path, *, scope: Scope = Scope.ALL, as_of: str | None = None, reading: Progress | None = None
) -> SyncReport:
    """Build the store at ``path`` from a bulk file of Scryfall's (old or new form) or a file of MTGJSON's.

    With ``Scope.PROTOTYPES`` only its prototype cards are taken, and put onto the store that is there. ``as_of``: when
    the file's facts were made; if not given, what MTGJSON's says, else when the file was written.
    Raises ``CardFileError``, ``StoreError``.
    """
    unreadable: list[Unreadable] = []
    as_of = as_of or _written(file)
    if scope is Scope.PROTOTYPES:
        records = _records(file, containing=PROTOTYPE, unreadable=unreadable, progress=reading)
        records = (record for record in records if _may_have_prototype(record))
        onto = _there(path)
    else:
        records = _records(file, containing=b"", unreadable=unreadable, progress=reading)
        onto = None
    info = build(records, path, origin=file.name, as_of=as_of, unreadable=unreadable, onto=onto)
    return SyncReport(info, tuple(unreadable))


def from_bulk(
    client: BulkClient, path: Path, *, fetching: Progress | None = None, reading: Progress | None = None
) -> SyncReport:
    """Fetch the bulk file, unless the store at ``path`` is of that file already, and build the store anew.

    The file stays beside the store until that is built, so that nothing is fetched twice. Raises what the client
    raises, ``CardFileError``, ``StoreError``; also where the client has but an old answer and says why.
    """
    answer = client.bulk_descriptor(BULK, reuse=Reuse.CHECKED)
    if answer.problem is not None:
        raise answer.problem
    descriptor = answer.value
    as_of = descriptor.get("updated_at")
    if not isinstance(as_of, str):
        raise BadResponse("a bulk file without a date", value=descriptor.get("uri"))
    before = _info(path)
    if before and (before.origin, before.as_of) == (BULK, as_of):
        return SyncReport(before, up_to_date=True)
    day = "".join(letter for letter in as_of if letter.isalnum())
    file = path.with_name(f"{BULK}-{day}.gz")
    if not file.exists():
        client.download(descriptor, file, progress=fetching)
    unreadable: list[Unreadable] = []
    try:
        records = bulk.records(file, unreadable=unreadable.append, progress=reading)
        info = build(records, path, origin=BULK, as_of=as_of, unreadable=unreadable)
    except CardFileError:
        file.unlink(missing_ok=True)  # what it holds is no use the next time either
        raise
    for fetched in path.parent.glob(f"{BULK}-*"):  # and what is left of older ones
        fetched.unlink(missing_ok=True)
    return SyncReport(info, tuple(unreadable))


def from_search(client: SearchClient, path: Path, *, finding: Callable[[int], None] | None = None) -> SyncReport:
    """Ask Scryfall for the prototype cards, and put them onto the store that is there. They are of the oldest page.

    ``finding`` is told how many prints have come. Raises what the client raises, also where it has but an old answer
    and says why; ``BadResponse`` for a search that finds nothing; ``StoreError``.
    """
    onto = _there(path)
    found: list[Record] = []
    received: list[float] = []
    for page in client.search_pages(SEARCH, unique="prints", multilingual=True):
        if page.problem is not None:
            raise page.problem
        found.extend(page.value)
        received.append(page.received)
        if finding:
            finding(len(found))
    if not found:
        raise BadResponse("a search that finds no prototype card", value=SEARCH)
    unreadable: list[Unreadable] = []
    as_of = _moment(min(received))
    info = build(found, path, origin=SEARCH, as_of=as_of, unreadable=unreadable, onto=onto)
    return SyncReport(info, tuple(unreadable))


def _records(
    file: Path, *, containing: bytes, unreadable: list[Unreadable], progress: Progress | None
) -> Iterator[Record]:
    """Of a bulk file, or of MTGJSON's, whose root is an object."""
    if mtgjson.recognized(file):
        return mtgjson.records(file, progress=progress)
    return bulk.records(file, containing=containing, unreadable=unreadable.append, progress=progress)


def _may_have_prototype(record: Record) -> bool:
    """Of a record whose keywords are no list that is not known: a build refuses it."""
    keywords = record.get("keywords") or ()
    return not isinstance(keywords, list | tuple) or "Prototype" in keywords


def _written(file: Path) -> str:
    if mtgjson.recognized(file) and (day := mtgjson.day_of(file)):
        return day
    try:
        return _moment(file.stat().st_mtime)
    except OSError as error:
        raise CardFileError(f"a file that cannot be read: {error.strerror}", value=str(file)) from error


def _info(path: Path) -> StoreInfo | None:
    """Of a store that is whole: any other is built anew."""
    try:
        with CardStore(path) as store:
            store.check()
            return store.info()
    except StoreError:
        return None


def _there(path: Path) -> Path | None:
    """The store, if there is one. Raises ``StoreError`` for one that is not whole: it would be lost."""
    try:
        with CardStore(path) as store:
            store.check()
    except StoreError as error:
        if isinstance(error.__cause__, FileNotFoundError):
            return None
        hint = "mtg-prototype sync, without --search, builds a new one"
        raise StoreError(error.problem, value=error.value, hint=hint) from error
    return path


def _moment(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="seconds")
