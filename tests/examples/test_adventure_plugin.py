"""Two plugins in one host: Adventure beside Prototype, by the contract alone."""

import copy
import doctest
import json
import os
import pickle
import subprocess
import sys
import tomllib
import venv
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from mtg_hookspecs import (
    CastOption,
    Characteristics,
    Colors,
    CopiableValues,
    CopyKind,
    IllegalCastChoice,
    ObjectCopied,
    Override,
    PluginHost,
    SpellCast,
    SpellResolve,
    Zone,
    ZoneChange,
    hookimpl,
)
from mtg_prototype_plugin import plugin as prototype
from mtg_prototype_plugin import prototype_of
from mtg_prototype_plugin.objects import GameObject, ObjectKind

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "examples" / "adventure_plugin"
ELSEWHERE = [zone for zone in Zone if zone not in (Zone.STACK, Zone.BATTLEFIELD)]


@pytest.fixture(scope="module")
def example() -> Iterator[SimpleNamespace]:
    """The package and the host, from their folder: nothing is installed."""
    names = ("mtg_adventure_plugin", "two_plugins")
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(FOLDER))
        import mtg_adventure_plugin as package
        import two_plugins

        yield SimpleNamespace(package=package, host=two_plugins)
        for name in [name for name in sys.modules if name.split(".")[0] in names]:
            del sys.modules[name]


@pytest.fixture
def both(example: SimpleNamespace) -> PluginHost:
    return PluginHost([prototype, example.package.ADVENTURES])


@pytest.fixture
def in_hand(example: SimpleNamespace) -> Callable[[str], Any]:
    def make(name: str = "Bonecrusher Giant") -> Any:
        card = example.host.PLUGINS.find_card(name)
        assert card is not None
        return example.host.Thing(card, "Ann")

    return make


@pytest.fixture
def stomp(in_hand: Callable[[], Any]) -> Any:
    return in_hand().cast("adventure", by="Ann")


def shown(thing: Any) -> tuple[Any, ...]:
    now = thing.now
    return thing.zone, now.name, str(now.mana_cost), now.type_line, now.power, thing.own and thing.own.designation


def ways(thing: Any, player: str = "Ann") -> list[str]:
    return [option.name for option in thing.ways(player)]


GIANT = ("Bonecrusher Giant", "{2}{R}", "Creature — Giant", 4)
STOMP = ("Stomp", "{1}{R}", "Instant — Adventure", None)


# ---- the life of an Adventure


def test_in_hand_it_is_the_card_with_two_ways(in_hand: Callable[[], Any]) -> None:  # 715.3, 715.4
    assert shown(in_hand()) == (Zone.HAND, *GIANT, None)
    assert ways(in_hand()) == ["normal", "adventure"]
    assert ways(in_hand(), "Bob") == []


def test_what_may_be_cast_is_judged_by_the_adventure(in_hand: Callable[[], Any], both: PluginHost) -> None:  # 715.3a
    """With Giant Killer, a permission for spells of mana value 2 or less allows the card and not Chop Down."""
    card = in_hand("Giant Killer").card  # type: ignore[call-arg]
    allowed = [
        option.name for option in both.cast_options(card, zone=Zone.EXILE) if option.characteristics.mana_value <= 2
    ]
    assert allowed == ["normal"]
    creatures = [o.name for o in both.cast_options(card, zone=Zone.LIBRARY) if "Creature" in o.characteristics.types]
    assert creatures == ["normal"]


def test_a_refused_cast_leaves_the_card(in_hand: Callable[[], Any], both: PluginHost) -> None:  # 715.3a, 733.1
    card = in_hand().card
    seen: list[Characteristics] = []
    adventure = both.cast_options(card, zone=Zone.HAND)[1]
    assert not both.try_cast(adventure, place=seen.append, cast=lambda: False, restore=lambda: seen.append(card))
    assert [each.name for each in seen] == ["Stomp", "Bonecrusher Giant"]


def test_on_the_stack_it_is_the_adventure_only(stomp: Any) -> None:  # 715.3b
    assert shown(stomp) == (Zone.STACK, *STOMP, "adventure")


