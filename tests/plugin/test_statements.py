"""What must hold, statement by statement, as far as hooks decide it. docs/coverage.md is the map.

``host`` and the small judges below stand for an engine: it knows permissions and prices, the plugin what the spell is.
"""

from dataclasses import replace

import pytest

from mtg_hookspecs import (
    Characteristics,
    CopiableValues,
    CopyKind,
    IllegalCastChoice,
    ManaCost,
    ObjectCopied,
    SpellCast,
    SpellResolve,
    Zone,
    ZoneChange,
)
from mtg_prototype_plugin import prototype_of, table

cost = ManaCost.parse
CASTABLE = [Zone.HAND, Zone.GRAVEYARD, Zone.EXILE, Zone.LIBRARY, Zone.COMMAND]
ELSEWHERE = [*CASTABLE, Zone.OUTSIDE]


def card(name):
    return table.find(name).characteristics


def prototyped(name):
    return prototype_of(card(name)).characteristics


def ways(host, printed, judge=lambda spell: True, zone=Zone.HAND):
    """The legal options: the judge looks at what the spell would be."""
    return [option.name for option in host.cast_options(printed, zone=zone) if judge(option.characteristics)]


def values(of):
    return (str(of.mana_cost), of.mana_value, of.colors, of.power, of.toughness)


def copy_of(host, override, kind):
    return host.object_copied(ObjectCopied(kind, CopiableValues(override.characteristics, override)))


NORMAL = ("{7}", 7, "", 6, 4)
PROTOTYPED = ("{2}{R}", 3, "R", 3, 2)


@pytest.fixture
def own(host, blitz):
    return host.spell_cast(SpellCast(blitz, "prototyped", Zone.HAND))


@pytest.mark.parametrize("zone", ELSEWHERE)
def test_statement_01_elsewhere_only_normal_values(host, blitz, own, zone):  # 718.4
    assert values(blitz) == NORMAL
    for origin in (Zone.STACK, Zone.BATTLEFIELD):
        assert host.zone_change(ZoneChange(blitz, own, origin, zone)) is None


def test_statement_02_cast_normally_or_prototyped(host, blitz):  # 718.3
    assert ways(host, blitz) == ["normal", "prototyped"]
    assert host.spell_cast(SpellCast(blitz, "normal", Zone.HAND)) is None
    assert values(host.spell_cast(SpellCast(blitz, "prototyped", Zone.HAND)).characteristics) == PROTOTYPED


@pytest.mark.parametrize("zone", CASTABLE)
def test_statement_03_both_ways_from_every_zone(host, blitz, zone):  # 113.6e
    assert ways(host, blitz, zone=zone) == ["normal", "prototyped"]
    assert values(host.spell_cast(SpellCast(blitz, "prototyped", zone)).characteristics) == PROTOTYPED


def test_statement_04_not_an_alternative_cost(host, blitz):  # 118.9a
    option = host.cast_options(blitz, zone=Zone.HAND)[1]
    assert option.cost is None  # what it costs is its mana cost: one alternative cost may still be applied
    assert option.characteristics.mana_cost == cost("{2}{R}")


def test_statement_05_free_casts_keep_the_mana_cost(host, blitz):  # 118.9c
    assert ways(host, blitz) == ["normal", "prototyped"]  # a free cast asks for no cost: both ways are open
    assert host.spell_cast(SpellCast(blitz, "prototyped", Zone.EXILE)).characteristics.mana_value == 3


def test_statement_06_a_cost_equal_to_the_mana_cost_is_the_chosen_ways(host, blitz):  # ruling 2024-09-20
    escape = {o.name: o.characteristics.mana_cost for o in host.cast_options(blitz, zone=Zone.GRAVEYARD)}
    assert escape == {"normal": cost("{7}"), "prototyped": cost("{2}{R}")}


def test_statement_07_legality_is_judged_on_the_chosen_way(host, blitz):  # 718.3a
    assert ways(host, blitz, lambda spell: spell.mana_value <= 3) == ["prototyped"]
    assert ways(host, blitz, lambda spell: spell.power >= 6) == ["normal"]
    assert ways(host, blitz, lambda spell: spell.toughness == 2) == ["prototyped"]


def test_statement_08_effects_on_the_spell_count_first(host, blitz):  # 601.3e, 613.7
    red = lambda spell: "R" in spell.colors  # noqa: E731
    assert ways(host, blitz, lambda spell: red(replace(spell, colors=""))) == []
    assert ways(host, blitz, lambda spell: red(replace(spell, colors="R"))) == ["normal", "prototyped"]


