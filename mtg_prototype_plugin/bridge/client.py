"""A client in Python for the sidecar, for programs that keep the plugins in a process, or an environment, of their own.

It starts the sidecar and, should that die, starts it again, opens its boards as they were, asks once more, and says so.
"""

import logging
import subprocess
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any, Final, Self, TypeVar

import msgspec
from msgspec import UNSET, Raw, Struct, UnsetType

from mtg_hookspecs import (
    CastOption,
    Characteristics,
    CopiableValues,
    Event,
    MtgError,
    ObjectCopied,
    Override,
    SpellCast,
    SpellResolve,
    Zone,
    ZoneChange,
)

from . import board_messages as b
from . import messages as m
from . import wire
from .board_wire import event_form, view_form
from .events import BoardEvent
from .view import View

log = logging.getLogger(__name__)

T = TypeVar("T")

COMMAND: Final = (sys.executable, "-m", "mtg_prototype_plugin.bridge.serve")
"""How the sidecar is started if nothing else is said."""

_SAVE_AFTER: Final = 256
_FAREWELL_SECONDS: Final = 5

_encode: Final = msgspec.json.Encoder().encode


class SidecarError(MtgError, RuntimeError):
    """The sidecar refused. ``code`` is one of ``messages.Code``, ``field`` the place in the parameters."""

    def __init__(self, error: m.ErrorInfo) -> None:
        super().__init__(error.data.problem, value=error.data.value, hint=error.data.hint)
        self.code = error.code
        self.field = error.data.field


class SidecarDied(MtgError, RuntimeError):
    """The sidecar died, and died again of the same question. ``value`` is its exit code."""


@dataclass(frozen=True, slots=True)
class Restart:
    """The sidecar had died with ``exit_code`` and has been started again, with these boards.

    Those that are ``lost`` could not be opened again: no such board is open any more.
    """

    exit_code: int | None
    boards: tuple[str, ...]
    lost: tuple[str, ...] = ()


class _Given(Struct):
    id: m.Id
    result: Raw | UnsetType = UNSET
    error: m.ErrorInfo | UnsetType = UNSET


@dataclass(slots=True)
class _Kept:
    """A board as it was last saved, and what was done to it since."""

    state: Mapping[str, Any] | None = None
    since: list[tuple[str, Struct]] = field(default_factory=list)
    save_after: int = field(default_factory=lambda: _SAVE_AFTER)


