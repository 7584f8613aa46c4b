"""Acts out the steps of a scenario on a ``Game``: who is meant by a handle, which action a word is, what is asked.

A step is a mapping as in a scenario file. What a host of another kind has to do is the same: ``Table.do`` and
``Table.look``.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

from mtg_hookspecs import CastOption, Characteristics, Colors, InvalidEvent, ManaCost, MtgError, Zone
from mtg_prototype_plugin.objects import ObjectKind, Side
from mtg_prototype_plugin.rules import DESIGNATION

from . import save
from .costs import FREE, total_cost
from .exceptions import modification
from .filters import matches
from .game import Game, Piece
from .layers import Current, Effect, EffectKind, current

Step = Mapping[str, Any]


class Table:
    """One story that is being acted out: the game as it is now, and the names that the story uses."""

    def __init__(
        self,
        game: Game,
        find: Callable[[str], Characteristics],
        handles: Mapping[str, int] | None = None,
        effects: Mapping[str, int] | None = None,
        forks: dict[str, "Table"] | None = None,
    ) -> None:
        self.game = game
        self.find = find
        self.handles = dict(handles or {})
        self.effects = dict(effects or {})
        self.forks = {} if forks is None else forks

    def do(self, step: Step) -> None:
        """Act out one action, then what state-based actions do. Raises ``MtgError`` for what cannot happen."""
        table = self._meant(step)
        spare = ACTIONS[step["do"]](table, step)
        table.game = table.game.settled(spare=spare)

    def look(self, step: Step) -> dict[str, object]:
        """What the host has for each key that an expectation asks about, in the forms of the scenario format."""
        table = self._meant(step)
        return next(look(table, step) for word, look in EXPECTATIONS.items() if word in step)

    def _meant(self, step: Step) -> "Table":
        return self.forks[step["in"]] if "in" in step else self

    def fork(self) -> "Table":
        """Another table with the same game, which is a value and needs no copying."""
        return Table(self.game, self.find, self.handles, self.effects, self.forks)

    def save_and_load(self) -> None:
        """The game goes through its save form and comes back; the names are the story's and stay."""
        self.game = save.load(save.save(self.game), like=self.game)

    def number(self, step: Step, key: str = "object") -> int:
        """The number of the object that the step names."""
        return self.handles[step[key]]

    def became(self, step: Step, game: Game, numbers: tuple[int, ...]) -> None:
        """The object has become others; ``as`` names them, the topmost card first, or the old handle goes on."""
        self.game = game
        names = step.get("as", step["object"])
        self.handles.update(zip((names,) if isinstance(names, str) else names, numbers, strict=False))

    def made(self, step: Step, game: Game, number: int) -> None:
        """A further object has come to be."""
        self.game = game
        self.handles[step["as"]] = number

    def began(self, step: Step, game: Game, timestamp: int) -> None:
        """An effect has begun, and may have a name."""
        self.game = game
        if "as_effect" in step:
            self.effects[step["as_effect"]] = timestamp

    def would_be(self, piece: Piece, option: CastOption, *, x: int = 0) -> Current:
        """The spell that the card would become, cast that way, with the effects that would apply to it (601.3e)."""
        return current(option.characteristics, piece.effects, zone=Zone.STACK, x=x)


# --- actions ---------------------------------------------------------------------------------------------------------


def _put(table: Table, step: Step) -> None:
    game, number = table.game.put(table.find(step["card"]), Zone(step["zone"]), owner=step.get("player", "A"))
    table.made(step, game.turn_face_down(number) if "face_down" in step else game, number)


def _cast(table: Table, step: Step) -> None:
    number = table.number(step)
    player = step.get("player") or table.game.pieces[number].owner
    piece = table.game.at(number)
    option = next((one for one in _options(table, piece) if one.name == step["option"]), None)
    x = _announced_x(step, _paid(step, option)) if option else 0
    game, spell = table.game.cast(number, step["option"], player=player, x=x)
    if "cancel" not in step:  # 733.1: else the game is what it was
        table.became(step, game, (spell,))


def _paid(step: Step, option: CastOption) -> ManaCost | None:
    """What is paid before anything changes it; ``None`` for a spell without a mana cost."""
    if "free" in step:
        return FREE
    if step.get("alternative", "mana_cost") != "mana_cost":
        return ManaCost.parse(step["alternative"])  # 118.9
    return option.cost or option.characteristics.mana_cost


