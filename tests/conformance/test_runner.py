"""Which scenarios run, what is known of them, several processes, and reports that are compared."""

import json
import sys
from pathlib import Path

import pytest

from mtg_prototype_plugin import rule_index
from mtg_prototype_plugin.conformance import rule_sentences
from mtg_prototype_plugin.conformance.errors import (
    HostBroken,
    InvalidHost,
    InvalidReport,
    InvalidScenario,
    InvalidSelection,
)
from mtg_prototype_plugin.conformance.hosts import HostSpec
from mtg_prototype_plugin.conformance.jobs import answers_of
from mtg_prototype_plugin.conformance.report import differences, load_report
from mtg_prototype_plugin.conformance.run import Result, plays_of, run
from mtg_prototype_plugin.conformance.scenario import loads, shipped
from mtg_prototype_plugin.conformance.selection import cases, load_xfail, selected
from mtg_prototype_plugin.sandbox import Sandbox

NO_SUCH_RULE = "718.3" + "z"
PUT = {"do": "put", "card": "Blitz Automaton", "zone": "hand", "as": "card"}
HOLDS = {"expect": "card", "power": 6}
FAILS = {"expect": "card", "power": 5}
BREAKS = {"do": "resolve", "object": "card"}
SAVES = {"do": "save_and_load"}


def scenario(name, *steps, rules=("718.4",), needs=()):
    return {
        "id": f"{rules[0]}-{name}",
        "title": name,
        "rules": list(rules),
        "needs": list(needs),
        "steps": [PUT, *steps],
    }


def file_of(*scenarios, source="made.json"):
    return loads(json.dumps({"format": 1, "scenarios": list(scenarios)}), source=source)


FOUR = file_of(
    scenario("holds", HOLDS),
    scenario("fails", FAILS),
    scenario("saves", SAVES, HOLDS, needs=["save"]),
    scenario("breaks", BREAKS),
)


class Bare(Sandbox):
    """The sandbox without its capabilities."""

    capabilities = frozenset()


class Ends(Sandbox):
    """A host that ends its process."""

    def table(self, cards):
        import os

        os._exit(3)


# --- which -----------------------------------------------------------------------------------------------------------

BY_RULE = file_of(
    scenario("a", HOLDS, rules=["718.3"]),
    scenario("b", HOLDS, rules=["718.3b", "707.2"]),
    scenario("c", HOLDS, rules=["718.4"]),
    scenario("d", HOLDS, rules=["707.2b"]),
    scenario("e", SAVES, rules=["707.10"], needs=["save"]),
    {**scenario("f", HOLDS), "id": "ruling-f", "rules": ["ruling:2022-10-14"]},
)


@pytest.mark.parametrize(
    ("rules", "capabilities", "expected"),
    [
        ([], [], "abcdef"),
        (["718.3"], [], "ab"),
        (["718"], [], "abc"),
        (["718.3b"], [], "b"),
        (["707.2"], [], "bd"),
        (["707.10"], [], "e"),
        (["718.4", "707.2b"], [], "cd"),
        (["ruling:2022-10-14"], [], "f"),
        ([], ["core"], "abcdf"),
        ([], ["save"], "e"),
        ([], ["core", "save"], "abcdef"),
        (["707"], ["save"], "e"),
    ],
)
def test_selected(rules, capabilities, expected):
    (file,) = selected([BY_RULE], rules=rules, capabilities=capabilities)
    assert "".join(each.title for each in file.scenarios) == expected


@pytest.mark.parametrize(
    ("rules", "capabilities", "said"),
    [
        ([NO_SUCH_RULE], [], f"no such rule: '{NO_SUCH_RULE}'"),
        ([], ["time_travel"], "no such capability: 'time_travel'"),
        (["718.1"], [], "no scenario is chosen: ['718.1']"),
        (["718.4"], ["save"], "no scenario is chosen: ['718.4', 'save']"),
    ],
)
def test_a_selection_that_fits_nothing(rules, capabilities, said):
    with pytest.raises(InvalidSelection) as raised:
        selected([BY_RULE], rules=rules, capabilities=capabilities)
    assert str(raised.value).startswith(said)


