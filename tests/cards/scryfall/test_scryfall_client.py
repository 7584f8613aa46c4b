"""What the client asks and gives. Requests are counted at the server."""

import json
import sqlite3
from contextlib import closing

import pytest
import requests
from scryfall_server import ID, answering, grow_old, record

from mtg_hookspecs import BadResponse, CardNotFound, Offline, ScryfallError
from mtg_prototype_plugin import __version__
from mtg_prototype_plugin.cards.scryfall import Origin, Reuse, ScryfallClient


def test_named(server, client):
    answer = client.named(exact="Card 1")
    assert answer.value == record("Card 1", 1)
    assert (answer.origin, answer.from_cache, answer.stale, answer.problem) == (Origin.SCRYFALL, False, False, None)
    [asked] = server.asked
    assert (asked.method, asked.path, asked.query) == ("GET", "/cards/named", {"exact": "Card 1"})


def test_who_asks(server, open_client):
    open_client(contact="mage@example.org").card(ID.format(1))
    headers = server.asked[0].headers
    assert headers["User-Agent"] == f"mtg-prototype-plugin/{__version__} (mage@example.org)"
    assert headers["Accept"] == "application/json"


@pytest.mark.parametrize("contact", ["", " ", "a\r\nX-Evil: 1", "mâge@example.org", "a) (b"])
def test_a_contact_that_is_no_part_of_a_header(open_client, contact):
    with pytest.raises(ScryfallError, match="no contact"):
        open_client(contact=contact)


def test_fuzzy_in_a_set(server, client):
    assert client.named(fuzzy="rd 199", set_code="bro").value["name"] == "Card 199"
    assert server.asked[0].query == {"fuzzy": "rd 199", "set": "bro"}


@pytest.mark.parametrize("names", [{}, {"exact": "a", "fuzzy": "b"}, {"exact": ""}, {"fuzzy": " "}])
def test_one_name_is_asked_for(server, client, names):
    with pytest.raises(ScryfallError, match="one name"):
        client.named(**names)
    assert server.requests == 0


def test_several_cards(client):
    with pytest.raises(CardNotFound, match=r"Too many cards match.*'Card'.*give more of the name"):
        client.named(fuzzy="Card")


def test_other_look_ups(server, client):
    assert client.card(ID.format(7)).value["name"] == "Card 7"
    assert client.card_at("bro", "1").value["name"] == "Card 0"
    assert client.card_at("bro", "1", "ja").value["name"] == "Card 0"
    assert client.rulings(ID.format(7)).value[0]["comment"] == "A ruling."
    with pytest.raises(CardNotFound, match=r"No card there\.\): 'bro/1★/ja'"):
        client.card_at("bro", "1★", "ja")
    assert [each.path for each in server.asked][1:4] == [
        "/cards/bro/1",
        "/cards/bro/1/ja",
        f"/cards/{ID.format(7)}/rulings",
    ]


@pytest.mark.parametrize(
    "ask", [lambda c: c.card("../named"), lambda c: c.card_at("..", "1"), lambda c: c.card_at("bro", "")]
)
def test_no_part_of_an_address(server, client, ask):
    with pytest.raises(ScryfallError):
        ask(client)
    assert server.requests == 0


def test_a_slash_stays_within_its_part(server, client):
    with pytest.raises(CardNotFound):
        client.card_at("bro", "1/../../named")
    assert server.asked[0].path == "/cards/bro/1/../../named"


def test_a_collection_in_batches(server, client):
    names = [f"Card {number}" for number in reversed(range(100))]
    names[3:3], names[90:90] = ["Nobody"], ["No one"]
    answer = client.collection({"name": name} for name in names)
    assert [card["name"] for card in answer.found] == [name for name in names if name.startswith("Card")]
    assert answer.misses == ({"name": "Nobody"}, {"name": "No one"})
    assert server.count() == {"/cards/collection": 2}
    assert {each.method for each in server.asked} == {"POST"}
    again = client.collection({"name": name} for name in names)
    assert [each.origin for each in again.answers] == [Origin.CACHE, Origin.CACHE]
    assert (again.found, server.requests) == (answer.found, 2)


def test_an_empty_collection_asks_nothing(server, client):
    assert client.collection([]).found == ()
    assert server.requests == 0


def test_a_search_page_by_page(server, client):
    server.hits = 351
    cards = client.search("keyword:prototype", unique="prints", multilingual=True)
    assert next(cards)["name"] == "Card 0"
    assert server.requests == 1
    assert [card["name"] for card in cards] == [f"Card {number}" for number in range(1, 351)]
    assert server.count() == {"/cards/search": 3}
    query = {"q": "keyword:prototype", "unique": "prints", "include_multilingual": "true"}
    assert [each.query for each in server.asked] == [query, query | {"page": "2"}, query | {"page": "3"}]


def test_a_search_without_a_hit(server, client):
    assert list(client.search("t:nothing")) == []
    assert list(client.search("t:nothing")) == []
    assert server.requests == 1


def test_a_search_that_is_not_understood(server, client):
    with pytest.raises(BadResponse, match=r"status 422\) The query could not be understood\."):
        next(client.search("(("))
    assert server.requests == 1


def test_a_search_without_end(server, client):
    server.hits = 500
    server.next_page = f"{server.url}/cards/search?q=x&page=1"
    with pytest.raises(BadResponse, match="without end"):
        list(client.search("x"))
    assert server.requests == 2


def test_an_answer_is_kept(server, open_client):
    first = open_client().named(exact="Card 1")
    again = open_client().named(exact="Card 1")
    assert (again.value, again.origin) == (first.value, Origin.CACHE)
    assert abs(again.received - first.received) < 1
    assert server.requests == 1


