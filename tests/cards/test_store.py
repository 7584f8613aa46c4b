"""The local store: what it finds, and what it says where it cannot be read."""

import random
import sqlite3
import threading
from pathlib import Path

import pytest

from mtg_hookspecs.errors import InvalidWord
from mtg_prototype_plugin.cards import store as store_module
from mtg_prototype_plugin.cards.build import build
from mtg_prototype_plugin.cards.errors import StoreError
from mtg_prototype_plugin.cards.facts import Source
from mtg_prototype_plugin.cards.index import CardIndex
from mtg_prototype_plugin.cards.store import CardStore, default_path


@pytest.fixture(scope="module")
def path(made_up, tmp_path_factory):
    path = tmp_path_factory.mktemp("store") / "cards.sqlite"
    build(made_up, path, origin="made up", as_of="2026-09-08T09:01:57.053+00:00")
    return path


@pytest.fixture
def store(path):
    with CardStore(path) as store:
        yield store


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ("Ember Loom", "Ember Loom"),
        ("ember-loom", "Ember Loom"),
        ("Glutwebstuhl", "Ember Loom"),
        ("GLÜTWEBSTUHL", "Ember Loom"),
        ("Thaw // Flood", "Thaw // Flood"),
        ("thaw/flood", "Thaw // Flood"),
        ("Flood", "Thaw // Flood"),
        ("Keeper Unbound", "Lantern Keeper // Keeper Unbound"),
        ("A-Tide Oracle", "A-Tide Oracle // A-Ebb"),
        ("A-Tide Oracle // A-Ebb", "A-Tide Oracle // A-Ebb"),
        ("Jotuns Aether Well", "Jötun's Æther-Well"),
        ("Patient Quarry", "Patient Quarry"),
        ("_____", "_____"),
    ],
)
def test_names(store, asked, found):
    assert store.by_name(asked).name == found


def test_a_card_comes_before_a_token_of_that_name(store):
    assert store.by_name("Tide Oracle").layout == "normal"


@pytest.mark.parametrize(
    "asked", ["", "   ", "Ember", "Ember Loom 2", "//", "'; DROP TABLE names; --", "\0", "x" * 9999]
)
def test_names_that_are_none(store, asked):
    assert store.by_name(asked) is None
    assert isinstance(store.nearest(asked), tuple)


@pytest.mark.parametrize("asked", ["\ud800", "\udfff.", "\udcff" * 40])
def test_half_a_character_is_in_no_store(store, asked):
    assert store.by_name(asked) is None
    assert store.by_name(f"Ember Loom{asked}") is store.by_name("Ember Loom")  # as with all that is no letter
    assert store.by_id(asked) is None
    assert store.at(asked, "7") is None
    assert store.at("mup", asked) is None
    assert store.at("mup", "7", language=asked) is None
    assert isinstance(store.nearest(asked), tuple)
    assert CardIndex([store]).find(asked) is None
    with CardStore(store.path.with_name("none")) as missing, pytest.raises(StoreError):
        missing.by_name(asked)


@pytest.mark.parametrize("asked", [None, 7, b"Ember Loom", ["Ember Loom"]], ids=str)
def test_what_is_no_text_is_a_typed_error(store, asked):
    for ask in (
        *(store.by_name, store.by_id, store.nearest),
        *(lambda asked: store.at(asked, "7"), lambda asked: store.at("mup", asked)),
    ):
        with pytest.raises(InvalidWord, match="with a text"):
            ask(asked)


def test_exact_spelling_decides_between_names_that_fold_alike(tmp_path):
    cards = [{"name": name, "type_line": "Sorcery", "mana_cost": "{R}"} for name in ("Lava Ax", "Lava, Ax", "lava-ax")]
    build(cards, tmp_path / "cards.sqlite", origin="test")
    with CardStore(tmp_path / "cards.sqlite") as store:
        for card in cards:
            assert store.by_name(card["name"]).name == card["name"]
        assert store.by_name("LAVA AX!").name == "Lava Ax"


def test_ids_and_places(store, made_up):
    [german] = [record for record in made_up if record["lang"] == "de"]
    english = store.by_name("Ember Loom")
    assert (english.language, english.printed_names) == ("en", (("de", "Glutwebstuhl"),))
    assert store.by_id(english.oracle_id.upper()) is english
    assert store.by_id(english.scryfall_id) is english
    assert store.at("MUP", "7") is english
    assert store.at("mup", "7", language="en") is english
    printed = store.at("mup", "7", language="de")
    assert store.by_id(german["id"]) is printed
    assert (printed.scryfall_id, printed.language) == (german["id"], "de")
    assert printed.characteristics is english.characteristics
    assert store.at("mup", "8") is None
    assert store.at("mup", "7", language="fr") is None
    assert store.by_id("00000000-0000-0000-0000-000000000000") is None


def test_facts_say_where_they_come_from_and_are_the_same_object(store):
    card = store.by_name("Ember Loom")
    assert (card.source, card.as_of, card.stale) == (Source.STORE, "2026-09-08", False)
    assert store.by_name("ember loom") is card
    assert [each.name for each in store.prototypes()] == ["Ember Loom"]
    assert next(iter(store.prototypes())) is card


