"""The plugin: each hook is a call into ``rules``.

A hook never raises: a card whose Prototype line cannot be read has no such option, and ``mtg_explain`` says why.
"""

from mtg_hookspecs.characteristics import Characteristics, Override
from mtg_hookspecs.errors import InvalidAbilityText
from mtg_hookspecs.events import CastOption, Event, ObjectCopied, SpellCast, SpellResolve, ZoneChange
from mtg_hookspecs.specs import PluginInfo, hookimpl
from mtg_hookspecs.zones import Zone

from . import __version__, rules

_INFO = PluginInfo("prototype", __version__, (1, 0), (rules.DESIGNATION,))


@hookimpl
def mtg_plugin_info() -> PluginInfo:
    """The one designation: ``prototyped``."""
    return _INFO


@hookimpl
def mtg_find_card(query: str) -> Characteristics | None:
    """A card by name in any language or by id: of the embedded table, or of the index given to ``cards.index.serve``.

    A store that cannot be read knows no card.
    """
    from .cards.errors import StoreError
    from .cards.index import served

    try:
        facts = served().find(query)
    except StoreError:
        return None
    return facts.characteristics if facts else None


@hookimpl
def mtg_cast_options(card: Characteristics, zone: Zone) -> tuple[CastOption, ...]:
    """The prototyped way (718.3)."""
    try:
        return rules.cast_options(card, zone)
    except InvalidAbilityText:
        return ()


@hookimpl
def mtg_spell_cast(event: SpellCast) -> Override | None:
    """The values of the prototyped spell (718.3b)."""
    try:
        return rules.spell_cast(event)
    except InvalidAbilityText:
        return None


@hookimpl
def mtg_spell_resolve(event: SpellResolve) -> Override | None:
    """The permanent keeps them (718.3b)."""
    return rules.spell_resolve(event)


@hookimpl
def mtg_zone_change(event: ZoneChange) -> Override | None:
    """They are gone elsewhere (718.4)."""
    return rules.zone_change(event)


@hookimpl
def mtg_object_copied(event: ObjectCopied) -> Override | None:
    """Copies have them (718.3c, 718.3d)."""
    return rules.object_copied(event)


@hookimpl
def mtg_explain(event: Event | CastOption, language: str) -> tuple[str, ...]:
    """Why, with rule numbers; in English where the language is not spoken."""
    from .explain import explain

    return explain(event, language)
