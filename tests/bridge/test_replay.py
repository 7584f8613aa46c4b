"""Replays of the traces in the project: checked, audited, followed; and what the check catches."""

import gzip
import json
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from click.testing import CliRunner

from mtg_hookspecs import CopyKind, PluginHost, Zone
from mtg_prototype_plugin import plugin, table
from mtg_prototype_plugin.bridge import replay as module
from mtg_prototype_plugin.bridge.audit import Auditor, When
from mtg_prototype_plugin.bridge.board import Board
from mtg_prototype_plugin.bridge.check import Checker, Outcome, expected_view
from mtg_prototype_plugin.bridge.events import CastDone, Copied, Moved
from mtg_prototype_plugin.bridge.replay import Engine, InvalidTrace, Replay, checker_for, detect, opened, records
from mtg_prototype_plugin.bridge.view import View
from mtg_prototype_plugin.cli.replay import replay as command

ROOT = Path(__file__).parents[2]
OURS = Path(__file__).parent / "traces"
FORGE, XMAGE = (ROOT / "examples" / f"{engine}_bridge" / "trace.jsonl" for engine in ("forge", "xmage"))
TRACES = [*sorted(OURS.glob("*.jsonl")), FORGE, XMAGE]
WRONG_AT_REST = {
    "forge_left_in_hand_F30": ["2"],
    "forge_merged_under_F35": ["4"],
    "forge_source_left_F15": ["61", "62"],
    "xmage_bridge": ["token:Iron-Craw Crusher#2"],
    "xmage_temporary_copy_D1": ["Cradle Clearcutter#1"],
}


def name_of(path):
    return path.parent.name if path.stem == "trace" else path.stem


def checked(path, board=None):
    checker = checker_for(path)
    played, stream = opened(path, check=checker)
    if board is not None:
        played.board = board
    for number, line in stream:
        played.feed(line, number=number)
    assert played.refused == []
    return checker.finish()


def audited(path):
    auditor = Auditor()
    played, stream = opened(path, audit=auditor)
    for number, line in stream:
        played.feed(line, number=number)
    return auditor.findings()


@pytest.mark.parametrize("path", TRACES, ids=name_of)
class TestOurTraces:
    def test_agrees(self, path):
        tally = checked(path)
        assert [each for each in tally.shown if each.outcome in (Outcome.DISAGREED, Outcome.UNKNOWN)] == []
        assert tally.counts[Outcome.AGREED] > 0

    def test_the_audit_finds_what_is_wrong_and_nothing_else(self, path):
        found = [each.id for each in audited(path) if each.when is When.AT_REST]
        assert found == WRONG_AT_REST.get(name_of(path), [])


class NeverForgets(PluginHost):
    """A wrong host: an override stays, wherever the object goes."""

    def zone_change(self, event):
        return event.override


class ForgetsAtOnce(PluginHost):
    """A wrong host: the permanent is normal."""

    def spell_resolve(self, event):
        return None


class CopiesNothing(PluginHost):
    """A wrong host: copies have no override."""

    def object_copied(self, event):
        return None


@pytest.mark.parametrize("wrong", [NeverForgets, ForgetsAtOnce, CopiesNothing])
def test_the_check_catches_a_wrong_board(wrong):
    tallies = [checked(path, Board(ask=wrong([plugin]))) for path in TRACES]
    assert sum(tally.counts[Outcome.DISAGREED] for tally in tallies) > 0


def test_to_agree_with_a_wrong_engine_is_a_fault():
    path = OURS / "forge_left_in_hand_F30.jsonl"
    checker = Checker()
    played, stream = opened(path, check=checker)
    for number, line in stream:
        for row in line.get("truth") or ():
            row["mana_cost"], row["mana_value"] = "{7}", 7
            row["base_colors"], row["base_power"], row["base_toughness"] = "", 3, 3
        played.feed(line, number=number)
    tally = checker.finish()
    assert tally.counts[Outcome.DISAGREED] == 1
    assert "marked wrong" in tally.shown[0].text


