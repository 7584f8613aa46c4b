"""A whole host: an object with two slots, and the four calls. Run it to see the life of one Blitz Automaton.

Every change makes a new value and leaves the old one as it was, so undo and clone need nothing more.
"""

from dataclasses import dataclass, replace
from typing import Self

from mtg_hookspecs import (
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
from mtg_prototype_plugin import plugin

PLUGINS = PluginHost([plugin])  # or PluginHost.discover(): all that are installed


@dataclass(frozen=True)
class GameObject:
    card: Characteristics
    """What is printed; for a token, what it was made as (111.3)."""
    zone: Zone
    own: Override | None = None
    """The first slot: how it was cast, or what it was made a copy of."""
    copies: tuple[tuple[str, CopiableValues], ...] = ()
    """The second slot: copy effects by key, the newest last. They lie over the first, and can end (613.2a)."""

    @property
    def copiable(self) -> CopiableValues:
        """What the object is before all other effects, and what a copy of it gets (707.2)."""
        if self.copies:
            return self.copies[-1][1]
        return CopiableValues(self.own.characteristics if self.own else self.card, self.own)

    def cast(self, option: str) -> Self:
        own = PLUGINS.spell_cast(SpellCast(self.card, option, self.zone))
        return replace(self, zone=Zone.STACK, own=own)

    def resolved(self) -> Self:
        own = PLUGINS.spell_resolve(SpellResolve(self.card, self.own)) if self.own else None
        return replace(self, zone=Zone.BATTLEFIELD, own=own)

    def moved(self, zone: Zone) -> Self:
        """Any other move. The copy effects stay behind: it is a new object (400.7)."""
        own = PLUGINS.zone_change(ZoneChange(self.card, self.own, self.zone, zone)) if self.own else None
        return replace(self, zone=zone, own=own, copies=())

    def token_copy(self) -> Self:
        own = PLUGINS.object_copied(ObjectCopied(CopyKind.TOKEN, self.copiable))
        return replace(self, card=self.copiable.characteristics, zone=Zone.BATTLEFIELD, own=own, copies=())

    def made_copy_of(self, source: "GameObject", *, effect: str) -> Self:
        override = PLUGINS.object_copied(ObjectCopied(CopyKind.BECOMES, source.copiable))
        copied = CopiableValues(source.copiable.characteristics, override)
        return replace(self, copies=(*self.copies, (effect, copied)))

    def without(self, effect: str) -> Self:
        return replace(self, copies=tuple(each for each in self.copies if each[0] != effect))


def life() -> list[tuple[str, GameObject]]:
    """What happens, and the object after it."""
    automaton = Characteristics.from_strings(
        name="Blitz Automaton",
        mana_cost="{7}",
        type_line="Artifact Creature — Construct",
        power="6",
        toughness="4",
        rules_text="Prototype {2}{R} — 3/2\nHaste",
    )
    bears = Characteristics.from_strings(
        name="Grizzly Bears", mana_cost="{1}{G}", type_line="Creature — Bear", power="2", toughness="2"
    )
    bear = GameObject(bears, Zone.BATTLEFIELD)
    hand = GameObject(automaton, Zone.HAND)
    spell = hand.cast("prototyped")
    permanent = spell.resolved()
    token = permanent.token_copy()
    as_bear = permanent.made_copy_of(bear, effect="until end of turn")
    back = as_bear.without("until end of turn")
    bear_as_it = bear.made_copy_of(back, effect="until end of turn")
    bear_back = bear_as_it.without("until end of turn")
    dead = back.moved(Zone.GRAVEYARD)
    return [
        ("in hand", hand),
        ("cast prototyped", spell),
        ("resolved", permanent),
        ("a token copy of it", token),
        ("it becomes a copy of a bear", as_bear),
        ("that ends", back),
        ("a bear becomes a copy of it", bear_as_it),
        ("that ends", bear_back),
        ("it dies", dead),
        ("another, cast normally", hand.cast("normal").resolved()),
    ]


def main() -> None:
    for event, thing in life():
        now, override = thing.copiable.characteristics, thing.copiable.override
        size, colors = f"{now.power}/{now.toughness}", now.colors or "colourless"
        mark = override.designation if override else ""
        print(f"{event:30} {thing.zone:12} {now.name:16} {now.mana_cost!s:7} {size:4} {colors:11} {mark}".rstrip())


if __name__ == "__main__":
    main()
