"""The sidecar's streams: standard input and output, or connections from this machine to a port.

``python -m mtg_prototype_plugin.bridge.serve`` serves standard input and output, as ``mtg-prototype serve`` does.
"""

import logging
import os
import select
import signal
import socket
import sys
import threading
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from time import sleep
from typing import Final

from mtg_hookspecs import PluginHost

from .messages import MAX_LINE
from .sidecar import Sidecar

log = logging.getLogger(__name__)

TOKEN: Final = "MTG_SIDECAR_TOKEN"
"""The environment variable that holds the token of those who may connect to a port."""

_CHUNK: Final = 1 << 16
_LOOPBACK: Final = "127.0.0.1"
_MAX_CONNECTIONS: Final = 16
_STRANGERS_LINE: Final = 4096
_STRANGERS_SECONDS: Final = 10
_FAREWELL_SECONDS: Final = 5
_NUDGE_SECONDS: Final = 0.05


class Stop:
    """Whether SIGTERM or SIGINT has come. ``wakes`` can be read from when it has."""

    def __init__(self) -> None:
        self.asked = False
        self.wakes, self._wake = socket.socketpair()
        self._wake.settimeout(0)
        signal.set_wakeup_fd(self._wake.fileno(), warn_on_full_buffer=False)
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self._ask)

    def _ask(self, number: int, frame: object) -> None:
        self.asked = True

    def empty(self, source: int) -> None:
        """Let whoever reads from ``source`` find its end once a signal has come, even in the midst of a read.

        A read that had just not begun is interrupted by a second signal.
        """
        main = threading.main_thread()

        def watch() -> None:
            self.wakes.recv(1)
            self.asked = True
            with Path(os.devnull).open("rb") as nothing:
                os.dup2(nothing.fileno(), source)
            while sys.platform != "win32":
                signal.pthread_kill(main.ident or 0, signal.SIGTERM)
                sleep(_NUDGE_SECONDS)

        threading.Thread(target=watch, daemon=True).start()


def lines(readline: Callable[[int], bytes], *, limit: Callable[[], int]) -> Iterator[bytes | None]:
    """The lines of a stream; ``None`` for one that is longer than ``limit()``, which is dropped.

    A last line needs no end.
    """
    while line := readline(limit() + 1):
        if line.endswith(b"\n") or len(line) <= limit():
            yield line
            continue
        while (rest := readline(_CHUNK)) and not rest.endswith(b"\n"):
            continue
        yield None


def converse(sidecar: Sidecar, readline: Callable[[int], bytes], write: Callable[[bytes], object], stop: Stop) -> None:
    """Answer line by line until the stream, the client or ``stop`` ends it, or a stranger has had one answer.

    Blank lines are passed over.
    """
    for line in lines(readline, limit=lambda: MAX_LINE if sidecar.authorized else _STRANGERS_LINE):
        if stop.asked and not (line or b"").endswith(b"\n"):
            return
        answer = sidecar.too_long() if line is None else None if line.isspace() else sidecar.answer(line)
        if answer is not None:
            write(answer + b"\n")
        if sidecar.ended or stop.asked or not (sidecar.authorized or answer is None):
            return


def serve_stdio(host: PluginHost) -> None:
    """Serve whoever started this process, until its end of the pipe is closed, ``shutdown`` or SIGTERM."""
    if sys.__stdin__ is None or sys.__stdout__ is None:  # closed: another descriptor may have their numbers by now
        log.warning("standard input or output is closed: there is nobody to serve")
        return
    source, sink = _own_streams()
    stop = Stop()
    stop.empty(source)
    try:
        with open(source, "rb", buffering=_CHUNK, closefd=False) as stream:
            converse(Sidecar(host), stream.readline, partial(_write_all, sink), stop)
    except BrokenPipeError:
        log.info("the client is gone")


def serve_port(host: PluginHost, number: int, *, token: str) -> None:
    """Serve those on this machine who know ``token``, each with boards of its own; 0 is any free port.

    Which one it is stands on standard error.
    """
    stop = Stop()
    talks: dict[threading.Thread, tuple[Sidecar, socket.socket]] = {}
    with socket.create_server((_LOOPBACK, number)) as listener:
        print(f"listening on {_LOOPBACK}:{listener.getsockname()[1]}", file=sys.stderr, flush=True)
        while not stop.asked:
            ready, _, _ = select.select([listener, stop.wakes], [], [])
            talks = {thread: it for thread, it in talks.items() if thread.is_alive()}
            if listener not in ready:
                continue
            connection, _ = listener.accept()
            if len(talks) >= _MAX_CONNECTIONS and not _drop_a_stranger(talks):
                connection.close()
                continue
            sidecar = Sidecar(host, token=token)
            thread = threading.Thread(target=_talk, args=(sidecar, connection, stop), daemon=True)
            talks[thread] = sidecar, connection
            thread.start()
    for _, connection in talks.values():
        _end(connection, socket.SHUT_RD)
    for thread in talks:
        thread.join(_FAREWELL_SECONDS)


def _talk(sidecar: Sidecar, connection: socket.socket, stop: Stop) -> None:
    def readline(size: int) -> bytes:
        connection.settimeout(None if sidecar.authorized else _STRANGERS_SECONDS)
        return stream.readline(size)

    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    with connection, connection.makefile("rb", buffering=_CHUNK) as stream:
        try:
            converse(sidecar, readline, connection.sendall, stop)
        except OSError as error:
            log.info("a connection ended: %s", error)


def _drop_a_stranger(talks: dict[threading.Thread, tuple[Sidecar, socket.socket]]) -> bool:
    """Make room: whoever has been silent about the token for longest has to go. ``False``: all have said it."""
    for thread, (sidecar, connection) in talks.items():
        if not sidecar.authorized:
            _end(connection, socket.SHUT_RDWR)
            del talks[thread]
            return True
    return False


def _end(connection: socket.socket, how: int) -> None:
    try:
        connection.shutdown(how)
    except OSError:
        log.debug("the connection is closed already")


def _own_streams() -> tuple[int, int]:
    """Standard input and output as binary streams of our own: what a plugin prints goes to standard error.

    Where that is closed it goes nowhere, and no stream of ours gets its number.
    """
    empty = os.open(os.devnull, os.O_RDWR)
    source, sink = os.dup(0), os.dup(1)
    if sys.platform == "win32":
        import msvcrt

        msvcrt.setmode(source, os.O_BINARY)
        msvcrt.setmode(sink, os.O_BINARY)
    os.dup2(empty, 0)
    os.dup2(empty if sys.__stderr__ is None else 2, 1)
    if empty > 2:
        os.close(empty)
    return source, sink


def _write_all(sink: int, answer: bytes) -> None:
    written = os.write(sink, answer)
    while written < len(answer):
        written += os.write(sink, memoryview(answer)[written:])


def main() -> None:
    """Serve standard input and output with the plugins that are installed."""
    logging.basicConfig(stream=sys.stderr, format="%(levelname)s %(name)s: %(message)s")
    serve_stdio(PluginHost.discover())


if __name__ == "__main__":
    main()
