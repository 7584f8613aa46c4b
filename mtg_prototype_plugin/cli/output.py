"""What the commands print: JSON whose form is stable, and the tables of a terminal."""

import json
from collections.abc import Mapping
from typing import Any

import click
from rich.console import Console
from rich.table import Table
from rich.text import Text

from mtg_hookspecs import Characteristics, Override

from .. import prototype_of
from ..cards.facts import CardFacts

as_json = click.option("--json", "as_json", is_flag=True, help="Print JSON instead of tables.")


def answer_of(facts: CardFacts) -> dict[str, Any]:
    """A card as ``show --json`` prints it."""
    card = facts.characteristics
    override: Override | None = prototype_of(card)
    return {
        "name": facts.name,
        "oracle_id": facts.oracle_id,
        "type_line": card.type_line,
        "color_identity": str(card.color_identity),
        "keywords": list(card.keywords),
        "normal": values_of(card),
        "prototyped": values_of(override.characteristics) if override else None,
    }


def values_of(card: Characteristics) -> dict[str, Any]:
    """The five values that differ between the two ways."""
    return {
        "mana_cost": str(card.mana_cost) if card.mana_cost else None,
        "mana_value": card.mana_value,
        "colors": str(card.colors),
        "power": card.power,
        "toughness": card.toughness,
    }


def print_card(answer: Mapping[str, Any]) -> None:
    """A card as ``show`` prints it."""
    console = Console()
    keywords = ", ".join(answer["keywords"]) or "none"
    console.print(Text(f"{answer['name']}  ·  {answer['type_line']}", style="bold"))
    console.print(f"Keywords: {keywords}  ·  Colour identity: {answer['color_identity'] or 'colourless'}", style="dim")
    grid = Table("", "Normal", "Prototyped")
    normal, second = answer["normal"], answer["prototyped"]
    rows = {"Mana cost": "mana_cost", "Mana value": "mana_value", "Colours": "colors"}
    for heading, key in rows.items():
        grid.add_row(heading, *(_shown(values[key]) if values else "–" for values in (normal, second)))
    grid.add_row("Size", size_of(normal), size_of(second) if second else "–")
    console.print(grid)
    if second is None:
        console.print("This card has no Prototype, so it cannot be cast prototyped (702.160a).")


def size_of(values: Mapping[str, Any]) -> str:
    """Power and toughness as they are printed."""
    return "none" if values["power"] is None else f"{values['power']}/{values['toughness']}"


def counted(number: int, thing: str) -> str:
    """Such as ``1 card``, ``22 cards``, ``No cards``."""
    return f"{f'{number:,}' if number else 'No'} {thing}{'' if number == 1 else 's'}"


def origin_line(source: str, as_of: str | None, *, stale: bool) -> str:
    """Where facts come from and of which day they are, as a terminal shows it."""
    age = ", an old answer: Scryfall could not be asked" if stale else ""
    return f"From {source}, as of {as_of or 'an unknown day'}{age}."


def print_json(answer: object) -> None:
    """One JSON value."""
    click.echo(json.dumps(answer, ensure_ascii=False, indent=1))


def _shown(value: object) -> str:
    return "none" if value is None else str(value) or "colourless"