class SidecarClient:
    """A conversation with a sidecar of one's own; for one thread. Its hooks are named as ``PluginHost``'s.

    ``on_restart`` is told of each restart; so is the log. Raises ``SidecarError`` and ``SidecarDied``.
    """

    def __init__(
        self, command: Sequence[str] = COMMAND, *, on_restart: Callable[[Restart], object] | None = None
    ) -> None:
        self._command = tuple(command)
        self._on_restart = on_restart
        self._boards: dict[str, _Kept] = {}
        self._asked = 0
        self._named = 0
        self._closed = False
        self._process, self.info = self._start()

    # --- the contract's questions ------------------------------------------------------------------------------------

    def find_card(self, query: str) -> Characteristics | None:
        """The card with that name or id."""
        card = self.ask("card/find", m.FindCardParams(query), m.FindCardResult).card
        return wire.characteristics(card, at="card") if card else None

    def cast_options(self, card: Characteristics, *, zone: Zone) -> tuple[CastOption, ...]:
        """The ways to cast ``card`` from ``zone``, ``normal`` first."""
        params = m.CastOptionsParams(wire.characteristics_form(card), zone)
        return tuple(wire.cast_option(each) for each in self.ask("cast/options", params, m.CastOptionsResult).options)

    def spell_cast(self, event: SpellCast) -> Override | None:
        """The override of the spell."""
        return self._override(event)

    def spell_resolve(self, event: SpellResolve) -> Override | None:
        """The override of the permanent that the spell becomes."""
        return self._override(event)

    def zone_change(self, event: ZoneChange) -> Override | None:
        """The override of the new object."""
        return self._override(event)

    def object_copied(self, event: ObjectCopied) -> Override | None:
        """The override of the copy, or of the copy effect."""
        return self._override(event)

    def infer(self, view: View, *, card: Characteristics | None = None) -> m.InferResult:
        """Whether the object of ``view`` is prototyped."""
        params = m.InferParams(view_form(view), wire.characteristics_form(card) if card else None)
        return self.ask("infer", params, m.InferResult)

    def open_board(self, state: Mapping[str, Any] | None = None) -> "RemoteBoard":
        """A new board: empty, or from what ``RemoteBoard.state`` gave."""
        name = self._free_name()
        self.ask("board/open", b.OpenParams(None if state is None else dict(state), name), b.BoardResult)
        self._boards[name] = _Kept(state)
        return RemoteBoard(self, name)

    # --- any question ------------------------------------------------------------------------------------------------

    def ask(self, method: str, params: Struct, result: type[T]) -> T:
        """The result of a method, in its form. Of boards, only ``RemoteBoard`` may ask what changes them."""
        (answer,) = self._exchange([(method, params)])
        return _result(answer, result)

    def batch(self, questions: Iterable[tuple[str, Struct]]) -> tuple[Any, ...]:
        """The results of many methods in one message, as JSON data; a ``SidecarError`` for each refused."""
        answers = self._exchange(list(questions))
        return tuple(_plain(answer) for answer in answers)

    def close(self) -> None:
        """End the sidecar. What is asked from now on is a ``SidecarDied``."""
        self._closed = True
        _end(self._process)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _override(self, event: Event) -> Override | None:
        method, params = _question(event)
        answer = self.ask(method, params, m.OverrideResult).override
        return wire.override(answer, at="override") if answer else None

    def _free_name(self) -> str:
        self._named += 1
        return f"client-{self._named}"

    # --- the process -------------------------------------------------------------------------------------------------

    def _start(self) -> tuple["subprocess.Popen[bytes]", m.InitializeResult]:
        process = subprocess.Popen(self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True)
        params = m.InitializeParams(m.ClientInfo("mtg_prototype_plugin.bridge.client"))
        try:
            (answer,) = self._send(process, [("initialize", params)])
            return process, _result(answer, m.InitializeResult)
        except MtgError:
            _end(process)
            raise

    def _exchange(self, questions: Sequence[tuple[str, Struct]]) -> list[_Given]:
        if not questions:
            return []
        if self._closed:
            raise SidecarDied("the client is closed", value=self._process.returncode, hint="start another")
        try:
            return self._send(self._process, questions)
        except SidecarDied as first:
            self._restart(first)
            return self._send(self._process, questions)

    def _send(self, process: "subprocess.Popen[bytes]", questions: Sequence[tuple[str, Struct]]) -> list[_Given]:
        requests: list[dict[str, Any]] = []
        for method, params in questions:
            self._asked += 1
            requests.append({"jsonrpc": "2.0", "id": self._asked, "method": method, "params": params})
        line = self._round_trip(process, _encode(requests if len(requests) > 1 else requests[0]) + b"\n")
        if len(requests) == 1 or line.startswith(b"{"):
            return [msgspec.json.decode(line, type=_Given)] * len(requests)
        by_id = {answer.id: answer for answer in msgspec.json.decode(line, type=list[_Given])}
        return [by_id[request["id"]] for request in requests]

    def _round_trip(self, process: "subprocess.Popen[bytes]", line: bytes) -> bytes:
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            process.stdin.write(line)
            process.stdin.flush()
            answer = process.stdout.readline()
        except (BrokenPipeError, ValueError):
            answer = b""
        if not answer.endswith(b"\n"):
            process.kill()
            raise SidecarDied("the sidecar died", value=process.wait(), hint="its standard error says why")
        return answer

    def _restart(self, first: SidecarDied) -> None:
        lost: list[str] = []
        while True:
            _end(self._process)
            self._process, self.info = self._start()
            if self._reopen_all(lost):
                break
        restart = Restart(first.value if isinstance(first.value, int) else None, tuple(self._boards), tuple(lost))
        log.warning("the sidecar died (%s) and was started again with %d boards", restart.exit_code, len(self._boards))
        if self._on_restart is not None:
            self._on_restart(restart)

    def _reopen_all(self, lost: list[str]) -> bool:
        """Open the boards; those that cannot be are ``lost``. ``False`` if the sidecar has died of one of them."""
        for name, kept in tuple(self._boards.items()):
            try:
                self._reopen(name, kept)
            except (SidecarError, SidecarDied) as error:
                log.error("the board %s is lost: %s", name, error)
                lost.append(name)
                del self._boards[name]
                if isinstance(error, SidecarDied):
                    return False
                self._send(self._process, [("board/close", b.BoardParams(name))])
        return True

    def _reopen(self, name: str, kept: _Kept) -> None:
        state = None if kept.state is None else dict(kept.state)
        for method, params in (("board/open", b.OpenParams(state, name)), *kept.since):
            (answer,) = self._send(self._process, [(method, params)])
            _result(answer, Raw)