def test_without_the_index_a_difference_is_ours(tmp_path):
    path = tmp_path / "trace.jsonl"
    path.write_bytes(XMAGE.read_bytes())
    tally = checked(path)
    assert tally.counts[Outcome.DISAGREED] > 0
    assert {each.id for each in tally.shown} == {"token:Iron-Craw Crusher#2"}


def test_what_the_rules_ask_is_compared(tmp_path):
    path = tmp_path / "trace.jsonl"
    path.write_bytes(XMAGE.read_bytes())
    asked = ["BATTLEFIELD token Iron-Craw Crusher 4/6 {2}{G}{G} mv4 G"]
    story = {"scenario": "trace", "verdict": "deviates", "checks": [{"label": "end", "expected": asked}]}
    (tmp_path / "index.json").write_text(json.dumps([story]))
    tally = checked(path)
    assert f"the rules ask: {asked[0]}" in {each.text for each in tally.shown}
    assert {each.outcome for each in tally.shown} == {Outcome.DISAGREED}


class TestSizesThatAPumpCouldExplain:
    """Combat Thresher is 1/1 or 3/3: two counters could make the one the other."""

    CARD = table.find("Combat Thresher").characteristics
    BOARD = Board().apply_all(
        [
            CastDone("a", "prototyped", card=CARD),
            Moved("a", Zone.STACK, Zone.BATTLEFIELD),
            Copied(CopyKind.TOKEN, "a", "t"),
        ]
    )

    def found(self, *lines):
        auditor = Auditor()
        for number, sizes in enumerate(lines, 1):
            views = [
                View(id=which, zone=Zone.BATTLEFIELD, name="Combat Thresher", mana_cost="{2}{W}", power=n, toughness=n)
                for which, n in sizes.items()
            ]
            auditor.look(number, views, self.BOARD.answers(views))
        return [(each.id, each.line) for each in auditor.findings()]

    def test_from_birth_while_its_like_shows_the_right_one(self):
        assert self.found({"a": 1}, {"a": 1, "t": 3}, {"a": 1, "t": 3}) == [("t", 2)]

    def test_alone(self):
        assert self.found({"t": 3}, {"t": 3}) == []

    def test_its_like_has_grown_too(self):
        assert self.found({"a": 1}, {"a": 3, "t": 3}) == []

    def test_it_was_right_later(self):
        assert self.found({"a": 1, "t": 3}, {"a": 1, "t": 1}) == []

    def test_it_was_right_at_first(self):
        assert self.found({"a": 1, "t": 1}, {"a": 1, "t": 3}) == []


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("STACK Blitz Automaton 3/2 {2}{R} mv3 R", ("stack", "Blitz Automaton", "{2}{R}", 3, "R", False)),
        ("BATTLEFIELD token Blitz Automaton 6/4 {7} mv7 -", ("battlefield", "Blitz Automaton", "{7}", 6, "", False)),
        ("BATTLEFIELD facedown 2/2  mv0 -", ("battlefield", "", "", 2, "", False)),
        ("BATTLEFIELD  2/2  mv0 -", ("battlefield", "", "", 2, "", False)),
        (
            "BATTLEFIELD Steel Seraph 3/3 {1}{W}{W} mv3 W phased-out",
            ("battlefield", "Steel Seraph", "{1}{W}{W}", 3, "W", True),
        ),
        ("exile zone Steel Seraph 5/4 {6} mv6 -", ("exile", "Steel Seraph", "{6}", 5, "", False)),
    ],
)
def test_the_indexs_lines(text, shown):
    view = expected_view(text)
    assert (view.zone, view.name, view.mana_cost, view.power, view.colors, view.phased_out) == shown


def test_a_merged_card_is_no_object():
    assert expected_view("OUTSIDE Sea-Dasher Octopus 2/2 {1}{U}{U} mv3 U") is None


