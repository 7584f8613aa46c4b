"""The board as plain JSON data, and back."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from mtg_hookspecs.characteristics import Characteristics, CopiableValues, Override
from mtg_hookspecs.errors import InvalidEvent, MtgError
from mtg_hookspecs.zones import Zone

from ..objects import CopyEffect, GameObject, Merge, ObjectKind, Side
from .infer import Verdict
from .record import Entry
from .view import view_from_json, view_to_json

if TYPE_CHECKING:
    from rpds import HashTrieMap

FORM: Final = 1
"""The version of this form."""


def board_to_json(entries: "HashTrieMap[str, Entry]", gone: Mapping[str, GameObject]) -> dict[str, Any]:
    """Objects by id, and what those were that are no more, in the order in which they went."""
    return {
        "form": FORM,
        "objects": {which: _entry(entries[which]) for which in sorted(entries)},
        "gone": {which: _object(one) for which, one in gone.items()},
    }


def entries_from_json(record: Mapping[str, Any]) -> tuple[dict[str, Entry], dict[str, GameObject]]:
    """What ``board_to_json`` wrote. Raises ``InvalidEvent`` for anything else."""
    if not isinstance(record, Mapping) or record.get("form") != FORM:
        found = record.get("form") if isinstance(record, Mapping) else record
        raise InvalidEvent("not a board of this form", value=found, hint=f"form {FORM}, as to_json writes it")
    try:
        entries = {which: _read_entry(each) for which, each in record["objects"].items()}
        gone = {which: _read_object(each) for which, each in record["gone"].items()}
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        reason = error.problem if isinstance(error, MtgError) else f"{type(error).__name__}: {error}"
        raise InvalidEvent("a board that cannot be read", value=reason, hint="give what to_json wrote") from error
    return entries, gone


def _entry(entry: Entry) -> dict[str, Any]:
    return _without_nothing(
        {
            "object": _object(entry.object),
            "verdict": str(entry.verdict),
            "reason": entry.reason,
            "came_from": entry.came_from and str(entry.came_from),
            "last": entry.last and _object(entry.last),
            "announced": entry.announced and _entry(entry.announced),
            "entering": entry.entering and _effect(entry.entering),
            "unsure": list(entry.unsure),
            "copy_of": entry.copy_of,
            "parts": list(entry.parts),
            "controller": entry.controller,
            "phased_out": entry.phased_out,
            "incarnation": entry.incarnation,
            "shown": entry.shown and view_to_json(entry.shown),
        }
    )


def _read_entry(record: Mapping[str, Any]) -> Entry:
    def read(name: str, reader: Any) -> Any:
        return reader(record[name]) if record.get(name) is not None else None

    return Entry(
        _read_object(record["object"]),
        Verdict(record["verdict"]),
        record.get("reason", ""),
        came_from=read("came_from", Zone),
        last=read("last", _read_object),
        announced=read("announced", _read_entry),
        entering=read("entering", _read_copy_effect),
        unsure=tuple(record.get("unsure", ())),
        copy_of=record.get("copy_of"),
        parts=tuple(record.get("parts", ())),
        controller=record.get("controller"),
        phased_out=record.get("phased_out", False),
        incarnation=record.get("incarnation"),
        shown=read("shown", view_from_json),
    )


def _object(one: GameObject) -> dict[str, Any]:
    return _without_nothing(
        {
            "card": dict(one.card.to_strings()),
            "zone": str(one.zone),
            "kind": one.kind.value,
            "own": _override(one.own),
            "cast_as": one.cast_as,
            "effects": [_effect(effect) for effect in one.effects],
            "components": [_object(component) for component in one.components],
            "face_down": one.face_down and dict(one.face_down.to_strings()),
            "incarnation": one.incarnation,
        }
    )


def _read_object(record: Mapping[str, Any]) -> GameObject:
    face_down = record.get("face_down")
    return GameObject(
        _read_card(record["card"]),
        Zone(record["zone"]),
        ObjectKind(record["kind"]),
        _read_override(record.get("own")),
        record.get("cast_as"),
        tuple(_read_effect(each) for each in record.get("effects", ())),
        tuple(_read_object(each) for each in record.get("components", ())),
        None if face_down is None else _read_card(face_down),
        record.get("incarnation", 0),
    )


def _effect(effect: CopyEffect | Merge) -> dict[str, Any]:
    values = {
        "characteristics": dict(effect.values.characteristics.to_strings()),
        "override": _override(effect.values.override),
    }
    return (
        {"key": str(effect.key), **values} if isinstance(effect, CopyEffect) else {"side": effect.side.value, **values}
    )


def _read_effect(record: Mapping[str, Any]) -> CopyEffect | Merge:
    if "side" in record:
        return Merge(Side(record["side"]), _read_values(record))
    return _read_copy_effect(record)


def _read_copy_effect(record: Mapping[str, Any]) -> CopyEffect:
    return CopyEffect(record["key"], _read_values(record))


def _read_values(record: Mapping[str, Any]) -> CopiableValues:
    return CopiableValues(_read_card(record["characteristics"]), _read_override(record["override"]))


def _override(override: Override | None) -> dict[str, Any] | None:
    if override is None:
        return None
    characteristics = dict(override.characteristics.to_strings())
    return {
        "designation": override.designation,
        "characteristics": characteristics,
        "rules": list(override.rules),
        "resolves_to": override.resolves_to and override.resolves_to.value,
        "permits": list(override.permits),
    }


def _read_override(record: Mapping[str, Any] | None) -> Override | None:
    if record is None:
        return None
    zone = record.get("resolves_to")
    return Override(
        record["designation"],
        _read_card(record["characteristics"]),
        tuple(record["rules"]),
        Zone(zone) if zone else None,
        tuple(record.get("permits", ())),
    )


def _read_card(strings: Mapping[str, Any]) -> Characteristics:
    if strings.get("type_line"):
        return Characteristics.from_strings(**strings)
    bare = dict(strings, type_line="Card")
    card = Characteristics.from_strings(**bare)
    return Characteristics(**{name: getattr(card, name) for name in _FIELDS if name != "types"})


_FIELDS: Final = tuple(Characteristics.__dataclass_fields__)


def _without_nothing(record: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in record.items() if value is not None and value != [] and value is not False}
