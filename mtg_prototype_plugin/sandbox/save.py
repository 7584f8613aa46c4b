"""A game as JSON text and back: each value under the name of its class, so that nothing has to be guessed."""

import json
from dataclasses import fields
from enum import Enum
from typing import Any, Final

from mtg_hookspecs import Characteristics, Colors, CopiableValues, Override, Zone
from mtg_prototype_plugin.objects import CopyEffect, GameObject, Merge, ObjectKind, Side

from .game import Game, Phase, Piece
from .layers import Effect, EffectKind

_RECORDS: Final = (Piece, GameObject, CopyEffect, Merge, CopiableValues, Override, Effect)
_WORDS: Final = (Zone, ObjectKind, Side, Phase, EffectKind, Colors)
_CLASSES: Final[dict[str, Any]] = {each.__name__: each for each in (*_RECORDS, *_WORDS)}


def save(game: Game) -> str:
    """The whole game as JSON text, last known information too; without the plugins, which the host has."""
    return json.dumps(
        {"pieces": _plain(game.pieces), "present": sorted(game.present), "clock": game.clock}, ensure_ascii=False
    )


def load(text: str, *, like: Game) -> Game:
    """The game that was saved, with the plugins of ``like``."""
    saved = json.loads(text, object_hook=_value)
    return type(like)(like.ask, tuple(saved["pieces"]), frozenset(saved["present"]), saved["clock"])


def _plain(value: Any) -> Any:
    match value:
        case Characteristics():
            return {"Characteristics": value.to_strings()}
        case Enum():
            return {type(value).__name__: value.value}
        case Colors():
            return {"Colors": str(value)}
        case tuple():
            return [_plain(each) for each in value]
        case Piece() | GameObject() | CopyEffect() | Merge() | CopiableValues() | Override() | Effect():
            return {
                type(value).__name__: {key.name: _plain(getattr(value, key.name)) for key in fields(value) if key.init}
            }
        case _:
            return value


def _value(plain: dict[str, Any]) -> Any:
    (name, inside), *others = plain.items()
    if others or name not in (*_CLASSES, "Characteristics"):
        return plain
    if name == "Characteristics":
        return Characteristics.from_strings(**inside)
    if not isinstance(inside, dict):
        return _CLASSES[name](inside)
    return _CLASSES[name](**{key: tuple(it) if isinstance(it, list) else it for key, it in inside.items()})
