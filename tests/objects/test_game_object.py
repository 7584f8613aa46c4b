"""``GameObject``: each rule of layer 1 with its number."""

import copy
import dataclasses
import pickle

import pytest

import mtg_hookspecs
from mtg_hookspecs import (
    Characteristics,
    CopyKind,
    IllegalCastChoice,
    InvalidEvent,
    Override,
    PluginHost,
    Zone,
)
from mtg_prototype_plugin import objects
from mtg_prototype_plugin.objects import FACE_DOWN, GameObject, ObjectKind, Side


@pytest.fixture
def warplow():
    return Characteristics.from_strings(
        name="Goring Warplow",
        mana_cost="{6}",
        type_line="Artifact Creature — Construct",
        power=5,
        toughness=4,
        keywords=["Deathtouch"],
        rules_text="Prototype {1}{B} — 1/1\nDeathtouch",
    )


@pytest.fixture
def prototyped(blitz, host):
    """A permanent that was cast prototyped."""
    return GameObject(blitz, Zone.HAND).cast("prototyped", ask=host).resolve(ask=host)


@pytest.fixture
def normal(blitz, host):
    """A permanent that was cast normally."""
    return GameObject(blitz, Zone.HAND).cast("normal", ask=host).resolve(ask=host)


@pytest.fixture
def bear(bears):
    return GameObject(bears, Zone.BATTLEFIELD)


def shown(it):
    """Name, mana cost, colours and size, and whether it is prototyped, in one line."""
    now = it.characteristics
    override = it.copiable_values.override
    mark = f" {override.designation}" if override else ""
    return f"{now.name} {now.mana_cost} {now.colors} {now.power}/{now.toughness}{mark}"


NORMAL = "Blitz Automaton {7}  6/4"
PROTOTYPED = "Blitz Automaton {2}{R} R 3/2 prototyped"
BEAR = "Grizzly Bears {1}{G} G 2/2"


class NobodyToAsk:
    """Without an override nobody is asked."""


# --- casts, resolutions, moves ---------------------------------------------------------------------------------------


def test_718_3b_a_prototyped_spell_and_the_permanent_that_it_becomes(blitz, host):
    spell = GameObject(blitz, Zone.HAND).cast("prototyped", ask=host)
    permanent = spell.resolve(ask=host)
    assert (shown(spell), spell.zone, spell.cast_as) == (PROTOTYPED, Zone.STACK, "prototyped")
    assert (shown(permanent), permanent.zone, permanent.cast_as) == (PROTOTYPED, Zone.BATTLEFIELD, "prototyped")
    assert permanent.characteristics.keywords == ("Haste",)  # 718.5


def test_718_3_cast_normally_it_is_normal(normal):
    assert (shown(normal), normal.cast_as) == (NORMAL, "normal")


def test_718_4_elsewhere_it_is_normal(prototyped, host):
    for zone in Zone:
        if zone not in (Zone.STACK, Zone.BATTLEFIELD):
            moved = prototyped.moved(zone, ask=host)
            assert (shown(moved), moved.zone, moved.cast_as) == (NORMAL, zone, None)
            assert shown(moved.moved(Zone.BATTLEFIELD, ask=host)) == NORMAL


def test_718_4_a_countered_spell_is_normal(blitz, host):
    spell = GameObject(blitz, Zone.EXILE).cast("prototyped", ask=host)
    assert shown(spell.moved(Zone.GRAVEYARD, ask=host)) == NORMAL


def test_608_3_a_move_from_stack_to_battlefield_is_a_resolution(blitz, host):
    spell = GameObject(blitz, Zone.HAND).cast("prototyped", ask=host)
    assert spell.moved(Zone.BATTLEFIELD, ask=host) == spell.resolve(ask=host)


def test_400_7_each_zone_change_makes_a_new_object(blitz, host):
    card = GameObject(blitz, Zone.HAND)
    spell = card.cast("normal", ask=host)
    permanent = spell.resolve(ask=host)
    dead = permanent.moved(Zone.GRAVEYARD, ask=host)
    assert [it.incarnation for it in (card, spell, permanent, dead)] == [0, 1, 2, 3]


