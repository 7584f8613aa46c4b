"""``sync``: bring the local store up to date."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click
from rich.console import Console
from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeRemainingColumn, TransferSpeedColumn

from ..cards import sync
from ..cards.store import default_path, now
from ..cards.unpacked import Progress as Told
from .opening import api_url_option, client
from .output import as_json, print_json


@click.command("sync")
@as_json
@click.option("--bulk", "scope", flag_value=sync.Scope.ALL.value, help="All cards (what it does without an option).")
@click.option("--search", "scope", flag_value=sync.Scope.PROTOTYPES.value, help="The prototype cards alone.")
@click.option(
    "--from",
    "file",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="A bulk file of Scryfall's, or a file of MTGJSON's, instead of the network.",
)
@api_url_option
def sync_store(*, as_json: bool, scope: str | None, file: Path | None, api_url: str | None) -> None:
    """Build the local store of cards, from Scryfall or from a file. Readers see the old store until it is whole."""
    if file is not None and api_url is not None:
        raise click.UsageError("--api-url goes with the network, not with --from")
    report = _run(sync.Scope(scope or sync.Scope.ALL), file, api_url, quiet=as_json)
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
    with _bars(quiet=quiet) as bar:
        if file is not None:
            return sync.from_file(file, path, scope=scope, reading=bar("Reading"))
        with client(api_url) as scryfall:
            if scope is sync.Scope.PROTOTYPES:
                return sync.from_search(scryfall, path, as_of=now())
            return sync.from_bulk(scryfall, path, fetching=bar("Fetching"), reading=bar("Reading"))


class _Bars:
    """Progress bars with rate and time left, on standard error where that is a terminal."""

    def __init__(self, progress: Progress) -> None:
        self._progress = progress

    def __call__(self, words: str) -> Told:
        task = self._progress.add_task(words, total=None, visible=False)

        def told(done: int, total: int | None) -> None:
            self._progress.update(task, completed=done, total=total, visible=True)

        return told


@contextmanager
def _bars(*, quiet: bool) -> Iterator[_Bars]:
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), DownloadColumn(), TransferSpeedColumn())
    shown = console.is_terminal and not quiet
    with Progress(*columns, TimeRemainingColumn(), console=console, disable=not shown) as progress:
        yield _Bars(progress)
