"""The actions that a story may go on with: how often each is proposed, and on what."""

from collections.abc import Callable
from typing import Any, Final

from .cards import MUTATES
from .draft import Draft
from .world import OFF, ON_CARDS, ON_SPELLS, Thing

_TYPES: Final = (["Artifact"], ["Creature"], ["Enchantment"], ["Artifact", "Creature"])
_LEAVING: Final = ("graveyard", "graveyard", "hand", "exile", "library", "command")

Proposal = Callable[[Draft], dict[str, Any] | None]


def _on(do: str, suits: Callable[[Thing], bool], **keys: Callable[[Draft], Any]) -> Proposal:
    """The action on an object that suits, with these keys."""

    def propose(draft: Draft) -> dict[str, Any] | None:
        handle = draft.any(suits)
        if handle is None:
            return None
        return {"do": do, "object": handle, **{key: value(draft) for key, value in keys.items()}}

    return propose


def _one_of(*values: Any) -> Callable[[Draft], Any]:
    return lambda draft: draft.random.choice(values)


def _named(stem: str) -> Callable[[Draft], str]:
    return lambda draft: draft.name(stem)


def _is_permanent(thing: Thing) -> bool:
    return thing.permanent


def _is_spell(thing: Thing) -> bool:
    return thing.zone == "stack"


def _is_card(thing: Thing) -> bool:
    return thing.zone in OFF and thing.kind == "card"


def _effect(do: str, **keys: Callable[[Draft], Any]) -> Proposal:
    def suits(thing: Thing) -> bool:
        return thing.permanent or (_is_spell(thing) and do in ON_SPELLS) or (_is_card(thing) and do in ON_CARDS)

    propose = _on(do, suits, **keys)
    return lambda draft: step and draft.ending(step) if (step := propose(draft)) else None


def _cast(draft: Draft) -> dict[str, Any] | None:
    handle = draft.any(_is_card)
    if handle is None:
        return None
    step = draft.casting(handle)
    if "rewind" in draft.has and draft.random.random() < 0.12:
        return {key: value for key, value in step.items() if key != "as"} | {"cancel": True}
    return step


def _put(draft: Draft) -> dict[str, Any]:
    step = draft.put(draft.card(), draft.random.choice((*OFF[:4], "battlefield", "battlefield")))
    if step["zone"] == "battlefield" and "face_down" in draft.has and draft.random.random() < 0.3:
        step["face_down"] = True
    return step


def _resolve(draft: Draft) -> dict[str, Any] | None:
    step = _on("resolve", _is_spell, **{"as": _named("perm")})(draft)
    if step is not None and draft.random.random() < 0.08:
        return {**step, "to": "graveyard"}
    return step and draft.as_copy(step)


def _leave(draft: Draft) -> dict[str, Any] | None:
    handle = draft.any(lambda thing: thing.present)
    if handle is None:
        return None
    parts = draft.world.things[handle].parts
    names = tuple(draft.name("card") for _ in parts) or draft.name("card")
    return {"do": "move", "object": handle, "to": draft.random.choice(_LEAVING), "as": names}


def _enter(draft: Draft) -> dict[str, Any] | None:
    step = _on("move", _is_card, to=_one_of("battlefield"), **{"as": _named("perm")})(draft)
    if step is not None and "face_down" in draft.has and draft.random.random() < 0.25:
        return {**step, "face_down": True}
    return step and draft.as_copy(step)


def _blink(draft: Draft) -> dict[str, Any] | None:
    step = _on("blink", _is_permanent, **{"as": _named("perm")})(draft)
    return step and draft.as_copy(step)


def _copy_spell(draft: Draft) -> dict[str, Any] | None:
    left = [handle for handle, thing in draft.world.past.items() if thing.zone == "stack"]
    spell = draft.any(_is_spell) if draft.random.random() < 0.7 or not left else draft.random.choice(left)
    return (spell and {"do": "copy_spell", "object": spell, "as": draft.name("copy")}) or None


def _token(draft: Draft) -> dict[str, Any] | None:
    left = [handle for handle, thing in draft.world.past.items() if thing.zone == "battlefield"]
    if left and draft.random.random() < 0.25:
        source: str | None = draft.random.choice(left)
    else:
        source = draft.any(_is_permanent if draft.random.random() < 0.8 else (lambda thing: thing.present))
    if source is None:
        return None
    return draft.excepted({"do": "create_token_copy", "of": source, "as": draft.name("token")}, beneath=False)


