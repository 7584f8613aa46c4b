"""A server on this machine that has Scryfall's manners, and counts what it is asked.

It demands headers, keeps the limits (the first request over one is a 429 and a lock-out, in which every further
request prolongs it), and can be told to fail in a given way. ``violations`` names every request that Scryfall would
have minded; a test ends with none.
"""

import gzip
import json
import os
import re
import sqlite3
import ssl
import struct
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from socket import SO_LINGER, SOL_SOCKET
from typing import Any
from urllib.parse import urlencode

import trustme
from pytest_httpserver import HTTPServer
from werkzeug import Request, Response
from werkzeug.datastructures import Headers

SLOW = {"/cards/search", "/cards/named", "/cards/random", "/cards/collection"}
ID = "0d0b4d3c-2a9e-4c6f-9d1b-{:012d}"
JSON = "application/json; charset=utf-8"
PAGE = 175


def record(name: str, number: int = 0) -> dict[str, Any]:
    return {"object": "card", "id": ID.format(number), "name": name, "type_line": "Artifact", "layout": "normal"}


def error(status: int, code: str, details: str, **more: Any) -> Response:
    body = {"object": "error", "status": status, "code": code, "details": details, **more}
    return Response(json.dumps(body), status, content_type=JSON)


@dataclass
class Asked:
    at: float
    method: str
    path: str
    query: dict[str, str]
    headers: dict[str, str]
    status: int = 0


@dataclass
class ScryfallServer:
    http: HTTPServer
    ca: Path
    cards: dict[str, dict[str, Any]] = field(default_factory=dict)
    files: dict[str, bytes] = field(default_factory=dict)
    asked: list[Asked] = field(default_factory=list)
    violations: list[str] = field(default_factory=list)
    faults: list[Callable[[Request], Response | None]] = field(default_factory=list)
    """Each takes the next request's answer; one that gives ``None`` lets it pass."""
    fault: Callable[[Request], Response | None] | None = None
    """Takes every request's answer."""
    hits: int = 0
    """How many cards a search finds."""
    next_page: str | None = None
    """Where a page says that the next one is, instead of the truth."""
    locked_until: float = 0.0
    lock: threading.Lock = field(default_factory=threading.Lock)

    @property
    def url(self) -> str:
        return self.http.url_for("").rstrip("/")

    @property
    def requests(self) -> int:
        return len(self.asked)

    def count(self) -> Counter[str]:
        return Counter(each.path for each in self.asked)

    def __call__(self, request: Request) -> Response:
        asked = Asked(time.monotonic(), request.method, request.path, request.args.to_dict(), dict(request.headers))
        with self.lock:
            refused = self._refusal(request, asked)
            self.asked.append(asked)
            fault = None if refused else self.faults.pop(0) if self.faults else self.fault
        response = refused or (fault and fault(request)) or self._answer(request)
        asked.status = response.status_code
        return response

    def _refusal(self, request: Request, asked: Asked) -> Response | None:
        agent, accept = asked.headers.get("User-Agent", ""), asked.headers.get("Accept", "")
        if request.path.startswith("/files/"):
            return None
        if not accept or "/" not in agent or agent.startswith("python-requests"):
            self.violations.append(f"headers: {request.path}: {agent!r}, {accept!r}")
            return error(403, "forbidden", "say who you are")
        if asked.at < self.locked_until:
            self.violations.append(f"during the lock-out: {request.path}")
            return self._too_many(asked)
        mine = request.path if request.path in SLOW else "others"
        window = [
            each
            for each in self.asked
            if asked.at - each.at < 1.0 and (each.path if each.path in SLOW else "others") == mine
        ]
        if len(window) >= (2 if mine in SLOW else 10):
            self.violations.append(f"over the limit: {request.path}, {asked.at - window[0].at:.3f} s for one too many")
            return self._too_many(asked)
        return None

    def _too_many(self, asked: Asked) -> Response:
        self.locked_until = asked.at + 30
        return error(429, "too_many_requests", "You are being rate-limited, try again after 30 seconds.")

    def _answer(self, request: Request) -> Response:
        parts = request.path.strip("/").split("/")
        if parts[0] == "files":
            return self._file(request)
        if request.path == "/cards/named":
            return self._named(request)
        if request.path == "/cards/collection":
            return self._collection(request)
        if request.path == "/cards/search":
            return self._search(request)
        if parts[0] == "bulk-data":
            return self._bulk(request, parts)
        if parts[-1] == "rulings":
            ruling = {"object": "ruling", "published_at": "2022-11-18", "comment": "A ruling."}
            return self._give(request, {"object": "list", "has_more": False, "data": [ruling]})
        found = [card for card in self.cards.values() if parts[1:] in ([card["id"]], ["bro", "1"], ["bro", "1", "ja"])]
        return self._give(request, found[0]) if found else error(404, "not_found", "No card there.")

    def _give(self, request: Request, body: Any) -> Response:
        content = json.dumps(body).encode()
        tag = f'W/"{hash(content):x}"'
        headers = {"Cache-Control": "public, max-age=57600", "ETag": tag, "Vary": "Accept-Encoding"}
        if request.headers.get("If-None-Match") == tag:
            return Response(b"", 304, headers=headers)
        if "gzip" in request.headers.get("Accept-Encoding", ""):
            content, headers["Content-Encoding"] = gzip.compress(content), "gzip"
        return Response(content, headers=headers, content_type=JSON)

    def _named(self, request: Request) -> Response:
        exact, fuzzy = request.args.get("exact"), request.args.get("fuzzy")
        found = [card for name, card in self.cards.items() if name == exact or (fuzzy and fuzzy in name)]
        if len(found) > 1:
            return error(404, "not_found", "Too many cards match. Add more words.", type="ambiguous")
        return self._give(request, found[0]) if found else error(404, "not_found", "No cards found.")

    def _collection(self, request: Request) -> Response:
        asked = json.loads(request.data)["identifiers"]
        if len(asked) > 75:
            return error(422, "validation_error", "Too many identifiers.")
        found = [self.cards[each["name"]] for each in asked if each["name"] in self.cards]
        misses = [each for each in asked if each["name"] not in self.cards]
        return self._give(request, {"object": "list", "not_found": misses, "data": found})

    def _search(self, request: Request) -> Response:
        query, page = request.args["q"], int(request.args.get("page", 1))
        if "(" in query:
            return error(422, "validation_error", "The query could not be understood.")
        if not self.hits:
            return error(404, "not_found", "Your query didn’t match any cards.")
        first, last = (page - 1) * PAGE, min(page * PAGE, self.hits)
        body: dict[str, Any] = {"object": "list", "total_cards": self.hits, "has_more": last < self.hits}
        if body["has_more"]:
            further = {**request.args.to_dict(), "page": page + 1}
            body["next_page"] = self.next_page or f"{self.url}/cards/search?{urlencode(further)}"
        body["data"] = [record(f"Card {number}", number) for number in range(first, last)]
        return self._give(request, body)

    def _bulk(self, request: Request, parts: list[str]) -> Response:
        descriptors = [self.descriptor(name) for name in self.files]
        if len(parts) == 1:
            return self._give(request, {"object": "list", "has_more": False, "data": descriptors})
        found = [each for each in descriptors if each["type"] == parts[1]]
        return self._give(request, found[0]) if found else error(404, "not_found", "No such bulk data.")

    def descriptor(self, name: str) -> dict[str, Any]:
        return {
            "object": "bulk_data",
            "type": name,
            "updated_at": "2026-11-20T10:00:00.000+00:00",
            "jsonl_download_uri": f"{self.url}/files/{name}.jsonl.gz",
            "compressed_size": len(self.files[name]),
        }

    def _file(self, request: Request) -> Response:
        content = self.files[request.path.split("/")[-1].partition(".")[0]]
        headers = {"ETag": f'"{hash(content):x}"', "Accept-Ranges": "bytes"}
        wanted = request.headers.get("Range", "")
        if wanted and request.headers.get("If-Range", headers["ETag"]) == headers["ETag"]:
            start = int(wanted.removeprefix("bytes=").rstrip("-"))
            if start >= len(content):
                return Response(b"", 416, headers={"Content-Range": f"bytes */{len(content)}"})
            headers["Content-Range"] = f"bytes {start}-{len(content) - 1}/{len(content)}"
            return Response(content[start:], 206, headers=headers, content_type="application/gzip")
        return Response(content, headers=headers, content_type="application/gzip")


