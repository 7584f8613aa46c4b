"""What every value of the contract shares: it never changes, so a copy of it is the value itself."""

from typing import Any, Self


class Value:
    """Base of the frozen classes. Hosts copy whole games: values are not copied with them."""

    __slots__ = ()

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self
