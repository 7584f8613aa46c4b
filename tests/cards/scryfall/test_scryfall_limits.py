"""How often the client asks, over all its processes, and that a 429 stops them all."""

import json
import sqlite3
import subprocess
import sys
import threading
import time
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest
from scryfall_server import ID, answering, grow_old

from mtg_hookspecs import BadResponse, Offline, RateLimited, ScryfallError
from mtg_prototype_plugin.cards.scryfall import Clock, Origin, Reuse
from mtg_prototype_plugin.cards.scryfall.lockout import LockOut, pause_asked_for

PROCESS = """
import json, sys, requests
from pathlib import Path
from mtg_prototype_plugin.cards.scryfall import ScryfallClient
job = json.loads(sys.argv[1])
session = requests.Session()
session.verify = job["ca"]
with ScryfallClient(base_url=job["url"], cache_dir=Path(job["cache"]), session=session) as client:
    for name in job["names"]:
        client.named(exact=name)
    for card in job["ids"]:
        client.card(card)
"""


def start(server, tmp_path, *, names=(), ids=()):
    job = {"ca": str(server.ca), "url": server.url, "cache": str(tmp_path), "names": names, "ids": ids}
    return subprocess.Popen([sys.executable, "-c", PROCESS, json.dumps(job)], stderr=subprocess.PIPE, text=True)


def finish(processes):
    said = [process.communicate(timeout=60)[1] for process in processes]
    assert [process.returncode for process in processes] == [0] * len(processes), said


def test_a_slow_endpoint(server, client):
    for number in range(3):
        client.named(exact=f"Card {number}")
    assert server.requests == 3
    assert server.asked[-1].at - server.asked[0].at < 4  # and no slower than need be


def test_each_endpoint_has_its_own_limit(server, client, monkeypatch):
    waits = []
    monkeypatch.setattr("pyrate_limiter.limiter.sleep", waits.append)
    server.hits = 1
    client.named(exact="Card 1")
    next(client.search("x"))
    client.collection([{"name": "Card 1"}])
    client.card(ID.format(1))
    assert (server.requests, waits) == (4, [])


@pytest.mark.slow
def test_the_other_endpoints_share_one(server, client):
    server.files = {"oracle_cards": b"1"}
    for number in range(6):
        client.card(ID.format(number))
        client.rulings(ID.format(number))
    client.bulk_descriptors()
    assert server.requests == 13
    assert server.asked[-1].at - server.asked[0].at < 5


