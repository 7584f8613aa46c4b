"""Bulk files: fetched whole, or gone on with where a broken download stopped; never half under their own name."""

import gzip
import hashlib
import os
import random
import re
import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import requests

from mtg_hookspecs.errors import BadResponse, Offline, ScryfallError

from . import body
from .hosts import Links
from .limits import Redirected
from .lockout import Clock
from .transport import Timeouts, ways_of

Progress = Callable[[int, int | None], None]
"""Called with the bytes that are there and the bytes that there will be, if that is known."""

TRIES: Final = 4
"""Requests for one file: the first, and three to go on after a break."""
MOST_REDIRECTS: Final = 3
MOST_PACKED: Final = 1_000_000_000
"""No bulk file is larger."""
MOST_UNPACKED: Final = 100
"""Times its packed size: cards are packed to an eighth, and a file that grows over this is a trap."""

_PIECE: Final = 1 << 20


@dataclass(frozen=True, slots=True)
class Source:
    """Where a bulk file is and how long, by its descriptor."""

    url: str
    size: int | None
    """In bytes as sent; ``None`` where the descriptor does not say."""

    @classmethod
    def of(cls, descriptor: Mapping[str, Any], *, links: Links) -> "Source":
        """Today's ``jsonl_download_uri`` with ``compressed_size``, else the former ``download_uri``."""
        uri = descriptor.get("jsonl_download_uri")
        size = descriptor.get("compressed_size")
        if uri is None:
            uri, size = descriptor.get("download_uri"), None  # its ``size`` is that of the unpacked file
        if isinstance(size, bool) or not (size is None or isinstance(size, int)):
            raise BadResponse("a bulk file without a size", value=size)
        if size is not None and size > MOST_PACKED:
            raise BadResponse(f"a bulk file of more than {MOST_PACKED:,} bytes", value=uri)
        return cls(links.checked(uri), size)


