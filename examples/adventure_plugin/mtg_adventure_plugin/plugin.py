"""The plugin: an object, for which cards have an Adventure is given to it. Each hook is a call into ``rules``."""

from collections.abc import Iterable
from typing import Final

from mtg_hookspecs import (
    CastOption,
    Characteristics,
    Event,
    ObjectCopied,
    Override,
    PluginInfo,
    SpellCast,
    SpellResolve,
    Zone,
    ZoneChange,
    hookimpl,
)

from . import rules
from .cards import CARDS, AdventurerCard

_INFO: Final = PluginInfo("adventure", "0.1.0", (1, 1), (rules.ADVENTURE, rules.ON_AN_ADVENTURE))


class AdventurePlugin:
    """Adventure for these cards. They are found by name: ``Bonecrusher Giant`` or ``Bonecrusher Giant // Stomp``."""

    def __init__(self, cards: Iterable[AdventurerCard] = CARDS) -> None:
        self._cards: dict[str, Characteristics] = {}
        self._options: dict[str, CastOption] = {}
        for one in cards:
            override = rules.spell(one.adventure)
            key = _key(one.card.name)
            self._cards[key] = one.card
            self._options[key] = CastOption(rules.ADVENTURE, override, override.characteristics)  # 715.3a

    @hookimpl
    def mtg_plugin_info(self) -> PluginInfo:
        """Two designations; only the first is offered as an option."""
        return _INFO

    @hookimpl
    def mtg_find_card(self, query: str) -> Characteristics | None:
        """The card with its normal characteristics (715.4)."""
        return self._cards.get(_key(query))

    @hookimpl
    def mtg_cast_options(self, card: Characteristics, zone: Zone) -> tuple[CastOption, ...]:
        """As an Adventure (715.3), from wherever the host lets a player cast the card."""
        option = self._options.get(_key(card.name))
        if option is None or zone in (Zone.STACK, Zone.BATTLEFIELD):
            return ()
        return (option,)

    @hookimpl
    def mtg_spell_cast(self, event: SpellCast) -> Override | None:
        """It has only the Adventure's characteristics (715.3b)."""
        option = self._options.get(_key(event.card.name))
        return option.override if option and event.option == rules.ADVENTURE else None

    @hookimpl
    def mtg_spell_resolve(self, event: SpellResolve) -> Override | None:
        """The exiled card is marked (715.3d)."""
        return rules.resolved(event)

    @hookimpl
    def mtg_zone_change(self, event: ZoneChange) -> Override | None:
        """It did not resolve, or it left exile: it is what is printed, without a mark (715.4, 400.7)."""
        return None

    @hookimpl
    def mtg_object_copied(self, event: ObjectCopied) -> Override | None:
        """A copy of the spell is an Adventure (715.3c)."""
        return rules.copied(event)

    @hookimpl
    def mtg_explain(self, event: Event | CastOption, language: str) -> tuple[str, ...]:
        """Why, in English."""
        match event:
            case CastOption(name=rules.ADVENTURE):
                return ("Only the Adventure's characteristics say whether it can be cast so (715.3a).",)
            case SpellCast(option=rules.ADVENTURE):
                return ("The spell has only the Adventure's characteristics (715.3b).",)
            case SpellResolve(override=Override(designation=rules.ADVENTURE)):
                return ("It exiles itself as it resolves, and its controller may play it from there (715.3d).",)
            case ZoneChange(override=Override(designation=rules.ADVENTURE)):
                return ("It leaves the stack without resolving: nobody may play it for that (715.3d, 715.4).",)
            case ZoneChange(override=Override(designation=rules.ON_AN_ADVENTURE)):
                return ("It is a new object, which is not on an adventure (400.7).",)
            case ObjectCopied(source=source) if source.override and source.override.designation == rules.ADVENTURE:
                return ("A copy of an Adventure is an Adventure (715.3c).",)
        return ()


def _key(name: str) -> str:
    return name.partition(" // ")[0].casefold()


ADVENTURES: Final = AdventurePlugin()
"""The plugin with the cards of ``CARDS``: what the entry point names."""
