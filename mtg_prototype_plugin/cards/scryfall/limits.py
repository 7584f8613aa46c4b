"""The last doors before the network: hosts, the lock-out, and how often a user of this machine asks each endpoint.

Scryfall's limits are by path: 2 a second on each of four endpoints, 10 a second elsewhere. A request has its turn
alone over all processes of the user, and the next one waits from the moment of its *answer*: so the limit holds at the
server however long a request was under way. Times are of the steady clock, which setting the wall clock does not move.
"""

import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Self

import requests
from filelock import FileLock
from filelock import Timeout as LockTimeout
from pyrate_limiter import Limiter, Rate, RateItem, SingleBucketFactory, SQLiteBucket
from requests.adapters import BaseAdapter
from requests_ratelimiter import LimiterMixin

from mtg_hookspecs.errors import Offline, ScryfallError

from . import body
from .cache import is_damage
from .hosts import Links
from .lockout import Clock, LockOut, pause_asked_for
from .plain import no_answer

SLOW: Final = ("/cards/search", "/cards/named", "/cards/random", "/cards/collection")
"""The endpoints with a limit each of 2 a second."""
SLOW_INTERVAL: Final = 510
"""Milliseconds from an answer of a slow endpoint to the next request there."""
INTERVAL: Final = 105
"""Milliseconds from an answer to the next request, elsewhere."""
LONGEST_QUEUE: Final = 120.0
"""Seconds that a request waits for its turn."""


class Redirected(Exception):
    """The answer is elsewhere. Never leaves the client."""

    def __init__(self, location: str | None) -> None:
        super().__init__(location)
        self.location = location


@dataclass(frozen=True, slots=True)
class Guard:
    """What every request passes, and the adapter that sends it."""

    inner: BaseAdapter
    links: Links
    lock_out: LockOut
    clock: Clock


class GuardedAdapter(BaseAdapter):
    """Sends what may be sent: to Scryfall's hosts alone, and nothing during a lock-out."""

    def __init__(self, *, guard: Guard) -> None:
        super().__init__()
        self._guard = guard

    def send(
        self,
        request: requests.PreparedRequest,
        stream: bool = False,  # noqa: FBT001, FBT002
        timeout: Any = None,
        verify: Any = True,  # noqa: FBT002
        cert: Any = None,
        proxies: Any = None,
    ) -> requests.Response:
        """The answer with its body unread. Raises ``Redirected`` and the client's errors."""
        url = self._guard.links.checked(request.url)
        self._guard.lock_out.check(url)
        try:
            response = self._guard.inner.send(
                request, stream=True, timeout=timeout, verify=verify, cert=cert, proxies=proxies
            )
        except requests.RequestException as error:
            raise no_answer(url, error) from error
        if response.status_code == 429:
            with response:
                raise self._guard.lock_out.record(url, seconds=self._pause(response))
        if response.status_code in (301, 302, 303, 307, 308):
            with response:
                raise Redirected(response.headers.get("Location"))
        return response

    def _pause(self, response: requests.Response) -> float:
        try:
            content = body.read(response, most=65_536, seconds=5.0)
        except ScryfallError:
            content = b""
        return pause_asked_for(response.headers, content, now=self._guard.clock.wall())

    def close(self) -> None:
        """Nothing: ``inner`` belongs to its session."""


class Bucket(SQLiteBucket):
    """The times of the latest requests of one endpoint, on disk."""

    @classmethod
    def at(cls, path: Path, *, table: str, interval: int, clock: Clock) -> Self:
        """Opens it; a file that is no database is begun anew."""
        with closing(sqlite3.connect(path)) as database:
            try:
                database.execute("PRAGMA schema_version")
            except sqlite3.DatabaseError as error:
                if not is_damage(error):
                    raise
                path.unlink()
        bucket = cls.init_from_file([Rate(1, interval)], table=table, db_path=str(path), use_file_lock=True)
        assert isinstance(bucket, cls)
        bucket.clock = clock
        return bucket

    clock: Clock

    def now(self) -> int:
        """Milliseconds of the steady clock."""
        return int(self.clock.steady() * 1000)

    def put(self, item: RateItem) -> bool:
        """Take the slot if it is free now. A time that is not yet is of before the machine's restart: it is void."""
        with self.lock:
            now = self.now()
            self.conn.execute(
                f"DELETE FROM '{self.table}' WHERE item_timestamp NOT BETWEEN ? AND ?",
                (now - 10 * self.rates[-1].interval, now),
            )
            self.conn.commit()
            return super().put(item)

    def answered(self) -> None:
        """Move the latest time to now."""
        with self.lock:
            self.conn.execute(
                f"UPDATE '{self.table}' SET item_timestamp = ? WHERE rowid = (SELECT max(rowid) FROM '{self.table}')",
                (self.now(),),
            )
            self.conn.commit()


class PacedAdapter(LimiterMixin, GuardedAdapter):
    """One endpoint's turn: waits for it, sends, and dates the next one's wait from the answer."""

    def __init__(self, *, folder: Path, name: str, interval: int, guard: Guard) -> None:
        self._turn = FileLock(folder / f"{name}.turn", timeout=LONGEST_QUEUE)
        try:
            self._bucket = Bucket.at(folder / "limits.sqlite", table=name, interval=interval, clock=guard.clock)
        except (sqlite3.Error, OSError) as error:
            raise _no_limits(folder, error) from error
        factory = SingleBucketFactory(self._bucket, schedule_leak=False)
        super().__init__(
            limiter=Limiter(factory, buffer_ms=1), per_host=False, bucket_name=name, limit_statuses=(), guard=guard
        )

    def send(self, request: requests.PreparedRequest, **kwargs: Any) -> requests.Response:  # type: ignore[override]
        """As ``GuardedAdapter.send``, in its turn."""
        try:
            with self._turn:
                try:
                    return super().send(request, **kwargs)
                finally:
                    self._bucket.answered()
        except LockTimeout as error:
            raise Offline("too many ask at once on this machine", value=request.url, hint="ask again later") from error
        except (sqlite3.Error, OSError) as error:
            raise _no_limits(Path(self._turn.lock_file).parent, error) from error

    def close(self) -> None:
        """Close the bucket."""
        self._bucket.close()  # type: ignore[no-untyped-call]


def _no_limits(folder: Path, error: Exception) -> ScryfallError:
    return ScryfallError(
        f"the limits cannot be kept, so nothing is asked ({error})", value=str(folder), hint="it must be writable"
    )


def paced_adapters(base_url: str, *, folder: Path, guard: Guard) -> dict[str, PacedAdapter]:
    """An adapter for each limit of the API at ``base_url``, by the prefix of the addresses that it serves."""
    slow = {
        f"{base_url}{path}": PacedAdapter(
            folder=folder, name=path.rpartition("/")[2], interval=SLOW_INTERVAL, guard=guard
        )
        for path in SLOW
    }
    return {**slow, f"{base_url}/": PacedAdapter(folder=folder, name="others", interval=INTERVAL, guard=guard)}
