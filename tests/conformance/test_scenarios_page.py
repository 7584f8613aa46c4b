"""``docs/scenarios.md`` has every word of the vocabulary and no other, and what it shows is so."""

import json
import re
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from mtg_hookspecs import Zone
from mtg_prototype_plugin.cli.app import app
from mtg_prototype_plugin.conformance import forms
from mtg_prototype_plugin.conformance.forms import Form, Key, Listing, Record
from mtg_prototype_plugin.conformance.run import Answer, Play, Report, Result
from mtg_prototype_plugin.conformance.scenario import Scenario, loads
from mtg_prototype_plugin.conformance.vocabulary import (
    ACTIONS,
    CAPABILITIES,
    CARD,
    EXCEPT,
    EXPECTATIONS,
    FILE,
    FILTER,
    MODIFIER,
    PROPERTIES,
    SCENARIO,
)
from mtg_prototype_plugin.sandbox import Sandbox

PAGE = (Path(__file__).parents[2] / "docs" / "scenarios.md").read_text(encoding="utf-8")
JSON = re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)
CONSOLE = re.findall(r"```console\n\$ mtg-prototype run (\S+)\n(.*?)```", PAGE, re.DOTALL)
FILES = {
    "story.json": JSON[0],
    "wrong.json": JSON[1],
    "refused.json": JSON[0].replace('"needs": ["last_known"]', '"needs": []'),
}
NAMES = {key.name for key in PROPERTIES}

KINDS: dict[str, Form | Listing | Record] = {
    "text": forms.TEXT,
    "text or null": forms.or_null(forms.TEXT),
    "texts": forms.WORDS,
    "some texts": forms.SOME_WORDS,
    "true": forms.TRUE,
    "yes or no": forms.BOOL,
    "number": forms.INT,
    "number from 0": forms.MANA_VALUE,
    "count": forms.COUNT,
    "some": forms.SOME,
    "size": forms.SIZE,
    "size or null": forms.or_null(forms.SIZE),
    "colour": forms.COLOR,
    "colours": forms.COLORS,
    "some colours": forms.SOME_COLORS,
    "colours or null": forms.or_null(forms.COLORS),
    "mana cost": forms.COST,
    "mana cost or null": forms.or_null(forms.COST),
    "mana cost or `mana_cost`": forms.COST_OR_GRANTED,
    "zone": forms.ZONE,
    "player": forms.PLAYER,
    "option": forms.OPTION,
    "keywords": forms.KEYWORDS,
    "devotion": forms.DEVOTION,
    "`+1/+1` or `-1/-1`": forms.one_of("+1/+1", "-1/-1"),
    "`over` or `under`": forms.one_of("over", "under"),
    "`even` or `odd`": forms.one_of("even", "odd"),
    "filter": FILTER,
    "exceptions": EXCEPT,
    "options": EXPECTATIONS["expect_options"].record.required[1].form,
    "modifiers": Listing("a list of modifiers", MODIFIER),
}
"""What the page calls the forms of values."""
SEVERAL = {
    "text, or texts": (forms.TEXT, forms.NAMES),
    "zone; of a `resolve` only `graveyard`": (forms.ZONE, forms.one_of("graveyard")),
    "colours, or some colours": (forms.COLORS, forms.SOME_COLORS),
}
"""The same, where a key has another form with another action."""


def table(heading: str, number: int = 0) -> list[list[str]]:
    """The cells of a table under a heading, without the row of its titles."""
    part = re.split(r"\n##+ ", PAGE.split(f"# {heading}\n")[1])[0]
    rows = re.findall(r"(?:^\|.*\n)+", part, re.MULTILINE)[number].splitlines()[2:]
    return [[cell.strip() for cell in row.strip("|").split("|")] for row in rows]


def words(cell: str) -> list[str]:
    return re.findall(r"`([a-z_]+)`", cell)


def keys(cell: str) -> tuple[set[str], set[str]]:
    """The keys that must stand, and those that may."""
    optional = set(re.findall(r"`([a-z_]+)`\?", cell))
    return set(words(cell)) - optional, optional