def test_resolved_it_is_in_exile_and_may_be_cast_normally(stomp: Any) -> None:  # 715.3d
    exiled = stomp.resolved()
    assert shown(exiled) == (Zone.EXILE, *GIANT, "on_an_adventure")
    assert ways(exiled) == ["normal"]
    with pytest.raises(PermissionError):
        exiled.cast("adventure", by="Ann")
    assert shown(exiled.cast("normal", by="Ann")) == (Zone.STACK, *GIANT, None)
    assert shown(exiled.cast("normal", by="Ann").resolved()) == (Zone.BATTLEFIELD, *GIANT, None)


def test_another_permission_may_allow_it_as_an_adventure(stomp: Any, both: PluginHost) -> None:  # 715.3d
    exiled = stomp.resolved()
    assert [option.name for option in both.cast_options(exiled.card, zone=Zone.EXILE)] == ["normal", "adventure"]
    assert both.spell_cast(SpellCast(exiled.card, "adventure", Zone.EXILE)) == stomp.own


def test_the_spells_controller_may_cast_it_not_the_owner(example: SimpleNamespace, in_hand: Callable[[], Any]) -> None:
    hand = in_hand()
    stolen = example.host.Thing(hand.card, "Ann", Zone.STACK, hand.cast("adventure", by="Ann").own, "Bob")
    assert ways(stolen.resolved(), "Bob") == ["normal"]  # 715.3d
    assert ways(stolen.resolved(), "Ann") == []


def test_cast_from_exile_and_countered_it_is_an_ordinary_card(stomp: Any) -> None:  # 715.3d, 400.7
    dead = stomp.resolved().cast("normal", by="Ann").moved(Zone.GRAVEYARD)
    assert shown(dead) == (Zone.GRAVEYARD, *GIANT, None)
    assert ways(dead) == []


def test_fizzled_it_goes_to_the_graveyard(stomp: Any) -> None:  # 608.2b, 715.4
    assert shown(stomp.moved(Zone.GRAVEYARD)) == (Zone.GRAVEYARD, *GIANT, None)


@pytest.mark.parametrize("zone", ELSEWHERE)
def test_countered_it_is_the_card_wherever_it_is_put(stomp: Any, zone: Zone) -> None:  # 701.6a, 715.4
    countered = stomp.moved(zone)
    assert shown(countered) == (zone, *GIANT, None)
    assert ways(countered) == (["normal", "adventure"] if zone is Zone.HAND else [])


def test_resolving_and_exiled_by_a_counterspell_are_told_apart(stomp: Any) -> None:  # 715.3d
    resolved, countered = stomp.resolved(), stomp.moved(Zone.EXILE)
    assert resolved.zone is countered.zone is Zone.EXILE
    assert resolved.now == countered.now
    assert (ways(resolved), ways(countered)) == (["normal"], [])


@pytest.mark.parametrize("zone", ELSEWHERE)
def test_the_permission_ends_when_it_leaves_or_is_exiled_again(stomp: Any, zone: Zone) -> None:  # 715.3d, 406.7
    moved = stomp.resolved().moved(zone)
    assert shown(moved) == (zone, *GIANT, None)
    if zone is not Zone.HAND:
        assert ways(moved) == []


def test_a_copy_is_an_adventure_and_does_not_come_back(stomp: Any) -> None:  # 715.3c, 704.5e
    copied = stomp.copied(by="Bob")
    assert shown(copied) == shown(stomp)
    assert copied.own is stomp.own
    assert copied.resolved() is None
    assert copied.moved(Zone.EXILE) is None


def test_bounced_it_may_go_on_an_adventure_again(stomp: Any) -> None:  # 715.4
    creature = stomp.resolved().cast("normal", by="Ann").resolved()
    back = creature.moved(Zone.HAND)
    assert shown(back) == (Zone.HAND, *GIANT, None)
    assert shown(back.cast("adventure", by="Ann")) == shown(stomp)


def test_cast_normally_it_is_never_on_an_adventure(in_hand: Callable[[], Any]) -> None:
    spell = in_hand().cast("normal", by="Ann")
    assert shown(spell) == (Zone.STACK, *GIANT, None)
    assert shown(spell.resolved()) == (Zone.BATTLEFIELD, *GIANT, None)


def test_state_is_values(stomp: Any) -> None:
    for thing in (stomp, stomp.resolved()):
        assert pickle.loads(pickle.dumps(thing.own)) == thing.own
        assert copy.deepcopy(thing) == thing
    assert shown(stomp)[1] == "Stomp"  # its future changed nothing


