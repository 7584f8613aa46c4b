"""What values share: the frozen ones never change, so a copy is the value itself; the words know their like."""

from enum import StrEnum
from typing import Any, Self

from .errors import InvalidWord


class Value:
    """Base of the frozen classes. Hosts copy whole games: values are not copied with them."""

    __slots__ = ()

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self


class Word(StrEnum):
    """Base of the enumerations. A member is its word: ``Zone("hand") is Zone.HAND``; others are ``InvalidWord``."""

    def __repr__(self) -> str:
        return f"{type(self).__name__}.{self.name}"

    @classmethod
    def _missing_(cls, value: object) -> Self:
        words = ", ".join(member.value for member in cls)
        raise InvalidWord(f"no {cls.__name__} of that name", value=value, hint=f"one of {words}")
