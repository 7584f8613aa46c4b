"""The words of the scenario format, version 1: one table from which a file is checked and its ``needs`` follow.

A ``Verb`` is an action or an expectation: its keys, what it does to objects, the capability that a host must have.
"""

from dataclasses import dataclass
from enum import Enum
from typing import Final

from .forms import (
    ANY_TEXT,
    BOOL,
    CAPABILITY,
    COLOR,
    COLORS,
    COST,
    COST_OR_GRANTED,
    COUNT,
    DEVOTION,
    INT,
    KEBAB,
    KEYWORDS,
    MANA_VALUE,
    NAMES,
    OPTION,
    PLAYER,
    SIZE,
    SOME,
    SOME_COLORS,
    SOME_WORDS,
    TEXT,
    TITLE,
    TRUE,
    WORDS,
    ZONE,
    Form,
    Key,
    Listing,
    Record,
    Role,
    one_of,
    or_null,
)

FORMAT: Final = 1
"""The newest format that is read."""


class Makes(Enum):
    """What an action does to objects."""

    NOTHING = "the objects stay who they are"
    ANOTHER = "a further object comes to be"
    AGAIN = "the object becomes a new one (400.7)"
    MERGED = "the spell becomes part of a permanent (730.2)"
    FORK = "a copy of the whole game comes to be"


@dataclass(frozen=True, slots=True)
class Verb:
    """An action or an expectation."""

    name: str
    record: Record
    capability: str = ""
    makes: Makes = Makes.NOTHING


# --- keys ----------------------------------------------------------------------------------------------------------

_OBJECT: Final = Key("object", TEXT, role=Role.OBJECT)
_PAST_OBJECT: Final = Key("object", TEXT, role=Role.PAST)
_OF: Final = Key("of", TEXT, role=Role.OBJECT)
_PAST_OF: Final = Key("of", TEXT, role=Role.PAST)
_AS: Final = Key("as", TEXT, role=Role.NEW)
_AS_NAMES: Final = Key("as", NAMES, role=Role.NEW)
_AS_EFFECT: Final = Key("as_effect", TEXT, role=Role.NEW_EFFECT)
_IN: Final = Key("in", TEXT)
_OWNER: Final = Key("player", PLAYER)
_CHOSEN: Final = Key("option", OPTION)
_FREE: Final = Key("free", TRUE, capability="free_cast")
_ALTERNATIVE: Final = Key("alternative", COST_OR_GRANTED, capability="alternative_cost")
_FACE_DOWN: Final = Key("face_down", TRUE, capability="face_down")
_COPY_OF: Final = Key("copy_of", TEXT, capability="enters_as_copy", role=Role.OBJECT)
_X: Final = Key("x", COUNT)
_TO: Final = Key("to", ZONE)
_SOME_COLORS_KEY: Final = Key("colors", SOME_COLORS)

_EXCEPT_KEYS: Final = (
    Key("power", SIZE),
    Key("toughness", SIZE),
    Key("own_pt", TRUE),
    Key("name", TEXT),
    Key("mana_cost", or_null(COST)),
    Key("colors", COLORS),
    Key("keep_colors", TRUE),
    Key("subtypes", WORDS),
    Key("add_types", SOME_WORDS),
    Key("add_subtypes", SOME_WORDS),
    Key("add_colors", SOME_COLORS),
)
EXCEPT: Final = Record(
    "an 'except'",
    optional=_EXCEPT_KEYS,
    apart=(("colors", "keep_colors", "add_colors"), ("own_pt", "power"), ("own_pt", "toughness")),
    some=tuple(key.name for key in _EXCEPT_KEYS),
)
"""The exceptions of a copy (707.9)."""

FILTER: Final = Record(
    "a filter",
    optional=(
        Key("colors_include", COLOR),
        Key("colorless", TRUE),
        Key("mana_value_max", COUNT),
        Key("mana_value_min", COUNT),
        Key("mana_value_parity", one_of("even", "odd")),
        Key("power_max", INT),
        Key("power_min", INT),
        Key("toughness_max", INT),
        Key("types_include", TEXT),
    ),
)
"""What an effect looks for. ``{}`` matches everything."""

MODIFIER: Final = Record(
    "a modifier",
    optional=(
        Key("increase", COST),
        Key("reduce", COST),
        Key("minimum", COUNT),
        Key("if", FILTER),
        Key("colored_only", TRUE),
    ),
    apart=(("increase", "reduce", "minimum"), ("minimum", "if")),
    some=("increase", "reduce", "minimum"),
    linked=(("colored_only", "reduce", None),),
)
"""What changes a cost (601.2f, 118.7)."""