class Raw(Response):
    """Headers as they are given, right or wrong."""

    def get_wsgi_headers(self, environ: Any) -> Headers:
        return Headers(self.headers)


def answering(body: bytes | str, status: int = 200, **headers: str) -> Callable[[Request], Response]:
    """A fault: the given answer, whatever is asked."""
    content = body.encode() if isinstance(body, str) else body
    headers = {"Content-Length": str(len(content))} | headers
    return lambda request: Raw(iter([content]), status, headers=headers)


def reset(content: bytes, *, after: int) -> Callable[[Request], Response]:
    """A fault: the connection is reset in the midst of the body."""

    def answer(request: Request) -> Response:
        connection = request.environ["werkzeug.socket"]

        def pieces() -> Iterator[bytes]:
            yield content[:after]
            time.sleep(0.1)  # it is read
            connection.setsockopt(SOL_SOCKET, SO_LINGER, struct.pack("ii", 1, 0))
            os.close(connection.detach())

        return Response(pieces(), headers={"Content-Length": str(len(content)), "ETag": f'"{hash(content):x}"'})

    return answer


def drip(content: bytes, *, every: float) -> Callable[[Request], Response]:
    """A fault: the body comes byte by byte."""

    def pieces() -> Iterator[bytes]:
        for byte in content:
            yield bytes([byte])
            time.sleep(every)

    return lambda request: Response(pieces(), headers={"Content-Length": str(len(content))})


@contextmanager
def serving(folder: Path) -> Iterator[tuple[HTTPServer, Path]]:
    """An HTTPS server on a free port, and the certificate of its authority."""
    authority = trustme.CA()
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert("localhost", "127.0.0.1").configure_cert(context)
    authority.cert_pem.write_to_path(str(folder / "ca.pem"))
    with HTTPServer(host="localhost", port=0, ssl_context=context, threaded=True) as http:
        yield http, folder / "ca.pem"


def behave(http: HTTPServer, ca: Path) -> ScryfallServer:
    """Scryfall's manners, from the beginning: nothing was asked yet."""
    server = ScryfallServer(http, ca)
    http.clear()
    http.expect_request(re.compile("/.*")).respond_with_handler(server)
    return server


def grow_old(folder: Path, *, days: float) -> int:
    """Make every answer that is kept under ``folder`` that much older; how many there are."""
    older = timedelta(days=days)
    rows = 0
    for path in folder.rglob("answers.sqlite"):
        with closing(sqlite3.connect(path)) as database, database:
            for key, value in database.execute("SELECT key, value FROM responses").fetchall():
                kept = json.loads(value)
                for moment in ("created_at", "expires"):
                    kept[moment] = (datetime.fromisoformat(kept[moment]) - older).isoformat()
                database.execute("UPDATE responses SET value = ? WHERE key = ?", (json.dumps(kept), key))
                rows += 1
    return rows
