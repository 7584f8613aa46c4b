"""What an object is: its characteristics (CR 109.3), an override that stands in for them, copiable values (707.2)."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, fields
from math import isfinite
from operator import attrgetter
from typing import Any, Final, Literal, TypedDict

from .errors import InvalidCharacteristics, InvalidEvent, InvalidManaCost, InvalidSize, InvalidTypeLine
from .mana import Colors, ManaCost, symbols_in
from .value import Value
from .zones import Zone

Size = int | str
"""A power, toughness, loyalty or defense: a whole number, or what is printed where it is none (``"*"``, ``"1+*"``)."""

_SUPERTYPES: Final = frozenset({"Basic", "Elite", "Host", "Legendary", "Ongoing", "Snow", "Token", "World"})
_DASH: Final = re.compile(r" [–-](?: |$)| ?— ?")
_TERM: Final = r"(?:[0-9]{1,9}(?:d[0-9]{1,9}|\.[0-9]{1,9})?|\.[0-9]{1,9}|[0-9]{0,9}[*½∞?XYxy]²?)"
_SUBTYPE: Final = re.compile(r"\bTime Lord\b|\S+")
_SIZE: Final = re.compile(rf"[+-]?{_TERM}(?:[+-]{_TERM}){{0,3}}")
_WHOLE: Final = re.compile(r"0|-?[1-9][0-9]{0,8}")
_REMINDER: Final = re.compile(r"\([^()]*\)")
_BASIC_LAND_MANA: Final = {"Plains": "W", "Island": "U", "Swamp": "B", "Mountain": "R", "Forest": "G"}


class CardStrings(TypedDict, total=False):
    """Characteristics under Scryfall's keys and in its forms; what an object has not, or is not known, is left out."""

    name: str
    mana_cost: str
    cmc: float
    colors: list[str]
    type_line: str
    power: str
    toughness: str
    loyalty: str
    defense: str
    keywords: list[str]
    oracle_text: str
    color_identity: list[str]


class _HashedOnce(Value):
    """Hashing fourteen fields costs more than the look-up that it is for, so the hash is kept (and never pickled)."""

    __slots__ = ("_hash",)
    _hash: int


