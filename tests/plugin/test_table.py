"""The 21 cards as facts."""

import json

import pytest

from mtg_hookspecs import ManaCost
from mtg_prototype_plugin import prototype_of, table


def test_there_are_21():
    assert len({card.oracle_id for card in table.cards()}) == 21
    assert len({card.scryfall_id for card in table.cards()}) == 21


@pytest.mark.parametrize("card", table.cards(), ids=lambda card: card.characteristics.name)
def test_what_holds_for_each(card):
    printed = card.characteristics
    override = prototype_of(printed)
    assert printed.types == ("Artifact", "Creature")
    assert printed.colors == ""  # 718.4, 105.2
    assert printed.color_identity == override.characteristics.colors != ""  # 903.4
    assert override.characteristics.mana_value < printed.mana_value
    assert printed.rules_text is None
    assert "Prototype" not in printed.keywords


@pytest.mark.parametrize(
    "query",
    [
        "Blitz Automaton",
        "BLITZ  automaton",
        "blitzautomaton",
        "Automate à l'attaque-éclair",
        "automate a l’attaque eclair",
        "19f344ee-031d-4346-9553-c5d32b02df43",
        "e4e5529a-848b-486c-97fb-1def35df7837",
    ],
)
def test_found_by_name_and_id(query):
    assert table.find(query).characteristics.name == "Blitz Automaton"


def test_found_in_every_language():
    queries = [(name, card) for card in table.cards() for _, name in card.names]
    assert len(queries) > 130
    assert {language for card in table.cards() for language, _ in card.names} == set(
        "de es fr it ja ko pt ru zhs zht".split()
    )
    assert [name for name, card in queries if table.find(name) is not card] == []


@pytest.mark.parametrize("query", ["", "Prototype Portal", "Arcbound Prototype", "Blitz"])
def test_not_found(query):
    assert table.find(query) is None


def test_nearest():
    assert table.nearest("Blitz Automatn")[0] == "Blitz Automaton"
    assert table.nearest("qqqq") == ()


def test_agrees_with_the_recorded_facts(shared_data):
    recorded = json.loads((shared_data / "prototype_cards.json").read_text(encoding="utf-8"))["cards"]
    printed_names = json.loads((shared_data / "prototype_i18n.json").read_text(encoding="utf-8"))["names"]
    assert len(recorded) == len(table.cards())
    for fact in recorded:
        card = table.find(fact["name"])
        strings = card.characteristics.to_strings()
        assert {
            key: strings[key] for key in ("name", "mana_cost", "power", "toughness", "type_line", "color_identity")
        } == {key: fact[key] for key in ("name", "mana_cost", "power", "toughness", "type_line", "color_identity")}
        assert str(card.ability) == fact["prototype_line"]
        assert card.ability.mana_cost == ManaCost.parse(fact["prototype"]["mana_cost"])
        assert (card.oracle_id, card.scryfall_id) == (fact["oracle_id"], fact["scryfall_id"])
        assert (card.set_code, card.collector_number) == (fact["set"], fact["collector_number"])
        granted = {"Steel Seraph": {"Vigilance"}}  # the data lists what the card gives to a creature, too
        others = {"Prototype", "Scry", "Conjure"} | granted.get(fact["name"], set())
        assert set(card.characteristics.keywords) == set(fact["keywords"]) - others
        names = {lang: record["printed_name"] for lang, record in printed_names.get(fact["name"], {}).items()}
        assert dict(card.names) == {language: name for language, name in names.items() if name}
