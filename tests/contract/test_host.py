"""PluginHost: every sentence that the contract says about it."""

import copy
import pickle
import types

import pytest

from mtg_hookspecs import (
    CONTRACT_VERSION,
    CastOption,
    Characteristics,
    ContractViolation,
    CopiableValues,
    CopyKind,
    IllegalCastChoice,
    ObjectCopied,
    OnError,
    Override,
    PluginHost,
    PluginInfo,
    SpellCast,
    SpellResolve,
    Tracked,
    Zone,
    ZoneChange,
    hookimpl,
)
from mtg_prototype_plugin import plugin, prototype_of

QUARANTINE = OnError.QUARANTINE


class Other:
    """A second mechanic, "plotted", that counts what it is asked."""

    def __init__(self, **answers):
        self.answers = answers
        self.asked = []

    @hookimpl
    def mtg_plugin_info(self):
        return PluginInfo("other", "1", CONTRACT_VERSION, ("plotted",))

    def _answer(self, name, default=None):
        self.asked.append(name)
        answer = self.answers.get(name, default)
        if isinstance(answer, BaseException):
            raise answer
        return answer

    @hookimpl
    def mtg_find_card(self, query):
        return self._answer("find_card")

    @hookimpl
    def mtg_cast_options(self, card, zone):
        return self._answer("cast_options", ())

    @hookimpl
    def mtg_spell_cast(self, event):
        return self._answer("spell_cast", Override("plotted", event.card))

    @hookimpl
    def mtg_spell_resolve(self, event):
        return self._answer("spell_resolve")

    @hookimpl
    def mtg_zone_change(self, event):
        return self._answer("zone_change")

    @hookimpl
    def mtg_object_copied(self, event):
        return self._answer("object_copied")

    @hookimpl
    def mtg_explain(self, event, language):
        return self._answer("explain", ())


def both(**answers):
    other = Other(**answers)
    return PluginHost([other, plugin], on_error=QUARANTINE), other


def cast(card, option="prototyped"):
    return SpellCast(card, option, Zone.HAND)


def test_normal_comes_first_and_asks_nobody(blitz):
    host, other = both()
    options = host.cast_options(blitz, zone=Zone.HAND)
    assert [option.name for option in options] == ["normal", "prototyped"]
    assert options[0] == CastOption("normal", None, blitz)
    other.asked.clear()
    assert host.spell_cast(cast(blitz, "normal")) is None
    assert other.asked == []


def test_no_override_no_call(blitz):
    host, other = both()
    assert host.object_copied(ObjectCopied(CopyKind.TOKEN, CopiableValues(blitz, None))) is None
    assert other.asked == []


def test_only_the_owner_of_a_designation_is_asked(blitz):
    host, other = both()
    own = host.spell_cast(cast(blitz))
    host.spell_resolve(SpellResolve(blitz, own))
    host.zone_change(ZoneChange(blitz, own, Zone.BATTLEFIELD, Zone.EXILE))
    host.object_copied(ObjectCopied(CopyKind.TOKEN, CopiableValues(blitz, own)))
    assert other.asked == []
    theirs = host.spell_cast(cast(blitz, "plotted"))
    host.spell_resolve(SpellResolve(blitz, theirs))
    host.zone_change(ZoneChange(blitz, theirs, Zone.STACK, Zone.EXILE))
    host.object_copied(ObjectCopied(CopyKind.SPELL, CopiableValues(blitz, theirs)))
    assert other.asked == ["spell_cast", "spell_resolve", "zone_change", "object_copied"]


def test_an_override_that_nobody_owns_ends(blitz):
    host = PluginHost([plugin])
    stranger = Override("plotted", blitz)
    assert host.spell_resolve(SpellResolve(blitz, stranger)) is None
    assert host.zone_change(ZoneChange(blitz, stranger, Zone.STACK, Zone.EXILE)) is None
    assert host.object_copied(ObjectCopied(CopyKind.SPELL, CopiableValues(blitz, stranger))) is None


def test_a_move_from_stack_to_battlefield_is_a_resolution(blitz):  # 608.3
    host, other = both(spell_resolve=Override("plotted", blitz))
    moved = ZoneChange(blitz, Override("plotted", blitz), Zone.STACK, Zone.BATTLEFIELD)
    assert host.zone_change(moved) == Override("plotted", blitz)
    assert other.asked == ["spell_resolve"]


def test_an_unknown_option_is_an_illegal_choice(blitz, host):
    with pytest.raises(IllegalCastChoice, match=r"'prototype' \(offered: normal, prototyped; "):
        host.spell_cast(cast(blitz, "prototype"))


