"""Bring the local store up to date: from a file, from Scryfall's bulk file, or with a search for prototype cards."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
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

    def search(self, query: str, *, unique: str = "cards", multilingual: bool = False) -> Iterable[Record]:
        """The records that match."""
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

    With ``Scope.PROTOTYPES`` only its prototype cards are taken, and put onto the store that is there.
    Raises ``CardFileError``, ``StoreError``.
    """
    unreadable: list[Unreadable] = []
    if scope is Scope.PROTOTYPES:
        records = _records(file, containing=PROTOTYPE, unreadable=unreadable, progress=reading)
        records = (record for record in records if "Prototype" in (record.get("keywords") or ()))
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
    raises, ``CardFileError``, ``StoreError``.
    """
    descriptor = client.bulk_descriptor(BULK, reuse=Reuse.CHECKED).value
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


def from_search(client: SearchClient, path: Path, *, as_of: str) -> SyncReport:
    """Ask Scryfall for the prototype cards, and put them onto the store that is there.

    ``as_of``: now, as ``store.now`` gives it. Raises what the client raises, and ``StoreError``.
    """
    unreadable: list[Unreadable] = []
    found = client.search(SEARCH, unique="prints", multilingual=True)
    onto = _there(path)
    info = build(found, path, origin=SEARCH, as_of=as_of, unreadable=unreadable, onto=onto)
    return SyncReport(info, tuple(unreadable))


def _records(
    file: Path, *, containing: bytes, unreadable: list[Unreadable], progress: Progress | None
) -> Iterator[Record]:
    """Of a bulk file, or of MTGJSON's, whose root is an object."""
    if mtgjson.recognized(file):
        return mtgjson.records(file, progress=progress)
    return bulk.records(file, containing=containing, unreadable=unreadable.append, progress=progress)


def _info(path: Path) -> StoreInfo | None:
    """Of a store that can be read."""
    try:
        with CardStore(path) as store:
            return store.info()
    except StoreError:
        return None


def _there(path: Path) -> Path | None:
    """A store that is whole: onto another nothing is put."""
    try:
        with CardStore(path) as store:
            store.check()
    except StoreError:
        return None
    return path
