"""One view, one answer."""

import pytest

from mtg_hookspecs import Characteristics, Zone
from mtg_hookspecs.errors import InvalidEvent
from mtg_prototype_plugin.bridge.infer import Verdict, infer
from mtg_prototype_plugin.bridge.view import View

BATTLEFIELD, HAND, STACK = Zone.BATTLEFIELD, Zone.HAND, Zone.STACK


def seen(**values):
    return View(name=values.pop("name", "Blitz Automaton"), **values)


@pytest.mark.parametrize(
    ("view", "prototyped"),
    [
        (seen(zone=STACK, mana_cost="{2}{R}"), True),
        (seen(zone=STACK, mana_cost="{7}"), False),
        (seen(zone=BATTLEFIELD, mana_value=3), True),
        (seen(mana_value=7, power=6, toughness=4, colors=""), False),
        (seen(zone=BATTLEFIELD, mana_cost="{2}{R}", power=5, toughness=4, colors="R"), True),
        (seen(zone=BATTLEFIELD, mana_cost="{2}{R}", power=1, toughness=1, colors="U"), True),
        (seen(zone=BATTLEFIELD, mana_cost="{2}{R}", power=3, toughness=2, colors=""), True),
        (seen(zone=BATTLEFIELD, power=3, toughness=2), True),
        (seen(zone=BATTLEFIELD, power=6, toughness=4), False),
        (seen(zone=BATTLEFIELD, colors="R"), True),
        (seen(zone=BATTLEFIELD, power=5, toughness=4, counters=(("+1/+1", 2),)), True),
        (seen(zone=HAND, mana_cost="{7}", power=6, toughness=4), False),
        (seen(zone=Zone.GRAVEYARD), False),
        (seen(name="Combat Thresher", zone=BATTLEFIELD, mana_cost="{2}{W}", power=3, toughness=3), True),
    ],
)
def test_inferred(view, prototyped):
    answer = infer(view)
    assert (answer.verdict, answer.prototyped) == (Verdict.INFERRED, prototyped)
    assert answer.characteristics.power == (3 if prototyped else 6) or view.name != "Blitz Automaton"
    assert answer.reason
    assert answer.rules


def test_a_sound_flag_tells():
    assert infer(seen(zone=STACK, prototyped=True)).verdict is Verdict.TOLD
    assert infer(seen(zone=STACK, prototyped=False, mana_cost="{7}")).prototyped is False


@pytest.mark.parametrize(
    "view",
    [
        seen(zone=BATTLEFIELD),
        seen(zone=BATTLEFIELD, power=1, toughness=1),
        seen(zone=BATTLEFIELD, power=3, toughness=2, colors=""),
        seen(zone=BATTLEFIELD, power=3),
        seen(zone=BATTLEFIELD, mana_cost="{1}{U}", power=3, toughness=2),
        seen(zone=BATTLEFIELD, face_down=True, power=2, toughness=2),
        seen(name="Hill Giant", mana_cost="{3}{R}"),
        View(power=3, toughness=2),
        seen(name="", zone=BATTLEFIELD, power=2, toughness=2),
        seen(name="Arcane Proxy", zone=BATTLEFIELD, power="*", toughness=1),
    ],
)
def test_unknown(view):
    answer = infer(view)
    assert (answer.verdict, answer.prototyped, answer.characteristics) == (Verdict.UNKNOWN, None, None)
    assert answer.reason


@pytest.mark.parametrize(
    ("view", "what"),
    [
        (seen(zone=BATTLEFIELD, mana_cost="{2}{R}", power=6, toughness=4, colors="R"), "6/4 with {2}{R}"),
        (seen(zone=BATTLEFIELD, mana_cost="{7}", power=6, toughness=4, colors="R"), "{7} and red"),
        (seen(zone=BATTLEFIELD, mana_cost="{2}{R}", mana_value=7), "different ways"),
        (seen(zone=HAND, power=3, toughness=2), "in hand"),
        (seen(zone=Zone.EXILE, mana_cost="{2}{R}"), "in exile"),
        (seen(zone=STACK, prototyped=True, mana_cost="{7}"), "the flag says prototyped"),
        (seen(zone=HAND, prototyped=True, mana_cost="{2}{R}"), "in hand"),
        (
            seen(name="Combat Thresher", zone=BATTLEFIELD, mana_cost="{2}{W}", power=3, toughness=3, base_size=True),
            "3/3 with {2}{W}",
        ),
    ],
)
def test_impossible(view, what):
    answer = infer(view)
    assert (answer.verdict, answer.prototyped) == (Verdict.IMPOSSIBLE, None)
    assert what in answer.reason


def test_a_card_that_the_table_does_not_have():
    card = Characteristics.from_strings(
        name="Test Engine",
        mana_cost="{6}",
        type_line="Artifact Creature — Construct",
        power=5,
        toughness=5,
        rules_text="Prototype {1}{U} — 2/2",
    )
    assert infer(View(zone=STACK, mana_value=2), card=card).prototyped is True
    bear = Characteristics.from_strings(name="Bear", mana_cost="{1}{G}", type_line="Creature — Bear", rules_text="")
    assert infer(View(zone=STACK, mana_value=2), card=bear).prototyped is False


def test_it_is_pure():
    view = seen(zone=STACK, mana_cost="{2}{R}")
    assert infer(view) == infer(view)


@pytest.mark.parametrize(
    ("view", "prototyped"),
    [
        (seen(zone=STACK, mana_cost="{R}{2}"), True),
        (seen(zone=STACK, mana_cost="{2}{r}"), True),
        (seen(zone=BATTLEFIELD, power="3", toughness="2"), True),
    ],
)
def test_other_spellings(view, prototyped):
    assert infer(view).prototyped is prototyped


@pytest.mark.parametrize(
    "fields",
    [
        {"mana_cost": "2R"},
        {"mana_cost": "{"},
        {"mana_cost": ["{2}"]},
        {"colors": "purple"},
        {"power": "three", "toughness": 2},
        {"power": True, "toughness": 2},
        {"mana_value": "3"},
        {"name": ["x"]},
        {"face_down": "no"},
    ],
)
def test_what_cannot_be_read_is_an_error(fields):
    with pytest.raises(InvalidEvent):
        infer(seen(zone=BATTLEFIELD, **fields))


@pytest.mark.parametrize(
    "fields",
    [
        {"zone": BATTLEFIELD, "prototyped": True, "power": 6, "toughness": 4, "base_size": True},
        {"zone": BATTLEFIELD, "prototyped": False, "power": 3, "toughness": 2},
        {"zone": BATTLEFIELD, "prototyped": False, "colors": "R"},
        {"zone": HAND, "prototyped": True},
    ],
)
def test_a_flag_against_what_shows_is_impossible(fields):
    assert infer(seen(**fields)).verdict is Verdict.IMPOSSIBLE
