"""Adventure (CR 715) for every engine that speaks ``mtg_hookspecs``. The plugin is ``plugin.ADVENTURES``."""

from .cards import CARDS, AdventurerCard
from .plugin import ADVENTURES, AdventurePlugin
from .rules import ADVENTURE, ON_AN_ADVENTURE

__all__ = [
    "ADVENTURE",
    "ADVENTURES",
    "CARDS",
    "ON_AN_ADVENTURE",
    "AdventurePlugin",
    "AdventurerCard",
]
