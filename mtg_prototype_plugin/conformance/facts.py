"""Cards as a scenario file defines them, and back: what a host that knows no cards is told."""

from collections.abc import Iterator, Mapping

from mtg_hookspecs import CardNotFound, Characteristics
from mtg_prototype_plugin import table

from .scenario import Scenario


def facts(card: Characteristics) -> dict[str, object]:
    """The card in the form of the file's ``cards``. A text that is not known is the Prototype line alone, if any."""
    known = table.find(card.name) if card.rules_text is None else None
    text = str(known.ability) if known else card.rules_text
    facts: dict[str, object] = {"mana_cost": str(card.mana_cost)} if card.mana_cost else {}
    facts["type_line"] = card.type_line
    if card.power is not None and card.toughness is not None:
        facts |= {"power": str(card.power), "toughness": str(card.toughness)}
    return facts | {"keywords": list(card.keywords), "rules_text": text or ""}


def cards_of(scenario: Scenario, defined: Mapping[str, Characteristics]) -> dict[str, Characteristics]:
    """The cards that the scenario uses, of those that its file defines, by name."""
    return {name: defined[name] for name in _names(scenario) if name in defined}


def find(name: str, defined: Mapping[str, Characteristics]) -> Characteristics:
    """The card of that name that the file defines, or that the plugin knows. Raises ``CardNotFound``."""
    if name in defined:
        return defined[name]
    known = table.find(name)
    if known is None:
        raise CardNotFound("no such card", value=name, hint="define it in the file's 'cards'")
    return known.characteristics


def _names(scenario: Scenario) -> Iterator[str]:
    return (str(step["card"]) for step in scenario.steps if step.get("do") == "put")
