"""The one door: sources in the caller's order, the same object always, no network unless it was opened."""

import socket

import pytest

from mtg_hookspecs import CardNotFound, InvalidManaCost, InvalidWord, PluginHost, ScryfallError
from mtg_prototype_plugin import plugin, table
from mtg_prototype_plugin.cards.build import build
from mtg_prototype_plugin.cards.errors import StoreError
from mtg_prototype_plugin.cards.facts import Source
from mtg_prototype_plugin.cards.index import CardIndex, EmbeddedTable, serve, served
from mtg_prototype_plugin.cards.online import PlainSource, ScryfallSource
from mtg_prototype_plugin.cards.scryfall import Answer, CollectionAnswer, Origin
from mtg_prototype_plugin.cards.store import CardStore
from mtg_prototype_plugin.cards.verify import verify

BLITZ = table.find("Blitz Automaton")


@pytest.fixture
def store(made_up, tmp_path):
    build(made_up, tmp_path / "cards.sqlite", origin="made up")
    with CardStore(tmp_path / "cards.sqlite") as store:
        yield store


@pytest.fixture
def no_network(monkeypatch):
    def refused(*arguments):
        raise AssertionError("the network was asked")

    monkeypatch.setattr(socket.socket, "connect", refused)
    monkeypatch.setattr(socket, "getaddrinfo", refused)


@pytest.mark.parametrize(
    "query",
    [
        "Blitz Automaton",
        "BLITZ AUTOMATON",
        "Automate à l'attaque-éclair",
        BLITZ.oracle_id,
        BLITZ.scryfall_id,
        f"{BLITZ.set_code}/{BLITZ.collector_number}",
        f"{BLITZ.set_code.upper()}/{BLITZ.collector_number}/en",
    ],
)
def test_the_table_alone(no_network, query):
    facts = CardIndex().get(query)
    assert facts.characteristics is BLITZ.characteristics
    assert (facts.source, facts.layout, facts.faces) == (Source.TABLE, "prototype", (BLITZ.characteristics,))
    assert facts.printed_names == BLITZ.names
    assert facts.as_of
    assert CardIndex().find(query) is facts


def test_every_embedded_card_by_every_name(no_network):
    index = CardIndex()
    for card in table.cards():
        for name in (card.characteristics.name, *(name for _, name in card.names)):
            assert index.get(name).oracle_id == card.oracle_id


@pytest.mark.parametrize("query", ["", " ", "bro/999", "bro/158/ja", "x" * 10_000, "0" * 36, "Memnite"])
def test_nobody_knows(no_network, query):
    assert CardIndex().find(query) is None
    with pytest.raises(CardNotFound, match="no such card") as caught:
        CardIndex().get(query)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("query", [None, 7, b"Blitz Automaton", ["Blitz Automaton"]])
def test_what_is_no_text_is_an_error_with_a_type(query):
    for ask in (CardIndex().find, CardIndex().get):
        with pytest.raises(InvalidWord, match="asked for with a text"):
            ask(query)


def test_the_first_source_that_knows_answers(store, no_network):
    index = CardIndex([EmbeddedTable(), store])
    assert index.get("Blitz Automaton").source is Source.TABLE
    assert index.get("Glutwebstuhl").source is Source.STORE
    assert index.get("mup/7").name == "Ember Loom"
    assert index.get("mup/7/de").language == "de"
    assert index.get("Glutwebstuhl") is index.get("EMBER LOOM")
    with pytest.raises(CardNotFound) as caught:
        index.get("Ember Lom")
    assert "Ember Loom" in caught.value.near
    assert CardIndex([]).find("Blitz Automaton") is None


def test_a_damaged_store_hides_nothing_of_the_table(tmp_path):
    (tmp_path / "cards.sqlite").write_bytes(b"junk")
    index = CardIndex([EmbeddedTable(), CardStore(tmp_path / "cards.sqlite")])
    assert index.get("Blitz Automaton")
    with pytest.raises(StoreError):
        index.get("Memnite")
    with pytest.raises(StoreError, match=r"sync.*; did you mean Blitz Automaton, .*\?"):
        index.get("Blitz Automatn")