_EXCEPT: Final = Key("except", EXCEPT)

PROPERTIES: Final = (
    Key("zone", ZONE),
    Key("name", or_null(TEXT)),
    Key("mana_cost", or_null(COST)),
    Key("mana_value", MANA_VALUE),
    Key("colors", COLORS),
    Key("power", or_null(SIZE)),
    Key("toughness", or_null(SIZE)),
    Key("types", WORDS),
    Key("subtypes", WORDS),
    Key("gone", TRUE),
    Key("prototyped", BOOL),
    Key("cast_prototyped", BOOL),
    Key("keywords", KEYWORDS, capability="abilities"),
    Key("base_power", or_null(SIZE), capability="base_pt"),
    Key("base_toughness", or_null(SIZE), capability="base_pt"),
    Key("controller", PLAYER, capability="control"),
    Key("color_identity", or_null(COLORS), capability="identity"),
    Key("devotion", DEVOTION, capability="devotion"),
)
"""What an expectation may say of an object."""

# --- actions and expectations --------------------------------------------------------------------------------------


def _action(
    name: str,
    required: tuple[Key, ...],
    optional: tuple[Key, ...] = (),
    *,
    capability: str = "",
    makes: Makes = Makes.NOTHING,
    apart: tuple[tuple[str, ...], ...] = (),
    linked: tuple[tuple[str, str, str | None], ...] = (),
) -> Verb:
    record = Record(f"the action {name!r}", (Key("do", TEXT), *required), (*optional, _IN), apart=apart, linked=linked)
    return Verb(name, record, capability, makes)


def _layer(name: str, *keys: Key) -> Verb:
    return _action(name, (_OBJECT, *keys), (_AS_EFFECT,), capability="layers")


_POWER: Final = Key("power", INT)
_TOUGHNESS: Final = Key("toughness", INT)
_TYPES: Final = Key("types", SOME_WORDS)
_WITH_COPY: Final = ("except", "copy_of", None)

ACTIONS: Final = {
    verb.name: verb
    for verb in (
        _action(
            "put",
            (Key("card", TEXT, role=Role.CARD), Key("zone", ZONE), _AS),
            (_OWNER, _FACE_DOWN),
            makes=Makes.ANOTHER,
            linked=(("face_down", "zone", "battlefield"),),
        ),
        _action(
            "cast",
            (_OBJECT, _CHOSEN),
            (
                _AS,
                _FREE,
                _ALTERNATIVE,
                _X,
                Key("player", PLAYER, capability="control", role=Role.CASTER),
                Key("cancel", TRUE, capability="rewind"),
            ),
            makes=Makes.AGAIN,
            apart=(("as", "cancel"), ("free", "alternative")),
        ),
        _action(
            "resolve",
            (_OBJECT,),
            (_AS, Key("to", one_of("graveyard")), _COPY_OF, _EXCEPT),
            makes=Makes.AGAIN,
            apart=(("to", "copy_of"),),
            linked=(_WITH_COPY,),
        ),
        _action("counter", (_OBJECT,), (_TO, _AS), makes=Makes.AGAIN),
        _action(
            "move",
            (_OBJECT, _TO),
            (_AS_NAMES, _FACE_DOWN, _COPY_OF, _EXCEPT),
            makes=Makes.AGAIN,
            linked=(("face_down", "to", "battlefield"), ("copy_of", "to", "battlefield"), _WITH_COPY),
        ),
        _action("blink", (_OBJECT,), (_AS_NAMES, _COPY_OF, _EXCEPT), makes=Makes.AGAIN, linked=(_WITH_COPY,)),
        _action("copy_spell", (_PAST_OBJECT, _AS), capability="copy_spell", makes=Makes.ANOTHER),
        _action("create_token_copy", (_PAST_OF, _AS), (_EXCEPT,), capability="token_copy", makes=Makes.ANOTHER),
        _action("become_copy", (_OBJECT, _OF), (_EXCEPT, _AS_EFFECT), capability="become_copy"),
        _action("copy_card", (_OBJECT, _AS), capability="copy_card", makes=Makes.ANOTHER),
        _action("turn_face_down", (_OBJECT,), capability="face_down"),
        _action("turn_face_up", (_OBJECT,), capability="face_down"),
        _action("phase_out", (_OBJECT,), capability="phasing"),
        _action("phase_in", (_OBJECT,), capability="phasing"),
        _action("change_control", (_OBJECT, _OWNER), capability="control"),
        _layer("lose_abilities"),
        _layer("set_base_pt", _POWER, _TOUGHNESS),
        _layer("modify_pt", _POWER, _TOUGHNESS),
        _layer("switch_pt"),
        _action(
            "add_counters",
            (_OBJECT, Key("kind", one_of("+1/+1", "-1/-1")), Key("count", SOME)),
            capability="layers",
        ),
        _layer("set_colors", Key("colors", COLORS)),
        _layer("add_colors", _SOME_COLORS_KEY),
        _layer("set_types", _TYPES),
        _layer("add_types", _TYPES),
        _action("end_effect", (Key("effect", TEXT, role=Role.EFFECT),)),
        _action(
            "mutate",
            (_OBJECT, Key("onto", TEXT, role=Role.OBJECT), Key("side", one_of("over", "under"))),
            capability="merge",
            makes=Makes.MERGED,
        ),
        _action("fork", (Key("as", TEXT, role=Role.NEW_FORK),), capability="fork", makes=Makes.FORK),
        _action("save_and_load", (), capability="save"),
    )
}
"""The actions, by the word after ``do``."""


