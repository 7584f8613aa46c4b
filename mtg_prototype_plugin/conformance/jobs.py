"""Scenarios acted out by several processes, each with a host of its own."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing, contextmanager, nullcontext
from multiprocessing import get_context
from multiprocessing.util import Finalize
from typing import Any

from .errors import HostBroken
from .hosts import HostSpec
from .run import Answer, Host, Play

_CHUNKS_A_JOB = 8
"""More than one, so that no process waits long for another; not many, since each is a message."""


@contextmanager
def opened(spec: HostSpec) -> Iterator[Host]:
    """The host, started, and in the end stopped."""
    host: Any = spec.open()
    with closing(host) if hasattr(host, "close") else nullcontext():
        yield host


def answers_of(
    plays: Sequence[Play], spec: HostSpec, *, jobs: int, each: Callable[[Answer], object] | None = None
) -> tuple[Answer, ...]:
    """The answers to ``plays`` in their order, from ``jobs`` processes. ``each`` is told an answer as it is there.

    Raises ``HostBroken`` if a host ends its process, and what starting the host raises.
    """
    size = len(plays) // (jobs * _CHUNKS_A_JOB) + 1
    chunks = [range(start, min(start + size, len(plays))) for start in range(0, len(plays), size)]
    answers: dict[int, Answer] = {}
    context = get_context("spawn")
    try:
        with ProcessPoolExecutor(
            min(jobs, len(chunks) or 1), context, initializer=_start, initargs=(spec, tuple(plays))
        ) as pool:
            places = {pool.submit(_answers, chunk): chunk for chunk in chunks}
            for done in as_completed(places):
                for number, answer in zip(places[done], done.result(), strict=True):
                    answers[number] = answer
                    if each is not None:
                        each(answer)
    except BrokenProcessPool as error:
        raise HostBroken("a host has ended its process", hint="--jobs 1 shows in which scenario") from error
    return tuple(answers[number] for number in range(len(plays)))


_host: Host
_plays: tuple[Play, ...]


def _start(spec: HostSpec, plays: tuple[Play, ...]) -> None:
    global _host, _plays  # what a process of the pool works with
    _host, _plays = spec.open(), plays
    close = getattr(_host, "close", None)
    if close is not None:
        Finalize(_host, close, exitpriority=1)


def _answers(chunk: range) -> list[Answer]:
    return [_plays[number].on(_host) for number in chunk]