def test_608_2h_last_known_information_is_the_value_before_the_move(prototyped, host):
    before = shown(prototyped)
    prototyped.moved(Zone.GRAVEYARD, ask=host)
    assert shown(prototyped) == before == PROTOTYPED


def test_without_an_override_nobody_is_asked(bear, normal):
    nobody = NobodyToAsk()
    for it in (bear, normal):
        it.moved(Zone.GRAVEYARD, ask=nobody)
        it.copied(CopyKind.TOKEN, ask=nobody)
        it.with_copy_effect(bear, key=1, ask=nobody).without_copy_effect(1)


def test_what_cannot_be_cast_so_is_refused(bears, blitz, host):
    with pytest.raises(IllegalCastChoice):
        GameObject(bears, Zone.HAND).cast("prototyped", ask=host)
    with pytest.raises(InvalidEvent):
        GameObject(blitz, Zone.BATTLEFIELD).cast("normal", ask=host)


def test_what_cannot_happen_is_refused(prototyped, bear, host):
    with pytest.raises(InvalidEvent, match="only a spell on the stack resolves"):
        prototyped.resolve(ask=host)
    with pytest.raises(InvalidEvent, match="no zone change"):
        bear.moved(Zone.BATTLEFIELD, ask=host)
    with pytest.raises(InvalidEvent, match="only a spell is copied as one"):
        bear.copied(CopyKind.SPELL, ask=host)
    with pytest.raises(InvalidEvent, match="no card is copied there"):
        bear.copied(CopyKind.CARD, ask=host)
    with pytest.raises(InvalidEvent, match="that makes no new object"):
        bear.copied(CopyKind.BECOMES, ask=host)
    with pytest.raises(InvalidEvent, match="that makes a new object"):
        bear.with_copy_effect(prototyped, key=1, ask=host, kind=CopyKind.TOKEN)
    with pytest.raises(InvalidEvent, match="it is face up"):
        bear.turned_up()
    with pytest.raises(InvalidEvent, match="a spell merges with a permanent"):
        bear.merged(prototyped, side=Side.OVER, ask=host)


# --- copies ----------------------------------------------------------------------------------------------------------


def test_718_3c_a_copy_of_a_prototyped_spell(blitz, host):
    spell = GameObject(blitz, Zone.HAND).cast("prototyped", ask=host)
    copied = spell.copied(CopyKind.SPELL, ask=host)
    assert (shown(copied), copied.kind, copied.zone) == (PROTOTYPED, ObjectKind.COPY, Zone.STACK)
    assert copied.cast_as is None  # 707.10: it is not cast
    token = copied.resolve(ask=host)
    assert (shown(token), token.kind) == (PROTOTYPED, ObjectKind.TOKEN)  # 608.3f, 707.10f
    assert copied.card == blitz


def test_707_10_a_copy_of_a_normal_spell(blitz, host):
    spell = GameObject(blitz, Zone.HAND).cast("normal", ask=host)
    assert shown(spell.copied(CopyKind.SPELL, ask=host)) == NORMAL


def test_718_3d_a_token_copy_of_a_prototyped_permanent(prototyped, host):
    token = prototyped.copied(CopyKind.TOKEN, ask=host)
    assert (shown(token), token.kind, token.zone) == (PROTOTYPED, ObjectKind.TOKEN, Zone.BATTLEFIELD)
    assert token.cast_as is None
    assert shown(token.copied(CopyKind.TOKEN, ask=host)) == PROTOTYPED  # 707.3


def test_718_3d_the_copy_takes_the_very_override(prototyped, host):
    assert prototyped.copied(CopyKind.TOKEN, ask=host).own is prototyped.own


def test_718_4_a_copy_of_a_card_is_normal(blitz, host):
    dead = GameObject(blitz, Zone.GRAVEYARD)
    assert shown(dead.copied(CopyKind.TOKEN, ask=host)) == NORMAL
    copied = dead.copied(CopyKind.CARD, ask=host)
    assert (shown(copied), copied.kind, copied.zone) == (NORMAL, ObjectKind.COPY, Zone.GRAVEYARD)
    spell = copied.cast("prototyped", ask=host)  # 707.12, 718.2a
    assert (shown(spell), spell.kind, spell.cast_as) == (PROTOTYPED, ObjectKind.COPY, "prototyped")
    assert spell.resolve(ask=host).kind is ObjectKind.TOKEN


