"""Copies, as the record takes them (707): new objects that are copies, and copy effects over objects."""

from dataclasses import replace
from typing import Any, Final

from mtg_hookspecs.characteristics import Characteristics, CopiableValues
from mtg_hookspecs.events import CopyKind
from mtg_hookspecs.mana import Colors, ManaCost
from mtg_hookspecs.zones import Zone

from ..objects import Ask, CopyEffect, GameObject, Modify, ObjectKind
from .events import Copied, CopyEnded
from .infer import Verdict
from .moves import Changes, Record
from .record import UNSEEN, Entry
from .view import View

COPY_ENDED: Final = "; a copy effect over it has ended"


def copied(record: Record, event: Copied) -> Changes:
    """A copy is made, or a copy effect begins (707)."""
    source, verdict = _source(record, event)
    there = record.entries.get(event.copy)
    if event.kind in (CopyKind.BECOMES, CopyKind.ENTERS_AS):
        if there is None and source is None:
            return ()
        there = there or Entry(GameObject(event.card or UNSEEN, Zone.BATTLEFIELD))
        return with_copy_effect(event.copy, there, source, verdict, event, record.ask)
    if there is not None and there.verdict is Verdict.TOLD and there.copy_of is not None:
        return ()
    reason = f"it is a copy of {event.source}" if source else "it is a copy; of what was not said"
    if source is None:
        if event.card is None and there is None:
            return ()
        zone = Zone.STACK if event.kind is CopyKind.SPELL else Zone.BATTLEFIELD
        kind = ObjectKind.TOKEN if event.kind is CopyKind.TOKEN else ObjectKind.COPY
        one, verdict = GameObject(event.card or UNSEEN, zone, kind), Verdict.UNKNOWN
    else:
        one = source.copied(event.kind, ask=record.ask, modify=excepting(event.excepted))
    controller = there.controller if there else None
    return ((event.copy, Entry(one, verdict, reason, controller=controller, copy_of=event.source or "")),)


def with_copy_effect(
    which: str,
    entry: Entry,
    source: GameObject | None,
    verdict: Verdict,
    event: Copied,
    ask: Ask,
) -> Changes:
    """``entry`` under the copy effect; one that enters as a copy may still be where it comes from (707.5)."""
    one, key = entry.object, event.key or f"copy of {event.source}"
    if one.copy_effect(key) or (entry.entering is not None and entry.entering.key == key):
        return ()
    if source is None:
        effect: CopyEffect | None = CopyEffect(key, CopiableValues(UNSEEN, None))
    else:
        there = one if one.zone is Zone.BATTLEFIELD else replace(one, zone=Zone.BATTLEFIELD)
        copy = there.with_copy_effect(source, key=key, ask=ask, kind=event.kind, modify=excepting(event.excepted))
        effect = copy.copy_effect(key)
    assert effect is not None, "it was just put there"
    unsure = entry.unsure if verdict is Verdict.TOLD else (*entry.unsure, key)
    if event.kind is CopyKind.ENTERS_AS and one.zone is not Zone.BATTLEFIELD:
        return ((which, entry._replace(entering=effect, unsure=unsure)),)
    return ((which, entry._replace(object=replace(one, effects=(*one.effects, effect)), unsure=unsure)),)


def _source(record: Record, event: Copied) -> tuple[GameObject | None, Verdict]:
    """What is copied: the object as it is, or as it last was in the zone where it was copied (608.2h)."""
    entry = record.entries.get(event.source) if event.source is not None else None
    if entry is None:
        return (record.gone.get(event.source) if event.source is not None else None), Verdict.TOLD
    zone = event.source_zone or (Zone.STACK if event.kind is CopyKind.SPELL else None)
    last = entry.last
    if zone is not None and entry.object.zone is not zone and last is not None and last.zone is zone:
        return last, Verdict.TOLD
    if entry.verdict is Verdict.UNKNOWN:
        return None, Verdict.UNKNOWN
    return entry.object, entry.shown_verdict


def excepting(excepted: View | None) -> Modify | None:
    """The exceptions of a copy (707.9): what ``excepted`` shows stands in place of what is copied."""
    if excepted is None:
        return None
    changes = values_of(excepted)

    def modify(copied: Characteristics, own: Characteristics) -> Characteristics:
        return replace(copied, **changes)

    return modify


def values_of(view: View) -> dict[str, Any]:
    """The characteristics that the view shows, by field."""
    values: dict[str, Any] = {
        name: value
        for name in ("name", "colors", "power", "toughness", "types", "subtypes")
        if (value := getattr(view, name)) is not None
    }
    if "colors" in values:
        values["colors"] = Colors(values["colors"])
    if view.mana_cost is not None:
        cost = ManaCost.parse(view.mana_cost) if view.mana_cost else None
        values |= {"mana_cost": cost, "mana_value": cost.mana_value if cost else 0}
    return values


def copy_ended(record: Record, event: CopyEnded) -> Changes:
    """A copy effect ends (613.2a)."""
    entry = record.entries.get(event.id)
    if entry is None:
        return ()
    ended = ended_copy(entry, event.key)
    return () if ended is entry else ((event.id, ended),)


def ended_copy(entry: Entry, key: str | None) -> Entry:
    """The entry without that copy effect, or without the newest; the very entry if it has none.

    A key that the board has not heard of is that of an effect that was inferred: nobody told it with its key.
    """
    keys = [effect.key for effect in entry.object.effects if isinstance(effect, CopyEffect)]
    if key is not None:
        keys = [each for each in keys if each == key] or [each for each in keys if each in entry.unsure]
    if not keys:
        return entry
    left = entry.object.without_copy_effect(keys[-1])
    reason = entry.reason if entry.reason.endswith(COPY_ENDED) else f"{entry.reason}{COPY_ENDED}"
    return entry._replace(object=left, reason=reason, unsure=tuple(key for key in entry.unsure if key != keys[-1]))