def test_smoke_are_five_that_need_nothing():
    chosen = [scenario for file in selected(shipped(), capabilities=["smoke"]) for scenario in file.scenarios]
    assert [scenario.needs for scenario in chosen] == [()] * 5


def test_a_capability_that_only_a_file_knows_may_be_chosen():
    later = file_of({**scenario("later"), "needs": ["time_travel"], "steps": [{"do": "wait"}]})
    (file,) = selected([later], capabilities=["time_travel"])
    assert len(file.scenarios) == 1


def write(path, *scenarios):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps({"format": 1, "scenarios": list(scenarios)}), encoding="utf-8")
    return path


def test_cases_are_files_and_folders(tmp_path):
    one = write(tmp_path / "one.json", scenario("one", HOLDS))
    write(tmp_path / "more" / "b.json", scenario("b", HOLDS))
    write(tmp_path / "more" / "deep" / "a.json", scenario("a", HOLDS))
    (tmp_path / "more" / "README.md").write_text("not a scenario")
    found = cases([one, tmp_path / "more"])
    assert [file.scenarios[0].title for file in found] == ["one", "b", "a"]
    assert cases([]) == shipped()


def test_cases_that_are_refused(tmp_path):
    (tmp_path / "empty").mkdir()
    with pytest.raises(InvalidSelection, match="without scenario files"):
        cases([tmp_path / "empty"])
    with pytest.raises(InvalidScenario, match=r"missing\.json: the file cannot be read"):
        cases([tmp_path / "missing.json"])
    one, two = (write(tmp_path / name, scenario("same", HOLDS)) for name in ("one.json", "two.json"))
    with pytest.raises(InvalidScenario, match=r"two\.json: scenario 718\.4-same: an id that another file has"):
        cases([one, two])


# --- what is known of them -------------------------------------------------------------------------------------------


def test_known_failures(tmp_path):
    path = tmp_path / "known.txt"
    path.write_text("# ours\n718.4-fails  # wrong size\n\n718.4-breaks\n", encoding="utf-8")
    xfail = load_xfail(path, files=[FOUR])
    assert xfail == {"718.4-fails": "wrong size", "718.4-breaks": ""}
    report = run([FOUR], xfail=xfail)
    assert report.counts == {"passed": 2, "failed": 1, "skipped": 0, "errored": 1}
    assert (report.unexpected, report.exit_code) == ((), 0)
    marked = [json.loads(line).get("xfail") for line in report.json_lines()]
    assert marked == [None, None, "wrong size", None, "", None]


def test_what_passes_against_what_is_known_is_unexpected():
    report = run([FOUR], xfail={"718.4-fails": "", "718.4-breaks": "", "718.4-holds": ""})
    assert [answer.id for answer in report.unexpected] == ["718.4-holds"]
    assert report.exit_code == 1


def test_what_is_skipped_is_never_unexpected():
    known = {"718.4-fails": "", "718.4-breaks": "", "718.4-saves": ""}
    assert run([FOUR], host=Bare(), xfail=known).exit_code == 0


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("718.4-holds\n718.4-nobody # gone", "line 2: no scenario has this id: '718.4-nobody'"),
        ("718.4-holds\n718.4-holds", "line 2: an id that stands twice: '718.4-holds'"),
    ],
)
def test_a_list_of_known_failures_that_is_wrong(tmp_path, text, said):
    path = tmp_path / "known.txt"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InvalidSelection) as raised:
        load_xfail(path, files=[FOUR])
    assert str(raised.value) == f"{path}: {said}"


def test_a_list_of_known_failures_that_cannot_be_read(tmp_path):
    with pytest.raises(InvalidSelection, match="cannot be read"):
        load_xfail(tmp_path / "missing.txt", files=[FOUR])
    (tmp_path / "binary").write_bytes(b"\xff\xfe")
    with pytest.raises(InvalidSelection, match="cannot be read"):
        load_xfail(tmp_path / "binary", files=[FOUR])


# --- several processes -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("jobs", [2, 3])
def test_jobs_give_the_same_answers_in_the_same_order(jobs):
    plays = plays_of([*shipped(), FOUR])
    told = []
    answers = answers_of(plays, HostSpec("sandbox"), jobs=jobs, each=told.append)
    assert answers == run([*shipped(), FOUR]).answers
    assert sorted(told, key=lambda answer: answer.id) == sorted(answers, key=lambda answer: answer.id)