def test_a_source_that_cannot_be_asked_for_the_nearest_names_hides_none_of_another():
    class Odd(EmbeddedTable):
        def nearest(self, name):
            raise StoreError("a damaged store", value="cards.sqlite")

    for sources in ([Odd(), EmbeddedTable()], [EmbeddedTable(), Odd()]):
        with pytest.raises(
            CardNotFound, match=r"mean Blitz Automaton, .*\?; a damaged store: 'cards.sqlite'"
        ) as caught:
            CardIndex(sources).get("Blitz Automatn")
        assert caught.value.near == EmbeddedTable().nearest("Blitz Automatn")


def test_the_index_forgets_queries_before_they_fill_the_memory(monkeypatch):
    monkeypatch.setattr("mtg_prototype_plugin.cards.index._MOST_QUERIES", 3)
    index = CardIndex()
    for number in range(50):
        assert index.get("Blitz Automaton" + "!" * number)
    assert len(index._found) <= 3


def test_mtg_find_card_answers_from_the_index_that_is_served(store, no_network):
    host = PluginHost([plugin])
    assert host.find_card("Ember Loom") is None
    try:
        serve(CardIndex([EmbeddedTable(), store]))
        assert host.find_card("Glutwebstuhl") is store.by_name("Ember Loom").characteristics
        assert host.find_card("Blitz Automaton") is BLITZ.characteristics
        assert host.find_card("Nobody") is None
        serve(CardIndex([CardStore(store.path.with_name("none"))]))
        assert host.find_card("Blitz Automaton") is None  # a hook never raises
    finally:
        serve(None)
    assert host.find_card("Ember Loom") is None
    assert [type(source) for source in served().sources] == [EmbeddedTable]


class FakeClient:
    """Scryfall's answers from a list of records; every question is counted."""

    def __init__(self, records, *, origin=Origin.SCRYFALL, received=1_790_000_000.0):
        self.records, self.origin, self.received, self.asked = records, origin, received, []

    def _one(self, question, fits):
        self.asked.append(question)
        for record in self.records:
            if fits(record):
                return Answer(record, self.origin, self.received)
        raise CardNotFound("no such card", value=question)

    def named(self, *, exact):
        return self._one(("named", exact), lambda record: record["name"].lower() == exact.lower())

    def card(self, scryfall_id):
        return self._one(("card", scryfall_id), lambda record: record["id"] == scryfall_id)

    def card_at(self, set_code, number, lang=None):
        place = (set_code, number, lang or "en")
        keys = ("set", "collector_number", "lang")
        return self._one(place, lambda record: tuple(map(record.get, keys)) == place)

    def collection(self, identifiers):
        self.asked.append(("collection", identifiers))
        [wanted] = identifiers
        found = [record for record in self.records if record.get("oracle_id") == wanted["oracle_id"]]
        misses = () if found else (wanted,)
        return CollectionAnswer(tuple(found[:1]), misses, (Answer({}, self.origin, self.received),))

    def search_pages(self, query, *, unique="cards", multilingual=False):
        assert multilingual
        self.asked.append(("search", query))
        found = [record for record in self.records if f'"{record.get("printed_name")}"' in query]
        if query == "keyword:prototype":
            found = [record for record in self.records if "Prototype" in record.get("keywords", ())]
        return [Answer(tuple(found), self.origin, self.received)]


def test_scryfall_is_asked_last_and_once(made_up, store):
    elsewhere = {"object": "card", "id": "1", "name": "Elsewhere", "type_line": "Land"}
    client = FakeClient([*made_up, elsewhere])
    index = CardIndex([EmbeddedTable(), store, ScryfallSource(client)])
    for _ in range(3):
        assert index.get("Ember Loom").source is Source.STORE
        assert index.get("Elsewhere").source is Source.SCRYFALL
    assert client.asked == [("named", "Elsewhere")]
    assert index.get("Elsewhere").as_of == "2026-09-21"


