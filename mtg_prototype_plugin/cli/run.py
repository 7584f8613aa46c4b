"""``mtg-prototype run``: scenario files, acted out in the sandbox."""

from pathlib import Path

import click


@click.command("run")
@click.argument("files", nargs=-1, type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print the report as JSON Lines.")
@click.pass_context
def run_scenarios(context: click.Context, *, files: tuple[Path, ...], as_json: bool) -> None:
    """Act out scenarios in the sandbox.

    FILES are scenario files (docs/scenarios.md); without any, those that come with the plugin. All are read and checked
    before the first scenario is acted out. Exit code 1 if one failed or errored.
    """
    from ..conformance.run import run
    from ..conformance.scenario import load, shipped

    report = run([load(file) for file in files] if files else shipped())
    for line in report.json_lines() if as_json else report.text_lines():
        click.echo(line)
    context.exit(report.exit_code)