def test_nearest(store):
    assert store.nearest("Ember Lom")[0] == "Ember Loom"
    assert store.nearest("Glutwebstul")[0] == "Glutwebstuhl"
    assert store.nearest("zzzzzz") == ()
    assert store.nearest('"OR" NEAR(') == ()


def test_info(store, made_up):
    info = store.info()
    assert (info.origin, info.as_of, info.unreadable) == ("made up", "2026-09-08T09:01:57.053+00:00", 0)
    assert (info.prints, info.bytes) == (len(made_up), store.path.stat().st_size)
    cards = {record.get("oracle_id") or record["card_faces"][0]["oracle_id"] for record in made_up}
    assert info.cards == len(cards)
    store.check()


def test_several_threads_may_ask(tmp_path):
    names = [f"Card {number}" for number in range(60)]
    build(({"name": name, "type_line": "Artifact"} for name in names), tmp_path / "cards.sqlite", origin="test")
    wrong: list[object] = []

    def ask(store):
        for name in names:
            try:
                found = store.by_name(name)
                if found is None or found.name != name or found is not store.by_name(name):
                    wrong.append((name, found))
            except StoreError as error:
                wrong.append(error)

    for _ in range(5):
        with CardStore(tmp_path / "cards.sqlite") as store:
            threads = [threading.Thread(target=ask, args=(store,)) for _ in range(8)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
    assert wrong == []


def damaged(path: Path, tmp_path: Path, kind: str) -> Path:
    other, whole = tmp_path / "cards.sqlite", path.read_bytes()
    if kind == "cut short":
        other.write_bytes(whole[: len(whole) // 2])
    elif kind == "empty":
        other.write_bytes(b"")
    elif kind == "HTML":
        other.write_bytes(b"<html>not found</html>" * 99)
    elif kind == "overwritten":
        other.write_bytes(whole[:4096] + b"\xa5" * (len(whole) - 4096))
    elif kind == "a folder":
        other.mkdir()
    elif kind == "another database":
        connection = sqlite3.connect(other)
        connection.execute("CREATE TABLE cards (id)")
        connection.close()
    elif kind == "another version":
        other.write_bytes(whole)
        connection = sqlite3.connect(other)
        connection.execute("PRAGMA user_version = 99")
        connection.close()
    return other


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        ("missing", "no store"),
        ("cut short", "cut short|cannot be read"),
        ("empty", "no store of cards"),
        ("HTML", "no store of cards"),
        ("overwritten", "cannot be read|damaged"),
        ("a folder", "cannot be read"),
        ("another database", "no store of cards"),
        ("another version", "another version"),
    ],
)
def test_a_store_that_cannot_be_read_is_one_line(path, tmp_path, kind, said):
    with CardStore(damaged(path, tmp_path, kind)) as store:
        for ask in (lambda: store.by_name("Ember Loom"), store.info, lambda: list(store.prototypes())):
            with pytest.raises(StoreError, match=said) as caught:
                ask()
            assert "\n" not in str(caught.value)
            assert str(store.path) in str(caught.value)
            assert "mtg-prototype sync" in str(caught.value)


def test_a_store_that_another_process_locks_is_read(path):
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    try:
        with CardStore(path) as store:
            assert store.by_name("Ember Loom").name == "Ember Loom"
    finally:
        other.close()


def test_nothing_is_written_beside_a_store_that_is_read(path):
    with CardStore(path) as store:
        store.by_name("Ember Loom")
    assert {each.name for each in path.parent.iterdir()} == {path.name, f"{path.name}.lock"}


def test_the_default_place(monkeypatch, tmp_path):
    monkeypatch.setenv("MTG_PROTOTYPE_HOME", str(tmp_path))
    assert default_path() == tmp_path / "cards.sqlite"
    monkeypatch.delenv("MTG_PROTOTYPE_HOME")
    monkeypatch.setattr(store_module.sys, "platform", "linux")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    assert default_path() == tmp_path / "cache" / "mtg-prototype-plugin" / "cards.sqlite"


def test_whatever_is_damaged_is_one_error(path, tmp_path):
    """Bytes changed at random places: an answer or a ``StoreError``, never another error."""
    whole, chance = path.read_bytes(), random.Random(7)
    other, errors = tmp_path / "cards.sqlite", 0
    for _ in range(150):
        changed = bytearray(whole)
        for _ in range(chance.choice((1, 3, 200))):
            changed[chance.randrange(100, len(whole))] = chance.randrange(256)
        other.write_bytes(changed)
        with CardStore(other) as store:
            asks = (
                *(lambda name=name: store.by_name(name) for name in ("Ember Loom", "Flood", "Jotuns Aether Well")),
                *(store.info, store.check, lambda: list(store.prototypes()), lambda: store.at("mup", "7")),
                lambda: store.nearest("Ember Lom"),
            )
            for ask in asks:
                try:
                    ask()
                except StoreError as error:
                    errors += 1
                    assert "\n" not in str(error), error  # noqa: PT017
    assert errors > 100
