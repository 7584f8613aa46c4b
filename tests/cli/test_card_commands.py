"""The commands about card facts: sync, show with a source, cards --verify, doctor."""

import gzip
import io
import json
import os
import socket
import subprocess
import sys
from datetime import UTC, datetime, timedelta

import pytest
from click.testing import CliRunner
from rich.console import Console
from werkzeug import Response

from mtg_prototype_plugin import table
from mtg_prototype_plugin.cli.app import app

CLIENT = pytest.importorskip("mtg_prototype_plugin.cards.scryfall.client", reason="the extra scryfall is not installed")


def run(*arguments):
    return CliRunner().invoke(app, arguments, catch_exceptions=False)


def answer(*arguments, code=0):
    result = run(*arguments, "--json")
    assert result.exit_code == code, result.stderr
    assert result.stderr == ""
    return json.loads(result.stdout)


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
        "oracle_text": "\n".join((str(card.ability), ", ".join(strings["keywords"]))),
    }


RECORDS = [record_of(card) for card in table.cards()]
OTHER = {
    "object": "card",
    "id": "5e0a7f1c-64a2-4d34-9e33-3f7d5c2a9f10",
    "oracle_id": "other",
    "name": "Patient Quarry",
    "printed_name": "Geduldiger Steinbruch",
    "lang": "de",
    "type_line": "Artifact",
    "mana_cost": "{2}",
    "keywords": [],
}


WRITTEN = datetime(2026, 9, 1, 12, tzinfo=UTC)


def packed(*records):
    return gzip.compress(b"".join(json.dumps(record).encode() + b"\n" for record in records))


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "cards.jsonl.gz"
    path.write_bytes(packed(*RECORDS, OTHER))
    os.utime(path, (WRITTEN.timestamp(),) * 2)
    return str(path)


@pytest.fixture
def scryfall(httpserver):
    """A server that has the 21 cards, as a bulk file, by search and by name, and rulings."""
    content = packed(*RECORDS)
    descriptor = {
        "object": "bulk_data",
        "type": "oracle_cards",
        "updated_at": "2026-09-08T09:01:57.053+00:00",
        "jsonl_download_uri": httpserver.url_for("/files/oracle-cards.jsonl.gz"),
        "compressed_size": len(content),
    }
    found = {"object": "list", "has_more": False, "data": RECORDS}
    rulings = [{"object": "ruling", "published_at": "2022-10-14", "comment": "[bold] ruling."}]
    httpserver.expect_request("/bulk-data/oracle_cards").respond_with_json(descriptor)
    httpserver.expect_request("/files/oracle-cards.jsonl.gz").respond_with_data(
        content, content_type="application/gzip"
    )
    httpserver.expect_request("/cards/search").respond_with_json(found)
    httpserver.expect_request(f"/cards/{RECORDS[9]['id']}/rulings").respond_with_json(
        {"object": "list", "has_more": False, "data": rulings}
    )
    httpserver.expect_request("/cards/named", query_string={"exact": "Blitz Automaton"}).respond_with_json(RECORDS[9])
    httpserver.expect_request("/cards/named").respond_with_json(
        {"object": "error", "status": 404, "code": "not_found", "details": "No card."}, status=404
    )
    return httpserver.url_for("")


@pytest.fixture
def no_network(monkeypatch):
    def refused(*arguments):
        raise AssertionError("the network was asked")

    monkeypatch.setattr(socket.socket, "connect", refused)


def test_sync_from_a_file_and_show(file, home, no_network):
    assert run("show", "Patient Quarry").exit_code == 2
    built = answer("sync", "--from", file)
    assert built == {
        "path": str(home / "cards.sqlite"),
        "origin": "cards.jsonl.gz",
        "as_of": "2026-09-01T12:00:00+00:00",
        "cards": 22,
        "prints": 22,
        "up_to_date": False,
        "unreadable": [],
    }
    assert answer("show", "Geduldiger Steinbruch")["name"] == "Patient Quarry"
    assert "source" not in answer("show", "Patient Quarry")
    assert "22 cards" in run("sync", "--from", file).stdout