def keys_of(record: Record, *, apart: Iterable[str] = ()) -> tuple[set[str], set[str]]:
    without = {"in", *apart}
    return {key.name for key in record.required} - without, {key.name for key in record.optional} - without


def check_rows(rows: list[list[str]], known: Iterable[Key], *, has_capability: bool = True) -> None:
    """Every key has one row, with the forms that it has and the capability that it needs by itself."""
    by_name: dict[str, list[Key]] = {}
    for key in known:
        by_name.setdefault(key.name, []).append(key)
    assert sorted(name for row in rows for name in words(row[0])) == sorted(by_name)
    for name, kind, *rest in rows:
        found = by_name[words(name)[0]]
        told = SEVERAL[kind] if kind in SEVERAL else (KINDS[kind],)
        assert {form.what for form in told} == {key.form.what for key in found}, name
        if has_capability:
            assert {key.capability for key in found} - {""} == {rest[0]} - {""}, name


# --- the words -----------------------------------------------------------------------------------------------------


def test_the_actions_are_those_of_the_vocabulary() -> None:
    told = {words(name)[0]: (keys(cell), capability) for name, cell, capability, _ in table("Actions")}
    assert told == {
        verb.name: (keys_of(verb.record, apart=["do"]), verb.capability or "core") for verb in ACTIONS.values()
    }
    check_rows(
        table("Keys of actions"),
        [key for verb in ACTIONS.values() for key in verb.record.every_key() if key.name not in ("do", "in")],
    )


def test_the_expectations_are_those_of_the_vocabulary() -> None:
    rows = table("Expectations")
    told = {words(name)[0]: (keys(cell), "properties" in cell, capability) for name, cell, capability, _ in rows}
    assert told == {
        verb.name: (
            keys_of(verb.record, apart=[verb.name, *NAMES]),
            bool(NAMES & keys_of(verb.record)[1]),
            verb.capability or "core",
        )
        for verb in EXPECTATIONS.values()
    }
    check_rows(table("Properties"), PROPERTIES)
    others = [key for verb in EXPECTATIONS.values() for key in verb.record.every_key()]
    check_rows(
        table("Other keys of expectations"),
        [key for key in others if key.name not in NAMES | {"in", *EXPECTATIONS}],
    )


@pytest.mark.parametrize(
    ("heading", "record"),
    [("Exceptions of a copy", EXCEPT), ("Filters", FILTER), ("Modifiers of a cost", MODIFIER)],
)
def test_the_keys_of_smaller_objects_are_those_of_the_vocabulary(heading: str, record: Record) -> None:
    check_rows(table(heading), record.every_key(), has_capability=False)


def test_the_capabilities_are_those_of_the_vocabulary() -> None:
    assert [words(row[0])[0] for row in table("Capabilities")] == sorted(CAPABILITIES)


def test_the_parts_of_a_file_have_their_keys() -> None:
    told = {part: keys(cell) for part, cell in table("The file")}
    assert told == {"file": keys_of(FILE), "card": keys_of(CARD), "scenario": keys_of(SCENARIO)}


def test_the_zones_are_those_of_the_contract() -> None:
    values = dict(table("Values"))
    assert words(values["zone"]) == [str(zone) for zone in Zone]
    assert words(values["option"]) == ["normal", "prototyped"]