def test_scryfall_by_every_key(made_up):
    [german] = [record for record in made_up if record["lang"] == "de"]
    source = ScryfallSource(FakeClient(made_up))
    loom = source.by_name("ember loom")
    assert source.by_id(loom.scryfall_id) is loom
    assert ScryfallSource(FakeClient(made_up)).by_id(loom.oracle_id).name == "Ember Loom"
    assert source.at("mup", "7", language="de").scryfall_id == german["id"]
    assert source.by_name("Glutwebstuhl").scryfall_id == german["id"]
    assert source.by_name("Nobody") is None
    assert source.by_id("00000000-0000-0000-0000-000000000000") is None
    assert source.at("mup", "8") is None
    [card] = source.prototypes()
    assert (card.language, card.printed_names) == ("en", (("de", "Glutwebstuhl"),))


def test_a_stale_answer_says_so(made_up):
    """Whatever it was asked by."""
    [german] = [record for record in made_up if record["lang"] == "de"]
    questions = (
        lambda source: source.by_name("Ember Loom"),
        lambda source: source.by_name("Glutwebstuhl"),
        lambda source: source.by_id(german["id"]),
        lambda source: source.by_id(german["oracle_id"]),
        lambda source: source.at("mup", "7"),
        lambda source: next(source.prototypes()),
    )
    for origin, received, day in ((Origin.STALE, 1_780_000_000.0, "2026-05-28"), (Origin.CACHE, 1.79e9, "2026-09-21")):
        for ask in questions:
            facts = ask(ScryfallSource(FakeClient(made_up, origin=origin, received=received)))
            assert (facts.as_of, facts.stale) == (day, origin is Origin.STALE)


def test_a_fresher_answer_takes_the_place_of_an_older_one(made_up):
    client = FakeClient(made_up, origin=Origin.STALE, received=1_780_000_000.0)
    source = ScryfallSource(client)
    old = source.by_name("Ember Loom")
    client.origin, client.received = Origin.SCRYFALL, 1_790_000_000.0
    new = source.at("mup", "7")
    assert (old.stale, new.stale, new.as_of) == (True, False, "2026-09-21")
    assert source.by_id(old.scryfall_id) is source.by_name("Ember Loom") is new


def test_a_print_that_cannot_be_read_hides_no_other(made_up):
    [german] = [record for record in made_up if record["lang"] == "de"]
    broken = german | {"id": "broken", "mana_cost": "{Q}x"}
    assert ScryfallSource(FakeClient([broken, german])).by_name("Glutwebstuhl").scryfall_id == german["id"]
    with pytest.raises(InvalidManaCost):
        ScryfallSource(FakeClient([broken])).by_name("Glutwebstuhl")


@pytest.mark.parametrize("place", ["mup/7", "MUP/7", "mup/7/en", "Mup/7/EN", "mup/7/de", "mup/7/DE"])
def test_a_place_is_one_question_however_it_is_spelt(made_up, store, place):
    client = FakeClient(made_up)
    facts = CardIndex([ScryfallSource(client)]).get(place)
    language = "de" if place.lower().endswith("de") else "en"
    assert (facts.name, facts.language, len(client.asked)) == ("Ember Loom", language, 1)
    assert CardIndex([store]).get(place).language == language


def test_what_no_name_is_asks_nobody(made_up):
    client = FakeClient(made_up)
    index = CardIndex([ScryfallSource(client), PlainSource(api_url="http://localhost:1")])
    for query in ("", " ", "\t", "\udcff", "Ember Loom\udcff", "mup/7\udcff"):
        with pytest.raises(CardNotFound, match="no such card"):
            index.get(query)
    assert client.asked == []


def test_without_the_extra_what_cannot_be_asked_is_no_answer():
    source = PlainSource(api_url="http://localhost:1")
    questions = (
        *(lambda query=query: CardIndex([source]).get(query) for query in (BLITZ.scryfall_id, "mh3/120", "mh3/120/de")),
        source.prototypes,
        lambda: verify(source),
    )
    for ask in questions:
        with pytest.raises(ScryfallError, match=r"needs the extra 'scryfall'.*pip install"):
            ask()


def test_an_index_with_scryfall_is_not_served(made_up):
    with pytest.raises(ValueError, match="never asks the network"):
        serve(CardIndex([ScryfallSource(FakeClient(made_up))]))
