"""A small host of our own on ``PluginHost`` and ``GameObject``, and the example of how a host is built.

``game`` holds the zones, the objects and what may happen to them; ``layers``, ``filters``, ``costs`` and ``exceptions``
what effects do; ``save`` the game's save form; ``actor`` acts out scenarios on it. ``Sandbox`` puts them together.
"""

from .actor import Table
from .game import Game, Phase, Piece
from .host import CAPABILITIES, Sandbox

__all__ = ["CAPABILITIES", "Game", "Phase", "Piece", "Sandbox", "Table"]
