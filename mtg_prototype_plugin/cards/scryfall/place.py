"""Where the client keeps things: answers in a cache folder, limits and lock-out where all processes meet."""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

import platformdirs

from mtg_hookspecs.errors import ScryfallError

from .hosts import is_local

_NAME: Final = "mtg-prototype-plugin"


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
        name = re.sub(r"[^a-z0-9.-]", "_", urlsplit(base_url).netloc.lower())
        cache = (cache_dir or platformdirs.user_cache_path(_NAME, appauthor=False) / "scryfall") / name
        state = cache if is_local(base_url) else platformdirs.user_state_path(_NAME, appauthor=False) / name
        _make(cache)
        try:
            _make(state)
        except ScryfallError:
            state = cache
        return cls(cache, state)

    @property
    def answers(self) -> Path:
        """The file of answers."""
        return self.cache / "answers.sqlite"

    @property
    def lock_out(self) -> Path:
        """The folder of notes about a lock-out."""
        return self.state / "lock-out"


def _make(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise ScryfallError(
            f"no place to keep answers ({reason})", value=str(folder), hint="give cache_dir="
        ) from error
