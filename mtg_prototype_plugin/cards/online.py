"""Scryfall as a source of an index. Only a caller who wants the network opens it."""

import time
from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any, Protocol

from mtg_hookspecs.errors import CardNotFound, MtgError, ScryfallError

from ..table import folded
from .facts import CardFacts, Source
from .record import Record, Unreadable, facts_of
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

    def search_pages(
        self, query: str, *, unique: str = "cards", multilingual: bool = False
    ) -> Iterable[Answer[tuple[Record, ...]]]:
        """The cards that a search finds, page by page."""
        ...


class ScryfallSource:
    """Facts from Scryfall through a client, which keeps answers, waits its turn and stops at a lock-out.

    Facts are of the day of their answer. An old answer, given because Scryfall could not be asked again, has
    ``CardFacts.stale``.
    """

    source: Source = Source.SCRYFALL

    def __init__(self, client: Client) -> None:
        self._client = client
        self._seen: dict[str, CardFacts] = {}
        self.unreadable: list[Unreadable] = []
        """What ``prototypes`` passed over, the last time that it was asked."""

    def by_name(self, name: str) -> CardFacts | None:
        """The card of exactly that English name, else a print with that printed name in any language."""
        try:
            return self._of(self._client.named(exact=name))
        except CardNotFound:
            pass
        wanted = folded(name)
        quoted = name.replace('"', "")
        failed: MtgError | None = None
        for record, answer in self._search(f'!"{quoted}" lang:any'):
            try:
                facts = self._keep(record, answer)
            except MtgError as error:
                failed = failed or error
                continue
            if wanted in (folded(facts.name), *(folded(printed) for _, printed in facts.printed_names)):
                return facts
        if failed:
            raise failed  # it may be the one that was meant
        return None

    def by_id(self, card_id: str) -> CardFacts | None:
        """The print of that Scryfall id, else the card of that Oracle id."""
        card_id = card_id.lower()
        if card_id in self._seen:
            return self._seen[card_id]
        try:
            return self._of(self._client.card(card_id))
        except CardNotFound:
            answer = self._client.collection([{"oracle_id": card_id}])
        return self._keep(answer.found[0], answer.answers[0]) if answer.found else None

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
        """Every prototype card, with the names of all its prints; as old as the oldest of them.

        One search, a page of 175 prints at a time. What cannot be read is in ``unreadable``, and the rest goes on.
        """
        cards: dict[str | None, CardFacts] = {}
        self.unreadable.clear()
        for record, answer in self._search(SEARCH):
            try:
                facts = self._keep(record, answer)
            except MtgError as error:
                self.unreadable.append(Unreadable.of(record, error))
                continue
            first = cards.get(facts.oracle_id)
            cards[facts.oracle_id] = _joined(first, facts) if first else facts
        yield from cards.values()

    def _search(self, query: str) -> Iterator[tuple[Record, Answer[Any]]]:
        for page in self._client.search_pages(query, unique="prints", multilingual=True):
            yield from ((record, page) for record in page.value)

    def _of(self, answer: Answer[Record]) -> CardFacts:
        return self._keep(answer.value, answer)

    def _keep(self, record: Record, answer: Answer[Any]) -> CardFacts:
        """The facts of a record of that answer, or those that were kept before, if they are no older."""
        facts = facts_of(record, source=Source.SCRYFALL, as_of=_day(answer.received))
        facts = replace(facts, stale=answer.stale)
        key = facts.scryfall_id or facts.name
        kept = self._seen.get(key)
        if kept is None or _freshness(kept) < _freshness(facts):
            self._seen[key] = kept = facts
        return kept


def _joined(first: CardFacts, second: CardFacts) -> CardFacts:
    """Two prints of a card: the English one, with the names of both."""
    card, other = (second, first) if first.language != "en" and second.language == "en" else (first, second)
    return replace(
        card,
        printed_names=tuple(dict.fromkeys((*card.printed_names, *other.printed_names))),
        as_of=min(first.as_of or "", second.as_of or ""),
        stale=first.stale or second.stale,
    )


def _freshness(facts: CardFacts) -> tuple[bool, str]:
    return not facts.stale, facts.as_of or ""


def _day(moment: float) -> str:
    return datetime.fromtimestamp(moment, UTC).date().isoformat()


class PlainSource:
    """A card by its exact English name, one request each: what works without the extra ``scryfall``."""

    source: Source = Source.SCRYFALL

    def __init__(self, *, api_url: str = API) -> None:
        self._api_url = api_url

    def by_name(self, name: str) -> CardFacts | None:
        """The card of exactly that English name."""
        try:
            record = named(name, api_url=self._api_url)
        except CardNotFound:
            return None
        return facts_of(record, source=Source.SCRYFALL, as_of=_day(time.time()))

    def by_id(self, card_id: str) -> CardFacts | None:
        """Raises ``ScryfallError``: not without the extra."""
        raise _needs_the_extra("a card by its id", card_id)

    def at(self, set_code: str, number: str, *, language: str | None = None) -> CardFacts | None:
        """Raises ``ScryfallError``: not without the extra."""
        raise _needs_the_extra("a card by its place", "/".join(filter(None, (set_code, number, language))))

    def nearest(self, name: str) -> tuple[str, ...]:
        """None: a misspelt name is no reason to ask again."""
        return ()

    def prototypes(self) -> Iterator[CardFacts]:
        """Raises ``ScryfallError``: not without the extra."""
        raise _needs_the_extra("a search", SEARCH)


def _needs_the_extra(what: str, asked: str) -> ScryfallError:
    return ScryfallError(
        f"{what} needs the extra 'scryfall'", value=asked, hint="pip install 'mtg-prototype-plugin[scryfall]'"
    )
