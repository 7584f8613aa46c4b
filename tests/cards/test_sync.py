"""Sync: which records become which store, what is fetched, what stays."""

import dataclasses
import gzip
import json

import pytest

from mtg_hookspecs import BadResponse, Offline
from mtg_prototype_plugin.cards import sync
from mtg_prototype_plugin.cards.errors import CardFileError, StoreError
from mtg_prototype_plugin.cards.scryfall import Answer, Origin, Reuse
from mtg_prototype_plugin.cards.store import CardStore
from mtg_prototype_plugin.cards.sync import Scope

NOW = 1_790_899_200.0
"""2026-10-02 at midnight, UTC."""


class FakeClient:
    """Scryfall's bulk file, which a test may damage, and its search, a page a record."""

    problem = None

    def __init__(self, records, *, updated_at="2026-09-08T09:01:57.053+00:00"):
        self.content = gzip.compress(b"".join(json.dumps(record).encode() + b"\n" for record in records))
        self.records, self.updated_at, self.asked = records, updated_at, []

    def bulk_descriptor(self, kind, *, reuse):
        assert reuse is Reuse.CHECKED  # a new file is seen the day it is there
        self.asked.append(kind)
        return self._answer({"object": "bulk_data", "type": kind, "updated_at": self.updated_at}, 0.0)

    def download(self, descriptor, path, *, progress=None):
        self.asked.append("download")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(self.content)
        if progress:
            progress(len(self.content), len(self.content))

    def search_pages(self, query, *, unique="cards", multilingual=False):
        self.asked.append((query, unique, multilingual))
        found = [record for record in self.records if "Prototype" in record.get("keywords", ())]
        for age, record in enumerate(found):
            yield self._answer((record,), NOW - age * 3600)

    def _answer(self, value, received):
        return Answer(value, Origin.STALE if self.problem else Origin.SCRYFALL, received, self.problem)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "place" / "cards.sqlite"


@pytest.fixture
def file(tmp_path, made_up, write_lines):
    return write_lines(tmp_path / "cards.jsonl.gz", made_up)


def known(path, name):
    with CardStore(path) as store:
        return store.by_name(name)


def test_from_a_file(path, file, made_up):
    told = []
    report = sync.from_file(file, path, reading=lambda done, total: told.append((done, total)))
    assert (report.store.origin, report.store.prints, report.unreadable) == ("cards.jsonl.gz", len(made_up), ())
    assert told[-1] == (file.stat().st_size, file.stat().st_size)
    assert known(path, "Thaw // Flood")


def test_from_a_file_the_prototype_cards_alone(path, file):
    report = sync.from_file(file, path, scope=Scope.PROTOTYPES)
    assert (report.store.cards, report.store.prints) == (1, 2)
    assert known(path, "Glutwebstuhl").name == "Ember Loom"
    assert known(path, "Thaw // Flood") is None


@pytest.mark.parametrize("keywords", [7, "Prototype", {"Prototype": 1}, True])
def test_keywords_of_another_form_are_reported(path, tmp_path, made_up, write_lines, keywords):
    odd = {"object": "card", "id": "odd", "name": "A", "type_line": "Artifact", "keywords": keywords}
    odd["text"] = "Prototype"  # so that the byte filter lets it pass
    for records in ([odd, *made_up], [*made_up, odd]):
        report = sync.from_file(write_lines(tmp_path / "odd.gz", records), path, scope=Scope.PROTOTYPES)
        assert [each.record for each in report.unreadable] == ["odd"]
        with CardStore(path) as store:
            assert [card.name for card in store.prototypes()] == ["Ember Loom"]


def test_the_prototype_cards_are_put_onto_a_store(path, file, by_name):
    sync.from_file(file, path)
    newer = by_name["Ember Loom"] | {"id": "new", "oracle_id": "new", "name": "New Loom"}
    client = FakeClient([newer])
    report = sync.from_search(client, path)
    assert client.asked == [("keyword:prototype", "prints", True)]
    assert report.store.origin == "cards.jsonl.gz"
    assert known(path, "New Loom").layout == "prototype"
    assert known(path, "Thaw // Flood")


def test_bulk_is_fetched_once(path, made_up):
    client, told = FakeClient(made_up), []
    report = sync.from_bulk(
        client, path, fetching=lambda *each: told.append(each), reading=lambda *each: told.append(each)
    )
    assert not report.up_to_date
    assert (report.store.origin, report.store.as_of) == ("oracle_cards", client.updated_at)
    assert known(path, "Ember Loom").as_of == "2026-09-08"
    assert len(told) == 2
    again = sync.from_bulk(client, path)
    assert again.up_to_date
    assert again.store == report.store
    assert client.asked == ["oracle_cards", "download", "oracle_cards"]
    client.updated_at = "2026-09-09T09:01:57.053+00:00"
    assert not sync.from_bulk(client, path).up_to_date
    assert {each.name for each in path.parent.iterdir()} == {"cards.sqlite", "cards.sqlite.lock"}


