"""A small host with two plugins that do not know each other. Run it to see the life of two cards.

It knows no mechanic. Who may cast what is the host's; what an object permits is in its override.
"""

from dataclasses import dataclass, replace
from typing import Self

from mtg_adventure_plugin import ADVENTURES

from mtg_hookspecs import (
    CastOption,
    Characteristics,
    CopiableValues,
    CopyKind,
    ObjectCopied,
    Override,
    PluginHost,
    SpellCast,
    SpellResolve,
    Zone,
    ZoneChange,
)
from mtg_prototype_plugin import plugin as prototype

PLUGINS = PluginHost([prototype, ADVENTURES])  # or PluginHost.discover(): all that are installed


@dataclass(frozen=True)
class Thing:
    """An object in a zone. Every change makes a new one."""

    card: Characteristics
    owner: str
    zone: Zone = Zone.HAND
    own: Override | None = None
    controller: str | None = None
    """On the stack and the battlefield; in exile, who exiled it as it resolved."""
    is_copy: bool = False

    @property
    def now(self) -> Characteristics:
        return self.own.characteristics if self.own else self.card

    def ways(self, player: str) -> tuple[CastOption, ...]:
        """How that player may cast it, as far as no other effect permits more (601.3)."""
        options = PLUGINS.cast_options(self.card, zone=self.zone)
        if self.zone is Zone.HAND and player == self.owner:
            return options
        if self.zone is not Zone.STACK and self.own and player == self.controller:
            return tuple(option for option in options if option.name in self.own.permits)
        return ()

    def cast(self, option: str, *, by: str) -> Self:
        if option not in [way.name for way in self.ways(by)]:
            raise PermissionError(f"{by} may not cast {self.card.name} {option} from {self.zone}")
        own = PLUGINS.spell_cast(SpellCast(self.card, option, self.zone))
        return replace(self, zone=Zone.STACK, own=own, controller=by)

    def copied(self, *, by: str) -> Self:
        """A copy of the spell (707.10)."""
        values = CopiableValues(self.now, self.own)
        own = PLUGINS.object_copied(ObjectCopied(CopyKind.SPELL, values)) if self.own else None
        return replace(self, own=own, controller=by, is_copy=True)

    def resolved(self) -> Self | None:
        """The object that the spell becomes; ``None``: it was a copy that has ceased to exist (704.5e)."""
        own = PLUGINS.spell_resolve(SpellResolve(self.card, self.own)) if self.own else None
        if not {"Instant", "Sorcery"} & {*self.now.types}:
            return replace(self, zone=Zone.BATTLEFIELD, own=own)  # 608.3
        if self.is_copy:
            return None
        return replace(self, zone=(self.own and self.own.resolves_to) or Zone.GRAVEYARD, own=own)  # 608.2n

    def moved(self, zone: Zone) -> Self | None:
        """Any other move: countered, fizzled (608.2b), bounced, exiled by something."""
        if self.is_copy:
            return None
        own = PLUGINS.zone_change(ZoneChange(self.card, self.own, self.zone, zone)) if self.own else None
        return replace(self, zone=zone, own=own, controller=None)


def must(thing: Thing | None) -> Thing:
    assert thing is not None
    return thing


def life() -> list[tuple[str, Thing]]:
    """What happens, and the object after it."""
    giant, automaton = PLUGINS.find_card("Bonecrusher Giant"), PLUGINS.find_card("Blitz Automaton")
    assert giant
    assert automaton
    hand = Thing(giant, "Ann")
    stomp = hand.cast("adventure", by="Ann")
    exiled = must(stomp.resolved())
    creature = must(exiled.cast("normal", by="Ann").resolved())
    other = Thing(automaton, "Ann").cast("prototyped", by="Ann")
    return [
        ("in hand", hand),
        ("cast as an Adventure", stomp),
        ("resolved", exiled),
        ("cast from exile, resolved", creature),
        ("another Stomp, exiled by a counterspell", must(stomp.moved(Zone.EXILE))),
        ("beside it, cast prototyped", other),
        ("resolved", must(other.resolved())),
    ]


def main() -> None:
    for event, thing in life():
        now, mark = thing.now, thing.own.designation if thing.own else ""
        size = f"{now.power}/{now.toughness}" if now.power is not None else ""
        ways = ", ".join(way.name for way in thing.ways("Ann"))
        line = f"{event:40} {thing.zone:12} {now.name:18} {now.mana_cost!s:7} {size:4} {mark:16} {ways}"
        print(line.rstrip())


if __name__ == "__main__":
    main()
