"""What every value class promises: frozen, slotted, hashable, picklable, its own copy, a repr that evaluates back."""

import copy
import dataclasses
import importlib
import pickle
import pkgutil

import pytest

import mtg_hookspecs
import mtg_prototype_plugin
from mtg_hookspecs import (
    CastOption,
    Characteristics,
    Color,
    Colors,
    CopiableValues,
    CopyKind,
    ManaCost,
    ObjectCopied,
    OnError,
    Override,
    PluginInfo,
    Problem,
    SpellCast,
    SpellResolve,
    Tracked,
    Value,
    Zone,
    ZoneChange,
)
from mtg_prototype_plugin import PrototypeAbility, prototype_of, table

CARD = Characteristics.from_strings(
    name="Blitz Automaton", mana_cost="{7}", type_line="Artifact Creature — Construct", power=6, toughness=4
)
OVERRIDE = prototype_of(CARD)
SAMPLES = [
    Color.RED,
    Colors("RW"),
    ManaCost.parse("{X}{2}{W/U}{HW}"),
    CARD,
    OVERRIDE,
    CopiableValues(CARD, OVERRIDE),
    Override("x", CARD, ("608.2n",), Zone.EXILE, ("normal",)),
    Zone.HAND,
    CopyKind.ENTERS_AS,
    OnError.QUARANTINE,
    CastOption("prototyped", OVERRIDE, OVERRIDE.characteristics),
    SpellCast(CARD, "prototyped", Zone.HAND),
    SpellResolve(CARD, OVERRIDE),
    ZoneChange(CARD, OVERRIDE, Zone.STACK, Zone.GRAVEYARD),
    ObjectCopied(CopyKind.TOKEN, CopiableValues(CARD, OVERRIDE)),
    PluginInfo("prototype", "1", (1, 0), ("prototyped",)),
    Problem("a", "b"),
    Tracked(CARD, OVERRIDE, Zone.STACK),
    PrototypeAbility.parse("Prototype {2}{R} — 3/2"),
    table.cards()[9],
]
NAMES = {name: getattr(mtg_hookspecs, name) for name in mtg_hookspecs.__all__} | {
    "PrototypeAbility": PrototypeAbility,
    "TableCard": table.TableCard,
}


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: type(sample).__name__)
def test_value(sample):
    assert copy.copy(sample) is sample
    assert copy.deepcopy(sample) is sample
    assert copy.deepcopy([sample])[0] is sample
    again = pickle.loads(pickle.dumps(sample))
    assert again == sample
    assert hash(again) == hash(sample)
    assert eval(repr(sample), NAMES) == sample


def test_a_kept_hash_is_not_pickled():
    hash(CARD)
    again = pickle.loads(pickle.dumps(CARD))
    with pytest.raises(AttributeError):
        again._hash  # noqa: B018 (strings hash differently in the process that loads it)


@pytest.mark.parametrize(
    "sample", [sample for sample in SAMPLES if isinstance(sample, Value)], ids=lambda sample: type(sample).__name__
)
def test_frozen_and_slotted(sample):
    assert not hasattr(sample, "__dict__")
    field = dataclasses.fields(sample)[0].name
    with pytest.raises(dataclasses.FrozenInstanceError):
        setattr(sample, field, None)


def _public_dataclasses():
    for package in (mtg_hookspecs, mtg_prototype_plugin):
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            loaded = importlib.import_module(module.name)
            for name, member in vars(loaded).items():
                public = isinstance(member, type) and not name.startswith("_") and member.__module__ == module.name
                if public and dataclasses.is_dataclass(member):
                    yield member


def test_every_public_dataclass_is_frozen_and_slotted():
    found = list(_public_dataclasses())
    assert Characteristics in found
    assert [kind for kind in found if not kind.__dataclass_params__.frozen or "__slots__" not in vars(kind)] == []


def test_every_public_value_of_the_contract_has_a_sample():
    sampled = {type(sample) for sample in SAMPLES}
    contract = {kind for kind in _public_dataclasses() if kind.__module__.startswith("mtg_hookspecs")}
    assert contract - sampled == set()