def test_a_bulk_file_that_could_not_be_stored_is_not_fetched_again(path, made_up, monkeypatch):
    client, build = FakeClient(made_up), sync.build

    def full(*arguments, **options):
        raise StoreError("the store cannot be written: database or disk is full", value=str(path))

    monkeypatch.setattr(sync, "build", full)
    with pytest.raises(StoreError):
        sync.from_bulk(client, path)
    monkeypatch.setattr(sync, "build", build)
    sync.from_bulk(client, path)
    assert client.asked.count("download") == 1


def test_a_damaged_bulk_file_is_fetched_again(path, made_up):
    client = FakeClient(made_up)
    whole, client.content = client.content, client.content[:200]
    with pytest.raises(CardFileError):
        sync.from_bulk(client, path)
    assert not path.exists()
    client.content = whole
    assert sync.from_bulk(client, path).store.prints == len(made_up)
    assert client.asked.count("download") == 2


def test_what_scryfall_says_without_a_date_is_no_descriptor(path, made_up):
    with pytest.raises(BadResponse, match="without a date"):
        sync.from_bulk(FakeClient(made_up, updated_at=None), path)


def test_no_answer_leaves_the_store(path, file, made_up):
    class Gone(FakeClient):
        def bulk_descriptor(self, kind, *, reuse):
            raise Offline("no answer")

        def search_pages(self, *arguments, **options):
            yield self._answer((self.records[0],), NOW)
            raise Offline("no answer")

    sync.from_file(file, path)
    for ask in (sync.from_bulk, sync.from_search):
        with pytest.raises(Offline):
            ask(Gone(made_up), path)
        assert known(path, "Thaw // Flood")


def leaves_overwritten(whole):
    """A store whose first page is whole, so that it opens and tells of itself, and most others are not."""
    size = 4096
    pages = [whole[start : start + size] for start in range(0, len(whole), size)]
    return b"".join(page if number < 2 or page[0] != 0x0D else b"\xff" * size for number, page in enumerate(pages))


def older(whole):
    """A store of another version of the program: ``user_version`` is at 60."""
    return whole[:60] + (99).to_bytes(4, "big") + whole[64:]


DAMAGE = {
    "junk": lambda whole: b"junk" * 999,
    "empty": lambda whole: b"",
    "cut short": lambda whole: whole[: len(whole) // 2],
    "leaves overwritten": leaves_overwritten,
    "of another version": older,
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_damaged_store_is_built_anew_from_all_cards(path, file, made_up, damage):
    client = FakeClient(made_up)
    for ask in (lambda: sync.from_bulk(client, path), lambda: sync.from_file(file, path)):
        sync.from_bulk(client, path)
        path.write_bytes(DAMAGE[damage](path.read_bytes()))
        assert not ask().up_to_date
        with CardStore(path) as store:
            store.check()
            assert store.by_name("Thaw // Flood")


@pytest.mark.parametrize("damage", DAMAGE)
def test_nothing_is_put_onto_a_damaged_store_or_in_its_place(path, file, made_up, damage):
    sync.from_file(file, path)
    path.write_bytes(DAMAGE[damage](path.read_bytes()))
    before, client = path.read_bytes(), FakeClient(made_up)
    asks = (lambda: sync.from_search(client, path), lambda: sync.from_file(file, path, scope=Scope.PROTOTYPES))
    for ask in asks:
        with pytest.raises(StoreError, match="without --search") as caught:
            ask()
        assert str(caught.value).count(str(path)) == 1
    assert path.read_bytes() == before
    assert client.asked == []


def test_an_old_answer_is_no_sync(path, made_up):
    client = FakeClient(made_up)
    sync.from_bulk(client, path)
    before = path.read_bytes()
    client.problem = Offline("no answer", value="a server")
    for ask in (sync.from_bulk, sync.from_search):
        with pytest.raises(Offline) as caught:
            ask(client, path)
        assert caught.value is client.problem
    assert path.read_bytes() == before


def test_what_a_search_finds_is_of_its_oldest_page(path, made_up):
    told = []
    report = sync.from_search(FakeClient(made_up), path, finding=told.append)
    assert (report.store.origin, report.store.prints) == ("keyword:prototype", 2)
    assert report.store.as_of == "2026-10-01T23:00:00+00:00"
    assert told == [1, 2]


def test_a_search_that_finds_nothing_leaves_the_store(path, file, by_name):
    sync.from_file(file, path)
    before = path.read_bytes()
    with pytest.raises(BadResponse, match="keyword:prototype"):
        sync.from_search(FakeClient([by_name["Long Winter"]]), path)
    assert path.read_bytes() == before


def test_a_report_is_a_value(path, file):
    report = sync.from_file(file, path)
    assert dataclasses.replace(report) == report
    assert hash(report)