@pytest.mark.slow
def test_threads(server, open_client):
    def ask(number):
        client = open_client()
        for card in range(number, number + 3):
            client.card(ID.format(card))

    threads = [threading.Thread(target=ask, args=(10 * number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert server.requests == 12


@pytest.mark.slow
@pytest.mark.parametrize(("processes", "names", "ids"), [(2, 2, 6), (8, 1, 3)])
def test_processes(server, tmp_path, processes, names, ids):
    finish(
        [
            start(
                server,
                tmp_path,
                names=[f"Card {number}" for number in range(first, first + names)],
                ids=[ID.format(number) for number in range(first, first + ids)],
            )
            for first in range(0, 20 * processes, 20)
        ]
    )
    assert server.count()["/cards/named"] == processes * names
    assert server.requests == processes * (names + ids)


def test_a_killed_process_keeps_nobody_out(server, tmp_path, client):
    process = start(server, tmp_path / "cache", ids=[ID.format(number) for number in range(100)])
    while server.requests < 2 and process.poll() is None:
        time.sleep(0.02)
    process.kill()
    process.communicate()
    assert server.requests >= 2
    started = time.monotonic()
    client.card(ID.format(150))
    assert time.monotonic() - started < 5


def test_a_slow_answer_delays_the_next_request(server, client):
    """The limit holds at the server, however long a request is under way."""
    server.faults = [lambda request: time.sleep(0.4)]
    client.named(exact="Card 1")
    client.named(exact="Card 2")
    assert server.asked[1].at - server.asked[0].at > 0.9


@pytest.mark.slow
def test_a_server_that_fails_is_asked_again_in_turn(server, client):
    server.faults = [answering("<html>", 503), answering("<html>", 502)]
    assert client.card(ID.format(1)).origin is Origin.SCRYFALL
    assert server.requests == 3
    assert server.asked[2].at - server.asked[1].at > 1.0  # it waits longer, the second time


@pytest.mark.parametrize("status", [500, 501, 505, 400, 403, 422])
def test_what_is_asked_again(server, open_client, status):
    client = open_client(clock=Clock(sleep=lambda seconds: None))
    server.fault = answering("<html>", status)
    with pytest.raises(BadResponse, match=f"status {status}"):
        client.card(ID.format(1))
    assert server.requests == (3 if status == 500 else 1)


def locked_out(server, client, answer):
    server.faults = [answer]
    with pytest.raises(RateLimited) as caught:
        client.card(ID.format(1))
    return caught.value


def test_a_429_stops_every_client_and_endpoint(server, client, open_client):
    error = locked_out(server, client, answering("{}", 429, **{"Retry-After": "1"}))
    assert error.retry_after == 30.0
    for each in (client, open_client()):
        for ask in (
            lambda each=each: each.card(ID.format(2)),
            lambda each=each: each.named(exact="Card 1"),
            lambda each=each: each.collection([{"name": "Card 1"}]),
            lambda each=each: next(each.search("x")),
            lambda each=each: each.bulk_descriptors(),
        ):
            with pytest.raises(RateLimited, match=r"ask nothing for (30|29) s"):
                ask()
    assert 29 < client.locked_out_for <= 30
    assert server.requests == 1


def test_a_429_stops_another_process(server, tmp_path, client):
    locked_out(server, client, answering("{}", 429))
    process = start(server, tmp_path / "cache", ids=[ID.format(2)])
    assert "RateLimited" in process.communicate(timeout=30)[1]
    assert server.requests == 1


def test_what_is_kept_is_given_during_a_lock_out(server, client, tmp_path):
    client.card(ID.format(3))
    client.card(ID.format(4))
    grow_old(tmp_path, days=2)
    client.card(ID.format(4))
    locked_out(server, client, answering("{}", 429))
    asked = server.requests
    answers = [client.card(ID.format(3)) for _ in range(3)]
    assert {(each.origin, type(each.problem)) for each in answers} == {(Origin.STALE, RateLimited)}
    assert client.card(ID.format(4)).origin is Origin.CACHE
    assert server.requests == asked


def test_a_stale_answer_does_not_hide_the_429(server, client, tmp_path):
    client.card(ID.format(3))
    grow_old(tmp_path, days=2)
    server.faults = [answering("{}", 429)]
    assert isinstance(client.card(ID.format(3)).problem, RateLimited)
    assert client.locked_out_for > 29
    assert server.requests == 2


def test_a_checked_answer_is_given_as_kept_during_a_lock_out(server, client):
    server.files = {"oracle_cards": b"1"}
    client.bulk_descriptors()
    locked_out(server, client, answering("{}", 429))
    answer = client.bulk_descriptors(reuse=Reuse.CHECKED)
    assert (answer.origin, type(answer.problem)) == (Origin.CACHE, RateLimited)
    assert server.requests == 2


def test_a_429_to_a_bulk_file(server, client, tmp_path):
    server.files = {"oracle_cards": b"1"}
    server.fault = answering("slow down", 429)
    for _ in range(2):
        with pytest.raises(RateLimited):
            client.download(server.descriptor("oracle_cards"), tmp_path / "cards")
    assert server.requests == 1


@pytest.mark.parametrize(
    ("headers", "body", "seconds"),
    [
        ({}, b"", 30),
        ({"Retry-After": "7"}, b"", 30),
        ({"Retry-After": "90"}, b"", 90),
        ({"Retry-After": "9" * 400}, b"", 86_400),
        ({"Retry-After": "-90"}, b"", 30),
        ({"Retry-After": "soon"}, b"", 30),
        ({}, b"<html>", 30),
        ({}, b"[]", 30),
        ({}, b'{"details": "You are being rate-limited, try again after 60 seconds. 10 requests per second."}', 60),
        ({}, b'{"details": "Wait 5 minutes."}', 300),
        ({}, b'{"retry_after": 45}', 45),
        ({"Retry-After": "50"}, b'{"retry_after": 45}', 50),
    ],
)
def test_the_pause_that_is_asked_for(headers, body, seconds):
    assert pause_asked_for(headers, body) == seconds


def test_a_pause_until_a_date():
    now = datetime(2026, 11, 20, 12, tzinfo=UTC)
    said = {"Retry-After": format_datetime(now + timedelta(minutes=2), usegmt=True)}
    assert pause_asked_for(said, now=now.timestamp()) == 120


class Hands:
    """Clocks that are set by hand."""

    def __init__(self):
        self.wall, self.steady = 1_800_000_000.0, 5_000.0

    def clock(self):
        return Clock(wall=lambda: self.wall, steady=lambda: self.steady)


def test_a_lock_out_ends(tmp_path):
    hands = Hands()
    lock_out = LockOut(tmp_path, clock=hands.clock())
    assert lock_out.remaining() == 0
    lock_out.record("https://localhost", seconds=30)
    hands.steady += 29
    assert LockOut(tmp_path, clock=hands.clock()).remaining() == 1
    hands.steady += 1
    assert LockOut(tmp_path, clock=hands.clock()).remaining() == 0
    lock_out.check("https://localhost")


@pytest.mark.parametrize("step", [-3600, -10, 10, 3600, 86_400 * 365])
def test_setting_the_wall_clock_neither_ends_nor_prolongs_it(tmp_path, step):
    hands = Hands()
    lock_out = LockOut(tmp_path, clock=hands.clock())
    lock_out.record("https://localhost", seconds=30)
    hands.wall += step
    assert lock_out.remaining() == 30
    hands.steady += 30
    assert lock_out.remaining() == 0


def test_it_outlives_a_restart_of_the_machine(tmp_path):
    hands = Hands()
    LockOut(tmp_path, clock=hands.clock()).record("https://localhost", seconds=600)
    hands.steady, hands.wall = 20.0, hands.wall + 60
    assert LockOut(tmp_path, clock=hands.clock()).remaining() == 540


def test_the_longest_pause_counts(tmp_path):
    hands = Hands()
    for seconds in (30, 90, 40):
        LockOut(tmp_path, clock=hands.clock()).record("https://localhost", seconds=seconds)
    (tmp_path / "garbage.json").write_text("{")
    assert LockOut(tmp_path, clock=hands.clock()).remaining() == 90
    hands.steady += 91
    LockOut(tmp_path, clock=hands.clock()).record("https://localhost", seconds=30)
    assert len(list(tmp_path.iterdir())) == 1


def test_a_lock_out_that_cannot_be_written_holds_for_the_process(tmp_path):
    (tmp_path / "file").write_text("")
    lock_out = LockOut(tmp_path / "file" / "lock-out", clock=Hands().clock())
    lock_out.record("https://localhost", seconds=30)
    with pytest.raises(RateLimited):
        lock_out.check("https://localhost")


def test_the_wall_clock_moves_back(server, open_client):
    """An answer that seems to come from the future is asked for again."""
    moved = 0.0
    client = open_client(clock=Clock(wall=lambda: time.time() + moved))
    client.card(ID.format(1))
    moved = -7200.0
    started = time.monotonic()
    assert client.card(ID.format(1)).origin is Origin.SCRYFALL
    assert client.card(ID.format(2)).origin is Origin.SCRYFALL
    assert time.monotonic() - started < 5
    assert server.count()[f"/cards/{ID.format(1)}"] == 2


def test_limits_do_not_see_the_wall_clock(server, open_client):
    moved = 0.0
    client = open_client(clock=Clock(wall=lambda: time.time() + moved))
    for number in range(3):
        client.named(exact=f"Card {number}")
        moved -= 3600.0
    assert server.requests == 3


def test_after_a_restart_the_times_of_before_are_void(server, open_client):
    """The steady clock begins anew: without that, the next request would wait for days."""
    open_client(clock=Clock(steady=lambda: time.monotonic() + 86_400)).card(ID.format(1))
    started = time.monotonic()
    time.sleep(0.2)
    open_client().card(ID.format(2))
    assert time.monotonic() - started < 5


def test_limits_that_cannot_be_kept(server, open_client, client, monkeypatch):
    def full(bucket, item):
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr("pyrate_limiter.SQLiteBucket.put", full)
    with pytest.raises(ScryfallError, match=r"nothing is asked \(database or disk is"):
        client.card(ID.format(1))
    client.close()
    (client.place.state / "limits.sqlite").unlink()
    (client.place.state / "limits.sqlite").mkdir()
    with pytest.raises(ScryfallError, match="the limits cannot be kept, so nothing is asked"):
        open_client()
    assert server.requests == 0


def test_a_client_that_is_closed(server, client, tmp_path):
    client.close()
    server.files = {"cards": b"1"}
    for ask in (lambda: client.card(ID.format(1)), lambda: client.download(server.descriptor("cards"), tmp_path / "c")):
        with pytest.raises(ScryfallError, match="the client is closed"):
            ask()
    assert server.requests == 0


def test_limits_in_a_file_that_is_no_database(server, open_client, client):
    client.close()
    (client.place.state / "limits.sqlite").write_bytes(b"no database" * 1000)
    assert open_client().card(ID.format(1)).origin is Origin.SCRYFALL


def test_waiting_for_a_turn_has_an_end(server, open_client, monkeypatch):
    from filelock import FileLock

    monkeypatch.setattr("mtg_prototype_plugin.cards.scryfall.limits.LONGEST_QUEUE", 0.2)
    client = open_client()
    with FileLock(client.place.state / "others.turn"), pytest.raises(Offline, match="too many ask at once"):
        client.card(ID.format(1))
    assert server.requests == 0
