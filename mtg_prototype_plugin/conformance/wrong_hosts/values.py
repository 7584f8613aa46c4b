"""Faults in the values of the prototyped spell and of the permanent that it becomes."""

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from mtg_hookspecs import Characteristics, Colors, Override, PluginHost, SpellCast, SpellResolve, Zone
from mtg_prototype_plugin import plugin, prototype_of
from mtg_prototype_plugin.objects import GameObject, Modify
from mtg_prototype_plugin.sandbox import Game, Piece, Sandbox, Table
from mtg_prototype_plugin.sandbox.actor import Step
from mtg_prototype_plugin.sandbox.layers import Current, Effect, EffectKind, current

from .wrong_host import WrongHost, made_normal, normal, replace_piece

Spoil = Callable[[Characteristics, Characteristics], Characteristics]
"""Of the prototype values and the card it makes values that are wrong."""


class _Spoiling(PluginHost):
    """A prototyped spell has the values that ``spoil`` makes."""

    def __init__(self, spoil: Spoil) -> None:
        super().__init__([plugin])
        self._spoil = spoil

    def spell_cast(self, event: SpellCast) -> Override | None:
        override = super().spell_cast(event)
        return override and replace(override, characteristics=self._spoil(override.characteristics, event.card))


def _spoiled(spoil: Spoil) -> Callable[[], Sandbox]:
    return lambda: Sandbox(_Spoiling(spoil))


class _ForgetsAtResolve(PluginHost):
    def spell_resolve(self, event: SpellResolve) -> Override | None:
        return None


class _SizeSetter(Game):
    __slots__ = ()

    def cast(self, number: int, option: str, *, player: str, x: int = 0) -> tuple[Game, int]:
        game, made = super().cast(number, option, player=player, x=x)
        piece = game.pieces[made]
        if piece.object.own is None:
            return game, made
        small = piece.object.own.characteristics
        assert isinstance(small.power, int)
        assert isinstance(small.toughness, int)
        size = Effect(-1, EffectKind.SET_BASE_PT, power=small.power, toughness=small.toughness)
        spell = replace(piece, object=normal(piece.object), effects=(size, *piece.effects))
        return replace_piece(game, made, spell), made


class _InEveryZone(Game):
    __slots__ = ()

    def current(self, piece: Piece) -> Current:
        it = piece.object
        small = prototype_of(it.card)
        if small is None or it.zone in (Zone.STACK, Zone.BATTLEFIELD):
            return super().current(piece)
        return current(small.characteristics, piece.effects, zone=it.zone)


class _RedInHand(Game):
    __slots__ = ()

    def current(self, piece: Piece) -> Current:
        now = super().current(piece)
        if piece.object.zone in (Zone.STACK, Zone.BATTLEFIELD):
            return now
        return replace(now, colors=piece.object.card.color_identity)


class _WhileACreature(Game):
    __slots__ = ()

    def current(self, piece: Piece) -> Current:
        now = super().current(piece)
        if "Creature" in now.types or piece.object.zone is not Zone.BATTLEFIELD:
            return now
        return super().current(replace(piece, object=normal(piece.object)))


class _WhileItHasAbilities(Game):
    __slots__ = ()

    def current(self, piece: Piece) -> Current:
        lost = any(effect.kind is EffectKind.LOSE_ABILITIES for effect in piece.effects)
        return super().current(replace(piece, object=normal(piece.object)) if lost else piece)


class _StolenIsNormal(Game):
    __slots__ = ()

    def change_control(self, number: int, player: str) -> Game:
        return made_normal(super().change_control(number, player), number)


class _EffectsEndAtResolve(Game):
    __slots__ = ()

    def resolve(
        self, number: int, *, copy_of: int | None = None, modify: Modify | None = None
    ) -> tuple[Game, tuple[int, ...]]:
        game, (made, *_) = super().resolve(number, copy_of=copy_of, modify=modify)
        return replace_piece(game, made, replace(game.pieces[made], effects=())), (made,)


class _KeepsX(Game):
    __slots__ = ()

    def resolve(
        self, number: int, *, copy_of: int | None = None, modify: Modify | None = None
    ) -> tuple[Game, tuple[int, ...]]:
        game, (made, *_) = super().resolve(number, copy_of=copy_of, modify=modify)
        return replace_piece(game, made, replace(game.pieces[made], x=self.pieces[number].x)), (made,)

    def current(self, piece: Piece) -> Current:
        now = super().current(piece)
        if now.mana_cost is None or not piece.x:
            return now
        return replace(now, mana_value=now.mana_cost.mana_value_with(piece.x))


class _EnteringIsTheCard(Table):
    def look(self, step: Step) -> dict[str, object]:
        if "expect_entering" not in step:
            return super().look(step)
        number = self.handles[step["expect_entering"]]
        return Table(made_normal(self.game, number), self.find, self.handles).look(step)


class _EnteringIsNoCopy(Table):
    def look(self, step: Step) -> dict[str, object]:
        entering = "expect_entering" in step
        return super().look({key: it for key, it in step.items() if not entering or key not in ("copy_of", "except")})


class _LastKnownIsTheCard(Table):
    def look(self, step: Step) -> dict[str, object]:
        if "expect_last_known" not in step:
            return super().look(step)
        number = self.handles[step["expect_last_known"]]
        return Table(made_normal(self.game, number), self.find, self.handles).look(step)


