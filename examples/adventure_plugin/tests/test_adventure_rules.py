"""The plugin alone: what each hook answers."""

import pickle
from typing import Any

import pytest
from mtg_adventure_plugin import ADVENTURE, ADVENTURES, CARDS, ON_AN_ADVENTURE, AdventurePlugin
from mtg_adventure_plugin.cards import AdventurerCard

from mtg_hookspecs import (
    CastOption,
    Characteristics,
    CopiableValues,
    CopyKind,
    IllegalCastChoice,
    ObjectCopied,
    Override,
    PluginHost,
    SpellCast,
    SpellResolve,
    Zone,
    ZoneChange,
)

RECORD: dict[str, Any] = {
    "name": "Made-Up Knight // Made-Up Errand",
    "layout": "adventure",
    "color_identity": ["G", "W"],
    "keywords": ["Vigilance"],
    "card_faces": [
        {
            "name": "Made-Up Knight",
            "mana_cost": "{1}{W}",
            "type_line": "Creature — Human Knight",
            "power": "2",
            "toughness": "2",
            "oracle_text": "Vigilance",
        },
        {"name": "Made-Up Errand", "mana_cost": "{G}", "type_line": "Sorcery — Adventure", "oracle_text": ""},
    ],
}
GIANT, STOMP = CARDS[0].card, CARDS[0].adventure


@pytest.fixture
def host() -> PluginHost:
    return PluginHost([ADVENTURES])


@pytest.fixture
def spell(host: PluginHost) -> Override:
    own = host.spell_cast(SpellCast(GIANT, ADVENTURE, Zone.HAND))
    assert own is not None
    return own


def test_the_spell_has_only_the_adventures_characteristics(spell: Override) -> None:  # 715.3b
    assert spell.designation == "adventure"
    now = spell.characteristics.to_strings()
    assert now == {
        "name": "Stomp",
        "mana_cost": "{1}{R}",
        "cmc": 2.0,
        "colors": ["R"],
        "type_line": "Instant — Adventure",
        "keywords": [],
        "color_identity": ["R"],
    }


@pytest.mark.parametrize("one", CARDS, ids=lambda one: one.card.name)
def test_nothing_of_the_card_is_left_on_the_stack(one: AdventurerCard) -> None:  # 715.3b
    own = ADVENTURES.mtg_spell_cast(SpellCast(one.card, ADVENTURE, Zone.HAND))
    assert own is not None
    now = own.characteristics
    assert (now.power, now.toughness, now.keywords) == (None, None, ())
    assert now.types in (("Instant",), ("Sorcery",))
    assert now.subtypes == ("Adventure",)
    assert now.colors == now.mana_cost.colors if now.mana_cost else False
    assert now.color_identity == one.card.color_identity


def test_the_colour_is_the_adventures() -> None:  # 715.3b, 105.2
    sword = next(one for one in CARDS if one.card.name == "Callous Sell-Sword")
    assert (sword.card.colors, sword.adventure.colors, sword.card.color_identity) == ("B", "R", "BR")


@pytest.mark.parametrize("zone", [Zone.HAND, Zone.GRAVEYARD, Zone.EXILE, Zone.COMMAND, Zone.LIBRARY])
def test_it_is_offered_wherever_it_may_be_cast_from(host: PluginHost, zone: Zone) -> None:  # 715.3, 715.3d
    normal, adventure = host.cast_options(GIANT, zone=zone)
    assert normal.name == "normal"
    own = Override("adventure", STOMP, resolves_to=Zone.EXILE)
    assert adventure == CastOption("adventure", own, STOMP)  # 715.3a: judged by Stomp


@pytest.mark.parametrize("zone", [Zone.STACK, Zone.BATTLEFIELD])
def test_nothing_is_offered_there(zone: Zone) -> None:
    assert ADVENTURES.mtg_cast_options(GIANT, zone) == ()


def test_a_card_without_an_adventure_has_none(host: PluginHost) -> None:
    bears = Characteristics.from_strings(name="Grizzly Bears", mana_cost="{1}{G}", type_line="Creature — Bear")
    assert [option.name for option in host.cast_options(bears, zone=Zone.HAND)] == ["normal"]
    with pytest.raises(IllegalCastChoice):
        host.spell_cast(SpellCast(bears, ADVENTURE, Zone.HAND))


def test_the_mark_is_no_way_to_cast(host: PluginHost) -> None:
    with pytest.raises(IllegalCastChoice):
        host.spell_cast(SpellCast(GIANT, ON_AN_ADVENTURE, Zone.EXILE))


