"""Hosts behind a command: the protocol, and what the runner does when one misbehaves."""

import io
import json
import os
import sys
import time
from pathlib import Path

import pytest

from mtg_hookspecs import Characteristics
from mtg_prototype_plugin.conformance import protocol
from mtg_prototype_plugin.conformance.errors import HostBroken, InvalidHost, Unsupported
from mtg_prototype_plugin.conformance.facts import facts
from mtg_prototype_plugin.conformance.run import Result, run
from mtg_prototype_plugin.conformance.scenario import card_of, loads, shipped
from mtg_prototype_plugin.conformance.serve import serve
from mtg_prototype_plugin.conformance.stdio import StdioHost
from mtg_prototype_plugin.sandbox import Sandbox

SERVED = (sys.executable, "-m", "mtg_prototype_plugin.conformance.serve", "sandbox")

ROGUE = """
import json, os, subprocess, sys, time
mode = sys.argv[1]
print("a line of an earlier story", file=sys.stderr, flush=True)
asked = 0
other = False
for line in sys.stdin:
    message = json.loads(line)
    seq = message["seq"]
    answer = {"seq": seq}
    bad = "bad" in json.dumps(message)
    match message["message"]:
        case "start":
            answer |= {"protocol": 1, "host": {"name": "rogue", "version": str(os.getpid())}, "capabilities": []}
            answer["host"]["version"] = "2" if other else "1"
        case "step":
            answer["done"] = True
        case "ask":
            answer["got"] = {key: 6 for key in message["keys"]}
        case "stop":
            break
    if bad:
        print("it goes wrong in", os.getpid(), file=sys.stderr, flush=True)
        asked += message["message"] == "ask"
        match mode:
            case "crash": os._exit(3)
            case "hang": time.sleep(60)
            case "hang with a child":
                subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
                time.sleep(60)
            case "rubbish": print("Exception in thread main", flush=True); continue
            case "a list": print("[]", flush=True); continue
            case "another step": answer["seq"] = seq - 1
            case "no seq": del answer["seq"]
            case "true for seq": answer["seq"] = True
            case "twice": print(json.dumps(answer))
            case "flood":
                while True: print("x" * 1000)
            case "endless line":
                while True: sys.stdout.write("x" * 100000)
            case "not done": answer = {"seq": seq}
            case "leaves out": answer = {"seq": seq, "got": {}} if message["message"] == "ask" else answer
            case "problem": answer = {"seq": seq, "problem": "no such thing\\nas this"}
            case "another": other = True
            case "no word": answer = {"seq": seq, "unsupported": ""}
            case "nan" if message["message"] == "ask": answer["got"]["power"] = float("nan")
            case "infinity" if message["message"] == "ask": answer["got"]["power"] = float("inf")
            case "half a letter" if message["message"] == "ask": answer["got"]["power"] = "\\ud800"
            case "unsupported": answer = {"seq": seq, "unsupported": "badness"}
            case "ends afterwards" if asked == 2: print(json.dumps(answer), flush=True); os._exit(0)
            case "says more afterwards" if asked == 2: print(json.dumps(answer) + "\\nand more", flush=True); continue
            case "not utf-8": sys.stdout.buffer.write(b"\\xff\\xfe\\n"); sys.stdout.flush(); continue
    print(json.dumps(answer), flush=True)
"""


def story(name, handle):
    steps = [
        {"do": "put", "card": "Blitz Automaton", "zone": "hand", "as": handle},
        {"expect": handle, "power": 6},
        {"do": "move", "object": handle, "to": "exile"},
        {"expect": handle, "power": 6},
    ]
    return {"id": f"718.4-{name}", "title": name, "rules": ["718.4"], "needs": [], "steps": steps}


STORIES = loads(json.dumps({"format": 1, "scenarios": [story(*it) for it in (("a", "x"), ("b", "bad"), ("c", "x"))]}))


SWITCHES = loads(
    json.dumps({"format": 1, "scenarios": [story(*it) for it in (("a", "x"), ("b", "bad"), ("c", "x"), ("d", "x"))]})
)


@pytest.fixture
def rogue(tmp_path):
    """A host that does what it is told wrong, where a message has the word ``bad`` in it."""
    script = tmp_path / "rogue.py"
    script.write_text(ROGUE, encoding="utf-8")
    hosts = []

    def start(mode, *, timeout=10.0):
        hosts.append(StdioHost((sys.executable, str(script), mode), timeout=timeout))
        return hosts[-1]

    yield start
    for host in hosts:
        host.close()


BROKEN = {
    "crash": "the host has ended: 3",
    "rubbish": "the host's answer is not JSON: 'Exception in thread main'",
    "a list": "the host's answer is not an object: '[]'",
    "another step": "the host answers another message than",
    "no seq": "the host answers another message than",
    "true for seq": "the host answers another message than",
    "flood": "the host's answer is not JSON",
    "endless line": "the host's answer does not end",
    "not done": "the host's answer to a step is not 'done'",
    "not utf-8": "the host's answer is not JSON",
}


