"""python-mtg with all the ways to cast a card that plugins offer: ``PluginGame`` in place of ``mtg.Game``."""

import sys
from collections.abc import Callable, Iterator
from contextlib import redirect_stdout
from importlib import import_module
from io import StringIO
from typing import Any, ClassVar, Self

from rows import NORMAL, State, add_card, drop_unused_copies, keep_copies, key_of, objects, printed, set_object, zone_of

from mtg_hookspecs import IllegalCastChoice, MtgError, PluginHost, SpellCast, Tracked, Zone
from mtg_prototype_plugin import plugin

mtg: Any = import_module("mtg")
driver: Any = import_module("mtg.driver")
env: Any = import_module("mtg.engine.env")
models: Any = import_module("mtg.models")
Game: Any = mtg.Game

Action = tuple[Any, ...]

_NOTHING = (("pass",), ("attack", frozenset[str]()), ("block", frozenset[tuple[str, str]]()))
_PAUSED = "nobody yet"


class PluginGame(Game):  # type: ignore[misc]
    """A game in which an object with an override is, for the engine, a card of its own.

    The override is in the state and nowhere else: ``instance_of`` leads the object to card rows that we added. So
    whatever the engine does with a state (copy, key, serialize, push and pop, copy effects) keeps it.
    """

    _state: State
    host: ClassVar[PluginHost] = PluginHost([plugin])
    on_priority: Callable[["PluginGame"], object] | None = None
    """Told the position whenever the players get priority while a spell cast in a plugin's way is on the stack."""

    def __init__(self, decks: dict[str, list[str]] | None = None, **options: Any) -> None:
        # with explicit lands there is no mana before the first decision, so no cast of ours is passed over
        super().__init__(decks, **{**options, "explicit_lands": True})
        cards = {name for seats in (self.decks, self.commanders or {}) for deck in seats.values() for name in deck}
        for name in sorted(cards):
            self._add_ways(name, mtg.Card(name).id)

    def _add_ways(self, name: str, slug: str) -> None:
        try:
            card = printed(name)
        except MtgError:  # two joke cards in the engine's list have costs that are none: they stay as they are
            return
        ways = [option.override for option in self.host.cast_options(card, zone=Zone.HAND) if option.override]
        if not ways:
            return
        add_card(self._state, key_of(name, NORMAL), card, like=slug)
        for override in ways:
            add_card(self._state, key_of(name, override.designation), override.characteristics, like=slug)
        for thing, key in self._state["instance_of"]:
            if key == slug:
                set_object(self._state, thing, key_of(name, NORMAL), card)

    # ---- what may be done

    @property
    def legal_moves(self) -> list[Any]:
        """The engine's legal moves and, before the last of them, the pass, the casts that plugins offer."""
        moves = list(super().legal_moves)
        return moves if self._observer else [*moves[:-1], *self._plugin_casts(self._state), *moves[-1:]]

    def _plugin_casts(self, state: State) -> Iterator[Any]:
        """The engine judges a card as what the spell would be (601.3e, 718.3a): in a trial state, it is that."""
        player = env.to_move(state)
        playable = {card for owner, card in state["in_hand"] | state.get("may_play", set()) if owner == player}
        for thing, name, _ in objects(state):
            zone = zone_of(state, thing)
            if thing not in playable or zone is None:
                continue
            for option in self.host.cast_options(printed(name), zone=zone):
                if option.override is None:
                    continue
                trial = driver.clone_state(state)
                set_object(trial, thing, key_of(name, option.override.designation), option.characteristics)
                driver._refresh_mana_pool(trial, player)  # a land of two colours makes what the spell asks for
                for move in Game.from_state(trial).legal_moves:
                    if move.kind == "cast" and move.card.id == thing:
                        choices = {**move.choices, "cast_as": option.name}
                        yield move.model_copy(update={"choices": choices, "raw": ("cast", player, thing, choices)})

    def push(self, move: Any, checked: bool = True) -> Any:  # noqa: FBT001, FBT002 - the engine's signature
        """Make ``move`` and play on to the next decision, as the engine does. ``ValueError`` if it is not legal."""
        if self._observer:
            return super().push(move, checked)
        if isinstance(move, models.MoveSpec):
            move = move.resolve(self)
        action = getattr(move, "raw", move)
        if checked and action not in [legal.raw for legal in self.legal_moves]:
            raise ValueError(f"illegal move: {move!r}")
        cast_as = action[0] == "cast" and action[3].get("cast_as")
        state = self._cast(*action[1:]) if cast_as else self._step(self._state, action)
        while not (env.is_terminal(state) or self._has_choice(state)):
            state = self._step(state, ("pass",))
        self._history.append((self._state, move))
        self._state = state
        return move

    def _has_choice(self, state: State) -> bool:
        return any(action not in _NOTHING for action in env.legal_actions(state)) or any(self._plugin_casts(state))

    # ---- what is done

    def _step(self, before: State, action: Action) -> State:
        """One action, or one step of the turn: the engine would play on, but not while it takes the game for over."""
        after: State = env.step({**_watched(before), "_loser": _PAUSED}, action)
        if after["_loser"] == _PAUSED:
            del after["_loser"]
        self._sweep(after, self._tracked(before))
        return after

    def _cast(self, player: str, thing: str, choices: dict[str, Any]) -> State:
        """The plugin says what the spell is; then the engine casts it as it casts any card."""
        ((_, name, _),) = [each for each in objects(self._state) if each[0] == thing]
        card, zone, option = printed(name), zone_of(self._state, thing), choices["cast_as"]
        override = self.host.spell_cast(SpellCast(card, option, zone or Zone.OUTSIDE))
        if override is None:
            raise IllegalCastChoice("not a way to cast this card", value=option, hint=f"{name} may be cast normally")
        after: State = driver.clone_state(_watched(self._state))
        set_object(after, thing, key_of(name, override.designation), override.characteristics)
        tracked = self._tracked(self._state) | {thing: Tracked(card, override, Zone.STACK)}
        output = sys.stdout

        def priority() -> None:
            self._sweep(after, tracked)
            if self.on_priority:
                with redirect_stdout(output):
                    self.on_priority(self.from_state(after))

        after["_forced"] = dict(choices)
        with redirect_stdout(StringIO()):
            driver._cast_spell(after, player, thing, Players(self.players, priority))
        after["_forced"] = {}
        self._sweep(after, tracked)
        return after

    def _tracked(self, state: State) -> dict[str, Tracked]:
        tracked = {}
        for thing, name, word in objects(state):
            override = self.host.override(printed(name), word)
            zone = zone_of(state, thing)
            if override and zone:
                tracked[thing] = Tracked(printed(name), override, zone)
        return tracked

    def _sweep(self, state: State, tracked: dict[str, Tracked]) -> None:
        """Zone moves run through no single function of the engine, so ask about all that moved, afterwards."""
        left: set[str] = state["on_battlefield"].left
        names = {thing: name for thing, name, _ in objects(state)}

        def now(thing: str) -> Zone | None:
            zone = zone_of(state, thing)
            return None if zone is Zone.BATTLEFIELD and thing in left else zone  # left and came back: a new object

        def restore(thing: str) -> None:
            if thing in names:  # a copy that has ceased to exist has no rows
                keep_copies(state, thing)
                set_object(state, thing, key_of(names[thing], NORMAL), printed(names[thing]))

        self.host.sweep(tracked, zone_of=now, restore=restore)
        drop_unused_copies(state)

    # ---- what the engine makes of a game and of a name

    def copy(self) -> Self:
        return self._of_this_class(super().copy())

    def observation(self, player: str) -> Self:
        return self._of_this_class(super().observation(player))

    def _of_this_class(self, game: Any) -> Self:
        game.__class__ = type(self)
        return game  # type: ignore[no-any-return]

    def _slug_of(self, card_id: str) -> str:
        key: str = super()._slug_of(card_id)
        name, bar, _ = key.partition("|")
        return mtg.Card(name).id if bar else key


class Battlefield(set[tuple[str]]):
    """The battlefield of one engine action, with a note of what left it, even if it came back. A copy starts afresh."""

    def __init__(self, rows: set[tuple[str]]) -> None:
        super().__init__(rows)
        self.left: set[str] = set()

    def copy(self) -> "Battlefield":
        return Battlefield(self)

    def discard(self, row: Any) -> None:
        if row in self:
            self.left.add(row[0])
        super().discard(row)


class Players(list[str]):
    """The engine goes round the players each time they get priority with something on the stack: a moment to look."""

    def __init__(self, players: list[str], priority: Callable[[], None]) -> None:
        super().__init__(players)
        self._priority = priority

    def __iter__(self) -> Iterator[str]:
        self._priority()
        return super().__iter__()


def _watched(state: State) -> State:
    return {**state, "on_battlefield": Battlefield(state["on_battlefield"])}