def test_sync_reports_what_it_could_not_read(tmp_path, no_network):
    path = tmp_path / "cards.jsonl.gz"
    path.write_bytes(
        packed(OTHER, {"object": "card", "id": "odd", "name": "A", "type_line": "Artifact", "cmc": "x"}, 7)
    )
    result = run("sync", "--from", str(path))
    assert result.exit_code == 0
    assert [line.split(":")[1].strip() for line in result.stderr.splitlines()] == ["odd", "7"]
    assert [each["record"] for each in answer("sync", "--from", str(path))["unreadable"]] == ["odd", "7"]


@pytest.mark.parametrize("content", [b"", b"\x1f\x8b junk", b"<html>\n" * 500, b"[]"])
def test_a_file_that_is_none_is_one_line_and_the_store_stays(tmp_path, file, content):
    run("sync", "--from", file)
    path = tmp_path / "broken"
    path.write_bytes(content)
    result = run("sync", "--from", str(path))
    assert result.exit_code == 2
    assert result.stderr.count("\n") == 1
    assert answer("show", "Patient Quarry")


def test_sync_from_scryfall(scryfall, httpserver):
    built = answer("sync", "--api-url", scryfall)
    assert (built["origin"], built["cards"], built["up_to_date"]) == ("oracle_cards", 21, False)
    assert answer("sync", "--bulk", "--api-url", scryfall)["up_to_date"]
    assert sum(request.path.startswith("/files") for request, _ in httpserver.log) == 1
    assert answer("show", "Blitz Automaton", "--source", "store")["source"] == {
        "name": "store",
        "as_of": "2026-09-08",
        "stale": False,
    }


def test_sync_search_puts_onto_the_store(scryfall, file):
    run("sync", "--from", file)
    assert answer("sync", "--search", "--api-url", scryfall)["cards"] == 22
    assert answer("show", "Patient Quarry")


def test_sync_again_mends_a_store_that_doctor_finds_damaged(scryfall, home):
    run("sync", "--api-url", scryfall)
    path = home / "cards.sqlite"
    whole = path.read_bytes()
    pages = [whole[start : start + 4096] for start in range(0, len(whole), 4096)]
    leaf = b"\x0d"[0]
    path.write_bytes(b"".join(b"\xff" * 4096 if page[0] == leaf and n > 1 else page for n, page in enumerate(pages)))
    assert answer("doctor", code=1)["store"]["problem"]
    refused = run("sync", "--search", "--api-url", scryfall)
    assert refused.exit_code == 2
    assert "without --search" in refused.stderr
    assert refused.stderr.count("\n") == 1
    assert not answer("sync", "--api-url", scryfall)["up_to_date"]
    assert answer("doctor")["store"]["problem"] is None


def test_sync_search_from_a_file_takes_the_prototype_cards(file):
    assert answer("sync", "--search", "--from", file)["cards"] == 21


def test_sync_without_an_answer(httpserver):
    httpserver.expect_request("/bulk-data/oracle_cards").respond_with_data("no", status=404)
    result = run("sync", "--api-url", httpserver.url_for(""))
    assert result.exit_code == 2
    assert result.stderr.count("\n") == 1


@pytest.mark.parametrize(
    "arguments",
    [
        ("sync", "--from", "/no/such/file"),
        ("sync", "--from", __file__, "--api-url", "http://localhost"),
        ("show", "A", "--online", "--source", "table"),
        ("show", "A", "--source", "mtgjson"),
        ("show", "A", "--source", "table", "--api-url", "http://localhost"),
        ("cards", "--source", "store"),
        ("cards", "--verify", "--source", "table"),
        ("cards", "--verify", "--api-url", "http://localhost"),
        ("sync", "--api-url", "https://example.com"),
        ("doctor", "--api-url", "x", "--jsn"),
    ],
)
def test_wrong_usage(arguments):
    result = run(*arguments)
    assert result.exit_code == 2
    assert "Error" in result.stderr


