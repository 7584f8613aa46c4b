"""One object's layer 1 as a value, for hosts without a layer system.

A ``GameObject`` says what a card, token or copy is before any other continuous effect (613.2). It never changes: what
happens to the object gives a new value, and the old one is its last known information (608.2h).

How the object was cast is its *own* override. Copy effects and merges lie over it in the order in which they began, and
what ends uncovers what lies under it; face-down values lie over all of them.
"""

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Final, Protocol

from mtg_hookspecs.characteristics import Characteristics, CopiableValues, Override
from mtg_hookspecs.errors import InvalidEvent
from mtg_hookspecs.events import CopyKind, ObjectCopied, SpellCast, SpellResolve, ZoneChange
from mtg_hookspecs.value import Value
from mtg_hookspecs.zones import Zone

Modify = Callable[[Characteristics, Characteristics], Characteristics]
"""The exceptions of a copy (707.9): of the copied characteristics, and of what the object has without the copy effect,
it makes those of the copy. Of a new object the second are the copied ones again. Called once; the result is stored."""

FACE_DOWN: Final = Characteristics(name="", types=("Creature",), power=2, toughness=2, rules_text="")
"""A face-down permanent, if what turned it down does not say otherwise (708.2a)."""

_set: Final = object.__setattr__


class Ask(Protocol):
    """Whom the object asks. ``PluginHost`` is one."""

    def spell_cast(self, event: SpellCast, /) -> Override | None:
        """The override of the spell."""

    def spell_resolve(self, event: SpellResolve, /) -> Override | None:
        """The override of the permanent that it becomes."""

    def zone_change(self, event: ZoneChange, /) -> Override | None:
        """The override of the new object."""

    def object_copied(self, event: ObjectCopied, /) -> Override | None:
        """The override of the copy."""


class ObjectKind(Enum):
    """What represents the object (109.1)."""

    CARD = "card"
    TOKEN = "token"
    COPY = "copy"
    """A copy of a spell or of a card: it exists on the stack, or where a copied card may be cast (707.10, 707.12)."""

    def __repr__(self) -> str:
        return f"ObjectKind.{self.name}"


class Side(Enum):
    """Where the object that merges with a permanent is put (730.2)."""

    OVER = "over"
    UNDER = "under"

    def __repr__(self) -> str:
        return f"Side.{self.name}"


@dataclass(frozen=True, slots=True)
class CopyEffect(Value):
    """The object is a copy (707.2). ``values`` are fixed when the effect begins (707.2c), exceptions included (707.9b).

    ``key`` is the host's name for the effect, by which it is ended.
    """

    key: Hashable
    values: CopiableValues

    def over(self, beneath: CopiableValues) -> CopiableValues:
        """The copiable values with this effect over ``beneath``, which it covers."""
        return self.values


@dataclass(frozen=True, slots=True)
class Merge(Value):
    """An object has merged with the permanent: it is what the topmost is (730.2a), with all abilities (702.140e)."""

    side: Side
    values: CopiableValues

    def over(self, beneath: CopiableValues) -> CopiableValues:
        """The copiable values with this object merged over or under what has ``beneath``."""
        if self.side is Side.OVER:
            return _with_abilities(self.values, beneath.characteristics)
        return _with_abilities(beneath, self.values.characteristics)


