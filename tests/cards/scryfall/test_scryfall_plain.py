"""One plain request, as without the extra: headers, limits, errors, hosts."""

import json
import socket
import sys

import pytest
from pytest_httpserver import HTTPServer
from werkzeug import Request, Response

from mtg_hookspecs import BadResponse, CardNotFound, Offline, RateLimited, ScryfallError
from mtg_prototype_plugin import __version__
from mtg_prototype_plugin.cards import scryfall
from mtg_prototype_plugin.cards.scryfall.place import user_state_folder

RECORD = {
    "object": "card",
    "oracle_id": "19f344ee-031d-4346-9553-c5d32b02df43",
    "name": "Blitz Automaton",
    "layout": "prototype",
    "mana_cost": "{7}",
    "cmc": 7.0,
    "type_line": "Artifact Creature — Construct",
    "oracle_text": "Prototype {2}{R} — 3/2 (Reminder.)\nHaste",
    "power": "6",
    "toughness": "4",
    "colors": [],
    "color_identity": ["R"],
    "keywords": ["Haste", "Prototype"],
}


@pytest.fixture
def api(httpserver: HTTPServer):
    """Scryfall's manners: no card without User-Agent and Accept, one card by its exact name."""

    def named(request: Request) -> Response:
        if not request.headers.get("Accept") or "python-requests" in request.headers.get(
            "User-Agent", "python-requests"
        ):
            return Response(json.dumps({"object": "error", "status": 400, "details": "headers"}), 400)
        if request.args.get("exact") == RECORD["name"]:
            return Response(json.dumps(RECORD), content_type="application/json; charset=utf-8")
        error = {"object": "error", "status": 404, "code": "not_found", "details": "No cards found matching that name"}
        return Response(json.dumps(error), 404, content_type="application/json")

    httpserver.expect_request("/cards/named").respond_with_handler(named)
    return httpserver


def answering(httpserver, body, status=200, **headers):
    httpserver.expect_request("/cards/named").respond_with_response(Response(body, status, headers=headers))
    return httpserver.url_for("")


def ask(url):
    return scryfall.named("Blitz Automaton", api_url=url)


def test_one_request_with_the_headers_that_scryfall_asks_for(api):
    assert ask(api.url_for("")) == RECORD
    [(request, _)] = api.log
    assert request.headers["User-Agent"].startswith(f"mtg-prototype-plugin/{__version__} (+https://")
    assert request.headers["Accept"] == "application/json"
    assert request.args.to_dict() == {"exact": "Blitz Automaton"}


def test_no_such_card(api):
    with pytest.raises(CardNotFound, match=r"No cards found matching that name\): 'Blitz Automatn'"):
        scryfall.named("Blitz Automatn", api_url=api.url_for(""))
    assert len(api.log) == 1


@pytest.mark.parametrize(("said", "seconds"), [({}, 30.0), ({"Retry-After": "7"}, 30.0), ({"Retry-After": "90"}, 90.0)])
def test_a_pause_is_asked_for_and_nothing_is_sent_again(httpserver, said, seconds):
    url = answering(httpserver, "{}", 429, **said)
    with pytest.raises(RateLimited) as caught:
        ask(url)
    assert caught.value.retry_after == seconds
    for name in ("Blitz Automaton", "Memnite"):
        with pytest.raises(RateLimited, match="pause") as caught:
            scryfall.named(name, api_url=url)
        assert seconds - 10 < caught.value.retry_after <= seconds
    assert len(httpserver.log) == 1


def test_the_client_and_the_plain_request_know_one_lock_out(httpserver, tmp_path, monkeypatch):
    pytest.importorskip("requests_cache", reason="the extra scryfall is not installed")
    url = answering(httpserver, "{}", 429)
    with pytest.raises(RateLimited):
        ask(url)
    with scryfall.ScryfallClient(base_url=url) as client:
        assert client.locked_out_for > 20
        with pytest.raises(RateLimited):
            client.named(exact="Blitz Automaton")
    assert len(httpserver.log) == 1
    monkeypatch.setenv("MTG_PROTOTYPE_HOME", str(tmp_path / "another"))
    with scryfall.ScryfallClient(base_url=url) as client, pytest.raises(RateLimited):
        client.named(exact="Blitz Automaton")
    with pytest.raises(RateLimited):
        ask(url)
    assert len(httpserver.log) == 2


