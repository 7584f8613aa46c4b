"""``cards``: the embedded table, and whether it still holds."""

import click
from rich.console import Console
from rich.table import Table

from ..cards.facts import Source
from ..cards.index import EmbeddedTable
from ..cards.verify import verify as compared
from .opening import api_url_option, index
from .output import answer_of, as_json, counted, origin_line, print_json, size_of


@click.command("cards")
@as_json
@click.option("--verify", is_flag=True, help="Compare the table with a source; exit code 1 if anything differs.")
@click.option(
    "--source",
    type=click.Choice([Source.STORE.value, Source.SCRYFALL.value]),
    help="With --verify: the local store (what it does without this), or Scryfall.",
)
@api_url_option
@click.pass_context
def list_cards(context: click.Context, *, as_json: bool, verify: bool, source: str | None, api_url: str | None) -> None:
    """List the prototype cards of the embedded table."""
    if source is not None and not verify:
        raise click.UsageError("--source goes with --verify")
    if api_url is not None and source != Source.SCRYFALL:
        raise click.UsageError("--api-url goes with --source scryfall")
    if verify:
        context.exit(_verify(Source(source or Source.STORE), as_json=as_json, api_url=api_url))
    answers = [answer_of(facts) for facts in EmbeddedTable().prototypes()]
    if as_json:
        print_json(answers)
        return
    grid = Table(title=f"{len(answers)} prototype cards")
    for heading in ("Name", "Normal", "Prototyped", "Keywords"):
        grid.add_column(heading, no_wrap=heading != "Keywords")
    for each in answers:
        ways = (f"{values['mana_cost']} {size_of(values)}" for values in (each["normal"], each["prototyped"]))
        grid.add_row(each["name"], *ways, ", ".join(each["keywords"]))
    Console().print(grid)


def _verify(source: Source, *, as_json: bool, api_url: str | None) -> int:
    with index(source, api_url=api_url) as cards:
        verdict = compared(cards.sources[0])
    found = verdict.differences
    if as_json:
        listed = [
            {"card": each.card, "fact": each.fact, "embedded": each.embedded, "found": each.found} for each in found
        ]
        print_json({"source": source.value, "as_of": verdict.as_of, "stale": verdict.stale, "differences": listed})
    else:
        for each in found:
            click.echo(str(each))
        click.echo(
            f"{counted(len(found), 'difference')} found. {origin_line(source, verdict.as_of, stale=verdict.stale)}"
        )
    return 1 if found else 0
