"""``show``: one card."""

from datetime import UTC, datetime
from typing import Any

import click
from rich.console import Console
from rich.table import Table
from rich.text import Text

from mtg_hookspecs.errors import CardNotFound

from ..ability import KEYWORDS
from ..cards.facts import CardFacts, Source
from ..cards.index import CardIndex
from ..rules import ability_of
from .opening import api_url_option, client, index, source_option
from .output import answer_of, as_json, origin_line, print_card, print_json


@click.command()
@click.argument("name")
@as_json
@source_option
@click.option("--online", is_flag=True, help="The same as --source scryfall.")
@api_url_option
@click.option("--lang", help="The printed name, and the Prototype line, in that language, such as de.")
@click.option("--rulings", is_flag=True, help="The rulings too: Scryfall is asked for them.")
def show(
    name: str,
    *,
    as_json: bool,
    source: str | None,
    online: bool,
    api_url: str | None,
    lang: str | None,
    rulings: bool,
) -> None:
    """Show both sets of values of the card NAME: a name in any language, an id, or SET/NUMBER."""
    if online and source not in (None, Source.SCRYFALL):
        raise click.UsageError("--online is --source scryfall")
    chosen = Source.SCRYFALL if online else Source(source) if source else None
    if api_url is not None and chosen is not Source.SCRYFALL and not rulings:
        raise click.UsageError("--api-url goes with --online or --rulings")
    with index(chosen, api_url=api_url) as cards:
        facts = cards.get(name)
        printed = None if lang is None else _printed(facts, lang.lower(), cards)
    answer = answer_of(facts)
    if chosen is not None:
        answer["source"] = {"name": facts.source, "as_of": facts.as_of, "stale": facts.stale}
    if printed is not None:
        answer["printed"] = printed
    if rulings:
        answer |= _rulings(facts, api_url)
    if as_json:
        print_json(answer)
    else:
        _print(answer)


def _printed(facts: CardFacts, language: str, cards: CardIndex) -> dict[str, Any]:
    name = facts.printed_name(language)
    if name is None and facts.source is Source.SCRYFALL and facts.set_code and facts.collector_number:
        [scryfall] = cards.sources  # a record of Scryfall's has one language: the same print in the other is asked for
        other = scryfall.at(facts.set_code, facts.collector_number, language=language)
        name = other.printed_name(language) if other else None
    if name is None:
        known = ", ".join(sorted({"en", *(each for each, _ in facts.printed_names)}))
        raise CardNotFound(f"{facts.name} has no printed name there", value=language, hint=f"languages: {known}")
    ability = ability_of(facts.characteristics)
    line = ability.line(language=language) if ability and language in KEYWORDS else None
    return {"language": language, "name": name, "prototype_line": line}


def _rulings(facts: CardFacts, api_url: str | None) -> dict[str, Any]:
    if facts.scryfall_id is None:
        raise CardNotFound("a card without a Scryfall id has no rulings there", value=facts.name)
    with client(api_url) as scryfall:
        found = scryfall.rulings(facts.scryfall_id)
    day = datetime.fromtimestamp(found.received, UTC).date().isoformat()
    return {
        "rulings": [{"published_at": each.get("published_at"), "comment": each.get("comment")} for each in found.value],
        "rulings_source": {"name": Source.SCRYFALL, "as_of": day, "stale": found.stale},
    }


def _print(answer: dict[str, Any]) -> None:
    print_card(answer)
    console = Console()
    if source := answer.get("source"):
        _print_origin(console, source)
    if printed := answer.get("printed"):
        line = f"  ·  {printed['prototype_line']}" if printed["prototype_line"] else ""
        console.print(f"{printed['language']}: {printed['name']}{line}", markup=False)
    if "rulings" in answer:
        grid = Table("Day", "Ruling")
        for each in answer["rulings"]:
            grid.add_row(*(Text(str(each[key])) for key in ("published_at", "comment")))
        console.print(grid if answer["rulings"] else "No rulings.")
        _print_origin(console, answer["rulings_source"])


def _print_origin(console: Console, source: dict[str, Any]) -> None:
    line = origin_line(source["name"], source["as_of"], stale=source["stale"])
    console.print(line, style="dim", markup=False)
