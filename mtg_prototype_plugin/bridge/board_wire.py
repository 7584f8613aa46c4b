"""The board's events and views as they stand in a message. Their forms are made from the classes themselves."""

from dataclasses import fields
from functools import reduce
from operator import or_
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Annotated, Any, Final, get_args, get_type_hints

from msgspec import Meta, Struct, defstruct

from mtg_hookspecs import CardNotFound, Characteristics, Size

from . import wire
from .events import EVENTS, BoardEvent
from .view import View
from .wire import CharacteristicsForm, InvalidField, Number, SizeForm, Text, Whole, Words

ObjectId = Text | Whole
"""An opaque id; a number is taken as its digits."""

CardForm = CharacteristicsForm | Text | None
"""A card by its values, or by a name that the table knows."""

_IDS: Final = frozenset({"id", "new_id", "source", "copy", "spell", "controller"})
_FORMS: Final[dict[Any, Any]] = {
    str: Text,
    int: Whole,
    int | float: Number,
    Size: SizeForm,
    tuple[str, ...]: Words,
    tuple[tuple[str, int], ...]: Annotated[dict[Text, Whole], Meta(max_length=50)],
    Characteristics: CharacteristicsForm | Text,
}


def _form(kind: type[Any], **options: Any) -> type[Struct]:
    """A struct with the fields of the dataclass ``kind``."""
    hints = get_type_hints(kind)
    members: list[tuple[str, Any] | tuple[str, Any, Any]] = []
    for each in fields(kind):
        form = _member_type(hints[each.name], is_id=each.name in _IDS)
        optional = each.default is None or isinstance(each.default, bool)
        members.append((each.name, form, each.default) if optional else (each.name, form))
    namespace = {"__doc__": kind.__doc__}
    return defstruct(
        f"{kind.__name__}Form", members, frozen=True, forbid_unknown_fields=True, namespace=namespace, **options
    )


def _member_type(hint: Any, *, is_id: bool) -> Any:
    parts = get_args(hint) if isinstance(hint, UnionType) else (hint,)
    whole = reduce(or_, (part for part in parts if part is not NoneType))
    form = _FORMS.get(whole, whole)
    if is_id and whole is str:
        form = form | Whole
    return form | None if NoneType in parts else form


_VIEW_FORM: Final = _form(View)
_FORMS[View] = _VIEW_FORM
_EVENT_FORMS: Final = {_form(kind, tag_field="event", tag=word): kind for word, kind in EVENTS.items()}
_FORM_OF_EVENT: Final = {kind: form for form, kind in _EVENT_FORMS.items()}

if TYPE_CHECKING:
    ViewForm = Struct
    BoardEventForm = Struct
else:
    ViewForm = _VIEW_FORM
    BoardEventForm = reduce(or_, _EVENT_FORMS)


def view_of(form: Struct) -> View:
    """The view; a number as id is its digits."""
    return View(**_values(form, ""))


def event_of(form: Struct, *, at: str) -> BoardEvent:
    """The event. Raises ``InvalidField``."""
    return _EVENT_FORMS[type(form)](**_values(form, f"{at}."))


def view_form(view: View) -> Struct:
    """The form of the view."""
    values = {name: getattr(view, name) for name in _VIEW_FORM.__struct_fields__}
    if view.counters is not None:
        values["counters"] = dict(view.counters)
    return _VIEW_FORM(**values)


def event_form(event: BoardEvent) -> Struct:
    """The form of the event."""
    form = _FORM_OF_EVENT[type(event)]
    return form(**{name: _member_form(getattr(event, name)) for name in form.__struct_fields__})


def card_of(given: CharacteristicsForm | str | None, *, at: str) -> Characteristics | None:
    """The card. Raises ``InvalidField``."""
    if given is None:
        return None
    if isinstance(given, CharacteristicsForm):
        return wire.characteristics(given, at=at)
    from ..table import find

    found = find(given)
    if found is None:
        error = CardNotFound("no prototype card of that name", value=given, hint="give its characteristics")
        raise InvalidField(at, error)
    return found.characteristics


def _values(form: Struct, at: str) -> dict[str, Any]:
    return {name: _value(name, getattr(form, name), at) for name in form.__struct_fields__}


def _value(name: str, value: Any, at: str) -> Any:
    if value is None:
        return None
    if name == "card":
        return card_of(value, at=f"{at}card")
    if name == "counters":
        return tuple(sorted(value.items()))
    if isinstance(value, _VIEW_FORM):
        return view_of(value)
    return str(value) if name in _IDS and not isinstance(value, bool) else value


def _member_form(value: Any) -> Any:
    if isinstance(value, Characteristics):
        return wire.characteristics_form(value)
    return view_form(value) if isinstance(value, View) else value