def test_statement_09_a_permission_for_red_spells(host, blitz):
    assert ways(host, blitz, lambda spell: "R" in spell.colors, Zone.EXILE) == ["prototyped"]


def test_statement_10_a_prohibition_of_even_mana_values(host):  # 601.3a
    odd = lambda spell: spell.mana_value % 2 == 1  # noqa: E731
    assert ways(host, card("Fallaji Dragon Engine"), odd) == ["prototyped"]
    assert ways(host, card("Boulderbranch Golem"), odd) == ["normal"]


def test_statement_11_a_prohibition_by_power(host, blitz):  # 718.3a
    assert ways(host, blitz, lambda spell: spell.power < 4) == ["prototyped"]


def test_statement_12_flash_if_green(host):  # 601.3b
    assert ways(host, card("Rust Goliath"), lambda spell: "G" in spell.colors) == ["prototyped"]


def test_statement_13_not_without_the_ability_and_no_lands(host, bears):  # 702.160a, 305.9
    assert ways(host, bears) == ["normal"]
    with pytest.raises(IllegalCastChoice):
        host.spell_cast(SpellCast(bears, "prototyped", Zone.HAND))
    text = "Prototype {2}{R} — 3/2"
    land = Characteristics.from_strings(name="Odd Land", type_line="Artifact Creature Land", rules_text=text)
    assert host.cast_options(land, zone=Zone.HAND) == ()
    for option in ("prototyped", "normal"):
        with pytest.raises(IllegalCastChoice):
            host.spell_cast(SpellCast(land, option, Zone.HAND))


def test_statement_14_total_costs(blitz):  # 601.2f
    normal, second = cost("{7}"), prototype_of(blitz).characteristics.mana_cost
    assert normal.increase(cost("{1}")).reduce(cost("{3}")) == cost("{5}")
    assert second.increase(cost("{1}")).reduce(cost("{3}")) == cost("{R}")
    assert prototyped("Frogmyr Enforcer").mana_cost.reduce(cost("{2}")) == cost("{1}{R}")  # affinity, two artifacts


def test_statement_15_reductions():  # 118.7a, 118.7c
    second = prototyped("Blitz Automaton").mana_cost
    assert second.reduce(cost("{5}")) == cost("{R}")
    assert second.reduce(cost("{R}{R}")) == cost("{1}")
    assert second.reduce(cost("{R}{R}"), colored_only=True) == cost("{2}")


def test_statement_16_commander_tax_on_either_way(host, blitz):  # 903.8
    taxed = [o.characteristics.mana_cost.increase(cost("{4}")) for o in host.cast_options(blitz, zone=Zone.COMMAND)]
    assert taxed == [cost("{11}"), cost("{6}{R}")]


def test_statement_17_color_identity(blitz, own):  # 903.4
    assert (blitz.colors, blitz.color_identity) == ("", "R")
    assert own.characteristics.color_identity == "R"


def test_statement_18_free_if_the_mana_value_is_small(host, blitz):  # 601.3e
    assert ways(host, blitz, lambda spell: spell.mana_value <= 4) == ["prototyped"]
    assert ways(host, blitz, lambda spell: spell.mana_value <= 2) == []


def test_statement_19_abilities_granted_by_quality(host, blitz):
    big = lambda spell: spell.mana_value >= 4  # noqa: E731
    assert "prototyped" in ways(host, card("Rust Goliath"), big)
    assert ways(host, blitz, big) == ["normal"]
    assert ways(host, blitz, lambda spell: not spell.colors and spell.mana_value >= 7) == ["normal"]


def test_statement_20_no_colored_mana_spent(host, blitz):
    colored = {o.name: bool(o.characteristics.mana_cost.colors) for o in host.cast_options(blitz, zone=Zone.HAND)}
    assert colored == {"normal": False, "prototyped": True}  # paid prototyped, some was; for free, the host knows: none


def test_statement_21_at_least_three_mana():  # 601.2f
    assert prototyped("Goring Warplow").mana_cost.at_least(3) == cost("{2}{B}")
    assert cost("{0}").at_least(3) == cost("{3}")


def test_statement_22_x_in_a_prototype_cost():  # 107.3b, 202.3e
    made_up = Characteristics.from_strings(
        name="Made Up",
        mana_cost="{9}",
        type_line="Artifact Creature",
        rules_text="Prototype {X}{G} — 1/1",
        power=9,
        toughness=9,
    )
    spell = prototype_of(made_up).characteristics
    assert spell.mana_value == 1
    assert spell.mana_cost.mana_value_with(3) == 4
    assert spell.mana_cost.with_x(0) == cost("{G}")


