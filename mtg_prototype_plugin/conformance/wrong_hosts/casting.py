"""Faults in choosing a way, in judging it, and in what it costs."""

from dataclasses import replace
from typing import Final

from mtg_hookspecs import CastOption, Characteristics, Override, PluginHost, SpellCast, Zone
from mtg_prototype_plugin import plugin, prototype_of
from mtg_prototype_plugin.sandbox import Game, Piece, Sandbox, Table
from mtg_prototype_plugin.sandbox.actor import Step
from mtg_prototype_plugin.sandbox.layers import Current, current

from .wrong_host import WrongHost, replace_piece


def _is_prototyped(step: Step) -> bool:
    return step.get("option") == "prototyped"


class _AlternativeCost(Table):
    """Only one alternative cost may be paid (118.9a), so what is cast for another one, or for nothing, is normal."""

    def do(self, step: Step) -> None:
        pays = "free" in step or "alternative" in step
        super().do({**step, "option": "normal"} if pays and _is_prototyped(step) else step)

    def look(self, step: Step) -> dict[str, object]:
        if "expect_cost" in step and _is_prototyped(step):
            step = {key: value for key, value in step.items() if key not in ("free", "alternative")}
        return super().look(step)


class _FromHandOnly(PluginHost):
    def cast_options(self, card: Characteristics, *, zone: Zone) -> tuple[CastOption, ...]:
        options = super().cast_options(card, zone=zone)
        return options if zone is Zone.HAND else options[:1]

    def spell_cast(self, event: SpellCast) -> Override | None:
        return super().spell_cast(event) if event.zone is Zone.HAND else None


class _EverythingIsOffered(PluginHost):
    def cast_options(self, card: Characteristics, *, zone: Zone) -> tuple[CastOption, ...]:
        options = super().cast_options(card, zone=zone)
        return (
            options if len(options) == 2 else (CastOption("normal", None, card), CastOption("prototyped", None, card))
        )


class _JudgesTheCard(Table):
    def would_be(self, piece: Piece, option: CastOption, *, x: int = 0) -> Current:
        return current(piece.object.characteristics, piece.effects, zone=piece.object.zone)


class _JudgesTheCardWherePriced(_JudgesTheCard):
    prices = False

    def look(self, step: Step) -> dict[str, object]:
        self.prices = "expect_cost" in step
        return super().look(step)

    def would_be(self, piece: Piece, option: CastOption, *, x: int = 0) -> Current:
        judge = _JudgesTheCard.would_be if self.prices else Table.would_be
        return judge(self, piece, option, x=x)


class _JudgesTheManaValueOfTheCard(Table):
    def would_be(self, piece: Piece, option: CastOption, *, x: int = 0) -> Current:
        return replace(super().would_be(piece, option, x=x), mana_value=piece.object.characteristics.mana_value)


class _JudgesWithoutEffects(Table):
    def would_be(self, piece: Piece, option: CastOption, *, x: int = 0) -> Current:
        return current(option.characteristics, zone=Zone.STACK, x=x)


class _ForgetsTheMinimum(Table):
    def look(self, step: Step) -> dict[str, object]:
        modifiers = [each for each in step.get("modifiers", ()) if "minimum" not in each]
        return super().look({**step, "modifiers": modifiers} if "modifiers" in step else step)


class _CostOfTheCard(Table):
    """A granted cost equal to the mana cost is read off the card."""

    def look(self, step: Step) -> dict[str, object]:
        if step.get("alternative") == "mana_cost":
            step = {**step, "option": "normal"}
        return super().look(step)


class _FreeIsWorthNothing(Table):
    def do(self, step: Step) -> None:
        super().do(step)
        if step.get("do") == "cast" and "free" in step and "in" not in step:
            number = self.handles[step.get("as", step["object"])]
            piece = self.game.pieces[number]
            own = piece.object.own
            if own is not None:
                nothing = replace(own.characteristics, mana_cost=None, mana_value=0)
                spell = replace(piece.object, own=replace(own, characteristics=nothing))
                self.game = replace_piece(self.game, number, replace(piece, object=spell))


