"""``mtg-prototype conformance`` as the author of an engine meets it."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from mtg_prototype_plugin.cli.app import app
from mtg_prototype_plugin.conformance.rule_sentences import sentence
from mtg_prototype_plugin.conformance.scenario import shipped

SERVED = f"{sys.executable} -m mtg_prototype_plugin.conformance.serve"
MAIN = "from mtg_prototype_plugin.cli import main; main()"
NO_SUCH_RULE = "718.3" + "z"
PUT = {"do": "put", "card": "Blitz Automaton", "zone": "hand", "as": "card"}
STARTED = '''
from pathlib import Path
from mtg_prototype_plugin.conformance.adapter import HostAdapter
from mtg_prototype_plugin.sandbox import Sandbox

class Adapter(HostAdapter):
    """It leaves a trace when a game begins."""
    name = "traces"
    def __init__(self):
        Path("started").write_text("yes")

class Raises(Sandbox):
    def table(self, cards):
        table = super().table(cards)
        do = table.do
        def doing(step):
            if step.get("to") == "exile":
                raise RuntimeError("no exile")
            do(step)
        table.do = doing
        return table

class Prints(Sandbox):
    def table(self, cards):
        print("a new game")
        return super().table(cards)

class Boasts(HostAdapter):
    capabilities = frozenset({"phasing"})

class Invents(Sandbox):
    capabilities = Sandbox.capabilities | {"time_travel"}

class Odd(Sandbox):
    def table(self, cards):
        table = super().table(cards)
        look = table.look
        table.look = lambda step: {**look(step), **({"power": {"\\ud800"}} if "power" in step else {})}
        return table

def broken():
    raise OSError("no engine here")
'''


def conformance(*arguments):
    return CliRunner().invoke(app, ["conformance", *map(str, arguments)], catch_exceptions=False)


def story(name, *steps, **changes):
    told = {"id": f"718.4-{name}", "title": name, "rules": ["718.4"], "needs": [], "steps": [PUT, *steps]}
    return told | changes


@pytest.fixture
def place(tmp_path, monkeypatch):
    """A working directory with an engine's module and a file of stories."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    (tmp_path / "traced_engine.py").write_text(STARTED, encoding="utf-8")
    stories = [
        story("holds", {"expect": "card", "power": 6}),
        story("fails", {"expect": "card", "power": 5}),
        story("exiled", {"do": "move", "object": "card", "to": "exile"}, {"expect": "card", "zone": "exile"}),
    ]
    write(tmp_path / "stories.json", *stories)
    yield tmp_path
    sys.modules.pop("traced_engine", None)


def write(path, *stories, text=None):
    path.write_text(text or json.dumps({"format": 1, "scenarios": stories}), encoding="utf-8")
    return path


# --- what is said ----------------------------------------------------------------------------------------------------


def test_the_sandbox_passes():
    result = conformance("--host", "sandbox")
    count = sum(len(file.scenarios) for file in shipped())
    assert (result.exit_code, result.stdout) == (0, f"{count} passed, 0 failed, 0 skipped, 0 errored\n")


def test_the_rule_that_is_broken(place):
    result = conformance("--host", "sandbox", "--cases", "stories.json")
    assert result.exit_code == 1
    assert result.stdout.splitlines() == [
        f"718.4: 1 of 3 scenarios fail. {sentence('718.4')}",
        "  718.4-fails: step 2: power is 6, not 5",
        "2 passed, 1 failed, 0 skipped, 0 errored",
    ]


def test_what_is_skipped_is_counted_by_what_is_missing(place):
    result = conformance("--host", "traced_engine:Adapter", "--capability", "core", "--capability", "save")
    assert (result.exit_code, result.stderr) == (1, "the host acted out none of the scenarios\n")
    first, counts = result.stdout.splitlines()
    assert first.startswith("skipped for want of: ")
    assert "put " in first
    assert counts.startswith("0 passed, 0 failed, ")


