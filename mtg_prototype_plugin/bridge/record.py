"""What the board keeps of one object, and the answer that it gives about it."""

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Final, NamedTuple

from mtg_hookspecs.characteristics import Characteristics
from mtg_hookspecs.value import Value
from mtg_hookspecs.zones import Zone

from ..objects import CopyEffect, GameObject
from ..rules import DESIGNATION
from .infer import Verdict
from .view import View

CAST_NOT_DONE: Final = "its cast is announced; how it is cast is not said yet"

CARD_NOT_SEEN: Final = "its card has not been seen"
NO_MORE: Final = "it is no more"
NOTHING_SAID: Final = "nothing has said what it is"

UNSEEN: Final = Characteristics(name="")
"""Stands for a card that nobody has said anything about. No object has this: each has a card type."""


def is_seen(values: Characteristics) -> bool:
    """Whether anything is known of the object with these values."""
    return bool(values.name or values.types)


class Entry(NamedTuple):
    """One object: what it is, how that is known, and what is needed to take events doubled, early or late.

    (A named tuple, for one is made with every event: that costs a third of a dataclass.)
    """

    object: GameObject
    verdict: Verdict = Verdict.TOLD
    reason: str = ""
    came_from: Zone | None = None
    """The origin of its last move; ``None``: it has not moved since it was first seen."""
    last: GameObject | None = None
    """What it was before its last move (608.2h)."""
    announced: "Entry | None" = None
    """Before the cast that is announced, and neither done nor taken back."""
    entering: CopyEffect | None = None
    """The copy effect with which it will enter (707.5)."""
    unsure: tuple[str, ...] = ()
    """The keys of copy effects that were inferred, not told."""
    copy_of: str | None = None
    """The id of what this token or copy is a copy of from the start; ``""``: not said."""
    parts: tuple[str, ...] = ()
    """The ids of what it is merged from, the topmost first (730.2)."""
    controller: str | None = None
    phased_out: bool = False
    incarnation: int | None = None
    """The engine's own count, if it has said one."""
    shown: View | None = None
    """What the engine showed of it last."""

    @property
    def copy_effect(self) -> CopyEffect | None:
        """The newest copy effect over it, if it is face up and there is one."""
        one = self.object
        if one.face_down is not None or not one.effects:
            return None
        return next((effect for effect in reversed(one.effects) if isinstance(effect, CopyEffect)), None)

    @property
    def shown_verdict(self) -> Verdict:
        """How that is known which shows now: of the newest copy effect, if there is one."""
        effect = self.copy_effect
        if effect is None:
            return self.verdict
        return Verdict.INFERRED if effect.key in self.unsure else Verdict.TOLD

    @property
    def shown_reason(self) -> str:
        """Why it is what shows now."""
        if self.object.face_down is not None:
            return "it is face down"
        effect = self.copy_effect
        if effect is None:
            return self.reason
        name = effect.values.characteristics.name
        return f"a copy effect makes it {name}" if name else "it is a copy of something that has not been seen"

    def key(self, which: str) -> int:
        """A hash of what shows of the object now: the same for equal objects, however they are known."""
        return hash((which, self.object.zone, self.object.characteristics, self.phased_out, self.controller))

    @property
    def identity(self) -> tuple[Hashable, ...]:
        """What makes two records of an object the same: all that is now, nothing of how it is known."""
        one = self.object
        return (
            one.card,
            one.zone,
            one.kind,
            one.own,
            tuple(effect.values for effect in one.effects),
            one.face_down,
            self.phased_out,
            self.controller,
            self.parts,
            self.announced is None,
        )


@dataclass(frozen=True, slots=True)
class Answer(Value):
    """What the board says of an object. ``object`` is ``None`` where the verdict is ``UNKNOWN``."""

    id: str
    verdict: Verdict
    object: GameObject | None
    reason: str
    zone: Zone | None = None
    controller: str | None = None
    phased_out: bool = False

    @property
    def is_mid_cast(self) -> bool:
        """Whether it is being cast: the way is not said yet."""
        return self.reason == CAST_NOT_DONE

    @property
    def characteristics(self) -> Characteristics | None:
        """What the object is, before layers 2 to 7."""
        return self.object.characteristics if self.object else None

    @property
    def prototyped(self) -> bool | None:
        """Whether it is prototyped now, by its own cast or as a copy (718.3b-d). ``None``: not known."""
        if self.object is None:
            return None
        override = self.object.copiable_values.override
        return override is not None and override.designation == DESIGNATION