@dataclass(frozen=True, slots=True, init=False)
class Characteristics(_HashedOnce):
    """The characteristics of an object (109.3), as far as this contract goes.

    Raises ``InvalidManaCost``, ``InvalidTypeLine``, ``InvalidSize``, ``InvalidColors``, ``InvalidCharacteristics`` for
    values of another form. ``dataclasses.replace`` of a mana cost leaves colours and mana value: give them too.
    """

    name: str
    """``""`` is no name (face down, 708.2a)."""
    mana_cost: ManaCost | None
    """``None`` is no mana cost, which is not {0} (202.1b)."""
    colors: Colors
    """If not given, those of the mana cost (105.2)."""
    supertypes: tuple[str, ...]
    types: tuple[str, ...]
    subtypes: tuple[str, ...]
    power: Size | None
    toughness: Size | None
    loyalty: Size | None
    defense: Size | None
    keywords: tuple[str, ...]
    """Keyword abilities (702) by name, such as ``First strike``; neither keyword actions nor Prototype."""
    rules_text: str | None
    """``None``: not known; ``""``: none."""
    color_identity: Colors
    """Of the card (903.4). If not given, from colours, mana cost, basic land types and symbols in the rules text."""
    mana_value: int | float
    """If not given, that of the mana cost, and 0 where there is none (202.3a)."""

    def __init__(
        self,
        *,
        name: str,
        mana_cost: ManaCost | None = None,
        colors: Iterable[str] | None = None,
        supertypes: Iterable[str] = (),
        types: Iterable[str] = (),
        subtypes: Iterable[str] = (),
        power: Size | None = None,
        toughness: Size | None = None,
        loyalty: Size | None = None,
        defense: Size | None = None,
        keywords: Iterable[str] = (),
        rules_text: str | None = None,
        color_identity: Iterable[str] | None = None,
        mana_value: float | None = None,
    ) -> None:
        if mana_cost is not None and not isinstance(mana_cost, ManaCost):
            raise InvalidManaCost("not a ManaCost", value=mana_cost, hint="ManaCost.parse(text), or from_strings")
        own = Colors(colors) if colors is not None else mana_cost.colors if mana_cost else Colors()
        if mana_value is None:
            mana_value = mana_cost.mana_value if mana_cost else 0
        _check_types(name=(name, str), rules_text=(rules_text, str | None), mana_value=(mana_value, int | float))
        if not isfinite(mana_value):
            raise InvalidCharacteristics("no mana value", value=mana_value, hint="a number, 0 or more (202.3)")
        values = {
            "name": name,
            "mana_cost": mana_cost,
            "colors": own,
            "supertypes": _words(supertypes),
            "types": _words(types),
            "subtypes": _words(subtypes),
            "power": parse_size(power),
            "toughness": parse_size(toughness),
            "loyalty": parse_size(loyalty),
            "defense": parse_size(defense),
            "keywords": _words(keywords),
            "rules_text": rules_text,
            "mana_value": int(mana_value) if mana_value == int(mana_value) else mana_value,
        }
        for key, value in values.items():
            object.__setattr__(self, key, value)
        identity = _identity(self) if color_identity is None else Colors(color_identity)
        object.__setattr__(self, "color_identity", identity)

    def __hash__(self) -> int:
        try:
            return self._hash
        except AttributeError:
            object.__setattr__(self, "_hash", hash(_ALL_VALUES(self)))
            return self._hash

    @property
    def type_line(self) -> str:
        """The type line with an em dash: ``Artifact Creature — Construct`` (205.1)."""
        left = " ".join((*self.supertypes, *self.types))
        return f"{left} — {' '.join(self.subtypes)}" if self.subtypes else left

    @classmethod
    def from_strings(
        cls,
        *,
        name: str,
        type_line: str,
        mana_cost: str | None = None,
        power: Size | None = None,
        toughness: Size | None = None,
        loyalty: Size | None = None,
        defense: Size | None = None,
        rules_text: str | None = None,
        oracle_text: str | None = None,
        colors: Iterable[str] | None = None,
        keywords: Iterable[str] = (),
        color_identity: Iterable[str] | None = None,
        cmc: float | None = None,
    ) -> "Characteristics":
        """Read printed strings; Scryfall's keys are taken too (``oracle_text`` is its word for ``rules_text``).

        An empty or missing ``mana_cost`` is no mana cost. Raises as the class does.
        """
        supertypes, types, subtypes = parse_type_line(type_line)
        return cls(
            name=name,
            mana_cost=ManaCost.parse(mana_cost) if mana_cost else None,
            colors=colors,
            supertypes=supertypes,
            types=types,
            subtypes=subtypes,
            power=power,
            toughness=toughness,
            loyalty=loyalty,
            defense=defense,
            keywords=keywords,
            rules_text=oracle_text if rules_text is None else rules_text,
            color_identity=color_identity,
            mana_value=cmc,
        )

    def to_strings(self) -> CardStrings:
        """The same under Scryfall's keys and in its forms: ``cmc`` 3.0, ``colors`` ``["R"]``, ``power`` ``"3"``.

        ``Characteristics.from_strings(**c.to_strings()) == c``. No mana cost is ``""``.
        """
        strings = CardStrings(
            name=self.name,
            mana_cost=str(self.mana_cost or ""),
            cmc=float(self.mana_value),
            colors=list(self.colors),
            type_line=self.type_line,
            keywords=list(self.keywords),
            color_identity=list(self.color_identity),
        )
        if self.rules_text is not None:
            strings["oracle_text"] = self.rules_text
        for key in ("power", "toughness", "loyalty", "defense"):
            size: Size | None = getattr(self, key)
            if size is not None:
                strings[key] = str(size)
        return strings

    def changes_from(
        self, printed: "Characteristics", *, form: Literal["values", "strings"] = "values"
    ) -> dict[str, Any]:
        """What differs from ``printed``, for hosts that patch: field to new value, or Scryfall's key to string.

        A text that is not known changes nothing. In the strings, ``None`` is what the object does not have.
        """
        if form not in ("values", "strings"):
            raise InvalidCharacteristics("no such form", value=form, hint="values or strings")
        _check_types(printed=(printed, Characteristics))
        if form == "values":
            before = {key: getattr(printed, key) for key in _FIELDS}
            after = {key: getattr(self, key) for key in _FIELDS}
        else:
            before, after = dict(printed.to_strings()), dict(self.to_strings())
        changed = {key: after.get(key) for key in (*before, *after) if before.get(key) != after.get(key)}
        if self.rules_text is None:
            changed.pop("rules_text" if form == "values" else "oracle_text", None)
        return changed


_FIELDS: Final = tuple(each.name for each in fields(Characteristics))
_ALL_VALUES: Final = attrgetter(*_FIELDS)