def test_a_host_that_raises_in_one_method(place):
    result = conformance("--host", "traced_engine:Raises", "--cases", "stories.json")
    assert result.exit_code == 1
    assert "errored 718.4-exiled: step 2: RuntimeError: no exile" in result.stdout
    assert result.stdout.endswith("1 passed, 1 failed, 0 skipped, 1 errored\n")


def test_a_command(place):
    result = conformance("--command", f"{SERVED} sandbox", "--cases", "stories.json", "--rule", "718")
    assert result.exit_code == 1
    assert result.stdout.endswith("2 passed, 1 failed, 0 skipped, 0 errored\n")


@pytest.mark.parametrize(
    "arguments", [("--host", "traced_engine:Prints"), ("--command", f"{SERVED} traced_engine:Prints")]
)
def test_what_an_engine_prints_is_no_part_of_the_report(place, arguments):
    result = conformance(*arguments, "--cases", "stories.json", "--json")
    assert len([json.loads(line) for line in result.stdout.splitlines()]) == 5


def test_rules_and_capabilities_choose():
    result = conformance("--host", "sandbox", "--rule", "718.3c", "--capability", "copy_spell", "--json")
    header, *answers, _ = map(json.loads, result.stdout.splitlines())
    assert header["host"]["name"] == "sandbox"
    assert answers
    assert all("718.3c" in answer["rules"] for answer in answers)


@pytest.mark.parametrize("arguments", [("--host", "sandbox"), ("--command", f"{SERVED} sandbox")])
def test_jobs(place, arguments):
    one = conformance(*arguments, "--cases", "stories.json", "--json")
    two = conformance(*arguments, "--cases", "stories.json", "--json", "--jobs", "2")
    assert (two.exit_code, two.stdout) == (1, one.stdout)


def test_known_failures(place):
    (place / "known.txt").write_text("718.4-fails # the size is wrong\n")
    result = conformance("--host", "sandbox", "--cases", "stories.json", "--xfail", "known.txt")
    assert result.exit_code == 0
    assert "  718.4-fails: step 2: power is 6, not 5 (known: the size is wrong)" in result.stdout
    (place / "known.txt").write_text("718.4-fails\n718.4-holds\n")
    result = conformance("--host", "sandbox", "--cases", "stories.json", "--xfail", "known.txt")
    assert result.exit_code == 1
    assert "passed, though it is known to fail: 718.4-holds" in result.stdout


def test_the_report_and_the_diff(place):
    for name, host in (("a", "sandbox"), ("b", "traced_engine:Raises")):
        conformance("--host", host, "--cases", "stories.json", "--report", f"{name}.jsonl")
    same = conformance("diff", "a.jsonl", "a.jsonl")
    assert (same.exit_code, same.stdout) == (0, "no differences\n")
    other = conformance("diff", "a.jsonl", "b.jsonl")
    assert other.exit_code == 1
    assert other.stdout == ("718.4-exiled: passed -> errored: step 2: RuntimeError: no exile\n1 difference\n")
    told = json.loads(conformance("diff", "a.jsonl", "b.jsonl", "--json").stdout)
    assert [each["about"] for each in told] == ["718.4-exiled"]


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Boasts", "the host says phasing and has no method phase_in"),
        ("Invents", "the host says 'time_travel', which is no capability that is known"),
    ],
)
def test_what_a_host_declares_and_has_not_is_remarked_on(place, name, said):
    result = conformance("--host", f"traced_engine:{name}", "--cases", "stories.json")
    assert said in result.stderr.splitlines()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a full disk is Linux's")
def test_a_report_that_cannot_be_written_costs_no_answer(place):
    result = conformance("--host", "sandbox", "--cases", "stories.json", "--report", "/dev/full")
    assert result.exit_code == 2
    assert "the report cannot be written" in result.stderr
    assert result.stdout.endswith("2 passed, 1 failed, 0 skipped, 0 errored\n")


def test_what_an_engine_answers_in_a_type_of_its_own_is_reported(place):
    for arguments in (("--host", "traced_engine:Odd"), ("--command", f"{SERVED} traced_engine:Odd")):
        result = conformance(*arguments, "--cases", "stories.json", "--report", "out.jsonl")
        assert result.exit_code == 1
        assert result.stdout.endswith("1 passed, 2 failed, 0 skipped, 0 errored\n")
        assert len((place / "out.jsonl").read_text(encoding="utf-8").splitlines()) == 5


