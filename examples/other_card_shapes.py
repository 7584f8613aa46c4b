"""One answer, three card shapes: a record (a dict in Scryfall's keys), a dataclass, a frozen model as of pydantic.

Hosts share a card object between all copies of the card, so none is written to: the prototyped form is another
object, and the way back to the normal one is the card itself.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Self

from mtg_hookspecs import CardStrings, Characteristics, Colors, ManaCost
from mtg_prototype_plugin import prototype_of

RULES_TEXT = "Prototype {2}{R} — 3/2\nHaste"


def prototyped_record(record: Mapping[str, Any]) -> dict[str, Any] | None:
    """The record with the prototype values; ``None``: the card has no Prototype."""
    printed = Characteristics.from_strings(**{key: record[key] for key in CardStrings.__annotations__ if key in record})
    override = prototype_of(printed)
    return {**record, **override.changes(printed, form="strings")} if override else None


@dataclass
class SimulatorCard:
    """A dataclass whose fields have the names and values of ``Characteristics``, and one field of the host's own."""

    name: str
    types: tuple[str, ...]
    mana_cost: ManaCost
    mana_value: int
    colors: Colors
    power: int
    toughness: int
    rules_text: str
    tapped: bool = False


def prototyped_dataclass(card: SimulatorCard) -> SimulatorCard | None:
    """The dataclass with the prototype values; ``None``: the card has no Prototype."""
    printed = Characteristics(
        name=card.name,
        types=card.types,
        mana_cost=card.mana_cost,
        mana_value=card.mana_value,
        colors=card.colors,
        power=card.power,
        toughness=card.toughness,
        rules_text=card.rules_text,
    )
    override = prototype_of(printed)
    return replace(card, **override.changes(printed, form="values")) if override else None


@dataclass(frozen=True)
class CardModel:
    """Stands in for a frozen pydantic model, so that the example needs no pydantic. Some names are the host's own."""

    title: str
    type_line: str
    cost: str
    total: float
    colors: list[str]
    power: str
    toughness: str
    text: str

    def model_copy(self, *, update: Mapping[str, Any]) -> Self:
        return replace(self, **update)


OWN_NAMES = {"mana_cost": "cost", "cmc": "total"}


def prototyped_model(card: CardModel) -> CardModel | None:
    """The model with the prototype values; ``None``: the card has no Prototype."""
    printed = Characteristics.from_strings(
        name=card.title,
        type_line=card.type_line,
        mana_cost=card.cost,
        cmc=card.total,
        colors=card.colors,
        power=card.power,
        toughness=card.toughness,
        rules_text=card.text,
    )
    override = prototype_of(printed)
    if override is None:
        return None
    changes = override.changes(printed, form="strings")
    return card.model_copy(update={OWN_NAMES.get(key, key): value for key, value in changes.items()})


def blitz_automaton() -> tuple[dict[str, Any], SimulatorCard, CardModel]:
    """The card, as three hosts hold it."""
    record = {
        "id": "e4e5529a-848b-486c-97fb-1def35df7837",
        "name": "Blitz Automaton",
        "layout": "prototype",
        "mana_cost": "{7}",
        "cmc": 7.0,
        "colors": list[str](),
        "color_identity": ["R"],
        "type_line": "Artifact Creature — Construct",
        "power": "6",
        "toughness": "4",
        "oracle_text": RULES_TEXT,
    }
    dataclass_card = SimulatorCard(
        name="Blitz Automaton",
        types=("Artifact", "Creature"),
        mana_cost=ManaCost.parse("{7}"),
        mana_value=7,
        colors=Colors(),
        power=6,
        toughness=4,
        rules_text=RULES_TEXT,
    )
    model = CardModel(
        title="Blitz Automaton",
        type_line="Artifact Creature — Construct",
        cost="{7}",
        total=7.0,
        colors=[],
        power="6",
        toughness="4",
        text=RULES_TEXT,
    )
    return record, dataclass_card, model


def main() -> None:
    record, card, model = blitz_automaton()
    shapes = (
        ("dict", record, prototyped_record(record) or {}),
        ("dataclass", vars(card), vars(prototyped_dataclass(card))),
        ("model", vars(model), vars(prototyped_model(model))),
    )
    for shape, shared, prototyped in shapes:
        changed = {key: value for key, value in prototyped.items() if value != shared[key]}
        print(f"{shape:9} prototyped  {changed}")
        print(f"{'':9} the card    { {key: shared[key] for key in changed} }")


if __name__ == "__main__":
    main()
