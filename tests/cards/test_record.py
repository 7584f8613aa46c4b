"""Records in Scryfall's keys."""

import json

import pytest

from mtg_hookspecs import BadResponse
from mtg_prototype_plugin import prototype_of, table
from mtg_prototype_plugin.cards.record import characteristics_of, is_keyword_ability


@pytest.mark.parametrize(
    "word",
    ["Haste", "First strike", "Ward", "Islandwalk", "Basic landcycling", "Partner with", "Hexproof from", "Megamorph"],
)
def test_keyword_abilities(word):
    assert is_keyword_ability(word)


@pytest.mark.parametrize(
    "word", ["Prototype", "Scry", "Conjure", "Landfall", "Wind Walk", "Food", "Protection Fighting Style"]
)
def test_what_else_records_call_keywords(word):
    assert not is_keyword_ability(word)


@pytest.mark.parametrize("record", [{"type_line": "Artifact"}, {"name": "A"}, {"name": "A", "type_line": None}])
def test_a_record_without_name_or_type_line(record):
    with pytest.raises(BadResponse, match="a card record without"):
        characteristics_of(record)


def test_recorded_prototype_cards(shared_data):
    paths = sorted((shared_data / "scryfall_reconstructed").glob("*.json"))
    assert len(paths) == 68
    for path in paths:
        record = json.loads(path.read_text(encoding="utf-8"))
        card, known = characteristics_of(record), table.find(record["name"])
        assert prototype_of(card).changes(card) == prototype_of(known.characteristics).changes(known.characteristics)
        assert set(card.keywords) == set(known.characteristics.keywords)


def test_recorded_cards_of_one_face(shared_data):
    read = 0
    for path in (shared_data / "scryfall").glob("card_*.json"):
        record = json.loads(path.read_text(encoding="utf-8"))
        if "card_faces" in record:
            continue
        strings = characteristics_of(record).to_strings()
        assert strings["cmc"] == record["cmc"], path.name
        assert strings["colors"] == [color for color in "WUBRG" if color in record["colors"]]
        assert strings["type_line"] == record["type_line"]
        assert (strings.get("power"), strings.get("toughness")) == (record.get("power"), record.get("toughness"))
        assert prototype_of(characteristics_of(record)) is None
        read += 1
    assert read > 30
