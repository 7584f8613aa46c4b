"""The errors of the conformance kit: a file that is not what the format says, a host that is none or that broke."""

from copy import copy

from mtg_hookspecs.errors import NOT_GIVEN, MtgError


class InvalidScenario(MtgError, ValueError):
    """A scenario file that cannot be taken. ``str()`` is one line with the file, the scenario and the step.

    ``source`` is the file, ``scenario`` the id (or ``#3`` where there is none), ``step`` counts from 1; each is empty
    or 0 where the error is not inside one.
    """

    def __init__(
        self,
        problem: str,
        *,
        value: object = NOT_GIVEN,
        hint: str = "",
        source: str = "",
        scenario: str = "",
        step: int = 0,
    ) -> None:
        super().__init__(problem, value=value, hint=hint)
        self.source = source
        self.scenario = scenario
        self.step = step

    def at(self, *, source: str = "", scenario: str = "", step: int = 0) -> "InvalidScenario":
        """The same error with its place filled in, as far as it was not yet known."""
        placed = copy(self)
        placed.source = self.source or source
        placed.scenario = self.scenario or scenario
        placed.step = self.step or step
        return placed

    def __str__(self) -> str:
        place = [self.source, self.scenario and f"scenario {self.scenario}", self.step and f"step {self.step}"]
        return ": ".join([*(str(part) for part in place if part), super().__str__()])


class InvalidSelection(MtgError, ValueError):
    """A choice of scenarios, or a list of expected failures, that fits none of them."""


class InvalidReport(MtgError, ValueError):
    """A file that is no report of this kit."""


class InvalidHost(MtgError, ValueError):
    """A host that cannot be had: no such module, no host in it, no such command, another version of the protocol."""


class Unsupported(MtgError, NotImplementedError):
    """What a host cannot act out or answer: the scenario is *skipped*. ``capability`` is the word for it."""

    def __init__(self, capability: str) -> None:
        super().__init__("the host cannot act this out", value=capability)
        self.capability = capability


class HostBroken(MtgError, RuntimeError):
    """A host's process crashed, hung or answered what is no answer. ``stderr``: its last words there."""

    def __init__(self, problem: str, *, value: object = NOT_GIVEN, hint: str = "", stderr: str = "") -> None:
        super().__init__(problem, value=value, hint=hint)
        self.stderr = stderr
