"""Which steps are legal: who is where in a made-up story, as far as the format's settled readings ask.

The generator proposes and the shrinker leaves out; what they make is a story only if every step of it is ``legal``. Of
characteristics nothing is known here: those are what host and referee are asked for.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from mtg_hookspecs import ManaCost

from .cards import MUTATES, FuzzCard, pool

Step = Mapping[str, Any]

GONE: Final = "gone"
OFF: Final = ("hand", "graveyard", "exile", "library", "command", "outside")
"""The zones in which an object is a card and nothing else (718.4)."""


@dataclass(frozen=True, slots=True)
class Thing:
    """One object of the story."""

    card: FuzzCard
    zone: str
    owner: str = "A"
    controller: str = "A"
    kind: str = "card"
    face_down: bool = False
    phased_out: bool = False
    copy_effects: frozenset[str] = frozenset()
    """Names of the copy effects that make it a copy; one that has no name and never ends is ``""``."""
    types_changed: bool = False
    pays: str = ""
    """The alternative cost that the spell was cast for."""
    x: int = 0
    """What was announced for the {X} of the spell."""
    parts: tuple[str, ...] = ()
    """The cards of a merged permanent, the topmost first."""

    @property
    def present(self) -> bool:
        """It may be acted on: it is still there and not phased out."""
        return self.zone != GONE and not self.phased_out

    @property
    def permanent(self) -> bool:
        """It is on the battlefield and may be acted on."""
        return self.zone == "battlefield" and not self.phased_out


class World:
    """One game of a story, as it goes on.

    ``past``: the objects that have become others. ``effects``: those that go on and have a name, each with its object.
    ``touched``: objects that effects of layers 4 to 7 apply to. ``spare``: the copy of a card that ceases to exist
    unless it is cast now (707.12).
    """

    __slots__ = ("effects", "past", "spare", "things", "touched")

    def __init__(self) -> None:
        self.things: dict[str, Thing] = {}
        self.past: dict[str, Thing] = {}
        self.effects: dict[str, str] = {}
        self.touched: set[str] = set()
        self.spare = ""

    def copy(self) -> "World":
        """Another game in the same state."""
        other = World()
        other.things, other.past, other.effects = dict(self.things), dict(self.past), dict(self.effects)
        other.touched, other.spare = set(self.touched), self.spare
        return other

    def legal(self, step: Step) -> bool:
        """Whether the action can happen here and is settled."""
        return _LEGAL[step["do"]](self, step)

    def apply(self, step: Step) -> None:
        """Act the action out, as far as it is known here."""
        spare, self.spare = self.spare, ""
        _APPLY.get(step["do"], _nothing)(self, step)
        if spare in self.things and self.things[spare].zone != "stack":
            self.leaves(spare)

    def at(self, step: Step, key: str = "object") -> Thing:
        """The object that the step names; one that is nowhere if there is none."""
        return self.things.get(step[key], _NOBODY)

    def copies_of(self, handle: str) -> list[str]:
        """The names of the copy effects that make the object a copy, the oldest first."""
        copies = self.things[handle].copy_effects
        return [name for name, target in self.effects.items() if target == handle and name in copies]

    def leaves(self, handle: str) -> None:
        """A token or copy ceases to exist (704.5d, 704.5e)."""
        self.forget(handle)
        self.things[handle] = replace(self.things[handle], zone=GONE)

    def forget(self, handle: str) -> None:
        """What applied to the object ends with it."""
        self.touched.discard(handle)
        self.effects = {name: target for name, target in self.effects.items() if target != handle}

    def becomes(self, step: Step, thing: Thing, *, effects_go_on: bool) -> str:
        """The object is a new one (400.7), with the name that the step gives."""
        old, new = step["object"], step.get("as", step["object"])
        before = self.things.pop(old)
        if new != old:
            self.past[old] = before
        if effects_go_on:
            self.effects = {name: new if target == old else target for name, target in self.effects.items()}
            if old in self.touched:
                self.touched.remove(old)
                self.touched.add(new)
        else:
            self.forget(old)
        self.things[new] = thing
        return str(new)


_NOBODY: Final = Thing(FuzzCard("", {}), GONE)


def _copies_legally(world: World, step: Step, source: str, copier: Thing | None) -> bool:
    """Whether the object may be a copy of that permanent, with those exceptions."""
    it = world.things.get(source, _NOBODY)
    exceptions = step.get("except", {})
    if not it.permanent or (exceptions and it.face_down):
        return False
    looks_beneath = "own_pt" in exceptions or "keep_colors" in exceptions
    return not looks_beneath or (copier is not None and not copier.face_down and not copier.parts)


def _enters_legally(world: World, step: Step, copier: Thing) -> bool:
    return "copy_of" not in step or (
        step["copy_of"] != step["object"] and _copies_legally(world, step, step["copy_of"], copier)
    )


def paid(card: FuzzCard, step: Step) -> ManaCost | None:
    """The cost whose {X} is announced."""
    if "free" in step:
        return None
    if step.get("alternative", "mana_cost") != "mana_cost":
        return ManaCost.parse(step["alternative"])
    return card.costs[step["option"]]


def may_be_priced(thing: Thing, step: Step) -> bool:
    """Whether the way exists, and X is given exactly when it is paid."""
    if step["option"] not in thing.card.costs:
        return False
    cost = paid(thing.card, step)
    return ("x" in step) == (cost is not None and "X" in cost.symbols)


def _can_cast(world: World, step: Step) -> bool:
    thing = world.at(step)
    if thing.zone not in OFF or (thing.kind != "card" and ("cancel" in step or step["object"] != world.spare)):
        return False
    return may_be_priced(thing, step)


def _can_resolve(world: World, step: Step) -> bool:
    thing = world.at(step)
    return thing.zone == "stack" and _enters_legally(world, step, thing)


def _can_move(world: World, step: Step) -> bool:
    thing, to = world.at(step), step["to"]
    if not thing.present or thing.zone == to or step["object"] == world.spare:
        return False
    if to != "battlefield":
        return len(_names(step)) in (1, len(thing.parts))
    if thing.zone == "stack" or thing.kind != "card":
        return False
    return ("face_down" in step) + ("copy_of" in step) < 2 and _enters_legally(world, step, thing)


def _can_blink(world: World, step: Step) -> bool:
    thing = world.at(step)
    return thing.permanent and thing.kind == "card" and not thing.parts and _enters_legally(world, step, thing)


def _can_copy_spell(world: World, step: Step) -> bool:
    thing = world.things.get(step["object"]) or world.past.get(step["object"]) or _NOBODY
    return thing.zone == "stack"


def _can_create_token(world: World, step: Step) -> bool:
    left = world.past.get(step["of"])
    exceptions = step.get("except", {})
    if "own_pt" in exceptions or "keep_colors" in exceptions:
        return False
    if left is not None:
        return left.zone == "battlefield" and not (exceptions and left.face_down)
    it = world.at(step, "of")
    return it.present and it.zone != "stack" and it.kind != "copy" and not (exceptions and it.face_down)


def _can_mutate(world: World, step: Step) -> bool:
    spell, onto = world.at(step), world.at(step, "onto")
    whole = spell.kind == onto.kind == "card" and spell.owner == onto.owner and spell.controller == onto.controller
    plain = not onto.face_down and not onto.types_changed and step["object"] not in world.touched
    open_reading = step["side"] == "under" and bool(onto.copy_effects)
    is_cast_so = spell.zone == "stack" and spell.card.name == MUTATES and bool(spell.pays)
    return is_cast_so and onto.permanent and whole and plain and not open_reading


def _can_be_changed(world: World, step: Step) -> bool:
    thing = world.at(step)
    return (
        thing.permanent
        or (thing.zone == "stack" and step["do"] in ON_SPELLS)
        or (thing.zone in OFF and thing.kind == "card" and step["do"] in ON_CARDS)
    )


ON_SPELLS: Final = ("set_base_pt", "modify_pt", "switch_pt", "set_colors", "add_colors")
ON_CARDS: Final = ("set_colors", "add_colors")

_LEGAL: Final[dict[str, Callable[[World, Step], bool]]] = {
    "put": lambda world, step: (
        step["as"] not in world.things
        and step["card"] in pool()
        and ("face_down" not in step or step["zone"] == "battlefield")
    ),
    "cast": _can_cast,
    "resolve": _can_resolve,
    "counter": lambda world, step: world.at(step).zone == "stack",
    "move": _can_move,
    "blink": _can_blink,
    "copy_spell": _can_copy_spell,
    "create_token_copy": _can_create_token,
    "become_copy": lambda world, step: (
        step["object"] != step["of"]
        and world.at(step).permanent
        and _copies_legally(world, step, step["of"], world.at(step))
    ),
    "copy_card": lambda world, step: world.at(step).zone in OFF and world.at(step).kind == "card",
    "turn_face_down": lambda world, step: (
        world.at(step).permanent and not world.at(step).face_down and not world.at(step).parts
    ),
    "turn_face_up": lambda world, step: world.at(step).permanent and world.at(step).face_down,
    "phase_out": lambda world, step: world.at(step).permanent,
    "phase_in": lambda world, step: world.at(step).zone == "battlefield" and world.at(step).phased_out,
    "change_control": lambda world, step: world.at(step).permanent or world.at(step).zone == "stack",
    **dict.fromkeys(("lose_abilities", "set_types", "add_types", *ON_SPELLS), _can_be_changed),
    "add_counters": lambda world, step: world.at(step).permanent,
    "end_effect": lambda world, step: step["effect"] in world.effects,
    "mutate": _can_mutate,
    "fork": lambda world, step: not world.spare,
    "save_and_load": lambda world, step: not world.spare,
}


def _nothing(world: World, step: Step) -> None:
    """Nothing that is known here changes."""


def _put(world: World, step: Step) -> None:
    owner = step.get("player", "A")
    world.things[step["as"]] = Thing(pool()[step["card"]], step["zone"], owner, owner, face_down="face_down" in step)


def _cast(world: World, step: Step) -> None:
    thing = world.at(step)
    if "cancel" not in step:
        spell = Thing(thing.card, "stack", thing.owner, step.get("player", thing.owner), thing.kind)
        spell = replace(spell, pays=step.get("alternative", ""), x=step.get("x", 0))
        world.becomes(step, spell, effects_go_on=True)


def _resolve(world: World, step: Step) -> None:
    spell = world.at(step)
    if "to" in step:
        _leave(world, step, step["to"])
        return
    kind = "token" if spell.kind == "copy" else "card"
    made = Thing(spell.card, "battlefield", spell.owner, spell.controller, kind)
    world.becomes(step, _as_copy(made, step), effects_go_on=True)


def _as_copy(made: Thing, step: Step) -> Thing:
    return replace(made, copy_effects=frozenset({""})) if "copy_of" in step else made


def _names(step: Step) -> tuple[str, ...]:
    """What the objects are called that a permanent becomes: one name is that of the topmost."""
    names = step.get("as", step["object"])
    return (names,) if isinstance(names, str) else tuple(names)


def _leave(world: World, step: Step, to: str) -> None:
    thing = world.at(step)
    if thing.parts:
        for name, card in zip(_names(step), thing.parts, strict=False):
            world.things[name] = Thing(pool()[card], to, thing.owner, thing.owner)
        world.past[step["object"]] = world.things.pop(step["object"])
        world.forget(step["object"])
        return
    (name,) = _names(step)
    left = Thing(thing.card, to, thing.owner, thing.owner, thing.kind)
    handle = world.becomes({**step, "as": name}, left, effects_go_on=False)
    if thing.kind != "card":
        world.leaves(handle)


def _move(world: World, step: Step) -> None:
    if step["to"] == "battlefield":
        thing = world.at(step)
        made = Thing(thing.card, "battlefield", thing.owner, thing.owner, face_down="face_down" in step)
        world.becomes(step, _as_copy(made, step), effects_go_on=False)
    else:
        _leave(world, step, step["to"])


def _blink(world: World, step: Step) -> None:
    thing = world.at(step)
    back = Thing(thing.card, "battlefield", thing.owner, thing.owner)
    world.becomes(step, _as_copy(back, step), effects_go_on=False)


def _copy_spell(world: World, step: Step) -> None:
    spell = world.things.get(step["object"]) or world.past[step["object"]]
    world.things[step["as"]] = Thing(spell.card, "stack", kind="copy", pays=spell.pays, x=spell.x)


def _create_token(world: World, step: Step) -> None:
    source = world.past.get(step["of"]) or world.at(step, "of")
    world.things[step["as"]] = Thing(source.card, "battlefield", kind="token")


def _copy_card(world: World, step: Step) -> None:
    source = world.at(step)
    world.things[step["as"]] = Thing(source.card, source.zone, kind="copy")
    world.spare = step["as"]


def _change(world: World, step: Step, **changes: Any) -> None:
    world.things[step["object"]] = replace(world.at(step), **changes)


def _become_copy(world: World, step: Step) -> None:
    name = step.get("as_effect", "")
    _change(world, step, copy_effects=world.at(step).copy_effects | {name})
    if name:
        world.effects[name] = step["object"]


def _begin(world: World, step: Step) -> None:
    world.touched.add(step["object"])
    if "as_effect" in step:
        world.effects[step["as_effect"]] = step["object"]
    if step["do"] in ("set_types", "add_types"):
        _change(world, step, types_changed=True)


def _end(world: World, step: Step) -> None:
    handle = world.effects.pop(step["effect"])
    thing = world.things[handle]
    world.things[handle] = replace(thing, copy_effects=thing.copy_effects - {step["effect"]})


def _mutate(world: World, step: Step) -> None:
    spell, onto = world.things.pop(step["object"]), world.at(step, "onto")
    parts = onto.parts or (onto.card.name,)
    merged = (spell.card.name, *parts) if step["side"] == "over" else (*parts, spell.card.name)
    world.things[step["onto"]] = replace(onto, parts=merged)


_APPLY: Final[dict[str, Callable[[World, Step], None]]] = {
    "put": _put,
    "cast": _cast,
    "resolve": _resolve,
    "counter": lambda world, step: _leave(world, step, step.get("to", "graveyard")),
    "move": _move,
    "blink": _blink,
    "copy_spell": _copy_spell,
    "create_token_copy": _create_token,
    "copy_card": _copy_card,
    "become_copy": _become_copy,
    "turn_face_down": lambda world, step: _change(world, step, face_down=True),
    "turn_face_up": lambda world, step: _change(world, step, face_down=False),
    "phase_out": lambda world, step: _change(world, step, phased_out=True),
    "phase_in": lambda world, step: _change(world, step, phased_out=False),
    "change_control": lambda world, step: _change(world, step, controller=step["player"]),
    **dict.fromkeys(("lose_abilities", "set_types", "add_types", *ON_SPELLS, "add_counters"), _begin),
    "end_effect": _end,
    "mutate": _mutate,
}
