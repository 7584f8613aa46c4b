"""What a value in a scenario file may be: forms of single values, of lists, and of objects with known keys.

Each form is also there as a JSON Schema, which says of it what such a schema can say; ``check`` says all.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from itertools import combinations
from typing import Any, Final

from mtg_hookspecs import ManaCost, Zone
from mtg_hookspecs.errors import InvalidManaCost

from .errors import InvalidScenario


class Role(Enum):
    """What the value of a key is to the bookkeeping of handles."""

    VALUE = "no handle"
    OBJECT = "an object as it is now"
    PAST = "an object, also one that has become another"
    NEW = "the name that the action gives to an object"
    EFFECT = "an effect"
    NEW_EFFECT = "the name that the action gives to an effect"
    NEW_FORK = "the name that the action gives to a fork"
    CARD = "a card by name"
    CASTER = "a player: the capability counts when it is not the owner of the object"


@dataclass(frozen=True, slots=True)
class Form:
    """What a value may be: in words, as a test, and as a JSON Schema."""

    what: str
    accepts: Callable[[object], bool]
    schema: Mapping[str, Any] = field(default_factory=dict, compare=False)

    def check(self, value: object, *, where: str) -> None:
        """Raise ``InvalidScenario`` unless ``value`` has this form. ``where`` is the key that holds it."""
        if not self.accepts(value):
            raise InvalidScenario(f"{where} is not {self.what}", value=value)


@dataclass(frozen=True, slots=True)
class Listing:
    """A list whose members have one form. Doubles are refused; the order counts only where it is ``ordered``."""

    what: str
    of: "Form | Record"
    empty: bool = True
    ordered: bool = False

    @property
    def schema(self) -> Mapping[str, Any]:
        """As a JSON Schema."""
        return {
            "type": "array",
            "items": self.of.schema,
            **({} if self.empty else {"minItems": 1}),
            **({"uniqueItems": True} if isinstance(self.of, Form) else {}),
        }

    def check(self, value: object, *, where: str) -> None:
        """Raise ``InvalidScenario`` unless ``value`` is such a list."""
        if not isinstance(value, list) or not (value or self.empty):
            raise InvalidScenario(f"{where} is not {self.what}", value=value)
        for member in value:
            self.of.check(member, where=f"a member of {where}")
        if isinstance(self.of, Form) and len(set(value)) < len(value):
            raise InvalidScenario(f"{where} has a member twice", value=value)
        if self.ordered and value != sorted(value):
            raise InvalidScenario(f"{where} is not sorted", value=value)


@dataclass(frozen=True, slots=True)
class Key:
    """A key: its name, the form of its value, the capability that it needs by itself, its role."""

    name: str
    form: "Form | Listing | Record"
    capability: str = ""
    role: Role = Role.VALUE


@dataclass(frozen=True, slots=True)
class Record:
    """An object with known keys.

    Of each group in ``apart`` at most one key is given, of ``some`` at least one. ``linked``: a key that is given only
    with another, and where that one has a value, with this value.
    """

    what: str
    required: tuple[Key, ...] = ()
    optional: tuple[Key, ...] = ()
    apart: tuple[tuple[str, ...], ...] = ()
    some: tuple[str, ...] = ()
    linked: tuple[tuple[str, str, str | None], ...] = ()

    def every_key(self) -> tuple[Key, ...]:
        """All keys, the required ones first."""
        return self.required + self.optional

    @property
    def schema(self) -> Mapping[str, Any]:
        """As a JSON Schema."""
        apart = [{"not": {"required": [one, other]}} for group in self.apart for one, other in combinations(group, 2)]
        linked = [_linked_schema(*each) for each in self.linked]
        some = [{"anyOf": [{"required": [name]} for name in self.some]}] if self.some else []
        all_of = [*apart, *linked, *some]
        return {
            "type": "object",
            "properties": {key.name: key.form.schema for key in self.every_key()},
            "required": [key.name for key in self.required],
            "additionalProperties": False,
            **({"allOf": all_of} if all_of else {}),
        }

    def check(self, value: object, *, where: str) -> None:
        """Raise ``InvalidScenario`` unless ``value`` is such an object."""
        if not isinstance(value, dict):
            raise InvalidScenario(f"{where} is not {self.what}", value=value)
        known = {key.name: key for key in self.every_key()}
        for name, member in value.items():
            if name not in known:
                raise InvalidScenario(f"unknown key in {self.what}", value=name, hint=f"known: {', '.join(known)}")
            known[name].form.check(member, where=f"{name!r}")
        for key in self.required:
            if key.name not in value:
                raise InvalidScenario(f"{self.what} lacks a key", value=key.name)
        for group in self.apart:
            given = [name for name in group if name in value]
            if len(given) > 1:
                raise InvalidScenario(f"keys in {self.what} that exclude each other", value=", ".join(given))
        if self.some and not any(name in value for name in self.some):
            raise InvalidScenario(f"{self.what} says nothing", hint=f"give one of: {', '.join(self.some)}")
        for name, other, wanted in self.linked:
            if name in value and (other not in value or wanted not in (None, value[other])):
                condition = f"with {other!r}" + (f": {wanted!r}" if wanted else "")
                raise InvalidScenario(f"{name!r} in {self.what} stands only {condition}", value=value.get(other))


def _linked_schema(name: str, other: str, wanted: str | None) -> dict[str, Any]:
    then: dict[str, Any] = {"required": [other]}
    if wanted is not None:
        then["properties"] = {other: {"const": wanted}}
    return {"if": {"required": [name]}, "then": then}


def _is_int(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _is_mana_value(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and value >= 0


def _is_text(value: object) -> bool:
    return isinstance(value, str) and bool(value.strip()) and value.isprintable()


def _is_size(value: object) -> bool:
    return _is_int(value) or (isinstance(value, str) and bool(value) and not re.fullmatch(r"[+-]?[0-9]+", value))


def _is_colors(value: object) -> bool:
    return isinstance(value, str) and bool(re.fullmatch("W?U?B?R?G?", value))


def _is_cost(value: object) -> bool:
    try:
        return isinstance(value, str) and bool(ManaCost.parse(value))
    except InvalidManaCost:
        return False


def _is_devotion(value: object) -> bool:
    return isinstance(value, dict) and all(
        color in tuple("WUBRG") and _is_count(count) and count for color, count in value.items()
    )


def one_of(*words: str) -> Form:
    """One of these words."""
    return Form(
        f"one of {', '.join(words)}",
        lambda value: isinstance(value, str) and value in words,
        {"enum": [str(word) for word in words]},
    )


def or_null(form: Form) -> Form:
    """That, or nothing."""
    return Form(
        f"{form.what} or null",
        lambda value: value is None or form.accepts(value),
        {"anyOf": [form.schema, {"type": "null"}]},
    )


_A_TEXT: Final = {"type": "string", "pattern": r"\S"}
_A_COST: Final = {"type": "string", "pattern": r"^(\{[^{}\s]+\})+$"}
_WUBRG: Final = {"type": "string", "pattern": "^W?U?B?R?G?$"}

TEXT: Final = Form("a line of text", _is_text, _A_TEXT)
ANY_TEXT: Final = Form("a text", lambda value: isinstance(value, str), {"type": "string"})
TRUE: Final = Form("true", lambda value: value is True, {"const": True})
BOOL: Final = Form("true or false", lambda value: isinstance(value, bool), {"type": "boolean"})
INT: Final = Form("a whole number", _is_int, {"type": "integer"})
COUNT: Final = Form("a whole number from 0", _is_count, {"type": "integer", "minimum": 0})
SOME: Final = Form(
    "a whole number from 1", lambda value: _is_count(value) and value != 0, {"type": "integer", "minimum": 1}
)
MANA_VALUE: Final = Form("a number from 0", _is_mana_value, {"type": "number", "minimum": 0})
SIZE: Final = Form(
    "a whole number, or a text where it is none, such as '*'",
    _is_size,
    {"anyOf": [{"type": "integer"}, {"type": "string", "minLength": 1, "not": {"pattern": "^[+-]?[0-9]+$"}}]},
)
COLORS: Final = Form("colours in WUBRG order, such as 'WR'", _is_colors, _WUBRG)
SOME_COLORS: Final = Form(
    "colours in WUBRG order, at least one", lambda value: bool(value) and _is_colors(value), _WUBRG | {"minLength": 1}
)
COLOR: Final = one_of(*"WUBRG")
COST: Final = Form("a mana cost, such as '{2}{R}'", _is_cost, _A_COST)
COST_OR_GRANTED: Final = Form(
    f"{COST.what} or 'mana_cost'",
    lambda value: value == "mana_cost" or _is_cost(value),
    {"anyOf": [_A_COST, {"const": "mana_cost"}]},
)
ZONE: Final = one_of(*Zone)
PLAYER: Final = one_of("A", "B")
OPTION: Final = one_of("normal", "prototyped")
WORDS: Final = Listing("a list of texts", TEXT)
SOME_WORDS: Final = Listing("a list of texts, at least one", TEXT, empty=False)
KEYWORDS: Final = Listing(
    "a list of keyword abilities",
    Form(
        "a keyword ability such as 'First strike', other than Prototype",
        lambda v: _is_text(v) and v != "Prototype",
        {**_A_TEXT, "not": {"const": "Prototype"}},
    ),
)
NAMES: Final = Form(
    "a name, or a list of different names",
    lambda v: _is_text(v) or (isinstance(v, list) and bool(v) and all(map(_is_text, v)) and len(set(v)) == len(v)),
    {"anyOf": [_A_TEXT, {"type": "array", "items": _A_TEXT, "minItems": 1, "uniqueItems": True}]},
)
CAPABILITY: Final = Form("a capability", _is_text, _A_TEXT)
DEVOTION: Final = Form(
    "devotion by colour without zeros, such as {'B': 2}",
    _is_devotion,
    {
        "type": "object",
        "properties": {color: {"type": "integer", "minimum": 1} for color in "WUBRG"},
        "additionalProperties": False,
    },
)
KEBAB: Final = Form(
    "in kebab-case",
    lambda v: isinstance(v, str) and bool(re.fullmatch(r"[a-z0-9.]+(-[a-z0-9.]+)+", v)),
    {"type": "string", "pattern": "^[a-z0-9.]+(-[a-z0-9.]+)+$"},
)
TITLE: Final = Form(
    "a line of under 100 characters", lambda v: _is_text(v) and len(str(v)) < 100, _A_TEXT | {"maxLength": 99}
)
