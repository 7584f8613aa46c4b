"""The adapter of ``minimal_host``: from the root of the project,

mtg-prototype conformance --host examples.conformance.minimal_adapter:Adapter
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from examples.minimal_host import GameObject
from mtg_hookspecs import Characteristics, Zone
from mtg_prototype_plugin.conformance.adapter import HostAdapter, shown
from mtg_prototype_plugin.conformance.errors import Unsupported


@dataclass(frozen=True)
class Piece(GameObject):
    """The host's object, and what only the stories ask."""

    token: bool = False


class Adapter(HostAdapter[Piece]):
    """The host's objects are values, so each action gives the object as it is from then on. It has no players."""

    name = "minimal host"
    version = "1"
    capabilities = frozenset({"abilities", "become_copy", "fork", "free_cast", "last_known", "rewind", "token_copy"})

    def put(self, card: Characteristics, *, zone: Zone, player: str = "A", face_down: bool = False) -> Piece:
        return Piece(card, zone)

    def cast(self, it: Piece, *, option: str, x: int | None = None, cancel: bool = False, **_: Any) -> Piece:
        if x:
            raise Unsupported("X")  # it has no costs
        return it if cancel else it.cast(option)

    def resolve(self, it: Piece, *, to: Zone | None = None, **_: Any) -> Piece:
        if "Creature" not in it.card.types:
            raise Unsupported("noncreature spells")
        return it.moved(to) if to else it.resolved()

    def counter(self, it: Piece, *, to: Zone = Zone.GRAVEYARD) -> Piece:
        return it.moved(to)

    def move(self, it: Piece, *, to: Zone, **_: Any) -> Piece:
        return it.moved(to)

    def blink(self, it: Piece, **_: Any) -> Piece:
        return it.moved(Zone.EXILE).moved(Zone.BATTLEFIELD)

    def create_token_copy(self, *, of: Piece, exceptions: Mapping[str, Any] | None = None) -> Piece:
        if exceptions:
            raise Unsupported("exceptions of a copy")
        return replace(of.token_copy(), token=True)

    def become_copy(
        self, it: Piece, *, of: Piece, exceptions: Mapping[str, Any] | None = None, effect: str | None = None
    ) -> Piece:
        if exceptions:
            raise Unsupported("exceptions of a copy")
        return it.made_copy_of(of, effect=effect or "for good")

    def end_effect(self, it: Piece, *, effect: str) -> Piece:
        return it.without(effect)

    def fork(self) -> "Adapter":
        return Adapter()  # what is never changed is there in both games

    def expect(self, it: Piece, *, keys: tuple[str, ...]) -> dict[str, object]:
        now = it.copiable  # what is left out below is not known, so the scenario is skipped
        return {
            **shown(now.characteristics),
            "zone": it.zone,
            "prototyped": now.override is not None and now.override.designation == "prototyped",
            "cast_prototyped": it.own is not None and not it.token,
            "gone": it.token and it.zone is not Zone.BATTLEFIELD,
        }

    expect_last_known = expect