class Download:
    """One bulk file on its way to ``path``.

    What has come is in a ``.part`` file, named for the address: the address of a newer file is another. ``If-Range``
    and the checksum at the end guard against a change under the same one.
    """

    def __init__(
        self,
        source: Source,
        path: Path,
        *,
        session: requests.Session,
        links: Links,
        timeouts: Timeouts,
        clock: Clock,
        progress: Progress | None,
    ) -> None:
        self._source = source
        self._path = path
        self._session = session
        self._links = links
        self._timeouts = timeouts
        self._clock = clock
        self._progress = progress or (lambda done, total: None)
        mark = hashlib.sha256(source.url.encode()).hexdigest()[:12]
        self._part = path.with_name(f"{path.name}.{mark}.part")
        self._tag = path.with_name(f"{path.name}.{mark}.tag")

    def run(self) -> Path:
        """Fetch, check, rename. A file that was at ``path`` stays as it is until then.

        Raises ``Offline`` after the last try (what has come stays, for the next time), ``BadResponse`` for a file
        that is not what was announced (it is removed), ``RateLimited``; ``ScryfallError`` where the disk is full.
        """
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            self._fetch()
            os.replace(self._part, self._path)  # noqa: PTH105
            self._remove_parts()
        except BadResponse:
            self._remove_parts()
            raise
        except OSError as error:
            self._remove_parts()
            reason = error.strerror or type(error).__name__
            raise ScryfallError(f"a bulk file cannot be written ({reason})", value=str(self._path)) from error
        return self._path

    def _fetch(self) -> None:
        until = self._clock.steady() + self._timeouts.file
        for last in (*[False] * (TRIES - 1), True):
            goes_on = self._size() > 0
            try:
                with self._asked() as response:
                    self._receive(response, until)
                self._check()
                return
            except body.CutShort as error:
                if last:
                    raise Offline("a bulk file that broke off", value=self._source.url, hint="try again") from error
            except Offline:
                if last or self._clock.steady() > until:
                    raise
            except BadResponse:
                if last or not goes_on:
                    raise
                self._remove_parts()  # the two pieces do not fit: from the beginning
            self._clock.sleep(random.uniform(0.5, 2.0))

    def _asked(self) -> requests.Response:
        headers = {"Accept": "*/*", "Accept-Encoding": "identity"}
        if done := self._size():
            headers["Range"] = f"bytes={done}-"
            if self._tag.exists():
                headers["If-Range"] = self._tag.read_text(encoding="utf-8")
        url = self._source.url
        for _ in range(MOST_REDIRECTS + 1):
            try:
                return self._session.get(url, headers=headers, stream=True, **ways_of(self._session, self._timeouts))
            except Redirected as redirect:
                url = self._links.checked(redirect.location, found_at=url)
        raise BadResponse("too many redirects", value=self._source.url)

    def _receive(self, response: requests.Response, until: float) -> None:
        url = response.url
        if response.status_code == 416:  # there is no rest: the part is whole, or it is of another file
            if self._size() == self._source.size:
                return
            raise BadResponse("a rest of a bulk file that is not there", value=url)
        if response.status_code >= 500:
            raise Offline(f"no bulk file now (status {response.status_code})", value=url, hint="try again later")
        if response.status_code not in (200, 206):
            raise BadResponse(
                f"no bulk file (status {response.status_code})", value=url, hint="ask for its address anew"
            )
        if response.headers.get("Content-Encoding", "identity") != "identity":
            raise BadResponse("a bulk file packed once more", value=url)
        goes_on = response.status_code == 206
        done = self._size() if goes_on else 0
        total = self._total(response, done=done)
        self._keep_tag(response)
        with self._part.open("ab" if goes_on else "wb") as file:
            while piece := body.next_piece(response):
                done += len(piece)
                if done > (total or MOST_PACKED):
                    raise BadResponse("a bulk file longer than announced", value=url)
                if self._clock.steady() > until:
                    raise Offline(f"a bulk file that was not whole after {self._timeouts.file:g} s", value=url)
                file.write(piece)
                self._progress(done, total)
            file.flush()
            os.fsync(file.fileno())
        if total is not None and done < total:
            raise body.CutShort("a bulk file cut short", value=url)

    def _total(self, response: requests.Response, *, done: int) -> int | None:
        """The length of the whole file, where descriptor and answer agree."""
        url = response.url
        if response.status_code == 206:
            found = re.fullmatch(r"bytes (\d+)-\d+/(\d+)", response.headers.get("Content-Range", ""))
            if found is None or int(found[1]) != done:
                raise BadResponse("another part of a bulk file than was asked for", value=url)
            said: int | None = int(found[2])
        else:
            length = response.headers.get("Content-Length", "")
            said = int(length) if length.isdecimal() else None
        if None not in (said, self._source.size) and said != self._source.size:
            raise BadResponse(f"a bulk file of {said} bytes, not {self._source.size}", value=url)
        return self._source.size if said is None else said

    def _keep_tag(self, response: requests.Response) -> None:
        if response.status_code == 200:
            tag = response.headers.get("ETag", "")  # a weak one does not guard a range (RFC 9110); a date does
            guard = tag if tag.startswith('"') else response.headers.get("Last-Modified", "")
            if guard:
                self._tag.write_text(guard, encoding="utf-8")
            else:
                self._tag.unlink(missing_ok=True)

    def _check(self) -> None:
        with self._part.open("rb") as file:
            packed = file.read(2) == b"\x1f\x8b"
        if not packed:
            if self._source.url.endswith(".gz"):
                raise BadResponse("a bulk file that is no gzip file", value=self._source.url)
            return
        with gzip.open(self._part) as lines:
            self._unpack(lines, most=MOST_UNPACKED * self._size())

    def _unpack(self, lines: gzip.GzipFile, *, most: int) -> None:
        done = 0
        try:
            while piece := lines.read(_PIECE):
                done += len(piece)
                if done > most:
                    raise BadResponse(f"a bulk file that unpacks to over {most:,} bytes", value=self._source.url)
        except (EOFError, zlib.error, gzip.BadGzipFile) as error:
            raise BadResponse("a damaged bulk file", value=self._source.url) from error

    def _size(self) -> int:
        return self._part.stat().st_size if self._part.exists() else 0

    def _remove_parts(self) -> None:
        for suffix in ("part", "tag"):
            for left in self._path.parent.glob(f"{_escaped(self._path.name)}.*.{suffix}"):
                left.unlink(missing_ok=True)


def _escaped(name: str) -> str:
    return re.sub(r"([*?\[])", r"[\1]", name)
