"""Prototype in ptg, an engine with an event bus, states that are replaced, and neither colours nor a stack.

A branch of a game is an older state; the listeners on the bus are shared by all branches. So nothing is kept here: how
a card was cast stands in the state itself, in the definition that the card has for the time being.
"""

# pyright: reportMissingImports=false

import uuid
from dataclasses import replace
from typing import Any, Final

from ptg.api import CardDefinition, CardInstance, CardType, EventType, Game, GameState, ManaType, PlayCardAction
from ptg.core.types import CardID, PlayerID
from ptg.engine.event_bus import EventBus, GameEvent
from ptg.engine.spawn import process_spawns

from mtg_hookspecs import (
    Characteristics,
    CopiableValues,
    CopyKind,
    ManaCost,
    ObjectCopied,
    Override,
    PluginHost,
    SpellCast,
    SpellResolve,
    Zone,
    ZoneChange,
)

_MANA: Final = {"W": ManaType.AIR, "U": ManaType.WATER, "R": ManaType.FIRE, "G": ManaType.EARTH}
_ZONES: Final = {
    "hands": Zone.HAND,
    "decks": Zone.LIBRARY,
    "battlefield": Zone.BATTLEFIELD,
    "graveyards": Zone.GRAVEYARD,
}


class Prototypes:
    """The adapter of one game. ``join`` it to each game's bus once, before the first card is played."""

    def __init__(self, host: PluginHost) -> None:
        self.host = host

    def join(self, bus: EventBus) -> None:
        """Hear of cards that leave the battlefield. The bus tells it when they have left."""
        bus.subscribe(EventType.ON_CARD_LEAVE_BATTLEFIELD, self.left)

    def play(self, game: Game, player: PlayerID, card: CardID, *, option: str) -> None:
        """Play a card that way. Raises ``ValueError`` if the engine refuses; then nothing has changed."""
        printed = printed_card(game.state.all_cards[card])
        before = game.state
        offered = {each.name: each for each in self.host.cast_options(printed, zone=Zone.HAND)}
        if option not in offered:
            self.host.spell_cast(SpellCast(printed, option, Zone.HAND))  # says why it cannot be

        def place(values: Characteristics) -> None:
            spell = self.host.spell_cast(SpellCast(printed, option, Zone.HAND))
            permanent = self.host.spell_resolve(SpellResolve(printed, spell)) if spell else None
            game.state = as_cast(before, card, values, permanent)

        def restore() -> None:
            game.state = before

        self.host.try_cast(
            offered[option],
            place=place,
            cast=lambda: game.apply_action(PlayCardAction(), player_id=player, card_id=card),
            restore=restore,
        )

    def left(self, event: GameEvent, state: GameState) -> GameState:
        """A card has left the battlefield: what it is now (718.4). An answer for this state, not for its branches."""
        card = state.all_cards[event.source]
        override = override_of(card)
        if override is None:
            return state
        now = zone_of(state, event.source)
        printed = printed_card(card)
        if now is not None:
            override = self.host.zone_change(ZoneChange(printed, override, Zone.BATTLEFIELD, now))
        values = override.characteristics if override else printed
        return as_cast(state, event.source, values, override)

    def copied(self, state: GameState, bus: EventBus, card: CardID, *, player: PlayerID) -> tuple[GameState, CardID]:
        """A token that is a copy of a permanent (718.3d)."""
        source = state.all_cards[card]
        values = CopiableValues(characteristics_of(source), override_of(source))
        override = self.host.object_copied(ObjectCopied(CopyKind.TOKEN, values))
        token = CardID(str(uuid.uuid4()))
        made = replace(_instance(source, values.characteristics, override), uuid=token)
        battlefield = {**state.battlefield, player: [*state.battlefield[player], token]}
        state = replace(
            state,
            all_cards={**state.all_cards, token: made},
            battlefield=battlefield,
            spawned_this_effect=[*state.spawned_this_effect, token],
        )
        return process_spawns(state, bus), token


def definition_of(card: Characteristics) -> CardDefinition:
    """A card of this engine from a card of the contract."""
    return CardDefinition(
        card_id=card.name,
        name=card.name,
        description=card.rules_text or "",
        type=CardType.CREATURE,
        mana=mana_of(card.mana_cost),
        attack=_whole(card.power),
        defense=_whole(card.toughness),
        metadata={"card": card},
    )


def mana_of(cost: ManaCost | None) -> dict[ManaType, int]:
    """A mana cost in this engine's mana. Raises ``ValueError`` for mana that it does not have."""
    amounts: dict[ManaType, int] = {}
    for symbol in cost.symbols if cost else ():
        kind, amount = (ManaType.ANY, int(symbol)) if symbol.isdecimal() else (_MANA.get(symbol), 1)
        if kind is None:
            raise ValueError(f"ptg has no such mana: {{{symbol}}} in {cost}")
        amounts[kind] = amounts.get(kind, 0) + amount
    return amounts


def characteristics_of(card: CardInstance) -> Characteristics:
    """What the card is now."""
    override = override_of(card)
    return override.characteristics if override else printed_card(card)


def override_of(card: CardInstance) -> Override | None:
    """How it was cast, or what it is a copy of."""
    found: Override | None = card.card_definition.metadata.get("override")
    return found


def printed_card(card: CardInstance) -> Characteristics:
    """What is printed on it, or what the effect says that made it."""
    found: Characteristics = card.card_definition.metadata["card"]
    return found


def zone_of(state: GameState, card: CardID) -> Zone | None:
    """Where the card is."""
    for name, zone in _ZONES.items():
        if any(card in cards for cards in getattr(state, name).values()):
            return zone
    return None


def as_cast(state: GameState, card: CardID, values: Characteristics, override: Override | None) -> GameState:
    """The state with that card having those values; nobody's card object is written to."""
    instance = _instance(state.all_cards[card], values, override)
    return replace(state, all_cards={**state.all_cards, card: instance})


def _instance(card: CardInstance, values: Characteristics, override: Override | None) -> CardInstance:
    definition = card.card_definition
    attack, defense = _whole(values.power), _whole(values.toughness)
    metadata: dict[str, Any] = {**definition.metadata, "override": override}
    now = replace(definition, mana=mana_of(values.mana_cost), attack=attack, defense=defense, metadata=metadata)
    return replace(card, card_definition=now, attack=attack, defense=defense, max_defense=defense)


def _whole(size: int | str | None) -> int:
    if not isinstance(size, int):
        raise ValueError(f"ptg has whole numbers only: {size!r}")
    return size
