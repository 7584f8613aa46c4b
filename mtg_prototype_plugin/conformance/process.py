"""A process that is spoken to in lines, and that may crash, hang, or say too much."""

import os
import signal
import subprocess
import sys
from collections import deque
from collections.abc import Sequence
from queue import Empty, Full, Queue
from threading import Event, Thread
from time import monotonic
from typing import IO, Final

from .errors import HostBroken, InvalidHost

_LONGEST_LINE: Final = 1 << 20
_KEPT_LINES: Final = 20
_WAITING_LINES: Final = 8
"""A host answers once a message; one that says more than this unasked is not listened to meanwhile."""
_FAREWELL_SECONDS: Final = 2.0


class LineProcess:
    """A started command. Reading and writing happen in threads of their own, so nothing here waits for ever."""

    def __init__(self, command: Sequence[str]) -> None:
        try:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                encoding="utf-8",
                errors="replace",
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            raise InvalidHost("the command cannot be started", value=list(command), hint=str(error)) from error
        process = self._process
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        self._ended = Event()
        self._said: Queue[str] = Queue(_WAITING_LINES)
        self._to_say: Queue[str | None] = Queue()
        self._stderr: deque[str] = deque(maxlen=_KEPT_LINES)
        self._threads = tuple(
            Thread(target=work, args=(stream,), daemon=True)
            for work, stream in (
                (self._read, process.stdout),
                (self._write, process.stdin),
                (self._listen, process.stderr),
            )
        )
        for thread in self._threads:
            thread.start()

    @property
    def stderr(self) -> str:
        """The last lines that it said on standard error."""
        return "\n".join(tuple(self._stderr))

    def forget_stderr(self) -> None:
        """What it said there so far is about something else."""
        self._stderr.clear()

    def say(self, line: str) -> None:
        """Write a line, without waiting until it is read."""
        self._to_say.put(line)

    def hear(self, *, timeout: float) -> str:
        """The next line, within ``timeout`` seconds. Raises ``HostBroken`` when there is none, or no end of it."""
        try:
            line = self._said.get(timeout=timeout)
        except Empty:
            raise HostBroken("the host does not answer", value=f"{timeout:g} s", hint="--timeout") from None
        if not line:
            code = self._wait(_FAREWELL_SECONDS)
            raise HostBroken("the host has ended", value=code, hint="its exit code, a signal if negative")
        if not line.endswith("\n"):
            raise HostBroken("the host's answer does not end", value=line[:80])
        return line

    def stop(self, farewell: str = "") -> None:
        """Say farewell and give it a moment to end, if there is one to say; then end it, and all that it started."""
        if farewell:
            self.say(farewell)
            self._to_say.put(None)
            self._wait(_FAREWELL_SECONDS)
        self._ended.set()
        self._kill()
        self._process.wait()
        self._to_say.put(None)
        deadline = monotonic() + _FAREWELL_SECONDS
        for thread in self._threads:
            thread.join(max(0.0, deadline - monotonic()))

    def _wait(self, seconds: float) -> int | None:
        try:
            return self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            return None

    def _kill(self) -> None:
        listener = self._threads[-1]
        if self._process.poll() is not None and not listener.is_alive():
            return  # nobody is left: what it had started would hold its standard error open
        if sys.platform == "win32":
            self._process.kill()
            return
        try:
            os.killpg(self._process.pid, signal.SIGKILL)
        except (ProcessLookupError, PermissionError):
            self._process.kill()

    def _read(self, stream: IO[str]) -> None:
        with stream:
            while not self._ended.is_set():
                line = stream.readline(_LONGEST_LINE)
                while not self._ended.is_set():
                    try:
                        self._said.put(line, timeout=0.1)
                        break
                    except Full:
                        continue
                if not line.endswith("\n"):
                    return

    def _write(self, stream: IO[str]) -> None:
        try:
            with stream:
                while (line := self._to_say.get()) is not None:
                    stream.write(line)
                    stream.flush()
        except (OSError, ValueError):  # it does not read any more: that it has ended is found out when it is heard
            pass

    def _listen(self, stream: IO[str]) -> None:
        with stream:
            while line := stream.readline(_LONGEST_LINE):
                self._stderr.append(line.rstrip()[:500])