def test_more_jobs_than_scenarios():
    assert answers_of(plays_of([FOUR]), HostSpec("sandbox"), jobs=9) == run([FOUR]).answers
    assert answers_of((), HostSpec("sandbox"), jobs=2) == ()


def test_a_host_that_ends_a_process_of_several(monkeypatch):
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parent))
    with pytest.raises(HostBroken, match="ended its process"):
        answers_of(plays_of([FOUR]), HostSpec("test_runner:Ends"), jobs=2)


# --- hosts by name ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("where", "said"),
    [
        ("", "not a host: ''"),
        ("sandboks", "not a host: 'sandboks' (sandbox, or module:Adapter)"),
        ("json:", "not a host: 'json:'"),
        ("json:Nothing", "the module has no such name: 'json:Nothing'"),
        ("no_such_module:X", "the host cannot be imported: ModuleNotFoundError: No module named 'no_such_module'"),
        ("json:dumps", "the host cannot be made: TypeError"),
        ("json:decoder", "not a host: 'json:decoder'"),
    ],
)
def test_a_host_that_cannot_be_had(where, said):
    with pytest.raises(InvalidHost) as raised:
        HostSpec(where).open()
    assert str(raised.value).startswith(said)


def test_a_module_that_breaks_when_it_is_imported(tmp_path, monkeypatch):
    (tmp_path / "breaks_at_once.py").write_text("1 / 0")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(InvalidHost, match="ZeroDivisionError"):
        HostSpec("breaks_at_once:Adapter").open()


@pytest.mark.parametrize(
    ("at_import", "said"),
    [
        ("raise SystemExit(0)", "cannot be imported: SystemExit: 0"),
        ("import asyncio; raise asyncio.CancelledError", "cannot be imported: CancelledError: "),
        ("def Adapter(): raise SystemExit", "cannot be made: SystemExit: "),
        ("def Adapter(): raise GeneratorExit", "cannot be made: GeneratorExit: "),
        ("class Adapter:\n name = 3; version = ''; capabilities = set(); table = None", "name is not a string: 3"),
    ],
)
def test_a_module_that_exits_is_no_success(tmp_path, monkeypatch, at_import, said):
    (tmp_path / "exits_at_once.py").write_text(at_import)
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "exits_at_once", raising=False)
    with pytest.raises(InvalidHost) as raised:
        HostSpec("exits_at_once:Adapter").open()
    assert said in str(raised.value)
    sys.modules.pop("exits_at_once", None)


def test_hosts_are_found_in_the_working_directory(tmp_path, monkeypatch):
    (tmp_path / "my_engine_here.py").write_text(
        "from mtg_prototype_plugin.conformance.adapter import HostAdapter\n"
        "from mtg_prototype_plugin.sandbox import Sandbox\n"
        "class Adapter(HostAdapter):\n    name = 'mine'\n"
        "ready = Sandbox()\n"
    )
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    assert HostSpec("my_engine_here:Adapter").open().name == "mine"
    assert HostSpec("my_engine_here:ready").open().name == "sandbox"
    assert HostSpec("mtg_prototype_plugin.sandbox:Sandbox").open().name == "sandbox"
    assert HostSpec("sandbox").open().name == "sandbox"


# --- reports ---------------------------------------------------------------------------------------------------------


def saved(path, report):
    path.write_text("".join(f"{line}\n" for line in report.json_lines()), encoding="utf-8")
    return load_report(path)


def test_a_report_is_read_back(tmp_path):
    report = saved(tmp_path / "report.jsonl", run([FOUR]))
    assert report.header["host"]["name"] == "sandbox"
    assert [line["result"] for line in report.lines.values()] == ["passed", "failed", "passed", "errored"]


