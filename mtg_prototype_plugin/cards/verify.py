"""Does the embedded table still say what a source says? Every difference, and every prototype card not embedded."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from mtg_hookspecs.characteristics import Characteristics
from mtg_hookspecs.errors import InvalidAbilityText
from mtg_hookspecs.value import Value

from .. import table
from ..rules import prototype_of
from .errors import printable
from .facts import CardFacts
from .index import CardSource
from .record import Unreadable


@dataclass(frozen=True, slots=True)
class Difference(Value):
    """One fact of one card: what the table has, and what the source has. ``None``: it has none."""

    card: str
    fact: str
    embedded: str | None
    found: str | None

    def __str__(self) -> str:
        return f"{self.card}: {self.fact}: embedded {_shown(self.embedded)}, found {_shown(self.found)}"


@dataclass(frozen=True, slots=True)
class Verdict(Value):
    """What was found different, and how old the facts are that the table was compared with."""

    differences: tuple[Difference, ...]
    as_of: str | None
    """The day of the oldest; ``None``: the source does not say."""
    stale: bool
    """Whether any is an old answer, given because the source could not be asked again."""


@runtime_checkable
class PassesOver(Protocol):
    """A source that may find records that it cannot read."""

    unreadable: list[Unreadable]
    """Those that ``prototypes`` passed over."""


def verify(source: CardSource) -> Verdict:
    """All differences, card by card. What a source does not tell, as a print that it does not have, is none."""
    found = tuple(source.prototypes())
    return Verdict(
        differences=tuple(_differences(source, found)),
        as_of=min((facts.as_of for facts in found if facts.as_of), default=None),
        stale=any(facts.stale for facts in found),
    )


def _differences(source: CardSource, prototypes: Iterable[CardFacts]) -> Iterator[Difference]:
    found = {facts.oracle_id: facts for facts in prototypes}
    for card in table.cards():
        facts = found.pop(card.oracle_id, None)
        if facts is None:
            yield Difference(card.characteristics.name, "card", "prototype card", None)
        else:
            yield from _of_card(card, facts)
            yield from _of_print(card, source.by_id(card.scryfall_id))
    for facts in found.values():
        yield Difference(facts.name, "card", None, f"prototype card, oracle id {facts.oracle_id}")
    if isinstance(source, PassesOver):
        for each in source.unreadable:
            reason = f"one that cannot be read: {printable(each.reason)}"
            yield Difference(printable(each.record), "record", None, reason)


def _of_card(card: table.TableCard, facts: CardFacts) -> Iterator[Difference]:
    name = card.characteristics.name
    pairs = {"": (_values(card.characteristics), _values(facts.characteristics))}
    try:
        ours, theirs = prototype_of(card.characteristics), prototype_of(facts.characteristics)
    except InvalidAbilityText as error:
        yield Difference(name, "prototype line", str(card.ability), f"one that cannot be read: {error}")
    else:
        if ours and theirs:
            pairs["prototyped "] = (_values(ours.characteristics), _values(theirs.characteristics))
        elif ours:
            yield Difference(name, "prototype line", str(card.ability), None)
    for which, (embedded, found) in pairs.items():
        for fact, value in embedded.items():
            if value != found[fact]:
                yield Difference(name, which + fact, value, found[fact])
    for language, printed in facts.printed_names:
        known = dict(card.names).get(language)
        if language != "en" and known != printed:
            yield Difference(name, f"name in {language}", known, printed)


def _of_print(card: table.TableCard, facts: CardFacts | None) -> Iterator[Difference]:
    if facts is None or facts.scryfall_id != card.scryfall_id:
        return
    embedded = f"{card.set_code} {card.collector_number}, oracle id {card.oracle_id}"
    found = f"{facts.set_code} {facts.collector_number}, oracle id {facts.oracle_id}"
    if embedded != found:
        yield Difference(card.characteristics.name, f"print {card.scryfall_id}", embedded, found)


def _values(card: Characteristics) -> dict[str, str]:
    """All but the rules text, which the table does not have."""
    return {
        "name": card.name,
        "mana cost": str(card.mana_cost or "none"),
        "mana value": str(card.mana_value),
        "colours": str(card.colors) or "colourless",
        "type line": card.type_line,
        "size": f"{card.power}/{card.toughness}",
        "keywords": ", ".join(sorted(card.keywords)) or "none",
        "colour identity": str(card.color_identity) or "colourless",
    }


def _shown(value: str | None) -> str:
    return "nothing" if value is None else value
