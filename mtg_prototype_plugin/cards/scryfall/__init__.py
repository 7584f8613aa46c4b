"""Scryfall's API. Nothing here runs unless the caller asked for the network.

``ScryfallClient`` is the whole client and needs the extra ``scryfall``; ``named`` is one plain request and does not.
"""

from typing import TYPE_CHECKING, Any

from mtg_hookspecs.errors import ScryfallError

from .answers import Answer, CollectionAnswer, Origin, Record, Reuse
from .body import MOST_BYTES
from .hosts import API, checked_api_url
from .lockout import Clock, LockOut
from .place import Place
from .plain import named

if TYPE_CHECKING:
    from .client import ScryfallClient
    from .transport import Timeouts

__all__ = [
    "API",
    "MOST_BYTES",
    "Answer",
    "Clock",
    "CollectionAnswer",
    "LockOut",
    "Origin",
    "Place",
    "Record",
    "Reuse",
    "ScryfallClient",
    "Timeouts",
    "checked_api_url",
    "named",
]


def __getattr__(name: str) -> Any:
    """What needs the extra, loaded when it is first asked for (PEP 562)."""
    try:
        if name == "ScryfallClient":
            from .client import ScryfallClient

            return ScryfallClient
        if name == "Timeouts":
            from .transport import Timeouts

            return Timeouts
    except ModuleNotFoundError as error:
        raise ScryfallError(
            f"{name} needs the extra 'scryfall'", value=error.name, hint="pip install 'mtg-prototype-plugin[scryfall]'"
        ) from error
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
