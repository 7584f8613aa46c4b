"""The error of the conformance kit: a scenario file that is not what the format says."""

from mtg_hookspecs.errors import MtgError


class InvalidScenario(MtgError, ValueError):
    """A scenario file that cannot be taken. ``str()`` is one line with the file, the scenario and the step.

    ``source`` is the file, ``scenario`` the id (or ``#3`` where there is none), ``step`` counts from 1; each is empty
    or 0 where the error is not inside one.
    """

    def __init__(
        self, problem: str, *, value: object = None, hint: str = "", source: str = "", scenario: str = "", step: int = 0
    ) -> None:
        super().__init__(problem, value=value, hint=hint)
        self.source = source
        self.scenario = scenario
        self.step = step

    def at(self, *, source: str = "", scenario: str = "", step: int = 0) -> "InvalidScenario":
        """The same error with its place filled in, as far as it was not yet known."""
        return InvalidScenario(
            self.problem,
            value=self.value,
            hint=self.hint,
            source=self.source or source,
            scenario=self.scenario or scenario,
            step=self.step or step,
        )

    def __str__(self) -> str:
        place = [self.source, self.scenario and f"scenario {self.scenario}", self.step and f"step {self.step}"]
        return ": ".join([*(str(part) for part in place if part), super().__str__()])
