"""Faults in what a copy is."""

from dataclasses import replace
from typing import Final

from mtg_hookspecs import Characteristics, CopiableValues, ObjectCopied, Override, PluginHost, Zone
from mtg_prototype_plugin import plugin, prototype_of
from mtg_prototype_plugin.objects import CopyEffect, GameObject, Merge, Modify, ObjectKind
from mtg_prototype_plugin.sandbox import Game, Piece, Sandbox
from mtg_prototype_plugin.sandbox.layers import EffectKind

from .wrong_host import WrongHost, made_normal, printed, renamed, replace_piece


class _NormalSpellCopy(Game):
    __slots__ = ()

    def copy_spell(self, number: int, *, player: str) -> tuple[Game, int]:
        spell = self.pieces[number]
        return self.made(GameObject(spell.object.card, Zone.STACK, ObjectKind.COPY), player, x=spell.x)


class _CopiedSpellWasCast(Game):
    __slots__ = ()

    def copy_spell(self, number: int, *, player: str) -> tuple[Game, int]:
        game, made = super().copy_spell(number, player=player)
        piece = game.pieces[made]
        cast = replace(piece.object, cast_as=self.pieces[number].object.cast_as)
        return replace_piece(game, made, replace(piece, object=cast)), made


class _CopiedSpellHasNoX(Game):
    __slots__ = ()

    def copy_spell(self, number: int, *, player: str) -> tuple[Game, int]:
        game, made = super().copy_spell(number, player=player)
        return replace_piece(game, made, replace(game.pieces[made], x=0)), made


class _NormalOnceItLeft(Game):
    __slots__ = ()

    def copy_spell(self, number: int, *, player: str) -> tuple[Game, int]:
        return Game.copy_spell(self._as_it_left(number), number, player=player)

    def create_token_copy(self, number: int, *, player: str, modify: Modify | None = None) -> tuple[Game, int]:
        return Game.create_token_copy(self._as_it_left(number), number, player=player, modify=modify)

    def _as_it_left(self, number: int) -> Game:
        return self if number in self.present else made_normal(self, number)


class _TokenOfATokenIsLarge(Game):
    """The size is read off the card, the cost off the token."""

    __slots__ = ()

    def create_token_copy(self, number: int, *, player: str, modify: Modify | None = None) -> tuple[Game, int]:
        game, made = super().create_token_copy(number, player=player, modify=modify)
        piece, card = game.pieces[made], printed(self, self.pieces[number].object.characteristics.name)
        if self.pieces[number].object.kind is not ObjectKind.TOKEN or card is None or modify is not None:
            return game, made
        large = replace(piece.object.characteristics, power=card.power, toughness=card.toughness)
        return replace_piece(game, made, replace(piece, object=_with_values(piece.object, large))), made


def _with_values(token: GameObject, values: Characteristics) -> GameObject:
    own = token.own and replace(token.own, characteristics=values)
    return replace(token, card=values, own=own)


class _CopiesWithoutAbilities(Game):
    """What the original shows without its abilities is copied."""

    __slots__ = ()

    def create_token_copy(self, number: int, *, player: str, modify: Modify | None = None) -> tuple[Game, int]:
        game = made_normal(self, number) if _has_lost_abilities(self.pieces[number]) else self
        return Game.create_token_copy(game, number, player=player, modify=modify)

    def become_copy(self, number: int, of: int, *, modify: Modify | None = None) -> tuple[Game, int]:
        source = self.pieces[of]
        game = made_normal(self, of) if _has_lost_abilities(source) else self
        after, key = Game.become_copy(game, number, of, modify=modify)
        return replace_piece(after, of, source) if of != number else after, key


def _has_lost_abilities(piece: Piece) -> bool:
    return any(effect.kind is EffectKind.LOSE_ABILITIES for effect in piece.effects)


class _CopiesWhatIsSeen(Game):
    """Colour and size as later layers have made them."""

    __slots__ = ()

    def create_token_copy(self, number: int, *, player: str, modify: Modify | None = None) -> tuple[Game, int]:
        now = self.current(self.pieces[number])

        def seen(copied: Characteristics, own: Characteristics) -> Characteristics:
            shown = replace(copied, colors=now.colors, power=now.power, toughness=now.toughness)
            return modify(shown, own) if modify else shown

        return super().create_token_copy(number, player=player, modify=seen)


class _TokenOfAMergedOneIsNormal(Game):
    __slots__ = ()

    def create_token_copy(self, number: int, *, player: str, modify: Modify | None = None) -> tuple[Game, int]:
        game = made_normal(self, number) if self.pieces[number].object.components else self
        return Game.create_token_copy(game, number, player=player, modify=modify)


class _TokenLooksUnderTheFace(Game):
    __slots__ = ()

    def create_token_copy(self, number: int, *, player: str, modify: Modify | None = None) -> tuple[Game, int]:
        piece = self.pieces[number]
        shown = replace(piece, object=replace(piece.object, face_down=None))
        return Game.create_token_copy(replace_piece(self, number, shown), number, player=player, modify=modify)


