"""Scryfall as a source of an index. Only a caller who wants the network opens it."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any, Protocol

from mtg_hookspecs.errors import CardNotFound

from ..table import folded
from .facts import CardFacts, Source
from .record import Record, facts_of
from .scryfall import API, Answer, CollectionAnswer, named
from .sync import SEARCH


class Client(Protocol):
    """What is asked of a ``ScryfallClient``."""

    def named(self, *, exact: str) -> Answer[Record]:
        """The card of exactly that name."""
        ...

    def card(self, scryfall_id: str) -> Answer[Record]:
        """The print of that id."""
        ...

    def card_at(self, set_code: str, number: str, lang: str | None = None) -> Answer[Record]:
        """The print at that place."""
        ...

    def collection(self, identifiers: Iterable[Record]) -> CollectionAnswer:
        """The cards of identifiers."""
        ...

    def search(self, query: str, *, unique: str = "cards", multilingual: bool = False) -> Iterable[Record]:
        """The cards that a search finds."""
        ...


class ScryfallSource:
    """Facts from Scryfall through a client, which keeps answers, waits its turn and stops at a lock-out.

    An old answer, given because Scryfall could not be asked again, has ``CardFacts.stale``.
    """

    source: Source = Source.SCRYFALL

    def __init__(self, client: Client) -> None:
        self._client = client
        self._seen: dict[str, CardFacts] = {}

    def by_name(self, name: str) -> CardFacts | None:
        """The card of exactly that English name, else a print with that printed name in any language."""
        try:
            return self._of(self._client.named(exact=name))
        except CardNotFound:
            pass
        wanted = folded(name)
        quoted = name.replace('"', "")
        for record in self._client.search(f'!"{quoted}" lang:any', unique="prints", multilingual=True):
            facts = self._keep(record)
            if wanted in (folded(facts.name), *(folded(printed) for _, printed in facts.printed_names)):
                return facts
        return None

    def by_id(self, card_id: str) -> CardFacts | None:
        """The print of that Scryfall id, else the card of that Oracle id."""
        if card_id in self._seen:
            return self._seen[card_id]
        try:
            return self._of(self._client.card(card_id))
        except CardNotFound:
            answer = self._client.collection([{"oracle_id": card_id}])
        return self._keep(answer.found[0], stale=answer.stale) if answer.found else None

    def at(self, set_code: str, number: str, *, language: str | None = None) -> CardFacts | None:
        """The print with that number in that set."""
        try:
            return self._of(self._client.card_at(set_code, number, language))
        except CardNotFound:
            return None

    def nearest(self, name: str) -> tuple[str, ...]:
        """None: a misspelt name is no reason to ask again."""
        return ()

    def prototypes(self) -> Iterator[CardFacts]:
        """Every prototype card, with the names of all its prints. One search, a page of 175 prints at a time."""
        cards: dict[str | None, CardFacts] = {}
        for record in self._client.search(SEARCH, unique="prints", multilingual=True):
            facts = self._keep(record)
            first = cards.get(facts.oracle_id)
            if first is None or (first.language != "en" and facts.language == "en"):
                first, facts = facts, first or facts
            names = tuple(dict.fromkeys((*first.printed_names, *facts.printed_names)))
            cards[facts.oracle_id] = replace(first, printed_names=names)
        yield from cards.values()

    def _of(self, answer: Answer[Record]) -> CardFacts:
        day = datetime.fromtimestamp(answer.received, UTC).date().isoformat()
        return self._keep(answer.value, as_of=day, stale=answer.stale)

    def _keep(self, record: Record, **age: Any) -> CardFacts:
        facts = facts_of(record, source=Source.SCRYFALL, as_of=age.pop("as_of", None))
        facts = replace(facts, **age)
        return self._seen.setdefault(facts.scryfall_id or facts.name, facts)


class PlainSource:
    """A card by its exact English name, one request each: what works without the extra ``scryfall``."""

    source: Source = Source.SCRYFALL

    def __init__(self, *, api_url: str = API) -> None:
        self._api_url = api_url

    def by_name(self, name: str) -> CardFacts | None:
        """The card of exactly that English name."""
        try:
            return facts_of(named(name, api_url=self._api_url), source=Source.SCRYFALL)
        except CardNotFound:
            return None

    def by_id(self, card_id: str) -> CardFacts | None:
        """Not known without the extra."""
        return None

    def at(self, set_code: str, number: str, *, language: str | None = None) -> CardFacts | None:
        """Not known without the extra."""
        return None

    def nearest(self, name: str) -> tuple[str, ...]:
        """None: a misspelt name is no reason to ask again."""
        return ()

    def prototypes(self) -> Iterator[CardFacts]:
        """Not known without the extra."""
        return iter(())
