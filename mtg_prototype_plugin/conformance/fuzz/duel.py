"""A host and the referee act one story out side by side, and are compared after every step."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from mtg_hookspecs import MtgError
from mtg_prototype_plugin.sandbox import Sandbox

from ..errors import HostBroken, Unsupported
from ..run import Host, Play, Table
from ..scenario import FrozenMap, Scenario
from .cards import characteristics

Step = Mapping[str, Any]


class RefusedStory(MtgError, RuntimeError):
    """The referee cannot act a made-up story out: the generator, or the sandbox, is at fault."""


@dataclass(frozen=True, slots=True)
class Difference:
    """Where a host and the referee part. ``steps``: the story up to there, with the referee's answers."""

    steps: tuple[dict[str, Any], ...]
    keys: tuple[str, ...]
    """What the last step is answered differently for; ``()``: the host raises."""
    is_hang: bool = False
    """Whether the host did not answer in time, so that each further try would take as long."""


class Duel:
    """A host against the referee, by default the sandbox.

    ``steps`` counts what both have acted out or answered, ``unsupported`` how often a story ended early for want of
    what.
    """

    def __init__(self, host: Host, *, referee: Host | None = None) -> None:
        self.host = host
        self.steps = 0
        self.unsupported: Counter[str] = Counter()
        self._referee = referee or Sandbox()
        self._cards = characteristics()

    def fight(self, story: Iterable[Step]) -> Difference | None:
        """Act the story out; the first step at which the host is not the referee.

        Raises ``RefusedStory``, and ``HostBroken`` for a host that cannot begin a game.
        """
        right, left = self._referee.table(self._cards), self._begun()
        said: list[dict[str, Any]] = []
        for step in story:
            answer = _answered(right, step)
            said.append({**step, **answer})
            self.steps += 1
            try:
                keys = _differing(answer, left.look(said[-1])) if answer else _done(left, said[-1])
            except Unsupported as lacking:
                self.unsupported[lacking.capability] += 1
                return None
            except KeyboardInterrupt:
                raise
            except BaseException as error:  # a host of any kind may raise anything
                return Difference(tuple(said), (), is_hang=isinstance(error, HostBroken) and error.hint == "--timeout")
            if keys and self._is_confirmed(said):
                return Difference(tuple(said), keys)
        return None

    def _begun(self) -> Table:
        try:
            return self.host.table(self._cards)
        except (Exception, SystemExit) as error:
            raise HostBroken("the host cannot begin a game", value=f"{type(error).__name__}: {error}") from error

    def _is_confirmed(self, steps: Sequence[Step]) -> bool:
        """Whether the runner sees a difference, too, and not only another form of the same answer."""
        scenario = Scenario("made-up", "", ("718",), (), tuple(map(FrozenMap, steps)))
        return Play(scenario, self._cards).on(self.host).is_bad


def _answered(referee: Table, step: Step) -> dict[str, Any]:
    """What the referee has for each key that the step asks about; nothing for an action, which it acts out."""
    try:
        if "do" in step:
            referee.do(step)
            return {}
        answer = dict(referee.look(step))
    except Exception as error:  # whatever it is, the story is not one
        raise RefusedStory("the referee refuses a made-up story", value=f"{step}: {error}") from error
    if ("gone" in step) is not bool(answer.get("gone")):
        raise RefusedStory("the object is gone, or it is not", value=step)
    return {"gone": True} if "gone" in step else answer


def _done(table: Table, step: Step) -> tuple[str, ...]:
    table.do(step)
    return ()


def _differing(answer: Mapping[str, Any], got: Mapping[str, Any]) -> tuple[str, ...]:
    if got == answer:
        return ()
    return tuple(key for key, value in answer.items() if key not in got or not _alike(value, got[key]))


def _alike(one: Any, other: Any) -> bool:
    if one == other:
        return True
    lists = isinstance(one, list | tuple) and isinstance(other, list | tuple | frozenset | set)
    return lists and sorted(one) == sorted(other)