def test_a_miss_is_kept(server, open_client):
    for _ in range(3):
        with pytest.raises(CardNotFound, match=r"No cards found\.\): 'Nobody'"):
            open_client().named(exact="Nobody")
    assert server.requests == 1


def test_an_answer_is_kept_for_a_day_whatever_the_server_says(server, client, tmp_path):
    client.card(ID.format(1))
    assert grow_old(tmp_path, days=0.99) == 1
    assert client.card(ID.format(1)).origin is Origin.CACHE
    assert server.requests == 1


def test_after_a_day_the_server_is_asked_whether_it_is_the_same(server, client, tmp_path):
    client.card(ID.format(1))
    grow_old(tmp_path, days=1.01)
    assert client.card(ID.format(1)).origin is Origin.SCRYFALL
    assert [each.status for each in server.asked] == [200, 304]
    assert client.card(ID.format(1)).origin is Origin.CACHE
    server.cards["Card 1"]["layout"] = "prototype"
    grow_old(tmp_path, days=1.01)
    assert client.card(ID.format(1)).value["layout"] == "prototype"
    assert [each.status for each in server.asked] == [200, 304, 200]


def test_a_descriptor_can_be_checked_within_the_day(server, client):
    server.files = {"oracle_cards": b"1", "rulings": b"2"}
    assert [each["type"] for each in client.bulk_descriptors().value] == ["oracle_cards", "rulings"]
    client.bulk_descriptor("oracle_cards")
    assert client.bulk_descriptor("oracle_cards").origin is Origin.CACHE
    server.files["oracle_cards"] = b"123"
    assert client.bulk_descriptor("oracle_cards", reuse=Reuse.CHECKED).value["compressed_size"] == 3
    assert client.bulk_descriptor("oracle_cards", reuse=Reuse.CHECKED).origin is Origin.SCRYFALL
    assert [each.status for each in server.asked] == [200, 200, 200, 304]
    with pytest.raises(CardNotFound, match=r"No such bulk data\.\): 'cards'"):
        client.bulk_descriptor("cards")


def test_answers_are_kept_as_json(client, tmp_path):
    client.card(ID.format(1))
    [path] = tmp_path.rglob("answers.sqlite")
    with closing(sqlite3.connect(path)) as database:
        [(value,)] = database.execute("SELECT value FROM responses").fetchall()
    assert json.loads(value)["status_code"] == 200


def test_a_stale_answer_when_the_server_is_down(server, client, tmp_path):
    fresh = client.card(ID.format(1))
    grow_old(tmp_path, days=3)
    server.fault = answering("<html>down</html>", 503, **{"Retry-After": "3600"})
    answer = client.card(ID.format(1))
    assert (answer.value, answer.origin, answer.stale) == (fresh.value, Origin.STALE, True)
    assert isinstance(answer.problem, BadResponse)
    assert fresh.received - answer.received == pytest.approx(3 * 86_400, abs=5)
    with pytest.raises(BadResponse, match="status 503"):
        client.card(ID.format(2))
    server.fault = None
    assert client.card(ID.format(1)).origin is Origin.SCRYFALL


def test_a_stale_answer_when_nobody_listens(server, open_client, session, tmp_path):
    class Down(requests.adapters.BaseAdapter):
        def send(self, request, **ways):
            raise requests.ConnectionError("refused")

        def close(self):
            pass

    open_client().card(ID.format(1))
    grow_old(tmp_path, days=2)
    session.mount("https://", Down())
    client = open_client()
    answer = client.card(ID.format(1))
    assert (answer.stale, type(answer.problem)) == (True, Offline)
    with pytest.raises(Offline, match="no answer from Scryfall: ConnectionError"):
        client.card(ID.format(2))


def test_a_broken_answer_does_not_drop_a_good_one(server, client, tmp_path):
    client.card(ID.format(1))
    grow_old(tmp_path, days=2)
    server.fault = answering("<html>log in</html>")
    assert [client.card(ID.format(1)).stale for _ in range(2)] == [True, True]


def test_a_session_that_is_handed_in_stays_as_it_was(server, session, open_client):
    adapters, headers = dict(session.adapters), dict(session.headers)
    client = open_client()
    client.card(ID.format(1))
    client.close()
    assert (dict(session.adapters), dict(session.headers)) == (adapters, headers)
    server.files["x"] = b"1"
    assert session.get(f"{server.url}/files/x", verify=session.verify).content == b"1"  # it still sends


def test_the_certificates_of_the_session_go_before_those_of_the_environment(server, client, monkeypatch, tmp_path):
    monkeypatch.setenv("REQUESTS_CA_BUNDLE", str(tmp_path))
    assert client.card(ID.format(1)).value["name"] == "Card 1"


def test_without_a_session(httpserver, tmp_path):
    httpserver.expect_request("/bulk-data").respond_with_json({"object": "list", "data": []})
    with ScryfallClient(base_url=httpserver.url_for(""), cache_dir=tmp_path) as client:
        assert client.bulk_descriptors().value == ()


def test_each_api_has_its_own_place(tmp_path, monkeypatch):
    monkeypatch.setattr("mtg_prototype_plugin.cards.scryfall.place.user_state_folder", lambda: tmp_path / "state")
    with ScryfallClient(cache_dir=tmp_path / "cache") as client:
        assert client.place.cache == tmp_path / "cache" / "api.scryfall.com"
        assert tmp_path / "cache" not in client.place.state.parents
    with ScryfallClient(base_url="http://localhost:9", cache_dir=tmp_path / "cache") as client:
        assert client.place.cache == client.place.state == tmp_path / "cache" / "localhost_9"


def test_a_place_that_cannot_be_written(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(ScryfallError, match="no place to keep answers"):
        ScryfallClient(cache_dir=tmp_path / "file", base_url="http://localhost:9")
