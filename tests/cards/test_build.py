"""Building the store: whatever happens on the way, a reader has the old store or the new one."""

import json
import os
import random
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mtg_prototype_plugin.cards import build as build_module
from mtg_prototype_plugin.cards.build import build
from mtg_prototype_plugin.cards.errors import StoreError
from mtg_prototype_plugin.cards.store import CardStore


def cards(word, count):
    return [
        {"id": f"{word}-{number}", "name": f"{word} {number}", "type_line": "Artifact", "mana_cost": "{1}"}
        for number in range(count)
    ]


@pytest.fixture
def path(tmp_path):
    return tmp_path / "cards.sqlite"


def left(path):
    return {each.name for each in path.parent.iterdir()} - {f"{path.name}.lock"}


def test_what_cannot_be_read_is_reported_and_the_rest_goes_on(path, made_up):
    wrong = [
        {"id": "no-name", "type_line": "Artifact"},
        {"id": "odd-cost", "name": "A", "type_line": "Artifact", "mana_cost": "{Q}"},
        7,
        {"id": "no-line", "name": "New Loom", "type_line": "Artifact Creature", "keywords": ["Prototype"]},
    ]
    refused = []
    info = build([*made_up[:5], *wrong, *made_up[5:]], path, origin="test", unreadable=refused)
    assert [each.record for each in refused] == ["no-name", "odd-cost", "7", "no-line"]
    assert all(each.reason and "\n" not in each.reason for each in refused)
    assert info.unreadable == 4
    with CardStore(path) as store:
        assert store.by_id("no-name") is None
        assert store.by_name("New Loom") is not None  # a card all the same
        assert [card.name for card in store.prototypes()] == ["Ember Loom"]


BROKEN = ("Trample", "", "Prototype {3}{Q} — 4/3", "Prototype 3R — 4/3", "Prototype {3}{R}")


@pytest.mark.parametrize("text", BROKEN)
@pytest.mark.parametrize("language", ["en", "de"])
def test_a_broken_line_is_put_over_no_whole_one(path, by_name, text, language):
    whole = by_name["Ember Loom"]
    broken = whole | {"id": "broken", "oracle_text": text, "lang": language, "mana_cost": "{9}", "cmc": 9.0}

    def known():
        with CardStore(path) as store:
            assert store.by_id("broken").oracle_id == whole["oracle_id"]
            return [(card.name, card.characteristics.mana_value) for card in store.prototypes()]

    for good in (whole, whole | {"lang": "ja"}, whole | {"lang": "ja", "layout": "reversible_card"}):
        for order in ([good, broken], [broken, good]):
            refused = []
            build(order, path, origin="test", unreadable=refused)
            assert known() == [("Ember Loom", 8)]
            assert [each.record for each in refused] == ["broken"]
        build([good], path, origin="test")
        build([broken], path, origin="search", onto=path)
        assert known() == [("Ember Loom", 8)]
        build([good | {"mana_cost": "{10}", "cmc": 10.0}], path, origin="search", onto=path)
        assert known() == [("Ember Loom", 10)]
    build([broken], path, origin="test")
    assert known() == []


def test_what_was_not_read_is_that_of_the_last_build(path):
    build([*cards("Old", 2), 1, 2, 3], path, origin="test")
    for wrong in (1, 1, 0):
        info = build([*cards("New", 1), *range(wrong)], path, origin="search", onto=path, unreadable=[])
        assert info.unreadable == wrong


@pytest.mark.parametrize("count", [1, 3, 4, 2000])
def test_where_nothing_can_be_read_the_error_says_why(path, count):
    wrong = [
        {"id": f"odd\n{number}", "name": "A", "type_line": "Artifact", "mana_cost": "{Q}"} for number in range(count)
    ]
    with pytest.raises(StoreError, match="no card record") as caught:
        build(wrong, path, origin="file.json")
    said = str(caught.value)
    assert "file.json" in said
    assert said.isprintable()
    assert said.count("'{Q}'") == min(count, 3)
    assert ("and 1,997 more" in said) == (count == 2000)
    assert ("more" in said) == (count > 3)


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=4) | st.just("\ud800"),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(("name", "id")), inner, max_size=2),
    max_leaves=4,
)
KEYS = st.sampled_from(
    "id oracle_id name layout lang set collector_number type_line keywords oracle_text card_faces printed_name "
    "printed_names flavor_name cmc power color_identity".split()
)


