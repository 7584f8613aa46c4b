"""The methods ``board/*``: the boards of one conversation, within limits of number and size."""

import msgspec
from msgspec import ValidationError

from mtg_hookspecs import MtgError, PluginHost

from ..objects import GameObject
from . import board_messages as b
from . import messages as m
from . import wire
from .board import Board
from .board_wire import event_of, view_of
from .limits import check_state
from .messages import Code
from .refusals import Refused, misshapen
from .state_form import StateForm
from .wire import InvalidField


class BoardMethods:
    """The boards that are open, by the ids given out for them. What is refused leaves a board as it was."""

    def __init__(self, host: PluginHost) -> None:
        self._ask = host
        self._boards: dict[str, Board] = {}
        self._opened = 0

    def open(self, params: b.OpenParams) -> b.BoardResult:
        """A new board: empty, or as it was saved."""
        if params.state is None:
            return self._new(Board(ask=self._ask), params.board)
        try:
            msgspec.convert(params.state, StateForm)
            return self._new(Board.from_json(params.state, ask=self._ask), params.board)
        except ValidationError as error:
            raise misshapen(error, msgspec.json.encode(params.state), Code.INVALID_PARAMS, at="state") from None
        except MtgError as error:
            raise InvalidField("state", error) from None

    def apply(self, params: b.ApplyParams) -> b.BoardResult:
        """The same board after these events; if one is refused, none has happened."""
        board = self._board(params.board)
        for number, form in enumerate(params.events):
            at = f"events[{number}]"
            try:
                board = board.apply(event_of(form, at=at))
            except MtgError as error:
                raise InvalidField(at, error) from None
        return self._keep(params.board, board)

    def reconcile(self, params: b.ReconcileParams) -> b.ReconcileResult:
        """The same board, mended from what the engine shows, and what was inferred."""
        answer = self._board(params.board).reconcile(view_of(view) for view in params.views)
        kept = self._keep(params.board, answer.board)
        notes = tuple(b.NoteForm(note.id, note.verdict, note.text, note.rules) for note in answer.notes)
        return b.ReconcileResult(kept.board, kept.size, kept.hash, notes)

    def what_is(self, params: b.ObjectParams) -> b.WhatIsResult:
        """What an object is now, and how that is known."""
        answer = self._board(params.board).what_is(str(params.id))
        return b.WhatIsResult(
            answer.id,
            answer.verdict,
            answer.prototyped,
            _object_form(answer.object),
            answer.reason,
            answer.zone,
            answer.controller,
            answer.phased_out,
        )

    def last_known(self, params: b.ObjectParams) -> b.LastKnownResult:
        """What an object was before it moved or ceased to be."""
        return b.LastKnownResult(_object_form(self._board(params.board).last_known(str(params.id))))

    def objects(self, params: b.BoardParams) -> b.ObjectsResult:
        """Which objects a board holds."""
        return b.ObjectsResult(self._board(params.board).ids)

    def fork(self, params: b.ForkParams) -> b.BoardResult:
        """A second board that is as this one, and goes its own way."""
        return self._new(self._board(params.board).fork(), params.to)

    def state(self, params: b.BoardParams) -> b.StateResult:
        """A board as JSON, to be kept and opened again."""
        state = self._board(params.board).to_json()
        check_state(state)
        return b.StateResult(state)

    def close(self, params: b.BoardParams) -> m.Nothing:
        """Forget a board."""
        self._board(params.board)
        del self._boards[params.board]
        return m.Nothing()

    def _board(self, name: str) -> Board:
        board = self._boards.get(name)
        if board is None:
            raise Refused(Code.NO_SUCH_BOARD, "no such board is open", field="board", value=name)
        return board

    def _new(self, board: Board, name: str | None) -> b.BoardResult:
        if len(self._boards) >= m.MAX_BOARDS:
            raise Refused(Code.LIMIT_REACHED, "too many boards", value=len(self._boards), hint="close some")
        if name in self._boards:
            raise Refused(Code.BOARD_EXISTS, "a board of that name is open", value=name, hint="close it first")
        return self._keep(self._free_name() if name is None else name, board)

    def _free_name(self) -> str:
        name = ""
        while not name or name in self._boards:
            self._opened += 1
            name = f"b{self._opened}"
        return name

    def _keep(self, name: str, board: Board) -> b.BoardResult:
        if len(board) > m.MAX_OBJECTS:
            raise Refused(Code.LIMIT_REACHED, "too many objects", value=len(board), hint=f"at most {m.MAX_OBJECTS}")
        self._boards[name] = board
        return b.BoardResult(name, len(board), f"{hash(board) & 2**64 - 1:016x}")


def _object_form(shown: GameObject | None) -> b.ObjectForm | None:
    if shown is None:
        return None
    override = shown.copiable_values.override
    return b.ObjectForm(
        shown.kind,
        shown.zone,
        wire.characteristics_form(shown.characteristics),
        wire.override_form(override) if override else None,
        shown.cast_as,
        shown.face_down is not None,
    )
