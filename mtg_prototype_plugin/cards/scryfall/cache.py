"""Answers kept on disk for a day and more: requests-cache over SQLite, as JSON."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, Final, NoReturn

import requests
from requests.structures import CaseInsensitiveDict
from requests_cache.backends.base import BaseCache, BaseStorage, DictStorage
from requests_cache.backends.sqlite import SQLiteDict
from requests_cache.models.response import CachedResponse
from requests_cache.session import CachedSession

KEEP: Final = timedelta(days=1)
"""Scryfall asks that answers be kept for a day at least; its own ``max-age`` is shorter."""
BUSY: Final = 2.0
"""Seconds to wait for another process that writes to the cache."""


class Rows(SQLiteDict):
    """Answers in a table, as JSON. A lock that does not come free is an error, not a wait without end."""

    def __init__(self, path: Path) -> None:
        super().__init__(path, table_name="responses", serializer="json", wal=True, timeout=BUSY)

    @contextmanager
    def _acquire_sqlite_lock(self) -> Iterator[None]:
        with self._lock:
            connection = self._connection
            assert connection is not None
            connection.execute("BEGIN IMMEDIATE")
            self._active_transaction = True
            try:
                yield
                connection.commit()
            except BaseException:
                connection.rollback()
                raise
            finally:
                self._active_transaction = False


class AnswerCache(BaseCache):
    """Answers on disk. What cannot be read or written there is kept in memory, for this client's life.

    A file that is no database, or a damaged one, is begun anew.
    """

    def __init__(self, path: Path) -> None:
        super().__init__(cache_name=str(path))
        self._path = path
        self.responses: BaseStorage[str, CachedResponse]
        try:
            self.responses = self._opened()
        except (sqlite3.Error, OSError):
            self.responses = DictStorage()  # type: ignore[no-untyped-call]

    def get_response(self, key: str, default: Any = None) -> CachedResponse | None:
        """The answer kept under ``key``."""
        try:
            return super().get_response(key, default)
        except sqlite3.Error as error:
            self._give_up(error)
            return None

    def save_response(
        self, response: requests.Response, cache_key: str | None = None, expires: datetime | None = None
    ) -> None:
        """Keep an answer."""
        try:
            super().save_response(response, cache_key, expires)
        except sqlite3.Error as error:
            self._give_up(error)
            super().save_response(response, cache_key, expires)

    def forget(self, key: str) -> None:
        """Drop the answer kept under ``key``."""
        try:
            self.responses.pop(key, None)
        except sqlite3.Error as error:
            self._give_up(error)

    def _opened(self) -> Rows:
        try:
            return Rows(self._path)
        except sqlite3.DatabaseError as error:
            if not is_damage(error):
                raise
            _remove(self._path)
            return Rows(self._path)

    def _give_up(self, error: sqlite3.Error) -> None:
        memory: Any = DictStorage()  # type: ignore[no-untyped-call]
        memory.serializer = self.responses.serializer  # it is a part of each key
        self.responses.close()  # type: ignore[no-untyped-call]
        self.responses = memory
        if is_damage(error):
            _remove(self._path)  # the next client begins anew


def is_damage(error: sqlite3.Error) -> bool:
    """Whether the file is no database: not a lock, a full disk or a missing right, which are ``OperationalError``."""
    return isinstance(error, sqlite3.DatabaseError) and not isinstance(error, sqlite3.OperationalError)


def _remove(path: Path) -> None:
    for suffix in ("", "-wal", "-shm"):
        path.with_name(path.name + suffix).unlink(missing_ok=True)


class AnswerSession(CachedSession):
    """A session that never gives a kept answer in place of an error: the client does, and says so."""

    def _handle_error(self, cached_response: CachedResponse, actions: object) -> NoReturn:
        raise  # the error that is being handled


def cached_session(base: requests.Session, answers: AnswerCache) -> AnswerSession:
    """A session with the settings of ``base`` that keeps answers; it has no adapter yet."""
    session = AnswerSession.wrap(
        base,
        backend=answers,
        expire_after=KEEP,
        cache_control=False,
        allowable_codes=(200, 404),
        allowable_methods=("GET", "POST"),
        stale_if_error=False,  # it would swallow a 429
    )
    assert isinstance(session, AnswerSession)
    session.headers = CaseInsensitiveDict(base.headers)
    session.adapters = type(base.adapters)()
    return session