@dataclass(frozen=True, slots=True)
class Override(Value):
    """The characteristics that an object has in place of the printed ones, complete, and the word for why.

    A plugin owns the ``designation``; ``rules`` are the numbers that the values rest on, and are not compared.
    """

    designation: str
    characteristics: Characteristics
    rules: tuple[str, ...] = field(default=(), compare=False)
    resolves_to: Zone | None = None
    """Of an instant or sorcery spell: where it goes as it resolves. ``None``: to the graveyard (608.2n)."""
    permits: tuple[str, ...] = ()
    """Of a card elsewhere: the options with which the player who put it there may cast it meanwhile."""

    def changes(self, printed: Characteristics, *, form: Literal["values", "strings"] = "values") -> dict[str, Any]:
        """What differs from ``printed``: ``Characteristics.changes_from``."""
        return self.characteristics.changes_from(printed, form=form)


@dataclass(frozen=True, slots=True)
class CopiableValues(Value):
    """What a copy of an object acquires (707.2): copiable characteristics, and the override they come from, if any."""

    characteristics: Characteristics
    override: Override | None

    def __post_init__(self) -> None:
        if not isinstance(self.override, Override | None):
            raise InvalidEvent("CopiableValues.override is no Override", value=self.override, hint="or None")
        if not isinstance(self.characteristics, Characteristics):
            raise InvalidEvent("CopiableValues.characteristics are none", value=self.characteristics)


def parse_type_line(text: str) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    """Supertypes, types and subtypes of one face's English type line (205).

    The dash is an em dash, or an en dash or hyphen between spaces. "Time Lord" is one subtype, a planar type too
    (205.3b). Words that are no supertype before the dash are types, known or not. Raises ``InvalidTypeLine``.
    """
    if not isinstance(text, str):
        raise InvalidTypeLine("not a text", value=text, hint="such as Artifact Creature — Construct")
    if "//" in text:
        raise InvalidTypeLine("a type line of several faces", value=text, hint="read one face at a time")
    left, *right = _DASH.split(" ".join(text.split()))
    words = left.split()
    first_type = next((i for i, word in enumerate(words) if word not in _SUPERTYPES), len(words))
    if first_type == len(words) or len(right) > 1:
        raise InvalidTypeLine("not a type line", value=text, hint="such as Artifact Creature — Construct")
    types = tuple(words[first_type:])
    rest = " ".join(right).strip()
    subtypes = (rest,) if "Plane" in types and rest else tuple(_SUBTYPE.findall(rest))
    return tuple(words[:first_type]), types, subtypes


def parse_size(given: Size | None) -> Size | None:
    """A whole number as an integer, what else a card may have as it is printed. Raises ``InvalidSize``."""
    if given is None or (isinstance(given, int) and not isinstance(given, bool)):
        return given
    if isinstance(given, str) and _WHOLE.fullmatch(given):
        return int(given)
    if not isinstance(given, str) or not _SIZE.fullmatch(given):
        raise InvalidSize("not a power, toughness, loyalty or defense", value=given, hint="such as 3, *, 1+*, 2.5")
    return given


def _words(given: Iterable[str]) -> tuple[str, ...]:
    if isinstance(given, str) or not isinstance(given, Iterable):
        raise InvalidTypeLine("no words where words are asked for", value=given, hint="a tuple, or from_strings")
    words = tuple(given)
    if not all(isinstance(word, str) for word in words):
        raise InvalidTypeLine("not all of these are words", value=words, hint="a tuple of strings")
    return words


def _check_types(**given: tuple[object, Any]) -> None:
    for name, (value, kind) in given.items():
        if not isinstance(value, kind) or isinstance(value, bool):
            raise InvalidCharacteristics(f"{name} of a wrong type", value=value, hint=f"asked for: {_kind_name(kind)}")


def _kind_name(kind: Any) -> str:
    return getattr(kind, "__name__", None) or str(kind)


def _identity(of: Characteristics) -> Colors:
    """903.4; reminder text is ignored (903.4c), a basic land type stands for its mana ability (305.6)."""
    text = _REMINDER.sub("", of.rules_text or "")
    letters = [letter for symbol in symbols_in(text) for letter in symbol if letter in "WUBRG"]
    lands = [_BASIC_LAND_MANA[subtype] for subtype in of.subtypes if subtype in _BASIC_LAND_MANA]
    cost = of.mana_cost.colors if of.mana_cost else ""
    return Colors((*of.colors, *cost, *letters, *lands))
