"""The client in Java, compiled and run; with no JDK of version 17 or newer it is skipped."""

import gzip
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

pytest.importorskip("msgspec")
pytest.importorskip("rpds")

from mtg_prototype_plugin import table
from mtg_prototype_plugin.bridge.replay import Engine, Replay
from mtg_prototype_plugin.bridge.serve import TOKEN
from mtg_prototype_plugin.cli.replay import replay

FOLDER = Path(__file__).parents[2] / "examples" / "java"
LISTEN = Path(__file__).with_name("Listen.java")
SIDECAR = [sys.executable, "-m", "mtg_prototype_plugin.bridge.serve"]
PORT = [sys.executable, "-c", "from mtg_prototype_plugin.cli.serve import serve; serve(['--port', '0'])"]
PATIENCE = 60

CHECK = """
import java.util.List;

public final class Check {
    public static void main(String[] arguments) throws Exception {
        try (SidecarClient sidecar = SidecarClient.connect(Integer.parseInt(arguments[0]), arguments[1])) {
            List<Object> answers = sidecar.batch(List.of(
                    new SidecarClient.Question("card/find", Json.object("query", "突き刺す戦耕し")),
                    new SidecarClient.Question("card/find", Json.object("query", 7)),
                    new SidecarClient.Question("card/find", Json.object("query", "\\ud83d\\ude00 \\\\ \\" \\n"))));
            System.out.println(Json.asObject(Json.asObject(answers.get(0)).get("card")).get("power"));
            SidecarClient.Refused refused = (SidecarClient.Refused) answers.get(1);
            System.out.println(refused.code + " " + refused.field);
            System.out.println(Json.print(answers.get(2)));
        }
        String text = "{\\"a\\":[1,-2.5,true,null,\\"\\\\u00e9\\\\n\\",{}],\\"b\\":[]}";
        System.out.println(Json.print(Json.parse(Json.print(Json.parse(text)))).equals(Json.print(Json.parse(text))));
    }
}
"""


def jdk():
    """The java and javac to use, or why there are none."""
    java, javac = shutil.which("java"), shutil.which("javac")
    if not (java and javac):
        pytest.skip("no JDK here: java and javac")
    said = subprocess.run([javac, "-version"], capture_output=True, text=True, check=True)
    version = re.search(r"javac (\d+)", said.stdout + said.stderr)
    if version is None or int(version[1]) < 17:
        pytest.skip(f"the JDK here is older than 17: {said.stdout.strip()}")
    return java, javac


@pytest.fixture(scope="module")
def java(tmp_path_factory):
    java, javac = jdk()
    classes = tmp_path_factory.mktemp("classes")
    check = classes / "Check.java"
    check.write_text(CHECK, encoding="utf-8")
    sources = [*sorted(map(str, FOLDER.glob("*.java"))), str(LISTEN), str(check)]
    options = ["-Xlint:all", "-Werror", "--release", "17", "-encoding", "UTF-8", "-d", str(classes)]
    compiled = subprocess.run([javac, *options, *sources], capture_output=True, text=True, check=False)
    assert compiled.returncode == 0, compiled.stderr

    def run(name, *arguments):
        command = [java, "-Dfile.encoding=UTF-8", "-Dstdout.encoding=UTF-8", "-cp", str(classes), name, *arguments]
        return subprocess.run(command, capture_output=True, encoding="utf-8", timeout=PATIENCE, check=False)

    return run


@pytest.mark.slow
@pytest.mark.parametrize(
    ("listener", "expected"),
    [
        (
            "ForgeListener",
            [
                "hand Blitz Automaton {7} 6/4",
                "stack Blitz Automaton {2}{R} 3/2 prototyped",
                "battlefield Blitz Automaton {2}{R} 3/2 prototyped",
                "graveyard Blitz Automaton {7} 6/4",
            ],
        ),
        (
            "XMageListener",
            [
                "hand Blitz Automaton {7} 6/4",
                "stack Blitz Automaton {2}{R} 3/2 prototyped",
                "battlefield Blitz Automaton {2}{R} 3/2 prototyped",  # the copied spell, as a token
                "battlefield Blitz Automaton {2}{R} 3/2 prototyped",  # with a creature merged under it
                "battlefield  null 2/2",
                "battlefield Blitz Automaton {2}{R} 3/2 prototyped",
                "hand Blitz Automaton {7} 6/4",
            ],
        ),
    ],
)
def test_a_listener(java, listener, expected):
    ran = java(listener, *SIDECAR)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout.splitlines() == expected


