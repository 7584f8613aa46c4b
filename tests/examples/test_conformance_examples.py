"""The adapters and the host in Java, each acting out the shipped scenarios."""

import json
import shutil
import subprocess
import sys
import warnings
from pathlib import Path

import pytest

from mtg_prototype_plugin.conformance.hosts import HostSpec
from mtg_prototype_plugin.conformance.jobs import opened
from mtg_prototype_plugin.conformance.run import Result, run
from mtg_prototype_plugin.conformance.scenario import load, loads, shipped
from mtg_prototype_plugin.conformance.vocabulary import CAPABILITIES

ROOT = Path(__file__).parents[2]
SCENARIOS = {scenario.id: scenario for file in shipped() for scenario in file.scenarios}


@pytest.fixture
def at_root(monkeypatch):
    monkeypatch.chdir(ROOT)
    monkeypatch.syspath_prepend(str(ROOT))


# --- the minimal host ------------------------------------------------------------------------------------------------


def test_the_minimal_host_keeps_every_rule_that_it_can_act_out(at_root):
    report = run(shipped(), host=HostSpec("examples.conformance.minimal_adapter:Adapter").open())
    assert [str(answer) for answer in report.answers if answer.is_bad] == []
    assert report.counts["passed"] >= 50


def test_what_the_minimal_adapter_declares_is_acted_out(at_root):
    host = HostSpec("examples.conformance.minimal_adapter:Adapter").open()
    passed = [answer.id for answer in run(shipped(), host=host).answers if answer.result is Result.PASSED]
    assert {need for name in passed for need in SCENARIOS[name].needs} == host.capabilities
    assert host.capabilities < CAPABILITIES


def test_an_adapter_with_a_fault_fails(at_root):
    """The four calls are what is tested: without the one at resolution the permanent is normal."""
    script = (
        "import sys; sys.path.insert(0, '.')\n"
        "from examples import minimal_host\n"
        "from mtg_hookspecs import PluginHost\n"
        "from mtg_prototype_plugin import plugin\n"
        "class Forgets(PluginHost):\n"
        "    def spell_resolve(self, event): return None\n"
        "minimal_host.PLUGINS = Forgets([plugin])\n"
        "from mtg_prototype_plugin.cli import main\n"
        "sys.argv = ['', 'conformance', '--host', 'examples.conformance.minimal_adapter:Adapter']\n"
        "main()"
    )
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 1, done.stderr
    assert "\n718.3b: " in f"\n{done.stdout}"


def test_the_minimal_adapter_is_short():
    text = (ROOT / "examples" / "conformance" / "minimal_adapter.py").read_text(encoding="utf-8")
    assert len([line for line in text.splitlines() if line.strip()]) <= 60


# --- Java ------------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def java_report():
    java = shutil.which("java")
    if java is None:
        pytest.skip("no java")
    with opened(HostSpec(command=(java, str(ROOT / "examples" / "java_host" / "Host.java")), timeout=60)) as host:
        return run(shipped(), host=host)


def test_the_java_host_keeps_every_rule_that_it_can_act_out(java_report):
    assert [str(answer) for answer in java_report.answers if answer.is_bad] == []
    assert java_report.counts["passed"] >= 140


def test_what_the_java_host_declares_is_acted_out(java_report):
    passed = [answer.id for answer in java_report.answers if answer.result is Result.PASSED]
    assert {need for name in passed for need in SCENARIOS[name].needs} == java_report.host.capabilities
    lacking = {answer.capability for answer in java_report.answers if answer.result is Result.SKIPPED}
    assert lacking == CAPABILITIES - java_report.host.capabilities


def test_the_java_host_fails_where_it_should():
    java = shutil.which("java")
    if java is None:
        pytest.skip("no java")
    steps = [
        {"do": "put", "card": "Blitz Automaton", "zone": "hand", "as": "card"},
        {"do": "cast", "object": "card", "option": "prototyped", "as": "spell"},
        {"expect": "spell", "power": 6},
    ]
    told = {"id": "718.3b-wrong", "title": "a wrong story", "rules": ["718.3b"], "needs": [], "steps": steps}
    bad = {**told, "id": "718.3b-bad", "steps": [*steps[:1], {"do": "resolve", "object": "card"}]}
    file = loads(json.dumps({"format": 1, "scenarios": [told, bad]}))
    with opened(HostSpec(command=(java, str(ROOT / "examples" / "java_host" / "Host.java")), timeout=60)) as host:
        failed, errored = run([file], host=host).answers
    assert (failed.result, failed.key, failed.got) == (Result.FAILED, "power", 3)
    assert errored.problem == "the host's problem: the object is not a spell: Blitz Automaton"


# --- python-mtg ------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def python_mtg_report():
    pytest.importorskip(
        "mtg", reason="python-mtg can not be imported (CPython 3.11 to 3.13, x86-64 Linux)", exc_type=ImportError
    )
    names = ("adapter", "conformance_adapter", "rows")
    with pytest.MonkeyPatch.context() as patch, warnings.catch_warnings():
        patch.syspath_prepend(str(ROOT / "examples" / "python_mtg"))
        warnings.simplefilter("ignore", ResourceWarning)  # the engine does not close its card list
        host = HostSpec("conformance_adapter:Adapter").open()
        report = run([*shipped(), load(CHAIN)], host=host)
        for name in names:
            sys.modules.pop(name, None)
    return report


CHAIN = ROOT / "examples" / "python_mtg" / "copy_of_a_copy.json"
COPIES = {"become_copy", "copy_spell"}


def test_python_mtg_breaks_the_rules_that_the_readme_names(python_mtg_report):
    """The mana cost of a copy is wrong there; of all else that can be acted out nothing is broken."""
    bad = [answer for answer in python_mtg_report.answers[:-1] if answer.is_bad]
    assert [str(answer) for answer in bad if answer.result is Result.ERRORED] == []
    assert {answer.key for answer in bad} == {"mana_cost"}
    assert [answer.id for answer in bad if COPIES.isdisjoint(SCENARIOS[answer.id].needs)] == []
    spells = [answer for answer in bad if answer.got is None]
    assert [answer.id for answer in spells if "copy_spell" not in SCENARIOS[answer.id].needs] == []
    assert 0 < len(spells) < len(bad)
    assert python_mtg_report.counts["passed"] >= 40


def test_python_mtg_copies_what_is_printed_on_a_copy(python_mtg_report):
    answer = python_mtg_report.answers[-1]
    assert (answer.id, answer.key, answer.expected, answer.got) == ("707.3-size-of-a-copy-of-a-copy", "power", 3, 2)
    assert run([load(CHAIN)]).counts["passed"] == 1
