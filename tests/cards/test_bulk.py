"""Bulk files in both forms, whole and broken."""

import gzip
import json
import re
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mtg_prototype_plugin.cards import json_stream, unpacked
from mtg_prototype_plugin.cards.bulk import PROTOTYPE, lines, records
from mtg_prototype_plugin.cards.errors import CardFileError
from mtg_prototype_plugin.cards.json_stream import members


def read(path, *, containing=b""):
    refused = []
    return list(records(path, containing=containing, unreadable=refused.append)), refused


DECODE = json_stream._DECODE


def as_array(made, *, indent=None):
    inner = ",\n".join(json.dumps(record, ensure_ascii=False, indent=indent) for record in made)
    return f"[\n{inner}\n]\n"


@pytest.mark.parametrize("form", ["lines", "array", "indented array", "array in one line", "no line end"])
@pytest.mark.parametrize("packed", [True, False], ids=["gzip", "plain"])
def test_every_form_gives_the_same_records(tmp_path, made_up, form, packed):
    text = {
        "lines": "".join(json.dumps(record) + "\n" for record in made_up),
        "no line end": "\r\n\r\n".join(json.dumps(record, ensure_ascii=False) for record in made_up),
        "array": as_array(made_up),
        "indented array": json.dumps(made_up, indent=2),
        "array in one line": json.dumps(made_up, ensure_ascii=False),
    }[form].encode()
    path = tmp_path / "cards"
    path.write_bytes(gzip.compress(text) if packed else text)
    assert read(path) == (made_up, [])


@pytest.mark.parametrize("indent", [None, 1])
@pytest.mark.parametrize("size", [40, 1 << 18])
def test_an_answer_of_the_api_is_read_as_its_records(tmp_path, monkeypatch, made_up, indent, size):
    answer = {"object": "list", "total_cards": 3, "has_more": False, "warnings": ["{"], "data": [*made_up, 7]}
    path = tmp_path / "answer.json"
    path.write_text(json.dumps(answer, indent=indent), encoding="utf-8")
    monkeypatch.setattr(unpacked, "_CHUNK", size)
    found, refused = read(path)
    assert found == made_up
    assert [each.record for each in refused] == [f"place {len(made_up)}"]


def test_a_file_of_something_else_says_what_it_holds(tmp_path, write_lines):
    with pytest.raises(CardFileError, match="no card records") as caught:
        read(write_lines(tmp_path / "cards.jsonl.gz", ['{"object": "set"}'] * 300))
    assert '{"object": "set"}: no card record' in str(caught.value)


def test_the_filter_keeps_the_prototype_cards(tmp_path, made_up, write_lines):
    path = write_lines(tmp_path / "cards.jsonl.gz", made_up)
    found, refused = read(path, containing=PROTOTYPE)
    assert [record["name"] for record in found] == ["Ember Loom", "Ember Loom"]
    assert refused == []


@pytest.mark.parametrize("size", [1, 7, 64, 1 << 18])
def test_lines_do_not_depend_on_where_the_file_is_cut(tmp_path, monkeypatch, made_up, write_lines, size):
    path = write_lines(tmp_path / "cards.jsonl.gz", made_up)
    whole = [json.dumps(record, ensure_ascii=False).encode() for record in made_up]
    monkeypatch.setattr(unpacked, "_CHUNK", size)
    assert list(lines(path)) == whole
    assert list(lines(path, containing=PROTOTYPE)) == [line for line in whole if PROTOTYPE in line]


@given(
    parts=st.lists(st.text(alphabet='ab"{}[],\\ é\u2028', max_size=12), min_size=1, max_size=8),
    size=st.integers(min_value=1, max_value=40),
)
def test_lines_with_a_word_are_those_of_a_plain_search(tmp_path_factory, parts, size):
    path = tmp_path_factory.getbasetemp() / "any"
    path.write_bytes("\n".join(parts).encode())
    bare = [line.strip(b" \t\r,") for line in path.read_bytes().split(b"\n")]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(unpacked, "_CHUNK", size)
        assert list(lines(path, containing=b"ab")) == [line for line in bare if b"ab" in line]


def test_lines_that_are_no_records_are_reported(tmp_path, made_up, write_lines):
    broken = ["{", '{"object": "error"}', "7", '"x"', '{"object": "card", "name": }']
    path = write_lines(tmp_path / "cards.jsonl.gz", [*broken, *made_up])
    found, refused = read(path)
    assert found == made_up
    assert [each.record for each in refused] == broken
    assert all("no JSON" in each.reason or "no card record" in each.reason for each in refused)


@pytest.mark.parametrize("line", ["<html>", "{}", "[" * 100_000, '{"a":' * 100_000])
def test_a_file_of_something_else_is_given_up(tmp_path, write_lines, line):
    with pytest.raises(CardFileError, match=r"no card records|no JSON|too many layers"):
        read(write_lines(tmp_path / "cards.jsonl.gz", [line] * 300))


@pytest.mark.parametrize("cut", [2, 9, 100, -1, -8])
def test_a_gzip_file_cut_short(tmp_path, made_up, write_lines, cut):
    path = write_lines(tmp_path / "cards.jsonl.gz", made_up)
    path.write_bytes(path.read_bytes()[:cut])
    with pytest.raises(CardFileError, match=re.escape(str(path))):
        read(path)


def test_a_gzip_file_with_a_wrong_sum(tmp_path, made_up, write_lines):
    path = write_lines(tmp_path / "cards.jsonl.gz", made_up)
    whole = bytearray(path.read_bytes())
    whole[-6] ^= 1
    path.write_bytes(whole)
    with pytest.raises(CardFileError, match="damaged gzip file"):
        read(path)


