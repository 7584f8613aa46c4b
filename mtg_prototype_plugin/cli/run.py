"""``mtg-prototype run``: scenario files, acted out in the sandbox."""

from pathlib import Path

import click


@click.command("run")
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print the report as JSON Lines.")
@click.pass_context
def run_scenarios(context: click.Context, *, files: tuple[Path, ...], as_json: bool) -> None:
    """Act out the scenarios of FILES in the sandbox; exit code 1 if one failed or errored.

    All files are read and checked before the first scenario is acted out.
    """
    from ..conformance.run import run
    from ..conformance.scenario import load

    report = run([load(file) for file in files])
    for line in report.json_lines() if as_json else report.text_lines():
        click.echo(line)
    context.exit(report.exit_code)