def test_statement_26_deck_conditions_look_at_the_card():  # 718.4
    warplow = card("Goring Warplow")
    assert (warplow.mana_value, prototyped("Goring Warplow").mana_value) == (6, 2)


def test_statement_27_prices_read_off_the_spell(own):  # 718.3b
    assert own.characteristics.mana_value == 3


def test_statement_28_cast_again_the_choice_is_open_again(host, blitz, own):  # 718.3
    assert host.zone_change(ZoneChange(blitz, own, Zone.BATTLEFIELD, Zone.EXILE)) is None
    assert ways(host, blitz, zone=Zone.EXILE) == ["normal", "prototyped"]
    assert host.spell_cast(SpellCast(blitz, "normal", Zone.EXILE)) is None


def test_statement_29_a_cast_that_is_taken_back(host, blitz):  # 733.1
    before = blitz.to_strings()
    seen = []
    host.try_cast(
        host.cast_options(blitz, zone=Zone.HAND)[1],
        place=seen.append,
        cast=lambda: False,
        restore=lambda: seen.append(blitz),
    )
    assert values(seen[0]) == PROTOTYPED
    assert seen[-1] is blitz
    assert blitz.to_strings() == before


def test_statement_30_only_the_second_set_on_the_stack(own):  # 718.3b
    assert values(own.characteristics) == PROTOTYPED


def test_statement_31_colors_of_the_cost():  # 105.2
    def made_up(text):
        line = f"Prototype {text} — 1/1"
        return prototype_of(
            Characteristics.from_strings(name="A", mana_cost="{9}", type_line="Artifact Creature", rules_text=line)
        ).characteristics.colors

    assert made_up("{1}{W/U}") == "WU"
    assert made_up("{G}{R}") == "RG"
    assert made_up("{3}") == ""


def test_statement_32_mana_value_of_that_cost(own):  # 202.3
    assert own.characteristics.mana_value == own.characteristics.mana_cost.mana_value == 3


def test_statement_33_the_rest_stays(blitz, own):  # 718.5
    kept = ("name", "supertypes", "types", "subtypes", "keywords", "rules_text", "loyalty", "defense", "color_identity")
    assert [name for name in kept if getattr(own.characteristics, name) != getattr(blitz, name)] == []
    assert own.characteristics.keywords == ("Haste",)
    assert set(own.changes(blitz)) == {"mana_cost", "mana_value", "colors", "power", "toughness"}


def test_statement_34_what_looks_at_the_stack(own):
    spell = own.characteristics
    assert spell.toughness <= 2 < spell.power
    assert "R" in spell.colors
    assert spell.mana_value == 3


def test_statement_36_a_copy_of_the_spell_and_its_token(host, blitz, own):  # 718.3c, 707.10f
    copied = copy_of(host, own, CopyKind.SPELL)
    assert copied is own
    assert host.spell_resolve(SpellResolve(blitz, copied)) is own


def test_statement_37_a_copy_by_last_known_information(host, blitz, own):  # 608.2h
    last_known = own
    assert host.zone_change(ZoneChange(blitz, own, Zone.STACK, Zone.GRAVEYARD)) is None
    assert copy_of(host, last_known, CopyKind.SPELL) is own


def test_statement_38_a_copy_of_a_normal_spell_is_normal(host, blitz):  # 707.10
    assert host.object_copied(ObjectCopied(CopyKind.SPELL, CopiableValues(blitz, None))) is None


def test_statement_39_a_copy_of_a_card_may_be_cast_prototyped(host, blitz):  # 707.12
    assert host.object_copied(ObjectCopied(CopyKind.CARD, CopiableValues(blitz, None))) is None
    assert ways(host, blitz, zone=Zone.EXILE) == ["normal", "prototyped"]


@pytest.mark.parametrize("zone", ELSEWHERE)
def test_statement_40_leaving_the_stack_otherwise(host, blitz, own, zone):  # 718.4
    assert host.zone_change(ZoneChange(blitz, own, Zone.STACK, zone)) is None


def test_statement_41_a_permanent_spell_that_cannot_enter(host, blitz, own):  # 608.3e
    assert host.zone_change(ZoneChange(blitz, own, Zone.STACK, Zone.GRAVEYARD)) is None


def test_statement_42_cascade_sees_the_card_then_judges_the_spell(host, blitz):  # 702.85a
    assert blitz.mana_value < 8  # the exiled card is hit by a cascade from mana value 8
    assert ways(host, blitz, lambda spell: spell.mana_value < 8, Zone.EXILE) == ["normal", "prototyped"]
    assert not blitz.mana_value < 5  # and not by one from 5, although the prototyped spell would be cheap enough


