"""Does the embedded table hold? Each difference has its name."""

import pytest

from mtg_prototype_plugin import table
from mtg_prototype_plugin.cards.build import build
from mtg_prototype_plugin.cards.index import EmbeddedTable
from mtg_prototype_plugin.cards.online import ScryfallSource
from mtg_prototype_plugin.cards.scryfall import Answer, Origin
from mtg_prototype_plugin.cards.store import CardStore
from mtg_prototype_plugin.cards.verify import verify


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


NOW, BEFORE = 1_790_000_000.0, 1_780_000_000.0


class Searched:
    """A client of Scryfall whose one search has these pages, each with how fresh it is."""

    def __init__(self, *pages, fresh=((Origin.SCRYFALL, NOW),)):
        self.pages, self.fresh = pages, fresh

    def search_pages(self, query, *, unique="cards", multilingual=False):
        assert (query, unique, multilingual) == ("keyword:prototype", "prints", True)
        for page, (origin, received) in zip(self.pages, self.fresh, strict=True):
            yield Answer(tuple(page), origin, received)


@pytest.fixture
def records():
    """What Scryfall would say of the 21 cards, by the table."""
    return {card.characteristics.name: record_of(card) for card in table.cards()}


@pytest.fixture
def found(tmp_path):
    def found(records):
        build(records.values(), tmp_path / "cards.sqlite", origin="test")
        with CardStore(tmp_path / "cards.sqlite") as store:
            return [str(each) for each in verify(store).differences]

    return found


def test_the_table_agrees_with_itself(records, found):
    assert verify(EmbeddedTable()).differences == ()
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
    verdict = verify(ScryfallSource(Searched(records.values())))
    assert (verdict.differences, verdict.as_of, verdict.stale) == ((), "2026-09-21", False)


def test_against_scryfall_a_verdict_is_as_old_as_its_oldest_page(records):
    listed = list(records.values())
    client = Searched(listed[:9], listed[9:], fresh=((Origin.STALE, BEFORE), (Origin.SCRYFALL, NOW)))
    verdict = verify(ScryfallSource(client))
    assert (verdict.differences, verdict.as_of, verdict.stale) == ((), "2026-05-28", True)


@pytest.mark.parametrize(
    ("text", "found"),
    [("Haste", "nothing"), ("", "nothing"), ("Prototype {2}{R} 3/2 4\nHaste", "one that cannot be read: ")],
)
def test_against_scryfall_a_prototype_line_that_is_lost_or_broken(records, text, found):
    for name, record in records.items():
        changed = records | {name: record | {"oracle_text": text, "keywords": ["Prototype"]}}
        lines = [str(each) for each in verify(ScryfallSource(Searched(changed.values()))).differences]
        embedded = table.find(name).ability
        assert any(line.startswith(f"{name}: prototype line: embedded {embedded}, found {found}") for line in lines)
        assert all(line.startswith(f"{name}: ") for line in lines)


@pytest.mark.parametrize("broken", [{"mana_cost": "{Q}x"}, {"type_line": None}, {"power": [1]}, {"card_faces": 7}])
def test_against_scryfall_a_record_that_cannot_be_read_is_named_and_the_rest_goes_on(records, broken):
    blitz = records["Blitz Automaton"]
    source = ScryfallSource(Searched([blitz | {"id": "odd\x1b[31m"} | broken, *records.values()]))
    for _ in range(2):
        [line] = [str(each) for each in verify(source).differences]
        assert line.startswith(r"'odd\x1b[31m': record: embedded nothing, found one that cannot be read: ")
    [line, other] = [
        str(each)
        for each in verify(ScryfallSource(Searched((records | {blitz["name"]: blitz | broken}).values()))).differences
    ]
    assert line == "Blitz Automaton: card: embedded prototype card, found nothing"
    assert other.startswith(f"{blitz['id']}: record: ")


def test_against_the_recorded_cards(tmp_path, shared_data):
    import json

    paths = sorted((shared_data / "scryfall_reconstructed").glob("*.json"))
    given = [json.loads(path.read_text(encoding="utf-8")) for path in paths]
    build(given, tmp_path / "cards.sqlite", origin="reconstructed")
    with CardStore(tmp_path / "cards.sqlite") as store:
        assert len(list(store.prototypes())) == 21
        assert verify(store).differences == ()
