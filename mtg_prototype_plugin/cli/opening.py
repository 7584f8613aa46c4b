"""Which sources a command asks, and where it finds them."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING

import click

from mtg_hookspecs.errors import ScryfallError

from ..cards.facts import Source
from ..cards.index import CardIndex, CardSource, EmbeddedTable
from ..cards.store import CardStore, default_path

if TYPE_CHECKING:
    from ..cards.scryfall import ScryfallClient

source_option = click.option(
    "--source",
    type=click.Choice([Source.TABLE.value, Source.STORE.value, Source.SCRYFALL.value]),
    help="Ask this source alone; only scryfall uses the network.",
)
api_url_option = click.option("--api-url", help="Ask another server instead of Scryfall's, on this machine only.")


@contextmanager
def index(source: Source | None, *, api_url: str | None = None) -> Iterator[CardIndex]:
    """That source alone; without one the embedded table, then the store if there is one."""
    with ExitStack() as stack:
        sources: list[CardSource] = []
        if source in (None, Source.TABLE):
            sources.append(EmbeddedTable())
        if source is Source.STORE or (source is None and default_path().exists()):
            sources.append(stack.enter_context(CardStore(default_path())))
        if source is Source.SCRYFALL:
            sources.append(_scryfall(stack, api_url))
        yield CardIndex(sources)


def client(api_url: str | None) -> "ScryfallClient":
    """The whole client. Raises ``ScryfallError`` where the extra is not installed."""
    from ..cards.scryfall import API, ScryfallClient

    return ScryfallClient(base_url=api_url or API)


def _scryfall(stack: ExitStack, api_url: str | None) -> CardSource:
    from ..cards.online import PlainSource, ScryfallSource
    from ..cards.scryfall import API

    try:
        return ScryfallSource(stack.enter_context(client(api_url)))
    except ScryfallError as error:
        if not isinstance(error.__cause__, ModuleNotFoundError):
            raise
    return PlainSource(api_url=api_url or API)
