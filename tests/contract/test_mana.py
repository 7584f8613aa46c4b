"""Colours and mana costs (105, 107.4, 118.7, 202, 700.5)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mtg_hookspecs import Color, Colors, InvalidColors, InvalidManaCost, ManaCost
from mtg_hookspecs.mana import symbols_in

cost = ManaCost.parse

PLAIN = st.sampled_from(["W", "U", "B", "R", "G", "C", "S"])
GENERIC = st.integers(0, 30).map(str)
OTHERS = st.sampled_from(["X", "W/U", "G/W", "2/R", "C/B", "W/P", "G/U/P", "HW", "1000000"])
COSTS = st.lists(st.one_of(PLAIN, GENERIC, OTHERS), min_size=1, max_size=8).map(
    lambda symbols: ManaCost(tuple(symbols))
)
SIMPLE = st.lists(st.one_of(PLAIN, GENERIC), min_size=1, max_size=8).map(lambda symbols: ManaCost(tuple(symbols)))


def test_colors_are_sorted_and_a_string():
    assert Colors("RW") == "WR"
    assert Colors(["G", "G", Color.WHITE]) == "WG"
    assert "R" in Colors("WR")
    assert Colors("R") | "G" == "RG"
    assert Colors("WUB") & "BW" == "WB"
    assert Colors("WUB") - "U" == "WB"
    assert repr(Colors("RW")) == "Colors('WR')"
    assert Colors() == ""


@pytest.mark.parametrize("wrong", ["X", "Red", ["WU"], "r"])
def test_not_a_color(wrong):
    with pytest.raises(InvalidColors, match="not a colour: "):
        Colors(wrong)


@pytest.mark.parametrize(
    ("text", "mana_value", "colors"),
    [
        ("{7}", 7, ""),
        ("{2}{R}", 3, "R"),
        ("{0}", 0, ""),
        ("{W}{U}{B}{R}{G}", 5, "WUBRG"),
        ("{C}{S}", 2, ""),
        ("{X}{X}{G}", 1, "G"),
        ("{W/U}{W/U}", 2, "WU"),
        ("{2/W}{2/W}{2/W}", 6, "W"),  # 202.3f: the larger half
        ("{C/W}", 1, "W"),
        ("{3}{R/P}{R/P}", 5, "R"),
        ("{G/U/P}", 1, "UG"),
        ("{HW}", 0.5, "W"),
        ("{1000000}", 1000000, ""),
        ("{15}", 15, ""),
        ("{2}{R}{D}", 3, "R"),
        ("{2}{L}", 3, ""),
    ],
)
def test_mana_value_and_colors(text, mana_value, colors):
    parsed = cost(text)
    assert parsed.mana_value == mana_value
    assert type(parsed.mana_value) is type(mana_value)
    assert parsed.colors == colors
    assert str(parsed) == text
    assert cost(text.lower()) == parsed


@pytest.mark.parametrize(
    "wrong",
    ["", "7", "2R", "{2}R", "{}", "{T}", "{W/W}", "{2/2}", "{W/U/B}", "{07}", "{-1}", "{2}{Q}", "{2", "{2} - {R}"],
)
def test_not_a_mana_cost(wrong):
    with pytest.raises(InvalidManaCost) as caught:
        cost(wrong)
    assert repr(wrong) in str(caught.value)
    assert "\n" not in str(caught.value)


def test_x_counts_only_where_it_is_known():  # 202.3e
    assert cost("{X}{X}{R}").mana_value == 1
    assert cost("{X}{X}{R}").mana_value_with(3) == 7
    assert cost("{X}{X}{R}").with_x(3) == cost("{6}{R}")
    assert cost("{X}").with_x(0) == cost("{0}")


def test_devotion():  # 700.5
    assert cost("{2}{B}{B}").devotion() == {"B": 2}
    assert cost("{W/U}{W}{2/U}{G/P}").devotion() == {"W": 2, "U": 2, "G": 1}
    assert cost("{7}{C}").devotion() == {}


@pytest.mark.parametrize(
    ("before", "by", "after", "rule"),
    [
        ("{7}", "{2}", "{5}", "118.7a"),
        ("{2}{R}", "{3}", "{R}", "118.7a"),
        ("{1}{U}{U}", "{1}", "{U}{U}", "118.7a"),
        ("{2}{R}", "{U}", "{1}{R}", "118.7b"),
        ("{2}{R}", "{C}", "{1}{R}", "118.7b"),
        ("{2}{R}", "{R}{R}", "{1}", "118.7c"),
        ("{3}{C}", "{C}{C}", "{2}", "118.7d"),
        ("{2}{R}", "{R/P}", "{2}", "118.7f"),
        ("{2}{S}", "{S}", "{1}{S}", "118.7g"),
        ("{R}", "{R}", "{0}", "118.5"),
    ],
)
def test_reductions(before, by, after, rule):
    assert cost(before).reduce(cost(by)) == cost(after), rule


def test_a_reduction_of_colored_mana_only():
    assert cost("{2}{R}").reduce(cost("{R}{R}"), colored_only=True) == cost("{2}")
    assert cost("{7}").reduce(cost("{W}{U}{B}{R}{G}"), colored_only=True) == cost("{7}")


@pytest.mark.parametrize("by", ["{W/U}", "{2/R}", "{X}", "{HW}", "{G/U/P}"])
def test_a_reduction_that_hangs_on_a_choice_is_refused(by):  # 118.7e
    with pytest.raises(InvalidManaCost, match="hangs on a choice"):
        cost("{2}{W}").reduce(cost(by))


def test_the_full_order():
    assert str(cost("{G/W}{R}{1}{S}{X}{W}").increase(cost("{2}{C}"))) == "{X}{3}{C}{S}{W}{R}{G/W}"


def test_at_least():  # 601.2f
    assert cost("{1}{B}").at_least(3) == cost("{2}{B}")
    assert cost("{0}").at_least(3) == cost("{3}")
    assert cost("{2}{R}").at_least(3) == cost("{2}{R}")
    assert cost("{2/W}").at_least(2) == cost("{1}{2/W}")
    assert cost("{HW}").at_least(1).mana_value == 1.5


@given(COSTS)
def test_text_round_trip(original):
    assert cost(str(original)) == original
    assert cost(str(original)).colors == original.colors


@given(COSTS, COSTS)
def test_increases_commute_in_value_and_add_up(one, other):
    assert one.increase(other).mana_value == one.mana_value + other.mana_value
    assert sorted(one.increase(other).symbols) == sorted(other.increase(one).symbols)


@given(SIMPLE, SIMPLE)
def test_a_reduction_takes_back_its_increase(one, by):
    nothing = cost("{0}")
    snowless = ManaCost(tuple(symbol for symbol in by.symbols if symbol != "S") or ("0",))
    assert one.increase(snowless).reduce(snowless) == one.increase(nothing)


@given(SIMPLE, SIMPLE)
def test_a_reduction_never_raises_the_cost_and_never_takes_too_much(one, by):
    reduced = one.reduce(by)
    assert one.mana_value - by.mana_value <= reduced.mana_value <= one.mana_value
    assert set(reduced.colors) <= set(one.colors)


@given(SIMPLE, st.integers(0, 20))
def test_a_minimum_is_met_and_no_more(one, least):
    raised = one.at_least(least)
    assert raised.mana_value == max(one.mana_value, least)
    assert raised.colors == one.colors


def test_symbols_in_a_text():
    assert list(symbols_in("{T}: Add {G} or {W/U}. {E}")) == ["G", "W/U"]
