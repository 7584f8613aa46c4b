"""Each hook as our plugin answers it, the page that documents it, and the contract's snapshot."""

import dataclasses
import inspect
import json
import re
import typing
from pathlib import Path

import pytest

from mtg_hookspecs import (
    CONTRACT_VERSION,
    PROJECT_NAME,
    CastOption,
    Characteristics,
    CopiableValues,
    CopyKind,
    ObjectCopied,
    Override,
    PluginInfo,
    SpellCast,
    SpellResolve,
    Tracked,
    Zone,
    ZoneChange,
    specs,
)
from mtg_prototype_plugin import __version__, plugin, prototype_of

HOOKS = sorted(name for name in vars(specs) if name.startswith("mtg_"))
PAGE = Path(__file__).parents[2] / "hookspecs" / "README.md"
SNAPSHOT = Path(__file__).with_name("contract.json")


def test_hook_mtg_plugin_info():
    info = plugin.mtg_plugin_info()
    assert (info.name, info.version, info.designations) == ("prototype", __version__, ("prototyped",))
    assert info.contract == (1, 0)  # it needs nothing later


def test_hook_mtg_find_card():
    assert plugin.mtg_find_card("blitz automaton").mana_value == 7
    assert plugin.mtg_find_card("Prototype Portal") is None


def test_hook_mtg_cast_options(blitz):
    [option] = plugin.mtg_cast_options(blitz, Zone.GRAVEYARD)
    assert option == CastOption("prototyped", prototype_of(blitz), prototype_of(blitz).characteristics)
    assert plugin.mtg_cast_options(blitz, Zone.STACK) == ()


def test_hook_mtg_spell_cast(blitz, bears):
    assert plugin.mtg_spell_cast(SpellCast(blitz, "prototyped", Zone.HAND)) is prototype_of(blitz)
    assert plugin.mtg_spell_cast(SpellCast(blitz, "normal", Zone.HAND)) is None
    assert plugin.mtg_spell_cast(SpellCast(bears, "prototyped", Zone.HAND)) is None


def test_hook_mtg_spell_resolve(blitz):
    own = prototype_of(blitz)
    assert plugin.mtg_spell_resolve(SpellResolve(blitz, own)) is own


def test_hook_mtg_zone_change(blitz):
    own = prototype_of(blitz)
    assert plugin.mtg_zone_change(ZoneChange(blitz, own, Zone.BATTLEFIELD, Zone.HAND)) is None
    assert plugin.mtg_zone_change(ZoneChange(blitz, own, Zone.STACK, Zone.BATTLEFIELD)) is own


def test_hook_mtg_object_copied(blitz):
    own = prototype_of(blitz)
    for kind in CopyKind:
        copied = plugin.mtg_object_copied(ObjectCopied(kind, CopiableValues(own.characteristics, own)))
        assert copied is (None if kind is CopyKind.CARD else own)


def test_hook_mtg_explain(blitz):
    [sentence] = plugin.mtg_explain(SpellResolve(blitz, prototype_of(blitz)), "en")
    assert "718.3b" in sentence


def test_every_hook_has_a_test_named_after_it():
    assert [name for name in HOOKS if f"test_hook_{name}" not in globals()] == []


@pytest.mark.parametrize("name", HOOKS)
def test_every_hook_is_documented_under_its_exact_signature(name):
    hook = getattr(specs, name)
    heading = f"### `{name}{_signature(hook)}`"
    assert heading in PAGE.read_text(encoding="utf-8").splitlines()


DOCUMENTED = (*typing.get_args(specs.Event), CastOption, CopiableValues, Characteristics, Override, PluginInfo, Tracked)


@pytest.mark.parametrize("kind", DOCUMENTED, ids=lambda kind: kind.__name__)
def test_every_value_is_documented_with_its_fields(kind):
    [row] = [
        line for line in PAGE.read_text(encoding="utf-8").splitlines() if line.startswith(f"| `{kind.__name__}` |")
    ]
    fields = re.findall(r"`(\w+)`", row.partition(";")[0])[1:]
    assert fields == [field.name for field in dataclasses.fields(kind)]


@pytest.mark.parametrize("kind", [Zone, CopyKind])
def test_every_word_is_documented(kind):
    row = next(
        line for line in PAGE.read_text(encoding="utf-8").splitlines() if line.startswith(f"| `{kind.__name__}` |")
    )
    assert re.findall(r"`([A-Z_]+)`", row) == [member.name for member in kind]


@pytest.mark.parametrize("name", HOOKS)
def test_no_hook_argument_has_a_default(name):
    arguments = inspect.signature(getattr(specs, name)).parameters.values()
    assert [each.name for each in arguments if each.default is not each.empty] == []


def test_the_contract_is_as_recorded():
    """A change here needs a new CONTRACT_VERSION (and a new contract.json)."""
    recorded = json.loads(SNAPSHOT.read_text(encoding="utf-8"))
    assert recorded == {
        "project_name": PROJECT_NAME,
        "version": list(CONTRACT_VERSION),
        "hooks": {name: {"kind": _kind(name), "signature": _signature(getattr(specs, name))} for name in HOOKS},
        "values": {kind.__name__: _fields(kind) for kind in (*typing.get_args(specs.Event), *OTHERS)},
    }


OTHERS = (CastOption, CopiableValues, specs.Characteristics, specs.Override, specs.PluginInfo)


def _row(kind):
    [row] = [
        line for line in PAGE.read_text(encoding="utf-8").splitlines() if line.startswith(f"| `{kind.__name__}` |")
    ]
    return row


def _signature(hook):
    return re.sub(r"mtg_hookspecs\.\w+\.", "", str(inspect.signature(hook)))


def _kind(name):
    return "first" if getattr(specs, name).mtg_hookspecs_spec["firstresult"] else "all"


def _fields(kind):
    return {
        name: re.sub(r"mtg_hookspecs\.\w+\.", "", inspect.formatannotation(t))
        for name, t in kind.__annotations__.items()
    }