class RemoteBoard:
    """A board that the sidecar keeps. It outlives the sidecar: the client opens it again from its last state."""

    def __init__(self, client: SidecarClient, name: str) -> None:
        self._client = client
        self.name = name

    def apply(self, events: Iterable[BoardEvent]) -> b.BoardResult:
        """Apply these events, all or none."""
        return self._change("board/apply", b.ApplyParams(self.name, tuple(map(event_form, events))), b.BoardResult)

    def reconcile(self, views: Iterable[View]) -> b.ReconcileResult:
        """Mend the board from what the engine shows; the notes say what was inferred."""
        params = b.ReconcileParams(self.name, tuple(map(view_form, views)))
        return self._change("board/reconcile", params, b.ReconcileResult)

    def what_is(self, id: str) -> b.WhatIsResult:  # noqa: A002
        """What the object is now, and how that is known."""
        return self._client.ask("board/what_is", b.ObjectParams(self.name, id), b.WhatIsResult)

    def last_known(self, id: str) -> b.ObjectForm | None:  # noqa: A002
        """What the object was before it moved or ceased to be (608.2h)."""
        return self._client.ask("board/last_known", b.ObjectParams(self.name, id), b.LastKnownResult).object

    @property
    def ids(self) -> tuple[str, ...]:
        """The objects that the board holds, sorted."""
        return self._client.ask("board/objects", b.BoardParams(self.name), b.ObjectsResult).ids

    def fork(self) -> "RemoteBoard":
        """A second board that is as this one, and goes its own way."""
        client = self._client
        name = client._free_name()
        client.ask("board/fork", b.ForkParams(self.name, name), b.BoardResult)
        kept = self._kept
        since = [(method, msgspec.structs.replace(params, board=name)) for method, params in kept.since]
        client._boards[name] = _Kept(kept.state, since)
        return RemoteBoard(client, name)

    def state(self) -> Mapping[str, Any]:
        """The board as JSON data, from which it can be opened again."""
        state = self._client.ask("board/state", b.BoardParams(self.name), b.StateResult).state
        self._client._boards[self.name] = _Kept(state)
        return state

    def close(self) -> None:
        """Forget the board."""
        self._client.ask("board/close", b.BoardParams(self.name), m.Nothing)
        del self._client._boards[self.name]

    @property
    def _kept(self) -> _Kept:
        return self._client._boards[self.name]

    def _change(self, method: str, params: Struct, result: type[T]) -> T:
        answer = self._client.ask(method, params, result)
        kept = self._kept
        kept.since.append((method, params))
        if len(kept.since) >= kept.save_after:
            try:
                self.state()
            except SidecarError as error:  # a state beyond the limits: what was done is kept instead
                log.warning("the board %s was not saved: %s", self.name, error)
                kept.save_after = 2 * len(kept.since)
        return answer


def _end(process: "subprocess.Popen[bytes]") -> None:
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        process.stdin.close()
    except BrokenPipeError:
        log.debug("the sidecar was gone")
    try:
        process.wait(_FAREWELL_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    process.stdout.close()


def _question(event: Event) -> tuple[str, Struct]:
    match event:
        case SpellCast(card, option, zone):
            return "spell/cast", wire.SpellCastForm(wire.characteristics_form(card), option, zone)
        case SpellResolve(card, own):
            return "spell/resolve", wire.SpellResolveForm(wire.characteristics_form(card), wire.override_form(own))
        case ZoneChange(card, own, origin, destination):
            given = wire.characteristics_form(card), wire.override_form(own)
            return "zone/change", wire.ZoneChangeForm(*given, origin, destination)
        case ObjectCopied(kind, CopiableValues(values, source)):
            override = wire.override_form(source) if source else None
            source_form = wire.CopiableValuesForm(wire.characteristics_form(values), override)
            return "object/copied", wire.ObjectCopiedForm(kind, source_form)


def _result(answer: _Given, form: type[T]) -> T:
    if isinstance(answer.error, m.ErrorInfo):
        raise SidecarError(answer.error)
    given = b"null" if answer.result is UNSET else bytes(answer.result)
    return msgspec.json.decode(given, type=form)


def _plain(answer: _Given) -> Any:
    try:
        return _result(answer, object)
    except SidecarError as error:
        return error