def test_a_failure_is_told_with_all_that_one_needs(tmp_path):
    (line,) = [it for it in saved(tmp_path / "report.jsonl", run([FOUR])).lines.values() if it["result"] == "failed"]
    told = {key: line[key] for key in ("step", "key", "expected", "got", "rule", "sentence")}
    assert told == {
        "step": 2,
        "key": "power",
        "expected": 5,
        "got": 6,
        "rule": "718.4",
        "sentence": rule_sentences.sentence("718.4"),
    }
    again = run([loads(json.dumps(line["file"]))])
    assert [answer.result for answer in again.answers] == [Result.FAILED]


def test_differences(tmp_path):
    before = saved(tmp_path / "a.jsonl", run([FOUR]))
    changed = file_of(
        scenario("holds", FAILS), scenario("fails", {**FAILS, "power": 4}), scenario("saves", SAVES, needs=["save"])
    )
    more = file_of(scenario("new", HOLDS))
    after = saved(tmp_path / "b.jsonl", run([changed, more], host=Bare()))
    found = [str(each) for each in differences(before, after) if not each.about.startswith("capability")]
    assert found == [
        "718.4-holds: passed -> failed: step 2: power is 6, not 5",
        "718.4-fails: failed -> failed: step 2: power is 6, not 4",
        "718.4-saves: passed -> skipped: needs save",
        "718.4-breaks: errored -> absent",
        "718.4-new: absent -> passed",
    ]
    gone = [each for each in differences(before, after) if each.about.startswith("capability")]
    assert {each.about.split()[1] for each in gone} == Sandbox.capabilities
    assert str(gone[0]) == "capability abilities: declared -> absent"
    assert differences(before, before) == ()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "not a report"),
        ("{}", "not a report"),
        ("no json\nat all", "not a report"),
        ("{}\n{}", "a report begins with the host"),
        ('{"host": {}, "capabilities": []}\n{"id": 3}\n{}', "line 2 is no answer"),
        ('{"host": {}, "capabilities": []}\n{"id": "x", "result": "splendid"}\n{}', "line 2 is no answer"),
        ('{"host": {}, "capabilities": []}\n{"id": "x", "result": "passed"}', "the counts at the end"),
        ("[]\n[]", "a report begins with the host"),
        ('{"host": {}, "capabilities": [[1]]}\n{}', "a report begins with the host"),
        ('{"host": {}, "capabilities": []}\n{"id": "x", "result": ["x"]}\n{}', "line 2 is no answer"),
        ('{"host": {}, "capabilities": []}\n{"id": "x", "result": "passed", "step": "x"}\n{}', "line 2 is no answer"),
        ('{"host": {}, "capabilities": []}\n{"id": "x", "result": "passed", "step": true}\n{}', "line 2 is no answer"),
        (
            '{"host": {}, "capabilities": []}\n' + '{"id": "x", "result": "passed"}\n' * 2 + "{}",
            "line 3 has an id that",
        ),
        ('{"host": {}, "capabilities": []}\n' + "[" * 100_000 + "\n{}", "not a report"),
    ],
)
def test_what_is_no_report(tmp_path, text, said):
    path = tmp_path / "report.jsonl"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InvalidReport, match=said):
        load_report(path)


def test_a_report_is_read_back_whatever_is_in_its_words(tmp_path):
    odd = "\u2028 \u0085 \x0b \x1c \r \ud800"
    report = run([file_of({**scenario("fails", FAILS), "note": odd, "title": "odd"})])
    (line,) = saved(tmp_path / "report.jsonl", report).lines.values()
    assert line["file"]["scenarios"][0]["note"] == odd


def test_no_report_there(tmp_path):
    with pytest.raises(InvalidReport, match="cannot be read"):
        load_report(tmp_path / "missing.jsonl")


# --- the sentences ---------------------------------------------------------------------------------------------------


def test_every_main_rule_of_a_shipped_scenario_has_a_sentence():
    main = {it.rules[0] for file in shipped() for it in file.scenarios}
    assert {rule for rule in main if not rule_sentences.sentence(rule)} == set()


def test_the_sentences_are_of_rules_that_exist_and_are_sentences():
    for rule in rule_sentences.rules():
        sentence = rule_sentences.sentence(rule)
        assert rule_index.exists(rule), rule
        assert sentence[0].isupper(), rule
        assert sentence.endswith("."), rule
        assert len(sentence) < 170, rule
    assert rule_sentences.sentence("718.1") == ""