def _announced_x(step: Step, paid: ManaCost | None) -> int:
    """The value of X, given exactly when a cost with {X} is paid (601.2b); 0 where none is (107.3b)."""
    has_x = paid is not None and "X" in paid.symbols
    if ("x" in step) is not has_x:
        problem = "the value of X is not given" if has_x else "a value of X, but no {X} is paid"
        raise MtgError(problem, value=str(paid) if has_x else step["x"], hint="601.2b")
    return int(step.get("x", 0))


def _copy_source(table: Table, step: Step) -> dict[str, Any]:
    if "copy_of" not in step:
        return {}
    return {"copy_of": table.number(step, "copy_of"), "modify": modification(step.get("except"))}


def _resolve(table: Table, step: Step) -> None:
    number = table.number(step)
    if "to" in step:  # 608.3e
        table.game.spell(number)
        table.became(step, *table.game.move(number, Zone(step["to"])))
    else:
        table.became(step, *table.game.resolve(number, **_copy_source(table, step)))


def _counter(table: Table, step: Step) -> None:
    number = table.number(step)
    table.game.spell(number)
    table.became(step, *table.game.move(number, Zone(step.get("to", Zone.GRAVEYARD))))


def _move(table: Table, step: Step) -> None:
    game, numbers = table.game.move(table.number(step), Zone(step["to"]), **_copy_source(table, step))
    if "face_down" in step:
        game = game.turn_face_down(numbers[0])
    table.became(step, game, numbers)


def _blink(table: Table, step: Step) -> None:
    table.became(step, *table.game.blink(table.number(step), **_copy_source(table, step)))


def _copy_spell(table: Table, step: Step) -> None:
    table.made(step, *table.game.copy_spell(table.number(step), player="A"))


def _create_token_copy(table: Table, step: Step) -> None:
    modify = modification(step.get("except"))
    table.made(step, *table.game.create_token_copy(table.number(step, "of"), player="A", modify=modify))


def _copy_card(table: Table, step: Step) -> int:
    """The copy is there to be cast by the next action (707.12)."""
    game, number = table.game.copy_card(table.number(step), player="A")
    table.made(step, game, number)
    return number


def _become_copy(table: Table, step: Step) -> None:
    modify = modification(step.get("except"))
    table.began(step, *table.game.become_copy(table.number(step), table.number(step, "of"), modify=modify))


def _turn_face_down(table: Table, step: Step) -> None:
    table.game = table.game.turn_face_down(table.number(step))


def _turn_face_up(table: Table, step: Step) -> None:
    table.game = table.game.turn_face_up(table.number(step))


def _phase_out(table: Table, step: Step) -> None:
    table.game = table.game.phase_out(table.number(step))


def _phase_in(table: Table, step: Step) -> None:
    table.game = table.game.phase_in(table.number(step))


def _change_control(table: Table, step: Step) -> None:
    table.game = table.game.change_control(table.number(step), step["player"])


def _effect(table: Table, step: Step) -> None:
    effect = Effect(
        0,
        EffectKind(step["do"]),
        types=tuple(step.get("types", ())),
        colors=Colors(step.get("colors", "")),
        power=step.get("power", 0),
        toughness=step.get("toughness", 0),
    )
    table.began(step, *table.game.begin_effect(table.number(step), effect))


def _add_counters(table: Table, step: Step) -> None:
    each = int(step["kind"].partition("/")[0])
    table.game = table.game.add_counters(table.number(step), each=each, count=step["count"])


def _end_effect(table: Table, step: Step) -> None:
    if step["effect"] not in table.effects:
        raise InvalidEvent("the effect has ended", value=step["effect"])
    table.game = table.game.end_effect(table.effects.pop(step["effect"]))


def _mutate(table: Table, step: Step) -> None:
    table.game = table.game.merge(table.number(step), table.number(step, "onto"), side=Side(step["side"]))


def _fork(table: Table, step: Step) -> None:
    table.forks[step["as"]] = table.fork()


def _save_and_load(table: Table, step: Step) -> None:
    table.save_and_load()


ACTIONS: Final[Mapping[str, Callable[[Table, Step], int | None]]] = {
    "put": _put,
    "cast": _cast,
    "resolve": _resolve,
    "counter": _counter,
    "move": _move,
    "blink": _blink,
    "copy_spell": _copy_spell,
    "create_token_copy": _create_token_copy,
    "become_copy": _become_copy,
    "copy_card": _copy_card,
    "turn_face_down": _turn_face_down,
    "turn_face_up": _turn_face_up,
    "phase_out": _phase_out,
    "phase_in": _phase_in,
    "change_control": _change_control,
    **dict.fromkeys(EffectKind, _effect),
    "add_counters": _add_counters,
    "end_effect": _end_effect,
    "mutate": _mutate,
    "fork": _fork,
    "save_and_load": _save_and_load,
}
"""What an action does, by the word after ``do``; the answer is the number of a copy that still has to exist."""

