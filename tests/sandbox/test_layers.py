"""Layers 4 to 7, filters and costs."""

from dataclasses import replace

import pytest

from mtg_hookspecs import Characteristics, Colors, InvalidSize, ManaCost, MtgError, Zone
from mtg_prototype_plugin.sandbox.costs import total_cost
from mtg_prototype_plugin.sandbox.filters import matches
from mtg_prototype_plugin.sandbox.layers import Effect, EffectKind, current


def now(card, *effects, zone=Zone.BATTLEFIELD, x=0):
    stamped = [replace(effect, timestamp=number) for number, effect in enumerate(effects)]
    return current(card, stamped, zone=zone, x=x)


def effect(kind, **values):
    return Effect(0, EffectKind(kind), **values)


def pt(kind, power, toughness):
    return effect(kind, power=power, toughness=toughness)


def test_without_effects_it_is_what_it_is(blitz):
    it = now(blitz)
    assert (it.name, it.mana_cost, it.mana_value, it.colors) == (blitz.name, blitz.mana_cost, 7, "")
    assert (it.types, it.subtypes, it.keywords) == (blitz.types, blitz.subtypes, ("Haste",))
    assert (it.power, it.toughness, it.base_power, it.base_toughness) == (6, 4, 6, 4)


def test_613_4_layer_7_applies_in_its_order_not_in_that_of_timestamps(blitz):
    """Switched first, then modified, then set: it is set, modified, switched."""
    it = now(blitz, effect("switch_pt"), pt("modify_pt", 1, 0), pt("set_base_pt", 1, 3))
    assert (it.power, it.toughness) == (3, 2)
    assert (it.base_power, it.base_toughness) == (1, 3)  # 208.4b


def test_613_7_within_a_layer_the_newest_wins(blitz):
    it = now(blitz, effect("set_colors", colors=Colors("G")), effect("add_colors", colors=Colors("R")))
    assert it.colors == "RG"
    it = now(blitz, effect("add_colors", colors=Colors("R")), effect("set_colors", colors=Colors("")))
    assert it.colors == ""  # 105.3
    it = now(blitz, pt("set_base_pt", 1, 1), pt("set_base_pt", 2, 2))
    assert it.power == 2


def test_613_1f_abilities_are_lost_values_are_not(blitz):
    it = now(blitz, effect("lose_abilities"))
    assert (it.keywords, it.power) == ((), 6)


def test_205_1b_types_that_are_set_take_other_subtypes_along(blitz):
    it = now(blitz, effect("set_types", types=("Artifact",)))
    assert (it.types, it.subtypes) == (("Artifact",), ())
    vehicle = replace(blitz, subtypes=("Vehicle", "Construct"))
    assert now(vehicle, effect("set_types", types=("Artifact",))).subtypes == ("Vehicle",)
    assert now(vehicle, effect("set_types", types=("Creature",))).subtypes == ("Construct",)


def test_208_3_a_noncreature_permanent_has_no_size(blitz):
    it = now(blitz, effect("set_types", types=("Artifact",)))
    assert (it.power, it.toughness, it.base_power, it.base_toughness) == (None, None, None, None)
    it = now(
        blitz,
        effect("set_types", types=("Artifact",)),
        effect("add_types", types=("Creature",)),
        pt("set_base_pt", 3, 3),
    )
    assert (it.power, it.types) == (3, ("Artifact", "Creature"))
    assert now(blitz, effect("set_types", types=("Artifact",)), zone=Zone.GRAVEYARD).power == 6


def test_202_3e_x_counts_on_the_stack_only():
    card = Characteristics.from_strings(name="Ball", mana_cost="{X}{R}", type_line="Sorcery")
    assert now(card, zone=Zone.STACK, x=3).mana_value == 4
    assert now(card, zone=Zone.GRAVEYARD, x=3).mana_value == 1


def test_a_size_that_is_no_number_is_not_changed(blitz):
    star = replace(blitz, power="*")
    assert now(star).power == "*"
    assert now(star, pt("set_base_pt", 1, 1), pt("modify_pt", 1, 1)).power == 2
    with pytest.raises(InvalidSize):
        now(star, pt("modify_pt", 1, 1))


@pytest.mark.parametrize(
    ("wanted", "result"),
    [
        ({}, True),
        ({"colors_include": "R"}, False),
        ({"colorless": True}, True),
        ({"mana_value_max": 7}, True),
        ({"mana_value_max": 6}, False),
        ({"mana_value_min": 7}, True),
        ({"mana_value_min": 8}, False),
        ({"mana_value_parity": "odd"}, True),
        ({"mana_value_parity": "even"}, False),
        ({"power_max": 6}, True),
        ({"power_max": 5}, False),
        ({"power_min": 6}, True),
        ({"power_min": 7}, False),
        ({"toughness_max": 4}, True),
        ({"toughness_max": 3}, False),
        ({"types_include": "Artifact"}, True),
        ({"types_include": "Land"}, False),
        ({"types_include": "Artifact", "power_max": 5}, False),
    ],
)
def test_filters(blitz, wanted, result):
    assert matches(now(blitz), wanted) is result


def test_an_object_without_a_number_for_a_size_matches_no_bound():
    for power in ("*", None):
        card = Characteristics(name="it", types=("Creature",), power=power)
        assert not matches(now(card), {"power_max": 99})
        assert not matches(now(card), {"power_min": 0})


def test_601_2f_increases_then_reductions_then_a_minimum(blitz):
    modifiers = [{"minimum": 3}, {"reduce": "{7}"}, {"increase": "{2}"}, {"increase": "{R}", "if": {"colorless": True}}]
    assert str(total_cost(blitz.mana_cost, spell=now(blitz), modifiers=modifiers)) == "{2}{R}"


def test_118_7_colored_reductions(blitz):
    cost = ManaCost.parse("{2}{R}{R}")
    reduce = {"reduce": "{R}{R}{R}"}
    assert str(total_cost(cost, spell=now(blitz), modifiers=[reduce])) == "{1}"
    assert str(total_cost(cost, spell=now(blitz), modifiers=[{**reduce, "colored_only": True}])) == "{2}"


def test_118_6_no_mana_cost_cannot_be_paid(blitz):
    with pytest.raises(MtgError, match="without a mana cost"):
        total_cost(None, spell=now(blitz))
