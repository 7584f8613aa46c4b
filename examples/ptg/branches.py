"""One game in two branches: Blitz Automaton is cast for three mana; in one it dies, in the other it is copied."""

# pyright: reportMissingImports=false

import random

from prototypes import Prototypes, definition_of, zone_of
from ptg.api import CardDefinition, CardType, Game, GameState, ManaType, PlayCardAction, Player
from ptg.effects.destroy_card import DestroyCardEffect
from ptg.engine.spawn import process_deaths

from mtg_hookspecs import PluginHost
from mtg_prototype_plugin import plugin


def game_of(prototypes: Prototypes, *, lands: int) -> tuple[Game, str]:
    """A game in its main phase with Blitz Automaton in hand and ``lands`` fire mana played."""
    card = prototypes.host.find_card("Blitz Automaton")
    assert card is not None
    fire = CardDefinition("fire", "Fire", "", CardType.MANA, mana={ManaType.FIRE: 1})
    players = [Player(name, [fire] * 9 + [definition_of(card)], hand_size=10) for name in ("A", "B")]
    game = Game(players)
    prototypes.join(game.bus)
    game.start()
    while True:
        game.advance_phase()
        mine = game.state.hands[players[0].uuid]
        played = len(game.state.battlefield[players[0].uuid])
        if game.active_player is players[0] and played == lands:
            break
        if game.active_player is players[0] and game.current_phase in game.playable_phases:
            land = next(each for each in mine if game.state.all_cards[each].name == "Fire")
            if not game.state.players[players[0].uuid].mana_played_this_turn:
                game.apply_action(PlayCardAction(), player_id=players[0].uuid, card_id=land)
    blitz = next(each for each in mine if game.state.all_cards[each].name == "Blitz Automaton")
    return game, blitz


def shown(state: GameState, card: str) -> str:
    """A card in a line."""
    instance = state.all_cards[card]
    cost = " ".join(f"{kind.value}:{amount}" for kind, amount in instance.mana_cost.items())
    return f"{zone_of(state, card) or 'nowhere':12} {instance.name}  {cost:15} {instance.attack}/{instance.defense}"


def main() -> None:
    """Act it out."""
    random.seed(1)
    prototypes = Prototypes(PluginHost([plugin]))
    game, blitz = game_of(prototypes, lands=3)
    player = game.players[0].uuid
    print(f"{'in hand':12} {shown(game.state, blitz)}")
    try:
        prototypes.play(game, player, blitz, option="normal")
    except ValueError:
        print(f"{'refused':12} {shown(game.state, blitz)}")
    prototypes.play(game, player, blitz, option="prototyped")
    print(f"{'prototyped':12} {shown(game.state, blitz)}")
    fork = game.state
    dead = process_deaths(DestroyCardEffect().apply(game.state, blitz), game.bus)
    print(f"{'one dies':12} {shown(dead, blitz)}")
    copied, token = prototypes.copied(fork, game.bus, blitz, player=player)
    print(f"{'one lives':12} {shown(copied, blitz)}")
    print(f"{'its copy':12} {shown(copied, token)}")


if __name__ == "__main__":
    main()
