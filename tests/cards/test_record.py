"""Records in Scryfall's keys."""

import contextlib
import copy
import json
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

import mtg_hookspecs.characteristics
from mtg_hookspecs import BadResponse, InvalidAbilityText, MtgError
from mtg_prototype_plugin import prototype_of, table
from mtg_prototype_plugin.cards.facts import CardFacts, Source
from mtg_prototype_plugin.cards.record import (
    Unreadable,
    characteristics_of,
    facts_of,
    is_keyword_ability,
    is_prototype,
)
from mtg_prototype_plugin.table import folded


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


@given(record=st.text(), reason=st.text())
def test_what_could_not_be_read_is_one_line_that_a_terminal_may_show(record, reason):
    shown = str(Unreadable(record, reason))
    assert shown.isprintable()
    if record.isprintable() and reason.isprintable():
        assert shown == f"{record}: {reason}"
    assert str(Unreadable("a\nb\x1b[31m\u2028", "")) == r"'a\nb\x1b[31m\u2028': "


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


def facts(record):
    return facts_of(record, source=Source.STORE)


def faces(record):
    return [(face.name, str(face.mana_cost or ""), face.mana_value, str(face.colors)) for face in facts(record).faces]


def test_every_made_up_record_reads(made_up):
    layouts = {record.get("layout", "normal") for record in made_up}
    assert {"split", "adventure", "flip", "transform", "modal_dfc", "meld", "reversible_card", "saga"} < layouts
    assert {"leveler", "token", "prepare", "prototype", "holographic"} < layouts
    for record in made_up:
        card = facts(record)
        assert card.name == record["name"]
        assert card.layout == record.get("layout", "normal")
        for key in ("power", "toughness"):
            assert key not in record or str(getattr(card.characteristics, key)) == record[key]
        if "card_faces" not in record:
            assert str(card.characteristics.mana_cost or "") == record.get("mana_cost", "")


def test_a_split_card_is_both_halves(by_name):
    card = facts(by_name["Thaw // Flood"])
    whole = card.characteristics
    assert (whole.name, str(whole.mana_cost), whole.mana_value) == ("Thaw // Flood", "{1}{R}{X}{U}{U}", 4)
    assert (whole.colors, whole.types, whole.subtypes) == ("UR", ("Instant", "Sorcery"), ("Lesson",))
    assert faces(by_name["Thaw // Flood"]) == [("Thaw", "{1}{R}", 2, "R"), ("Flood", "{X}{U}{U}", 2, "U")]
    assert [face.keywords for face in card.faces] == [(), ("Aftermath",)]
    assert whole.keywords == ("Aftermath",)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Reed Courier // Errand", [("Reed Courier", "{G}", 1, "G"), ("Errand", "{2}{G}", 3, "G")]),
        (
            "Quiet Novice // Voice of the Mountain",
            [("Quiet Novice", "{1}{R}", 2, "R"), ("Voice of the Mountain", "{1}{R}", 2, "R")],
        ),
        (
            "Lantern Keeper // Keeper Unbound",
            [("Lantern Keeper", "{2}{B}", 3, "B"), ("Keeper Unbound", "", 3, "R")],
        ),
        ("A-Tide Oracle // A-Ebb", [("A-Tide Oracle", "{2}{U}", 3, "U"), ("A-Ebb", "", 0, "")]),
        ("Studious Hand // Small Lesson", [("Studious Hand", "{1}{W}", 2, "W"), ("Small Lesson", "{W}", 1, "W")]),
        ("Patient Quarry // Patient Quarry", [("Patient Quarry", "{2}", 2, "")] * 2),
    ],
)
def test_faces(by_name, name, expected):
    assert faces(by_name[name]) == expected
    assert facts(by_name[name]).characteristics == facts(by_name[name]).faces[0]


def test_what_a_face_lacks_is_on_the_card(by_name):
    assert facts(by_name["Ashen Vow"]).characteristics.colors == "R"  # by its indicator
    assert facts(by_name["Joined Colossus"]).characteristics.mana_value == 7
    assert facts(by_name["Patient Quarry // Patient Quarry"]).oracle_id == by_name["Patient Quarry"]["oracle_id"]
    transformed = facts(by_name["Lantern Keeper // Keeper Unbound"])
    assert [face.keywords for face in transformed.faces] == [(), ("Menace",)]
    assert all(face.color_identity == "BR" for face in transformed.faces)


def test_printed_names(made_up):
    [german] = [record for record in made_up if record["lang"] == "de"]
    card = facts(german)
    assert (card.name, card.language, card.printed_names) == ("Ember Loom", "de", (("de", "Glutwebstuhl"),))
    assert card.printed_name("de") == "Glutwebstuhl"
    assert card.printed_name("en") == "Ember Loom"
    assert card.printed_name("fr") is None


def test_a_prototype_record_has_the_keyword_and_a_line(by_name):
    loom = by_name["Ember Loom"]
    assert is_prototype(loom)
    assert not is_prototype(by_name["Prototype Gallery"])
    assert not is_prototype(loom | {"keywords": ["Trample"]})
    with pytest.raises(InvalidAbilityText, match="without its line"):
        is_prototype(loom | {"oracle_text": "Trample"})
    with pytest.raises(InvalidAbilityText):
        is_prototype(loom | {"oracle_text": "Prototype {Q} — 4/3"})