@pytest.mark.parametrize(("mode", "problem"), BROKEN.items())
def test_a_host_that_breaks_costs_one_scenario(rogue, mode, problem):
    first, second, third = run([STORIES], host=rogue(mode)).answers
    assert (first.result, second.result, third.result) == (Result.PASSED, Result.ERRORED, Result.PASSED)
    assert second.step == 1
    assert second.problem.startswith(problem)
    assert "it goes wrong in " in second.stderr  # a line of the story before may still be on its way


@pytest.mark.parametrize("mode", ["ends afterwards", "says more afterwards"])
def test_no_scenario_pays_for_the_one_before(rogue, mode):
    assert run([STORIES], host=rogue(mode)).counts == {"passed": 3, "failed": 0, "skipped": 0, "errored": 0}


@pytest.mark.parametrize("mode", ["hang", "hang with a child"])
def test_a_host_that_hangs_is_ended(rogue, mode):
    host = rogue(mode, timeout=1.0)
    began = time.monotonic()
    first, second, third = run([STORIES], host=host).answers
    assert (first.result, second.result, third.result) == (Result.PASSED, Result.ERRORED, Result.PASSED)
    assert second.problem == "the host does not answer: '1 s' (--timeout)"
    assert "it goes wrong" in second.stderr
    assert time.monotonic() - began < 6


def test_an_answer_too_many_is_noticed_at_the_next_message(rogue):
    _, second, third = run([STORIES], host=rogue("twice")).answers
    assert (second.result, second.step, third.result) == (Result.ERRORED, 2, Result.PASSED)


def test_a_host_that_says_it_is_another_is_started_again(rogue):
    first, second, third, fourth = run([SWITCHES], host=rogue("another")).answers
    assert [it.result for it in (first, second, third, fourth)] == [
        Result.PASSED,
        Result.PASSED,
        Result.ERRORED,
        Result.PASSED,
    ]
    assert third.problem.startswith("the host says that it is another: ('rogue', '2')")


def test_no_word_for_what_is_unsupported(rogue):
    _, second, third = run([STORIES], host=rogue("no word")).answers
    assert (second.result, third.result) == (Result.ERRORED, Result.PASSED)
    assert second.problem.startswith("the host has no word for what is unsupported")


@pytest.mark.parametrize("mode", ["nan", "infinity"])
def test_a_number_that_json_has_not_is_no_answer(rogue, mode):
    _, second, third = run([STORIES], host=rogue(mode)).answers
    assert (second.result, third.result) == (Result.ERRORED, Result.PASSED)
    assert second.problem.startswith("the host's answer is not JSON")


def test_half_a_surrogate_pair_is_reported(rogue):
    report = run([STORIES], host=rogue("half a letter"))
    assert report.answers[1].got == "\\ud800"
    "".join(report.json_lines()).encode()


def test_a_key_that_is_left_out_is_skipped(rogue):
    _, second, third = run([STORIES], host=rogue("leaves out")).answers
    assert (second.result, second.capability, third.result) == (Result.SKIPPED, "power", Result.PASSED)


def test_a_problem_is_told_in_a_line(rogue):
    _, second, third = run([STORIES], host=rogue("problem")).answers
    assert (second.result, second.problem) == (Result.ERRORED, "the host's problem: no such thing")
    assert third.result is Result.PASSED


def test_unsupported_is_skipped(rogue):
    _, second, third = run([STORIES], host=rogue("unsupported")).answers
    assert (second.result, second.capability, third.result) == (Result.SKIPPED, "badness", Result.PASSED)


def test_a_broken_host_is_started_again_and_only_then(rogue):
    report = run([STORIES, STORIES], host=rogue("crash"))
    pids = {answer.stderr.splitlines()[0] for answer in report.answers if answer.result is Result.ERRORED}
    assert len(pids) == 2


# --- starting and stopping -------------------------------------------------------------------------------------------


def python(script):
    return (sys.executable, "-c", script)


@pytest.mark.parametrize(
    ("command", "error", "said"),
    [
        (("no-such-program-here",), InvalidHost, "cannot be started"),
        (python("import sys; sys.exit('I will not')"), HostBroken, "has ended: 1"),
        (python("print('hello')"), HostBroken, "not JSON"),
        (python('input(); print(\'{"seq": 1, "protocol": 99}\')'), InvalidHost, "another version"),
        (python('input(); print(\'{"seq": 1, "protocol": true}\')'), InvalidHost, "another version"),
        (python('input(); print(\'{"seq": 1, "protocol": 1}\')'), HostBroken, "does not say who it is"),
        (python('input(); print(\'{"seq": 1, "unsupported": "games"}\')'), InvalidHost, "cannot start"),
        (
            python(
                'input(); print(\'{"seq": 1, "protocol": 1, "host": {"name": "x", "version": 1}, "capabilities": []}\')'
            ),
            HostBroken,
            "does not say who it is",
        ),
    ],
)
def test_a_host_that_does_not_start(command, error, said):
    with pytest.raises(error, match=said):
        StdioHost(command, timeout=5)


