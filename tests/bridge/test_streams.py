"""Streams as they come: packed, of another engine, with other lines between, replaced meanwhile, unreadable."""

import gzip
import json
import os
import signal
import subprocess
import sys
import time

import pytest

from mtg_prototype_plugin.bridge.audit import Auditor
from mtg_prototype_plugin.bridge.check import Checker
from mtg_prototype_plugin.bridge.replay import Engine, InvalidTrace, Replay, Rotated, opened, records
from mtg_prototype_plugin.bridge.replay import _growing as growing

from .test_replay import FORGE, OURS, ROOT, XMAGE, run

LOG = ROOT / "examples" / "arena_log" / "Player.log"
SEEN = json.dumps({"views": [{"id": "1", "zone": "hand", "name": "Steel Seraph"}]})


@pytest.mark.parametrize(
    "line",
    [
        {"views": [{"id": "1", "zone": "stack", "name": ["a"]}]},
        {"views": [{"id": "1", "power": {}}]},
        {"views": 5},
        {"views": {"id": "1"}},
        {"truth": 5},
        {"truth": [5]},
        {"truth": [{"name": "Blitz Automaton", "zone": "hand"}]},
        {"in_passing": 5, "views": []},
        {"event": "moved", "id": "1", "destination": "hand", "seq": "abc"},
        {"event": "moved", "id": "1", "destination": "hand", "seq": [1]},
    ],
    ids=str,
)
def test_a_line_of_the_wrong_form_is_an_error_of_one_line(line):
    replay = Replay(Engine.NEUTRAL, check=Checker(), audit=Auditor())
    with pytest.raises(InvalidTrace, match="line 1 is no line of neutral"):
        replay.feed(line)


LINES = [line for _, line in records(FORGE)]


class TestPacked:
    @pytest.mark.parametrize("name", ["x.gz", "x.jsonl", "x"])
    def test_it_is_known_by_how_it_begins(self, tmp_path, name):
        (tmp_path / name).write_bytes(gzip.compress(FORGE.read_bytes()))
        assert [line for _, line in records(tmp_path / name)] == LINES

    def test_two_archives_in_one_file(self, tmp_path):
        (tmp_path / "x").write_bytes(gzip.compress(FORGE.read_bytes()) * 2)
        assert [line for _, line in records(tmp_path / "x")] == LINES * 2

    def test_from_standard_input(self):
        assert run("-", "--json", input=gzip.compress(FORGE.read_bytes())).output == run(FORGE, "--json").output

    def test_cut_short(self, tmp_path):
        (tmp_path / "x").write_bytes(gzip.compress(FORGE.read_bytes())[:-20])
        with pytest.raises(InvalidTrace, match="cannot be read"):
            list(records(tmp_path / "x"))

    def test_a_byte_order_mark(self, tmp_path):
        (tmp_path / "x").write_bytes(b"\xef\xbb\xbf" + FORGE.read_bytes())
        assert [line for _, line in records(tmp_path / "x")] == LINES


class TestArenasLog:
    def test_it_shows_who_wrote_it(self):
        assert opened(LOG)[0].engine is Engine.ARENA

    def test_lines_that_are_no_json_are_passed_over_and_counted(self, tmp_path):
        path = tmp_path / "Player.log"
        path.write_text(LOG.read_text(encoding="utf-8") + "{ half a line\n", encoding="utf-8")
        assert run(LOG).exit_code == run(path).exit_code == 0
        assert "lines that are no JSON" in run(path).output.splitlines()[-1]


class TestNothingToCompare:
    @pytest.mark.parametrize("option", ["--check", "--audit"])
    def test_is_no_success(self, tmp_path, option):
        (tmp_path / "a").mkdir()
        path = tmp_path / "trace.jsonl"
        path.write_text(SEEN)
        for target in (tmp_path / "a", path):
            result = run(target, option, *(("--out", tmp_path / "out") if option == "--audit" else ()))
            assert (result.exit_code, "nothing to compare" in result.output) == (2, True)

    @pytest.mark.parametrize(("path", "engine"), [(XMAGE, "forge"), (FORGE, "xmage"), (FORGE, "arena"), (LOG, "forge")])
    def test_a_stream_of_another_engine(self, path, engine):
        with pytest.raises(InvalidTrace):
            opened(path, engine=Engine(engine))


class TestAFolder:
    def test_one_bad_file_is_named_and_the_rest_is_done(self, tmp_path):
        (tmp_path / "a.jsonl").write_text("nonsense")
        (tmp_path / "b.jsonl").write_bytes(FORGE.read_bytes())
        result = run(tmp_path, "--check")
        assert result.exit_code == 2
        assert result.output.splitlines()[0].startswith("a.jsonl: unreadable: ")
        assert result.output.splitlines()[-1].startswith("2 streams (1 unreadable), 39 lines: 14 agreed")

    def test_where_the_report_goes_is_seen_first(self, tmp_path):
        result = run(OURS, "--audit", "--out", tmp_path / "none" / "report")
        assert result.exit_code == 2
        assert result.output.splitlines() == [
            f"Error: the report cannot be written: there is no folder {tmp_path / 'none'}"
        ]

    def test_what_shows_in_passing_is_said_once(self, tmp_path):
        result = run(OURS, "--audit", "--out", tmp_path / "report")
        assert len([line for line in result.output.splitlines() if "614.12" in line]) == 1


def test_what_is_piped_is_not_cut():
    lines = run(FORGE).output.splitlines()[:-1]
    rows = [line.split("\t") for line in lines]
    assert {len(row) for row in rows} == {7}
    assert rows[1][:2] == ["1", "7"]


@pytest.mark.parametrize("how", ["replaced", "cut short"])
def test_a_followed_file_that_becomes_another(tmp_path, how):
    path = tmp_path / "x"
    path.write_text("{}\n{}\n")
    with path.open("rb") as stream:
        lines = growing(stream, path)
        assert [next(lines), next(lines)] == [b"{}\n"] * 2
        if how == "replaced":
            (tmp_path / "new").write_text("{}\n{}\n")
            (tmp_path / "new").replace(path)
        else:
            os.truncate(path, 1)
        with pytest.raises(Rotated):
            next(lines)


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
@pytest.mark.parametrize("text", ["", SEEN + "\n"])
def test_the_last_line_sums_up_however_following_ends(tmp_path, how, text):
    path = tmp_path / "trace.jsonl"
    path.write_text(text)
    program = "import sys; from mtg_prototype_plugin.cli.replay import replay; replay(sys.argv[1:])"
    arguments = [sys.executable, "-c", program, str(path), "--follow", "--from", "neutral"]
    with subprocess.Popen(arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        time.sleep(1.5)
        process.send_signal(how)
        try:
            out, _ = process.communicate(timeout=10)
        finally:
            process.kill()
    assert process.returncode == 0
    assert b" lines" in out.splitlines()[-1]


def test_a_disagreement_without_an_index_comes_with_a_hint(tmp_path):
    path = tmp_path / "trace.jsonl"
    path.write_bytes(XMAGE.read_bytes())
    result = run(path, "--check")
    assert (result.exit_code, "no index beside it" in result.output) == (1, True)
    assert "no index beside it" not in run(XMAGE, "--check").output


def test_a_move_of_an_unknown_object_is_not_called_silence():
    replay = Replay(Engine.NEUTRAL)
    replay.feed({"event": "moved", "id": "1", "origin": "hand", "destination": "graveyard"})
    assert replay.board.what_is("1").reason == "nothing has said what it is"