class TestStreams:
    def test_who_wrote_it(self):
        assert [detect(next(records(path))[1]) for path in (FORGE, XMAGE)] == [Engine.FORGE, Engine.XMAGE]
        assert detect({"names": {}}) is Engine.ARENA
        assert detect({"event": "ceased", "id": "1"}) is Engine.NEUTRAL
        assert detect({"something": 1}) is None

    def test_gzipped(self, tmp_path):
        path = tmp_path / "trace.jsonl.gz"
        path.write_bytes(gzip.compress(FORGE.read_bytes()))
        assert [line for _, line in records(path)] == [line for _, line in records(FORGE)]

    @pytest.mark.parametrize(
        ("text", "message"),
        [
            ("", "empty"),
            ('{"something": 1}\n', "no engine known"),
            ("[1]\n", "no JSON object"),
            ('{"event": "ceased", "id": "1"}\nnonsense\n', "line 2 is no JSON"),
            ('\n\n{"event": \n', "line 3 is no JSON"),
        ],
    )
    def test_that_cannot_be_read(self, tmp_path, text, message):
        path = tmp_path / "trace.jsonl"
        path.write_text(text)
        with pytest.raises(InvalidTrace, match=message):
            list(opened(path)[1])

    def test_a_broken_archive(self, tmp_path):
        path = tmp_path / "trace.jsonl.gz"
        path.write_bytes(b"\x1f\x8bno archive")
        with pytest.raises(InvalidTrace, match="cannot be read"):
            opened(path)

    @pytest.mark.parametrize(
        ("engine", "line"),
        [
            (Engine.FORGE, {"event": "GameEventCardChangeZone"}),
            (Engine.XMAGE, {"kind": "fire", "type": "ZONE_CHANGE"}),
            (Engine.NEUTRAL, {"event": "exploded"}),
            (Engine.ARENA, {"greToClientEvent": {"greToClientMessages": [7]}}),
        ],
    )
    def test_lines_that_the_engine_does_not_write(self, engine, line):
        with pytest.raises(InvalidTrace, match="line 4 is no line of"):
            Replay(engine).feed(line, number=4)

    def test_an_event_that_cannot_be_is_refused_and_the_replay_goes_on(self):
        played = Replay(Engine.NEUTRAL)
        played.feed({"event": "moved", "id": "1", "origin": None, "destination": "hand", "card": "Steel Seraph"})
        played.feed({"event": "cast_done", "id": "1", "option": "kicked"})
        assert [number for number, _ in played.refused] == [2]
        assert len(played.board) == 1


def run(*arguments, **options):
    return CliRunner().invoke(command, [str(each) for each in arguments], **options)


