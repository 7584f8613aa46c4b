"""Does the embedded table hold? Each difference has its name."""

import pytest

from mtg_prototype_plugin import table
from mtg_prototype_plugin.cards.build import build
from mtg_prototype_plugin.cards.index import EmbeddedTable
from mtg_prototype_plugin.cards.online import ScryfallSource
from mtg_prototype_plugin.cards.store import CardStore
from mtg_prototype_plugin.cards.verify import differences


def record_of(card):
    strings = card.characteristics.to_strings()
    return {
        **strings,
        "object": "card",
        "id": card.scryfall_id,
        "oracle_id": card.oracle_id,
        "set": card.set_code,
        "collector_number": card.collector_number,
        "lang": "en",
        "layout": "prototype",
        "keywords": [*strings["keywords"], "Prototype"],
        "oracle_text": "\n".join((str(card.ability), ", ".join(strings["keywords"]), "A text.")),
    }


@pytest.fixture
def records():
    """What Scryfall would say of the 21 cards, by the table."""
    return {card.characteristics.name: record_of(card) for card in table.cards()}


@pytest.fixture
def found(tmp_path):
    def verify(records):
        build(records.values(), tmp_path / "cards.sqlite", origin="test")
        with CardStore(tmp_path / "cards.sqlite") as store:
            return [str(each) for each in differences(store)]

    return verify


def test_the_table_agrees_with_itself(records, found):
    assert list(differences(EmbeddedTable())) == []
    assert found(records) == []


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"mana_cost": "{6}", "cmc": 6.0}, ["mana cost: embedded {7}, found {6}", "mana value: embedded 7, found 6"]),
        ({"power": "5"}, ["size: embedded 6/4, found 5/4"]),
        ({"type_line": "Artifact Creature — Golem"}, ["type line", "prototyped type line"]),
        ({"keywords": ["Prototype"]}, ["keywords: embedded Haste, found none", "prototyped keywords"]),
        ({"color_identity": []}, ["colour identity: embedded R, found colourless", "prototyped colour identity"]),
        ({"name": "Blitz Automat"}, ["name: embedded Blitz Automaton, found Blitz Automat", "prototyped name"]),
        ({"collector_number": "9"}, [f"print {table.find('Blitz Automaton').scryfall_id}"]),
        (
            {"oracle_text": "Prototype {1}{R} — 3/1\nHaste"},
            [
                "prototyped mana cost: embedded {2}{R}, found {1}{R}",
                "prototyped mana value: embedded 3, found 2",
                "prototyped size: embedded 3/2, found 3/1",
            ],
        ),
    ],
    ids=str,
)
def test_every_difference_is_named(records, found, change, expected):
    records["Blitz Automaton"] |= change
    listed = found(records)
    assert all(line.startswith("Blitz Automaton: ") for line in listed)
    assert len(listed) == len(expected)
    for line, words in zip(listed, expected, strict=True):
        assert line.removeprefix("Blitz Automaton: ").startswith(words)


def test_a_printed_name_that_is_another(records, found):
    german = records["Blitz Automaton"] | {"id": "de", "lang": "de", "printed_name": "Anders"}
    expected = dict(table.find("Blitz Automaton").names)["de"]
    listed = found({**records, "german": german})
    assert listed == [f"Blitz Automaton: name in de: embedded {expected}, found Anders"]
    assert found({**records, "german": german | {"printed_name": expected}}) == []


def test_a_card_that_is_not_embedded_and_one_that_is_gone(records, found):
    new = records.pop("Steel Seraph") | {"name": "New Seraph", "oracle_id": "new", "id": "new"}
    listed = found({**records, "new": new})
    assert listed == [
        "Steel Seraph: card: embedded prototype card, found nothing",
        "New Seraph: card: embedded nothing, found prototype card, oracle id new",
    ]


def test_against_scryfall_prints_come_from_the_search(records):
    class Client:
        def search(self, query, *, unique="cards", multilingual=False):
            assert (query, unique, multilingual) == ("keyword:prototype", "prints", True)
            return list(records.values())

    assert list(differences(ScryfallSource(Client()))) == []


def test_against_the_recorded_cards(tmp_path, shared_data):
    import json

    paths = sorted((shared_data / "scryfall_reconstructed").glob("*.json"))
    given = [json.loads(path.read_text(encoding="utf-8")) for path in paths]
    build(given, tmp_path / "cards.sqlite", origin="reconstructed")
    with CardStore(tmp_path / "cards.sqlite") as store:
        assert len(list(store.prototypes())) == 21
        assert [str(each) for each in differences(store)] == []
