"""What a server, a network or a disk may do to the client. Each fault: a typed error of one line, nothing hung."""

import gzip
import io
import json
import re
import sqlite3
import time
from contextlib import closing

import pytest
import requests
from requests.adapters import BaseAdapter
from scryfall_server import ID, answering, drip, grow_old, record, reset
from urllib3.response import HTTPResponse
from urllib3.util import parse_url

from mtg_hookspecs import BadResponse, Offline, ScryfallError
from mtg_prototype_plugin.cards.scryfall import MOST_BYTES, Clock, Origin, ScryfallClient, Timeouts
from mtg_prototype_plugin.cards.scryfall.hosts import Links
from mtg_prototype_plugin.cards.scryfall.limits import Guard, GuardedAdapter
from mtg_prototype_plugin.cards.scryfall.lockout import LockOut

CARD = json.dumps(record("Card 1", 1)).encode()
GZIP = {"Content-Encoding": "gzip"}
BOMB = gzip.compress(gzip.compress(b"\0" * 200_000_000))


@pytest.mark.parametrize(
    ("fault", "error", "said"),
    [
        (answering("<html>hello</html>"), BadResponse, "no JSON (status 200)"),
        (answering("<html>bad gateway</html>", 503), BadResponse, "no JSON (status 503)"),
        (answering("", 200), BadResponse, "no JSON"),
        (answering("[]"), BadResponse, "no object of Scryfall's"),
        (answering('{"object": "list", "data": []}'), BadResponse, "no card (status 200)"),
        (answering('{"object": "error", "details": "odd"}', 200), BadResponse, "(status 200) odd"),
        (answering(CARD, 404), BadResponse, "no answer (status 404)"),
        (answering(CARD, 500), BadResponse, "(status 500)"),
        (answering('{"object": "error", "details": "two\\nlines"}', 422), BadResponse, "(status 422) two lines"),
        (answering("[" * 100_000), BadResponse, "no JSON"),
        (answering(b"\xff\xfe{}"), BadResponse, "no JSON"),
        (answering("x" * (MOST_BYTES + 1)), BadResponse, "more than 8,000,000 bytes"),
        (answering(gzip.compress(CARD)[:-20], **GZIP), BadResponse, "cut short"),
        (answering(gzip.compress(CARD)[:-4], **GZIP), BadResponse, "cut short"),
        (answering(b"no gzip", **GZIP), BadResponse, "cannot be unpacked"),
        (answering(gzip.decompress(BOMB), **GZIP), BadResponse, "more than 8,000,000 bytes"),
        (answering(BOMB, **{"Content-Encoding": "gzip, gzip"}), BadResponse, "packed as 'gzip, gzip'"),
        (answering(CARD, **{"Content-Length": str(len(CARD) + 10)}), BadResponse, "cut short"),
        (answering(CARD, **{"Content-Length": str(len(CARD) - 10)}), BadResponse, "no JSON"),
    ],
)
def test_an_answer_that_is_none(server, open_client, fault, error, said):
    client = open_client(clock=Clock(sleep=lambda seconds: None))
    server.fault = fault
    with pytest.raises(error, match=re.escape(said)) as caught:
        client.card(ID.format(1))
    assert "\n" not in str(caught.value)
    with closing(sqlite3.connect(answers(client))) as database:
        assert database.execute("SELECT count(*) FROM responses").fetchone() == (0,)


def test_a_reset_half_way(server, client):
    """Over TLS some versions of Python take a reset for the end."""
    server.fault = reset(CARD, after=20)
    with pytest.raises((Offline, BadResponse), match=r"stopped: ProtocolError|cut short"):
        client.card(ID.format(1))


def test_a_reset_half_way_without_tls(httpserver, tmp_path):
    httpserver.expect_request("/bulk-data").respond_with_handler(reset(CARD, after=20))
    with (
        ScryfallClient(base_url=httpserver.url_for(""), cache_dir=tmp_path) as client,
        pytest.raises(Offline, match="an answer that stopped: ProtocolError"),
    ):
        client.bulk_descriptors()


def test_a_good_answer_that_is_not_packed(server, client):
    server.faults = [answering(CARD)]
    assert client.card(ID.format(1)).value == record("Card 1", 1)


def test_a_slow_drip(server, open_client):
    client = open_client(timeouts=Timeouts(answer=0.5))
    server.fault = drip(CARD, every=0.05)
    started = time.monotonic()
    with pytest.raises(Offline, match=r"not whole after 0\.5 s"):
        client.card(ID.format(1))
    assert time.monotonic() - started < 5


def test_a_slow_drip_of_gzip(server, open_client):
    """Packed bytes of which nothing comes out are watched too."""
    client = open_client(timeouts=Timeouts(answer=0.5))
    server.fault = lambda request: _packed(drip(gzip.compress(CARD), every=0.05)(request))
    with pytest.raises(Offline, match="not whole"):
        client.card(ID.format(1))


def _packed(response):
    response.headers["Content-Encoding"] = "gzip"
    return response


