"""What ``sync`` says of options that exclude each other, and of a file whose records cannot be read."""

import json

import pytest
from click.testing import CliRunner

from mtg_prototype_plugin.cli.app import app

CARD = {"object": "card", "id": "a-card", "name": "Patient Quarry", "type_line": "Artifact"}


def sync_from(path, records, *options):
    path.write_text(json.dumps(records), encoding="utf-8")
    return CliRunner().invoke(app, ["sync", "--from", str(path), *options], catch_exceptions=False)


@pytest.mark.parametrize("options", [("--bulk", "--search"), ("--search", "--bulk")])
def test_two_ways_at_once_are_none(tmp_path, home, options):
    result = sync_from(tmp_path / "cards.json", [CARD], *options)
    assert result.exit_code == 2
    assert "give one of them" in result.stderr
    assert not (home / "cards.sqlite").exists()
    assert sync_from(tmp_path / "cards.json", [CARD], "--bulk").exit_code == 0


def test_a_line_a_record_that_could_not_be_read_whatever_its_id(tmp_path):
    ids = ["a\nb", "\x1b[31m", "\u2028", "\x85", "plain"]
    unread = [{"object": "card", "id": each, "name": "A"} for each in ids]
    result = sync_from(tmp_path / "cards.json", [CARD, *unread])
    assert result.exit_code == 0
    assert len(result.stderr.splitlines()) == len(ids)
    assert all(line.isprintable() and line.startswith("Not read: ") for line in result.stderr.splitlines())


def test_where_nothing_can_be_read_the_reasons_are_told(tmp_path):
    result = sync_from(tmp_path / "cards.json", [{"object": "card", "id": "odd", "name": "A"}, 7])
    assert result.exit_code == 2
    assert result.stderr.count("\n") == 1
    for told in ("cards.json", "odd", "type_line", "place 1: no card record"):
        assert told in result.stderr
