"""The shipped scenarios as pytest's tests, one each: collected from their files where this package is tested."""

from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import Any, Final

import pytest

from mtg_hookspecs import MtgError

from .hosts import HostSpec
from .identity import remarks
from .run import Answer, Host, Play, Result, plays_of
from .scenario import load, shipped
from .selection import load_xfail

SCENARIOS: Final = Path(__file__).with_name("scenarios")
_RESULT: Final = "mtg_result"


class Scenarios:
    """What one run of pytest needs: the host, which is started when the first scenario is, and what is known of it."""

    def __init__(self, config: pytest.Config) -> None:
        self._config = config
        self._results: set[str] = set()
        where, command = self._option("mtg_host"), self._option("mtg_command")
        if where and command:
            raise pytest.UsageError("give one of the two: --mtg-host and --mtg-command, or their ini values")
        if not where and not command:
            raise pytest.UsageError("give the host to test: --mtg-host module:Adapter, or mtg_host in the ini file")
        try:
            self._spec = HostSpec.of(where, command)
            self.xfail = self._known_failures()
        except MtgError as error:
            raise pytest.UsageError(str(error)) from error

    def _option(self, name: str) -> str:
        return str(self._config.getoption(name) or self._config.getini(name))

    def _known_failures(self) -> dict[str, str]:
        given, ini = self._config.getoption("mtg_xfail"), self._config.getini("mtg_xfail")
        if not given and not ini:
            return {}
        path = Path(given) if given else self._config.rootpath / ini
        return dict(load_xfail(path, files=shipped()))

    @cached_property
    def host(self) -> Host:
        """The host that is tested. One that cannot be had ends the run."""
        try:
            return self._spec.open()
        except MtgError as error:
            raise pytest.UsageError(str(error)) from error

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionstart(self) -> None:
        """Start the host before anything is tested."""
        assert self.host

    def pytest_report_header(self) -> list[str]:
        """The host, at the head of the run, and what it declares that does not fit."""
        return [f"mtg-host: {self.host.name} {self.host.version}".rstrip(), *remarks(self.host)]

    def pytest_collect_file(self, file_path: Path, parent: pytest.Collector) -> "ScenarioCollector | None":
        """Our scenario files, wherever the package is installed."""
        if file_path.suffix != ".json" or file_path.parent != SCENARIOS:
            return None
        collector: ScenarioCollector = ScenarioCollector.from_parent(parent, path=file_path)
        collector.scenarios = self
        return collector

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note what was answered, in whichever process."""
        self._results.update(str(value) for key, value in report.user_properties if key == _RESULT)

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """A host that acted out nothing has proved nothing."""
        if self._proved_nothing and session.exitstatus == pytest.ExitCode.OK:
            session.exitstatus = pytest.ExitCode.NO_TESTS_COLLECTED

    def pytest_terminal_summary(self, terminalreporter: "pytest.TerminalReporter") -> None:
        """Say why such a run is not green."""
        if self._proved_nothing:
            terminalreporter.write_line("the host acted out none of the scenarios", red=True)

    @property
    def _proved_nothing(self) -> bool:
        return self._results == {Result.SKIPPED.value}

    def pytest_unconfigure(self) -> None:
        """Stop the host."""
        host: Any = self.__dict__.get("host")
        if hasattr(host, "close"):
            host.close()


class ScenarioCollector(pytest.File):
    """A scenario file."""

    scenarios: Scenarios

    def collect(self) -> Iterator["ScenarioItem"]:
        """Its scenarios."""
        for play in plays_of([load(self.path)]):
            item: ScenarioItem = ScenarioItem.from_parent(self, name=play.scenario.id)
            item.play, item.scenarios = play, self.scenarios
            if play.scenario.id in self.scenarios.xfail:
                reason = self.scenarios.xfail[play.scenario.id]
                item.add_marker(pytest.mark.xfail(reason=reason, strict=True, raises=NotPassed))
            yield item


class NotPassed(Exception):
    """The scenario failed or errored."""

    def __init__(self, answer: Answer) -> None:
        super().__init__(str(answer))
        self.answer = answer


class ScenarioItem(pytest.Item):
    """A scenario."""

    play: Play
    scenarios: Scenarios

    def runtest(self) -> None:
        """Act it out."""
        answer = self.play.on(self.scenarios.host)
        self.user_properties.append((_RESULT, answer.result.value))
        if answer.result is Result.SKIPPED:
            pytest.skip(answer.finding)
        if answer.is_bad:
            raise NotPassed(answer)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> str:
        """What the host answered, and the rule; no traceback through the kit."""
        if not isinstance(excinfo.value, NotPassed):
            return str(super().repr_failure(excinfo, style))
        answer = excinfo.value.answer
        lines = [str(answer), answer.sentence, answer.stderr]
        if answer.step:
            lines.insert(0, f"step {answer.step}: {self.play.step_text(answer.step)}")
        return "\n".join(filter(None, lines))

    def reportinfo(self) -> tuple[Path, None, str]:
        """The file, and the headline of a failure. (Of an id alone pytest would take the dots for its own.)"""
        return self.path, None, f"{self.name}: {self.play.scenario.title}"