class _DevotionOfTheCard(Table):
    def look(self, step: Step) -> dict[str, object]:
        seen = super().look(step)
        if "devotion" in seen and "expect" in step and "in" not in step:
            cost = self.game.pieces[self.handles[step["expect"]]].object.card.mana_cost
            seen["devotion"] = cost.devotion() if cost else {}
        return seen


class _IdentityOfColors(Game):
    __slots__ = ()

    def put(self, card: Characteristics, zone: Zone, *, owner: str) -> tuple[Game, int]:
        return self.made(GameObject(replace(card, color_identity=card.colors), zone), owner)


class _CopiesAndTokensLiveOn(Game):
    __slots__ = ()

    def settled(self, *, spare: int | None = None) -> Game:
        return self


def _of_one_color(small: Characteristics, _: Characteristics) -> Characteristics:
    return replace(small, colors=Colors(small.colors[:1]))


HOSTS: Final = (
    WrongHost(
        "cost but not size",
        "a prototyped spell has the prototype cost and colour, and the normal size",
        ("718.3b", "718.3c", "718.3d", "608.2h", "614.12"),
        _spoiled(lambda small, card: replace(small, power=card.power, toughness=card.toughness)),
    ),
    WrongHost(
        "colourless",
        "a prototyped spell has no colour but that of the card",
        ("105.2", "718.3b", "718.3c", "718.3d"),
        _spoiled(lambda small, card: replace(small, colors=card.colors)),
    ),
    WrongHost(
        "mana value of the card",
        "the mana value of a prototyped spell is that of the card, so that what is paid by it is too dear",
        ("202.3", "718.3b", "718.3c", "718.3d"),
        _spoiled(lambda small, card: replace(small, mana_value=card.mana_value)),
    ),
    WrongHost(
        "one colour",
        "a prototype cost gives one colour only",
        ("105.2",),
        _spoiled(_of_one_color),
    ),
    WrongHost(
        "loses keywords",
        "a prototyped spell has no keyword abilities",
        ("718.5",),
        _spoiled(lambda small, _: replace(small, keywords=())),
    ),
    WrongHost(
        "forgets at resolve",
        "the permanent that a prototyped spell becomes is normal",
        ("718.3b", "718.3c", "718.3d", "707.9b", "614.12"),
        lambda: Sandbox(_ForgetsAtResolve([plugin])),
    ),
    WrongHost(
        "size setter",
        "prototyping sets the size in layer 7b: the mana cost and colour are those of the card, and copies are normal",
        ("613.2a", "707.2", "718.2a", "718.3b", "718.3c", "718.3d", "730.2a"),
        lambda: Sandbox(game=_SizeSetter),
    ),
    WrongHost(
        "in every zone",
        "a card has its prototype values wherever it is",
        ("718.4",),
        lambda: Sandbox(game=_InEveryZone),
    ),
    WrongHost(
        "red in hand",
        "a card has the colours of its colour identity",
        ("718.4",),
        lambda: Sandbox(game=_RedInHand),
    ),
    WrongHost(
        "while a creature",
        "a prototyped permanent that is no creature has the values of the card",
        ("718.3b",),
        lambda: Sandbox(game=_WhileACreature),
    ),
    WrongHost(
        "while it has abilities",
        "a prototyped permanent without abilities has the values of the card",
        ("718.3b",),
        lambda: Sandbox(game=_WhileItHasAbilities),
    ),
    WrongHost(
        "stolen is normal",
        "a prototyped spell or permanent that another player gains control of is normal",
        ("718.3b",),
        lambda: Sandbox(game=_StolenIsNormal),
    ),
    WrongHost(
        "effects end at resolve",
        "an effect on a spell does not go on for the permanent",
        ("400.7a",),
        lambda: Sandbox(game=_EffectsEndAtResolve),
    ),
    WrongHost(
        "keeps X",
        "the X of a mana cost counts on the battlefield, too",
        ("202.3e",),
        lambda: Sandbox(game=_KeepsX),
    ),
    WrongHost(
        "entering is the card",
        "what looks at a prototyped permanent while it enters sees the normal values",
        ("614.12",),
        lambda: Sandbox(table=_EnteringIsTheCard),
    ),
    WrongHost(
        "entering is no copy",
        "what looks at a permanent that enters as a copy does not see the copied values",
        ("614.12",),
        lambda: Sandbox(table=_EnteringIsNoCopy),
    ),
    WrongHost(
        "last known is the card",
        "last known information of a prototyped permanent has the normal values",
        ("608.2h",),
        lambda: Sandbox(table=_LastKnownIsTheCard),
    ),
    WrongHost(
        "devotion of the card",
        "devotion counts the mana cost of the card",
        ("700.5",),
        lambda: Sandbox(table=_DevotionOfTheCard),
    ),
    WrongHost(
        "identity of colours",
        "the colour identity is the colours that the card has",
        ("903.4",),
        lambda: Sandbox(game=_IdentityOfColors),
    ),
    WrongHost(
        "copies and tokens live on",
        "a token that has left the battlefield, or a copy that has left the stack, stays where it went",
        ("704.5d", "704.5e"),
        lambda: Sandbox(game=_CopiesAndTokensLiveOn),
    ),
)
