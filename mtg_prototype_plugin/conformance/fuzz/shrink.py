"""The shortest story that still tells a host from the referee: what can be left out is left out."""

from collections.abc import Callable, Iterator, Mapping
from itertools import combinations
from typing import Any, Final

from ..vocabulary import ACTIONS, EXPECTATIONS, PROPERTIES
from .look import looks_at
from .world import GONE, OFF, World, may_be_priced

Story = list[dict[str, Any]]

_HANDLES: Final = ("object", "of", "onto", "copy_of", "expect", "expect_last_known", "expect_entering")
_ASKED: Final = ("expect_options", "expect_cost", "expect_card_matches")
_PLAIN: Final = ("Blitz Automaton", "Grizzly Bears")
"""The cards that are tried in place of others."""
_PARTS: Final = ("except", "permission", "prohibition", "filter")


def shrink(story: Story, *, differs: Callable[[Story], bool]) -> Story:
    """The smallest story found that is legal and ``differs``; ``story`` does.

    One step, key or card is tried after another, until none can be left out or made simpler any more.
    """
    smaller = True
    while smaller:
        smaller = False
        for candidate in _candidates(story):
            if is_legal(candidate) and differs(candidate):
                story, smaller = candidate, True
                break
    return _renamed(story)


def with_fewest_keys(story: Story, *, differs: Callable[[Story], bool]) -> Story:
    """The story whose last step asks for no more keys than are needed: for a host that raises when it is asked."""
    *before, last = story
    for key in [key.name for key in PROPERTIES if key.name in last]:
        fewer = {it: value for it, value in last.items() if it != key}
        if len(fewer.keys() & _SAID) and differs([*before, fewer]):
            last = fewer
    return [*before, last]


def is_legal(story: Story) -> bool:
    """Whether every step can happen and is settled."""
    main, forks = World(), dict[str, World]()
    for step in story:
        branch = step.get("in", "")
        if branch and branch not in forks:
            return False
        world = forks[branch] if branch else main
        if "do" not in step:
            if not _may_be_asked(world, step):
                return False
            continue
        if not world.legal(step):
            return False
        world.apply(step)
        if step["do"] == "fork":
            forks[step["as"]] = world.copy()
    return True


def _may_be_asked(world: World, step: Mapping[str, Any]) -> bool:
    word = next(key for key in (*_HANDLES, *_ASKED) if key in step and key.startswith("expect"))
    left = word == "expect_last_known"
    thing = (world.past if left else world.things).get(step[word])
    if thing is None or (left and thing.zone not in ("stack", "battlefield")):
        return False
    if word in _ASKED:
        unasked = word == "expect_options" and "permission" not in step and thing.zone not in ("hand", "command")
        priced = word != "expect_cost" or may_be_priced(thing, step)
        mine = thing.kind == "card" or (word != "expect_card_matches" and step[word] == world.spare)
        return thing.zone in OFF and mine and not unasked and priced
    if word == "expect_entering":
        copied = {"do": "resolve", "object": step[word], **{k: step[k] for k in ("copy_of", "except") if k in step}}
        return thing.zone == "stack" and world.legal(copied)
    known = looks_at(step[word], thing, _EVERY, word=word)
    return set(step) - {"in"} <= set(known) and (thing.zone == GONE) is ("gone" in step)


_SAID: Final = frozenset(key.name for key in PROPERTIES)
_EVERY: Final = frozenset({"abilities", "base_pt", "control", "identity", "devotion"})


def _candidates(story: Story) -> Iterator[Story]:
    """Stories that are smaller or simpler by one thing, the boldest first."""
    *actions, last = story
    looks = [step for step in actions if "do" not in step]
    if looks:
        yield [step for step in story if "do" in step or step is last]
    for number in reversed(range(len(actions))):
        yield from _without(story, number)
    for one, other in combinations([number for number, step in enumerate(actions) if "as" not in step], 2):
        yield [step for number, step in enumerate(story) if number not in (one, other)]
    for number, step in enumerate(story):
        for key in _optional(step):
            if not (key == "copy_of" and "except" in step):
                yield _changed(story, number, {it: value for it, value in step.items() if it != key})
        for key in _PARTS:
            for part in step.get(key, ()):
                rest = {it: value for it, value in step[key].items() if it != part}
                if rest or key != "except":
                    yield _changed(story, number, {**step, key: rest})
        for left_out in range(len(step.get("modifiers", ()))):
            modifiers = [each for at, each in enumerate(step["modifiers"]) if at != left_out]
            yield _changed(story, number, {**step, "modifiers": modifiers})
        if step.get("prohibition") == {} or step.get("modifiers") == []:
            yield _changed(story, number, {k: v for k, v in step.items() if k not in ("prohibition", "modifiers")})
        if step.get("do") == "put":
            yield from _with_simpler_card(story, number)
        if isinstance(step.get("as"), tuple | list):
            yield _changed(story, number, {**step, "as": step["as"][0]})
        if step.get("to") in ("exile", "library", "command") and step["do"] != "put":
            yield _changed(story, number, {**step, "to": "graveyard"})
    if "expect_entering" in last:
        yield _resolved(story)