def test_a_pause_that_cannot_be_written_is_kept_by_the_process(httpserver, tmp_path, monkeypatch):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("MTG_PROTOTYPE_HOME", str(tmp_path / "file"))
    url = answering(httpserver, "{}", 429)
    for _ in range(3):
        with pytest.raises(RateLimited):
            ask(url)
    assert len(httpserver.log) == 1


def test_who_is_not_locked_out_writes_nothing(api, tmp_path):
    assert ask(api.url_for("")) == RECORD
    assert list(tmp_path.iterdir()) == []


def test_the_state_is_where_the_system_keeps_it(monkeypatch, tmp_path):
    """The lock-out of Scryfall itself is one for the user, wherever answers are kept."""
    monkeypatch.setattr("mtg_prototype_plugin.cards.scryfall.place.user_state_folder", lambda: tmp_path / "state")
    lock_outs = set()
    for cache_dir in (None, tmp_path / "a", tmp_path / "b"):
        before = scryfall.Place.found(scryfall.API, cache_dir=cache_dir)
        made = scryfall.Place.of(scryfall.API, cache_dir=cache_dir)
        assert before in (made, scryfall.Place(made.cache, made.cache))
        assert scryfall.Place.found(scryfall.API, cache_dir=cache_dir) == made
        lock_outs.add(made.lock_out)
    assert lock_outs == {tmp_path / "state" / "api.scryfall.com" / "lock-out"}


@pytest.mark.parametrize(
    ("body", "status", "said"),
    [
        ("<html>bad gateway</html>", 503, "no JSON"),
        ("<html>hello</html>", 200, "no JSON"),
        ("[]", 200, "no object of Scryfall"),
        ('{"object": "list"}', 200, "no card"),
        ('{"object": "error", "status": 422, "details": "invalid"}', 422, "status 422. invalid"),
        ("{}", 404, "no object of Scryfall"),
        ("x" * (scryfall.MOST_BYTES + 1), 200, "more than 8,000,000 bytes"),
    ],
)
def test_an_answer_that_is_no_card(httpserver, body, status, said):
    url = answering(httpserver, body, status)
    with pytest.raises(BadResponse, match=said) as caught:
        ask(url)
    assert "\n" not in str(caught.value)
    assert len(httpserver.log) == 1


def test_a_redirect_is_not_followed(httpserver):
    url = answering(httpserver, "", 302, Location="http://localhost/elsewhere")
    with pytest.raises(BadResponse, match="redirect"):
        ask(url)
    assert len(httpserver.log) == 1


def test_no_server():
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        port = unused.getsockname()[1]
    with pytest.raises(Offline, match="no answer from Scryfall"):
        ask(f"http://127.0.0.1:{port}")


@pytest.mark.parametrize(
    "url",
    [
        "http://api.scryfall.com",
        "https://api.scryfall.com.evil.example",
        "https://api.scryfall.com@evil.example",
        "https://evil.example/api.scryfall.com",
        "https://api.scryfall.com:444",
        "http://192.168.1.1",
        "http://localhost@evil.example",
        "file:///cards",
        "ftp://localhost",
        "http://localhost?x=1",
        "http://[::1",
        "http://localhost\\@evil.example",
        "http://local\thost",
        "http://localhost\n",
        "http://ｌocalhost",
        "",
    ],
)
def test_no_other_host_is_asked(url):
    with pytest.raises(ScryfallError, match="not Scryfall's API"):
        scryfall.named("Blitz Automaton", api_url=url)


@pytest.mark.parametrize(
    "url", ["https://api.scryfall.com", "http://localhost:8000/", "http://127.0.0.1:1/api", "http://[::1]:80"]
)
def test_hosts_that_may_be_asked(url):
    assert scryfall.checked_api_url(url) == url.rstrip("/")


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="the folders of other systems")
@pytest.mark.parametrize("chosen", ["", "chosen"])
def test_the_folder_of_the_state_is_the_one_of_the_platform(monkeypatch, tmp_path, chosen):
    platformdirs = pytest.importorskip("platformdirs", reason="the extra scryfall is not installed")
    monkeypatch.undo()
    monkeypatch.setenv("XDG_STATE_HOME", chosen and str(tmp_path / chosen))
    assert user_state_folder() == platformdirs.user_state_path("mtg-prototype-plugin", appauthor=False)
