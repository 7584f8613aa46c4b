"""What is asked besides what an object is: the ways to cast a card, their costs, what has left, what would enter."""

from random import Random
from typing import Any, Final

from .draft import Draft
from .look import looks_at
from .world import OFF, Thing, may_be_priced


def asks(draft: Draft, handle: str) -> dict[str, Any] | None:
    """Now and then a further expectation: of that object, or of one that has left."""
    random = draft.random
    roll = random.random()
    if roll < 0.12 and draft.world.past and "last_known" in draft.has:
        left = random.choice(list(draft.world.past))
        if draft.world.past[left].zone in ("stack", "battlefield"):
            return looks_at(left, draft.world.past[left], draft.has, word="expect_last_known")
    thing = draft.world.things[handle]
    if thing.zone in OFF and (thing.kind == "card" or handle == draft.world.spare):
        return _of_a_card(draft, handle, thing, random.random())
    if thing.zone == "stack" and "entering" in draft.has and roll < 0.6:
        step = draft.as_copy({"expect_entering": handle, "object": handle})
        legal = draft.world.legal({**step, "do": "resolve"})
        copied: dict[str, Any] = {key: step[key] for key in ("copy_of", "except") if key in step and legal}
        return {**looks_at(handle, thing, draft.has, word="expect_entering"), **copied}
    return None


def _of_a_card(draft: Draft, handle: str, thing: Thing, roll: float) -> dict[str, Any] | None:
    random = draft.random
    if roll < 0.4 and "options" in draft.has:
        step: dict[str, Any] = {"expect_options": handle, "options": ()}
        if thing.zone not in ("hand", "command") or random.random() < 0.6:
            step["permission"] = _filter(random)
        if random.random() < 0.3:
            step["prohibition"] = _filter(random)
        return step
    if roll < 0.75 and "costs" in draft.has:
        step = {"expect_cost": handle, "cost": "{0}", **draft.priced(thing)}
        if random.random() < 0.6:
            step["modifiers"] = tuple(_modifier(random) for _ in range(random.randint(1, 3)))
        return step if may_be_priced(thing, step) else None
    if "card_filters" in draft.has and thing.kind == "card":
        return {"expect_card_matches": handle, "filter": _filter(random), "result": True}
    return None


def _filter(random: Random) -> dict[str, Any]:
    return dict(random.choices(_FILTERS, k=random.choice((1, 1, 2))))


_FILTERS: Final[tuple[tuple[str, Any], ...]] = (
    *(("colors_include", color) for color in "WUBRG"),
    ("colorless", True),
    *(("mana_value_max", most) for most in (2, 3, 4, 6)),
    *(("mana_value_min", least) for least in (3, 4, 7)),
    ("mana_value_parity", "even"),
    ("mana_value_parity", "odd"),
    ("power_max", 3),
    ("power_min", 4),
    ("toughness_max", 2),
    ("types_include", "Artifact"),
)


def _modifier(random: Random) -> dict[str, Any]:
    kind = random.choice(("increase", "reduce", "reduce", "minimum"))
    if kind == "minimum":
        return {"minimum": random.choice((1, 3, 5))}
    modifier: dict[str, Any] = {kind: random.choice(("{1}", "{2}", "{1}{R}", "{G}", "{W}{U}"))}
    if random.random() < 0.5:
        modifier["if"] = _filter(random)
    if kind == "reduce" and random.random() < 0.3:
        modifier["colored_only"] = True
    return modifier
