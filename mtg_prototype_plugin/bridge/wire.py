"""The contract's values as they stand in a message, and back.

Mana costs are symbols in braces, colours a WUBRG string, type lines as printed, sizes integers where they are whole
numbers and strings where not (``"*"``). What is given back has every key; ``null`` is what an object does not have.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import Annotated, Final, TypeVar

from msgspec import Meta, Struct

from mtg_hookspecs import (
    CastOption,
    Characteristics,
    Colors,
    CopiableValues,
    CopyKind,
    Event,
    ManaCost,
    MtgError,
    ObjectCopied,
    Override,
    SpellCast,
    SpellResolve,
    Zone,
    ZoneChange,
    parse_size,
    parse_type_line,
)

_CACHED: Final = 1024
_LARGEST: Final = 2**31 - 1

Text = Annotated[str, Meta(max_length=200)]
Name = Annotated[str, Meta(min_length=1, max_length=200)]
RulesText = Annotated[str, Meta(max_length=4000, description='`null`: not known; `""`: none.')]
ManaCostText = Annotated[str, Meta(max_length=100, description="Symbols in braces, such as `{2}{R}`.")]
ColorLetters = Annotated[str, Meta(max_length=5, pattern="^[WUBRG]*$", description='Letters of WUBRG; `""`: none.')]
Whole = Annotated[int, Meta(ge=-_LARGEST, le=_LARGEST)]
SizeForm = Whole | Annotated[str, Meta(max_length=9)]
Number = Annotated[int, Meta(ge=0, le=_LARGEST)] | Annotated[float, Meta(ge=0, le=_LARGEST)]
Words = Annotated[tuple[Text, ...], Meta(max_length=50)]

A = TypeVar("A")
T = TypeVar("T")


class InvalidField(Exception):
    """A value in a message that the contract refuses: where it stands, and what the contract said."""

    def __init__(self, field: str, error: MtgError) -> None:
        super().__init__(field)
        self.field = field
        self.error = error


class CharacteristicsForm(Struct, frozen=True, forbid_unknown_fields=True):
    """The characteristics of an object (109.3). Only `name` must be given; the rest is derived, or not there."""

    name: Text
    mana_cost: ManaCostText | None = None
    """``null`` is no mana cost, which is not {0} (202.1b)."""
    colors: ColorLetters | None = None
    """If not given, those of the mana cost (105.2)."""
    type_line: Text = ""
    power: SizeForm | None = None
    toughness: SizeForm | None = None
    loyalty: SizeForm | None = None
    defense: SizeForm | None = None
    keywords: Words = ()
    rules_text: RulesText | None = None
    color_identity: ColorLetters | None = None
    mana_value: Number | None = None
    """If not given, that of the mana cost (202.3a)."""


class OverrideForm(Struct, frozen=True, forbid_unknown_fields=True):
    """What an object has in place of what is printed, complete. Keep it with the object and give it back as it is."""

    designation: Text
    characteristics: CharacteristicsForm
    rules: Words = ()
    resolves_to: Zone | None = None
    permits: Words = ()


class CopiableValuesForm(Struct, frozen=True, forbid_unknown_fields=True):
    """What a copy of an object acquires (707.2)."""

    characteristics: CharacteristicsForm
    override: OverrideForm | None = None


class CastOptionForm(Struct, frozen=True, forbid_unknown_fields=True):
    """A way to cast a card. `characteristics` is what the spell would be: judge legality and cost on it (718.3a)."""

    name: Text
    characteristics: CharacteristicsForm
    override: OverrideForm | None = None
    cost: ManaCostText | None = None
    """If that is not the mana cost (118.9)."""


class SpellCastForm(Struct, frozen=True, forbid_unknown_fields=True):
    """The option is chosen and the card is put on the stack; `zone` is where it is cast from."""

    card: CharacteristicsForm
    option: Text
    zone: Zone


class SpellResolveForm(Struct, frozen=True, forbid_unknown_fields=True):
    """A permanent spell with an override becomes a permanent (608.3)."""

    card: CharacteristicsForm
    override: OverrideForm


class ZoneChangeForm(Struct, frozen=True, forbid_unknown_fields=True):
    """Any other move of an object with an override (400.7)."""

    card: CharacteristicsForm
    override: OverrideForm
    origin: Zone
    destination: Zone


class ObjectCopiedForm(Struct, frozen=True, forbid_unknown_fields=True):
    """An object is copied (707)."""

    kind: CopyKind
    source: CopiableValuesForm


class SpellCastEvent(SpellCastForm, frozen=True, tag_field="event", tag="spell/cast"):
    """The parameters of `spell/cast`, to be explained."""


class SpellResolveEvent(SpellResolveForm, frozen=True, tag_field="event", tag="spell/resolve"):
    """The parameters of `spell/resolve`, to be explained."""


class ZoneChangeEvent(ZoneChangeForm, frozen=True, tag_field="event", tag="zone/change"):
    """The parameters of `zone/change`, to be explained."""


class ObjectCopiedEvent(ObjectCopiedForm, frozen=True, tag_field="event", tag="object/copied"):
    """The parameters of `object/copied`, to be explained."""


class CastOptionEvent(CastOptionForm, frozen=True, tag_field="event", tag="cast/option"):
    """One of the answers of `cast/options`, to be explained."""


EventForm = SpellCastEvent | SpellResolveEvent | ZoneChangeEvent | ObjectCopiedEvent | CastOptionEvent


# --- from a message to a value ---------------------------------------------------------------------------------------


def characteristics(form: CharacteristicsForm, *, at: str) -> Characteristics:
    """The value; ``at`` is the place of ``form`` in the message. Raises ``InvalidField``."""
    return _below(at, _characteristics, form)


def override(form: OverrideForm, *, at: str) -> Override:
    """The value. Raises ``InvalidField``."""
    return _below(at, _override, form)


def copiable_values(form: CopiableValuesForm, *, at: str) -> CopiableValues:
    """The value. Raises ``InvalidField``."""
    own = override(form.override, at=f"{at}.override") if form.override else None
    return CopiableValues(characteristics(form.characteristics, at=f"{at}.characteristics"), own)


def spell_cast(form: SpellCastForm, *, at: str = "") -> SpellCast:
    """The value. Raises ``InvalidField``."""
    card = characteristics(form.card, at=f"{at}card")
    return _checked(f"{at}zone", lambda: SpellCast(card, form.option, form.zone))


def spell_resolve(form: SpellResolveForm, *, at: str = "") -> SpellResolve:
    """The value. Raises ``InvalidField``."""
    return SpellResolve(characteristics(form.card, at=f"{at}card"), override(form.override, at=f"{at}override"))


def zone_change(form: ZoneChangeForm, *, at: str = "") -> ZoneChange:
    """The value. Raises ``InvalidField``."""
    card, own = characteristics(form.card, at=f"{at}card"), override(form.override, at=f"{at}override")
    return _checked(f"{at}destination", lambda: ZoneChange(card, own, form.origin, form.destination))


def object_copied(form: ObjectCopiedForm, *, at: str = "") -> ObjectCopied:
    """The value. Raises ``InvalidField``."""
    return ObjectCopied(form.kind, copiable_values(form.source, at=f"{at}source"))


def cast_option(form: CastOptionForm, *, at: str = "") -> CastOption:
    """The value. Raises ``InvalidField``."""
    spell = characteristics(form.characteristics, at=f"{at}characteristics")
    own = override(form.override, at=f"{at}override") if form.override else None
    cost = form.cost
    return CastOption(form.name, own, spell, _mana_cost(f"{at}cost", cost) if cost is not None else None)


def event(form: EventForm, *, at: str = "") -> Event | CastOption:
    """The value. Raises ``InvalidField``."""
    match form:
        case SpellCastForm():
            return spell_cast(form, at=at)
        case SpellResolveForm():
            return spell_resolve(form, at=at)
        case ZoneChangeForm():
            return zone_change(form, at=at)
        case ObjectCopiedForm():
            return object_copied(form, at=at)
        case CastOptionForm():
            return cast_option(form, at=at)


@lru_cache(_CACHED)
def _characteristics(form: CharacteristicsForm) -> Characteristics:
    types = _parsed("type_line", _type_line, form.type_line) if form.type_line else ((), (), ())
    return Characteristics(
        name=form.name,
        mana_cost=None if form.mana_cost is None else _mana_cost("mana_cost", form.mana_cost),
        colors=None if form.colors is None else _parsed("colors", Colors, form.colors),
        supertypes=types[0],
        types=types[1],
        subtypes=types[2],
        power=_size("power", form.power),
        toughness=_size("toughness", form.toughness),
        loyalty=_size("loyalty", form.loyalty),
        defense=_size("defense", form.defense),
        keywords=form.keywords,
        rules_text=form.rules_text,
        color_identity=None if form.color_identity is None else Colors(form.color_identity),
        mana_value=form.mana_value,
    )


@lru_cache(_CACHED)
def _override(form: OverrideForm) -> Override:
    own = characteristics(form.characteristics, at="characteristics")
    return Override(form.designation, own, form.rules, form.resolves_to, form.permits)


_cost: Final = lru_cache(_CACHED)(ManaCost.parse)
_type_line: Final = lru_cache(_CACHED)(parse_type_line)


def _mana_cost(field: str, text: str) -> ManaCost:
    cost = _parsed(field, _cost, text)
    if cost.mana_value > _LARGEST:
        problem = MtgError("a mana value beyond all bounds", value=text, hint=f"at most {_LARGEST}")
        raise InvalidField(field, problem)
    return cost


def _size(field: str, given: int | str | None) -> int | str | None:
    return _parsed(field, parse_size, given) if isinstance(given, str) else given


def _parsed(field: str, parse: Callable[[A], T], value: A) -> T:
    try:
        return parse(value)
    except MtgError as error:
        raise InvalidField(field, error) from None


def _checked(field: str, make: Callable[[], T]) -> T:
    try:
        return make()
    except MtgError as error:
        raise InvalidField(field, error) from None


def _below(at: str, read: Callable[[A], T], form: A) -> T:
    try:
        return read(form)
    except InvalidField as error:
        raise InvalidField(f"{at}.{error.field}", error.error) from None


# --- from a value to a message ---------------------------------------------------------------------------------------


@lru_cache(_CACHED)
def characteristics_form(value: Characteristics) -> CharacteristicsForm:
    """``value`` with every key."""
    return CharacteristicsForm(
        name=value.name,
        mana_cost=str(value.mana_cost) if value.mana_cost else None,
        colors=str(value.colors),
        type_line=value.type_line,
        power=value.power,
        toughness=value.toughness,
        loyalty=value.loyalty,
        defense=value.defense,
        keywords=value.keywords,
        rules_text=value.rules_text,
        color_identity=str(value.color_identity),
        mana_value=value.mana_value,
    )


def override_form(value: Override) -> OverrideForm:
    """``value`` with every key."""
    return OverrideForm(
        value.designation, characteristics_form(value.characteristics), value.rules, value.resolves_to, value.permits
    )


def cast_option_form(value: CastOption) -> CastOptionForm:
    """``value`` with every key."""
    return CastOptionForm(
        value.name,
        characteristics_form(value.characteristics),
        override_form(value.override) if value.override else None,
        str(value.cost) if value.cost else None,
    )