def test_resolved_it_is_the_card_with_a_mark(host: PluginHost, spell: Override) -> None:  # 715.3d, 715.4
    mark = host.spell_resolve(SpellResolve(GIANT, spell))
    assert mark is not None
    assert mark == Override(ON_AN_ADVENTURE, GIANT, permits=("normal",))
    assert mark.changes(GIANT) == {}
    assert (spell.resolves_to, spell.permits, mark.resolves_to) == (Zone.EXILE, (), None)


@pytest.mark.parametrize("destination", [Zone.GRAVEYARD, Zone.EXILE, Zone.HAND, Zone.LIBRARY, Zone.COMMAND])
def test_moved_without_resolving_it_is_the_card(host: PluginHost, spell: Override, destination: Zone) -> None:
    assert host.zone_change(ZoneChange(GIANT, spell, Zone.STACK, destination)) is None  # 715.4, 608.2b, 701.6a


@pytest.mark.parametrize("destination", [Zone.HAND, Zone.BATTLEFIELD, Zone.GRAVEYARD, Zone.EXILE, Zone.STACK])
def test_the_mark_is_for_as_long_as_it_remains_exiled(host: PluginHost, destination: Zone) -> None:
    mark = Override(ON_AN_ADVENTURE, GIANT)  # 715.3d, 400.7; exiled again it is a new object (406.7)
    assert host.zone_change(ZoneChange(GIANT, mark, Zone.EXILE, destination)) is None


def test_only_a_copy_of_the_spell_is_an_adventure(host: PluginHost, spell: Override) -> None:  # 715.3c
    values = CopiableValues(spell.characteristics, spell)
    assert host.object_copied(ObjectCopied(CopyKind.SPELL, values)) is spell
    mark = CopiableValues(GIANT, Override(ON_AN_ADVENTURE, GIANT))
    assert host.object_copied(ObjectCopied(CopyKind.CARD, mark)) is None


def test_found_by_either_form_of_the_name(host: PluginHost) -> None:
    assert host.find_card("bonecrusher giant") == host.find_card("Bonecrusher Giant // Stomp") == GIANT
    assert host.find_card("Stomp") is None  # it is no card's name (715.4)


def test_cards_from_records() -> None:
    one = AdventurerCard.from_record(RECORD)
    assert one is not None
    host = PluginHost([AdventurePlugin([one])])
    own = host.spell_cast(SpellCast(one.card, ADVENTURE, Zone.HAND))
    assert own is not None
    assert own.characteristics.colors == "G"
    assert (own.characteristics.color_identity, own.characteristics.rules_text) == ("WG", "")
    assert (one.card.power, one.card.rules_text) == (2, "Vigilance")
    assert host.find_card("Bonecrusher Giant") is None


def test_an_omen_of_the_same_layout_is_no_adventure() -> None:  # 720, 205.3k
    knight, errand = RECORD["card_faces"]
    faces = [knight, {**errand, "type_line": "Sorcery — Omen"}]
    assert AdventurerCard.from_record({**RECORD, "card_faces": faces}) is None
    assert AdventurerCard.from_record({"name": "Forest", "type_line": "Basic Land — Forest"}) is None


def test_a_host_with_it_pickles(spell: Override) -> None:
    again = pickle.loads(pickle.dumps(PluginHost([ADVENTURES])))
    assert again.spell_cast(SpellCast(GIANT, ADVENTURE, Zone.HAND)) == spell


@pytest.mark.parametrize(
    ("event", "rule"),
    [
        (CastOption(ADVENTURE, Override(ADVENTURE, STOMP), STOMP), "715.3a"),
        (SpellCast(GIANT, ADVENTURE, Zone.HAND), "715.3b"),
        (SpellResolve(GIANT, Override(ADVENTURE, STOMP)), "715.3d"),
        (ZoneChange(GIANT, Override(ADVENTURE, STOMP), Zone.STACK, Zone.EXILE), "715.4"),
        (ZoneChange(GIANT, Override(ON_AN_ADVENTURE, GIANT), Zone.EXILE, Zone.HAND), "400.7"),
        (ObjectCopied(CopyKind.SPELL, CopiableValues(STOMP, Override(ADVENTURE, STOMP))), "715.3c"),
    ],
)
def test_it_says_why(host: PluginHost, event: SpellCast, rule: str) -> None:
    [sentence] = host.explain(event)
    assert rule in sentence


def test_it_says_nothing_of_others(host: PluginHost) -> None:
    assert host.explain(SpellCast(GIANT, "normal", Zone.HAND)) == ()
    assert host.explain(SpellResolve(GIANT, Override("prototyped", GIANT))) == ()