def test_no_answer_in_time(server, open_client):
    client = open_client(timeouts=Timeouts(piece=0.2))
    server.faults = [lambda request: time.sleep(0.6)]
    with pytest.raises(Offline, match="ReadTimeout"):
        client.card(ID.format(1))


def test_a_certificate_that_nobody_vouches_for(server, open_client, session, monkeypatch):
    monkeypatch.delenv("REQUESTS_CA_BUNDLE", raising=False)
    monkeypatch.delenv("CURL_CA_BUNDLE", raising=False)
    session.verify = True
    with pytest.raises(Offline, match="SSLError"):
        open_client().card(ID.format(1))
    assert server.requests == 0


def test_a_redirect_is_followed_to_the_same_server(server, client):
    server.faults = [answering("", 302, Location=f"/cards/{ID.format(2)}")]
    assert client.card(ID.format(1)).value["name"] == "Card 2"
    assert server.requests == 2


@pytest.mark.parametrize(
    "link",
    [
        "http://{host}:{port}/cards/x",
        "https://127.0.0.1:{port}/cards/x",
        "https://{host}:{other}/cards/x",
        "https://{host}:{port}@evil.example/cards/x",
        "https://{host}:{port}.evil.example/cards/x",
        "https://api.scryfall.com/cards/x",
        "//evil.example/cards/x",
        "https:\\\\evil.example/cards/x",
        "file:///etc/passwd",
        "",
    ],
)
def test_no_link_leads_elsewhere(server, client, httpserver, link):
    port = server.http.port
    link = link.format(host="localhost", port=port, other=httpserver.port)
    server.faults = [answering("", 307, Location=link)]
    with pytest.raises(BadResponse, match="leads away"):
        client.card(ID.format(1))
    server.hits, server.next_page = 200, link or "?"
    found = client.search("x")
    assert next(found)["name"] == "Card 0"
    with pytest.raises(BadResponse, match=r"leads away|of no search|without end"):
        list(found)
    descriptor = {"jsonl_download_uri": link, "compressed_size": 1}
    with pytest.raises(BadResponse, match="leads away"):
        client.download(descriptor, client.place.cache / "cards")
    assert (httpserver.log, server.requests) == ([], 2)


def test_a_next_page_of_another_endpoint(server, client):
    server.hits, server.next_page = 200, f"{server.url}/cards/named?exact=Card 1".replace(" ", "+")
    with pytest.raises(BadResponse, match="of no search"):
        list(client.search("x"))


def test_redirects_without_end(server, client):
    server.fault = answering("", 301, Location="/cards/again")
    with pytest.raises(BadResponse, match="too many redirects"):
        client.card(ID.format(1))
    assert server.requests == 4


def test_a_collection_is_not_sent_elsewhere(server, client):
    server.fault = answering("", 307, Location="/cards/again")
    with pytest.raises(BadResponse, match="redirect of a collection"):
        client.collection([{"name": "Card 1"}])
    assert server.requests == 1


SCRYFALL = Links("https://api.scryfall.com")


@pytest.mark.parametrize(
    "url",
    [
        "https://api.scryfall.com/cards/search?q=x&page=2",
        "https://API.scryfall.com:443/bulk-data",
        "https://data.scryfall.io/oracle-cards/oracle-cards-20261120.jsonl.gz",
        "https://c1.data.scryfall.io/x",
    ],
)
def test_where_scryfalls_links_may_lead(url):
    assert SCRYFALL.checked(url) == url


@pytest.mark.parametrize(
    "url",
    [
        "http://api.scryfall.com/",
        "https://api.scryfall.com.evil.example/",
        "https://api.scryfall.com@evil.example/",
        "https://evil.example#@api.scryfall.com/",
        "https://evil.example\\@api.scryfall.com/",
        "https://api.scryfall.com:8443/",
        "https://scryfall.io/",
        "https://evilscryfall.io/",
        "https://data.scryfall.io.evil.example/",
        "https://scryfall.com/",
        "https://api.scryfall.com%2eevil.example/",
        "https://api.scryfall.com\t.evil.example/",
        "https://аpi.scryfall.com/",
        "https://[::1]/",
        "https://[::1/",
        "https://localhost/",
        "https://169.254.169.254/",
        "ftp://data.scryfall.io/",
        "https:///cards",
        "/cards",
        "",
        None,
        7,
    ],
)
def test_where_they_may_not(url):
    with pytest.raises(BadResponse, match="a link that leads away from Scryfall") as caught:
        SCRYFALL.checked(url)
    assert "\n" not in str(caught.value)


def test_two_readers_that_disagree(monkeypatch):
    monkeypatch.setattr(
        "mtg_prototype_plugin.cards.scryfall.hosts.parse_url", lambda url: parse_url("https://evil.example")
    )
    with pytest.raises(BadResponse, match="leads away"):
        SCRYFALL.checked("https://api.scryfall.com/bulk-data")


