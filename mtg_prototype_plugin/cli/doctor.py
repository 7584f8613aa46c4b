"""``doctor``: what is installed, what is in the store, and whether Scryfall may be asked."""

import platform
import sqlite3
from collections.abc import Iterator
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from typing import Any, Final

import click
from rich.console import Console
from rich.table import Table
from rich.text import Text

from mtg_hookspecs import PluginHost
from mtg_hookspecs.errors import MtgError, ScryfallError

from .. import __version__
from ..cards.errors import StoreError
from ..cards.store import CardStore, default_path
from .opening import api_url_option, client
from .output import as_json, counted, print_json

_PACKAGES: Final = (
    *("pluggy", "requests", "click", "rich"),
    *("requests-cache", "requests-ratelimiter", "pyrate-limiter", "filelock", "msgspec"),
)
"""Those of the base, the command line and the extra ``scryfall``."""


@click.command()
@as_json
@click.option("--online", is_flag=True, help="Ask Scryfall whether it answers: one request.")
@api_url_option
@click.pass_context
def doctor(context: click.Context, *, as_json: bool, online: bool, api_url: str | None) -> None:
    """Tell versions, plugins, the store and its age, the lock-out; exit code 1 if something is wrong."""
    host = PluginHost.discover()
    found: dict[str, Any] = {
        "versions": _versions(),
        "plugins": [info.name for info in host.plugins],
        "problems": [f"{each.plugin}: {each.problem}" for each in host.problems],
        "store": _store(),
        "scryfall": _scryfall(api_url, online=online),
    }
    if as_json:
        print_json(found)
    else:
        _print(found)
    wrong = (host.problems, found["store"]["problem"], found["scryfall"]["problem"])
    context.exit(1 if any(wrong) else 0)


def _versions() -> dict[str, str | None]:
    own = {"mtg-prototype-plugin": __version__, "python": platform.python_version(), "sqlite": sqlite3.sqlite_version}
    return {**own, **{package: _version(package) for package in _PACKAGES}}


def _version(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def _store() -> dict[str, Any]:
    path = default_path()
    answer: dict[str, Any] = {"path": str(path), "there": path.exists(), "problem": None}
    if path.parent.exists() and not path.parent.is_dir():
        problem = StoreError(
            "no folder for a store",
            value=str(path.parent),
            hint="the environment variable MTG_PROTOTYPE_HOME names another",
        )
        return answer | {"problem": str(problem)}
    if not answer["there"]:
        return answer
    try:
        with CardStore(path) as store:
            info = store.info()
            store.check()
    except MtgError as error:
        return answer | {"problem": str(error)}
    age = datetime.now(UTC) - datetime.fromisoformat(info.built_at)
    return answer | {
        "bytes": info.bytes,
        "built_at": info.built_at,
        "age_days": round(age.total_seconds() / 86_400, 1),
        "origin": info.origin,
        "as_of": info.as_of,
        "cards": info.cards,
        "prints": info.prints,
        "unreadable": info.unreadable,
    }


def _scryfall(api_url: str | None, *, online: bool) -> dict[str, Any]:
    from ..cards.scryfall import API, Clock, LockOut, Place, Reuse, checked_api_url

    answer: dict[str, Any] = {"api_url": api_url or API, "locked_out_for": None, "answers": None, "problem": None}
    try:
        place = Place.found(checked_api_url(api_url or API))
        answer["locked_out_for"] = round(LockOut(place.lock_out, clock=Clock()).remaining(), 1)
        if online:
            with client(api_url) as scryfall:
                answer["answers"] = False
                given = scryfall.bulk_descriptor("oracle_cards", reuse=Reuse.CHECKED)
                answer["answers"] = not given.stale
                answer["problem"] = str(given.problem) if given.problem else None
    except ScryfallError as error:
        answer["problem"] = str(error)
    return answer


def _print(found: dict[str, Any]) -> None:
    grid = Table(show_header=False)
    for heading, value in _rows(found):
        grid.add_row(heading, Text(value))
    Console().print(grid)


def _rows(found: dict[str, Any]) -> Iterator[tuple[str, str]]:
    for package, installed in found["versions"].items():
        yield package, installed or "not installed"
    yield "plugins", ", ".join(found["plugins"]) or "none"
    yield from (("problem", problem) for problem in found["problems"])
    store, scryfall = found["store"], found["scryfall"]
    yield "store", store["path"]
    if store["problem"]:
        yield "", store["problem"]
    elif store["there"]:
        yield "", f"{counted(store['cards'], 'card')} from {store['origin']}, {store['bytes']:,} bytes"
        yield "", f"built {store['age_days']} days ago, of {store['as_of'] or 'an unknown day'}"
    else:
        yield "", "none: mtg-prototype sync builds one"
    yield "Scryfall", scryfall["api_url"]
    locked = scryfall["locked_out_for"]
    yield "lock-out", "not known" if locked is None else f"{locked} s" if locked else "none"
    yield "answers", {None: "not asked (--online asks)", True: "yes", False: "no"}[scryfall["answers"]]
    if scryfall["problem"]:
        yield "", scryfall["problem"]