@pytest.mark.parametrize(
    "change",
    [
        {"name": 7},
        {"type_line": ["Artifact"]},
        {"card_faces": "x"},
        {"card_faces": [7]},
        {"card_faces": [{"name": "A"}]},
        {"keywords": 7},
        {"keywords": [[]]},
        {"colors": 7},
        {"colors": ["P"]},
        {"cmc": "three"},
        {"power": [1]},
        {"power": "big"},
        {"mana_cost": 7},
        {"mana_cost": "{Q}"},
        {"type_line": "—"},
        {"type_line": "Artifact // Land"},
        {"printed_names": 7},
        {"printed_names": [["de"]]},
    ],
    ids=str,
)
def test_a_record_of_another_form_is_refused(by_name, change):
    with pytest.raises(MtgError) as caught:
        facts(by_name["Ember Loom"] | change)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("record", [None, 7, "card", [], [1]])
def test_what_is_no_record_is_refused(record):
    with pytest.raises(BadResponse, match="no card record"):
        facts(record)


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5) | st.floats(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(("name", "a")), inner, max_size=2),
    max_leaves=5,
)
KEYS = st.sampled_from(
    "id name layout type_line mana_cost cmc colors power keywords oracle_text card_faces color_identity lang".split()
)


@given(changes=st.dictionaries(KEYS, ANYTHING, max_size=3))
def test_whatever_a_record_holds_is_facts_or_an_error(changes):
    record = {"id": "1", "name": "A", "type_line": "Artifact", "mana_cost": "{2}", "keywords": ["Haste"]} | changes
    with contextlib.suppress(MtgError):
        card = facts(record)
        assert hash(card) == hash(facts(record))


def test_facts_are_values(by_name):
    card = facts(by_name["Thaw // Flood"])
    assert copy.deepcopy(card) is card
    assert pickle.loads(pickle.dumps(card)) == card
    names = {"CardFacts": CardFacts, "Source": Source} | vars(mtg_hookspecs.characteristics)
    assert eval(repr(card), names) == card


@pytest.mark.parametrize(
    ("written", "asked"),
    [
        ("Jötun's Æther-Well", "JOTUNS aether well"),
        ("Thaw // Flood", "thaw//flood"),
        ("A-Tide Oracle", "a-tide oracle"),
        ("３/２ Golem", "3/2 golem"),
        ("Łódź", "lodz"),
    ],
)
def test_names_are_folded(written, asked):
    assert folded(written) == folded(asked)


@pytest.mark.parametrize(("one", "other"), [("か", "が"), ("_____", "______"), ("A-Tide", "Tide"), ("", " ")])
def test_names_that_stay_apart(one, other):
    assert (folded(one) == folded(other)) is (one.strip() == other.strip())


def test_every_recorded_answer_reads(shared_data):
    """Each card of the 70 recorded objects reads, by itself or in an answer."""
    read = []
    for path in sorted((shared_data / "scryfall").glob("*.json")):
        given = json.loads(path.read_text(encoding="utf-8"))
        inner = given if isinstance(given, list) else [given, *_listed(given)]
        read += [facts(record) for record in inner if isinstance(record, dict) and record.get("object") == "card"]
    assert len(read) > 59
    assert {"split", "adventure", "flip", "transform", "meld", "reversible_card", "saga", "leveler", "token"} <= {
        card.layout for card in read
    }


def _listed(given):
    data = given.get("data", [])
    return data if isinstance(data, list) else []


def test_the_corpus(corpus):
    """Each record reads; two have a symbol of no rules (107.4), and are reported if the contract does not know it."""
    refused, prototypes = [], []
    for record in corpus:
        try:
            facts(record)
            prototypes += [record["name"]] if is_prototype(record) else []
        except MtgError as error:
            refused.append((record["name"], str(error)))
    assert len(corpus) == 35_033
    assert sorted(prototypes) == sorted(card.characteristics.name for card in table.cards())
    assert len(refused) <= 2
    assert refused == []
    decoys = [record["name"] for record in corpus if "prototyp" in record["name"].lower()]
    assert len(decoys) > 5
    assert not set(decoys) & set(prototypes)


@pytest.mark.parametrize(
    ("text", "has"),
    [
        (
            "Flying\nAt the beginning of combat, a creature gains your choice of flying, vigilance, or lifelink.",
            ["Flying"],
        ),
        ("Flying, vigilance, and lifelink (Damage dealt by it.)", ["Flying", "Vigilance", "Lifelink"]),
        ("Creatures you control have flying and vigilance.", []),
        ("Night Watch — Vigilance", ["Vigilance"]),
        ("Lifelink\n{W}: Another creature gains flying.", ["Lifelink"]),
    ],
)
def test_a_keyword_that_the_text_grants_is_not_the_cards(text, has):
    record = {
        "name": "A",
        "type_line": "Creature",
        "oracle_text": text,
        "keywords": ["Flying", "Vigilance", "Lifelink"],
    }
    assert list(characteristics_of(record).keywords) == has
