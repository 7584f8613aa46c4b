"""A host in another language: a command that speaks the protocol, as a ``Host`` like any other."""

from collections.abc import Mapping, Sequence
from typing import Any

from mtg_hookspecs import Characteristics
from mtg_prototype_plugin import __version__

from . import protocol
from .errors import HostBroken, InvalidHost, Unsupported
from .facts import find
from .process import LineProcess
from .run import Step


class StdioHost:
    """A host behind a command. It is started again after it broke: no scenario pays for another.

    ``timeout``: how long it may take for an answer, in seconds. Raises ``InvalidHost`` if the command cannot be
    started, ``HostBroken`` if it does not say who it is. ``close`` it in the end.
    """

    def __init__(self, command: Sequence[str], *, timeout: float = 10.0) -> None:
        self._command = tuple(command)
        self._timeout = timeout
        self._process: LineProcess | None = None
        self._seq = 0
        self.name, self.version, self.capabilities = self._start()

    def table(self, cards: Mapping[str, Characteristics]) -> "StdioTable":
        """A new game, in a new process if the last one broke. Raises ``HostBroken``, ``InvalidHost``."""
        if self._process is None:
            who = self._start()
        else:
            self._process.forget_stderr()
            try:
                who = self._start()
            except HostBroken:  # it broke after the last story's last answer
                who = self._start()
        if who != (self.name, self.version, self.capabilities):
            error = HostBroken("the host says that it is another", value=who[:2])
            self.give_up(error)
            raise error
        return StdioTable(self, cards)

    def ask(self, message: protocol.Message) -> protocol.Message:
        """The answer to a message. Raises ``HostBroken``, after which the process is gone, and ``Unsupported``."""
        if self._process is None:
            self._process = LineProcess(self._command)
        self._seq += 1
        try:
            self._process.say(protocol.written(message, seq=self._seq))
            answer = protocol.read_answer(self._process.hear(timeout=self._timeout), seq=self._seq)
        except HostBroken as error:
            self.give_up(error)
            raise
        if isinstance(answer.get("problem"), str):
            line = answer["problem"].partition("\n")[0]
            raise HostBroken(f"the host's problem: {line}", stderr=self._process.stderr)
        return answer

    def give_up(self, error: HostBroken) -> None:
        """End the process, and note its last words in ``error``."""
        if self._process is not None:
            process, self._process = self._process, None
            process.stop()
            error.stderr = process.stderr

    def close(self) -> None:
        """Tell the host to stop, and see that it does."""
        if self._process is not None:
            process, self._process = self._process, None
            process.stop(protocol.written(protocol.STOP, seq=self._seq + 1))

    def _start(self) -> tuple[str, str, frozenset[str]]:
        try:
            answer = self.ask(protocol.start_message(version=__version__))
            return protocol.identity(answer)
        except Unsupported as error:
            self.close()
            raise InvalidHost("the host cannot start", value=error.capability) from error
        except HostBroken as error:
            self.give_up(error)
            raise
        except InvalidHost:
            self.close()
            raise


class StdioTable:
    """A story acted out by a process. The names of the story are known there."""

    def __init__(self, host: StdioHost, cards: Mapping[str, Characteristics]) -> None:
        self._host = host
        self._cards = cards

    def do(self, step: Step) -> None:
        """Act out one action."""
        card = find(step["card"], self._cards) if step["do"] == "put" else None
        answer = self._host.ask(protocol.step_message(step, card))
        if not protocol.is_done(answer):
            error = HostBroken("the host's answer to a step is not 'done'", value=answer)
            self._host.give_up(error)
            raise error

    def look(self, step: Step) -> Mapping[str, Any]:
        """What the host tells for each key that the expectation asks about."""
        answer = self._host.ask(protocol.ask_message(step))
        try:
            return protocol.values(answer, step=step)
        except HostBroken as error:
            self._host.give_up(error)
            raise
