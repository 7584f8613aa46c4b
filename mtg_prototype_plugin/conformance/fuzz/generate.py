"""Made-up stories: the same seed and capabilities give the same ones, whatever the host answers.

A story is a list of steps in the scenario format. Its expectations name their keys and say nothing yet of the values:
those are the referee's.
"""

from collections.abc import Iterator
from itertools import accumulate
from random import Random
from typing import Any, Final

from ..vocabulary import CAPABILITIES
from .ask import asks
from .cards import DEFINED, MUTATES, pool
from .draft import Draft
from .look import looks_at
from .propose import PROPOSALS

Steps = list[dict[str, Any]]

_THEMES: Final[tuple[tuple[str, ...], ...]] = (
    (),
    ("become_copy", "end_effect", "create_token_copy"),
    ("mutate", "become_copy", "end_effect"),
    ("mutate", "leave", "create_token_copy"),
    ("turn_face_down", "turn_face_up", "become_copy"),
    ("copy_spell", "counter", "resolve"),
    ("lose_abilities", "set_types", "set_colors", "end_effect"),
    ("leave", "enter", "blink", "phase_out", "phase_in"),
    ("save_and_load", "fork", "become_copy", "mutate"),
)
"""The words that a story uses more often than others do."""

_LENGTHS: Final = (2, 3, 4, 5, 6, 8, 10)
"""How many actions follow the opening."""


class Maker:
    """Makes one story after another."""

    def __init__(self, *, seed: int, capabilities: frozenset[str]) -> None:
        self._seed = seed
        self._has = capabilities & CAPABILITIES
        prototypes = [name for name, card in pool().items() if "prototyped" in card.costs]
        self._cards = (*prototypes, *(name for name in prototypes if name in DEFINED), "Grizzly Bears")
        self._verbs = [verb for verb, (need, *_) in PROPOSALS.items() if not need or need in self._has]
        weights = ([PROPOSALS[verb][1] * (8 if verb in theme else 1) for verb in self._verbs] for theme in _THEMES)
        self._weights = [tuple(accumulate(each)) for each in weights]

    def story(self, number: int) -> Steps:
        """The story with that number."""
        random = Random(f"{self._seed}/{number}")
        return list(self._steps(Draft(random, has=self._has, cards=self._cards), random.choice(self._weights)))

    def _steps(self, draft: Draft, weights: tuple[int, ...]) -> Iterator[dict[str, Any]]:
        """Actions, each with what is looked at after it; in the end all objects are."""
        random = draft.random
        for _ in range(random.choice((1, 1, 2))):
            yield from _opening(draft)
        for _ in range(random.choice(_LENGTHS)):
            branch = random.choice(("", *draft.forks)) if draft.forks else ""
            draft.world = draft.forks[branch] if branch else draft.main
            for step in self._proposed(draft, weights):
                yield from _acted(draft, step, branch)
        for branch, world in (("", draft.main), *draft.forks.items()):
            for handle, thing in world.things.items():
                yield _within(branch, looks_at(handle, thing, draft.has))

    def _proposed(self, draft: Draft, weights: tuple[int, ...]) -> Iterator[dict[str, Any]]:
        """A legal action, and those that go with it; none if ten proposals are not legal."""
        for _ in range(10):
            verb = draft.random.choices(self._verbs, cum_weights=weights)[0]
            step = PROPOSALS[verb][2](draft)
            if step is not None and draft.world.legal(step):
                yield step
                yield from _followed(draft, step)
                return


def _followed(draft: Draft, step: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """What is seldom made up by chance alone.

    A copied card is cast at once (707.12), and a card with mutate as a rule merges with a permanent. Often a spell with
    an X is copied, and the older of two copy effects ends before the newer.
    """
    if step["do"] == "copy_card":
        yield draft.casting(step["as"])
    if step.get("x") and "as" in step and "copy_spell" in draft.has and draft.random.random() < 0.6:
        yield {"do": "copy_spell", "object": step["as"], "as": draft.name("copy")}
    if step["do"] == "become_copy" and draft.random.random() < 0.6:
        older = draft.world.copies_of(step["object"])[:-1]
        if older:
            yield {"do": "end_effect", "effect": older[0]}
    if step.get("card") != MUTATES:
        return
    spell, onto = draft.name("spell"), draft.any(lambda thing: thing.permanent and thing.kind == "card")
    yield {"do": "cast", "object": step["as"], "option": "normal", "alternative": "{3}{U}", "as": spell}
    if onto is not None and draft.random.random() < 0.9:
        side = draft.random.choice(("over", "under"))
        yield {"do": "mutate", "object": spell, "onto": onto, "side": side}


def _opening(draft: Draft) -> Iterator[dict[str, Any]]:
    """As a rule a card is cast, and often it resolves."""
    random = draft.random
    zone = random.choice(("hand", "hand", "hand", "hand", "graveyard", "exile", "library", "command"))
    put = draft.put(draft.card(), zone)
    yield from _acted(draft, put, "")
    if random.random() < 0.9:
        cast = draft.casting(put["as"])
        yield from _acted(draft, cast, "")
        for step in _followed(draft, cast):
            yield from _acted(draft, step, "")
        if random.random() < 0.8:
            yield from _acted(draft, {"do": "resolve", "object": cast["as"], "as": draft.name("perm")}, "")


def _acted(draft: Draft, step: dict[str, Any], branch: str) -> Iterator[dict[str, Any]]:
    """The action, and what is looked at after it."""
    if not draft.world.legal(step):
        return
    draft.world.apply(step)
    yield _within(branch, step)
    if step["do"] == "fork":
        draft.forks[step["as"]] = draft.world.copy()
    handle = step.get("as", step.get("object"))
    if not isinstance(handle, str) or handle not in draft.world.things:
        handle = draft.any(lambda _: True)
    if handle is not None:
        yield _within(branch, looks_at(handle, draft.world.things[handle], draft.has))
        question = asks(draft, handle)
        if question is not None:
            yield _within(branch, question)


def _within(branch: str, step: dict[str, Any]) -> dict[str, Any]:
    return {**step, "in": branch} if branch else step
