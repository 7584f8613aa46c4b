"""Faults in what stays and what goes when an object leaves, comes back, changes its status, merges, or is saved."""

from dataclasses import replace
from typing import Final

from mtg_hookspecs import Override, PluginHost, Zone, ZoneChange
from mtg_prototype_plugin import plugin, prototype_of
from mtg_prototype_plugin.objects import FACE_DOWN, GameObject, Modify, ObjectKind, Side
from mtg_prototype_plugin.rules import DESIGNATION
from mtg_prototype_plugin.sandbox import Game, Sandbox, Table
from mtg_prototype_plugin.sandbox.actor import Step

from .wrong_host import WrongHost, made_normal, normal, renamed, replace_piece


class _KeepsOnLeaving(PluginHost):
    def zone_change(self, event: ZoneChange) -> Override | None:
        return super().zone_change(event) if event.origin is Zone.STACK else event.override


class _ClearsTheWordOnly(PluginHost):
    def zone_change(self, event: ZoneChange) -> Override | None:
        return super().zone_change(event) if event.destination is Zone.BATTLEFIELD else renamed(event.override)


class _KeepsWhenCountered(PluginHost):
    def zone_change(self, event: ZoneChange) -> Override | None:
        return event.override if event.origin is Zone.STACK else super().zone_change(event)


class _RemembersTheCard(Game):
    """By its name, as a host does that marks the card and never takes the mark away."""

    __slots__ = ()

    def move(
        self, number: int, zone: Zone, *, copy_of: int | None = None, modify: Modify | None = None
    ) -> tuple[Game, tuple[int, ...]]:
        game, numbers = super().move(number, zone, copy_of=copy_of, modify=modify)
        piece = game.pieces[numbers[0]]
        marked = any(it.object.card == piece.object.card and it.object.cast_as == DESIGNATION for it in self.pieces)
        if zone is not Zone.BATTLEFIELD or not marked:
            return game, numbers
        again = replace(piece.object, own=prototype_of(piece.object.card))
        return replace_piece(game, numbers[0], replace(piece, object=again)), numbers


class _PhasesInNormal(Game):
    __slots__ = ()

    def phase_in(self, number: int) -> Game:
        return made_normal(super().phase_in(number), number)


class _PhasesOutNormal(Game):
    __slots__ = ()

    def phase_out(self, number: int) -> Game:
        return made_normal(super().phase_out(number), number)


class _FaceDownInColor(Game):
    __slots__ = ()

    def turn_face_down(self, number: int) -> Game:
        piece = self.permanent(number)
        own = piece.object.own
        if own is None:
            return super().turn_face_down(number)
        seen = replace(FACE_DOWN, colors=own.characteristics.colors)
        return self.changed(number, replace(piece, object=piece.object.turned_down(seen)))


class _FaceUpIsNormal(Game):
    __slots__ = ()

    def turn_face_up(self, number: int) -> Game:
        return made_normal(super().turn_face_up(number), number)


class _FaceUpIsPrototyped(Game):
    __slots__ = ()

    def turn_face_up(self, number: int) -> Game:
        game = super().turn_face_up(number)
        piece = game.pieces[number]
        if piece.object.kind is not ObjectKind.CARD or piece.object.components:
            return game
        small = replace(piece.object, own=prototype_of(piece.object.card))
        return replace_piece(game, number, replace(piece, object=small))


class _FaceUpEndsCopies(Game):
    __slots__ = ()

    def turn_face_up(self, number: int) -> Game:
        game = super().turn_face_up(number)
        piece = game.pieces[number]
        return replace_piece(game, number, replace(piece, object=replace(piece.object, effects=())))


class _MergedUnderIsNormal(Game):
    __slots__ = ()

    def merge(self, number: int, onto: int, *, side: Side) -> Game:
        game = super().merge(number, onto, side=side)
        return made_normal(game, onto) if side is Side.UNDER else game


class _MergedOverChangesNothing(Game):
    __slots__ = ()

    def merge(self, number: int, onto: int, *, side: Side) -> Game:
        game = super().merge(number, onto, side=side)
        piece = game.pieces[onto]
        if side is Side.UNDER:
            return game
        before = self.pieces[onto].object.effects
        return replace_piece(game, onto, replace(piece, object=replace(piece.object, effects=before)))


class _MergedHasAbilitiesOfTheTop(Game):
    __slots__ = ()

    def merge(self, number: int, onto: int, *, side: Side) -> Game:
        def bare(it: GameObject) -> GameObject:
            own = it.own and replace(it.own, characteristics=replace(it.own.characteristics, keywords=()))
            return replace(it, card=replace(it.card, keywords=()), own=own)

        below = number if side is Side.UNDER else onto
        piece = self.pieces[below]
        game = replace_piece(self, below, replace(piece, object=bare(piece.object)))
        return Game.merge(game, number, onto, side=side)


class _MergedCardsStaySmall(Game):
    __slots__ = ()

    def move(
        self, number: int, zone: Zone, *, copy_of: int | None = None, modify: Modify | None = None
    ) -> tuple[Game, tuple[int, ...]]:
        game, numbers = super().move(number, zone, copy_of=copy_of, modify=modify)
        for made, component in zip(numbers, self.pieces[number].object.components, strict=False):
            piece = game.pieces[made]
            game = replace_piece(game, made, replace(piece, object=replace(piece.object, own=component.own)))
        return game, numbers