def _expectation(
    name: str,
    required: tuple[Key, ...],
    optional: tuple[Key, ...],
    *,
    capability: str = "",
    role: Role = Role.OBJECT,
    some: tuple[str, ...] = (),
    apart: tuple[tuple[str, ...], ...] = (),
    linked: tuple[tuple[str, str, str | None], ...] = (),
) -> Verb:
    keys = (Key(name, TEXT, role=role), *required)
    return Verb(name, Record(f"{name!r}", keys, (*optional, _IN), apart=apart, some=some, linked=linked), capability)


_SAYS: Final = tuple(key.name for key in PROPERTIES)

EXPECTATIONS: Final = {
    verb.name: verb
    for verb in (
        _expectation("expect", (), PROPERTIES, some=_SAYS),
        _expectation("expect_last_known", (), PROPERTIES, capability="last_known", role=Role.PAST, some=_SAYS),
        _expectation(
            "expect_entering",
            (),
            (*PROPERTIES, _COPY_OF, _EXCEPT),
            capability="entering",
            some=_SAYS,
            linked=(_WITH_COPY,),
        ),
        _expectation(
            "expect_options",
            (Key("options", Listing("a sorted list of ways of casting", OPTION, ordered=True)),),
            (Key("permission", FILTER), Key("prohibition", FILTER)),
            capability="options",
        ),
        _expectation(
            "expect_card_matches", (Key("filter", FILTER), Key("result", BOOL)), (), capability="card_filters"
        ),
        _expectation(
            "expect_cost",
            (_CHOSEN, Key("cost", COST)),
            (_FREE, _ALTERNATIVE, _X, Key("modifiers", Listing("a list of modifiers", MODIFIER))),
            capability="costs",
            apart=(("free", "alternative"),),
        ),
    )
}
"""The expectations, by the key that holds their object."""

CAPABILITIES: Final = frozenset(
    capability
    for verb in (*ACTIONS.values(), *EXPECTATIONS.values())
    for capability in (verb.capability, *(key.capability for key in verb.record.every_key()))
    if capability
)
"""Every capability beyond ``core`` that this version knows."""

# --- the file ------------------------------------------------------------------------------------------------------

CARD: Final = Record(
    "a card",
    required=(Key("type_line", TEXT),),
    optional=(
        Key("mana_cost", or_null(COST)),
        Key("power", TEXT),
        Key("toughness", TEXT),
        Key("keywords", WORDS),
        Key("rules_text", ANY_TEXT),
    ),
)
"""A card that a file defines, as facts."""

SCENARIO: Final = Record(
    "a scenario",
    required=(
        Key("id", KEBAB),
        Key("title", TITLE),
        Key("rules", Listing("a list of rule numbers, at least one", TEXT, empty=False)),
        Key("needs", Listing("a sorted list of capabilities", CAPABILITY, ordered=True)),
        Key("steps", Form("a list of steps, at least one", lambda v: isinstance(v, list) and bool(v))),
    ),
    optional=(Key("note", ANY_TEXT),),
)
"""A scenario, its steps aside."""

FILE: Final = Record(
    "a scenario file",
    required=(Key("format", SOME), Key("scenarios", Form("a list", lambda v: isinstance(v, list)))),
    optional=(Key("cards", Form("an object", lambda v: isinstance(v, dict))),),
)
"""The file, its cards and scenarios aside."""
