"""python-mtg with the adapter's ``PluginGame``, as a host of the conformance kit: from this folder,

mtg-prototype conformance --host conformance_adapter:Adapter

A step is a step of the engine wherever it has one: the cast, which is paid, the resolution, copies, effects. Moves of
cards are written into its state, since they run through no single function of the engine.
"""

from collections.abc import Callable, Mapping
from contextlib import redirect_stdout
from functools import cache
from importlib.metadata import version
from io import StringIO
from typing import Any, Self

from adapter import Players, PluginGame, _watched, driver, mtg
from rows import COLOR_WORDS, NORMAL, State, objects, printed, zone_of

from mtg_hookspecs import Characteristics, Colors, Zone
from mtg_prototype_plugin.conformance.adapter import HostAdapter
from mtg_prototype_plugin.conformance.errors import Unsupported

PLAYERS = {"A": "alice", "B": "bob"}
LETTERS = {word: letter for letter, word in COLOR_WORDS.items() if letter != "C"}
ZONE_ROWS = {
    Zone.BATTLEFIELD: "on_battlefield",
    Zone.HAND: "in_hand",
    Zone.LIBRARY: "in_library",
    Zone.GRAVEYARD: "graveyard",
    Zone.EXILE: "exile",
    Zone.COMMAND: "command_zone",
}
OF_A_PLAYER = (Zone.HAND, Zone.LIBRARY, Zone.COMMAND)
EFFECTS = ("eff_copy", "eff_mod_power", "eff_mod_toughness", "eff_remove_keyword", "eff_set_power", "eff_set_toughness")
DERIVED = {
    "controls": 1,
    **dict.fromkeys(("has_keyword", "power", "eff_toughness"), 0),
    **dict.fromkeys(("printed_color", "printed_keyword", "printed_subtype", "printed_type"), 0),
}
"""The engine's relations, and the column of the object in them."""


class Paused(Exception):
    """The players have priority and the spell is on the stack: the story goes on from here."""

    def __init__(self, state: State) -> None:
        super().__init__()
        self.state = state


@cache
def dealt(name: str) -> PluginGame:
    """A game with some cards of that name in both libraries, for its rows."""
    deck = [name] * 12 + ["Wastes"] * 4
    return PluginGame(
        dict.fromkeys(PLAYERS.values(), deck),
        seed=1,
        starting_hand={"alice": ["Wastes"], "bob": ["Wastes"]},
    )


