"""``mtg-prototype replay``: recorded streams through the board; checked, or turned round to audit the engine."""

import json
import signal
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click
from rich.console import Console
from rich.markup import escape
from rich.table import Table

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from ..bridge.audit import Finding
    from ..bridge.check import Comparison, Tally
    from ..bridge.replay import Moment, Replay

_ENGINES: Final = ("forge", "xmage", "arena", "neutral")
_STDIN: Final = Path("-")
_NOTHING: Final = "nothing to compare: no stream there records what its objects are"
_NO_INDEX: Final = "no index beside it (index.json says what the rules ask): where the engine is wrong, it may be that"


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
    if follow:
        for ending in (signal.SIGTERM, signal.SIGINT):  # a program started in the background ignores the second
            signal.signal(ending, signal.default_int_handler)
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
    from ..bridge.replay import Rotated

    played: Replay | None = None
    try:
        while True:
            played, stream = _opened(trace, engine, follow=follow)
            try:
                for number, line in stream:
                    show.moments(played.feed(line, number=number))
                break
            except Rotated:
                show.note("the file was replaced or cut short: a new stream begins")
    except KeyboardInterrupt:
        pass
    if played is None:
        show.end("0 lines", {"lines": 0, "events": 0, "unknown": {}})
        return
    show.end(
        _size(played), {"lines": played.lines, "events": played.events, "unknown": dict(played.translator.unknown)}
    )


def _played(trace: Path, engine: str | None, *, follow: bool, **judges: Any) -> "Replay | None":
    """The stream played to its end, or until interrupted. ``None``: interrupted before it began."""
    from ..bridge.replay import Rotated

    played: Replay | None = None
    try:
        played, stream = _opened(trace, engine, follow=follow, **judges)
        for number, line in stream:
            played.feed(line, number=number)
    except (KeyboardInterrupt, Rotated):
        pass
    return played


def _check(traces: list[tuple[str, Path]], engine: str | None, show: "_Show", *, follow: bool) -> int:
    from ..bridge.check import Comparison, Outcome, Tally
    from ..bridge.replay import checker_for
    from ..bridge.steps import InvalidTrace

    total, lines, unread, alone = Tally(), 0, 0, False
    for name, trace in traces:
        try:
            checker = checker_for(None if trace == _STDIN else trace)
            played = _played(trace, engine, follow=follow, check=checker)
        except InvalidTrace as error:
            if traces == [(trace.name, trace)]:
                raise
            show.unreadable(name, error)
            unread += 1
            continue
        for number, why in played.refused if played else ():
            checker.tally.add(Comparison(number, "event", Outcome.DISAGREED, f"refused: {why}"))
        tally = checker.finish()
        show.comparisons(name, tally)
        total.merge(tally)
        lines += played.lines if played else 0
        alone = alone or (tally.counts[Outcome.DISAGREED] > 0 and not checker.has_rules)
    if alone:
        show.note(_NO_INDEX)
    compared = sum(total.counts.values())
    if not compared and not unread:
        show.note(_NOTHING)
    show.end(
        f"{_streams(traces, unread)}, {lines} lines: {total}",
        {
            "streams": len(traces),
            "unreadable": unread,
            "lines": lines,
            **{str(each): total.counts[each] for each in Outcome},
            "by events": total.by_events,
            "by views": total.by_views,
        },
    )
    if unread or not compared:
        return 2
    return 1 if total.counts[Outcome.DISAGREED] else 0


def _audit(traces: list[tuple[str, Path]], engine: str | None, show: "_Show", *, follow: bool, out: Path | None) -> int:
    from ..bridge.audit import Auditor, When, markdown
    from ..bridge.steps import InvalidTrace

    if out is not None and not out.parent.is_dir():
        raise _Failure(f"the report cannot be written: there is no folder {out.parent}")
    found: dict[str, tuple[Finding, ...]] = {}
    engines: set[str] = set()
    unread = lines = 0
    for name, trace in traces:
        auditor = Auditor()
        try:
            played = _played(trace, engine, follow=follow, audit=auditor)
        except InvalidTrace as error:
            if traces == [(trace.name, trace)]:
                raise
            show.unreadable(name, error)
            unread += 1
            continue
        lines += auditor.looked_at
        engines.add(str(played.engine) if played else "nobody")
        found[name] = auditor.findings()
        show.findings(name, [each for each in found[name] if each.when is When.AT_REST])
    passing = {name: [each for each in some if each.when is When.IN_PASSING] for name, some in found.items()}
    show.passing({name: some for name, some in passing.items() if some})
    at_rest = {name: len(some) - len(passing[name]) for name, some in found.items()}
    if out is not None:
        report = {name: [each.as_json() for each in some] for name, some in found.items()}
        _write(out.with_name(f"{out.name}.json"), json.dumps(report, ensure_ascii=False, indent=1) + "\n")
        _write(out.with_name(f"{out.name}.md"), markdown(" and ".join(sorted(engines)), found))
    rest, streams = sum(at_rest.values()), sum(map(bool, at_rest.values()))
    in_passing = sum(map(len, passing.values()))
    if not lines and not unread:
        show.note(_NOTHING)
    said = f"{_streams(traces, unread)}: {rest} findings at rest in {streams} of them, {in_passing} in passing"
    summary = {"streams": len(traces), "unreadable": unread, "at rest": rest, "streams with findings": streams}
    show.end(said, {**summary, "in passing": in_passing})
    if unread or not lines:
        return 2
    return 1 if rest else 0


def _streams(traces: list[tuple[str, Path]], unread: int) -> str:
    return f"{len(traces)} streams" + (f" ({unread} unreadable)" if unread else "")


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
    passed = f", {played.passed_over} lines that are no JSON" if played.passed_over else ""
    size = f"{played.lines} lines, {played.events} events, {len(played.board)} objects on the board"
    return f"{size}{kinds}{refused}{passed}"


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

    def passing(self, found: "Mapping[str, list[Finding]]") -> None:
        """One line for all: what an engine does with every permanent that enters is one deviation, not many."""
        if not found:
            return
        name, (first, *_) = next(iter(found.items()))
        record = {"in passing": {each: [one.as_json() for one in some] for each, some in found.items()}}
        where = "" if len(found) == 1 else f" in {len(found)} streams, such as"
        what = "note: objects show other values only while they enter (614.12),"
        self._one(record, f"{what}{where} {name}:{first.line}: {first.sentence}")

    def note(self, text: str) -> None:
        if self._as_json:
            _json({"note": text})
        else:
            click.echo(f"note: {text}")

    def unreadable(self, name: str, error: Exception) -> None:
        self._one({"stream": name, "unreadable": str(error)}, f"{name}: unreadable: {error}")

    def end(self, said: str, summary: dict[str, Any]) -> None:
        """The last line."""
        if self._moments:
            _print_table(self._moments)
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


def _print_table(moments: "Iterable[Moment]") -> None:
    """A table on a terminal; elsewhere its cells between tabs, for other programs: nothing is cut."""
    by_object: dict[str, list[Moment]] = {}
    for moment in moments:
        by_object.setdefault(moment.id, []).append(moment)
    if not sys.stdout.isatty():
        for each in (_HEAD, *(_row(moment) for life in by_object.values() for moment in life)):
            click.echo("\t".join(each))
        return
    grid = Table(*_HEAD)
    for life in by_object.values():
        for moment in life:
            grid.add_row(*(escape(cell) for cell in _row(moment)))
        grid.add_section()
    Console().print(grid)


_HEAD: Final = ("Line", "Object", "What", "Zone", "Is", "Known", "Because")


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