def test_707_2_its_own_status_does_not_choose_values_for_what_it_copies(warplow, normal, host):
    plow = GameObject(warplow, Zone.HAND).cast("prototyped", ask=host).resolve(ask=host)
    copying = plow.with_copy_effect(normal, key="cytoshape", ask=host)
    assert shown(copying) == NORMAL
    assert copying.cast_as == "prototyped"
    assert shown(copying.without_copy_effect("cytoshape")) == "Goring Warplow {1}{B} B 1/1 prototyped"


def test_613_2a_when_a_copy_ends_the_normal_permanent_is_normal(normal, bear, prototyped, host):
    copying = normal.with_copy_effect(prototyped, key=1, ask=host)
    assert shown(copying) == PROTOTYPED
    assert copying.own is None
    assert copying.without_copy_effect(1) == normal
    assert shown(bear.with_copy_effect(prototyped, key=1, ask=host).without_copy_effect(1)) == BEAR


def test_613_2a_the_newest_copy_effect_shows(bear, normal, prototyped, host):
    both = prototyped.with_copy_effect(bear, key=1, ask=host).with_copy_effect(normal, key=2, ask=host)
    assert shown(both) == NORMAL
    assert shown(both.without_copy_effect(2)) == BEAR
    assert shown(both.without_copy_effect(1)) == NORMAL
    assert both.without_copy_effect(1).without_copy_effect(2) == prototyped


def test_707_2c_the_values_are_fixed_when_the_effect_begins(bear, normal, prototyped, host):
    copying = bear.with_copy_effect(normal.with_copy_effect(prototyped, key=1, ask=host), key=1, ask=host)
    assert shown(copying) == PROTOTYPED  # whatever becomes of the source, which is a value


def test_707_5_a_permanent_that_enters_as_a_copy(warplow, prototyped, host):
    plow = GameObject(warplow, Zone.HAND).cast("normal", ask=host).resolve(ask=host)
    entered = plow.with_copy_effect(prototyped, key=1, ask=host, kind=CopyKind.ENTERS_AS)
    assert (shown(entered), entered.cast_as) == (PROTOTYPED, "normal")
    dead = entered.moved(Zone.GRAVEYARD, ask=host)
    assert (shown(dead), dead.effects) == ("Goring Warplow {6}  5/4", ())


def test_707_9b_exceptions_are_copied_in_turn(prototyped, host):
    def one_one(copied, own):
        return dataclasses.replace(copied, power=1, toughness=1)

    token = prototyped.copied(CopyKind.TOKEN, ask=host, modify=one_one)
    assert shown(token) == "Blitz Automaton {2}{R} R 1/1 prototyped"
    assert shown(token.copied(CopyKind.TOKEN, ask=host)) == shown(token)
    assert token.own == Override("prototyped", token.characteristics)


def test_707_9b_the_exception_knows_what_lies_beneath(bear, normal, prototyped, host):
    """Hulking Metamorph keeps the size that it would have without this copy effect."""
    calls = []

    def own_size(copied, own):
        calls.append(own.name)
        return dataclasses.replace(copied, power=own.power, toughness=own.toughness)

    first = prototyped.with_copy_effect(normal, key=1, ask=host, modify=own_size)
    assert shown(first) == "Blitz Automaton {7}  3/2"
    covered = first.turned_down().with_copy_effect(bear, key=2, ask=host, modify=own_size).turned_up()
    assert shown(covered) == "Grizzly Bears {1}{G} G 3/2"
    assert shown(covered.without_copy_effect(1)) == "Grizzly Bears {1}{G} G 3/2"
    assert calls == ["Blitz Automaton", "Blitz Automaton"]  # applied once, then stored