# --- the stories ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "code"), [("story.json", 0), ("wrong.json", 1), ("refused.json", 2)])
def test_what_the_page_shows_is_what_comes_out(
    name: str, code: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path(name).write_text(FILES[name], encoding="utf-8")
    result = CliRunner().invoke(app, ["run", name], catch_exceptions=False)
    assert [output for shown, output in CONSOLE if shown == name] == [result.output]
    assert result.exit_code == code


def test_nothing_else_is_shown() -> None:
    assert {name for name, _ in CONSOLE} == set(FILES)
    assert len(CONSOLE) == len(FILES) == PAGE.count("```console")
    assert len(JSON) == PAGE.count("```json")


@pytest.mark.parametrize("number", range(len(JSON)))
def test_every_file_on_the_page_loads_and_passes_but_the_wrong_one(number: int) -> None:
    file = loads(JSON[number])
    results = [Play(scenario, file.cards).on(Sandbox()).result for scenario in file.scenarios]
    assert results == [Result.FAILED if JSON[number] == FILES["wrong.json"] else Result.PASSED]


def test_the_example_of_a_card_is_one() -> None:
    (facts,) = re.findall(r"`(\{\"type_line\".*?\})`", PAGE)
    text = json.loads(JSON[0]) | {"cards": {"Some Bear": json.loads(facts)}}
    assert loads(json.dumps(text)).cards["Some Bear"].power == 2


@pytest.mark.parametrize(
    ("claim", "row"),
    [
        (
            [
                {"do": "put", "card": "Blitz Automaton", "zone": "battlefield", "as": "model"},
                {"do": "put", "card": "Goring Warplow", "zone": "hand", "as": "it"},
                {"do": "cast", "object": "it", "option": "prototyped"},
                {"do": "resolve", "object": "it"},
                {"do": "become_copy", "object": "it", "of": "model"},
            ],
            0,
        ),
        (
            [
                {"do": "put", "card": "Blitz Automaton", "zone": "hand", "as": "model"},
                {"do": "cast", "object": "model", "option": "prototyped"},
                {"do": "resolve", "object": "model"},
                {"do": "put", "card": "Hulking Metamorph", "zone": "hand", "as": "it"},
                {"do": "cast", "object": "it", "option": "normal"},
                {"do": "resolve", "object": "it", "copy_of": "model", "except": {"own_pt": True}},
                {"expect": "it", "power": 7, "toughness": 7, "mana_cost": "{2}{R}"},
            ],
            1,
        ),
        (
            [
                {"do": "put", "card": "Blitz Automaton", "zone": "battlefield", "as": "model"},
                {"do": "put", "card": "Hulking Metamorph", "zone": "hand", "as": "it"},
                {"do": "cast", "object": "it", "option": "prototyped"},
                {"do": "resolve", "object": "it", "copy_of": "model", "except": {"own_pt": True}},
                {"expect": "it", "power": 3, "toughness": 3, "mana_cost": "{7}"},
            ],
            2,
        ),
    ],
)
def test_the_examples_of_both_words_are_so(claim: list[dict[str, Any]], row: int) -> None:
    _, prototyped, cast_prototyped = table("Properties", 1)[row]
    last = {"expect": "it", "prototyped": prototyped == "true", "cast_prototyped": cast_prototyped == "true"}
    scenario = Scenario("707.2-example", "an example", ("707.2",), (), (*claim, last))  # type: ignore[arg-type]
    assert Play(scenario, {}).on(Sandbox()) == Answer("707.2-example", Result.PASSED)


def test_a_report_has_the_lines_that_the_page_tells() -> None:
    class Poor(Sandbox):
        capabilities = frozenset({"last_known"})

    class Broken(Sandbox):
        def table(self, cards: object) -> Any:
            raise OSError("gone")

    story, wrong = (loads(text).scenarios[0] for text in JSON[:2])
    needy = replace(story, needs=("fork",))
    plays = tuple(Play(scenario, {}) for scenario in (story, wrong, needy, story))
    hosts = (Sandbox(), Sandbox(), Poor(), Broken())
    answers = tuple(play.on(host) for play, host in zip(plays, hosts, strict=True))
    lines = map(json.loads, Report(hosts[0], answers, plays).json_lines())
    header, passed, failed, skipped, errored, footer = (set(line) for line in lines)
    rows = {name: (cell, set(words(cell))) for name, cell in table("Answers and reports", 1)}
    same = rows["passed"][1]
    told = {name: own | (same if "the same" in cell else set()) for name, (cell, own) in rows.items()}
    assert told == {
        "header": header,
        "passed": passed,
        "failed": failed,
        "skipped": skipped,
        "errored": errored,
        "footer": footer,
    }
    assert [words(row[0])[0] for row in table("Answers and reports")] == [str(result) for result in Result]
