"""Build the local store. A reader sees the old one or the new one: the new takes its place only when it is whole."""

import json
import os
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path
from shutil import copyfile
from typing import Any, Final

from mtg_hookspecs.errors import InvalidAbilityText, MtgError

from ..table import folded
from .errors import StoreError, one_line
from .facts import Source
from .record import Record, Unreadable, facts_of, is_prototype, printed_names
from .store import APPLICATION_ID, SCHEMA_VERSION, CardStore, StoreInfo, now

_SCHEMA: Final = f"""
PRAGMA page_size = 4096;
PRAGMA journal_mode = OFF;
PRAGMA synchronous = OFF;
PRAGMA locking_mode = EXCLUSIVE;
PRAGMA cache_size = -8000;
PRAGMA application_id = {APPLICATION_ID};
PRAGMA user_version = {SCHEMA_VERSION};
CREATE TABLE IF NOT EXISTS meta (key TEXT PRIMARY KEY, value TEXT) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS cards (
  id INTEGER PRIMARY KEY, key TEXT UNIQUE, prototype INTEGER, preference INTEGER, record TEXT);
CREATE INDEX IF NOT EXISTS prototypes ON cards (id) WHERE prototype = 1;
CREATE TABLE IF NOT EXISTS prints (
  scryfall_id TEXT PRIMARY KEY, card INTEGER, set_code TEXT, number TEXT, lang TEXT) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS places ON prints (set_code, number, lang);
CREATE TABLE IF NOT EXISTS names (
  id INTEGER PRIMARY KEY, folded TEXT, rank INTEGER, card INTEGER, printed INTEGER, lang TEXT, name TEXT);
CREATE UNIQUE INDEX IF NOT EXISTS by_name ON names (folded, rank, card, lang);
CREATE INDEX IF NOT EXISTS by_card ON names (card) WHERE printed = 1;
CREATE VIRTUAL TABLE IF NOT EXISTS name_search USING fts5 (
  folded, content = 'names', content_rowid = 'id', tokenize = 'trigram', detail = 'none');
"""
_CARD: Final = (
    "INSERT INTO cards VALUES (?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET"
    " prototype = excluded.prototype, preference = excluded.preference, record = excluded.record"
)
_PRINT: Final = "INSERT OR REPLACE INTO prints VALUES (?, ?, ?, ?, ?)"
_NAME: Final = "INSERT OR IGNORE INTO names (folded, rank, card, printed, lang, name) VALUES (?, ?, ?, ?, ?, ?)"

_BATCH: Final = 1000
_SHOWN: Final = 3
"""Of the records that could not be read, so many are named where there is no other."""
_KEPT: Final = (
    *("id", "oracle_id", "name", "layout", "lang", "set", "collector_number", "mana_cost", "cmc", "type_line"),
    *("oracle_text", "power", "toughness", "loyalty", "defense", "colors", "color_indicator", "color_identity"),
    *("keywords", "card_faces", "printed_name", "printed_names", "flavor_name"),
)
"""What is kept of a record, and of its faces: what ``cards.record`` reads. Legalities, prices and images are not."""

_encode: Final = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode

_EXTRAS: Final = frozenset(
    (
        *("token", "double_faced_token", "emblem", "art_series", "front_card", "planar", "scheme", "vanguard"),
        *("augment", "host"),
    )
)
"""Layouts that come last where a name is a card's too."""


def build(
    records: Iterable[Record],
    path: Path,
    *,
    origin: str,
    as_of: str | None = None,
    unreadable: list[Unreadable] | None = None,
    onto: Path | None = None,
) -> StoreInfo:
    """Build a store of ``records`` at ``path``, adding to the store ``onto`` if one is given.

    ``unreadable``: what could not be read is appended. Raises ``StoreError`` where the store cannot be written, where
    another process is building it, or where there is no record; the old store then stays, and nothing is left over.
    """
    refused = unreadable if unreadable is not None else []
    with _alone(path), _part(path) as part:
        if onto is not None:
            copyfile(onto, part)
        with closing(sqlite3.connect(part, isolation_level=None)) as connection:
            writer = _Writer(connection, refused)
            for record in records:
                writer.add(record)
            writer.finish(origin=origin, as_of=as_of)
        _settle(part, path)
    with CardStore(path) as store:
        return store.info()


