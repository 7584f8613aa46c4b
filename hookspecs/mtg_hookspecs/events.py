"""What a host asks about: ways of casting, casts, resolutions, zone changes and copies, as values."""

from dataclasses import dataclass

from .characteristics import Characteristics, CopiableValues, Override
from .errors import InvalidEvent
from .mana import ManaCost
from .value import Value, Word
from .zones import Zone


class CopyKind(Word):
    """How an object is copied."""

    SPELL = "spell"
    """A copy of a spell on the stack (707.10)."""
    TOKEN = "token"
    """A token that is a copy (707.2)."""
    ENTERS_AS = "enters_as"
    """A permanent that enters as a copy (707.5)."""
    BECOMES = "becomes"
    """A permanent that becomes a copy (707.4)."""
    CARD = "card"
    """A copy of a card, that may then be cast (707.12)."""


@dataclass(frozen=True, slots=True)
class CastOption(Value):
    """A way to cast a card: ``normal`` or one that a plugin offers.

    ``characteristics`` is what the spell would be: the host applies its own effects to it and judges legality and
    cost on the result (601.3e, 718.3a). ``cost`` is what the option costs if that is not the mana cost (118.9).
    """

    name: str
    override: Override | None
    characteristics: Characteristics
    cost: ManaCost | None = None


@dataclass(frozen=True, slots=True)
class SpellCast(Value):
    """The option is chosen and the card is put on the stack (601.2a, 601.2b). ``zone`` is where it is cast from."""

    card: Characteristics
    option: str
    zone: Zone

    def __post_init__(self) -> None:
        if not (
            isinstance(self.card, Characteristics) and isinstance(self.option, str) and isinstance(self.zone, Zone)
        ):
            raise _wrong_type(self, card=Characteristics, option=str, zone=Zone)
        if self.zone in (Zone.STACK, Zone.BATTLEFIELD):
            raise InvalidEvent("nothing is cast from there", value=self.zone, hint="zone is where the card was before")


@dataclass(frozen=True, slots=True)
class SpellResolve(Value):
    """A spell with an override resolves: it becomes a permanent (608.3), or is put where it goes (608.2n)."""

    card: Characteristics
    override: Override

    def __post_init__(self) -> None:
        if not (isinstance(self.card, Characteristics) and isinstance(self.override, Override)):
            raise _wrong_type(self, card=Characteristics, override=Override)


@dataclass(frozen=True, slots=True)
class ZoneChange(Value):
    """Any other move of an object with an override (400.7). From the stack to the battlefield it is a resolution.

    A spell that is countered or does not resolve moves so, wherever it is put.
    """

    card: Characteristics
    override: Override
    origin: Zone
    destination: Zone

    def __post_init__(self) -> None:
        if not (isinstance(self.card, Characteristics) and isinstance(self.override, Override)):
            raise _wrong_type(self, card=Characteristics, override=Override)
        if not (isinstance(self.origin, Zone) and isinstance(self.destination, Zone)):
            raise _wrong_type(self, origin=Zone, destination=Zone)
        same = self.origin is self.destination and self.origin in (Zone.STACK, Zone.BATTLEFIELD)
        if same or (self.origin is Zone.BATTLEFIELD and self.destination is Zone.STACK):
            raise InvalidEvent(
                "no zone change", value=f"{self.origin} to {self.destination}", hint="ask only when an object moves"
            )


@dataclass(frozen=True, slots=True)
class ObjectCopied(Value):
    """An object is copied (707). Exceptions (707.9) are applied to the answer by the host, afterwards."""

    kind: CopyKind
    source: CopiableValues

    def __post_init__(self) -> None:
        if not (isinstance(self.kind, CopyKind) and isinstance(self.source, CopiableValues)):
            raise _wrong_type(self, kind=CopyKind, source=CopiableValues)


Event = SpellCast | SpellResolve | ZoneChange | ObjectCopied


def _wrong_type(event: Value, **kinds: type) -> InvalidEvent:
    """Names the first field that is not of its kind. (The checks stand inline: events are on the hot path.)"""
    name, kind = next((name, kind) for name, kind in kinds.items() if not isinstance(getattr(event, name), kind))
    problem, value = f"{type(event).__name__}.{name} is no {kind.__name__}", getattr(event, name)
    if kind is Override and value is None:
        return InvalidEvent(f"{problem} but None", hint="an object without an override is not asked about")
    return InvalidEvent(problem, value=value, hint=f"asked for: {kind.__name__}")