class _TokenOfACardIsPrototyped(Game):
    __slots__ = ()

    def create_token_copy(self, number: int, *, player: str, modify: Modify | None = None) -> tuple[Game, int]:
        piece = self.pieces[number]
        if piece.object.zone is Zone.BATTLEFIELD:
            return super().create_token_copy(number, player=player, modify=modify)
        small = replace(piece.object, own=prototype_of(piece.object.card))
        game = replace_piece(self, number, replace(piece, object=small))
        return Game.create_token_copy(game, number, player=player, modify=modify)


class _CopiesLoseTheWord(PluginHost):
    def object_copied(self, event: ObjectCopied) -> Override | None:
        return renamed(super().object_copied(event))


class _EnteringCopiesAreNormal(Game):
    __slots__ = ()

    def _entering(self, permanent: GameObject, copy_of: int | None, modify: Modify | None) -> GameObject:
        if copy_of is None:
            return permanent
        return Game._entering(made_normal(self, copy_of), permanent, copy_of, modify)


class _OneSlot(Game):
    __slots__ = ()

    def become_copy(self, number: int, of: int, *, modify: Modify | None = None) -> tuple[Game, int]:
        game, key = super().become_copy(number, of, modify=modify)
        piece = game.pieces[number]
        effect = piece.object.copy_effect(key)
        own = effect.values.override if effect else None
        return replace_piece(game, number, replace(piece, object=replace(piece.object, own=own))), key


class _LargeAndRedWhenTheCopyEnds(Game):
    __slots__ = ()

    def end_effect(self, timestamp: int) -> Game:
        game = super().end_effect(timestamp)
        for number in self.present:
            piece = game.pieces[number]
            own = piece.object.own
            if own is not None and self.pieces[number].object.copy_effect(timestamp):
                red = replace(piece.object.card, colors=own.characteristics.colors)
                game = replace_piece(game, number, replace(piece, object=replace(piece.object, own=None, card=red)))
        return game


class _CopyThatDoesNotEnd(Game):
    """A prototyped one that it copied it stays for good."""

    __slots__ = ()

    def end_effect(self, timestamp: int) -> Game:
        for number in self.present:
            effect = self.pieces[number].object.copy_effect(timestamp)
            if effect and effect.values.override:
                return self
        return super().end_effect(timestamp)


class _EndsTheNewest(Game):
    """Whichever copy effect ends, the newest one does."""

    __slots__ = ()

    def end_effect(self, timestamp: int) -> Game:
        for number in self.present:
            it = self.pieces[number].object
            if it.copy_effect(timestamp):
                newest = [effect for effect in it.effects if isinstance(effect, CopyEffect)][-1]
                assert isinstance(newest.key, int)
                return super().end_effect(newest.key)
        return super().end_effect(timestamp)


class _CopiesBeforeMerges(Game):
    """What has merged lies over every copy effect, also over those that began later."""

    __slots__ = ()

    def become_copy(self, number: int, of: int, *, modify: Modify | None = None) -> tuple[Game, int]:
        game, key = super().become_copy(number, of, modify=modify)
        piece = game.pieces[number]
        ordered = tuple(sorted(piece.object.effects, key=lambda effect: isinstance(effect, Merge)))
        return replace_piece(game, number, replace(piece, object=replace(piece.object, effects=ordered))), key


class _OwnStatusChooses(Game):
    """A prototyped permanent that is a copy takes the prototype values of what it copies."""

    __slots__ = ()

    def become_copy(self, number: int, of: int, *, modify: Modify | None = None) -> tuple[Game, int]:
        game, key = super().become_copy(number, of, modify=modify)
        piece = game.pieces[number]
        return replace_piece(game, number, replace(piece, object=_own_way(piece.object))), key

    def _entering(self, permanent: GameObject, copy_of: int | None, modify: Modify | None) -> GameObject:
        return _own_way(super()._entering(permanent, copy_of, modify))


def _own_way(it: GameObject) -> GameObject:
    if it.own is None or not it.effects or not isinstance(newest := it.effects[-1], CopyEffect):
        return it
    small = prototype_of(newest.values.characteristics)
    if small is None:
        return it
    return replace(it, effects=(*it.effects[:-1], CopyEffect(newest.key, CopiableValues(small.characteristics, small))))


class _OwnSizeOfTheCard(Game):
    """Size and colour that it would have without the copy effect are read off the card."""

    __slots__ = ()

    def become_copy(self, number: int, of: int, *, modify: Modify | None = None) -> tuple[Game, int]:
        return super().become_copy(number, of, modify=_of_the_card(self.pieces[number].object, modify))

    def _entering(self, permanent: GameObject, copy_of: int | None, modify: Modify | None) -> GameObject:
        return super()._entering(permanent, copy_of, _of_the_card(permanent, modify))


