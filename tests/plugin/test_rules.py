"""The pure functions beside the statements (test_statements.py): where the values come from."""

from dataclasses import replace

import pytest

from mtg_hookspecs import Characteristics, InvalidAbilityText, SpellCast, Zone
from mtg_prototype_plugin import prototype_of, rules


def test_a_line_in_the_hosts_text_wins_over_the_table(blitz):
    changed = replace(blitz, rules_text="Prototype {1}{G}{G} — 4/4")
    override = prototype_of(changed)
    assert (str(override.characteristics.mana_cost), override.characteristics.power) == ("{1}{G}{G}", 4)


def test_a_text_without_the_line_is_believed(blitz):
    assert prototype_of(replace(blitz, rules_text="Haste")) is None


def test_the_table_serves_hosts_that_know_only_names(blitz):
    override = prototype_of(replace(blitz, rules_text=None))
    assert override.characteristics.mana_value == 3
    assert override.characteristics.rules_text is None
    assert prototype_of(replace(blitz, rules_text=None, name="トランプル")) is None
    assert prototype_of(replace(blitz, rules_text=None, name="")) is None


def test_one_override_and_one_option_a_card(blitz):
    same = Characteristics.from_strings(**blitz.to_strings())
    assert prototype_of(same) is prototype_of(blitz)
    assert rules.cast_options(same, Zone.HAND) is rules.cast_options(blitz, Zone.EXILE)


def test_an_unreadable_line_is_an_error_here_and_no_option_in_the_hook(blitz, host):
    broken = replace(blitz, rules_text="Prototype {2}{Q} — 3/2")
    with pytest.raises(InvalidAbilityText, match=r"\{Q\}"):
        prototype_of(broken)
    assert [option.name for option in host.cast_options(broken, zone=Zone.HAND)] == ["normal"]
    [sentence] = host.explain(SpellCast(broken, "prototyped", Zone.HAND))
    assert "{Q}" in sentence
    assert host.problems == ()