def test_a_land_may_have_an_adventure(both: PluginHost) -> None:  # 715.3a
    midgar = both.find_card("Midgar, City of Mako")
    assert midgar is not None
    assert [option.name for option in both.cast_options(midgar, zone=Zone.HAND)] == ["adventure"]


def test_a_game_object_goes_on_an_adventure(both: PluginHost) -> None:  # 715.3c, 715.3d
    card = both.find_card("Bonecrusher Giant")
    assert card is not None
    spell = GameObject(card, Zone.HAND).cast("adventure", ask=both)
    exiled = spell.resolve(ask=both)
    assert (exiled.zone, exiled.characteristics, exiled.own and exiled.own.permits) == (Zone.EXILE, card, ("normal",))
    creature = exiled.cast("normal", ask=both).resolve(ask=both)
    assert (creature.zone, creature.characteristics, creature.own) == (Zone.BATTLEFIELD, card, None)
    copied = spell.copied(CopyKind.SPELL, ask=both).resolve(ask=both)
    assert (copied.zone, copied.kind) == (Zone.EXILE, ObjectKind.COPY)  # the host lets it cease to exist (704.5e)
    assert spell.moved(Zone.EXILE, ask=both).own is None
    blue = spell.copied(CopyKind.SPELL, ask=both, modify=lambda copied, own: replace(copied, colors=Colors("U")))
    assert (blue.characteristics.colors, blue.own and blue.own.resolves_to) == ("U", Zone.EXILE)  # 707.9


# ---- two plugins


def test_each_has_its_own_words(both: PluginHost) -> None:
    assert [(info.name, info.designations) for info in both.plugins] == [
        ("prototype", ("prototyped",)),
        ("adventure", ("adventure", "on_an_adventure")),
    ]


@pytest.mark.parametrize("order", [1, -1])
def test_they_do_not_disturb_each_other(example: SimpleNamespace, blitz: Characteristics, order: int) -> None:
    host = PluginHost([prototype, example.package.ADVENTURES][::order])
    giant = host.find_card("Bonecrusher Giant")
    assert giant is not None
    own = host.spell_cast(SpellCast(blitz, "prototyped", Zone.HAND))
    assert own is not None
    assert own is prototype_of(blitz)
    assert host.spell_resolve(SpellResolve(blitz, own)) is own
    assert [option.name for option in host.cast_options(blitz, zone=Zone.HAND)] == ["normal", "prototyped"]
    assert [option.name for option in host.cast_options(giant, zone=Zone.HAND)] == ["normal", "adventure"]
    for card, option in ((giant, "prototyped"), (blitz, "adventure")):
        with pytest.raises(IllegalCastChoice, match="offered: normal"):
            host.spell_cast(SpellCast(card, option, Zone.HAND))


def test_a_card_with_both_has_both_and_one_is_chosen(example: SimpleNamespace, blitz: Characteristics) -> None:
    """No such card is printed; the contract does not forbid it."""
    stomp = example.package.CARDS[0].adventure
    package = example.package
    host = PluginHost([prototype, package.AdventurePlugin([package.AdventurerCard(blitz, stomp)])])
    assert [option.name for option in host.cast_options(blitz, zone=Zone.HAND)] == ["normal", "prototyped", "adventure"]
    own = host.spell_cast(SpellCast(blitz, "adventure", Zone.HAND))
    assert own == Override("adventure", stomp, resolves_to=Zone.EXILE)


@hookimpl
def never_asked(event: object) -> None:
    raise AssertionError("another's event")


EVENT_HOOKS = ("mtg_spell_cast", "mtg_spell_resolve", "mtg_zone_change", "mtg_object_copied")


def test_only_the_owner_is_asked(example: SimpleNamespace, blitz: Characteristics) -> None:
    """Each plugin's life with the other's hooks broken: they would be faults if they were asked."""
    adventure = SimpleNamespace(mtg_plugin_info=example.package.ADVENTURES.mtg_plugin_info)
    broken = SimpleNamespace(mtg_plugin_info=prototype.mtg_plugin_info)
    for name in EVENT_HOOKS:
        setattr(adventure, name, never_asked)
        setattr(broken, name, never_asked)
    own = prototype_of(blitz)
    assert own is not None
    assert lives(PluginHost([prototype, Plain(adventure)]), blitz, "prototyped", own) == (own, own, None, own)
    giant = example.package.CARDS[0].card
    stomp = Override("adventure", example.package.CARDS[0].adventure, resolves_to=Zone.EXILE)
    mark = Override("on_an_adventure", giant, permits=("normal",))
    both = PluginHost([Plain(broken), example.package.ADVENTURES])
    assert lives(both, giant, "adventure", stomp) == (stomp, mark, None, stomp)