def test_show_asks_the_source_that_is_named(file, scryfall):
    assert answer("show", "Blitz Automaton", "--source", "table")["source"]["name"] == "table"
    missing = run("show", "Blitz Automaton", "--source", "store")
    assert missing.exit_code == 2
    assert "mtg-prototype sync builds one" in missing.stderr
    run("sync", "--from", file)
    assert run("show", "Patient Quarry", "--source", "table").exit_code == 2
    online = ("--source", "scryfall", "--api-url", scryfall)
    assert answer("show", "Blitz Automaton", *online)["source"]["name"] == "scryfall"
    assert "From scryfall, as of 20" in run("show", "Blitz Automaton", *online).stdout
    assert run("show", "Patient Quarry", *online).exit_code == 2
    assert answer("show", "Blitz Automaton", "--online", "--api-url", scryfall) == answer(
        "show", "Blitz Automaton", *online
    )
    for nothing in ("", " "):
        refused = run("show", nothing, *online)
        assert (refused.exit_code, refused.stderr) == (2, f"Error: no such card: {nothing!r} (asked: scryfall)\n")


def test_show_from_scryfall_in_a_language_asks_for_that_print(scryfall, httpserver):
    german = RECORDS[9] | {"id": "de", "lang": "de", "printed_name": "Blitzautomat"}
    httpserver.expect_request("/cards/bro/158/de").respond_with_json(german)
    missing = {"object": "error", "status": 404, "code": "not_found", "details": "No card."}
    httpserver.expect_request("/cards/bro/158/tlh").respond_with_json(missing, status=404)
    online = ("--source", "scryfall", "--api-url", scryfall)
    for language in ("de", "DE"):
        printed = answer("show", "Blitz Automaton", *online, "--lang", language)["printed"]
        assert printed == {"language": "de", "name": "Blitzautomat", "prototype_line": "Prototyp {2}{R} — 3/2"}
    assert [request.path for request, _ in httpserver.log] == ["/cards/named", "/cards/bro/158/de"]
    refused = run("show", "Blitz Automaton", *online, "--lang", "tlh")
    assert refused.exit_code == 2
    assert "no printed name there" in refused.stderr
    assert [request.path for request, _ in httpserver.log][2:] == ["/cards/bro/158/tlh"]
    assert answer("show", "Blitz Automaton", *online, "--lang", "en")["printed"]["name"] == "Blitz Automaton"


def test_show_set_and_number(file, no_network):
    assert answer("show", "bro/158")["name"] == "Blitz Automaton"


def test_show_in_a_language(no_network):
    name = dict(table.find("Blitz Automaton").names)["ja"]
    assert answer("show", "Blitz Automaton", "--lang", "ja")["printed"] == {
        "language": "ja",
        "name": name,
        "prototype_line": "試作 {2}{R} — 3/2",
    }
    assert f"ja: {name}" in run("show", "Blitz Automaton", "--lang", "ja").stdout
    assert answer("show", "Blitz Automaton", "--lang", "en")["printed"]["name"] == "Blitz Automaton"
    missing = run("show", "Blitz Automaton", "--lang", "tlh")
    assert missing.exit_code == 2
    assert "languages: de, en, es" in missing.stderr


def test_show_rulings(scryfall, httpserver):
    shown = answer("show", "Blitz Automaton", "--rulings", "--api-url", scryfall)
    assert shown["rulings"] == [{"published_at": "2022-10-14", "comment": "[bold] ruling."}]
    assert (shown["rulings_source"]["name"], shown["rulings_source"]["stale"]) == ("scryfall", False)
    assert [request.path for request, _ in httpserver.log] == [f"/cards/{RECORDS[9]['id']}/rulings"]
    assert "[bold] ruling." in run("show", "Blitz Automaton", "--rulings", "--api-url", scryfall).stdout