def test_707_9b_a_copied_spell_with_exceptions(blitz, host):
    spell = GameObject(blitz, Zone.HAND).cast("prototyped", ask=host)
    copied = spell.copied(
        CopyKind.SPELL, ask=host, modify=lambda copied, own: dataclasses.replace(copied, supertypes=("Legendary",))
    )
    assert copied.characteristics.supertypes == copied.card.supertypes == ("Legendary",)
    assert shown(copied) == PROTOTYPED


def test_the_keys_of_copy_effects(bear, prototyped, host):
    copying = bear.with_copy_effect(prototyped, key=1, ask=host)
    with pytest.raises(InvalidEvent, match="a copy effect has that key"):
        copying.with_copy_effect(prototyped, key=1, ask=host)
    with pytest.raises(InvalidEvent, match="no copy effect has that key"):
        copying.without_copy_effect(2)
    assert copying.copy_effect(1).values.characteristics == prototyped.characteristics


# --- face down -------------------------------------------------------------------------------------------------------


def test_708_2a_face_down_it_is_a_2_2_without_anything_else(prototyped, host):
    down = prototyped.turned_down()
    assert shown(down) == " None  2/2"
    assert down.characteristics == FACE_DOWN
    assert down.characteristics.keywords == ()
    assert shown(down.copied(CopyKind.TOKEN, ask=host)) == " None  2/2"
    assert down.cast_as == "prototyped"


def test_708_2b_turning_down_what_is_face_down_does_nothing(prototyped):
    down = prototyped.turned_down()
    assert down.turned_down(Characteristics(name="", types=("Creature",), power=5, toughness=5)) is down


def test_708_8_turned_up_it_has_its_own_values_again(prototyped):
    assert prototyped.turned_down().turned_up() == prototyped


def test_708_10_made_a_copy_while_face_down(bear, prototyped, host):
    down = prototyped.turned_down().with_copy_effect(bear, key=1, ask=host)
    assert shown(down) == " None  2/2"
    assert shown(down.turned_up()) == BEAR
    assert shown(down.turned_up().without_copy_effect(1)) == PROTOTYPED
    assert shown(down.without_copy_effect(1).turned_up()) == PROTOTYPED


def test_708_9_a_face_down_permanent_that_leaves_is_the_card(prototyped, host):
    assert shown(prototyped.turned_down().moved(Zone.GRAVEYARD, ask=host)) == NORMAL


# --- merging ---------------------------------------------------------------------------------------------------------


@pytest.fixture
def heron(host):
    card = Characteristics.from_strings(
        name="Dreamtail Heron",
        mana_cost="{4}{U}",
        type_line="Creature — Elemental Bird",
        power=3,
        toughness=4,
        keywords=["Flying", "Mutate"],
        rules_text="Mutate {3}{U}\nFlying",
    )
    return GameObject(card, Zone.HAND).cast("normal", ask=host)


HERON = "Dreamtail Heron {4}{U} U 3/4"


def test_730_2a_merged_over_it_is_the_topmost(prototyped, heron, host):
    merged = prototyped.merged(heron, side=Side.OVER, ask=host)
    assert shown(merged) == HERON
    assert merged.characteristics.keywords == ("Flying", "Mutate", "Haste")  # 702.140e
    assert merged.characteristics.rules_text == "Mutate {3}{U}\nFlying\nPrototype {2}{R} — 3/2\nHaste"
    assert merged.incarnation == prototyped.incarnation  # 730.2c
    assert merged.cast_as == "prototyped"


def test_730_2a_merged_under_it_stays_prototyped(prototyped, heron, host):
    merged = prototyped.merged(heron, side=Side.UNDER, ask=host)
    assert shown(merged) == PROTOTYPED
    assert merged.characteristics.keywords == ("Haste", "Flying", "Mutate")
    token = merged.copied(CopyKind.TOKEN, ask=host)
    assert (shown(token), token.characteristics.keywords) == (PROTOTYPED, ("Haste", "Flying", "Mutate"))


def test_613_2a_merging_and_copying_in_one_order(prototyped, bear, heron, host):
    copied_then_merged = prototyped.with_copy_effect(bear, key=1, ask=host).merged(heron, side=Side.OVER, ask=host)
    merged_then_copied = prototyped.merged(heron, side=Side.OVER, ask=host).with_copy_effect(bear, key=1, ask=host)
    assert shown(copied_then_merged) == HERON
    assert shown(copied_then_merged.without_copy_effect(1)) == HERON
    assert shown(merged_then_copied) == BEAR
    assert shown(merged_then_copied.without_copy_effect(1)) == HERON