def shown_by(board, which):
    """What ``Board.java`` says of the object."""
    answer = board.what_is(which)
    values = answer.characteristics
    if values is None:
        return f"{answer.verdict}: {answer.reason}"
    shown = (values.mana_cost, values.power, values.toughness)
    cost, power, toughness = ("null" if each is None else each for each in shown)
    mark = " prototyped" if answer.prototyped else ""
    return f"{answer.zone} {values.name} {cost} {power}/{toughness}{mark}"


@pytest.mark.slow
def test_the_xmage_listener_hears_what_the_translator_hears(java, shared_data):
    """In every recorded story, what each object is at each of the story's checks."""
    traces = sorted((shared_data / "traces" / "xmage").glob("s*.jsonl.gz"))
    names = ";".join(card.characteristics.name for card in table.cards())
    ran = java("Listen", names, str(len(traces)), *map(str, traces), *SIDECAR)
    assert (ran.returncode, ran.stderr) == (0, "")
    expected = []
    for trace in traces:
        played = Replay(Engine.XMAGE)
        for text in gzip.decompress(trace.read_bytes()).splitlines():
            line = json.loads(text)
            played.feed(line)
            if line["kind"] == "check":
                rows = [row for row in line["truth"] if row["zone"] not in ("OUTSIDE", "ENTERING")]
                ids = [row["id"] if row["id"].startswith("spellcopy:") else row.get("card", row["id"]) for row in rows]
                expected += [f"{trace.name} {line['seq']} {which}: {shown_by(played.board, which)}" for which in ids]
    assert len(expected) > 100
    assert ran.stdout.splitlines() == expected


@pytest.mark.slow
@pytest.mark.parametrize(
    ("trace", "command", "said"),
    [
        ("nowhere.jsonl", SIDECAR, "no such file: nowhere.jsonl"),
        ("Board.java", SIDECAR, "not JSON"),
        ("trace.jsonl", ["no-such-command"], "no-such-command"),
        ("trace.jsonl", [sys.executable, "-c", "pass"], "the sidecar is gone"),
        ("trace.jsonl", [sys.executable, "-c", "import sys; sys.stdout.write(input())"], "no sidecar"),
        ("trace.jsonl", [sys.executable, "-c", "input(); print('well')"], "not JSON"),
    ],
)
def test_what_goes_wrong_is_a_line(java, trace, command, said):
    where = FOLDER / trace if (FOLDER / trace).exists() else trace
    ran = java("PlayTrace", "neutral", str(where), *command)
    assert (ran.returncode, ran.stdout) == (2, "")
    assert said in ran.stderr
    assert ran.stderr.startswith("error: ")
    assert len(ran.stderr.splitlines()) == 1


@pytest.mark.slow
@pytest.mark.parametrize("listener", ["ForgeListener", "XMageListener"])
def test_a_listener_without_a_sidecar(java, listener):
    ran = java(listener, sys.executable, "-c", "pass")
    assert (ran.returncode, ran.stderr) == (2, "error: the sidecar is gone; its standard error says why\n")


def check_table(java, trace, engine):
    """What ``mtg-prototype replay`` prints where standard output is no terminal; the lines of it."""
    ran = java("PlayTrace", engine, str(trace), *SIDECAR)
    assert (ran.returncode, ran.stderr) == (0, "")
    replayed = CliRunner().invoke(replay, [str(trace), "--from", engine], catch_exceptions=False)
    assert replayed.exit_code == 0
    assert ran.stdout.splitlines() == replayed.stdout.splitlines()
    return ran.stdout.splitlines()


@pytest.mark.slow
def test_our_trace_as_replay_shows_it(java):
    assert len(check_table(java, FOLDER / "trace.jsonl", "neutral")) > 8


@pytest.mark.slow
@pytest.mark.parametrize(
    ("engine", "name"),
    [
        ("forge", "forge/scenarios/cast_prototyped.jsonl.gz"),
        ("forge", "forge/games/game05_RG_cascade_vs_WR_humility.jsonl.gz"),
        ("xmage", None),
    ],
)
def test_recorded_streams_as_replay_shows_them(java, shared_data, engine, name):
    folder = shared_data / "traces"
    trace = folder / name if name else min((folder / engine).rglob("*.jsonl.gz"))
    check_table(java, trace, engine)


@pytest.mark.slow
def test_a_connection_batches_and_json(java):
    with subprocess.Popen(PORT, stderr=subprocess.PIPE, text=True, env=os.environ | {TOKEN: "secret"}) as sidecar:
        try:
            number = sidecar.stderr.readline().strip().rpartition(":")[2]
            ran = java("Check", number, "secret")
            stranger = java("Check", number, "other")
        finally:
            sidecar.terminate()
    assert ran.stderr == ""
    assert ran.stdout.splitlines() == ["5", "-32602 query", '{"card":null}', "true"]
    assert "not the token" in stranger.stderr
