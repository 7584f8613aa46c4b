"""The one door to card facts: sources that the caller opened, asked in the caller's order. Offline unless one is not.

``CardIndex()`` knows the embedded table; ``CardIndex([EmbeddedTable(), CardStore(path)])`` every card of a store too;
with ``ScryfallSource(client)`` at the end Scryfall is asked for what neither knows.
"""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final, Protocol

from mtg_hookspecs.errors import CardNotFound, InvalidWord, MtgError

from .. import table
from .facts import CardFacts, Source

TABLE_AS_OF: Final = "2026-07-01"
"""The day of the data that the embedded table was last compared with."""

_ID: Final = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.I)
_PLACE: Final = re.compile(r"(?P<set>\w{2,6})/(?P<number>[^\s/]+)(?:/(?P<language>[a-z]{2,3}))?", re.I)
_MOST_QUERIES: Final = 1 << 16


class CardSource(Protocol):
    """What an index asks. Each question is answered with ``None`` where the source does not know."""

    @property
    def source(self) -> Source:
        """Where its facts come from."""
        ...

    def by_name(self, name: str) -> CardFacts | None:
        """The card with that name, in any language that the source has; a face's name too."""
        ...

    def by_id(self, card_id: str) -> CardFacts | None:
        """The card with that Scryfall id or Oracle id."""
        ...

    def at(self, set_code: str, number: str, *, language: str | None = None) -> CardFacts | None:
        """The print with that number in that set."""
        ...

    def nearest(self, name: str) -> tuple[str, ...]:
        """Names most like it, best first, at most three."""
        ...

    def prototypes(self) -> Iterator[CardFacts]:
        """Every prototype card that it knows."""
        ...


class EmbeddedTable:
    """The 21 prototype cards that the package holds. Their rules texts are not known."""

    source: Source = Source.TABLE

    def by_name(self, name: str) -> CardFacts | None:
        """The card with that name, in any language."""
        return self.by_id(name)

    def by_id(self, card_id: str) -> CardFacts | None:
        """The card with that Scryfall id, of the first print, or Oracle id."""
        card = table.find(card_id)
        return _facts(card) if card else None

    def at(self, set_code: str, number: str, *, language: str | None = None) -> CardFacts | None:
        """The card whose first print that is. The table's numbers are those of the English print."""
        if language is not None and language.lower() != "en":
            return None
        place = (set_code.lower(), number)
        found = (card for card in table.cards() if (card.set_code, card.collector_number) == place)
        return next(map(_facts, found), None)

    def nearest(self, name: str) -> tuple[str, ...]:
        """Names most like it, best first, at most three."""
        return table.nearest(name)

    def prototypes(self) -> Iterator[CardFacts]:
        """All of them."""
        return map(_facts, table.cards())


class CardIndex:
    """Card facts by name, id or place, from the first of its sources that knows. An answer is the same object always.

    A query is a name in any language (case, accents and punctuation do not count), an Oracle id, a Scryfall id, or
    ``set/number`` with or without ``/language``. What a source raises is raised.
    """

    def __init__(self, sources: Iterable[CardSource] = (EmbeddedTable(),)) -> None:
        self.sources: Final = tuple(sources)
        self._found: dict[str, CardFacts] = {}

    def find(self, query: str) -> CardFacts | None:
        """The facts; ``None``: no source knows the card. Raises ``InvalidWord`` for what is no text."""
        try:
            return self._found[query]
        except (KeyError, TypeError):
            if not isinstance(query, str):
                raise InvalidWord("a card is asked for with a text", value=query, hint="such as a name") from None
        if not _is_name(query):
            return None
        for source in self.sources:
            facts = _ask(source, query)
            if facts is not None:
                if len(self._found) >= _MOST_QUERIES:
                    self._found.clear()
                self._found[query] = facts
                return facts
        return None

    def get(self, query: str) -> CardFacts:
        """As ``find``. Raises ``CardNotFound`` with the nearest names."""
        try:
            facts = self.find(query)
        except InvalidWord:
            raise
        except MtgError as error:
            if names := self._nearest(query)[0]:
                error.hint = "; ".join(filter(None, (error.hint, _meant(names))))
            raise
        if facts is not None:
            return facts
        near, problems = self._nearest(query)
        asked = ", ".join(source.source for source in self.sources) or "nothing"
        hint = "; ".join((_meant(near) if near else f"asked: {asked}", *problems))
        raise CardNotFound("no such card", value=query, hint=hint, near=near)

    def _nearest(self, query: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """At most three names, and why a source could not be asked for any."""
        names: list[str] = []
        problems: list[str] = []
        for source in self.sources:
            try:
                names.extend(source.nearest(query))
            except MtgError as error:
                problems.append(str(error))
        return tuple(dict.fromkeys(names))[:3], tuple(problems)


def _meant(names: tuple[str, ...]) -> str:
    return f"did you mean {', '.join(names)}?"


def _is_name(query: str) -> bool:
    """Not where nothing stands, or half a character, as of a command line that is no UTF-8."""
    try:
        return bool(query.encode().strip())
    except UnicodeEncodeError:
        return False


def _ask(source: CardSource, query: str) -> CardFacts | None:
    if _ID.fullmatch(query):
        return source.by_id(query)
    if place := _PLACE.fullmatch(query):  # few names look like one, and asking Scryfall costs
        language = place["language"]
        facts = source.at(place["set"].lower(), place["number"], language=language.lower() if language else None)
        if facts is not None:
            return facts
    return source.by_name(query)


@lru_cache(None)
def _facts(card: table.TableCard) -> CardFacts:
    return CardFacts(
        characteristics=card.characteristics,
        faces=(card.characteristics,),
        name=card.characteristics.name,
        layout="prototype",
        oracle_id=card.oracle_id,
        scryfall_id=card.scryfall_id,
        set_code=card.set_code,
        collector_number=card.collector_number,
        language="en",
        printed_names=card.names,
        source=Source.TABLE,
        as_of=TABLE_AS_OF,
    )


_served: CardIndex = CardIndex()


def served() -> CardIndex:
    """The index that ``mtg_find_card`` answers from."""
    return _served


def serve(index: CardIndex | None) -> None:
    """Let ``mtg_find_card`` answer from that index, in this process; ``None``: from the embedded table again.

    Raises ``ValueError`` for an index that may ask the network: the hook never does.
    """
    global _served
    if index is not None and any(source.source is Source.SCRYFALL for source in index.sources):
        raise ValueError("mtg_find_card never asks the network: leave Scryfall out of the index")
    _served = index or CardIndex()