@dataclass(frozen=True, slots=True)
class GameObject(Value):
    """One object in one zone, as far as its copiable values go. Make a card with ``GameObject(card, zone)``.

    All methods give a new value. They raise ``InvalidEvent`` for what cannot happen to the object, and what ``ask``
    raises.
    """

    card: Characteristics
    """What is printed, or what the effect that made the token or copy says (111.3, 707.10)."""
    zone: Zone
    kind: ObjectKind = ObjectKind.CARD
    own: Override | None = None
    """From how it was cast, or what it is a copy of from the start; not from effects that make it a copy."""
    cast_as: str | None = None
    """The option that this spell was cast with, or the spell that became this permanent. ``None``: it was not cast."""
    effects: tuple[CopyEffect | Merge, ...] = ()
    """Layer 1a, by timestamp, the oldest first (613.2a, 730.2a)."""
    components: tuple["GameObject", ...] = ()
    """What represents a merged permanent, the topmost first (730.2); ``()`` if it is not merged."""
    face_down: Characteristics | None = None
    """Layer 1b (613.2b): what it is while face down. ``None``: it is face up."""
    incarnation: int = 0
    """How often it has changed zones. Each time it is another object (400.7)."""
    copiable_values: CopiableValues = field(init=False, repr=False, compare=False)
    """What a copy of it acquires (707.2, 613.2c)."""
    characteristics: Characteristics = field(init=False, repr=False, compare=False)
    """What it is, before layers 2 to 7: its copiable values without where they come from."""

    def __post_init__(self) -> None:
        values = self._face_up_values() if self.face_down is None else CopiableValues(self.face_down, None)  # 708.2
        _set(self, "copiable_values", values)
        _set(self, "characteristics", values.characteristics)

    def _face_up_values(self) -> CopiableValues:
        values = CopiableValues(self.own.characteristics if self.own else self.card, self.own)
        for effect in self.effects:  # 613.2a
            values = effect.over(values)
        return values

    # --- zone changes ------------------------------------------------------------------------------------------------

    def cast(self, option: str, *, ask: Ask) -> "GameObject":
        """The spell that the card becomes, cast that way: ``"normal"`` or what a plugin offers (601.2a, 601.2b)."""
        own = ask.spell_cast(SpellCast(self.card, option, self.zone))
        return GameObject(self.card, Zone.STACK, self.kind, own, option, incarnation=self.incarnation + 1)

    def resolve(self, *, ask: Ask) -> "GameObject":
        """The permanent that this permanent spell becomes (608.3); a copy of a spell becomes a token (608.3f).

        An instant or sorcery is put into the graveyard (608.2n), or where its override says.
        """
        if self.zone is not Zone.STACK:
            raise InvalidEvent("only a spell on the stack resolves", value=self.zone, hint="else it is moved")
        own = ask.spell_resolve(SpellResolve(self.card, self.own)) if self.own else None
        if {"Instant", "Sorcery"}.intersection(self.characteristics.types):
            destination = (self.own and self.own.resolves_to) or Zone.GRAVEYARD
            return GameObject(self.card, destination, self.kind, own, incarnation=self.incarnation + 1)
        return GameObject(
            self.card,
            Zone.BATTLEFIELD,
            ObjectKind.TOKEN if self.kind is ObjectKind.COPY else self.kind,
            own,
            self.cast_as,
            incarnation=self.incarnation + 1,
        )

    def moved(self, destination: Zone, *, ask: Ask) -> "GameObject":
        """The new object after any other move (400.7). From the stack to the battlefield it resolves (608.3)."""
        origin = self.zone
        if self.components:
            raise InvalidEvent("a merged permanent becomes several objects", value=destination, hint="separated")
        if origin is Zone.STACK and destination is Zone.BATTLEFIELD:
            return self.resolve(ask=ask)
        if origin is destination and origin in (Zone.STACK, Zone.BATTLEFIELD):
            raise InvalidEvent("no zone change", value=destination, hint="an object moves to another zone")
        own = ask.zone_change(ZoneChange(self.card, self.own, origin, destination)) if self.own else None
        return GameObject(self.card, destination, self.kind, own, incarnation=self.incarnation + 1)

    def separated(self, destination: Zone, *, ask: Ask) -> tuple["GameObject", ...]:
        """The objects that its components become when it leaves, the topmost first (730.3); else the one it becomes."""
        if not self.components:
            return (self.moved(destination, ask=ask),)
        left = (component.moved(destination, ask=ask) for component in self.components)
        return tuple(replace(component, incarnation=self.incarnation + 1) for component in left)

    # --- copies ------------------------------------------------------------------------------------------------------

    def copied(self, kind: CopyKind, *, ask: Ask, modify: Modify | None = None) -> "GameObject":
        """A new object that is a copy of this one: of a spell, a token, or of a card where it lies (707.2).

        This may also be the last known information of an object that has left (608.2h). The copy is not cast.
        """
        if kind in (CopyKind.BECOMES, CopyKind.ENTERS_AS):
            raise InvalidEvent("that makes no new object", value=kind, hint="with_copy_effect")
        if kind is CopyKind.SPELL and self.zone is not Zone.STACK:
            raise InvalidEvent("only a spell is copied as one", value=self.zone, hint="a spell is on the stack")
        if kind is CopyKind.CARD and self.zone in (Zone.STACK, Zone.BATTLEFIELD):
            raise InvalidEvent("no card is copied there", value=self.zone, hint="CopyKind.SPELL, CopyKind.TOKEN")
        values = self._copied_values(kind, ask, modify, None)
        if kind is CopyKind.TOKEN:
            return GameObject(values.characteristics, Zone.BATTLEFIELD, ObjectKind.TOKEN, values.override)
        card = self.card if values.override and modify is None else values.characteristics
        return GameObject(card, self.zone, ObjectKind.COPY, values.override)

    def with_copy_effect(
        self,
        source: "GameObject",
        *,
        key: Hashable,
        ask: Ask,
        kind: CopyKind = CopyKind.BECOMES,
        modify: Modify | None = None,
    ) -> "GameObject":
        """The same object as a copy of ``source`` until the effect ends, if it does; ``ENTERS_AS`` or ``BECOMES``.

        Its own override stays beneath, and does not choose values for what it copies (707.2).
        """
        if kind not in (CopyKind.BECOMES, CopyKind.ENTERS_AS):
            raise InvalidEvent("that makes a new object", value=kind, hint="copied")
        self._must_be_permanent("a copy effect is on a permanent")
        if self.copy_effect(key):
            raise InvalidEvent("a copy effect has that key", value=key, hint="each effect has a key of its own")
        values = source._copied_values(kind, ask, modify, self._face_up_values().characteristics)
        return self._layered((*self.effects, CopyEffect(key, values)), self.face_down)

    def without_copy_effect(self, key: Hashable) -> "GameObject":
        """The same object after that copy effect has ended: the newest of the others shows, or its own values."""
        ended = self.copy_effect(key)
        if ended is None:
            raise InvalidEvent("no copy effect has that key", value=key, hint="it may have ended before")
        return self._layered(tuple(effect for effect in self.effects if effect is not ended), self.face_down)

    def copy_effect(self, key: Hashable) -> CopyEffect | None:
        """The copy effect with that key, if it applies to the object."""
        return next((one for one in self.effects if isinstance(one, CopyEffect) and one.key == key), None)

    def _copied_values(
        self, kind: CopyKind, ask: Ask, modify: Modify | None, beneath: Characteristics | None
    ) -> CopiableValues:
        source = self.copiable_values
        override = ask.object_copied(ObjectCopied(kind, source)) if source.override else None
        values = CopiableValues(override.characteristics if override else source.characteristics, override)
        if modify is None:
            return values
        return _with(values, modify(values.characteristics, beneath or values.characteristics))

    # --- merging and facing ------------------------------------------------------------------------------------------

    def merged(self, spell: "GameObject", *, side: Side, ask: Ask) -> "GameObject":
        """The same permanent with ``spell`` put over or under it (730.2). It is what it was in all else (730.2c)."""
        if self.zone is not Zone.BATTLEFIELD or spell.zone is not Zone.STACK:
            raise InvalidEvent("a spell merges with a permanent", value=(spell.zone, self.zone), hint="702.140c")
        if not isinstance(side, Side):
            raise InvalidEvent("not a side", value=side, hint="Side.OVER or Side.UNDER")
        part = spell.resolve(ask=ask)
        if part.zone is not Zone.BATTLEFIELD:
            raise InvalidEvent("no permanent spell", value=spell.characteristics.name, hint="702.140a")
        parts = self.components or (self,)
        over = side is Side.OVER
        components = (part, *parts) if over else (*parts, part)
        return GameObject(
            self.card,
            self.zone,
            components[0].kind,  # 730.2d
            self.own,
            self.cast_as,
            (*self.effects, Merge(side, part.copiable_values)),
            components,
            None if over else self.face_down,  # 730.2e
            self.incarnation,
        )

    def turned_down(self, values: Characteristics = FACE_DOWN) -> "GameObject":
        """The same object face down: ``values`` are all that it has (708.2). Nothing happens if it is (708.2b)."""
        self._must_be_permanent("a permanent is turned face down")
        return self._layered(self.effects, values) if self.face_down is None else self

    def turned_up(self) -> "GameObject":
        """The same object face up: it has its normal copiable values again, copy effects included (708.8, 708.10)."""
        if self.face_down is None:
            raise InvalidEvent("it is face up", value=self.card.name, hint="708.8")
        return self._layered(self.effects, None)

    def _must_be_permanent(self, problem: str) -> None:
        if self.zone is not Zone.BATTLEFIELD:
            raise InvalidEvent(problem, value=self.zone, hint="it is not on the battlefield")

    def _layered(self, effects: tuple[CopyEffect | Merge, ...], face_down: Characteristics | None) -> "GameObject":
        return GameObject(
            self.card,
            self.zone,
            self.kind,
            self.own,
            self.cast_as,
            effects,
            self.components,
            face_down,
            self.incarnation,
        )


def _with(values: CopiableValues, characteristics: Characteristics) -> CopiableValues:
    """``characteristics`` from the same source: an override stands for all that the object is."""
    source = values.override
    override = replace(source, characteristics=characteristics) if source else None
    return CopiableValues(characteristics, override)


def _with_abilities(values: CopiableValues, others: Characteristics) -> CopiableValues:
    """``values`` with the abilities of ``others`` besides."""
    own = values.characteristics
    known = own.rules_text is not None and others.rules_text is not None
    text = "\n".join(filter(None, (own.rules_text, others.rules_text))) if known else None
    keywords = tuple(dict.fromkeys((*own.keywords, *others.keywords)))
    return _with(values, replace(own, keywords=keywords, rules_text=text))
