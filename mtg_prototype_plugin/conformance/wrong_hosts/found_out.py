"""Which scenarios find out which wrong host."""

from collections.abc import Iterator
from functools import cache

from ..run import Play, Result, plays_of
from ..scenario import shipped
from . import WRONG_HOSTS
from .wrong_host import WrongHost

UNEXPLAINED = "?"
"""Stands for the rule where a scenario fails that cites none of those that the host breaks."""


def lines() -> Iterator[str]:
    """The lists, host by host: a line a scenario, with the first rule it cites that the host breaks."""
    for wrong in WRONG_HOSTS:
        yield f"{wrong.name}: {wrong.fault}"
        yield from (f"  {rule} {scenario}" for scenario, rule in found_out(wrong))


def found_out(wrong: WrongHost) -> Iterator[tuple[str, str]]:
    """The scenarios that do not pass, each with the first rule it cites that the host breaks."""
    host = wrong.make()
    for play in _plays():
        if play.on(host).result is not Result.PASSED:
            rules = play.scenario.rules
            yield play.scenario.id, next((rule for rule in rules if rule in wrong.breaks), UNEXPLAINED)


@cache
def _plays() -> tuple[Play, ...]:
    return plays_of(shipped())
