"""What a wrong host is, and what the faults have in common."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from mtg_hookspecs import Characteristics, Override
from mtg_prototype_plugin.objects import GameObject, ObjectKind
from mtg_prototype_plugin.sandbox import Game, Piece

from ..run import Host


@dataclass(frozen=True, slots=True)
class WrongHost:
    """A host with one fault. ``breaks``: the rules that it breaks. ``make``: a new one."""

    name: str
    fault: str
    breaks: tuple[str, ...]
    make: Callable[[], Host]


def normal(it: GameObject) -> GameObject:
    """The object as if it had not been cast prototyped."""
    return replace(it, own=None)


def made_normal(game: Game, number: int) -> Game:
    """The game in which that object is normal."""
    piece = game.pieces[number]
    return replace_piece(game, number, replace(piece, object=normal(piece.object)))


def replace_piece(game: Game, number: int, piece: Piece) -> Game:
    """The game with another object under that number, at the same time."""
    return replace(game, pieces=(*game.pieces[:number], piece, *game.pieces[number + 1 :]))


def printed(game: Game, name: str | None) -> Characteristics | None:
    """The card of that name, if one is in the game."""
    cards = (piece.object.card for piece in game.pieces if piece.object.kind is ObjectKind.CARD)
    return next((card for card in cards if card.name == name), None)


def renamed(override: Override | None) -> Override | None:
    """The same values under a word that means nothing."""
    return override and replace(override, designation="was prototyped")