def test_cards_verify(tmp_path, file):
    without = run("cards", "--verify")
    assert without.exit_code == 2
    assert "mtg-prototype sync builds one" in without.stderr
    run("sync", "--from", file)
    assert answer("cards", "--verify") == {"source": "store", "as_of": "2026-09-01", "stale": False, "differences": []}
    assert run("cards", "--verify").stdout == "No differences found. From store, as of 2026-09-01.\n"
    changed = [*RECORDS[:9], RECORDS[9] | {"power": "7"}, *RECORDS[10:20], RECORDS[20] | {"oracle_id": "new"}]
    path = tmp_path / "changed.gz"
    path.write_bytes(packed(*changed))
    run("sync", "--from", str(path))
    found = answer("cards", "--verify", code=1)["differences"]
    assert [(each["card"], each["fact"]) for each in found] == [
        ("Blitz Automaton", "size"),
        (RECORDS[20]["name"], "card"),
        (RECORDS[20]["name"], "card"),
    ]
    shown = run("cards", "--verify")
    assert shown.exit_code == 1
    assert "Blitz Automaton: size: embedded 6/4, found 7/4\n" in shown.stdout
    assert "3 differences found. From store" in shown.stdout


def test_cards_verify_with_scryfall(scryfall, httpserver):
    assert answer("cards", "--verify", "--source", "scryfall", "--api-url", scryfall)["differences"] == []
    assert [request.path for request, _ in httpserver.log] == ["/cards/search"]


def test_an_old_answer_is_shown_as_one(scryfall, httpserver, home, grow_old):
    commands = {
        ("show", "Blitz Automaton", "--online"): "source",
        ("show", "Blitz Automaton", "--rulings"): "rulings_source",
        ("cards", "--verify", "--source", "scryfall"): None,
    }
    for command, key in commands.items():
        fresh = answer(*command, "--api-url", scryfall)
        assert (fresh[key] if key else fresh)["stale"] is False
    assert grow_old(home, days=400) == 3
    httpserver.clear_all_handlers()
    httpserver.expect_request("").respond_with_data("<html>")
    for command, key in commands.items():
        old = answer(*command, "--api-url", scryfall)
        day = (datetime.now(UTC) - timedelta(days=400)).date()
        assert ((old[key] if key else old)["stale"], (old[key] if key else old)["as_of"]) == (True, day.isoformat())
        assert "an old answer: Scryfall could not be asked" in run(*command, "--api-url", scryfall).stdout


@pytest.mark.parametrize("online", [(), ("--online",)])
def test_doctor_names_the_place_that_is_no_folder(home, scryfall, online):
    home.write_text("")
    found = answer("doctor", *online, "--api-url", scryfall, code=1)
    assert "MTG_PROTOTYPE_HOME" in found["store"]["problem"]
    assert ("MTG_PROTOTYPE_HOME" in (found["scryfall"]["problem"] or "")) is bool(online)


def test_doctor_writes_nothing(tmp_path, no_network):
    assert answer("doctor")["scryfall"]["locked_out_for"] == 0.0
    assert list(tmp_path.iterdir()) == []


def test_doctor_asks_nothing(file, home, no_network):
    found = answer("doctor")
    assert found["store"] == {"path": str(home / "cards.sqlite"), "there": False, "problem": None}
    assert "prototype" in found["plugins"]
    assert found["versions"]["python"] == ".".join(map(str, sys.version_info[:3]))
    assert found["scryfall"] == {
        "api_url": "https://api.scryfall.com",
        "locked_out_for": found["scryfall"]["locked_out_for"],
        "answers": None,
        "problem": None,
    }
    run("sync", "--from", file)
    store = answer("doctor")["store"]
    assert (store["cards"], store["origin"], store["age_days"]) == (22, "cards.jsonl.gz", 0.0)
    shown = run("doctor")
    assert shown.exit_code == 0
    assert "22 cards" in shown.stdout
    assert "not asked" in shown.stdout


