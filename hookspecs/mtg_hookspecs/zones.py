"""The zones (CR 400)."""

from enum import StrEnum


class Zone(StrEnum):
    """The zones (400.1), and outside the game (400.11). A member is its word: ``Zone("hand") is Zone.HAND``."""

    LIBRARY = "library"
    HAND = "hand"
    STACK = "stack"
    BATTLEFIELD = "battlefield"
    GRAVEYARD = "graveyard"
    EXILE = "exile"
    COMMAND = "command"
    OUTSIDE = "outside"

    def __repr__(self) -> str:
        return f"Zone.{self.name}"