def test_what_it_said_on_standard_error_is_told():
    with pytest.raises(HostBroken) as raised:
        StdioHost(python("import sys; sys.exit('I will not')"))
    assert raised.value.stderr == "I will not"


@pytest.mark.skipif(sys.platform == "win32", reason="process groups are POSIX's")
def test_close_leaves_no_process(tmp_path):
    script = (
        "import json, os, sys\n"
        f"open({str(tmp_path / 'pid')!r}, 'w').write(str(os.getpid()))\n"
        "for line in sys.stdin:\n"
        "    print(json.dumps({'seq': json.loads(line)['seq'], 'protocol': 1,\n"
        "        'host': {'name': 'stays', 'version': '1'}, 'capabilities': []}), flush=True)\n"
        "import time; time.sleep(60)"
    )
    host = StdioHost(python(script))
    host.close()
    host.close()
    with pytest.raises(ProcessLookupError):
        os.kill(int(Path(tmp_path / "pid").read_text()), 0)


# --- the messages ----------------------------------------------------------------------------------------------------


def test_what_is_expected_is_not_told():
    step = {"expect": "perm", "in": "twin", "power": 3, "colors": "R"}
    assert protocol.ask_message(step) == {
        "message": "ask",
        "ask": {"expect": "perm", "in": "twin"},
        "keys": ["power", "colors"],
    }
    assert protocol.ask_message({"expect_cost": "card", "option": "normal", "x": 2, "cost": "{9}"}) == {
        "message": "ask",
        "ask": {"expect_cost": "card", "option": "normal", "x": 2},
        "keys": ["cost"],
    }


def test_a_put_brings_the_facts_of_its_card():
    blitz = Sandbox().table({}).find("Blitz Automaton")
    message = protocol.step_message({"do": "put", "card": blitz.name, "zone": "hand", "as": "card"}, blitz)
    assert message["card"] == {
        "name": "Blitz Automaton",
        "mana_cost": "{7}",
        "type_line": "Artifact Creature — Construct",
        "power": "6",
        "toughness": "4",
        "keywords": ["Haste"],
        "rules_text": "Prototype {2}{R} — 3/2",
    }


@pytest.mark.parametrize("file", shipped(), ids=lambda file: file.source)
def test_facts_are_a_card_of_a_file(file):
    for name, card in file.cards.items():
        assert card_of(name, facts(card)) == card if card.rules_text is not None else True


def test_a_card_without_cost_or_size():
    land = Characteristics.from_strings(name="Forest", mana_cost=None, type_line="Basic Land — Forest", rules_text="")
    assert facts(land) == {"type_line": "Basic Land — Forest", "keywords": [], "rules_text": ""}
    assert card_of("Forest", facts(land)) == land


def test_read_answer():
    assert protocol.read_answer('{"seq": 2, "done": true}\n', seq=2) == {"seq": 2, "done": True}
    with pytest.raises(Unsupported, match="merge"):
        protocol.read_answer('{"seq": 2, "unsupported": "merge"}', seq=2)
    with pytest.raises(HostBroken):
        protocol.read_answer("[" * 100_000, seq=2)


# --- a host in Python, served ----------------------------------------------------------------------------------------


def test_every_shipped_scenario_passes_over_the_wire():
    host = StdioHost(SERVED)
    report = run(shipped(), host=host)
    host.close()
    assert report.counts["passed"] == len(report.answers) > 200
    assert (host.name, host.version, host.capabilities) == ("sandbox", Sandbox.version, Sandbox.capabilities)


def test_serve_says_what_is_wrong_and_goes_on():
    lines = [
        '{"seq": 1, "message": "dance"}',
        '{"seq": 2, "message": "step", "step": {"do": "phase_in", "object": "nobody"}}',
        '{"seq": 3, "message": "start"}',
        '{"seq": 4, "message": "stop"}',
        '{"seq": 5, "message": "start"}',
    ]
    out = io.StringIO()
    serve(Sandbox(), lines=lines, out=out)
    unknown, wrong, started = map(json.loads, out.getvalue().splitlines())
    assert unknown == {"seq": 1, "problem": "unknown message 'dance'"}
    assert wrong == {"seq": 2, "problem": "KeyError: 'nobody'"}
    assert (started["seq"], started["host"]["name"]) == (3, "sandbox")
