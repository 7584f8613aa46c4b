"""Why an object is what it is: sentences with rule numbers, by language."""

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Final, cast

from mtg_hookspecs.events import CastOption, Event

_TONGUES: Final[Mapping[str, str]] = {"en": "english"}

FALLBACK: Final = "en"


def languages() -> tuple[str, ...]:
    """The languages that are spoken, as tags."""
    return tuple(_TONGUES)


def explain(event: Event | CastOption, language: str = FALLBACK) -> tuple[str, ...]:
    """Sentences, each with its rule number; ``()`` where Prototype has nothing to do with it.

    ``language`` is a tag: ``"en-GB"`` is answered by ``en``, one that is not spoken by English.
    """
    tag = language.replace("_", "-").lower()
    room = _TONGUES.get(tag) or _TONGUES.get(tag.partition("-")[0]) or _TONGUES[FALLBACK]
    speak = cast("Callable[[Event | CastOption], tuple[str, ...]]", import_module(f"{__name__}.{room}").explain)
    return speak(event)
