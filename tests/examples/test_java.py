"""The client in Java, compiled and run; with no JDK of version 17 or newer it is skipped."""

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

from mtg_prototype_plugin.bridge.serve import TOKEN
from mtg_prototype_plugin.cli.replay import replay

FOLDER = Path(__file__).parents[2] / "examples" / "java"
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
    sources = [*sorted(map(str, FOLDER.glob("*.java"))), str(check)]
    options = ["-Xlint:all", "-Werror", "--release", "17", "-encoding", "UTF-8", "-d", str(classes)]
    compiled = subprocess.run([javac, *options, *sources], capture_output=True, text=True, check=False)
    assert compiled.returncode == 0, compiled.stderr

    def run(name, *arguments):
        command = [java, "-Dfile.encoding=UTF-8", "-Dstdout.encoding=UTF-8", "-cp", str(classes), name, *arguments]
        return subprocess.run(command, capture_output=True, encoding="utf-8", timeout=PATIENCE, check=False)

    return run


@pytest.mark.slow
@pytest.mark.parametrize(("listener", "end"), [("ForgeListener", "graveyard"), ("XMageListener", "hand")])
def test_a_listener(java, listener, end):
    ran = java(listener, *SIDECAR)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout.splitlines() == [
        "hand Blitz Automaton {7} 6/4",
        "stack Blitz Automaton {2}{R} 3/2 prototyped",
        "battlefield Blitz Automaton {2}{R} 3/2 prototyped",
        f"{end} Blitz Automaton {{7}} 6/4",
    ]


def table_of_replay(trace, engine):
    """The cells of each row that ``mtg-prototype replay`` prints, and its last line."""
    ran = CliRunner().invoke(replay, [str(trace), "--from", engine], env={"COLUMNS": "400"}, catch_exceptions=False)
    assert ran.exit_code == 0
    *lines, last = ran.stdout.splitlines()
    rows = [[cell.strip() for cell in re.split("[│┃]", line)[1:-1]] for line in lines if line[:1] in ("│", "┃")]
    assert all(len(row) == 7 for row in rows)
    return rows, last


def check_table(java, trace, engine):
    ran = java("PlayTrace", engine, str(trace), *SIDECAR)
    assert (ran.returncode, ran.stderr) == (0, "")
    *lines, last = ran.stdout.splitlines()
    rows, last_of_replay = table_of_replay(trace, engine)
    expected = [re.sub(" +", " ", "|".join(row)).rstrip("|") for row in rows]
    assert [re.sub(" {2,}", "|", line) for line in lines] == expected
    assert last == last_of_replay
    return rows


@pytest.mark.slow
def test_our_trace_as_replay_shows_it(java):
    rows = check_table(java, FOLDER / "trace.jsonl", "neutral")
    assert len(rows) > 8


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
