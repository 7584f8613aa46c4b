"""Bulk files: whole or not at all, gone on with where they broke off."""

import gzip
import json
import random
import subprocess
import sys
import time

import pytest
from scryfall_server import answering, drip, record, reset

from mtg_hookspecs import BadResponse, Offline, ScryfallError
from mtg_prototype_plugin.cards.scryfall import Clock, Timeouts

LINES = b"".join(json.dumps(record(f"Card {number}", number)).encode() + b"\n" for number in range(3000))
PACKED = gzip.compress(LINES)
FILE = "/files/oracle_cards.jsonl.gz"


@pytest.fixture
def client(open_client):
    return open_client(clock=Clock(sleep=lambda seconds: None))


@pytest.fixture
def descriptor(server):
    server.files = {"oracle_cards": PACKED}
    return server.descriptor("oracle_cards")


def leavings(path):
    return [each.name for each in path.parent.iterdir() if each != path and each.name.startswith(path.name)]


def test_a_file(server, client, descriptor, tmp_path):
    path, told = tmp_path / "new" / "cards.gz", []
    assert client.download(descriptor, path, progress=lambda done, total: told.append((done, total))) == path
    assert path.read_bytes() == PACKED
    assert told[-1] == (len(PACKED), len(PACKED))
    assert told == sorted(told)
    assert leavings(path) == []
    [asked] = server.asked
    assert asked.headers["User-Agent"].startswith("mtg-prototype-plugin/")
    assert asked.headers["Accept-Encoding"] == "identity"


def test_it_takes_the_place_of_an_old_one(client, descriptor, tmp_path):
    path = tmp_path / "cards.gz"
    path.write_bytes(b"old")
    assert client.download(descriptor, path).read_bytes() == PACKED


def test_the_former_form(server, client, tmp_path):
    server.files = {"oracle_cards": b'[{"object": "card"}]'}
    former = {"download_uri": f"{server.url}/files/oracle_cards.json", "size": 999}
    assert client.download(former, tmp_path / "cards").read_bytes() == server.files["oracle_cards"]


@pytest.mark.parametrize("after", [0, 1, 5000, len(PACKED) - 1])
def test_a_break_is_gone_on_with(server, client, descriptor, tmp_path, after):
    server.faults = [reset(PACKED, after=after)]
    told = []
    client.download(descriptor, tmp_path / "cards", progress=lambda done, total: told.append(done))
    assert (tmp_path / "cards").read_bytes() == PACKED
    assert server.requests == 2
    assert server.asked[1].headers.get("Range") == (f"bytes={after}-" if after else None)
    assert told == sorted(told)


def test_an_end_that_comes_too_early_is_gone_on_with(server, client, descriptor, tmp_path):
    server.faults = [answering(PACKED[:7000], **{"Content-Length": str(len(PACKED)), "ETag": '"a"'})]
    client.download(descriptor, tmp_path / "cards")
    assert server.asked[1].headers["If-Range"] == '"a"'
    assert server.asked[1].status == 200  # the file was changed: from the beginning
    assert (tmp_path / "cards").read_bytes() == PACKED


def test_another_client_goes_on(server, client, open_client, descriptor, tmp_path):
    path = tmp_path / "cards"
    path.write_bytes(b"old")
    server.fault = reset(PACKED, after=6000)
    with pytest.raises(Offline):
        client.download(descriptor, path)
    assert path.read_bytes() == b"old"
    assert server.requests == 4
    server.fault = None
    open_client().download(descriptor, path)
    assert server.asked[-1].status == 206
    assert path.read_bytes() == PACKED
    assert leavings(path) == []


def test_a_rest_that_does_not_fit_is_thrown_away(server, client, descriptor, tmp_path):
    def other_rest(request):
        start = int(request.headers["Range"][6:-1])
        rest = b"\0" * (len(PACKED) - start)
        span = f"bytes {start}-{len(PACKED) - 1}/{len(PACKED)}"
        return answering(rest, 206, **{"Content-Range": span})(request)

    server.faults = [reset(PACKED, after=5000), other_rest]
    assert client.download(descriptor, tmp_path / "cards").read_bytes() == PACKED
    assert [each.headers.get("Range") for each in server.asked] == [None, "bytes=5000-", None]


@pytest.mark.parametrize("span", ["", "bytes 0-9/10", "bytes 5000-5001/6000", "nonsense"])
def test_a_part_that_was_not_asked_for(server, client, descriptor, tmp_path, span):
    server.faults = [reset(PACKED, after=5000), answering(b"xx", 206, **{"Content-Range": span})]
    assert client.download(descriptor, tmp_path / "cards").read_bytes() == PACKED
    assert server.requests == 3


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"<html>log in</html>", "no gzip file"),
        (PACKED[:-100], "damaged"),
        (PACKED[:4000] + b"\0\0\0\0" + PACKED[4004:], "damaged"),
        (gzip.compress(b"\0" * 30_000_000), "unpacks to over"),
    ],
)
def test_a_file_that_is_none(server, client, tmp_path, content, said):
    server.files = {"oracle_cards": content}
    path = tmp_path / "cards"
    path.write_bytes(b"old")
    with pytest.raises(BadResponse, match=said):
        client.download(server.descriptor("oracle_cards"), path)
    assert path.read_bytes() == b"old"
    assert leavings(path) == []


