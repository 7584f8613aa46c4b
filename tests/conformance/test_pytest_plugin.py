"""The scenarios under pytest: the options, what is reported, and that other runs do not notice."""

import importlib.util
import subprocess
import sys
from pathlib import Path

import pytest

from mtg_prototype_plugin.conformance import adapter_table, pytest_items

pytest_plugins = ["pytester"]

LOADED = (adapter_table, pytest_items)
"""Runs within this process share these: each forgets what it has loaded itself."""

PLUGIN = "mtg_prototype_plugin.conformance.pytest_plugin"
PACKAGE = "mtg_prototype_plugin.conformance"
ENGINE = '''
from mtg_prototype_plugin.conformance.adapter import HostAdapter
from mtg_prototype_plugin.sandbox import Sandbox

class Nothing(HostAdapter):
    """It can do nothing."""
    name = "nothing"
    version = "7"

class Small(Sandbox):
    """It cannot phase, and says that everything is a 1/1."""
    name = "small"
    capabilities = Sandbox.capabilities - {"phasing"}
    def table(self, cards):
        table = super().table(cards)
        look = table.look
        table.look = lambda step: {**look(step), **({"power": 1} if "power" in step else {})}
        return table

class Raises(Sandbox):
    def table(self, cards):
        raise RuntimeError("no table")
'''


@pytest.fixture
def run(pytester, monkeypatch):
    """Run pytest in a folder with an engine; ``alone``: in a process of its own."""
    pytester.makepyfile(my_engine=ENGINE)
    pytester.syspathinsert()
    monkeypatch.delenv("PYTEST_ADDOPTS", raising=False)

    def start(*arguments, package=True, alone=False):
        loaded = [] if _is_installed() else ["-p", PLUGIN]
        begin = pytester.runpytest_subprocess if alone else pytester.runpytest_inprocess
        return begin(*loaded, "-p", "no:cacheprovider", *(("--pyargs", PACKAGE) if package else ()), *arguments)

    return start


def _is_installed():
    from importlib.metadata import entry_points

    return any(each.value == PLUGIN for each in entry_points(group="pytest11"))


def test_each_scenario_is_a_test(run):
    result = run("--mtg-host", "sandbox", "-k", "718.3c", "-v")
    assert result.ret == 0
    result.stdout.fnmatch_lines(["mtg-host: sandbox *", "*::718.3c-*PASSED*"])


def test_a_failure_names_the_rule_and_the_step(run):
    result = run("--mtg-host", "my_engine:Small", "-k", "718.3c-copied-spell-s10")
    assert result.ret == 1
    result.stdout.fnmatch_lines(
        [
            'step *: {"expect"*',
            "failed  718.3c-copied-spell-s10: step *: power is 1, not * (718.3c)",
            "A copy of a prototyped spell is prototyped and has its values.",
        ]
    )
    assert "Traceback" not in result.stdout.str()
    assert "pytest_items.py" not in result.stdout.str()


def test_what_a_host_lacks_is_skipped(run):
    result = run("--mtg-host", "my_engine:Small", "-k", "phase or 718.3c", "-rs")
    result.stdout.fnmatch_lines(["*needs phasing*"])


def test_a_host_that_raises_is_told_without_a_traceback(run):
    result = run("--mtg-host", "my_engine:Raises", "-k", "718.3c-copied-spell-s10")
    assert result.ret == 1
    result.stdout.fnmatch_lines(["errored 718.3c-copied-spell-s10: step 0: RuntimeError: no table"])


def test_no_host_is_an_error(run):
    result = run()
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["ERROR: give the host to test: --mtg-host module:Adapter*"])


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--mtg-host", "sandbox", "--mtg-command", "x"), "give one of the two"),
        (("--mtg-host", "nobody:Adapter"), "No module named 'nobody'"),
        (("--mtg-command", "no-such-program-here"), "cannot be started"),
        (("--mtg-command", "'"), "the command cannot be read"),
        (("--mtg-host", "sandbox", "--mtg-xfail", "missing.txt"), "cannot be read"),
    ],
)
def test_a_host_that_cannot_be_had_is_an_error(run, arguments, said):
    result = run(*arguments)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines([f"ERROR: *{said}*"])


def test_all_skipped_is_not_green(run):
    result = run("--mtg-host", "my_engine:Nothing")
    assert result.ret == pytest.ExitCode.NO_TESTS_COLLECTED
    result.stdout.fnmatch_lines(["*the host acted out none of the scenarios*"])


def test_ini_values(run, pytester):
    pytester.makeini("[pytest]\nmtg_host = my_engine:Small\nmtg_xfail = known.txt\n")
    (pytester.path / "known.txt").write_text("718.3c-copied-spell-s10 # all are 1/1\n")
    result = run("-k", "718.3c-copied-spell-s10", "-rx")
    assert result.ret == 0
    result.stdout.fnmatch_lines(["XFAIL *718.3c-copied-spell-s10 - all are 1/1"])
    result = run("-k", "718.3c-copied-spell-s10", "--mtg-host", "sandbox")  # before the ini value, and strict
    assert result.ret == 1


def test_a_command(run):
    command = f"{sys.executable} -m mtg_prototype_plugin.conformance.serve sandbox"
    result = run("--mtg-command", command, "-k", "718.3c")
    assert result.ret == 0
    assert result.parseoutcomes()["passed"] >= 2


def test_under_xdist(run):
    pytest.importorskip("xdist")
    result = run("--mtg-host", "sandbox", "-n", "2", "-k", "718.3c or 718.5", alone=True)
    assert result.ret == 0
    assert result.parseoutcomes()["passed"] >= 4
    nothing = run("--mtg-host", "my_engine:Nothing", "-n", "2", "-k", "718.3c", alone=True)
    assert nothing.ret == pytest.ExitCode.NO_TESTS_COLLECTED
    assert run("-n", "2", alone=True).ret == pytest.ExitCode.USAGE_ERROR


def test_under_pytest_cov(run):
    pytest.importorskip("pytest_cov")
    result = run("--mtg-host", "my_engine:Small", "--cov", "my_engine", "--cov-report", "term", "-k", "s10", alone=True)
    result.stdout.re_match_lines([r"my_engine\.py +\d+ +[1-4] .*"])


# --- other runs ------------------------------------------------------------------------------------------------------


def test_other_runs_collect_no_scenario(run, pytester):
    pytester.makepyfile(test_mine="def test_mine():\n    pass\n")
    pytester.makeini("[pytest]\nmtg_host = my_engine:Small\n")
    result = run(package=False)
    result.assert_outcomes(passed=1)
    assert "mtg-host" not in result.stdout.str()


def test_the_plugin_loads_nothing():
    """All that a run which is not ours pays for is this module; the kit and its host are not imported."""
    script = (
        f"import sys; import pytest; before = set(sys.modules); import {PLUGIN}; "
        "print(*sorted(set(sys.modules) - before))"
    )
    loaded = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout.split()
    assert set(loaded) == {"mtg_prototype_plugin", PACKAGE, PLUGIN}


def test_paths_that_mean_the_package():
    from mtg_prototype_plugin.conformance.pytest_plugin import _means_us

    found = importlib.util.find_spec(PACKAGE)
    assert found is not None
    assert found.origin is not None
    folder = Path(found.origin).parent
    for argument in (PACKAGE, "mtg_prototype_plugin", str(folder), str(folder / "scenarios" / "spell.json")):
        assert _means_us(argument), argument
    for argument in ("tests", ".", "tests/conformance", "/home/me/mtg_prototype_plugin/tests", "conformance"):
        assert not _means_us(argument), argument