def test_statement_43_free_if_it_shares_a_mana_value(host, blitz):  # 601.3e
    assert ways(host, blitz, lambda spell: spell.mana_value == 3) == ["prototyped"]


@pytest.mark.parametrize("name", [each.characteristics.name for each in table.cards()])
def test_statement_44_the_permanent(host, name):  # 718.3b
    printed = card(name)
    spell = host.spell_cast(SpellCast(printed, "prototyped", Zone.HAND))
    permanent = host.spell_resolve(SpellResolve(printed, spell))
    ability = table.find(name).ability
    assert values(permanent.characteristics)[::3] == (str(ability.mana_cost), ability.power)
    assert permanent.characteristics.toughness == ability.toughness
    assert permanent.characteristics.colors == ability.mana_cost.colors


def test_statement_45_as_it_enters(host, blitz, own):  # 614.12
    assert host.spell_resolve(SpellResolve(blitz, own)).characteristics.power < 4


def test_statement_46_what_was_not_cast_prototyped_is_normal(host, blitz, own):  # 718.4
    assert host.spell_cast(SpellCast(blitz, "normal", Zone.HAND)) is None
    blinked = host.zone_change(ZoneChange(blitz, own, Zone.BATTLEFIELD, Zone.EXILE))
    assert blinked is None  # and without an override nothing makes one on the way back
    bounced = host.zone_change(ZoneChange(blitz, own, Zone.BATTLEFIELD, Zone.HAND))
    assert bounced is None


@pytest.mark.parametrize("zone", ELSEWHERE)
def test_statement_47_leaving_the_battlefield(host, blitz, own, zone):  # 718.4, 400.7
    assert host.zone_change(ZoneChange(blitz, own, Zone.BATTLEFIELD, zone)) is None


def test_statement_48_copiable_base_values(host, own):  # 613.2c, 718.2a
    pumped = replace(own.characteristics, power=own.characteristics.power + 2)
    assert pumped.power == 5  # layers 5 and 7 are the host's, over the override
    assert copy_of(host, own, CopyKind.TOKEN).characteristics.power == 3


def test_statement_49_losing_all_abilities_keeps_them(host, blitz, own):
    bare = replace(blitz, rules_text="", keywords=())
    assert host.spell_resolve(SpellResolve(bare, own)) is own
    assert copy_of(host, own, CopyKind.TOKEN) is own


def test_statement_50_gaining_the_ability_does_nothing(host, blitz):  # 718.3
    assert host.cast_options(blitz, zone=Zone.BATTLEFIELD) == ()
    assert host.object_copied(ObjectCopied(CopyKind.TOKEN, CopiableValues(blitz, None))) is None


def test_statement_51_last_known_information(host, blitz, own):  # 608.2h, 113.7a
    host.zone_change(ZoneChange(blitz, own, Zone.BATTLEFIELD, Zone.GRAVEYARD))
    assert values(own.characteristics) == PROTOTYPED  # the value before the move


def test_statement_52_devotion_and_protection(own):  # 700.5a
    assert own.characteristics.mana_cost.devotion() == {"R": 1}
    recolored = replace(own.characteristics, colors="U")
    assert recolored.mana_cost.devotion() == {"R": 1}


def test_statement_55_mana_value_x_or_less(own):
    assert own.characteristics.mana_value <= 3


def test_statement_56_a_copy_of_the_permanent(host, own):  # 718.3d
    for kind in (CopyKind.TOKEN, CopyKind.ENTERS_AS, CopyKind.BECOMES):
        copied = copy_of(host, own, kind)
        assert copied is own
        assert copied.designation == "prototyped"


def test_statement_57_copies_of_copies(host, own):  # 707.3
    once = copy_of(host, own, CopyKind.TOKEN)
    assert copy_of(host, once, CopyKind.TOKEN) is own
    assert copy_of(host, copy_of(host, own, CopyKind.SPELL), CopyKind.TOKEN) is own


def test_statement_58_a_copy_while_the_original_has_no_abilities(host, own):  # 707.2
    bare = replace(own.characteristics, keywords=())
    copied = host.object_copied(ObjectCopied(CopyKind.TOKEN, CopiableValues(bare, own)))
    assert values(copied.characteristics) == PROTOTYPED
    assert copied.characteristics.keywords == ("Haste",)


def test_statement_59_a_copy_of_one_cast_normally(host, blitz):
    assert host.object_copied(ObjectCopied(CopyKind.TOKEN, CopiableValues(blitz, None))) is None


