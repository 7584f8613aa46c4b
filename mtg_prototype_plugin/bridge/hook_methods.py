"""The methods that keep nothing: the contract's hooks, and ``infer``."""

from mtg_hookspecs import IllegalCastChoice, Override, PluginHost

from . import messages as m
from . import wire
from .board_wire import card_of, view_of
from .infer import infer
from .wire import InvalidField


class HookMethods:
    """One method a hook: the answer depends on the parameters alone."""

    def __init__(self, host: PluginHost) -> None:
        self.host = host

    def find_card(self, params: m.FindCardParams) -> m.FindCardResult:
        """A card by name or id, from what the plugins hold."""
        card = self.host.find_card(params.query)
        return m.FindCardResult(wire.characteristics_form(card) if card else None)

    def cast_options(self, params: m.CastOptionsParams) -> m.CastOptionsResult:
        """The ways to cast a card."""
        card = wire.characteristics(params.card, at="card")
        return m.CastOptionsResult(
            tuple(wire.cast_option_form(each) for each in self.host.cast_options(card, zone=params.zone))
        )

    def spell_cast(self, params: wire.SpellCastForm) -> m.OverrideResult:
        """The override of the spell that is cast so."""
        event = wire.spell_cast(params)
        try:
            return _override_result(self.host.spell_cast(event))
        except IllegalCastChoice as error:
            raise InvalidField("option", error) from None

    def spell_resolve(self, params: wire.SpellResolveForm) -> m.OverrideResult:
        """The override of the permanent that the spell becomes."""
        return _override_result(self.host.spell_resolve(wire.spell_resolve(params)))

    def zone_change(self, params: wire.ZoneChangeForm) -> m.OverrideResult:
        """The override of the new object after any other move."""
        return _override_result(self.host.zone_change(wire.zone_change(params)))

    def object_copied(self, params: wire.ObjectCopiedForm) -> m.OverrideResult:
        """The override of the copy, or of the copy effect."""
        return _override_result(self.host.object_copied(wire.object_copied(params)))

    def explain(self, params: m.ExplainParams) -> m.ExplainResult:
        """Why, in sentences with rule numbers."""
        return m.ExplainResult(self.host.explain(wire.event(params.event, at="event."), language=params.language))

    def infer(self, params: m.InferParams) -> m.InferResult:
        """Whether an object is prototyped, judged from one view."""
        answer = infer(view_of(params.view), card=card_of(params.card, at="card"))
        shown = answer.characteristics
        return m.InferResult(
            answer.verdict,
            answer.prototyped,
            wire.characteristics_form(shown) if shown else None,
            answer.reason,
            answer.rules,
        )


def _override_result(value: Override | None) -> m.OverrideResult:
    return m.OverrideResult(wire.override_form(value) if value is not None else None)