@settings(deadline=None)
@given(changes=st.dictionaries(KEYS, ANYTHING, max_size=3))
def test_whatever_a_record_holds_a_store_is_built(tmp_path_factory, changes):
    path = tmp_path_factory.getbasetemp() / "any.sqlite"
    odd = {"id": "odd", "name": "Odd", "type_line": "Artifact", "keywords": ["Prototype"]} | changes
    refused = []
    info = build([*cards("New", 1), odd], path, origin="test", unreadable=refused)
    assert info.cards + len(refused) >= 2
    with CardStore(path) as store:
        store.check()
        assert store.by_name("New 0")
        if info.cards == 2 and odd["name"].strip() and odd.get("id"):
            assert store.by_id(odd["id"]) is not None


@pytest.mark.parametrize(
    "key", ["id", "oracle_id", "name", "set", "lang", "oracle_text", "printed_name", "flavor_name"]
)
def test_half_a_character_anywhere_is_reported(path, key):
    """JSON may hold one, SQLite does not."""
    face = {"name": "Odd", "type_line": "Artifact"}
    whole = face | {"id": "odd", key: "\ud800"}
    in_a_face = face | {"id": "odd", "layout": "split", "card_faces": [face, face | {key: "\ud800"}]}
    for odd in (whole, in_a_face):
        refused = []
        assert build([*cards("New", 1), odd], path, origin="test", unreadable=refused).cards == 1
        assert len(refused) == 1


def test_of_several_prints_the_english_one_is_the_cards(path, made_up):
    prints = [record for record in made_up if record["name"] in ("Ember Loom", "Patient Quarry // Patient Quarry")]
    quarry = [record for record in made_up if record["name"] == "Patient Quarry"]
    for order in (prints + quarry, [*reversed(prints), *quarry], quarry + prints):
        build(order, path, origin="test")
        with CardStore(path) as store:
            assert store.by_name("Glutwebstuhl").language == "en"
            assert store.by_name("Patient Quarry").layout == "normal"
            assert store.info().cards == 2


def test_putting_onto_a_store_keeps_the_rest_and_its_date(path, by_name):
    build(cards("Old", 3), path, origin="oracle_cards", as_of="2026-01-01T00:00:00Z")
    changed = {"id": "Old-1", "name": "Old 1", "type_line": "Artifact", "mana_cost": "{9}"}
    info = build(
        [by_name["Ember Loom"], changed], path, origin="keyword:prototype", as_of="2026-02-02T00:00:00Z", onto=path
    )
    assert (info.origin, info.as_of, info.cards) == ("oracle_cards", "2026-01-01T00:00:00Z", 4)
    with CardStore(path) as store:
        assert store.by_name("Old 0").name == "Old 0"
        assert store.by_name("Old 1").characteristics.mana_value == 9
        assert store.by_name("Ember Loom").layout == "prototype"
        assert store.nearest("Ember Lom")[0] == "Ember Loom"
        store.check()


def test_a_reader_keeps_the_store_that_it_opened(path):
    build(cards("Old", 3), path, origin="test")
    with CardStore(path) as reader:
        assert reader.by_name("Old 1")
        build(cards("New", 3), path, origin="test")
        assert reader.by_name("Old 2")
        assert reader.by_name("New 2") is None
    with CardStore(path) as reader:
        assert reader.by_name("New 2")
        assert reader.by_name("Old 2") is None


def test_no_record_builds_nothing(path):
    build(cards("Old", 3), path, origin="test")
    with pytest.raises(StoreError, match="no card record"):
        build([], path, origin="test")
    assert left(path) == {path.name}
    with CardStore(path) as store:
        assert store.by_name("Old 1")


@pytest.mark.parametrize("fault", [KeyboardInterrupt(), RuntimeError("no"), OSError(5, "an I/O error")])
def test_records_that_stop_half_way_leave_the_old_store(path, fault):
    def half():
        yield from cards("New", 2000)
        raise fault

    build(cards("Old", 3), path, origin="test")
    with pytest.raises((StoreError, type(fault))):
        build(half(), path, origin="test")
    assert left(path) == {path.name}
    with CardStore(path) as store:
        assert store.by_name("Old 1")


