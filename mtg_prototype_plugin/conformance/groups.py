"""Groups of scenarios, for those who begin: ``smoke``, ``core``, and one for each capability.

The format has no key for groups. ``smoke`` is this list, ``core`` is what needs no capability, and the group of a
capability is what needs it.
"""

from typing import Final

from .scenario import Scenario, shipped

SMOKE: Final = (
    "718.3b-blitz-automaton",
    "718.4-blitz-automaton",
    "718.4-spell-leaves-the-stack",
    "718.4-permanent-leaves",
    "718.4-blinked",
)
"""Five stories that any host can act out: both ways, and that the values are gone when the object leaves."""


def group(name: str) -> tuple[Scenario, ...]:
    """The shipped scenarios of that group, in the order of their files; ``()`` for a capability that none needs."""
    scenarios = [scenario for file in shipped() for scenario in file.scenarios]
    if name == "smoke":
        return tuple(scenario for scenario in scenarios if scenario.id in SMOKE)
    if name == "core":
        return tuple(scenario for scenario in scenarios if not scenario.needs)
    return tuple(scenario for scenario in scenarios if name in scenario.needs)