def test_an_option_that_the_card_does_not_offer_is_an_illegal_choice(bears, host):
    with pytest.raises(IllegalCastChoice, match="Grizzly Bears cannot be cast so: 'prototyped'"):
        host.spell_cast(cast(bears))


def test_override_restores_from_one_word(blitz, host):
    assert host.override(blitz, "prototyped") is prototype_of(blitz)
    assert host.override(blitz, "normal") is None
    with pytest.raises(IllegalCastChoice):
        host.override(blitz, "bestowed")


def test_find_card_asks_in_order():
    host, other = both()
    assert host.find_card("automate à l'attaque-éclair").name == "Blitz Automaton"
    assert host.find_card("Grizzly Bears") is None
    assert other.asked == ["find_card", "find_card"]


def test_explain_gathers_what_all_say(blitz):
    host, _ = both(explain=("Plotted (718.3).",))
    said = host.explain(SpellResolve(blitz, prototype_of(blitz)), language="en")
    assert said[0] == "Plotted (718.3)."
    assert len(said) == 2


@pytest.mark.parametrize(
    ("hook", "ask"),
    [
        ("find_card", lambda host, card, own: host.find_card("x")),
        ("cast_options", lambda host, card, own: host.cast_options(card, zone=Zone.HAND)),
        ("spell_cast", lambda host, card, own: host.spell_cast(cast(card, "plotted"))),
        ("spell_resolve", lambda host, card, own: host.spell_resolve(SpellResolve(card, own))),
        (
            "zone_change",
            lambda host, card, own: host.zone_change(ZoneChange(card, own, Zone.BATTLEFIELD, Zone.EXILE)),
        ),
        (
            "object_copied",
            lambda host, card, own: host.object_copied(ObjectCopied(CopyKind.TOKEN, CopiableValues(card, own))),
        ),
        ("explain", lambda host, card, own: host.explain(SpellResolve(card, own))),
    ],
)
@pytest.mark.parametrize(
    "fault",
    [ValueError("two\nlines"), SystemExit(3), 42, [object()], ("a", 7)],
    ids=["raises", "exits", "int", "list", "tuple"],
)
def test_a_fault_is_raised_or_quarantined_and_the_others_work(blitz, hook, ask, fault):
    own = Override("plotted", blitz)
    with pytest.raises(ContractViolation) as caught:
        ask(PluginHost([Other(**{hook: fault}), plugin]), blitz, own)
    assert "\n" not in str(caught.value)

    host, _ = both(**{hook: fault})
    if hook == "spell_cast":
        with pytest.raises(IllegalCastChoice, match="offered: normal, prototyped"):
            ask(host, blitz, own)
    else:
        answer = ask(host, blitz, own)
        assert not answer or all(isinstance(each, CastOption | str) for each in answer)
    assert [info.name for info in host.plugins] == ["prototype"]
    [problem] = host.problems
    assert problem.plugin == "other"
    assert "plotted have no override from now on" in problem.problem
    assert host.spell_cast(cast(blitz)) == prototype_of(blitz)
    assert host.spell_resolve(SpellResolve(blitz, own)) is None


def test_an_interrupt_is_the_users(blitz):
    host, _ = both(cast_options=KeyboardInterrupt())
    with pytest.raises(KeyboardInterrupt):
        host.cast_options(blitz, zone=Zone.HAND)


@pytest.mark.parametrize("hook", ["spell_cast", "spell_resolve"])
def test_another_plugins_designation_is_a_fault(blitz, hook):
    host, _ = both(**{hook: Override("prototyped", blitz)})
    if hook == "spell_cast":
        with pytest.raises(IllegalCastChoice):
            host.spell_cast(cast(blitz, "plotted"))
    else:
        assert host.spell_resolve(SpellResolve(blitz, Override("plotted", blitz))) is None
    assert "not its override" in host.problems[0].problem


def test_another_plugins_option_is_a_fault(blitz):
    host, _ = both(cast_options=(CastOption("prototyped", None, blitz),))
    assert [option.name for option in host.cast_options(blitz, zone=Zone.HAND)] == ["normal", "prototyped"]
    assert "which it may not" in host.problems[0].problem


@pytest.mark.parametrize("zone", [Zone.STACK, Zone.BATTLEFIELD])
def test_no_options_there(blitz, host, zone):
    assert host.cast_options(blitz, zone=zone) == ()


def test_try_cast_puts_the_card_back_if_it_is_refused(blitz, host):
    prototyped = host.cast_options(blitz, zone=Zone.HAND)[1]
    slot = {"card": blitz}

    def attempt(answer):
        def cast_it():
            assert slot["card"].mana_value == 3
            if isinstance(answer, Exception):
                raise answer
            return answer

        return host.try_cast(
            prototyped,
            place=lambda candidate: slot.update(card=candidate),
            cast=cast_it,
            restore=lambda: slot.update(card=blitz),
        )

    assert attempt(False) is False
    assert slot["card"] is blitz
    with pytest.raises(RuntimeError):
        attempt(RuntimeError("not enough mana"))
    assert slot["card"] is blitz
    assert attempt("spell 1") == "spell 1"
    assert slot["card"].power == 3


