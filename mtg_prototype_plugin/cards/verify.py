"""Does the embedded table still say what a source says? Every difference, and every prototype card not embedded."""

from collections.abc import Iterator
from dataclasses import dataclass

from mtg_hookspecs.characteristics import Characteristics
from mtg_hookspecs.value import Value

from .. import table
from ..rules import prototype_of
from .facts import CardFacts
from .index import CardSource


@dataclass(frozen=True, slots=True)
class Difference(Value):
    """One fact of one card: what the table has, and what the source has. ``None``: it has none."""

    card: str
    fact: str
    embedded: str | None
    found: str | None

    def __str__(self) -> str:
        return f"{self.card}: {self.fact}: embedded {_shown(self.embedded)}, found {_shown(self.found)}"


def differences(source: CardSource) -> Iterator[Difference]:
    """All differences, card by card. What a source does not tell, as a print that it does not have, is none."""
    found = {facts.oracle_id: facts for facts in source.prototypes()}
    for card in table.cards():
        facts = found.pop(card.oracle_id, None)
        if facts is None:
            yield Difference(card.characteristics.name, "card", "prototype card", None)
        else:
            yield from _of_card(card, facts)
            yield from _of_print(card, source.by_id(card.scryfall_id))
    for facts in found.values():
        yield Difference(facts.name, "card", None, f"prototype card, oracle id {facts.oracle_id}")


def _of_card(card: table.TableCard, facts: CardFacts) -> Iterator[Difference]:
    name = card.characteristics.name
    pairs = {"": (_values(card.characteristics), _values(facts.characteristics))}
    ours, theirs = prototype_of(card.characteristics), prototype_of(facts.characteristics)
    if ours and theirs:
        pairs["prototyped "] = (_values(ours.characteristics), _values(theirs.characteristics))
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