class Canned(BaseAdapter):
    """Answers in Scryfall's place, so that nothing is sent."""

    def __init__(self, body):
        super().__init__()
        self.body = body
        self.asked = []

    def send(self, request, **ways):
        self.asked.append(request.url)
        raw = HTTPResponse(io.BytesIO(json.dumps(self.body).encode()), preload_content=False)
        response = requests.Response()
        response.status_code, response.raw, response.url, response.request = 200, raw, request.url, request
        return response

    def close(self):
        pass


@pytest.mark.parametrize(
    "link",
    ["https://data.scryfall.io/cards/search?page=2", "https://api.scryfall.com.evil.example/cards/search?page=2"],
)
def test_a_next_page_is_at_the_api(tmp_path, monkeypatch, link):
    monkeypatch.setattr("mtg_prototype_plugin.cards.scryfall.place.user_state_folder", lambda: tmp_path / "state")
    canned = Canned({"object": "list", "has_more": True, "next_page": link, "data": [record("Card 1")]})
    session = requests.Session()
    session.mount("https://api.scryfall.com", canned)
    with session, ScryfallClient(cache_dir=tmp_path, session=session) as client:
        found = client.search("x")
        assert next(found)["name"] == "Card 1"
        with pytest.raises(BadResponse, match="leads away"):
            next(found)
    assert [url.partition("?")[0] for url in canned.asked] == ["https://api.scryfall.com/cards/search"]


def test_the_last_door_looks_at_the_host_itself(tmp_path):
    lock_out = LockOut(tmp_path, clock=Clock())
    adapter = GuardedAdapter(guard=Guard(BaseAdapter(), SCRYFALL, lock_out, Clock()))
    request = requests.Request("GET", "https://api.scryfall.com.evil.example/cards").prepare()
    with pytest.raises(BadResponse, match="leads away"):
        adapter.send(request)


def answers(client):
    return client.place.cache / "answers.sqlite"


@pytest.mark.parametrize("damage", [b"", b"SQLite format 3\0" + b"\xff" * 5000, b"<html>" * 1000])
def test_a_cache_that_is_no_database(server, open_client, damage):
    with open_client() as client:
        client.card(ID.format(1))
    answers(client).write_bytes(damage)
    with open_client() as client:
        client.card(ID.format(1))
    with open_client() as client:
        assert client.card(ID.format(1)).origin is Origin.CACHE
    assert server.requests == 2


def test_a_cache_damaged_in_the_midst(server, open_client):
    with open_client() as client:
        for number in range(8):
            client.card(ID.format(number))
    content = bytearray(answers(client).read_bytes())
    content[8192:] = b"\xa5" * (len(content) - 8192)
    answers(client).write_bytes(content)
    for _ in range(2):
        with open_client() as client:
            assert client.card(ID.format(1)).value == record("Card 1", 1)
    with open_client() as client:
        assert client.card(ID.format(1)).origin is Origin.CACHE


def test_a_kept_answer_that_cannot_be_read(server, client):
    client.card(ID.format(1))
    with closing(sqlite3.connect(answers(client))) as database, database:
        database.execute("UPDATE responses SET value = '{'")
    assert client.card(ID.format(1)).origin is Origin.SCRYFALL
    assert client.card(ID.format(1)).origin is Origin.CACHE


def test_a_cache_locked_by_another(server, open_client, monkeypatch):
    monkeypatch.setattr("mtg_prototype_plugin.cards.scryfall.cache.BUSY", 0.1)
    client = open_client()
    client.card(ID.format(1))
    with closing(sqlite3.connect(answers(client))) as database:
        database.execute("BEGIN EXCLUSIVE")
        for each in (client, open_client()):
            assert each.card(ID.format(2)).value["name"] == "Card 2"
            assert each.card(ID.format(2)).origin is Origin.CACHE  # in memory
    assert server.requests == 3


def test_a_disk_that_is_full(server, client, monkeypatch):
    def full(rows, key, value):
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr("mtg_prototype_plugin.cards.scryfall.cache.Rows.__setitem__", full)
    assert client.card(ID.format(1)).origin is Origin.SCRYFALL
    assert client.card(ID.format(1)).origin is Origin.CACHE
    assert server.requests == 1


def test_stale_answers_survive_a_client(server, open_client, tmp_path):
    with open_client() as client:
        client.card(ID.format(1))
    grow_old(tmp_path, days=400)
    server.fault = answering("<html>")
    assert open_client().card(ID.format(1)).origin is Origin.STALE


def test_without_the_extra(monkeypatch):
    import sys

    from mtg_prototype_plugin.cards import scryfall

    monkeypatch.setitem(sys.modules, "requests_cache", None)
    monkeypatch.setitem(sys.modules, "requests_cache.backends.base", None)
    for name in ("client", "cache"):
        monkeypatch.delitem(sys.modules, f"mtg_prototype_plugin.cards.scryfall.{name}", raising=False)
    with pytest.raises(ScryfallError, match=r"ScryfallClient needs the extra 'scryfall'.*\[scryfall\]"):
        _ = scryfall.ScryfallClient
    assert callable(scryfall.named)
