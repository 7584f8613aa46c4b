"""Story after story, until one tells the host from the referee."""

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import Any

from ..errors import HostBroken
from ..run import Answer, Host, Play
from ..scenario import load
from .duel import Difference, Duel, RefusedStory
from .found import Found, found
from .generate import Maker
from .shrink import shrink, with_fewest_keys


class Fuzzer:
    """Stories for one host. ``steps`` and ``stories`` count what has been played."""

    def __init__(self, host: Host, *, seed: int = 0, referee: Host | None = None) -> None:
        self.stories = 0
        self._duel = Duel(host, referee=referee)
        self._maker = Maker(seed=seed, capabilities=host.capabilities)

    @property
    def ended_early(self) -> Counter[str]:
        """How many stories ended before their end, by what the host cannot act out."""
        return self._duel.unsupported

    @property
    def steps(self) -> int:
        """How many steps both have taken."""
        return self._duel.steps

    def search(self, *, goes_on: Callable[["Fuzzer"], bool]) -> Found | None:
        """The first story that tells them apart, made as short as can be; ``None`` when it does not go on.

        ``goes_on`` is asked before each story. Raises ``RefusedStory``.
        """
        for number in count(self.stories):
            if not goes_on(self):
                return None
            self.stories += 1
            difference = self._duel.fight(self._maker.story(number))
            if difference is not None:
                return found(self.smallest(difference))
        return None

    def smallest(self, difference: Difference) -> Difference:
        """The same difference in the shortest story; a host that hangs is not asked again and again."""
        if difference.is_hang:
            return difference
        played, ended_early, hangs = self._duel.steps, self._duel.unsupported.copy(), False

        def fought(story: list[dict[str, Any]]) -> Difference | None:
            nonlocal hangs
            try:
                other = self._duel.fight(story)
            except RefusedStory:  # what was left out was needed
                return None
            hangs = hangs or (other is not None and other.is_hang)
            if other is None or len(other.steps) < len(story):
                return None
            return other if set(other.keys) & set(difference.keys) or other.keys == difference.keys else None

        def differs(story: list[dict[str, Any]]) -> bool:
            return not hangs and fought(story) is not None

        story = shrink([dict(step) for step in difference.steps], differs=differs)
        if not difference.keys:
            story = with_fewest_keys(story, differs=differs)
        smallest = fought(story)
        self._duel.steps, self._duel.unsupported = played, ended_early
        if smallest is None:
            raise HostBroken("the host does not answer the same twice", value=difference.steps[-1])
        return smallest


def replay(corpus: Path, host: Host) -> Iterator[Answer]:
    """What the host answers to the stories that were found before, file by file. Raises ``InvalidScenario``."""
    for path in sorted(corpus.glob("*.json")):
        file = load(path)
        for scenario in file.scenarios:
            yield Play(scenario, file.cards).on(host)
