"""``mtg-prototype replay``: recorded streams through the board; checked, or turned round to audit the engine."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click
from rich.console import Console
from rich.table import Table

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ..bridge.audit import Finding
    from ..bridge.check import Comparison, Tally
    from ..bridge.replay import Moment, Replay

_ENGINES: Final = ("forge", "xmage", "arena", "neutral")
_STDIN: Final = Path("-")


@click.command("replay")
@click.argument("trace", type=click.Path(path_type=Path, allow_dash=True))
@click.option("--from", "engine", type=click.Choice(_ENGINES), help="Who wrote it; if not given, the first line shows.")
@click.option(
    "--check", is_flag=True, help="Compare with the truth in the stream, and with the rules' index beside it."
)
@click.option("--audit", is_flag=True, help="Audit the engine: what it shows against what it told, and the rules.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON Lines.")
@click.option("--follow", is_flag=True, help="Go on as the file grows, until interrupted.")
@click.option("--out", type=click.Path(path_type=Path), help="With --audit: write the report to OUT.md and OUT.json.")
@click.pass_context
def replay(
    context: click.Context,
    *,
    trace: Path,
    engine: str | None,
    check: bool,
    audit: bool,
    as_json: bool,
    follow: bool,
    out: Path | None,
) -> None:
    """Play TRACE: a stream of JSON Lines (gzipped or not, - for standard input), or with --check or --audit a folder.

    Shows the life of each prototype object. Exit code 1 for a disagreement that is ours (--check), or a finding at rest
    (--audit). --audit over a folder writes its report to audit.md and audit.json, if --out does not say otherwise.
    """
    _need_bridge()
    if check and audit:
        raise click.UsageError("--check or --audit, not both")
    if out is not None and not audit:
        raise click.UsageError("--out goes with --audit")
    if trace.is_dir():
        if follow or not (check or audit):
            raise click.UsageError("a folder goes with --check or --audit")
        out = out or (Path("audit") if audit else None)
    elif follow and (trace == _STDIN or trace.suffix == ".gz"):
        raise click.UsageError("--follow goes with a plain file")
    show = _Show(as_json=as_json, at_once=follow)
    if check:
        context.exit(_check(_traces(trace), engine, show, follow=follow))
    if audit:
        context.exit(_audit(_traces(trace), engine, show, follow=follow, out=out))
    _play(trace, engine, show, follow=follow)


def _need_bridge() -> None:
    try:
        from ..bridge import replay as _  # noqa: F401
    except ModuleNotFoundError as error:
        if error.name not in ("rpds", "msgspec"):
            raise
        raise _Failure(f"replay needs {error.name}: pip install 'mtg-prototype-plugin[bridge]'") from None


class _Failure(click.ClickException):
    """No answer can be given."""

    exit_code = 2


def _play(trace: Path, engine: str | None, show: "_Show", *, follow: bool) -> None:
    played, stream = _opened(trace, engine, follow=follow)
    try:
        for number, line in stream:
            show.moments(played.feed(line, number=number))
    except KeyboardInterrupt:
        pass
    show.end(
        _size(played), {"lines": played.lines, "events": played.events, "unknown": dict(played.translator.unknown)}
    )


def _check(traces: list[tuple[str, Path]], engine: str | None, show: "_Show", *, follow: bool) -> int:
    from ..bridge.check import Comparison, Outcome, Tally
    from ..bridge.replay import checker_for

    total, lines = Tally(), 0
    for name, trace in traces:
        checker = checker_for(None if trace == _STDIN else trace)
        played, stream = _opened(trace, engine, follow=follow, check=checker)
        try:
            for number, line in stream:
                played.feed(line, number=number)
        except KeyboardInterrupt:
            pass
        for number, why in played.refused:
            checker.tally.add(Comparison(number, "event", Outcome.DISAGREED, f"refused: {why}"))
        tally = checker.finish()
        show.comparisons(name, tally)
        total.counts += tally.counts
        total.inferred += tally.inferred
        lines += played.lines
    said = f"{len(traces)} streams, {lines} lines: {total}"
    show.end(said, {"streams": len(traces), "lines": lines, **{str(each): total.counts[each] for each in Outcome}})
    return 1 if total.counts[Outcome.DISAGREED] else 0


def _audit(traces: list[tuple[str, Path]], engine: str | None, show: "_Show", *, follow: bool, out: Path | None) -> int:
    from ..bridge.audit import Auditor, When, markdown

    found: dict[str, tuple[Finding, ...]] = {}
    engines: set[str] = set()
    for name, trace in traces:
        auditor = Auditor()
        played, stream = _opened(trace, engine, follow=follow, audit=auditor)
        try:
            for number, line in stream:
                played.feed(line, number=number)
        except KeyboardInterrupt:
            pass
        engines.add(str(played.engine))
        found[name] = auditor.findings()
        show.findings(name, found[name])
    every = [each for some in found.values() for each in some]
    at_rest = sum(1 for each in every if each.when is When.AT_REST)
    streams = sum(1 for some in found.values() if any(each.when is When.AT_REST for each in some))
    if out is not None:
        report = {name: [each.as_json() for each in some] for name, some in found.items()}
        _write(out.with_name(f"{out.name}.json"), json.dumps(report, ensure_ascii=False, indent=1) + "\n")
        _write(out.with_name(f"{out.name}.md"), markdown(" and ".join(sorted(engines)), found))
    said = f"{len(traces)} streams: {at_rest} findings at rest in {streams} of them, {len(every) - at_rest} in passing"
    summary = {"streams": len(traces), "at rest": at_rest, "streams with findings": streams}
    show.end(said, {**summary, "in passing": len(every) - at_rest})
    return 1 if at_rest else 0


def _opened(trace: Path, engine: str | None, *, follow: bool, **judges: Any) -> "tuple[Replay, Iterator[Any]]":
    from ..bridge.replay import Engine, opened

    path = None if trace == _STDIN else trace
    return opened(path, engine=Engine(engine) if engine else None, follow=follow, **judges)


def _traces(trace: Path) -> list[tuple[str, Path]]:
    if not trace.is_dir():
        return [(trace.name, trace)]
    found = sorted({*trace.rglob("*.jsonl"), *trace.rglob("*.jsonl.gz")})
    return [(str(path.relative_to(trace)), path) for path in found]


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise _Failure(f"the report cannot be written: {error}") from error


def _size(played: "Replay") -> str:
    unknown = sum(played.translator.unknown.values())
    refused = f", {len(played.refused)} events refused" if played.refused else ""
    kinds = f", {unknown} lines of {len(played.translator.unknown)} unknown types" if unknown else ""
    return f"{played.lines} lines, {played.events} events, {len(played.board)} objects on the board{kinds}{refused}"


class _Show:
    """Tables, lines as they come, or JSON Lines; the last line sums up."""

    def __init__(self, *, as_json: bool, at_once: bool) -> None:
        self._as_json = as_json
        self._at_once = at_once
        self._moments: list[Moment] = []

    def moments(self, moments: "Iterable[Moment]") -> None:
        for moment in moments:
            if self._as_json:
                _json(moment.as_json())
            elif self._at_once:
                click.echo("  ".join(str(cell) for cell in _row(moment)))
            else:
                self._moments.append(moment)

    def comparisons(self, name: str, tally: "Tally") -> None:
        for each, last in _runs(tally.shown):
            record = {"stream": name, "line": each.line, "last_line": last, "object": each.id}
            record |= {"outcome": str(each.outcome), "why": each.text}
            lines = str(each.line) if last == each.line else f"{each.line}-{last}"
            self._one(record, f"{name}:{lines}: {each.outcome}: {each.id}: {each.text}")

    def findings(self, name: str, found: "Iterable[Finding]") -> None:
        for each in found:
            self._one({"stream": name, **each.as_json()}, f"{name}:{each.line}: {each.when}: {each.sentence}")

    def end(self, said: str, summary: dict[str, Any]) -> None:
        """The last line."""
        if self._moments:
            Console().print(_table(self._moments))
        self._one({"summary": summary}, said)

    def _one(self, record: dict[str, Any], text: str) -> None:
        if self._as_json:
            _json(record)
        else:
            click.echo(text)


def _runs(comparisons: "Iterable[Comparison]") -> "Iterator[tuple[Comparison, int]]":
    """Each comparison with the last line on which it stays the same; a disagreement of ours is named line by line."""
    runs: dict[tuple[str, ...], tuple[Comparison, int]] = {}
    for each in comparisons:
        own = (str(each.line),) if each.outcome == "disagreed" else ()
        key = (each.outcome, each.id, each.text, *own)
        runs[key] = (runs[key][0] if key in runs else each, each.line)
    yield from runs.values()


def _json(record: dict[str, Any]) -> None:
    click.echo(json.dumps(record, ensure_ascii=False))


def _table(moments: "Iterable[Moment]") -> Table:
    grid = Table("Line", "Object", "What", "Zone", "Is", "Known", "Because")
    by_object: dict[str, list[Moment]] = {}
    for moment in moments:
        by_object.setdefault(moment.id, []).append(moment)
    for life in by_object.values():
        for moment in life:
            grid.add_row(*_row(moment))
        grid.add_section()
    return grid


def _row(moment: "Moment") -> tuple[str, ...]:
    shown = moment.as_json()
    answer = moment.answer
    mark = " (prototyped)" if answer.prototyped else ""
    phased = ", phased out" if answer.phased_out else ""
    known = "–" if shown["is"] is None else f"{shown['is']}{mark}"
    return (
        str(moment.line),
        moment.id,
        moment.what,
        f"{shown['zone'] or '–'}{phased}",
        known,
        shown["known"],
        answer.reason,
    )
