"""The local store: all cards in one SQLite file, read only. ``cards.build`` makes it.

A store that is open stays what it was when a newer one takes its place: open it again to see that.
"""

import json
import os
import sqlite3
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from difflib import SequenceMatcher
from pathlib import Path
from typing import Any, Final, Self

from mtg_hookspecs.errors import InvalidWord, MtgError
from mtg_hookspecs.value import Value

from ..table import folded
from .errors import StoreError, one_line
from .facts import CardFacts, Source
from .record import facts_of

APPLICATION_ID: Final = 0x4D544750
"""Stands in the file's header, so that another SQLite file is not taken for a store."""

SCHEMA_VERSION: Final = 1
FILE_NAME: Final = "cards.sqlite"

_UNREADABLE: Final = (sqlite3.Error, UnicodeError)
"""What SQLite raises of a damaged file; its messages too may hold bytes that are no text."""
_HEADER: Final = b"SQLite format 3\0"
_AGAIN: Final = "mtg-prototype sync builds a new one"
_BY_NAME: Final = "SELECT card FROM names WHERE folded = ? ORDER BY rank LIMIT 2"
_ALIKE: Final = "SELECT card, name FROM names WHERE folded = ? ORDER BY rank"
_BY_PRINT: Final = "SELECT card, scryfall_id, set_code, number, lang FROM prints WHERE scryfall_id = ?"
_BY_PLACE: Final = (
    "SELECT card, scryfall_id, set_code, number, lang FROM prints WHERE set_code = ? AND number = ?"
    " AND lang = coalesce(?, lang) ORDER BY lang <> 'en' LIMIT 1"
)


def default_folder() -> Path:
    """Where the store and the cache are: ``MTG_PROTOTYPE_HOME``, else the user's cache folder of this system."""
    if chosen := os.environ.get("MTG_PROTOTYPE_HOME"):
        return Path(chosen)
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Caches"
    else:
        base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return base / "mtg-prototype-plugin"


def default_path() -> Path:
    """Where the store is, if there is one."""
    return default_folder() / FILE_NAME


@dataclass(frozen=True, slots=True)
class StoreInfo(Value):
    """What a store says of itself."""

    path: Path
    origin: str
    """What it was built from, such as ``oracle_cards``."""
    as_of: str | None
    """When that was made, as Scryfall says it."""
    built_at: str
    """When the store was built, in UTC."""
    cards: int
    prints: int
    unreadable: int
    """Records that were passed over when it was last built or put onto."""
    bytes: int


