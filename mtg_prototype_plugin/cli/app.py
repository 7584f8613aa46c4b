"""The commands. Each has ``--json``, whose form is stable and described in ``docs/cli.md``."""

from typing import Any

import click
from rich.console import Console
from rich.table import Table

from mtg_hookspecs import MtgError, PluginHost

from .. import __version__
from .cards import list_cards
from .conformance import conformance
from .doctor import doctor
from .fuzz import fuzz
from .output import as_json, print_json
from .replay import replay
from .run import run_scenarios
from .serve import serve
from .show import show
from .sync import sync_store


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


for command in (show, list_cards, sync_store, doctor, run_scenarios, conformance, fuzz, replay, serve):
    app.add_command(command)


@app.command()
@as_json
def demo(*, as_json: bool) -> None:
    """Follow Blitz Automaton: what a host asks, what the plugin answers, and by which rule."""
    from .demo import print_story, story

    steps = tuple(story())
    if as_json:
        print_json([step.as_dict() for step in steps])
    else:
        print_story(steps)


@app.command()
@as_json
@click.pass_context
def plugins(context: click.Context, *, as_json: bool) -> None:
    """List the installed plugins of the contract, and those that break it (exit code 1)."""
    host = PluginHost.discover()
    if as_json:
        print_json(
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