def test_one_build_at_a_time(path):
    other = sqlite3.connect(f"{path}.lock", isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    try:
        with pytest.raises(StoreError, match="another process"):
            build(cards("New", 3), path, origin="test")
    finally:
        other.close()
    assert build(cards("New", 3), path, origin="test").cards == 3


def test_a_lock_that_is_no_lock(path):
    path.with_name(f"{path.name}.lock").write_bytes(b"junk" * 1000)
    with pytest.raises(StoreError, match="no place for a store"):
        build(cards("New", 3), path, origin="test")
    path.with_name(f"{path.name}.lock").unlink()
    path.with_name(f"{path.name}.part").write_bytes(b"junk" * 1000)  # of a build that was killed
    assert build(cards("New", 3), path, origin="test").cards == 3


def test_a_full_disk_leaves_the_old_store(path, monkeypatch):
    """The writer meets the end of the disk at its last step, as SQLite reports it."""
    build(cards("Old", 3), path, origin="test")

    def full(*arguments, **options):
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr(build_module._Writer, "finish", full)
    with pytest.raises(StoreError, match="disk is full") as caught:
        build(cards("New", 3), path, origin="test")
    assert "the old one stays" in str(caught.value)
    assert left(path) == {path.name}


_LIMITED = """
import resource, sys
from pathlib import Path
from mtg_prototype_plugin.cards.build import build
from mtg_prototype_plugin.cards.errors import StoreError
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[2]),) * 2)
cards = [{"name": f"New {n}", "type_line": "Artifact", "oracle_text": "x" * 400} for n in range(3000)]
try:
    build(cards, Path(sys.argv[1]), origin="test")
except StoreError as error:
    print(error)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="no such limit on this system")
@pytest.mark.parametrize("most", [2_000, 100_000, 1_000_000])
def test_no_more_room_for_the_file(path, most):
    build(cards("Old", 3), path, origin="test")
    script = [sys.executable, "-c", _LIMITED, str(path), str(most)]
    result = subprocess.run(script, capture_output=True, text=True, check=True)
    assert "the store cannot be written" in result.stdout
    assert result.stdout.count("\n") == 1
    assert left(path) == {path.name}
    with CardStore(path) as store:
        assert store.by_name("Old 1")


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="rights do not hold for this user")
def test_a_folder_that_may_not_be_written(path):
    path.parent.chmod(0o500)
    try:
        with pytest.raises(StoreError, match=r"no place for a store|cannot be written"):
            build(cards("New", 3), path, origin="test")
    finally:
        path.parent.chmod(0o700)


_KILLED = """
import os, signal, sys, time, random
from pathlib import Path
from mtg_prototype_plugin.cards.sync import from_file
from mtg_prototype_plugin.cards.store import CardStore

store, files, seed = Path(sys.argv[1]), [Path(each) for each in sys.argv[2:4]], int(sys.argv[4])
chance = random.Random(seed)
begin = time.monotonic()
for file in files:  # how long one takes, and both stores once
    from_file(file, store)
longest = (time.monotonic() - begin) / 2
for _ in range(int(sys.argv[5])):
    child = os.fork()
    if not child:
        while True:
            for file in files:
                from_file(file, store)
    time.sleep(chance.uniform(0, 3 * longest))
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    with CardStore(store) as opened:
        opened.check()
        info = opened.info()
        names = [opened.by_name(f"{word} {info.cards - 1}") for word in ("Old", "New")]
        half = (store.parent / f"{store.name}.part").exists()
        print(info.origin, info.cards, [card.name for card in names if card], half)
"""


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork on this system")
def test_killed_at_any_moment_the_store_is_the_old_or_the_new(path, write_lines):
    """SIGKILL at fifty random moments of syncs that follow each other without a pause."""
    counts = {"old.jsonl.gz": ("Old", 400), "new.jsonl.gz": ("New", 300)}
    files = [
        str(write_lines(path.with_name(name), [card | {"object": "card"} for card in cards(word, count)]))
        for name, (word, count) in counts.items()
    ]
    seed = random.randrange(2**32)
    script = [sys.executable, "-c", _KILLED, str(path), *files, str(seed), "50"]
    result = subprocess.run(script, capture_output=True, text=True, check=False)
    assert result.returncode == 0, f"seed {seed}: {result.stderr}"
    states = result.stdout.splitlines()
    assert len(states) == 50
    for state in states:
        origin, count, _ = state.split(" ", 2)
        word, expected = counts[origin]
        assert int(count) == expected
        assert f"['{word} {expected - 1}']" in state
    assert any(state.endswith("True") for state in states), "no kill met a build half-way"
    build(cards("Next", 3), path, origin="test")  # what the dead left behind is no hindrance
    assert not Path(f"{path}.part").exists()


def test_a_compact_record_holds_no_more_than_is_read(path, made_up):
    build([record | {"prices": {"usd": "1"}, "legalities": {}} for record in made_up], path, origin="test")
    connection = sqlite3.connect(path)
    records = [json.loads(row[0]) for row in connection.execute("SELECT record FROM cards")]
    connection.close()
    assert records
    assert not any(key in record for record in records for key in ("prices", "legalities", "object"))
