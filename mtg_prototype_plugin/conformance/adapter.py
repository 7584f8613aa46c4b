"""The class that an engine in Python is tested through: ``HostAdapter``, one method an action, one an expectation.

An adapter is a game. Its methods are named as the words of the scenario format and take the values as a file has them,
with objects, cards and zones in place of names. What they give back is whatever the engine knows an object by; the
names of the story are kept in ``adapter_table``.
"""

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar, Generic, Self, TypeVar

from mtg_hookspecs import Characteristics, Zone

from .errors import Unsupported

Thing = TypeVar("Thing")
"""What the engine knows an object by: an id, a reference, or the object itself as a value."""


class HostAdapter(Generic[Thing]):
    """One game of an engine. Derive from it, say what it is, and override what the engine can do.

    A scenario that needs a method which is not overridden, or a capability which is not declared, is *skipped*. A
    method that raises makes its scenario *errored*; one that raises ``Unsupported`` makes it *skipped*.

    Actions on an object give back what it is known by from then on, or ``None``: by the same. After an action that
    makes a new object of it (400.7) the old one is still asked for by ``expect_last_known``, ``copy_spell`` and
    ``create_token_copy``, under what it was known by before. Mana is always available.
    """

    name: ClassVar[str] = ""
    """Which engine."""
    version: ClassVar[str] = ""
    """Which version of it."""
    capabilities: ClassVar[frozenset[str]] = frozenset()
    """What it can act out beyond ``core``; see ``capabilities.CAPABILITIES``. By default nothing."""

    # --- actions -----------------------------------------------------------------------------------------------------

    def put(self, card: Characteristics, *, zone: Zone, player: str = "A", face_down: bool = False) -> Thing:
        """``card`` is in that zone of that player and was not cast. ``face_down``: it is manifested (701.40)."""
        raise Unsupported("put")

    def cast(
        self,
        it: Thing,
        *,
        option: str,
        player: str | None = None,
        free: bool = False,
        alternative: str | None = None,
        x: int | None = None,
        cancel: bool = False,
    ) -> Thing | None:
        """The card is a spell now, cast ``"normal"`` or ``"prototyped"``, from wherever it is (601.2).

        ``player``: who casts, if not the owner. ``alternative``: a mana cost, or ``"mana_cost"`` for one equal to that
        of the chosen way. ``cancel``: announced, then taken back (733.1).
        """
        raise Unsupported("cast")

    def resolve(
        self,
        it: Thing,
        *,
        to: Zone | None = None,
        copy_of: Thing | None = None,
        exceptions: Mapping[str, Any] | None = None,
    ) -> Thing | None:
        """The spell resolves. ``to``: it cannot enter the battlefield (608.3e). ``copy_of``: it enters as a copy."""
        raise Unsupported("resolve")

    def counter(self, it: Thing, *, to: Zone = Zone.GRAVEYARD) -> Thing | None:
        """The spell leaves the stack for that zone without resolving."""
        raise Unsupported("counter")

    def move(
        self,
        it: Thing,
        *,
        to: Zone,
        face_down: bool = False,
        copy_of: Thing | None = None,
        exceptions: Mapping[str, Any] | None = None,
    ) -> Thing | list[Thing] | None:
        """Any other move. A merged permanent becomes several objects, the topmost card first."""
        raise Unsupported("move")

    def blink(
        self, it: Thing, *, copy_of: Thing | None = None, exceptions: Mapping[str, Any] | None = None
    ) -> Thing | list[Thing] | None:
        """The permanent is exiled and returns to the battlefield."""
        raise Unsupported("blink")

    def copy_spell(self, it: Thing) -> Thing:
        """A copy of the spell on the stack, controlled by A, not cast (707.10); also of a spell that has left."""
        raise Unsupported("copy_spell")

    def create_token_copy(self, *, of: Thing, exceptions: Mapping[str, Any] | None = None) -> Thing:
        """A token of A's that is a copy (707.2); of a permanent that has left, of what it last was (608.2h)."""
        raise Unsupported("create_token_copy")

    def become_copy(
        self,
        it: Thing,
        *,
        of: Thing,
        exceptions: Mapping[str, Any] | None = None,
        effect: str | None = None,
    ) -> Thing | None:
        """The permanent becomes a copy. Here as in what follows, ``effect`` is a name by which the effect may end."""
        raise Unsupported("become_copy")

    def copy_card(self, it: Thing) -> Thing:
        """A copy of the card, where the card is; the next action casts it, or it ceases to exist (707.12)."""
        raise Unsupported("copy_card")

    def turn_face_down(self, it: Thing) -> Thing | None:
        """The permanent is turned face down (708.2)."""
        raise Unsupported("turn_face_down")

    def turn_face_up(self, it: Thing) -> Thing | None:
        """The permanent is turned face up (708.8)."""
        raise Unsupported("turn_face_up")

    def phase_out(self, it: Thing) -> Thing | None:
        """The permanent phases out (702.26)."""
        raise Unsupported("phase_out")

    def phase_in(self, it: Thing) -> Thing | None:
        """The permanent phases in (702.26)."""
        raise Unsupported("phase_in")

    def change_control(self, it: Thing, *, player: str) -> Thing | None:
        """The player controls the spell or permanent."""
        raise Unsupported("change_control")

    def lose_abilities(self, it: Thing, *, effect: str | None = None) -> Thing | None:
        """It loses all abilities (613.1f)."""
        raise Unsupported("lose_abilities")

    def set_base_pt(self, it: Thing, *, power: int, toughness: int, effect: str | None = None) -> Thing | None:
        """Its base power and toughness are these (613.4b)."""
        raise Unsupported("set_base_pt")

    def modify_pt(self, it: Thing, *, power: int, toughness: int, effect: str | None = None) -> Thing | None:
        """It gets that much power and toughness (613.4c)."""
        raise Unsupported("modify_pt")

    def switch_pt(self, it: Thing, *, effect: str | None = None) -> Thing | None:
        """Its power and toughness are switched (613.4d)."""
        raise Unsupported("switch_pt")

    def add_counters(self, it: Thing, *, kind: str, count: int) -> Thing | None:
        """Counters ``"+1/+1"`` or ``"-1/-1"`` are put on it (122.1a)."""
        raise Unsupported("add_counters")

    def set_colors(self, it: Thing, *, colors: str, effect: str | None = None) -> Thing | None:
        """It is these colours and no others (105.3); of a card, the spell that it is cast as too."""
        raise Unsupported("set_colors")

    def add_colors(self, it: Thing, *, colors: str, effect: str | None = None) -> Thing | None:
        """It is these colours besides."""
        raise Unsupported("add_colors")

    def set_types(self, it: Thing, *, types: tuple[str, ...], effect: str | None = None) -> Thing | None:
        """Its card types are these (205.1b)."""
        raise Unsupported("set_types")

    def add_types(self, it: Thing, *, types: tuple[str, ...], effect: str | None = None) -> Thing | None:
        """It has these card types besides."""
        raise Unsupported("add_types")

    def end_effect(self, it: Thing, *, effect: str) -> Thing | None:
        """The effect of that name ends, which was made on the object that is ``it`` now."""
        raise Unsupported("end_effect")

    def mutate(self, it: Thing, *, onto: Thing, side: str) -> Thing | None:
        """The spell merges with the permanent ``onto``, ``"over"`` or ``"under"`` it; gives the merged permanent."""
        raise Unsupported("mutate")

    def fork(self) -> Self:
        """An independent copy of the game, in which the same objects are known by the same."""
        raise Unsupported("fork")

    def save_and_load(self) -> None:
        """The game goes through the engine's own save form and comes back; objects are known by the same."""
        raise Unsupported("save_and_load")

    # --- expectations ------------------------------------------------------------------------------------------------

    def expect(self, it: Thing, *, keys: tuple[str, ...]) -> Mapping[str, object]:
        """What the object is now: a value for each of ``keys``, as a scenario file has it.

        A cost may be a ``ManaCost``. More may be given. What is left out, the engine does not know: if all else is
        right, the scenario is *skipped*.
        """
        raise Unsupported("expect")

    def expect_last_known(self, it: Thing, *, keys: tuple[str, ...]) -> Mapping[str, object]:
        """What the object was when it left the zone that it was in (608.2h)."""
        raise Unsupported("expect_last_known")

    def expect_entering(
        self,
        it: Thing,
        *,
        keys: tuple[str, ...],
        copy_of: Thing | None = None,
        exceptions: Mapping[str, Any] | None = None,
    ) -> Mapping[str, object]:
        """What the permanent would be that the spell becomes (614.12)."""
        raise Unsupported("expect_entering")

    def expect_options(
        self,
        it: Thing,
        *,
        permission: Mapping[str, Any] | None = None,
        prohibition: Mapping[str, Any] | None = None,
    ) -> Iterable[str]:
        """The legal ways to cast the card (601.3e). Both are filters; with no permission, from hand or command zone."""
        raise Unsupported("expect_options")

    def expect_card_matches(self, it: Thing, *, wanted: Mapping[str, Any]) -> bool:
        """Whether an effect that looks for such a card finds this one."""
        raise Unsupported("expect_card_matches")

    def expect_cost(
        self,
        it: Thing,
        *,
        option: str,
        free: bool = False,
        alternative: str | None = None,
        x: int | None = None,
        modifiers: tuple[Mapping[str, Any], ...] = (),
    ) -> str:
        """The total cost to cast the card that way (601.2f), in full order, nothing as ``"{0}"``."""
        raise Unsupported("expect_cost")


def shown(characteristics: Characteristics) -> dict[str, object]:
    """The keys of an expectation that characteristics answer, in the forms of a scenario file.

    For an object without a mana cost or a name ``None``. Not for a permanent that is no creature (208.3).
    """
    cost = characteristics.mana_cost
    return {
        "name": characteristics.name or None,
        "mana_cost": str(cost) if cost else None,
        "mana_value": characteristics.mana_value,
        "colors": str(characteristics.colors),
        "types": characteristics.types,
        "subtypes": characteristics.subtypes,
        "power": characteristics.power,
        "toughness": characteristics.toughness,
        "keywords": characteristics.keywords,
    }
