"""The sandbox as a host that scenarios are acted out on."""

from collections.abc import Mapping
from functools import cache
from typing import Final

from mtg_hookspecs import CardNotFound, Characteristics, PluginHost
from mtg_prototype_plugin import __version__, plugin

from .actor import Table
from .game import Game

CAPABILITIES: Final = frozenset(
    {
        "abilities",
        "alternative_cost",
        "base_pt",
        "become_copy",
        "card_filters",
        "control",
        "copy_card",
        "copy_spell",
        "costs",
        "devotion",
        "enters_as_copy",
        "entering",
        "face_down",
        "fork",
        "free_cast",
        "identity",
        "last_known",
        "layers",
        "merge",
        "options",
        "phasing",
        "rewind",
        "save",
        "token_copy",
    }
)
"""What the sandbox can act out beyond ``core``: all that the scenario format has."""


class Sandbox:
    """A host with its plugins; by default Prototype alone. Each story is acted out at a table of its own."""

    name = "sandbox"
    version = __version__
    capabilities = CAPABILITIES

    def __init__(self, ask: PluginHost | None = None, *, game: type[Game] = Game, table: type[Table] = Table) -> None:
        self.ask = ask or PluginHost([plugin])
        self._game = game
        self._table = table
        self._known = cache(self.ask.find_card)

    def table(self, cards: Mapping[str, Characteristics]) -> Table:
        """A new game in which ``cards``, by name, are known beside those that the plugins know."""

        def find(name: str) -> Characteristics:
            card = cards.get(name) or self._known(name)
            if card is None:
                raise CardNotFound("no such card", value=name, hint="define it in the file's 'cards'")
            return card

        return self._table(self._game(self.ask), find)