def test_730_2d_a_token_only_if_the_topmost_is_one(prototyped, heron, host):
    token = prototyped.copied(CopyKind.TOKEN, ask=host)
    assert token.merged(heron, side=Side.OVER, ask=host).kind is ObjectKind.CARD
    assert token.merged(heron, side=Side.UNDER, ask=host).kind is ObjectKind.TOKEN
    copied = heron.copied(CopyKind.SPELL, ask=host)
    assert prototyped.merged(copied, side=Side.OVER, ask=host).kind is ObjectKind.TOKEN


def test_730_2e_the_topmost_says_which_way_up(prototyped, heron, host):
    down = prototyped.turned_down()
    assert shown(down.merged(heron, side=Side.OVER, ask=host)) == HERON
    assert shown(down.merged(heron, side=Side.UNDER, ask=host)) == " None  2/2"


def test_730_2f_a_merged_permanent_is_turned_as_one(prototyped, heron, host):
    merged = prototyped.merged(heron, side=Side.OVER, ask=host)
    assert shown(merged.turned_down()) == " None  2/2"
    assert merged.turned_down().turned_up() == merged


def test_730_3_when_it_leaves_each_card_is_normal(prototyped, heron, host):
    merged = prototyped.merged(heron, side=Side.UNDER, ask=host)
    first, second = merged.separated(Zone.GRAVEYARD, ask=host)
    assert [shown(first), shown(second)] == [NORMAL, HERON]
    assert {first.incarnation, second.incarnation} == {merged.incarnation + 1}
    with pytest.raises(InvalidEvent, match="becomes several objects"):
        merged.moved(Zone.GRAVEYARD, ask=host)


def test_730_3_the_topmost_comes_first(prototyped, heron, blitz, host):
    twice = prototyped.merged(heron, side=Side.OVER, ask=host)
    twice = twice.merged(GameObject(blitz, Zone.HAND).cast("prototyped", ask=host), side=Side.UNDER, ask=host)
    names = [it.card.name for it in twice.separated(Zone.HAND, ask=host)]
    assert names == ["Dreamtail Heron", "Blitz Automaton", "Blitz Automaton"]
    assert all(shown(it) in (NORMAL, HERON) for it in twice.separated(Zone.HAND, ask=host))


def test_what_is_not_merged_becomes_one_object(prototyped, host):
    assert prototyped.separated(Zone.EXILE, ask=host) == (prototyped.moved(Zone.EXILE, ask=host),)


def test_702_140e_a_text_that_is_not_known_stays_unknown(prototyped, heron, blitz, host):
    untold = dataclasses.replace(blitz, rules_text=None)
    merged = prototyped.merged(GameObject(untold, Zone.HAND).cast("normal", ask=host), side=Side.UNDER, ask=host)
    assert merged.characteristics.rules_text is None


# --- the value -------------------------------------------------------------------------------------------------------


def test_the_value(prototyped, bear, heron, host):
    names = vars(mtg_hookspecs) | {name: getattr(mtg_hookspecs, name) for name in mtg_hookspecs.__all__} | vars(objects)
    merged = prototyped.merged(heron, side=Side.UNDER, ask=host).with_copy_effect(bear, key="k", ask=host)
    for it in (prototyped, bear, merged, merged.turned_down(), prototyped.copied(CopyKind.TOKEN, ask=host)):
        assert copy.copy(it) is copy.deepcopy([it])[0] is it
        again = pickle.loads(pickle.dumps(it))
        assert (again, hash(again), again.copiable_values) == (it, hash(it), it.copiable_values)
        assert eval(repr(it), dict(names)) == it
        assert not hasattr(it, "__dict__")
        with pytest.raises(dataclasses.FrozenInstanceError):
            it.zone = Zone.HAND


def test_plugin_host_can_be_asked(host):
    asked: objects.Ask = host
    assert isinstance(asked, PluginHost)