def test_try_cast_restores_if_placing_fails_half_way(blitz, host):
    slot = {"power": 6, "toughness": 4}

    def place(candidate):
        slot["power"] = candidate.power
        raise KeyError("toughness")

    with pytest.raises(KeyError):
        host.try_cast(
            host.cast_options(blitz, zone=Zone.HAND)[1],
            place=place,
            cast=lambda: pytest.fail("not reached"),
            restore=lambda: slot.update(power=6),
        )
    assert slot == {"power": 6, "toughness": 4}


def test_sweep_follows_moves_that_nobody_announced(blitz, host):
    own = prototype_of(blitz)
    zones = {
        "stays": Zone.BATTLEFIELD,
        "resolves": Zone.STACK,
        "dies": Zone.BATTLEFIELD,
        "countered": Zone.STACK,
        "ceases": Zone.STACK,
    }
    objects = {key: Tracked(blitz, own, zone) for key, zone in zones.items()}
    assert host.sweep(objects, zone_of=zones.get, restore=pytest.fail) == ()
    zones |= {"resolves": Zone.BATTLEFIELD, "dies": Zone.GRAVEYARD, "countered": Zone.EXILE, "ceases": None}
    restored = []
    assert host.sweep(objects, zone_of=zones.get, restore=restored.append) == ("dies", "countered", "ceases")
    assert restored == ["dies", "countered", "ceases"]
    assert objects == {key: Tracked(blitz, own, Zone.BATTLEFIELD) for key in ("stays", "resolves")}
    assert host.sweep(objects, zone_of=zones.get, restore=pytest.fail) == ()


def test_sweep_loses_nothing_if_the_host_fails(blitz, host):
    objects = {"dies": Tracked(blitz, prototype_of(blitz), Zone.BATTLEFIELD)}

    def fail(key):
        raise RuntimeError(key)

    with pytest.raises(RuntimeError):
        host.sweep(objects, zone_of=lambda key: Zone.GRAVEYARD, restore=fail)
    assert objects == {"dies": Tracked(blitz, prototype_of(blitz), Zone.BATTLEFIELD)}


def test_copies_of_a_game_share_the_host(host):
    game = {"host": host, "hand": []}
    assert copy.deepcopy(game)["host"] is host
    assert copy.copy(host) is host


def test_it_pickles_with_its_plugins_and_problems(blitz):
    host, _ = both(cast_options=ValueError("no"))
    host.cast_options(blitz, zone=Zone.HAND)
    again = pickle.loads(pickle.dumps(host))
    assert again.plugins == host.plugins
    assert again.problems == host.problems
    assert again.spell_cast(cast(blitz)) == prototype_of(blitz)


def test_a_plugin_may_be_a_module_a_class_or_an_instance(blitz):
    class Static:
        @staticmethod
        @hookimpl
        def mtg_plugin_info():
            return PluginInfo("static", "1", CONTRACT_VERSION, ("a",))

    module = types.ModuleType("made_up")
    module.mtg_plugin_info = hookimpl(lambda: PluginInfo("module", "1", CONTRACT_VERSION, ("b",)))
    names = [info.name for info in PluginHost([Static, module, Other(), plugin]).plugins]
    assert names == ["static", "module", "other", "prototype"]


class LandsToo:
    """A plugin with a way to cast a land as something else, as 715.3a has it."""

    SPELL = Override("landish", Characteristics.from_strings(name="Raid", mana_cost="{2}{B}", type_line="Sorcery"))

    @hookimpl
    def mtg_plugin_info(self):
        return PluginInfo("lands", "1", (1, 1), ("landish",))

    @hookimpl
    def mtg_cast_options(self, card, zone):
        return (CastOption("landish", self.SPELL, self.SPELL.characteristics),)

    @hookimpl
    def mtg_spell_cast(self, event):
        return self.SPELL


def test_a_land_is_not_cast_normally_but_plugins_are_asked():  # 305.9, 715.3a
    host, land = PluginHost([LandsToo()]), Characteristics.from_strings(name="Town", type_line="Land")
    assert [option.name for option in host.cast_options(land, zone=Zone.HAND)] == ["landish"]
    assert host.spell_cast(SpellCast(land, "landish", Zone.HAND)) is LandsToo.SPELL
    with pytest.raises(IllegalCastChoice, match="a land cannot be cast"):
        host.spell_cast(SpellCast(land, "normal", Zone.HAND))
