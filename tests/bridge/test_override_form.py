"""An override crosses the wire and a saved board whole, another mechanic's too."""

import dataclasses

import msgspec

from mtg_hookspecs import Characteristics, ManaCost, Override, Zone
from mtg_prototype_plugin.bridge import saved, wire

STOMP = Override(
    "adventure",
    Characteristics(name="Stomp", types=("Instant",), mana_cost=ManaCost.parse("{1}{R}"), rules_text=""),
    ("715.3d",),
    resolves_to=Zone.EXILE,
    permits=("normal",),
)


def fields(override):
    return {field.name: getattr(override, field.name) for field in dataclasses.fields(override)}


def test_over_the_wire():
    form = msgspec.json.decode(msgspec.json.encode(wire.override_form(STOMP)), type=wire.OverrideForm)
    assert fields(wire.override(form, at="")) == fields(STOMP)
    assert set(wire.OverrideForm.__struct_fields__) == set(fields(STOMP))


def test_in_a_saved_board():
    assert fields(saved._read_override(msgspec.json.decode(msgspec.json.encode(saved._override(STOMP))))) == fields(
        STOMP
    )