def test_statement_60_own_status_does_not_choose(host, blitz):  # 707.2
    warplow = host.spell_cast(SpellCast(card("Goring Warplow"), "prototyped", Zone.HAND))
    effect = host.object_copied(ObjectCopied(CopyKind.BECOMES, CopiableValues(blitz, None)))
    assert effect is None  # so the Warplow shows the normal Automaton, and its own override lies below, untouched
    assert warplow.designation == "prototyped"


def test_statement_61_two_slots(host, blitz, own):  # 613.2a
    memnite = Characteristics.from_strings(
        name="Memnite", mana_cost="{0}", type_line="Artifact Creature", power=1, toughness=1
    )

    def shown(printed, own_override, copied=None):
        if copied is None:
            return values(own_override.characteristics if own_override else printed)
        return values(copied.override.characteristics if copied.override else copied.characteristics)

    def becomes(source):
        override = host.object_copied(ObjectCopied(CopyKind.BECOMES, source))
        return CopiableValues(source.characteristics, override)

    over = becomes(CopiableValues(memnite, None))
    assert (shown(blitz, own, over), shown(blitz, own)) == (("{0}", 0, "", 1, 1), PROTOTYPED)
    over = becomes(CopiableValues(own.characteristics, own))
    assert (shown(memnite, None, over), shown(memnite, None)) == (PROTOTYPED, ("{0}", 0, "", 1, 1))


@pytest.mark.parametrize("zone", ELSEWHERE)
def test_statement_62_copying_a_card_elsewhere(host, blitz, own, zone):  # 718.4
    there = host.zone_change(ZoneChange(blitz, own, Zone.BATTLEFIELD, zone))
    assert host.object_copied(ObjectCopied(CopyKind.TOKEN, CopiableValues(blitz, there))) is None


def test_statement_63_exceptions_are_the_hosts_after_the_answer(host, own):  # 707.9b
    copied = copy_of(host, own, CopyKind.TOKEN)
    frog = replace(copied, characteristics=replace(copied.characteristics, power=1, toughness=1, colors="G"))
    assert values(frog.characteristics) == ("{2}{R}", 3, "G", 1, 1)
    assert copy_of(host, frog, CopyKind.TOKEN) is frog  # 707.3: what is excepted is copiable


def test_statement_64_hulking_metamorph(host, own):
    metamorph = host.spell_cast(SpellCast(card("Hulking Metamorph"), "prototyped", Zone.HAND)).characteristics
    copied = copy_of(host, own, CopyKind.ENTERS_AS).characteristics
    enters = replace(copied, power=metamorph.power, toughness=metamorph.toughness)
    assert values(enters) == ("{2}{R}", 3, "R", 3, 3)


def test_statement_65_skitterbeams_tokens(host):  # 608.2h
    skitterbeam = card("Skitterbeam Battalion")
    own = host.spell_cast(SpellCast(skitterbeam, "prototyped", Zone.HAND))
    host.zone_change(ZoneChange(skitterbeam, own, Zone.BATTLEFIELD, Zone.GRAVEYARD))
    token = copy_of(host, own, CopyKind.TOKEN)
    assert values(token.characteristics) == ("{3}{R}{R}", 5, "R", 2, 2)


def test_statement_71_phyrexian_fleshgorgers_ward():
    assert (prototyped("Phyrexian Fleshgorger").power, card("Phyrexian Fleshgorger").power) == (3, 7)


def test_statement_72_arcane_proxys_limit():
    assert (prototyped("Arcane Proxy").power, card("Arcane Proxy").power) == (2, 4)


def test_statement_73_power_as_the_ability_resolves():
    assert (prototyped("Spotter Thopter").power, card("Spotter Thopter").power) == (2, 4)
    assert (prototyped("Boulderbranch Golem").power, card("Boulderbranch Golem").power) == (3, 6)


def test_statement_74_frogmyr_enforcer_with_two_artifacts():  # ruling 2024-06-07
    assert prototyped("Frogmyr Enforcer").mana_cost.reduce(cost("{2}")) == cost("{1}{R}")


def test_statement_75_sizes_that_other_abilities_read():
    assert [3 * way.power for way in (prototyped("Rootwire Amalgam"), card("Rootwire Amalgam"))] == [6, 15]
    assert [way.power for way in (prototyped("Cradle Clearcutter"), card("Cradle Clearcutter"))] == [1, 3]
    assert [way.power for way in (prototyped("Woodcaller Automaton"), card("Woodcaller Automaton"))] == [3, 8]


@pytest.mark.parametrize("name", ["Forgefire Automaton", "Warzone Duplicator"])
def test_statement_76_the_alchemy_cards(host, name):
    assert ways(host, card(name)) == ["normal", "prototyped"]