def test_gzip_members_one_after_another(tmp_path, made_up):
    parts = (json.dumps(record).encode() + b"\n" for record in made_up)
    path = tmp_path / "cards.jsonl.gz"
    path.write_bytes(b"".join(gzip.compress(part) for part in parts) + b"\0" * 512)
    assert read(path) == (made_up, [])


def test_a_gzip_bomb_stays_small(tmp_path):
    """64 MB of zeros in one line are given up after a few megabytes of it."""
    path = tmp_path / "cards.jsonl.gz"
    with gzip.open(path, "wb", compresslevel=9) as file:
        for _ in range(64):
            file.write(bytes(1 << 20))
    with pytest.raises(CardFileError, match="a line of more than"):
        read(path)
    assert max(len(chunk) for chunk in unpacked.chunks(path)) <= 1 << 18


def test_no_such_file(tmp_path):
    for path in (tmp_path / "none", tmp_path):
        with pytest.raises(CardFileError, match="cannot be read"):
            read(path)


def test_progress_is_told_in_bytes_of_the_file(tmp_path, made_up, write_lines):
    path, told = write_lines(tmp_path / "cards.jsonl.gz", made_up), []
    list(records(path, unreadable=print, progress=lambda done, total: told.append((done, total))))
    size = path.stat().st_size
    assert told[-1] == (size, size)
    assert told == sorted(told)


def test_without_msgspec_the_same_is_read(tmp_path, made_up, write_lines):
    path = write_lines(tmp_path / "cards.jsonl.gz", made_up)
    script = """
import sys
sys.modules['msgspec'] = None
from pathlib import Path
from mtg_prototype_plugin.cards import bulk
found = list(bulk.records(Path(sys.argv[1]), unreadable=print))
print(bulk.decode.__module__, len(found), found[-1]['name'])
"""
    result = subprocess.run([sys.executable, "-c", script, str(path)], capture_output=True, text=True, check=True)
    assert result.stdout.split() == ["json", str(len(made_up)), made_up[-1]["name"]]


TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | TEXT,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXT, inner, max_size=4),
    max_leaves=12,
)


@given(
    value=st.lists(JSON, max_size=5) | st.dictionaries(TEXT.filter(lambda key: key != "data"), JSON),
    data=st.data(),
)
def test_members_are_those_of_the_whole(tmp_path_factory, value, data):
    indent = data.draw(st.none() | st.integers(0, 3))
    path = tmp_path_factory.getbasetemp() / "any.json"
    path.write_text(json.dumps(value, indent=indent, ensure_ascii=False), encoding="utf-8")
    pairs = value.items() if isinstance(value, dict) else enumerate(value)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(unpacked, "_CHUNK", data.draw(st.integers(1, 50)))
        found = list(members(path))
    assert found == [(str(key), member) for key, member in pairs]


@pytest.mark.parametrize(
    "large",
    [["x" * 50] * 4000, {"a": [{"b": number} for number in range(20_000)]}, "é" * 200_000, int("7" * 4000)],
    ids=["array", "object", "text", "number"],
)
def test_a_large_member_is_decoded_a_few_times_not_once_a_piece(tmp_path, monkeypatch, large):
    path = tmp_path / "any.json"
    path.write_text(json.dumps({"a": 1, "large": large, "b": [2]}), encoding="utf-8")
    tried = []

    def decode(text, place):
        tried.append(len(text) - place)
        return DECODE(text, place)

    monkeypatch.setattr(json_stream, "_DECODE", decode)
    monkeypatch.setattr(unpacked, "_CHUNK", 100)
    assert list(members(path)) == [("a", 1), ("large", large), ("b", [2])]
    assert sum(tried) < 6 * path.stat().st_size


def test_members_of_data(tmp_path):
    path = tmp_path / "set.json"
    path.write_text('\ufeff{"meta": {"version": "5"}, "data": {"A": [1], "B": {"x": 2}}}', encoding="utf-8")
    assert list(members(path)) == [("meta", {"version": "5"}), ("A", [1]), ("B", {"x": 2})]


@pytest.mark.parametrize(
    "text", ["", "7", '"x"', "[1, 2", "[1 2]", '{"a" 1}', '{"a": 1', "{1: 2}", "[,]", '{"data": {"a": [', "nul"]
)
def test_json_that_is_none(tmp_path, text):
    path = tmp_path / "any.json"
    path.write_text(text)
    with pytest.raises(CardFileError, match=re.escape(str(path))):
        list(members(path))


def test_a_member_that_never_ends(tmp_path, monkeypatch):
    path = tmp_path / "any.json"
    path.write_text('["' + "x" * 5000)
    monkeypatch.setattr(json_stream, "LARGEST", 1000)
    monkeypatch.setattr(unpacked, "_CHUNK", 100)
    with pytest.raises(CardFileError, match="no JSON, or cut short"):
        list(members(path))


def test_the_recorded_answers_survive_a_bulk_file(tmp_path, shared_data, write_lines):
    paths = sorted((shared_data / "scryfall_reconstructed").glob("*.json"))
    paths += sorted((shared_data / "scryfall").glob("card_*.json"))
    given = [json.loads(path.read_text(encoding="utf-8")) for path in paths]
    path = write_lines(tmp_path / "cards.jsonl.gz", given)
    assert read(path) == (given, [])
    assert len(read(path, containing=PROTOTYPE)[0]) == 68
