"""What a hostile plugin, a careless host or a broken text could do to the contract, and does not."""

import pickle
import subprocess
import sys
import time

import pytest

from mtg_hookspecs import (
    CastOption,
    Characteristics,
    ContractViolation,
    InvalidCharacteristics,
    InvalidEvent,
    InvalidManaCost,
    InvalidSize,
    InvalidTypeLine,
    ManaCost,
    OnError,
    Override,
    PluginHost,
    PluginInfo,
    SpellCast,
    SpellResolve,
    Tracked,
    Zone,
    hookimpl,
    parse_size,
    parse_type_line,
)
from mtg_prototype_plugin import plugin, prototype_of

OTHER = PluginInfo("other", "1", (1, 0), ("plotted",))


class Unshowable:
    def __repr__(self):
        raise ValueError("no repr")


class Unsayable(Exception):
    def __str__(self):
        raise ValueError("no str")


def other(info=OTHER, **hooks):
    members = {name: hookimpl(hook) for name, hook in hooks.items()}
    return type("Other", (), {"mtg_plugin_info": hookimpl(lambda self: info), **members})()


def quarantining(**hooks):
    return PluginHost([other(**hooks), plugin], on_error=OnError.QUARANTINE)


def raising(self, card, zone):
    raise Unsayable
    yield


def stopping(self, card, zone):
    raise StopIteration


@pytest.mark.parametrize(
    "hook",
    [
        raising,
        stopping,
        lambda self, card, zone: (_ for _ in (1, 2)),
        lambda self, card, zone: [Unshowable()],
        lambda self, card, zone: "normal",
        lambda self, card, zone: [CastOption("plotted", None, None)],
        lambda self, card, zone: [CastOption("plotted", None, card, "{2}")],
        lambda self, card, zone: [CastOption("plotted", Override("plotted", None), card)],
    ],
)
def test_no_answer_gets_out_of_quarantine(blitz, hook):
    host = quarantining(mtg_cast_options=hook)
    assert [option.name for option in host.cast_options(blitz, zone=Zone.HAND)] == ["normal", "prototyped"]
    assert [problem.plugin for problem in host.problems] == ["other"]
    with pytest.raises(ContractViolation):
        PluginHost([other(mtg_cast_options=hook)]).cast_options(blitz, zone=Zone.HAND)


@pytest.mark.parametrize("answer", ["A plain string.", ["A list.", 7], ("fine", None)])
def test_explanations_are_checked(blitz, answer):
    host = quarantining(mtg_explain=lambda self, event, language: answer)
    said = host.explain(SpellResolve(blitz, prototype_of(blitz)))
    assert len(said) == 1
    assert [problem.plugin for problem in host.problems] == ["other"]


def test_an_override_of_nothing_is_a_fault(blitz):
    host = quarantining(mtg_spell_resolve=lambda self, event: Override("plotted", None))
    assert host.spell_resolve(SpellResolve(blitz, Override("plotted", blitz))) is None
    assert len(host.problems) == 1


def test_a_plugin_that_asks_its_host_while_it_is_asked(blitz):
    hosts = []

    def recurse(self, card, zone):
        if zone is not Zone.EXILE:
            hosts[0].cast_options(card, zone=Zone.EXILE)
        raise ValueError(str(zone))

    hosts.append(quarantining(mtg_cast_options=recurse))
    assert [option.name for option in hosts[0].cast_options(blitz, zone=Zone.HAND)] == ["normal", "prototyped"]
    assert {problem.plugin for problem in hosts[0].problems} == {"other"}


@pytest.mark.parametrize(
    "ask",
    [
        lambda host, event: host.find_card(None),
        lambda host, event: host.explain(event, language=None),
        lambda host, event: host.explain("event"),
    ],
)
def test_the_hosts_mistake_is_not_the_plugins(blitz, ask):
    host = PluginHost([plugin], on_error=OnError.QUARANTINE)
    with pytest.raises(InvalidEvent, match="asked for: "):
        ask(host, SpellCast(blitz, "prototyped", Zone.HAND))
    assert [info.name for info in host.plugins] == ["prototype"]
    assert host.problems == ()


@pytest.mark.parametrize("designations", [("a", "a"), (" ",), ("a\nb",), (1, 2), ["a"], ("normal",)])
def test_designations_that_are_no_words(designations):
    with pytest.raises(ContractViolation, match="designations"):
        PluginHost([other(PluginInfo("other", "1", (1, 0), designations))])


@pytest.mark.parametrize("contract", [(1,), (1, 0, 5), (1, -5), [1, 0], None])
def test_contract_versions_that_are_none(contract):
    with pytest.raises(ContractViolation, match="contract"):
        PluginHost([other(PluginInfo("other", "1", contract, ("plotted",)))])


def test_the_specs_are_reached_through_the_door():
    script = "import mtg_hookspecs, pluggy; pluggy.PluginManager('mtg_hookspecs').add_hookspecs(mtg_hookspecs.specs)"
    subprocess.run([sys.executable, "-c", script], check=True)


class SubHost(PluginHost):
    pass


def test_a_subclass_pickles_as_itself():
    assert type(pickle.loads(pickle.dumps(SubHost([plugin])))) is SubHost


def test_sweep_does_nothing_by_halves(blitz, host):
    objects = {key: Tracked(blitz, prototype_of(blitz), Zone.BATTLEFIELD) for key in ("dies", "unknown")}
    before, restored = dict(objects), []

    def zone_of(key):
        if key == "unknown":
            raise KeyError(key)
        return Zone.GRAVEYARD

    with pytest.raises(KeyError):
        host.sweep(objects, zone_of=zone_of, restore=restored.append)
    assert (objects, restored) == (before, [])


@pytest.mark.parametrize(
    ("error", "read"),
    [
        (InvalidTypeLine, lambda: parse_type_line("a" + " " * 100_000 + "— — x")),
        (InvalidSize, lambda: parse_size("1" * 100_000 + "!")),
        (InvalidSize, lambda: parse_size("1+" * 100_000)),
        (InvalidSize, lambda: parse_size("9" * 5_000)),
        (InvalidManaCost, lambda: ManaCost.parse("{" + "9" * 5_000 + "}")),
        (InvalidManaCost, lambda: ManaCost.parse("{" * 100_000)),
        (InvalidManaCost, lambda: ManaCost.parse("{2\n}")),
        (InvalidManaCost, lambda: ManaCost.parse("{ſ}")),
        (InvalidManaCost, lambda: ManaCost((2,))),
        (InvalidManaCost, lambda: ManaCost("2R")),
        (InvalidManaCost, lambda: ManaCost.parse("{X}").with_x(-1)),
        (InvalidManaCost, lambda: ManaCost.parse("{X}").mana_value_with(1.5)),
        (InvalidCharacteristics, lambda: Characteristics(name="A", mana_value=float("nan"))),
        (InvalidCharacteristics, lambda: Characteristics(name="A", mana_value=float("inf"))),
    ],
)
def test_long_and_odd_texts(error, read):
    began = time.perf_counter()
    with pytest.raises(error) as caught:
        read()
    assert time.perf_counter() - began < 2
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 500


@pytest.mark.parametrize("text", ["Creature — A_B", "Creature — Time Lord Time Lord", "Creature — Timeless Lord"])
def test_type_lines_that_come_back(text):
    assert Characteristics.from_strings(name="A", type_line=text).type_line == text


def test_two_words_that_only_look_like_one_subtype():
    assert parse_type_line("Creature — Time Lords")[2] == ("Time", "Lords")
