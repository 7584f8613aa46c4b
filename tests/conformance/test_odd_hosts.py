"""Hosts that say, raise or declare what no host should: the answers are whole all the same."""

import asyncio
import enum
import json
from decimal import Decimal
from types import MappingProxyType

import pytest

from mtg_hookspecs import ManaCost
from mtg_prototype_plugin.conformance.adapter import HostAdapter
from mtg_prototype_plugin.conformance.adapter_table import AdapterHost
from mtg_prototype_plugin.conformance.errors import HostBroken, InvalidHost, Unsupported
from mtg_prototype_plugin.conformance.identity import remarks
from mtg_prototype_plugin.conformance.run import UNNAMED, Result, run
from mtg_prototype_plugin.conformance.scenario import loads
from mtg_prototype_plugin.sandbox import Sandbox

PUT = {"do": "put", "card": "Blitz Automaton", "zone": "hand", "as": "card"}


def report(*steps, host, needs=()):
    scenario = {"id": "718.4-x", "title": "x", "rules": ["718.4"], "needs": sorted(needs), "steps": [PUT, *steps]}
    return run([loads(json.dumps({"format": 1, "scenarios": [scenario]}))], host=host)


def saying(value, **more):
    """An adapter that has ``value`` for every key."""

    class Says(HostAdapter[str]):
        capabilities = Sandbox.capabilities

        def put(self, card, **_):
            return card.name

        def expect(self, it, *, keys):
            return dict.fromkeys(keys, value)

        def expect_cost(self, it, **_):
            return value

    return AdapterHost(type("Says", (Says,), more))


def raising(error):
    class Raises(HostAdapter[int]):
        def put(self, card, **_):
            raise error

    return AdapterHost(Raises)


# --- what it says ----------------------------------------------------------------------------------------------------


class Size(enum.Enum):
    SIX = 6


class Shy:
    def __repr__(self):
        raise RuntimeError("not to be looked at")


ENDLESS: list[object] = []
ENDLESS.append(ENDLESS)


@pytest.mark.parametrize(
    ("said", "got"),
    [
        ({"b", "a"}, ["a", "b"]),
        (frozenset({2, "1"}), ["1", 2]),
        (("a", {"b"}), ["a", ["b"]]),
        (MappingProxyType({"R": (1,), 2: None}), {"R": [1], "2": None}),
        (Size.SIX, "<Size.SIX: 6>"),
        (Decimal(6), "Decimal('6')"),
        (float("nan"), "nan"),
        (float("-inf"), "-inf"),
        ("\ud800", "\\ud800"),
        (["\udfff"], ["\\udfff"]),
        (10**6000, "<int>"),
        (Shy(), "<Shy>"),
        ([Shy()], ["<Shy>"]),
        (True, True),
        (2.5, 2.5),
    ],
    ids=lambda value: type(value).__name__,
)
def test_any_value_is_reported(said, got):
    told = report({"expect": "card", "power": 5}, host=saying(said))
    (answer,) = told.answers
    assert answer.result is Result.FAILED
    assert answer.got == got
    assert type(answer.got) is type(got)
    for line in (*told.json_lines(), *told.text_lines()):
        line.encode()
    line = json.loads(list(told.json_lines())[1], parse_constant=pytest.fail)
    assert line["got"] == got


def test_a_value_without_an_end_is_reported():
    (answer,) = report({"expect": "card", "power": 5}, host=saying(ENDLESS)).answers
    assert answer.got == "[[...]]"


def test_a_cost_may_be_told_as_a_mana_cost():
    host = saying(ManaCost.parse("{7}"))
    look, price = {"expect": "card", "mana_cost": "{7}"}, {"expect_cost": "card", "option": "normal", "cost": "{7}"}
    assert report(look, price, host=host, needs=["costs"]).answers[0].result is Result.PASSED
    (answer,) = report({**look, "mana_cost": "{6}"}, host=host).answers
    assert (answer.result, answer.got) == (Result.FAILED, "{7}")


# --- what it raises --------------------------------------------------------------------------------------------------


class Mute(Exception):
    def __str__(self):
        raise RuntimeError("no words")


class Own(BaseException):
    pass


@pytest.mark.parametrize(
    ("error", "problem"),
    [
        (asyncio.CancelledError("off"), "CancelledError: off"),
        (GeneratorExit(), "GeneratorExit: "),
        (SystemExit(0), "SystemExit: 0"),
        (Own("x"), "Own: x"),
        (Mute(), "Mute: <Mute>"),
        (ValueError("\ud800\nmore"), "ValueError: \\ud800"),
        (HostBroken("gone", stderr="\ud800"), "gone"),
    ],
)
def test_whatever_is_raised_is_an_answer(error, problem):
    told = report(host=raising(error))
    (answer,) = told.answers
    assert (answer.result, answer.problem) == (Result.ERRORED, problem)
    for line in (*told.json_lines(), *told.text_lines(), answer.stderr):
        line.encode()


def test_the_user_may_end_the_run():
    with pytest.raises(KeyboardInterrupt):
        report(host=raising(KeyboardInterrupt()))


@pytest.mark.parametrize(
    ("word", "told"), [("merge", "merge"), ("", UNNAMED), ("\ud800", "\\ud800"), (5, "5"), ("a\nb", "a")]
)
def test_whatever_is_lacking_has_a_word(word, told):
    (answer,) = report(host=raising(Unsupported(word))).answers
    assert (answer.result, answer.capability) == (Result.SKIPPED, told)


# --- what it declares ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "declared",
    [
        {"name": 3},
        {"version": (1, 2)},
        {"version": None},
        {"capabilities": "token_copy"},
        {"capabilities": ["token_copy"]},
        {"capabilities": frozenset({3})},
        {"capabilities": None},
    ],
)
def test_an_identity_that_is_none_is_refused(declared):
    with pytest.raises(InvalidHost, match="the host's"):
        saying(6, **declared)


def test_what_is_declared_and_not_there_is_remarked_on():
    host = saying(6, capabilities=frozenset({"phasing", "costs", "time_travel"}))
    assert list(remarks(host)) == [
        "the host says 'time_travel', which is no capability that is known",
        "the host says phasing and has no method phase_out",
        "the host says phasing and has no method phase_in",
    ]
    assert list(remarks(Sandbox())) == []


def test_a_host_that_skips_everything_is_no_success():
    told = report(host=raising(Unsupported("puts")))
    assert (told.proves_nothing, told.exit_code) == (True, 1)
    told = report({"expect": "card", "power": 6}, host=saying(6))
    assert (told.proves_nothing, told.exit_code) == (False, 0)


# --- what it does with what it is given ------------------------------------------------------------------------------


def test_an_adapter_may_change_what_it_is_given():
    class Empties(HostAdapter[str]):
        capabilities = Sandbox.capabilities

        def put(self, card, **_):
            return card.name

        def expect_card_matches(self, it, *, wanted):
            return bool(wanted) and bool(wanted.popitem())

        def expect_cost(self, it, *, modifiers, **_):
            return modifiers[0].pop("increase")

    steps = [
        {"expect_card_matches": "card", "filter": {"mana_value_min": 3}, "result": True},
        {"expect_cost": "card", "option": "normal", "modifiers": [{"increase": "{1}"}], "cost": "{1}"},
    ]
    (play,) = report(*steps, host=AdapterHost(Empties), needs=["card_filters", "costs"]).plays
    assert [play.on(AdapterHost(Empties)).result for _ in range(2)] == [Result.PASSED] * 2
