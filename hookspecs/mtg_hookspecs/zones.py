"""The zones (CR 400)."""

from .value import Word


class Zone(Word):
    """The zones (400.1), and outside the game (400.11). A member is its word: ``Zone("hand") is Zone.HAND``."""

    LIBRARY = "library"
    HAND = "hand"
    STACK = "stack"
    BATTLEFIELD = "battlefield"
    GRAVEYARD = "graveyard"
    EXILE = "exile"
    COMMAND = "command"
    OUTSIDE = "outside"
