"""``sync``: bring the local store up to date."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click
from rich.console import Console
from rich.progress import (
    BarColumn,
    DownloadColumn,
    Progress,
    ProgressColumn,
    SpinnerColumn,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
    TransferSpeedColumn,
)

from ..cards import sync
from ..cards.store import default_path
from ..cards.unpacked import Progress as Told
from .opening import api_url_option, client
from .output import as_json, print_json


@click.command("sync")
@as_json
@click.option("--bulk", is_flag=True, help="All cards (what it does without an option).")
@click.option("--search", is_flag=True, help="The prototype cards alone.")
@click.option(
    "--from",
    "file",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="A bulk file of Scryfall's, or a file of MTGJSON's, instead of the network.",
)
@api_url_option
def sync_store(*, as_json: bool, bulk: bool, search: bool, file: Path | None, api_url: str | None) -> None:
    """Build the local store of cards, from Scryfall or from a file. Readers see the old store until it is whole."""
    if file is not None and api_url is not None:
        raise click.UsageError("--api-url goes with the network, not with --from")
    if bulk and search:
        raise click.UsageError("--bulk is all cards, --search the prototype cards alone: give one of them")
    report = _run(sync.Scope.PROTOTYPES if search else sync.Scope.ALL, file, api_url, quiet=as_json)
    store = report.store
    if as_json:
        print_json(
            {
                "path": str(store.path),
                "origin": store.origin,
                "as_of": store.as_of,
                "cards": store.cards,
                "prints": store.prints,
                "up_to_date": report.up_to_date,
                "unreadable": [{"record": each.record, "reason": each.reason} for each in report.unreadable],
            }
        )
        return
    for each in report.unreadable:
        click.echo(f"Not read: {each}", err=True)
    state = "is up to date" if report.up_to_date else "is built"
    click.echo(f"The store {state}: {store.cards:,} cards, {store.prints:,} prints from {store.origin}. {store.path}")


def _run(scope: sync.Scope, file: Path | None, api_url: str | None, *, quiet: bool) -> sync.SyncReport:
    path = default_path()
    searching = file is None and scope is sync.Scope.PROTOTYPES
    with _bars(_of_prints() if searching else _of_bytes(), quiet=quiet) as bar:
        if file is not None:
            return sync.from_file(file, path, scope=scope, reading=bar("Reading"))
        with client(api_url) as scryfall:
            if searching:
                asking = bar("Asking")
                asking(0, None)
                return sync.from_search(scryfall, path, finding=lambda prints: asking(prints, None))
            return sync.from_bulk(scryfall, path, fetching=bar("Fetching"), reading=bar("Reading"))


class _Bars:
    """A task begins to show when it is first told of."""

    def __init__(self, progress: Progress) -> None:
        self._progress = progress

    def __call__(self, words: str) -> Told:
        task = self._progress.add_task(words, total=None, visible=False)

        def told(done: int, total: int | None) -> None:
            self._progress.update(task, completed=done, total=total, visible=True)

        return told


@contextmanager
def _bars(columns: tuple[ProgressColumn, ...], *, quiet: bool) -> Iterator[_Bars]:
    """On standard error, where that is a terminal."""
    console = Console(stderr=True)
    shown = console.is_terminal and not quiet
    with Progress(*columns, console=console, disable=not shown) as progress:
        yield _Bars(progress)


def _of_bytes() -> tuple[ProgressColumn, ...]:
    """A bar with rate and time left."""
    words = TextColumn("{task.description}")
    return (words, BarColumn(), DownloadColumn(), TransferSpeedColumn(), TimeRemainingColumn())


def _of_prints() -> tuple[ProgressColumn, ...]:
    """How many there are is not known until the last page has come."""
    words = TextColumn("{task.description} {task.completed:,.0f} prints")
    return (SpinnerColumn(), words, TimeElapsedColumn())
