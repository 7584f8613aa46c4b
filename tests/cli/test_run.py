"""``mtg-prototype run`` as a user meets it."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

import mtg_prototype_plugin.conformance
from mtg_prototype_plugin.cli.app import app

SCENARIOS = sorted((Path(mtg_prototype_plugin.conformance.__file__).parent / "scenarios").glob("*.json"))
NO_SUCH_RULE = "718.3" + "x"
STEPS = [
    {"do": "put", "card": "Blitz Automaton", "zone": "hand", "as": "card"},
    {"do": "cast", "object": "card", "option": "prototyped", "as": "spell"},
    {"expect": "spell", "power": 3, "colors": "R"},
]


def run(*arguments):
    return CliRunner().invoke(app, ["run", *map(str, arguments)], catch_exceptions=False)


@pytest.fixture
def story(tmp_path):
    def write(steps, **changes):
        scenario = {
            "id": "718.3b-spell",
            "title": "a spell",
            "rules": ["718.3b"],
            "needs": [],
            "steps": steps,
        } | changes
        path = tmp_path / "stories.json"
        path.write_text(json.dumps({"format": 1, "scenarios": [scenario]}), encoding="utf-8")
        return path

    return write


def test_all_shipped_scenarios_pass():
    result = run(*SCENARIOS, "--json")
    header, *answers, counts = map(json.loads, result.stdout.splitlines())
    assert result.exit_code == 0
    assert header["format"] == 1
    assert {answer["result"] for answer in answers} == {"passed"}
    assert counts == {"passed": len(answers), "failed": 0, "skipped": 0, "errored": 0}
    assert len(answers) >= 200


def test_without_files_it_runs_those_that_come_with_the_plugin():
    assert run().stdout == run(*SCENARIOS).stdout
    assert run().exit_code == 0


def test_a_scenario_that_fails(story):
    path = story([*STEPS[:2], {"expect": "spell", "power": 6}])
    result = run(path)
    assert result.exit_code == 1
    assert "failed  718.3b-spell: step 3: power is 3, not 6 (718.3b)" in result.stdout
    answer = json.loads(run(path, "--json").stdout.splitlines()[1])
    assert (
        answer | {"id": "718.3b-spell", "result": "failed", "step": 3, "key": "power", "expected": 6, "got": 3}
        == answer
    )


def test_a_story_that_is_wrong_when_it_runs(story):
    result = run(
        story(
            [*STEPS, {"do": "resolve", "object": "spell"}, {"do": "turn_face_up", "object": "spell"}],
            needs=["face_down"],
        )
    )
    assert result.exit_code == 1
    assert "errored 718.3b-spell: step 5" in result.stdout


@pytest.mark.parametrize(
    ("steps", "changes", "said"),
    [
        ([*STEPS, {"do": "explode", "object": "spell"}], {}, ["step 4", "explode"]),
        ([*STEPS, {"expect": "spell", "strength": 3}], {}, ["step 4", "strength"]),
        ([*STEPS, {"expect": "nobody", "power": 3}], {}, ["step 4", "nobody"]),
        (STEPS, {"needs": ["layers"]}, ["needs", "layers"]),
        (STEPS, {"rules": [NO_SUCH_RULE]}, [NO_SUCH_RULE]),
        (STEPS, {"mood": "good"}, ["mood"]),
    ],
)
def test_a_file_that_is_refused(story, steps, changes, said):
    result = run(story(steps, **changes))
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.count("\n") == 1
    for word in ("stories.json", "718.3b-spell", *said):
        assert word in result.stderr


def test_a_file_that_is_not_there(tmp_path):
    result = run(tmp_path / "missing.json")
    assert result.exit_code == 2
    assert "missing.json" in result.stderr


def test_nothing_runs_if_one_file_is_refused(story, tmp_path):
    good = story(STEPS)
    bad = tmp_path / "bad.json"
    bad.write_text("{", encoding="utf-8")
    result = run(good, bad)
    assert (result.exit_code, result.stdout) == (2, "")
