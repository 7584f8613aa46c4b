"""The hooks: what a host asks of a plugin. All are pure: no I/O, no clock, no randomness, no reference kept."""

from dataclasses import dataclass
from typing import Final

import pluggy

from .characteristics import Characteristics, Override
from .events import CastOption, Event, ObjectCopied, SpellCast, SpellResolve, ZoneChange
from .value import Value
from .zones import Zone

PROJECT_NAME: Final = "mtg_hookspecs"
"""The one name: of the markers, the plugin manager and the entry-point group."""

CONTRACT_VERSION: Final = (1, 1)
"""Major and minor. A plugin works under a host of the same major version and of its own or a later minor version."""

hookspec = pluggy.HookspecMarker(PROJECT_NAME)
hookimpl = pluggy.HookimplMarker(PROJECT_NAME)


@dataclass(frozen=True, slots=True)
class PluginInfo(Value):
    """What a plugin is. Its ``designations`` belong to it alone and are also the names of the options it offers."""

    name: str
    version: str
    contract: tuple[int, int]
    designations: tuple[str, ...]


@hookspec(firstresult=True)
def mtg_plugin_info() -> PluginInfo | None:
    """Name, version, contract version and designations. Asked once, when the plugin is loaded."""


@hookspec(firstresult=True)
def mtg_find_card(query: str) -> Characteristics | None:
    """The characteristics of the card with that name (in any language) or id, from memory or an open store.

    Never from the network. ``None``: not known here.
    """


@hookspec
def mtg_cast_options(card: Characteristics, zone: Zone) -> tuple[CastOption, ...]:  # type: ignore[empty-body]
    """The ways to cast this card from there, beside ``normal`` (601.2b). ``()`` on stack and battlefield.

    ``card`` is what the card is where it lies, by its copiable values.
    """


@hookspec(firstresult=True)
def mtg_spell_cast(event: SpellCast) -> Override | None:
    """The override of the spell that is cast that way, asked of the option's owner. ``None``: it cannot be so cast.

    The only hook that makes an override from nothing.
    """


@hookspec(firstresult=True)
def mtg_spell_resolve(event: SpellResolve) -> Override | None:
    """The override of what this spell becomes as it resolves (608.2n, 608.3). ``None``: it is what is printed."""


@hookspec(firstresult=True)
def mtg_zone_change(event: ZoneChange) -> Override | None:
    """The override of the new object after any other move (400.7). ``None``: it is what is printed."""


@hookspec(firstresult=True)
def mtg_object_copied(event: ObjectCopied) -> Override | None:
    """The override of the copy (707.2): a copied spell's or token's own; for ENTERS_AS and BECOMES the copy effect's.

    ``None``: the copy has the source's characteristics and no designation.
    """


@hookspec
def mtg_explain(event: Event | CastOption, language: str) -> tuple[str, ...]:  # type: ignore[empty-body]
    """Why: sentences, each with its rule number. ``language`` is a tag such as ``"en"`` or ``"pt-BR"``.

    Never on the hot path. ``()``: nothing to say.
    """