class CardStore:
    """A store of all cards. The file is opened when it is first asked.

    Answers are interned: a card is the same object each time. Safe to ask from several threads. Raises ``StoreError``
    where the file is no store, is damaged, or is of another version, ``InvalidWord`` where it is asked with no text.
    """

    source: Source = Source.STORE

    def __init__(self, path: Path) -> None:
        self.path = path
        self._connection: sqlite3.Connection | None = None
        self._lock = threading.Lock()
        self._known: dict[int | str, CardFacts] = {}
        self._as_of: str | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *raised: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the file. It is opened again when asked again."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None
            self._known.clear()

    def by_name(self, name: str) -> CardFacts | None:
        """The card with that name in any language, a face's name too. Of several, the one spelt exactly so."""
        letters = folded(_text(name))
        rows = self._all(_BY_NAME, (letters,))
        if not rows:
            return None
        card = rows[0][0]
        if len(rows) > 1:
            wanted = name.casefold()
            with self._intact():
                alike = self._all(_ALIKE, (letters,))
                card = next((row[0] for row in alike if row[1].casefold() == wanted), card)
        return self._known.get(card) or self._read(card)

    def by_id(self, card_id: str) -> CardFacts | None:
        """The card with that Scryfall id or Oracle id."""
        wanted = _text(card_id).lower()
        if rows := self._all(_BY_PRINT, (wanted,)):
            return self._print(rows[0])
        rows = self._all("SELECT id FROM cards WHERE key = ?", (wanted,))
        return self._known.get(rows[0][0]) or self._read(rows[0][0]) if rows else None

    def at(self, set_code: str, number: str, *, language: str | None = None) -> CardFacts | None:
        """The print with that number in that set; in English if there is one and no language is given."""
        rows = self._all(_BY_PLACE, (_text(set_code).lower(), _text(number), language))
        return self._print(rows[0]) if rows else None

    def nearest(self, name: str) -> tuple[str, ...]:
        """Names most like ``name``, best first, at most three."""
        letters = folded(_text(name))
        parts = {letters[start : start + 3] for start in range(len(letters) - 2)}
        if not parts:
            return ()
        rows = self._all(
            "SELECT n.name, n.folded FROM name_search s JOIN names n ON n.id = s.rowid"
            " WHERE name_search MATCH ? ORDER BY s.rank LIMIT 60",
            (" OR ".join(f'"{part}"' for part in sorted(parts)),),
        )
        with self._intact():
            alike = sorted(((SequenceMatcher(None, letters, row[1]).ratio(), row[0]) for row in rows), reverse=True)
        return tuple(dict.fromkeys(name for ratio, name in alike if ratio >= 0.5))[:3]

    def prototypes(self) -> Iterator[CardFacts]:
        """Every card that has the keyword Prototype and a line that parses."""
        for (card,) in self._all("SELECT id FROM cards WHERE prototype = 1 ORDER BY id", ()):
            yield self._known.get(card) or self._read(card)

    def info(self) -> StoreInfo:
        """What it says of itself."""
        said = dict(self._all("SELECT key, value FROM meta", ()))
        with self._intact():
            return StoreInfo(
                path=self.path,
                origin=said["origin"],
                as_of=said["as_of"] or None,
                built_at=datetime.fromisoformat(said["built_at"]).isoformat(),
                cards=self._all("SELECT count(*) FROM cards", ())[0][0],
                prints=self._all("SELECT count(*) FROM prints", ())[0][0],
                unreadable=int(said["unreadable"]),
                bytes=self.path.stat().st_size,
            )

    def check(self) -> None:
        """Read the whole file. Raises ``StoreError`` if it is damaged."""
        [(said,), *_] = self._all("PRAGMA integrity_check(1)", ())
        if said != "ok":
            raise self._damaged(said)

    def _read(self, card: int) -> CardFacts:
        names = self._all("SELECT lang, name FROM names WHERE card = ? AND printed = 1 ORDER BY id", (card,))
        with self._intact():
            [(text,)] = self._all("SELECT record FROM cards WHERE id = ?", (card,))
            facts = facts_of(json.loads(text), source=Source.STORE, as_of=self._as_of)
            facts = replace(facts, printed_names=tuple(dict.fromkeys((row[0], row[1]) for row in names)))
        return self._known.setdefault(card, facts)

    def _print(self, row: tuple[Any, ...]) -> CardFacts:
        card, scryfall_id, set_code, number, language = row
        if scryfall_id in self._known:
            return self._known[scryfall_id]
        facts = self._known.get(card) or self._read(card)
        if facts.scryfall_id != scryfall_id:
            place = {"set_code": set_code, "collector_number": number, "language": language}
            facts = replace(facts, scryfall_id=scryfall_id, **place)
        return self._known.setdefault(scryfall_id, facts)

    @contextmanager
    def _intact(self) -> Iterator[None]:
        """What a store's rows never are, unless it is damaged, is ``StoreError``."""
        try:
            yield
        except StoreError:
            raise
        except (ValueError, TypeError, AttributeError, KeyError, MtgError) as error:
            raise self._damaged(error) from error

    def _damaged(self, why: object) -> StoreError:
        return StoreError(f"a damaged store: {one_line(why)}", value=str(self.path), hint=_AGAIN)

    def _all(self, statement: str, values: tuple[Any, ...]) -> list[Any]:
        try:
            with self._lock:  # threads that share a statement would mix up their rows
                if self._connection is None:
                    self._connection = self._open()
                return self._connection.execute(statement, values).fetchall()
        except UnicodeEncodeError:  # half a character: no store holds that
            return []
        except _UNREADABLE as error:
            raise StoreError(
                f"a store that cannot be read: {one_line(error)}", value=str(self.path), hint=_AGAIN
            ) from error

    def _open(self) -> sqlite3.Connection:
        with _readable(self.path):
            connection = connect(self.path)
            try:
                if connection.execute("PRAGMA application_id").fetchone() != (APPLICATION_ID,):
                    raise StoreError("no store of cards", value=str(self.path), hint=_AGAIN)
                if connection.execute("PRAGMA user_version").fetchone() != (SCHEMA_VERSION,):
                    raise StoreError("a store of another version", value=str(self.path), hint=_AGAIN)
                pages, size = (connection.execute(f"PRAGMA page_{word}").fetchone()[0] for word in ("count", "size"))
                if pages * size != self.path.stat().st_size:
                    raise StoreError("a store that is cut short", value=str(self.path), hint=_AGAIN)
                said = connection.execute("SELECT value FROM meta WHERE key = 'as_of'").fetchone()
            except BaseException:
                connection.close()
                raise
        self._as_of = str(said[0])[:10] or None if said else None
        return connection


def _text(asked: object) -> str:
    if not isinstance(asked, str):
        raise InvalidWord("a card is asked for with a text", value=asked, hint="a name, an id, a set and number")
    return asked


def connect(path: Path) -> sqlite3.Connection:
    """Open a finished store: nobody writes to it any more, so no lock of another process counts."""
    uri = f"{path.absolute().as_uri()}?mode=ro&immutable=1"
    return sqlite3.connect(uri, uri=True, check_same_thread=False, isolation_level=None, cached_statements=16)


def now() -> str:
    """The time in UTC, as a store notes it."""
    return datetime.now(UTC).isoformat(timespec="seconds")


@contextmanager
def _readable(path: Path) -> Iterator[None]:
    try:
        with path.open("rb") as file:
            header = file.read(len(_HEADER))
        if header != _HEADER:
            raise StoreError("no store of cards", value=str(path), hint=_AGAIN)
        yield
    except FileNotFoundError as error:
        raise StoreError("no store", value=str(path), hint="mtg-prototype sync builds one") from error
    except (OSError, *_UNREADABLE) as error:
        raise StoreError(f"a store that cannot be read: {one_line(error)}", value=str(path), hint=_AGAIN) from error