class _LosesTheCardUnderneath(Game):
    """Only the topmost card of a merged permanent goes where the permanent goes."""

    __slots__ = ()

    def move(
        self, number: int, zone: Zone, *, copy_of: int | None = None, modify: Modify | None = None
    ) -> tuple[Game, tuple[int, ...]]:
        game, (top, *others) = super().move(number, zone, copy_of=copy_of, modify=modify)
        return replace(game, present=game.present.difference(others)), (top, *others)


class _ForkShared(Table):
    def fork(self) -> Table:
        return self


class _ForkForgets(Table):
    def fork(self) -> Table:
        table = super().fork()
        table.game = _forgetting(table.game)
        return table


class _SaveForgets(Table):
    def save_and_load(self) -> None:
        super().save_and_load()
        self.game = _forgetting(self.game)


class _SaveForgetsCopies(Table):
    def save_and_load(self) -> None:
        super().save_and_load()
        pieces = tuple(
            replace(piece, object=replace(piece.object, effects=(), components=())) for piece in self.game.pieces
        )
        self.game = replace(self.game, pieces=pieces)


class _CannotMerge(Table):
    """It says that it can, and cannot."""

    def do(self, step: Step) -> None:
        if step["do"] == "mutate":
            raise NotImplementedError("mutate")
        super().do(step)


def _forgetting(game: Game) -> Game:
    return replace(game, pieces=tuple(replace(piece, object=normal(piece.object)) for piece in game.pieces))


HOSTS: Final = (
    WrongHost(
        "keeps on leaving",
        "a prototyped permanent that leaves the battlefield keeps its values",
        ("718.4", "400.7"),
        lambda: Sandbox(_KeepsOnLeaving([plugin])),
    ),
    WrongHost(
        "clears the word only",
        "a prototyped object that leaves is not called prototyped any more, and has the prototype values",
        ("718.4", "400.7"),
        lambda: Sandbox(_ClearsTheWordOnly([plugin])),
    ),
    WrongHost(
        "keeps when countered",
        "a prototyped spell that leaves the stack without resolving keeps its values",
        ("718.4", "608.3e"),
        lambda: Sandbox(_KeepsWhenCountered([plugin])),
    ),
    WrongHost(
        "remembers the card",
        "a card that was once cast prototyped enters the battlefield prototyped for ever",
        ("718.4", "400.7"),
        lambda: Sandbox(game=_RemembersTheCard),
    ),
    WrongHost(
        "phases in normal",
        "a prototyped permanent that phases in is normal",
        ("702.26d",),
        lambda: Sandbox(game=_PhasesInNormal),
    ),
    WrongHost(
        "phases out normal",
        "a prototyped permanent that phases out is normal from then on",
        ("702.26d",),
        lambda: Sandbox(game=_PhasesOutNormal),
    ),
    WrongHost(
        "face down in colour",
        "a prototyped permanent that is face down has its colour",
        ("708.2a",),
        lambda: Sandbox(game=_FaceDownInColor),
    ),
    WrongHost(
        "face up is normal",
        "a prototyped permanent that is turned face up is normal",
        ("708.8",),
        lambda: Sandbox(game=_FaceUpIsNormal),
    ),
    WrongHost(
        "face up is prototyped",
        "a prototype card that is turned face up is prototyped, however it came to the battlefield",
        ("708.2", "718.4"),
        lambda: Sandbox(game=_FaceUpIsPrototyped),
    ),
    WrongHost(
        "face up ends copies",
        "a permanent that became a copy while face down is no copy when it is turned up",
        ("708.10",),
        lambda: Sandbox(game=_FaceUpEndsCopies),
    ),
    WrongHost(
        "merged under is normal",
        "a prototyped permanent with a card merged under it is normal",
        ("730.2a",),
        lambda: Sandbox(game=_MergedUnderIsNormal),
    ),
    WrongHost(
        "merged over changes nothing",
        "a permanent with a card merged over it is what it was",
        ("730.2a",),
        lambda: Sandbox(game=_MergedOverChangesNothing),
    ),
    WrongHost(
        "abilities of the top",
        "a merged permanent does not have the abilities of what lies under it",
        ("702.140e",),
        lambda: Sandbox(game=_MergedHasAbilitiesOfTheTop),
    ),
    WrongHost(
        "merged cards stay small",
        "the cards of a merged permanent that leaves keep how they were cast",
        ("730.3",),
        lambda: Sandbox(game=_MergedCardsStaySmall),
    ),
    WrongHost(
        "loses the card underneath",
        "of a merged permanent that leaves only the topmost card is there afterwards",
        ("730.3",),
        lambda: Sandbox(game=_LosesTheCardUnderneath),
    ),
    WrongHost(
        "fork shared",
        "what happens in a fork happens in the game that was forked, too",
        ("718.3b", "718.4"),
        lambda: Sandbox(table=_ForkShared),
    ),
    WrongHost(
        "fork forgets",
        "in a fork nothing was cast prototyped",
        ("718.3b",),
        lambda: Sandbox(table=_ForkForgets),
    ),
    WrongHost(
        "save loses",
        "a saved game does not hold how objects were cast",
        ("718.3b", "718.3c", "718.3d"),
        lambda: Sandbox(table=_SaveForgets),
    ),
    WrongHost(
        "save loses copies",
        "a saved game does not hold what is a copy, nor what has merged",
        ("613.2a", "730.2a"),
        lambda: Sandbox(table=_SaveForgetsCopies),
    ),
    WrongHost(
        "lies about merging",
        "it says that it can merge, and cannot",
        ("730.2a", "730.3"),
        lambda: Sandbox(table=_CannotMerge),
    ),
)