def test_doctor_finds_a_damaged_store(file, home):
    run("sync", "--from", file)
    path = home / "cards.sqlite"
    path.write_bytes(path.read_bytes()[:5000])
    found = answer("doctor", code=1)
    assert "cut short" in found["store"]["problem"] or "cannot be read" in found["store"]["problem"]
    assert run("doctor").exit_code == 1
    assert answer("show", "Blitz Automaton")  # the table is there all the same


def test_doctor_asks_scryfall_when_told_to(scryfall, httpserver):
    assert answer("doctor", "--online", "--api-url", scryfall)["scryfall"]["answers"] is True
    assert [request.path for request, _ in httpserver.log] == ["/bulk-data/oracle_cards"]
    assert "yes" in run("doctor", "--online", "--api-url", scryfall).stdout


def test_doctor_tells_the_lock_out(httpserver):
    httpserver.expect_request("/bulk-data/oracle_cards").respond_with_response(Response("{}", 429))
    online = ("doctor", "--online", "--api-url", httpserver.url_for(""))
    found = answer(*online, code=1)["scryfall"]
    assert found["answers"] is False
    assert "pause" in found["problem"]
    again = answer("doctor", "--api-url", httpserver.url_for(""))["scryfall"]
    assert 0 < again["locked_out_for"] <= 30
    assert answer(*online, code=1)["scryfall"]["answers"] is False
    assert len(httpserver.log) == 1


_WITHOUT = """
import sys
for name in ("requests_cache", "requests_ratelimiter", "pyrate_limiter", "filelock", "platformdirs", "msgspec"):
    sys.modules[name] = None
from mtg_prototype_plugin.cli import main
main()
"""


def without_extra(*arguments):
    return subprocess.run([sys.executable, "-c", _WITHOUT, *arguments], capture_output=True, text=True, check=False)


def test_without_the_extra(file, scryfall, httpserver):
    shown = without_extra("show", "Blitz Automaton", "--online", "--api-url", scryfall, "--json")
    assert json.loads(shown.stdout)["prototyped"]["mana_cost"] == "{2}{R}"
    assert len(httpserver.log) == 1
    assert without_extra("sync", "--from", file).returncode == 0
    assert without_extra("cards", "--verify").returncode == 0
    assert without_extra("doctor").returncode == 0
    online = ("--source", "scryfall", "--api-url", scryfall)
    for needs in (
        *(("sync",), ("show", "Blitz Automaton", "--rulings"), ("cards", "--verify", *online)),
        *(("show", query, *online) for query in (RECORDS[9]["id"], "mh3/120")),
    ):
        refused = without_extra(*needs)
        assert refused.returncode == 2
        assert refused.stderr.count("\n") == 1
        assert "mtg-prototype-plugin[scryfall]" in refused.stderr
    assert len(httpserver.log) == 1


def test_a_terminal_sees_bars_with_rate_and_time_left(scryfall, monkeypatch):
    terminal = io.StringIO()
    monkeypatch.setattr(
        "mtg_prototype_plugin.cli.sync.Console",
        lambda **options: Console(file=terminal, force_terminal=True, width=120, color_system=None),
    )
    assert run("sync", "--search", "--api-url", scryfall).exit_code == 0
    assert "Asking 21 prints" in terminal.getvalue()
    assert run("sync", "--api-url", scryfall).exit_code == 0
    shown = terminal.getvalue()
    for words in ("Fetching", "Reading", "kB", "0:00:00"):
        assert words in shown
    already = len(shown)
    answer("sync", "--search", "--api-url", scryfall)
    assert len(terminal.getvalue()) == already  # with --json there are none
