"""Hosts that are wrong on purpose, as real engines have been: the scenarios must find each of them out.

Each is the sandbox with one fault. Beside it stand the rules that the fault breaks: a scenario that fails for it cites
one of them, and for each of them some scenario fails.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from mtg_hookspecs import (
    CastOption,
    Override,
    PluginHost,
    SpellCast,
    SpellResolve,
    Zone,
    ZoneChange,
)
from mtg_prototype_plugin import plugin
from mtg_prototype_plugin.objects import GameObject, Modify, ObjectKind
from mtg_prototype_plugin.sandbox import Game, Piece, Sandbox, Table
from mtg_prototype_plugin.sandbox.layers import Current, current

from .run import Host


@dataclass(frozen=True, slots=True)
class WrongHost:
    """A host with one fault. ``breaks``: the rules that it breaks. ``make``: a new one."""

    name: str
    fault: str
    breaks: tuple[str, ...]
    make: Callable[[], Host]


class _OneSlot(Game):
    __slots__ = ()

    def become_copy(self, number: int, of: int, *, modify: Modify | None = None) -> tuple[Game, int]:
        game, key = super().become_copy(number, of, modify=modify)
        piece = game.pieces[number]
        effect = piece.object.copy_effect(key)
        own = effect.values.override if effect else None
        return game.changed(number, replace(piece, object=replace(piece.object, own=own))), key


class _ForgetsAtResolve(PluginHost):
    def spell_resolve(self, event: SpellResolve) -> Override | None:
        return None


class _KeepsOnLeaving(PluginHost):
    def zone_change(self, event: ZoneChange) -> Override | None:
        return super().zone_change(event) if event.origin is Zone.STACK else event.override


class _KeepsWhenCountered(PluginHost):
    def zone_change(self, event: ZoneChange) -> Override | None:
        return event.override if event.origin is Zone.STACK else super().zone_change(event)


class _NormalSpellCopy(Game):
    __slots__ = ()

    def copy_spell(self, number: int, *, player: str) -> tuple[Game, int]:
        spell = self.pieces[number]
        return self.made(GameObject(spell.object.card, Zone.STACK, ObjectKind.COPY), player, x=spell.x)


class _LosesKeywords(PluginHost):
    def spell_cast(self, event: SpellCast) -> Override | None:
        override = super().spell_cast(event)
        return override and replace(override, characteristics=replace(override.characteristics, keywords=()))


class _RedInHand(Game):
    __slots__ = ()

    def current(self, piece: Piece) -> Current:
        now = super().current(piece)
        if piece.object.zone in (Zone.STACK, Zone.BATTLEFIELD):
            return now
        return replace(now, colors=piece.object.card.color_identity)


class _JudgesTheCard(Table):
    def would_be(self, piece: Piece, option: CastOption, *, x: int = 0) -> Current:
        return current(piece.object.characteristics, piece.effects, zone=piece.object.zone)


class _ForkShared(Table):
    def fork(self) -> Table:
        return self


class _SaveLoses(Table):
    def save_and_load(self) -> None:
        super().save_and_load()
        pieces = tuple(replace(piece, object=replace(piece.object, own=None)) for piece in self.game.pieces)
        self.game = replace(self.game, pieces=pieces)


WRONG_HOSTS: Final = (
    WrongHost(
        "one slot for own status and copy",
        "becoming a copy overwrites how the permanent was cast, and the end of the copy does not bring it back",
        ("613.2a", "707.2", "707.2c", "718.3b", "718.3d"),
        lambda: Sandbox(game=_OneSlot),
    ),
    WrongHost(
        "forgets at resolve",
        "the permanent that a prototyped spell becomes is normal",
        ("718.3b", "718.3c", "718.3d", "707.9b", "614.12"),
        lambda: Sandbox(_ForgetsAtResolve([plugin])),
    ),
    WrongHost(
        "keeps on leaving",
        "a prototyped permanent that leaves the battlefield keeps its values",
        ("718.4", "400.7"),
        lambda: Sandbox(_KeepsOnLeaving([plugin])),
    ),
    WrongHost(
        "keeps when countered",
        "a prototyped spell that leaves the stack without resolving keeps its values",
        ("718.4", "608.3e"),
        lambda: Sandbox(_KeepsWhenCountered([plugin])),
    ),
    WrongHost(
        "normal spell copy",
        "a copy of a prototyped spell has the normal values",
        ("718.3c", "707.10"),
        lambda: Sandbox(game=_NormalSpellCopy),
    ),
    WrongHost(
        "loses keywords",
        "a prototyped spell has no keyword abilities",
        ("718.5",),
        lambda: Sandbox(_LosesKeywords([plugin])),
    ),
    WrongHost(
        "red in hand",
        "a card has the colours of its colour identity",
        ("718.4",),
        lambda: Sandbox(game=_RedInHand),
    ),
    WrongHost(
        "judges the card",
        "permissions, prohibitions and prices look at the card, not at the spell that it would be",
        ("718.3a", "601.3e", "601.2f"),
        lambda: Sandbox(table=_JudgesTheCard),
    ),
    WrongHost(
        "fork shared",
        "what happens in a fork happens in the game that was forked, too",
        ("718.3b", "718.4"),
        lambda: Sandbox(table=_ForkShared),
    ),
    WrongHost(
        "save loses",
        "a saved game does not hold how objects were cast",
        ("718.3b",),
        lambda: Sandbox(table=_SaveLoses),
    ),
)
