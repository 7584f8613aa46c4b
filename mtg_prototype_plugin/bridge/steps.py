"""What one line of an engine's stream comes to, whichever engine wrote it."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from mtg_hookspecs.errors import MtgError
from mtg_hookspecs.value import Value

from .events import BoardEvent
from .untold import Untold
from .view import View


class InvalidTrace(MtgError, ValueError):
    """A stream that cannot be read, or that is of no engine known here."""


@dataclass(frozen=True, slots=True)
class Step(Value):
    """A line, translated."""

    label: str
    """The engine's word for what happens."""
    events: tuple[BoardEvent, ...] = ()
    views: tuple[View, ...] = ()
    """What the engine shows at rest: for ``Board.reconcile``, after the events."""


class Translator(Protocol):
    """Reads the lines of one game in order. ``unknown`` counts the event types that the table does not have."""

    unknown: Counter[str]
    untold: frozenset[Untold]
    """The changes for which the engine fires no event that says enough: these alone may be learned from views."""

    def translate(self, line: Mapping[str, Any]) -> Step:
        """The line as events and views."""
        raise NotImplementedError

    def truth(self, line: Mapping[str, Any]) -> tuple[View, ...]:
        """The objects at rest after the line, where it was recorded; none where the engine is in mid-move."""
        raise NotImplementedError

    def listed(self, line: Mapping[str, Any]) -> frozenset[str] | None:
        """The ids of all objects of interest that there are after the line; ``None``: the line does not say it."""
        raise NotImplementedError

    def in_passing(self, line: Mapping[str, Any]) -> tuple[View, ...]:
        """Objects that are just entering, as effects see them that look at how they enter (614.12)."""
        raise NotImplementedError

    def engine_wrong(self, line: Mapping[str, Any], which: str) -> str | None:
        """The recorder's mark, where the line says that the engine is wrong about the object."""
