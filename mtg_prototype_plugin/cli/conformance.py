"""``mtg-prototype conformance``: the scenarios, acted out by a host of any kind; ``diff`` compares two reports."""

import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from ..conformance.run import Answer, Report

_FILE = click.Path(path_type=Path)


def _check_place(context: click.Context, parameter: click.Parameter, path: Path | None) -> Path | None:
    """A report that could not be written is refused before a host is started."""
    if path is not None and (path.is_dir() or not path.parent.is_dir()):
        raise click.BadParameter(f"{path} cannot be written", context, parameter)
    return path


@click.group("conformance", invoke_without_command=True)
@click.option("--host", "where", metavar="HOST", help="'sandbox', or module:Adapter of a host in Python.")
@click.option("--command", metavar="COMMAND", help="A program that speaks JSON lines, with its arguments.")
@click.option("--cases", multiple=True, type=_FILE, help="Scenario files or folders in place of the shipped ones.")
@click.option("--rule", "rules", multiple=True, metavar="RULE", help="Only what cites this rule, such as 718.3.")
@click.option(
    "--capability", "capabilities", multiple=True, metavar="NAME", help="Only what needs it; or 'core', 'smoke'."
)
@click.option(
    "--report", "report_file", type=_FILE, callback=_check_place, help="Write the report, as JSON Lines, to this file."
)
@click.option("--xfail", "xfail_file", type=_FILE, help="Ids known to fail: a line each, with '# the reason'.")
@click.option("--jobs", type=click.IntRange(1), default=1, help="How many hosts run side by side (1).")
@click.option("--timeout", type=click.FloatRange(0.1), default=10.0, help="Seconds a COMMAND may take to answer (10).")
@click.option("--json", "as_json", is_flag=True, help="Print the report as JSON Lines.")
@click.pass_context
def conformance(
    context: click.Context,
    *,
    where: str | None,
    command: str | None,
    cases: tuple[Path, ...],
    rules: tuple[str, ...],
    capabilities: tuple[str, ...],
    report_file: Path | None,
    xfail_file: Path | None,
    jobs: int,
    timeout: float,
    as_json: bool,
) -> None:
    """Act out the scenarios on a host and say which rules it breaks; exit code 1 if a scenario failed or errored.

    Nor is a host that skips them all a success. All files are read and checked before the host is started.
    """
    if context.invoked_subcommand is not None:
        return
    if (where is None) is (command is None):
        raise click.UsageError("give one of --host and --command")
    from ..conformance import selection
    from ..conformance.errors import HostBroken
    from ..conformance.hosts import HostSpec
    from ..conformance.identity import remarks
    from ..conformance.jobs import answers_of, opened
    from ..conformance.run import Report, plays_of, run

    files = selection.cases(cases)
    xfail = selection.load_xfail(xfail_file, files=files) if xfail_file else {}
    files = selection.selected(files, rules=rules, capabilities=capabilities)
    plays = plays_of(files)
    spec = HostSpec.of(where or "", command or "", timeout=timeout)
    try:
        # what an engine prints is no part of the report
        with redirect_stdout(sys.stderr), opened(spec) as host, _progress(len(plays)) as each:
            for remark in remarks(host):
                click.echo(remark, err=True)
            if jobs == 1:
                report = run(files, host=host, xfail=xfail, each=each)
            else:
                report = Report(host, answers_of(plays, spec, jobs=jobs, each=each), plays, xfail)
    except HostBroken as error:
        click.echo(error.stderr, nl=bool(error.stderr), err=True)
        raise
    for line in report.json_lines() if as_json else _lines(report):
        click.echo(line)
    if report.proves_nothing:
        click.echo("the host acted out none of the scenarios", err=True)
    if report_file:
        _write(report, report_file)
    context.exit(report.exit_code)


@conformance.command("diff")
@click.argument("before", type=_FILE)
@click.argument("after", type=_FILE)
@click.option("--json", "as_json", is_flag=True, help="Print the differences as a JSON list.")
@click.pass_context
def diff(context: click.Context, *, before: Path, after: Path, as_json: bool) -> None:
    """Compare two reports: what is answered otherwise AFTER than BEFORE. Exit code 1 if anything is."""
    from ..conformance.report import differences, load_report
    from .output import print_json

    found = differences(load_report(before), load_report(after))
    if as_json:
        print_json([difference.to_json() for difference in found])
    else:
        for difference in found:
            click.echo(str(difference))
        click.echo(f"{len(found) or 'no'} difference{'' if len(found) == 1 else 's'}")
    context.exit(1 if found else 0)


def _write(report: "Report", path: Path) -> None:
    from ..conformance.errors import InvalidReport

    try:
        path.write_text("".join(f"{line}\n" for line in report.json_lines()), encoding="utf-8", newline="\n")
    except OSError as error:
        raise InvalidReport("the report cannot be written", value=str(path), hint=str(error.strerror)) from error


@contextmanager
def _progress(total: int) -> "Iterator[Callable[[Answer], None] | None]":
    """A bar on a terminal; nothing elsewhere."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("scenarios", total=total)
        yield lambda _: bar.advance(task)


def _lines(report: "Report") -> Iterator[str]:
    """The report for readers: what failed by main rule, the worst first; what errored, what is lacking, the counts."""
    from ..conformance.rule_sentences import sentence
    from ..conformance.run import Result

    tried = Counter(
        play.scenario.rules[0]
        for play, answer in zip(report.plays, report.answers, strict=True)
        if answer.result is not Result.SKIPPED
    )
    failed: dict[str, list[str]] = defaultdict(list)
    for answer in report.answers:
        if answer.result is Result.FAILED:
            failed[answer.rule].append(f"  {answer.id}: {answer.finding}{_known(report, answer)}")
    for rule in sorted(failed, key=lambda rule: (-len(failed[rule]) / tried[rule], -tried[rule], rule)):
        yield f"{rule}: {len(failed[rule])} of {tried[rule]} scenarios fail. {sentence(rule)}".rstrip()
        yield from failed[rule]
    for answer in report.answers:
        if answer.result is Result.ERRORED:
            yield f"{answer}{_known(report, answer)}"
            yield from (f"  | {line}" for line in answer.stderr.splitlines()[-5:])
    for answer in report.unexpected:
        if answer.result is Result.PASSED:
            yield f"passed, though it is known to fail: {answer.id}"
    skipped = Counter(answer.capability for answer in report.answers if answer.result is Result.SKIPPED)
    if skipped:
        listed = ", ".join(f"{capability} {count}" for capability, count in skipped.most_common())
        yield f"skipped for want of: {listed}"
    yield ", ".join(f"{count} {result}" for result, count in report.counts.items())


def _known(report: "Report", answer: "Answer") -> str:
    reason = report.xfail.get(answer.id)
    return "" if reason is None else f" (known{': ' * bool(reason)}{reason})"
