"""The contract between a Magic engine and plugins that say what an object is. Standard library and pluggy only.

A host reads ``PluginHost``; the author of a plugin reads ``hookimpl``, the events and the hooks in ``specs``.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .characteristics import (
        CardStrings,
        Characteristics,
        CopiableValues,
        Override,
        Size,
        parse_size,
        parse_type_line,
    )
    from .errors import (
        BadResponse,
        CardNotFound,
        ContractViolation,
        IllegalCastChoice,
        InvalidAbilityText,
        InvalidCharacteristics,
        InvalidColors,
        InvalidEvent,
        InvalidManaCost,
        InvalidSize,
        InvalidTypeLine,
        InvalidWord,
        MtgError,
        Offline,
        RateLimited,
        ScryfallError,
    )
    from .events import (
        CastOption,
        CopyKind,
        Event,
        ObjectCopied,
        SpellCast,
        SpellResolve,
        ZoneChange,
    )
    from .host import OnError, PluginHost, Problem, Tracked
    from .mana import Color, Colors, ManaCost
    from .specs import CONTRACT_VERSION, PROJECT_NAME, PluginInfo, hookimpl, hookspec
    from .value import Value, Word
    from .zones import Zone

_ROOMS = {
    "characteristics": "CardStrings Characteristics CopiableValues Override Size parse_size parse_type_line",
    "errors": "BadResponse CardNotFound ContractViolation IllegalCastChoice InvalidAbilityText InvalidCharacteristics "
    "InvalidColors InvalidEvent InvalidManaCost InvalidSize InvalidTypeLine InvalidWord MtgError Offline RateLimited "
    "ScryfallError",
    "events": "CastOption CopyKind Event ObjectCopied SpellCast SpellResolve ZoneChange",
    "host": "OnError PluginHost Problem Tracked",
    "mana": "Color Colors ManaCost",
    "specs": "CONTRACT_VERSION PROJECT_NAME PluginInfo hookimpl hookspec",
    "value": "Value Word",
    "zones": "Zone",
}
_HOME = {name: room for room, names in _ROOMS.items() for name in names.split()}

__all__ = [
    "CONTRACT_VERSION",
    "PROJECT_NAME",
    "BadResponse",
    "CardNotFound",
    "CardStrings",
    "CastOption",
    "Characteristics",
    "Color",
    "Colors",
    "ContractViolation",
    "CopiableValues",
    "CopyKind",
    "Event",
    "IllegalCastChoice",
    "InvalidAbilityText",
    "InvalidCharacteristics",
    "InvalidColors",
    "InvalidEvent",
    "InvalidManaCost",
    "InvalidSize",
    "InvalidTypeLine",
    "InvalidWord",
    "ManaCost",
    "MtgError",
    "ObjectCopied",
    "Offline",
    "OnError",
    "Override",
    "PluginHost",
    "PluginInfo",
    "Problem",
    "RateLimited",
    "ScryfallError",
    "Size",
    "SpellCast",
    "SpellResolve",
    "Tracked",
    "Value",
    "Word",
    "Zone",
    "ZoneChange",
    "hookimpl",
    "hookspec",
    "parse_size",
    "parse_type_line",
]


def __getattr__(name: str) -> Any:
    """Load the module that holds ``name`` when it is first asked for (PEP 562): values need no pluggy."""
    if name in _ROOMS:
        return import_module(f"{__name__}.{name}")
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f"{__name__}.{_HOME[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