# --- expectations ----------------------------------------------------------------------------------------------------


def _is_prototyped(piece: Piece, _: Current) -> bool:
    override = piece.object.copiable_values.override
    return override is not None and override.designation == DESIGNATION


def _color_identity(piece: Piece, _: Current) -> str | None:
    if piece.object.kind is not ObjectKind.CARD:
        return None
    topmost = (piece.object.components or (piece.object,))[0]
    return topmost.card.color_identity  # 903.4a


PROPERTIES: Final[Mapping[str, Callable[[Piece, Current], object]]] = {
    "zone": lambda piece, _: piece.object.zone.value,
    "name": lambda _, now: now.name,
    "mana_value": lambda _, now: now.mana_value,
    "power": lambda _, now: now.power,
    "toughness": lambda _, now: now.toughness,
    "mana_cost": lambda _, now: str(now.mana_cost) if now.mana_cost else None,
    "colors": lambda _, now: now.colors,
    "types": lambda _, now: now.types,
    "subtypes": lambda _, now: now.subtypes,
    "prototyped": _is_prototyped,
    "cast_prototyped": lambda piece, _: piece.object.cast_as == DESIGNATION,
    "keywords": lambda _, now: now.keywords,
    "base_power": lambda _, now: now.base_power,
    "base_toughness": lambda _, now: now.base_toughness,
    "controller": lambda piece, _: piece.controller,
    "color_identity": _color_identity,
    "devotion": lambda _, now: now.mana_cost.devotion() if now.mana_cost else {},  # 700.5
}
"""What may be asked of an object, by key."""


def _seen(game: Game, number: int, step: Step) -> dict[str, object]:
    piece = game.pieces[number]
    now = game.current(piece)
    return {key: PROPERTIES[key](piece, now) for key in step if key in PROPERTIES}


def _expect(table: Table, step: Step) -> dict[str, object]:
    number = table.handles[step["expect"]]
    if number not in table.game.present:
        return {**dict.fromkeys(step), "gone": True}
    seen = _seen(table.game, number, step)
    return {**seen, "gone": False} if "gone" in step else seen


def _expect_last_known(table: Table, step: Step) -> dict[str, object]:
    return _seen(table.game, table.number(step, "expect_last_known"), step)


def _expect_entering(table: Table, step: Step) -> dict[str, object]:
    """The spell resolves, for once in a game that nobody plays on (614.12)."""
    game, (number, *_) = table.game.resolve(table.number(step, "expect_entering"), **_copy_source(table, step))
    return _seen(game, number, step)


def _options(table: Table, piece: Piece) -> tuple[CastOption, ...]:
    return table.game.ask.cast_options(piece.object.characteristics, zone=piece.object.zone)


def _expect_options(table: Table, step: Step) -> dict[str, object]:
    piece = table.game.at(table.number(step, "expect_options"))
    permitted = "permission" in step or piece.object.zone in (Zone.HAND, Zone.COMMAND)
    legal: list[str] = []
    for option in _options(table, piece) if permitted else ():
        spell = table.would_be(piece, option)
        forbidden = "prohibition" in step and matches(spell, step["prohibition"])
        if not forbidden and matches(spell, step.get("permission", {})):
            legal.append(option.name)
    return {"options": sorted(legal)}


def _expect_card_matches(table: Table, step: Step) -> dict[str, object]:
    piece = table.game.at(table.number(step, "expect_card_matches"))
    return {"result": matches(table.game.current(piece), step["filter"])}


def _expect_cost(table: Table, step: Step) -> dict[str, object]:
    piece = table.game.at(table.number(step, "expect_cost"))
    options = {option.name: option for option in _options(table, piece)}
    if step["option"] not in options:
        raise MtgError("the card cannot be cast so", value=step["option"], hint=f"offered: {', '.join(options)}")
    option = options[step["option"]]
    cost = _paid(step, option)
    x = _announced_x(step, cost)
    if cost is not None and "x" in step:
        cost = cost.with_x(x)
    total = total_cost(cost, spell=table.would_be(piece, option, x=x), modifiers=step.get("modifiers", ()))
    return {"cost": str(total)}


EXPECTATIONS: Final[Mapping[str, Callable[[Table, Step], dict[str, object]]]] = {
    "expect": _expect,
    "expect_last_known": _expect_last_known,
    "expect_entering": _expect_entering,
    "expect_options": _expect_options,
    "expect_card_matches": _expect_card_matches,
    "expect_cost": _expect_cost,
}
"""What the host has, by the word that holds the object."""