# --- what is refused -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{", "not JSON"),
        (json.dumps({"format": 2, "scenarios": []}), "a newer format"),
        (json.dumps({"format": 1, "scenarios": [story("x", mood="good")]}), "scenario 718.4-x: unknown key"),
        (
            json.dumps({"format": 1, "scenarios": [story("x", {"expect": "nobody", "power": 1})]}),
            "scenario 718.4-x: step 2: unbound handle: 'nobody'",
        ),
        (
            json.dumps({"format": 1, "scenarios": [story("x", rules=["718.4", NO_SUCH_RULE])]}),
            f"scenario 718.4-x: no such rule: '{NO_SUCH_RULE}'",
        ),
        (json.dumps({"format": 1, "scenarios": [story("x", {"do": "dance"})]}), "step 2: unknown action: 'dance'"),
    ],
)
def test_a_file_that_is_refused_before_a_host_is_started(place, text, said):
    write(place / "bad.json", text=text)
    result = conformance("--host", "traced_engine:Adapter", "--cases", "stories.json", "--cases", "bad.json")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith("Error: bad.json: ")
    assert said in result.stderr
    assert result.stderr.count("\n") == 1
    assert not (place / "started").exists()
    assert "traced_engine" not in sys.modules


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((), "give one of --host and --command"),
        (("--host", "sandbox", "--command", "x"), "give one of --host and --command"),
        (("--host", "sandbox", "--rule", NO_SUCH_RULE), "no such rule"),
        (("--host", "sandbox", "--capability", "flight"), "no such capability"),
        (("--host", "sandbox", "--rule", "718.1"), "no scenario is chosen"),
        (("--host", "sandbox", "--xfail", "missing.txt"), "cannot be read"),
        (("--host", "sandbox", "--report", "no/such/folder/out.jsonl"), "cannot be written"),
        (("--host", "sandbox", "--jobs", "0"), "0 is not in the range"),
        (("--host", "nobody_here:Adapter"), "No module named 'nobody_here'"),
        (("--host", "traced_engine:broken"), "OSError: no engine here"),
        (("--command", "no-such-program"), "the command cannot be started"),
        (("--command", "'"), "No closing quotation"),
        (("diff", "missing.jsonl", "missing.jsonl"), "the report cannot be read"),
    ],
)
def test_wrong_usage(place, arguments, said):
    result = conformance(*arguments)
    assert result.exit_code == 2
    assert said in result.stderr
    assert not (place / "started").exists()


def test_a_command_that_ends_at_once_shows_its_last_words(place):
    result = conformance("--command", f"{sys.executable} -c \"import sys; sys.exit('no licence')\"")
    assert result.exit_code == 2
    assert result.stderr == "no licence\nError: the host has ended: 1 (its exit code, a signal if negative)\n"


# --- on a terminal ---------------------------------------------------------------------------------------------------


@pytest.mark.skipif(sys.platform == "win32", reason="a pseudo-terminal is POSIX's")
def test_a_progress_bar_on_a_terminal_only():
    main, worker = os.openpty()
    command = [sys.executable, "-c", MAIN, "conformance", "--host", "sandbox"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=worker, env={**os.environ, "TERM": "xterm"})
    os.close(worker)
    out, _ = process.communicate(timeout=60)
    shown = b""
    try:
        while part := os.read(main, 4096):
            shown += part
    except OSError:  # the other end is closed
        pass
    os.close(main)
    assert b"scenarios" in shown
    assert b"100%" in shown
    assert b"scenarios" not in out
    piped = subprocess.run(command, capture_output=True, check=True)
    assert piped.stderr == b""
    assert piped.stdout == out


def test_the_shipped_files_are_cases_too():
    folder = Path(shipped.__wrapped__.__globals__["__file__"]).parent / "scenarios"
    result = conformance("--host", "sandbox", "--cases", folder)
    assert result.exit_code == 0
