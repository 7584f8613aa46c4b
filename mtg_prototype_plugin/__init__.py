"""Prototype (CR 702.160 and 718) for every Magic engine.

``prototype_of(characteristics)`` is the one call that a simulator without plugins needs, ``characteristics_of(record)``
reads a card record; ``plugin`` is what a ``PluginHost`` loads; ``sanitized(card)`` serves loaders that refuse the line.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .ability import PrototypeAbility, sanitized
    from .cards.record import characteristics_of
    from .rules import prototype_of

__version__ = "0.1.0"

_HOME = {
    "PrototypeAbility": "ability",
    "characteristics_of": "cards.record",
    "prototype_of": "rules",
    "sanitized": "ability",
}

__all__ = ["PrototypeAbility", "__version__", "characteristics_of", "prototype_of", "sanitized"]


def __getattr__(name: str) -> Any:
    """Load what is asked for when it is first asked for (PEP 562)."""
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f"{__name__}.{_HOME[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