class _CancelledStaysSmall(Table):
    def do(self, step: Step) -> None:
        super().do(step)
        if "cancel" in step and _is_prototyped(step) and "in" not in step:
            number = self.number(step)
            piece = self.game.pieces[number]
            small = replace(piece.object, own=prototype_of(piece.object.card))
            self.game = replace_piece(self.game, number, replace(piece, object=small))


class _CancelledGoesToHand(Table):
    def do(self, step: Step) -> None:
        super().do(step)
        if "cancel" in step and "in" not in step:
            number = self.number(step)
            if self.game.pieces[number].object.zone is not Zone.HAND:
                game, numbers = self.game.move(number, Zone.HAND)
                self.became({"object": step["object"]}, game, numbers)


class _CopiedCardsHaveNoAbility(Game):
    __slots__ = ()

    def copy_card(self, number: int, *, player: str) -> tuple[Game, int]:
        game, made = super().copy_card(number, player=player)
        piece = game.pieces[made]
        bare = replace(piece.object, card=replace(piece.object.card, rules_text=""))
        return replace_piece(game, made, replace(piece, object=bare)), made


HOSTS: Final = (
    WrongHost(
        "alternative cost",
        "prototyping counts as an alternative cost, so that no other cost and no free cast goes with it",
        ("118.9", "118.9a", "718.3b"),
        lambda: Sandbox(table=_AlternativeCost),
    ),
    WrongHost(
        "from hand only",
        "a card in another zone than the hand is cast normally only, as by escape, plot or foretell",
        ("113.6e", "702.138", "702.170", "718.3", "718.3b"),
        lambda: Sandbox(_FromHandOnly([plugin])),
    ),
    WrongHost(
        "everything is offered",
        "cards without the ability, and lands, are offered both ways",
        ("702.160a",),
        lambda: Sandbox(_EverythingIsOffered([plugin])),
    ),
    WrongHost(
        "judges the card",
        "permissions, prohibitions and prices look at the card, not at the spell that it would be",
        ("718.3a", "601.3e", "601.2f"),
        lambda: Sandbox(table=_JudgesTheCard),
    ),
    WrongHost(
        "prices the card",
        "what changes a cost looks at the card, not at the spell that it would be",
        ("601.2f",),
        lambda: Sandbox(table=_JudgesTheCardWherePriced),
    ),
    WrongHost(
        "judges the mana value of the card",
        "permissions and prices by mana value compare that of the card with the limit",
        ("718.3a", "601.3e", "601.2f"),
        lambda: Sandbox(table=_JudgesTheManaValueOfTheCard),
    ),
    WrongHost(
        "judges without effects",
        "effects that would apply to the spell do not count when its legality is judged",
        ("601.3e",),
        lambda: Sandbox(table=_JudgesWithoutEffects),
    ),
    WrongHost(
        "forgets the minimum",
        "a cost that is at least so much mana is not raised",
        ("601.2f",),
        lambda: Sandbox(table=_ForgetsTheMinimum),
    ),
    WrongHost(
        "cost of the card",
        "a granted cost equal to the mana cost is that of the card, whichever way is chosen",
        ("118.9",),
        lambda: Sandbox(table=_CostOfTheCard),
    ),
    WrongHost(
        "free is worth nothing",
        "a prototyped spell that is cast for nothing has no mana cost and mana value 0",
        ("118.9c",),
        lambda: Sandbox(table=_FreeIsWorthNothing),
    ),
    WrongHost(
        "cancelled stays small",
        "a prototyped cast that is taken back leaves the prototype values on the card",
        ("733.1", "718.4"),
        lambda: Sandbox(table=_CancelledStaysSmall),
    ),
    WrongHost(
        "cancelled goes to hand",
        "a cast that is taken back puts the card into the hand, wherever it was",
        ("733.1",),
        lambda: Sandbox(table=_CancelledGoesToHand),
    ),
    WrongHost(
        "copied cards have no ability",
        "a copy of a card is cast normally only",
        ("707.12",),
        lambda: Sandbox(game=_CopiedCardsHaveNoAbility),
    ),
)