class _Writer:
    def __init__(self, connection: sqlite3.Connection, refused: list[Unreadable]) -> None:
        self._refused = refused
        self._cards: list[tuple[Any, ...]] = []
        self._prints: list[tuple[Any, ...]] = []
        self._names: list[tuple[Any, ...]] = []
        self._connection = connection
        self._connection.executescript(_SCHEMA)
        self._connection.execute("BEGIN")
        rows = self._connection.execute("SELECT key, id, preference FROM cards")
        # What is there already gives way to a record that is as good.
        self._ids = {key: (number, preference + 1) for key, number, preference in rows}
        self._next = max((number for number, _ in self._ids.values()), default=0) + 1

    def add(self, record: Record) -> None:
        try:
            facts_of(record, source=Source.STORE)
            compact = _compact(record)
            compact.encode()
        except (MtgError, UnicodeEncodeError) as error:  # JSON may hold half a character, a file may not
            self._refuse(record, error)
            return
        try:
            prototype, broken = is_prototype(record), False
        except InvalidAbilityText as error:  # a card all the same, where no better record of it is known
            self._refuse(record, error)
            prototype, broken = False, True
        faces = record.get("card_faces") or ()
        key = record.get("oracle_id") or (faces and faces[0].get("oracle_id")) or record.get("id") or record["name"]
        number, best = self._ids.get(key, (0, None))
        reversible, foreign = record.get("layout") == "reversible_card", record.get("lang", "en") != "en"
        preference = 4 * broken + 2 * reversible + foreign
        if best is None or preference < best:
            if best is None:
                number, self._next = self._next, self._next + 1
            self._ids[key] = (number, preference)
            self._cards.append((number, key, int(prototype), preference, compact))
        if record.get("id"):
            place = (record.get("set"), record.get("collector_number"), record.get("lang") or "en")
            self._prints.append((record["id"].lower(), number, *place))
        self._names.extend(_name_rows(record, number))
        if len(self._prints) >= _BATCH or len(self._cards) >= _BATCH:
            self._flush()

    def finish(self, *, origin: str, as_of: str | None) -> None:
        self._flush()
        if not self._ids:
            shown, further = "; ".join(map(str, self._refused[:_SHOWN])), len(self._refused) - _SHOWN
            shown += f"; and {further:,} more" if further > 0 else ""
            hint = f"not read: {shown}" if shown else "a bulk file of Scryfall, one card a line"
            raise StoreError("no card record to build a store of", value=origin, hint=hint)
        execute = self._connection.execute
        execute("INSERT INTO name_search (name_search) VALUES ('rebuild')")
        said = dict(execute("SELECT key, value FROM meta"))
        if said.get("origin", origin) == origin:  # what is put onto another store does not make all of it newer
            said |= {"origin": origin, "as_of": as_of or ""}
        said |= {"built_at": now(), "unreadable": str(len(self._refused))}
        self._connection.executemany("INSERT OR REPLACE INTO meta VALUES (?, ?)", said.items())
        execute("COMMIT")

    def _flush(self) -> None:
        for statement, rows in ((_CARD, self._cards), (_PRINT, self._prints), (_NAME, self._names)):
            self._connection.executemany(statement, rows)
            rows.clear()

    def _refuse(self, record: Record, error: Exception) -> None:
        named = record.get("id") or record.get("name") if isinstance(record, dict) else None
        self._refused.append(Unreadable(str(named or record)[:60], one_line(error)))


def _compact(record: Record) -> str:
    kept = {key: record[key] for key in _KEPT if key in record}
    if kept.get("card_faces"):
        kept["card_faces"] = [{key: face[key] for key in _KEPT if key in face} for face in kept["card_faces"]]
    return _encode(kept)


def _name_rows(record: Record, card: int) -> Iterator[tuple[Any, ...]]:
    """Folded name, rank, card, whether it is a whole printed name, language, name: of two, the lower rank is found."""
    last = 10 * (record.get("layout") in _EXTRAS)
    name = record["name"]
    yield folded(name), last, card, 0, "en", name
    faces = record.get("card_faces") or ()
    for face in faces:
        yield folded(face["name"]), last + 1, card, 0, "en", face["name"]
    for language, printed in printed_names(record):
        yield folded(printed), last + 2, card, 1, language, printed
    for part in (*faces, record):
        for key in ("printed_name", "flavor_name"):
            if part.get(key) and (faces or key == "flavor_name"):
                yield folded(part[key]), last + 3, card, 0, record.get("lang") or "en", part[key]


@contextmanager
def _part(path: Path) -> Iterator[Path]:
    """The file that is written to, beside the store. Nothing of it is left where that fails."""
    part = path.with_name(f"{path.name}.part")
    try:
        part.unlink(missing_ok=True)  # of a build that was killed
        yield part
    except (sqlite3.Error, OSError) as error:
        raise StoreError(
            f"the store cannot be written: {one_line(error)}", value=str(path), hint="the old one stays"
        ) from error
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)


@contextmanager
def _alone(path: Path) -> Iterator[None]:
    """One build at a time. The lock is the system's: it ends with the process, however that ends."""
    with ExitStack() as stack:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            lock = sqlite3.connect(path.with_name(f"{path.name}.lock"), timeout=0, isolation_level=None)
            stack.callback(lock.close)
            lock.execute("BEGIN EXCLUSIVE")
        except (sqlite3.Error, OSError) as error:
            if getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_BUSY:
                problem = "the store is being built by another process"
                raise StoreError(problem, value=str(path), hint="try later") from error
            raise StoreError(f"no place for a store: {one_line(error)}", value=str(path)) from error
        yield


def _settle(part: Path, path: Path) -> None:
    """To the disk, then in one step to its place."""
    with part.open("rb+") as file:
        os.fsync(file.fileno())
    part.replace(path)
    if hasattr(os, "O_DIRECTORY"):
        folder = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