def _optional(step: Mapping[str, Any]) -> list[str]:
    """The keys that the step may do without, its name and its fork aside."""
    verb = ACTIONS[step["do"]] if "do" in step else next(EXPECTATIONS[word] for word in EXPECTATIONS if word in step)
    return [key.name for key in verb.record.optional if key.name in step and key.name not in ("as", "in", *_SAID)]


def _changed(story: Story, number: int, step: dict[str, Any]) -> Story:
    return [*story[:number], step, *story[number + 1 :]]


def _with_simpler_card(story: Story, number: int) -> Iterator[Story]:
    step = story[number]
    rank = _PLAIN.index(step["card"]) if step["card"] in _PLAIN else len(_PLAIN)
    for card in _PLAIN[:rank]:
        yield _changed(story, number, {**step, "card": card})
    if step["zone"] not in ("hand", "battlefield"):
        yield _changed(story, number, {**step, "zone": "hand"})
    if "face_down" not in step:
        yield from _put_onto_the_battlefield(story, number)


def _put_onto_the_battlefield(story: Story, number: int) -> Iterator[Story]:
    """A card that is cast and becomes a permanent may have been there from the start."""
    card = story[number]["as"]
    cast = next((step for step in story if step.get("do") == "cast" and step["object"] == card and "as" in step), None)
    resolved = cast and next(
        (step for step in story if step.get("do") == "resolve" and step["object"] == cast["as"] and "as" in step), None
    )
    if cast is not None and resolved is not None:
        rest = [step for step in story[number + 1 :] if step is not cast and step is not resolved]
        put = {**story[number], "zone": "battlefield"}
        yield [*story[:number], put, *(_with_handle(step, resolved["as"], card) for step in rest)]


def _without(story: Story, number: int) -> Iterator[Story]:
    """Without that action, and without what depends on it."""
    step = story[number]
    before, after = story[:number], story[number + 1 :]
    if step.get("do") == "fork":
        name = step["as"]
        yield before + [{k: v for k, v in it.items() if k != "in" or v != name} for it in after]
        yield before + [it for it in after if it.get("in") != name]
        return
    if "do" not in step:
        yield before + after
        return
    if step["do"] == "mutate":
        yield from (before + rest for rest in _leaving_as_fewer_cards(after))
    source = step.get("object", step.get("of"))
    if isinstance(step.get("as"), str) and source is not None:
        yield before + [_with_handle(it, step["as"], source) for it in after]
    names = step.get("as", ())
    lost = {names} if isinstance(names, str) else set(names)
    effects = {step["as_effect"]} if "as_effect" in step else set[str]()
    kept: Story = []
    for it in after:
        if lost & {it[key] for key in (*_HANDLES, *_ASKED) if key in it} or it.get("effect") in effects:
            made = it.get("as", ())
            lost |= {made} if isinstance(made, str) else set(made)
            effects |= {it["as_effect"]} if "as_effect" in it else set()
        else:
            kept.append(it)
    if kept and kept[-1] is story[-1]:
        yield before + kept


def _leaving_as_fewer_cards(story: Story) -> Iterator[Story]:
    """What was merged and left as several cards leaves as all but one of them, or as each alone."""
    for number, step in enumerate(story):
        names = step.get("as")
        if not isinstance(names, tuple | list):
            continue
        if len(names) > 2:
            fewer = (tuple(name for name in names if name != lost) for lost in names)
            yield from (_changed(story, number, {**step, "as": rest}) for rest in fewer)
        yield from (_changed(story, number, {**step, "as": name}) for name in names)


def _resolved(story: Story) -> Story:
    """The permanent is looked at in place of what it will be: 614.12 decides only where the permanent is right."""
    *before, last = story
    within: dict[str, Any] = {"in": last["in"]} if "in" in last else {}
    how: dict[str, Any] = {key: last[key] for key in ("copy_of", "except") if key in last}
    resolve: dict[str, Any] = {"do": "resolve", "object": last["expect_entering"], "as": "perm-0", **how, **within}
    look: dict[str, Any] = {"expect": "perm-0", **{key: None for key in last if key in _SAID}, **within}
    return [*before, resolve, look]


def _with_handle(step: dict[str, Any], old: str, new: str) -> dict[str, Any]:
    return {key: new if key in (*_HANDLES, *_ASKED) and value == old else value for key, value in step.items()}


def _renamed(story: Story) -> Story:
    """With names that count from the first of each kind."""
    names: dict[str, str] = {}

    def renamed(name: Any) -> Any:
        if isinstance(name, tuple | list):
            return tuple(map(renamed, name))
        if name not in names:
            stem = name.rpartition("-")[0]
            taken = sum(given.rpartition("-")[0] == stem or given == stem for given in names.values())
            names[name] = f"{stem}-{taken + 1}" if taken else stem
        return names[name]

    keys = ("as", "as_effect", "effect", "in", *_HANDLES, *_ASKED)
    return [{key: renamed(value) if key in keys else value for key, value in step.items()} for step in story]
