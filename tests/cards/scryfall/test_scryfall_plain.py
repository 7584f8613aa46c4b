"""One plain request, as without the extra: headers, limits, errors, hosts."""

import json
import socket

import pytest
from pytest_httpserver import HTTPServer
from werkzeug import Request, Response

from mtg_hookspecs import BadResponse, CardNotFound, Offline, RateLimited, ScryfallError
from mtg_prototype_plugin import __version__
from mtg_prototype_plugin.cards import scryfall

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
    assert len(httpserver.log) == 1


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
