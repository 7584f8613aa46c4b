"""Where the client keeps things: answers in a cache folder, limits and lock-out where all processes meet."""

import os
import re
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from mtg_hookspecs.errors import ScryfallError

from ..store import default_folder
from .hosts import is_local

_NAME: Final = "mtg-prototype-plugin"


def user_state_folder() -> Path:
    """Where this system keeps what a user's programs must remember of one another."""
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Application Support"
    else:
        base = Path(os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state")
    return base / _NAME


@dataclass(frozen=True, slots=True)
class Place:
    """The folders for one API. Each API has its own: a test server's 429 locks nobody out of Scryfall."""

    cache: Path
    """Answers. Removing it costs requests, nothing else."""
    state: Path
    """When which endpoint was asked, and the lock-out."""

    @classmethod
    def of(cls, base_url: str, *, cache_dir: Path | None = None) -> "Place":
        """The folders, made if they are not there.

        The state of Scryfall itself is in one place for the user, whatever ``cache_dir`` is, so that the limits hold
        over all processes; beside the answers only where that place cannot be written, and for a server on this
        machine.
        """
        wanted = _wanted(base_url, cache_dir)
        _make(wanted.cache)
        try:
            _make(wanted.state)
        except ScryfallError:
            return cls(wanted.cache, wanted.cache)
        return wanted

    @classmethod
    def found(cls, base_url: str, *, cache_dir: Path | None = None) -> "Place":
        """The folders that ``of`` has made, or would find: for one who looks and writes nothing."""
        wanted = _wanted(base_url, cache_dir)
        return wanted if wanted.state.is_dir() else cls(wanted.cache, wanted.cache)

    @property
    def answers(self) -> Path:
        """The file of answers."""
        return self.cache / "answers.sqlite"

    @property
    def lock_out(self) -> Path:
        """The folder of notes about a lock-out."""
        return self.state / "lock-out"


def _wanted(base_url: str, cache_dir: Path | None) -> Place:
    name = re.sub(r"[^a-z0-9.-]", "_", urlsplit(base_url).netloc.lower())
    cache = (cache_dir or default_folder() / "scryfall") / name
    return Place(cache, cache if is_local(base_url) else user_state_folder() / name)


def _make(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise ScryfallError(
            f"no place to keep answers ({reason})",
            value=str(folder),
            hint="cache_dir= or the environment variable MTG_PROTOTYPE_HOME names another folder",
        ) from error