def _of_the_card(it: GameObject, modify: Modify | None) -> Modify | None:
    return modify and (lambda copied, _: modify(copied, it.card))


class _ForgetsExceptions(Game):
    __slots__ = ()

    def create_token_copy(self, number: int, *, player: str, modify: Modify | None = None) -> tuple[Game, int]:
        return super().create_token_copy(number, player=player)


HOSTS: Final = (
    WrongHost(
        "normal spell copy",
        "a copy of a prototyped spell has the normal values",
        ("718.3c", "707.10"),
        lambda: Sandbox(game=_NormalSpellCopy),
    ),
    WrongHost(
        "copied spell was cast",
        "a copy of a prototyped spell counts as cast prototyped",
        ("707.10",),
        lambda: Sandbox(game=_CopiedSpellWasCast),
    ),
    WrongHost(
        "copied spell has no X",
        "a copy of a spell does not have its X",
        ("707.10",),
        lambda: Sandbox(game=_CopiedSpellHasNoX),
    ),
    WrongHost(
        "normal once it left",
        "a copy of what has left is normal",
        ("608.2h",),
        lambda: Sandbox(game=_NormalOnceItLeft),
    ),
    WrongHost(
        "token of a token is large",
        "a token copy of a token copy has the prototype cost and the normal size",
        ("707.3",),
        lambda: Sandbox(game=_TokenOfATokenIsLarge),
    ),
    WrongHost(
        "copies without abilities",
        "a copy of a prototyped permanent that has lost its abilities is normal",
        ("718.2a", "707.2"),
        lambda: Sandbox(game=_CopiesWithoutAbilities),
    ),
    WrongHost(
        "copies what is seen",
        "a token copy has the colour and size that later layers have given the original",
        ("707.2",),
        lambda: Sandbox(game=_CopiesWhatIsSeen),
    ),
    WrongHost(
        "token of a merged one is normal",
        "a token copy of a prototyped permanent that another card has merged with is normal",
        ("730.2a",),
        lambda: Sandbox(game=_TokenOfAMergedOneIsNormal),
    ),
    WrongHost(
        "looks under the face",
        "a token copy of a face-down permanent is what that is face up",
        ("708.2a", "707.2"),
        lambda: Sandbox(game=_TokenLooksUnderTheFace),
    ),
    WrongHost(
        "token of a card is prototyped",
        "a token copy of a prototype card in a graveyard, in exile or in a hand has the prototype values",
        ("718.4",),
        lambda: Sandbox(game=_TokenOfACardIsPrototyped),
    ),
    WrongHost(
        "copies lose the word",
        "copies have the prototype values and are not called prototyped",
        ("718.3c", "718.3d"),
        lambda: Sandbox(_CopiesLoseTheWord([plugin])),
    ),
    WrongHost(
        "entering copies are normal",
        "what enters as a copy of a prototyped permanent is normal",
        ("718.3d",),
        lambda: Sandbox(game=_EnteringCopiesAreNormal),
    ),
    WrongHost(
        "one slot for own status and copy",
        "becoming a copy overwrites how the permanent was cast, and the end of the copy does not bring it back",
        ("613.2a", "707.2", "707.2c", "718.3b", "718.3d"),
        lambda: Sandbox(game=_OneSlot),
    ),
    WrongHost(
        "large and red when the copy ends",
        "a prototyped permanent whose copy effect has ended has the normal cost and size, and is still red",
        ("613.2a",),
        lambda: Sandbox(game=_LargeAndRedWhenTheCopyEnds),
    ),
    WrongHost(
        "copy that does not end",
        "a permanent that becomes a copy of a prototyped one stays one for good",
        ("613.2a", "718.3d"),
        lambda: Sandbox(game=_CopyThatDoesNotEnd),
    ),
    WrongHost(
        "ends the newest",
        "of several copy effects the newest ends, whichever should",
        ("613.2a",),
        lambda: Sandbox(game=_EndsTheNewest),
    ),
    WrongHost(
        "copies before merges",
        "what has merged lies over copy effects that began later",
        ("613.2a",),
        lambda: Sandbox(game=_CopiesBeforeMerges),
    ),
    WrongHost(
        "own status chooses",
        "a prototyped permanent that is a copy of a normal one takes the prototype values of what it copies",
        ("707.2", "707.9b"),
        lambda: Sandbox(game=_OwnStatusChooses),
    ),
    WrongHost(
        "own size of the card",
        "a copy that keeps its own size or colour has that of the card, also if it was cast prototyped",
        ("707.9b", "707.9d"),
        lambda: Sandbox(game=_OwnSizeOfTheCard),
    ),
    WrongHost(
        "forgets exceptions",
        "a token copy has none of the exceptions that the effect names",
        ("707.9b",),
        lambda: Sandbox(game=_ForgetsExceptions),
    ),
)
