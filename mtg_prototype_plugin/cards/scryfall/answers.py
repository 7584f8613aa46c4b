"""What the client gives: an answer and how fresh it is."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Generic, TypeVar

from mtg_hookspecs.errors import ScryfallError

Record = Mapping[str, Any]
"""An object in Scryfall's keys, as the API gave it."""

T = TypeVar("T")


class Origin(StrEnum):
    """Where an answer comes from."""

    SCRYFALL = "scryfall"
    """It was asked for just now."""
    CACHE = "cache"
    """It was asked for less than a day ago."""
    STALE = "stale"
    """It is older, and could not be asked for again: ``Answer.problem`` says why."""

    def __repr__(self) -> str:
        return f"Origin.{self.name}"


class Reuse(StrEnum):
    """How an answer of less than a day ago is used again."""

    DAY = "day"
    """As it is; nothing is asked."""
    CHECKED = "checked"
    """After asking whether it is still the same, by its ``ETag``."""

    def __repr__(self) -> str:
        return f"Reuse.{self.name}"


@dataclass(frozen=True, slots=True)
class Answer(Generic[T]):
    """A value and how fresh it is."""

    value: T
    origin: Origin
    received: float
    """When Scryfall gave or confirmed it, in seconds since 1970."""
    problem: ScryfallError | None = None
    """Why a stale answer is given."""

    @property
    def from_cache(self) -> bool:
        """Whether it was kept from an earlier request."""
        return self.origin is not Origin.SCRYFALL

    @property
    def stale(self) -> bool:
        """Whether it is more than a day old and could not be asked for again."""
        return self.origin is Origin.STALE


@dataclass(frozen=True, slots=True)
class CollectionAnswer:
    """The cards that a list of identifiers named, in its order, and those that named none."""

    found: tuple[Record, ...]
    misses: tuple[Record, ...]
    answers: tuple[Answer[Record], ...]
    """One for each 75 identifiers."""

    @property
    def stale(self) -> bool:
        """Whether any part is stale."""
        return any(answer.stale for answer in self.answers)
