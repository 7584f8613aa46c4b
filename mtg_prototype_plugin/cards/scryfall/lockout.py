"""The pause that Scryfall asks for with a 429, kept on disk where every process sees it."""

import json
import os
import re
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC
from email.utils import parsedate_to_datetime
from pathlib import Path
from typing import Any, Final
from uuid import uuid4

from mtg_hookspecs.errors import RateLimited

LEAST: Final = 30.0
"""Seconds for which a 429 locks a client out, if the answer does not say longer."""
MOST: Final = 86_400.0
"""No pause is believed to be longer than a day."""

_SAID: Final = re.compile(r"(\d{1,6}(?:\.\d+)?) ?(s|sec|seconds?|min|minutes?|h|hours?)\b", re.IGNORECASE)
_UNIT: Final = {"s": 1.0, "m": 60.0, "h": 3600.0}


@dataclass(frozen=True, slots=True)
class Clock:
    """The clocks that the client reads. ``steady`` never goes back and is one for all processes of the machine."""

    wall: Callable[[], float] = time.time
    steady: Callable[[], float] = time.monotonic
    sleep: Callable[[float], None] = time.sleep


def pause_asked_for(headers: Mapping[str, str], body: bytes = b"", *, now: float | None = None) -> float:
    """Seconds of pause that a 429 asks for by ``Retry-After`` (seconds or a date) or in its words, 30 at least."""
    told = (_retry_after(headers.get("Retry-After", ""), time.time() if now is None else now), _in_words(body))
    return min(MOST, max(LEAST, *told))


def _retry_after(said: str, now: float) -> float:
    if said.strip().isdecimal():
        return float(said)
    try:
        until = parsedate_to_datetime(said)
    except ValueError:
        return 0.0
    return (until if until.tzinfo else until.replace(tzinfo=UTC)).timestamp() - now


def _in_words(body: bytes) -> float:
    try:
        said = json.loads(body)
    except ValueError:
        return 0.0
    if not isinstance(said, dict):
        return 0.0
    number = said.get("retry_after")
    seconds = float(number) if isinstance(number, int | float) else 0.0
    words = _SAID.findall(str(said.get("details", "")))
    return max([seconds, *(float(number) * _UNIT[unit[0].lower()] for number, unit in words)])


class LockOut:
    """The lock-out of one API: a folder with a note for each 429. The longest pause counts.

    A note names the end by the wall clock and by the steady clock. The steady one decides, so that setting the wall
    clock neither ends a pause nor prolongs it; after a restart of the machine, when the steady clock has begun anew,
    the wall clock does.
    """

    def __init__(self, folder: Path, *, clock: Clock) -> None:
        self._folder = folder
        self._clock = clock
        self._unwritten: list[dict[str, float]] = []

    def remaining(self) -> float:
        """Seconds until something may be asked again; 0.0 if there is no lock-out."""
        notes = [*self._unwritten, *(note for path in self._notes() if (note := _note(path)))]
        return max((self._left(note) for note in notes), default=0.0)

    def check(self, url: str) -> None:
        """Raises ``RateLimited`` while the lock-out lasts."""
        seconds = self.remaining()
        if seconds > 0:
            raise self._refusal(url, seconds)

    def record(self, url: str, *, seconds: float) -> RateLimited:
        """Begin a pause. The answer is the error to raise."""
        note = {
            "seconds": seconds,
            "until": self._clock.wall() + seconds,
            "steady_until": self._clock.steady() + seconds,
        }
        try:
            self._write(note)
        except OSError:
            self._unwritten.append(note)  # this process at least keeps the pause
        return self._refusal(url, seconds)

    def _write(self, note: Mapping[str, float]) -> None:
        self._folder.mkdir(parents=True, exist_ok=True)
        for path in self._notes():
            old = _note(path)
            if old is None or self._left(old) <= 0:
                path.unlink(missing_ok=True)
        name = uuid4().hex
        half = self._folder / f"{name}.part"
        half.write_text(json.dumps(note), encoding="utf-8")
        os.replace(half, self._folder / f"{name}.json")  # noqa: PTH105

    def _left(self, note: Mapping[str, float]) -> float:
        by_steady = note["steady_until"] - self._clock.steady()
        if by_steady <= note["seconds"]:
            return max(0.0, by_steady)
        return min(note["seconds"], max(0.0, note["until"] - self._clock.wall()))

    def _notes(self) -> list[Path]:
        return list(self._folder.glob("*.json"))

    @staticmethod
    def _refusal(url: str, seconds: float) -> RateLimited:
        return RateLimited(
            "Scryfall asks for a pause", value=url, hint=f"ask nothing for {seconds:.0f} s", retry_after=seconds
        )


def _note(path: Path) -> dict[str, Any] | None:
    try:
        note = json.loads(path.read_text(encoding="utf-8"))
        return {key: float(note[key]) for key in ("seconds", "until", "steady_until")}
    except (OSError, ValueError, TypeError, KeyError):
        return None