class TestCommand:
    def test_the_table(self):
        result = run(FORGE)
        assert result.exit_code == 0
        assert "prototyped" in result.output
        assert (
            result.output.splitlines()[-1] == "39 lines, 11 events, 1 objects on the board, 1 lines of 1 unknown types"
        )

    def test_json(self):
        *moments, last = [json.loads(line) for line in run(FORGE, "--json").output.splitlines()]
        assert {"line", "what", "object", "zone", "known", "prototyped", "is", "reason"} == set(moments[0])
        assert last["summary"]["unknown"] == {"GameEventNotKnownYet": 1}

    def test_standard_input(self):
        result = run("-", "--json", input=FORGE.read_bytes())
        assert result.output == run(FORGE, "--json").output

    def test_check(self):
        result = run(XMAGE, "--check")
        assert result.exit_code == 0
        assert "engine deviates" in result.output
        assert result.output.splitlines()[-1].startswith("1 streams, 20 lines: ")

    def test_check_of_a_folder(self, tmp_path):
        result = run(OURS, "--check", "--json")
        last = json.loads(result.output.splitlines()[-1])["summary"]
        assert (result.exit_code, last["disagreed"], last["streams"]) == (0, 0, len(list(OURS.glob("*.jsonl"))))

    def test_a_disagreement_is_named_by_line(self, tmp_path):
        path = tmp_path / "wrong.jsonl"
        hand = {"id": "1", "zone": "hand", "name": "Steel Seraph"}
        path.write_text(f"{json.dumps({'views': [hand], 'truth': [hand | {'mana_cost': '{1}{W}{W}'}]})}\n" * 2)
        result = run(path, "--check")
        assert result.exit_code == 1
        assert [line.partition(": ")[0] for line in result.output.splitlines()[:-1]] == [
            "wrong.jsonl:1",
            "wrong.jsonl:2",
            "note",
        ]

    def test_audit(self):
        result = run(XMAGE, "--audit")
        assert result.exit_code == 1
        assert "trace.jsonl:17: at rest: the token token:Iron-Craw Crusher#2" in result.output
        assert result.output.splitlines()[-1] == "1 streams: 1 findings at rest in 1 of them, 1 in passing"
        assert run(FORGE, "--audit").exit_code == 0

    def test_the_report_of_a_folder(self, tmp_path):
        result = run(OURS, "--audit", "--out", tmp_path / "report")
        assert result.exit_code == 1
        report = json.loads((tmp_path / "report.json").read_text(encoding="utf-8"))
        assert [each["object"] for each in report["forge_source_left_F15.jsonl"]] == ["61", "62"]
        text = (tmp_path / "report.md").read_text(encoding="utf-8")
        assert "## forge_source_left_F15.jsonl" in text
        assert "forge_copies.jsonl" not in text
        for each in report["xmage_temporary_copy_D1.jsonl"]:
            assert (each["sentence"] in text) is (each["when"] == "at rest")
        assert text.count("614.12).") == 2, "what shows in passing is one finding of the engine's"

    @pytest.mark.parametrize(
        "arguments",
        [("--check", "--audit"), ("--follow",), ("--out", "x")],
    )
    def test_what_does_not_go_together(self, arguments):
        target = "-" if arguments == ("--follow",) else FORGE
        assert run(target, *arguments).exit_code == 2

    def test_without_the_extra_it_says_what_to_install(self, monkeypatch):
        monkeypatch.setitem(sys.modules, "rpds", None)
        for name in [name for name in sys.modules if name.startswith("mtg_prototype_plugin.bridge")]:
            monkeypatch.delitem(sys.modules, name)
        monkeypatch.delattr("mtg_prototype_plugin.bridge")
        result = run(FORGE)
        assert result.exit_code == 2
        assert "replay needs rpds: pip install 'mtg-prototype-plugin[bridge]'" in result.output

    def test_a_folder_needs_a_purpose(self):
        assert run(OURS).exit_code == 2


def test_a_growing_file(tmp_path, monkeypatch):
    path = tmp_path / "trace.jsonl"
    path.write_text("")
    seen = []

    def read():
        with path.open("rb") as growing:
            for line in module._growing(growing, path):
                seen.append((time.monotonic(), line))
                if len(seen) == 2:
                    return

    reader = threading.Thread(target=read)
    reader.start()
    with path.open("ab", buffering=0) as writer:
        writer.write(b'{"event": "ceased", ')
        time.sleep(0.05)
        assert seen == []
        writer.write(b'"id": "1"}\n')
        written = time.monotonic()
        while not seen and time.monotonic() < written + 5:
            time.sleep(0.001)
        assert seen[0][1] == b'{"event": "ceased", "id": "1"}\n'
        assert seen[0][0] - written < 0.1
        writer.write(b"{}\n")
    reader.join(5)
    assert len(seen) == 2


@pytest.mark.slow
def test_follow_shows_an_event_soon(tmp_path):
    path = tmp_path / "trace.jsonl"
    path.write_text('{"note": "begins"}\n')
    program = "import sys; from mtg_prototype_plugin.cli.replay import replay; replay(sys.argv[1:])"
    arguments = [sys.executable, "-c", program, str(path), "--follow", "--json", "--from", "neutral"]
    with subprocess.Popen(arguments, stdout=subprocess.PIPE) as process, path.open("a", buffering=1) as writer:
        spent = []
        for number in range(10):
            time.sleep(1.0 if number == 0 else 0.05)
            start = time.monotonic()
            view = {"id": f"{number}", "zone": "hand", "name": "Steel Seraph"}
            writer.write(json.dumps({"views": [view]}) + "\n")
            assert json.loads(process.stdout.readline())["object"] == str(number)
            spent.append(time.monotonic() - start)
        process.terminate()
    assert min(spent) < 0.1