class Adapter(HostAdapter[str]):
    """One game. Things are known by the engine's ids, which stay when they change zones."""

    name = "python-mtg with the example's adapter"
    version = version("python-mtg")
    capabilities = frozenset(
        {"abilities", "become_copy", "control", "copy_spell", "fork", "identity", "layers", "options", "rewind", "save"}
    )

    def __init__(self) -> None:
        self.game = dealt("Wastes").copy()
        self.game._state = driver.clone_state(self.game.state)
        self.owners: dict[str, str] = {}
        self.stamp = 0

    # --- cards and casts ---------------------------------------------------------------------------------------------

    def put(self, card: Characteristics, *, zone: Zone, player: str = "A", face_down: bool = False) -> str:
        if card.name not in mtg.cards or zone not in ZONE_ROWS:
            raise Unsupported("made-up cards" if zone in ZONE_ROWS else f"the zone {zone}")
        if (printed(card.name).mana_cost, printed(card.name).power) != (card.mana_cost, card.power):
            raise Unsupported("a card that the engine has otherwise")
        state, source = self.game.state, dealt(card.name)
        deck = sorted(thing for owner, thing in source.state["in_library"] if owner == PLAYERS[player])
        thing: str = next(it for it in deck if source.name(it) == card.name and it not in self.owners)
        self.owners[thing] = PLAYERS[player]
        self._learn(card.name, thing, source.state)
        self._place(state, thing, zone)
        return thing

    def cast(
        self, it: str, *, option: str, player: str | None = None, x: int | None = None, cancel: bool = False, **_: Any
    ) -> str:
        state = driver.clone_state(self.game.state)
        caster, zone = PLAYERS[player] if player else self.owners[it], zone_of(state, it)
        if x is not None or (cancel and zone is not Zone.HAND):
            raise Unsupported("X" if x is not None else "rewinding a cast from elsewhere than the hand")
        if caster != self.owners[it]:
            raise Unsupported("casting another player's card")
        if zone in (Zone.GRAVEYARD, Zone.EXILE):
            state["may_play"] = state.get("may_play", set()) | {(caster, it)}
        elif zone is not Zone.HAND:
            raise Unsupported(f"casting from the zone {zone}")
        self._pay(state, caster)
        self.game._state = state
        if cancel:
            moves = [move for move in self._casts(it) if move.choices.get("cast_as", NORMAL) == option]
            if not moves:
                raise Unsupported("a cast that the engine does not allow now")
            self.game.push(moves[0])
            self.game.pop()
            return it

        def pause(then: PluginGame) -> None:
            raise Paused(then.state)

        try:
            if option == NORMAL:
                players = Players(self.game.players, lambda: pause(self.game.from_state(state)))
                self._quietly(lambda: driver._cast_spell(state, caster, it, players))
            else:
                self.game.on_priority = pause
                self.game._cast(caster, it, {"cast_as": option})
        except Paused as paused:
            paused.state["_forced"] = {}
            self.game._state = paused.state
        finally:
            self.game.on_priority = None
        return it

    def resolve(self, it: str, *, to: Zone | None = None, **_: Any) -> str:
        stack = sorted(self.game.state.get("on_stack", ()), key=lambda row: row[1])
        if not stack or stack[-1][0] != it:
            raise Unsupported("resolving what is not on top of the stack")
        if to is not None:
            return self.counter(it, to=to)
        self._engine(driver._resolve_top)
        return it

    def counter(self, it: str, *, to: Zone = Zone.GRAVEYARD) -> str:
        def countered(state: State) -> None:
            driver._stack_remove(state, it)
            if (it,) in state.get("_is_copy", ()):
                driver._discard_copy(state, it)
            else:
                self._place(state, it, to)

        self._engine(countered)
        return it

    def move(self, it: str, *, to: Zone, **_: Any) -> str:
        if zone_of(self.game.state, it) is Zone.STACK:
            return self.resolve(it) if to is Zone.BATTLEFIELD else self.counter(it, to=to)
        if it not in self.owners or to not in ZONE_ROWS:
            raise Unsupported("a token that leaves" if to in ZONE_ROWS else f"the zone {to}")
        self._engine(lambda state: self._place(state, it, to))
        return it

    def blink(self, it: str, **_: Any) -> str:
        self.move(it, to=Zone.EXILE)
        return self.move(it, to=Zone.BATTLEFIELD)

    # --- copies and effects ------------------------------------------------------------------------------------------

    def copy_spell(self, it: str) -> str:
        made: list[str] = []
        self._engine(lambda state: made.extend(driver._copy_spell(state, it, PLAYERS["A"])))
        return made[0]

    def become_copy(
        self, it: str, *, of: str, exceptions: Mapping[str, Any] | None = None, effect: str | None = None
    ) -> str:
        if exceptions:
            raise Unsupported("exceptions of a copy")
        return self._effect("eff_copy", it, effect, of, self._now())

    def change_control(self, it: str, *, player: str) -> str:
        self.stamp += 1
        self._add("eff_gain_control", (f"e{self.stamp}", PLAYERS[player], it, self.stamp))
        return it

    def set_base_pt(self, it: str, *, power: int, toughness: int, effect: str | None = None) -> str:
        self._effect("eff_set_power", it, effect, power, self._now())
        return self._effect("eff_set_toughness", it, effect, toughness, self.stamp)

    def modify_pt(self, it: str, *, power: int, toughness: int, effect: str | None = None) -> str:
        self._effect("eff_mod_power", it, effect, power)
        return self._effect("eff_mod_toughness", it, effect, toughness)

    def switch_pt(self, it: str, *, effect: str | None = None) -> str:
        return self._effect("eff_switch_pt", it, effect)

    def add_counters(self, it: str, *, kind: str, count: int) -> str:
        self._engine(lambda state: driver._bump_counter(state, it, {"+": "p1p1", "-": "m1m1"}[kind[0]], count))
        return it

    def lose_abilities(self, it: str, *, effect: str | None = None) -> str:
        for keyword in self._derived(it)["has_keyword"]:
            self._effect("eff_remove_keyword", it, effect, keyword)
        return it

    def end_effect(self, it: str, *, effect: str) -> None:
        state = self.game.state
        for relation in [each for each in state if each.startswith("eff_")]:
            state[relation] = {row for row in state[relation] if row[0] != effect}

    def fork(self) -> Self:
        twin = type(self)()
        twin.game, twin.owners, twin.stamp = self.game.copy(), dict(self.owners), self.stamp
        twin.game._state = driver.clone_state(self.game.state)  # a copy shares it, for the engine never writes to it
        return twin

    def save_and_load(self) -> None:
        self.game = PluginGame.deserialize(self.game.serialize())

    # --- what the engine shows ---------------------------------------------------------------------------------------

    def expect(self, it: str, *, keys: tuple[str, ...]) -> dict[str, object]:
        state, name = self.game.state, self.game.name(it)
        zone = zone_of(state, it)
        costs, words = dict(state["mana_cost"]), {thing: word for thing, _, word in objects(state)}
        copied = max((row for row in state.get("eff_copy", ()) if row[1] == it), key=lambda row: row[3], default=None)
        derived = self._derived(it)
        known = {
            "zone": zone,
            "gone": zone is None,
            "mana_value": costs.get(it),
            "mana_cost": self._cost(it) if it in costs else None,
            "keywords": self._keywords(it, derived),
            "power": next(map(int, derived["power"]), None),
            "toughness": next(map(int, derived["eff_toughness"]), None),
            "controller": next((word for word, player in PLAYERS.items() if player in derived["controls"]), None),
            "color_identity": str(Colors("".join(mtg.cards[name]["colorIdentity"]))) if it in self.owners else None,
            "prototyped": words.get(copied[2] if copied else it) == "prototyped",
            "cast_prototyped": it in self.owners and words.get(it) == "prototyped",
        }
        if copied is None:  # of a copy, and of an effect on them, the engine does not tell these
            known |= {
                "name": name,
                "colors": str(Colors("".join(LETTERS[word] for word in derived["printed_color"]))),
                "types": [word.capitalize() for word in derived["printed_type"]],
                "subtypes": [_words(word).title() for word in derived["printed_subtype"]],
            }
        return known

    def expect_options(
        self, it: str, *, permission: Mapping[str, Any] | None = None, prohibition: Mapping[str, Any] | None = None
    ) -> list[str]:
        if permission is not None or prohibition is not None or self.owners[it] != PLAYERS["A"]:
            raise Unsupported("permissions and prohibitions")
        if zone_of(self.game.state, it) is Zone.COMMAND:
            raise Unsupported("casting from the zone command")
        self._pay(self.game.state, self.owners[it])
        return list({move.choices.get("cast_as", NORMAL) for move in self._casts(it)})

    # --- the engine's state ------------------------------------------------------------------------------------------

    def _learn(self, name: str, thing: str, source: State) -> None:
        """Add the rows of the card, and of one that is dealt, to the game."""
        slug, state = mtg.Card(name).id, self.game.state
        others = {each for each, _ in source["instance_of"]} - {thing}
        for relation, rows in source.items():
            if isinstance(rows, set) and relation not in ("in_library", "in_hand"):
                about = {row for row in rows if any(str(part).startswith((slug, f"{name}|")) for part in row)}
                state[relation] = state.get(relation, set()) | {row for row in about if others.isdisjoint(row)}

    def _casts(self, it: str) -> list[Any]:
        return [move for move in self.game.legal_moves if move.kind == "cast" and move.card.id == it]

    def _pay(self, state: State, player: str) -> None:
        """Mana is always available."""
        driver._add_floating(state, player, dict.fromkeys(COLOR_WORDS.values(), 20))
        driver._refresh_mana_pool(state, player)

    def _quietly(self, act: Callable[[], object]) -> None:
        with redirect_stdout(StringIO()):
            act()

    def _engine(self, act: Callable[[State], object]) -> None:
        """Something happens in the engine; then the adapter asks about all that moved."""
        before = self.game.state
        after = driver.clone_state(_watched(before))
        self._quietly(lambda: act(after))
        self.game._sweep(after, self.game._tracked(before))
        self.game._state = after

    def _place(self, state: State, thing: str, zone: Zone) -> None:
        for relation in ZONE_ROWS.values():
            for row in [row for row in state.get(relation, ()) if row[-1] == thing]:
                state[relation].discard(row)
        owner = self.owners[thing]
        row = (owner, thing) if zone in OF_A_PLAYER else (thing,)
        state[ZONE_ROWS[zone]] = state.get(ZONE_ROWS[zone], set())
        state[ZONE_ROWS[zone]].add(row)
        for relation, column in {"eff_gain_control": 2, **dict.fromkeys(EFFECTS, 1)}.items():  # 400.7
            state[relation] = {each for each in state.get(relation, ()) if each[column] != thing}
        state["printed_control"] = {each for each in state["printed_control"] if each[1] != thing} | {(owner, thing)}

    def _now(self) -> int:
        self.stamp += 1
        return self.stamp

    def _add(self, relation: str, row: tuple[Any, ...]) -> None:
        self.game.state[relation] = self.game.state.get(relation, set()) | {row}

    def _effect(self, relation: str, it: str, effect: str | None, *values: Any) -> str:
        self._add(relation, (effect or f"e{self._now()}", it, *values))
        return it

    def _derived(self, it: str) -> dict[str, list[str]]:
        """What the engine derives of the object, by relation."""
        rows = driver.run(self.game.state, list(DERIVED))
        return {name: sorted(row[1 - at] for row in rows[name] if row[at] == it) for name, at in DERIVED.items()}

    def _keywords(self, it: str, derived: Mapping[str, list[str]]) -> list[str]:
        """What the engine derives, and what it reads off the card and never derives, such as ward."""
        cards = {card for thing, card in self.game.state["instance_of"] if thing == it}
        read = {word for card, word in self.game.state["card_keyword"] if card in cards} - {"prototype"}
        words = {*derived["has_keyword"], *read.difference(derived["printed_keyword"])}
        return [_words(word).capitalize() for word in sorted(words)]

    def _cost(self, it: str) -> str:
        state = self.game.state
        generic = dict(state["mana_generic"]).get(it, 0)
        pips = {color: count for thing, color, count in state["mana_pip"] if thing == it}
        symbols = "".join(f"{{{LETTERS[color]}}}" * count for color, count in pips.items())
        return f"{{{generic}}}{symbols}" if generic or not symbols else symbols


def _words(engine_word: str) -> str:
    return engine_word.replace("_", " ")