@pytest.mark.parametrize(
    ("fault", "error", "said"),
    [
        (answering(PACKED + b"x"), BadResponse, "not"),
        (answering(PACKED[:-1]), BadResponse, "not"),
        (answering("gone", 404), BadResponse, "status 404"),
        (answering(PACKED, **{"Content-Encoding": "gzip"}), BadResponse, "once more"),
        (answering("", 302, Location="https://evil.example/cards"), BadResponse, "leads away"),
        (answering("", 302, Location=FILE), BadResponse, "too many redirects"),
        (answering("<html>", 503), Offline, "status 503"),
    ],
)
def test_an_answer_that_is_no_file(server, client, descriptor, tmp_path, fault, error, said):
    server.fault = fault
    with pytest.raises(error, match=said) as caught:
        client.download(descriptor, tmp_path / "cards")
    assert "\n" not in str(caught.value)
    assert not (tmp_path / "cards").exists()
    assert server.requests == (1 if error is BadResponse and said != "too many redirects" else 4)


def test_an_answer_without_a_length_that_does_not_end(server, client, descriptor, tmp_path):
    def endless(request):
        response = answering(PACKED * 2)(request)
        del response.headers["Content-Length"]
        return response

    server.fault = endless
    with pytest.raises(BadResponse, match="longer than announced"):
        client.download(descriptor, tmp_path / "cards")


def test_a_redirect_is_followed(server, client, descriptor, tmp_path):
    server.files["elsewhere"] = PACKED
    server.faults = [answering("", 302, Location="/files/elsewhere.jsonl.gz")]
    assert client.download(descriptor, tmp_path / "cards").read_bytes() == PACKED


@pytest.mark.parametrize(
    "wrong",
    [
        {},
        {"jsonl_download_uri": "https://data.scryfall.io/x"},
        {"compressed_size": "12"},
        {"compressed_size": 10**12},
        {"compressed_size": True},
    ],
)
def test_a_descriptor_that_is_none(server, client, descriptor, tmp_path, wrong):
    with pytest.raises(BadResponse):
        client.download(descriptor | wrong if wrong else {}, tmp_path / "cards")
    assert server.requests == 0


def test_a_slow_drip(server, open_client, descriptor, tmp_path):
    server.fault = drip(PACKED, every=0.02)
    client = open_client(timeouts=Timeouts(file=0.4))
    started = time.monotonic()
    with pytest.raises(Offline, match=r"not whole after 0\.4 s"):
        client.download(descriptor, tmp_path / "cards")
    assert time.monotonic() - started < 5


def test_two_at_once(server, client, descriptor, tmp_path):
    def fetch_again(done, total):
        with pytest.raises(ScryfallError, match="another process fetches"):
            client.download(descriptor, tmp_path / "cards")

    client.download(descriptor, tmp_path / "cards", progress=fetch_again)
    assert (tmp_path / "cards").read_bytes() == PACKED


def test_a_disk_that_is_full(server, client, descriptor, tmp_path):
    path = tmp_path / "cards"
    path.write_bytes(b"old")

    def full(done, total):
        raise OSError(28, "No space left on device")

    with pytest.raises(ScryfallError, match="cannot be written \\(No space left on device\\)"):
        client.download(descriptor, path, progress=full)
    assert path.read_bytes() == b"old"
    assert leavings(path) == []


LIMITED = """
import json, resource, signal, sys, requests
from pathlib import Path
from mtg_prototype_plugin.cards.scryfall import ScryfallClient
job = json.loads(sys.argv[1])
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
session = requests.Session()
session.verify = job["ca"]
with ScryfallClient(base_url=job["url"], cache_dir=Path(job["cache"]), session=session) as client:
    resource.setrlimit(resource.RLIMIT_FSIZE, (300_000, 300_000))
    client.download(job["descriptor"], Path(job["path"]))
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="no RLIMIT_FSIZE there")
def test_a_file_larger_than_the_disk_takes(server, tmp_path):
    server.files = {"oracle_cards": gzip.compress(random.Random(1).randbytes(1_000_000))}
    job = {
        "ca": str(server.ca),
        "url": server.url,
        "cache": str(tmp_path / "cache"),
        "descriptor": server.descriptor("oracle_cards"),
        "path": str(tmp_path / "cards"),
    }
    (tmp_path / "cards").write_bytes(b"old")
    done = subprocess.run([sys.executable, "-c", LIMITED, json.dumps(job)], capture_output=True, text=True, timeout=60)
    assert "a bulk file cannot be written (File too large)" in done.stderr
    assert (tmp_path / "cards").read_bytes() == b"old"
    assert leavings(tmp_path / "cards") == []