def _become_copy(draft: Draft) -> dict[str, Any] | None:
    again = draft.any(lambda thing: thing.permanent and bool(thing.copy_effects))
    copier = again if again and draft.random.random() < 0.6 else draft.any(_is_permanent)
    source = draft.any(_is_permanent)
    if copier is None or source is None:
        return None
    step = {"do": "become_copy", "object": copier, "of": source}
    return draft.ending(draft.excepted(step, beneath=True))


def _end_effect(draft: Draft) -> dict[str, Any] | None:
    several = [copies for it in draft.world.things if len(copies := draft.world.copies_of(it)) > 1]
    effects = several[0] if several and draft.random.random() < 0.6 else list(draft.world.effects)
    return {"do": "end_effect", "effect": draft.random.choice(effects)} if effects else None


def _mutate(draft: Draft) -> dict[str, Any] | None:
    spell = draft.any(lambda thing: _is_spell(thing) and thing.card.name == MUTATES)
    if spell is not None:
        side = draft.random.choice(("over", "under"))
        return {"do": "mutate", "object": spell, "onto": draft.any(_is_permanent), "side": side}
    heron = draft.any(lambda thing: _is_card(thing) and thing.card.name == MUTATES)
    if heron is None:
        return {"do": "put", "card": MUTATES, "zone": "hand", "as": draft.name("card")}
    cost = {"option": "normal", "alternative": "{3}{U}"}
    return {"do": "cast", "object": heron, **cost, "as": draft.name("spell")}


def _fork(draft: Draft) -> dict[str, Any] | None:
    return {"do": "fork", "as": draft.name("fork")} if len(draft.forks) < 2 else None


PROPOSALS: Final[dict[str, tuple[str, int, Proposal]]] = {
    "put": ("", 6, _put),
    "cast": ("", 10, _cast),
    "resolve": ("", 12, _resolve),
    "counter": ("", 3, _on("counter", _is_spell, to=_one_of("graveyard", "exile", "hand"), **{"as": _named("card")})),
    "leave": ("", 10, _leave),
    "enter": ("", 5, _enter),
    "blink": ("", 4, _blink),
    "copy_spell": ("copy_spell", 6, _copy_spell),
    "create_token_copy": ("token_copy", 10, _token),
    "become_copy": ("become_copy", 9, _become_copy),
    "copy_card": ("copy_card", 3, _on("copy_card", _is_card, **{"as": _named("copy")})),
    "turn_face_down": ("face_down", 4, _on("turn_face_down", _is_permanent)),
    "turn_face_up": ("face_down", 6, _on("turn_face_up", lambda thing: thing.face_down)),
    "phase_out": ("phasing", 3, _on("phase_out", _is_permanent)),
    "phase_in": ("phasing", 5, _on("phase_in", lambda thing: thing.phased_out)),
    "change_control": (
        "control",
        3,
        _on("change_control", lambda thing: thing.permanent or _is_spell(thing), player=_one_of("A", "B")),
    ),
    "lose_abilities": ("layers", 4, _effect("lose_abilities")),
    "set_base_pt": ("layers", 2, _effect("set_base_pt", power=_one_of(0, 1, 4), toughness=_one_of(1, 2, 5))),
    "modify_pt": ("layers", 2, _effect("modify_pt", power=_one_of(-1, 0, 3), toughness=_one_of(-1, 0, 3))),
    "switch_pt": ("layers", 1, _effect("switch_pt")),
    "add_counters": (
        "layers",
        3,
        _on("add_counters", _is_permanent, kind=_one_of("+1/+1", "-1/-1"), count=_one_of(1, 2)),
    ),
    "set_colors": ("layers", 4, _effect("set_colors", colors=_one_of("", "U", "WB"))),
    "add_colors": ("layers", 2, _effect("add_colors", colors=_one_of("G", "UR"))),
    "set_types": ("layers", 2, _effect("set_types", types=_one_of(*_TYPES))),
    "add_types": ("layers", 1, _effect("add_types", types=_one_of(*_TYPES))),
    "end_effect": ("", 8, _end_effect),
    "mutate": ("merge", 10, _mutate),
    "fork": ("fork", 2, _fork),
    "save_and_load": ("save", 2, lambda _: {"do": "save_and_load"}),
}
"""By verb: the capability that it needs, how often it is proposed, and the proposal."""
