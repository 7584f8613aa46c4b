"""The commands. Each has ``--json``, whose form is stable and described in ``docs/cli.md``."""

import json
from collections.abc import Mapping
from typing import Any

import click
from rich.console import Console
from rich.table import Table
from rich.text import Text

from mtg_hookspecs import CardNotFound, Characteristics, MtgError, Override, PluginHost

from .. import __version__, prototype_of, table
from ..cards.record import characteristics_of
from .run import run_scenarios

as_json = click.option("--json", "as_json", is_flag=True, help="Print JSON instead of tables.")


class _Group(click.Group):
    """Turns the project's errors into one line and exit code 2."""

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except MtgError as error:
            click.echo(f"Error: {error}", err=True)
            ctx.exit(2)


@click.group(cls=_Group, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__)
def app() -> None:
    """Prototype (Comprehensive Rules 702.160 and 718) for every Magic engine."""


app.add_command(run_scenarios)


@app.command()
@click.argument("name")
@as_json
@click.option("--online", is_flag=True, help="Ask Scryfall (one request) instead of the embedded table.")
@click.option("--api-url", help="With --online: another server, on this machine only.")
def show(name: str, *, as_json: bool, online: bool, api_url: str | None) -> None:
    """Show both sets of values of the card NAME, in any language."""
    if api_url is not None and not online:
        raise click.UsageError("--api-url goes with --online")
    answer = _online(name, api_url) if online else _embedded(name)
    if as_json:
        _print_json(answer)
    else:
        _print_card(answer)


@app.command("cards")
@as_json
def list_cards(*, as_json: bool) -> None:
    """List the prototype cards of the embedded table."""
    answers = [_answer(card.characteristics, oracle_id=card.oracle_id) for card in table.cards()]
    if as_json:
        _print_json(answers)
        return
    grid = Table(title=f"{len(answers)} prototype cards")
    for heading in ("Name", "Normal", "Prototyped", "Keywords"):
        grid.add_column(heading, no_wrap=heading != "Keywords")
    for each in answers:
        ways = (f"{values['mana_cost']} {_size(values)}" for values in (each["normal"], each["prototyped"]))
        grid.add_row(each["name"], *ways, ", ".join(each["keywords"]))
    Console().print(grid)


@app.command()
@as_json
def demo(*, as_json: bool) -> None:
    """Follow Blitz Automaton: what a host asks, what the plugin answers, and by which rule."""
    from .demo import print_story, story

    steps = tuple(story())
    if as_json:
        _print_json([step.as_dict() for step in steps])
    else:
        print_story(steps)


@app.command()
@as_json
@click.pass_context
def plugins(context: click.Context, *, as_json: bool) -> None:
    """List the installed plugins of the contract, and those that break it (exit code 1)."""
    host = PluginHost.discover()
    if as_json:
        _print_json(
            {
                "plugins": [
                    {
                        "name": info.name,
                        "version": info.version,
                        "contract": ".".join(map(str, info.contract)),
                        "designations": list(info.designations),
                    }
                    for info in host.plugins
                ],
                "problems": [{"plugin": each.plugin, "problem": each.problem} for each in host.problems],
            }
        )
    else:
        grid = Table("Plugin", "Version", "Contract", "Designations")
        for info in host.plugins:
            grid.add_row(info.name, info.version, ".".join(map(str, info.contract)), ", ".join(info.designations))
        Console().print(grid)
        for each in host.problems:
            click.echo(f"Problem: {each.plugin}: {each.problem}", err=True)
    context.exit(1 if host.problems else 0)


def _embedded(name: str) -> dict[str, Any]:
    card = table.find(name)
    if card is None:
        near = table.nearest(name)
        hint = f"did you mean {', '.join(near)}?" if near else "mtg-prototype cards lists the embedded ones"
        raise CardNotFound("no prototype card of that name in the table", value=name, hint=hint, near=near)
    return _answer(card.characteristics, oracle_id=card.oracle_id)


def _online(name: str, api_url: str | None) -> dict[str, Any]:
    from ..cards import scryfall

    record = scryfall.named(name, api_url=api_url or scryfall.API)
    return _answer(characteristics_of(record), oracle_id=record.get("oracle_id"))


def _answer(card: Characteristics, *, oracle_id: str | None) -> dict[str, Any]:
    override: Override | None = prototype_of(card)
    return {
        "name": card.name,
        "oracle_id": oracle_id,
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


def _print_card(answer: Mapping[str, Any]) -> None:
    console = Console()
    keywords = ", ".join(answer["keywords"]) or "none"
    console.print(Text(f"{answer['name']}  ·  {answer['type_line']}", style="bold"))
    console.print(f"Keywords: {keywords}  ·  Colour identity: {answer['color_identity'] or 'colourless'}", style="dim")
    grid = Table("", "Normal", "Prototyped")
    normal, second = answer["normal"], answer["prototyped"]
    rows = {"Mana cost": "mana_cost", "Mana value": "mana_value", "Colours": "colors"}
    for heading, key in rows.items():
        grid.add_row(heading, *(_shown(values[key]) if values else "–" for values in (normal, second)))
    grid.add_row("Size", _size(normal), _size(second) if second else "–")
    console.print(grid)
    if second is None:
        console.print("This card has no Prototype, so it cannot be cast prototyped (702.160a).")


def _shown(value: object) -> str:
    return "none" if value is None else str(value) or "colourless"


def _size(values: Mapping[str, Any]) -> str:
    return "none" if values["power"] is None else f"{values['power']}/{values['toughness']}"


def _print_json(answer: object) -> None:
    click.echo(json.dumps(answer, ensure_ascii=False, indent=1))