class Plain:
    """A plugin of these functions."""

    def __init__(self, functions: SimpleNamespace) -> None:
        self.__dict__.update(vars(functions))


def lives(host: PluginHost, card: Characteristics, option: str, own: Override) -> tuple[Override | None, ...]:
    return (
        host.spell_cast(SpellCast(card, option, Zone.HAND)),
        host.spell_resolve(SpellResolve(card, own)),
        host.zone_change(ZoneChange(card, own, Zone.STACK, Zone.GRAVEYARD)),
        host.object_copied(ObjectCopied(CopyKind.SPELL, CopiableValues(own.characteristics, own))),
    )


def test_both_explain_their_own(both: PluginHost, blitz: Characteristics) -> None:
    own = prototype_of(blitz)
    assert own is not None
    assert not any("715" in line for line in both.explain(CastOption("prototyped", own, own.characteristics)))
    [said] = both.explain(SpellCast(blitz, "adventure", Zone.HAND))
    assert "715.3b" in said


# ---- the program, the package, the page


def test_the_host_is_a_program() -> None:
    run = subprocess.run(
        [sys.executable, "-W", "error", "two_plugins.py"], cwd=FOLDER, capture_output=True, encoding="utf-8", check=True
    )
    printed = run.stdout.splitlines()
    readme = (FOLDER / "README.md").read_text(encoding="utf-8")
    promised = readme.split("two_plugins.py\n")[1].split("```")[0].splitlines()
    assert promised
    assert [line for line in promised if line not in printed] == []


def test_its_own_tests_pass() -> None:
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"],
        cwd=FOLDER,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert run.returncode == 0, run.stdout
    assert " passed" in run.stdout


def test_discovered_by_its_entry_point(
    example: SimpleNamespace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What an installer writes, from what ``pyproject.toml`` says."""
    project = tomllib.loads((FOLDER / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    [(name, target)] = project["entry-points"]["mtg_hookspecs"].items()
    info = tmp_path / "mtg_adventure_plugin-0.1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n")
    (info / "entry_points.txt").write_text(f"[mtg_hookspecs]\n{name} = {target}\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    host = PluginHost.discover()
    assert {"prototype", "adventure"} <= {info.name for info in host.plugins}
    assert host.problems == ()
    [version] = [info.version for info in host.plugins if info.name == "adventure"]
    assert version == project["version"]
    again = pickle.loads(pickle.dumps(host))
    assert again.plugins == host.plugins


def test_the_page_for_authors_holds(example: SimpleNamespace) -> None:
    results = doctest.testfile(str(ROOT / "docs" / "plugin_authors.md"), module_relative=False, encoding="utf-8")
    assert results.attempted > 5
    assert results.failed == 0


@pytest.mark.slow
def test_installed_both_are_listed(tmp_path: Path) -> None:
    """A new environment, both packages from their sources, the command line's word for it."""
    venv.create(tmp_path / "new", with_pip=True)
    scripts = tmp_path / "new" / ("Scripts" if os.name == "nt" else "bin")
    clean = {key: value for key, value in os.environ.items() if not key.startswith(("MTG_PLUGINS_", "PYTHONPATH"))}
    pip = [str(scripts / "python"), "-m", "pip", "--disable-pip-version-check", "-q"]
    if subprocess.run([*pip, "install", "hatchling>=1.26"], env=clean, capture_output=True, check=False).returncode:
        pytest.skip("no package index within reach")
    subprocess.run([*pip, "install", f"{ROOT}[cli]", str(FOLDER)], env=clean, check=True, timeout=300)
    listed = subprocess.run(
        [str(scripts / "mtg-prototype"), "plugins", "--json"],
        cwd=tmp_path,
        env=clean,
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    answer = json.loads(listed.stdout)
    assert answer["problems"] == []
    assert {info["name"]: info["designations"] for info in answer["plugins"]} == {
        "prototype": ["prototyped"],
        "adventure": ["adventure", "on_an_adventure"],
    }
