"""The methods ``replay/*``: an engine's own events, translated here, for programs that do not translate them."""

from dataclasses import dataclass

from mtg_hookspecs import MtgError

from . import board_messages as b
from . import messages as m
from .messages import Code
from .refusals import Refused
from .replay import Moment, Replay
from .wire import InvalidField

_MISFITS = (LookupError, TypeError, ValueError, AttributeError)


@dataclass(slots=True)
class _Playing:
    """A stream that is being played. Of the events that its board refused only the number is kept."""

    replay: Replay
    refused: int = 0

    def count_refused(self) -> None:
        self.refused += len(self.replay.refused)
        self.replay.refused.clear()


class ReplayMethods:
    """The streams that are being played, by the names given to them."""

    def __init__(self) -> None:
        self._replays: dict[str, _Playing] = {}

    def open_replay(self, params: b.OpenReplayParams) -> m.Nothing:
        """Begin to play a stream."""
        if params.replay in self._replays:
            raise Refused(
                Code.BOARD_EXISTS, "a replay of that name is open", value=params.replay, hint="close it first"
            )
        if len(self._replays) >= m.MAX_BOARDS:
            raise Refused(Code.LIMIT_REACHED, "too many replays", value=len(self._replays), hint="close some")
        self._replays[params.replay] = _Playing(Replay(params.engine))
        return m.Nothing()

    def feed(self, params: b.FeedParams) -> b.FeedResult:
        """Play lines in their order. If one is refused, those before it have been played."""
        playing = self._playing(params.replay)
        replay = playing.replay
        moments: list[b.MomentForm] = []
        for number, line in enumerate(params.lines):
            before = replay.board
            try:
                shown = replay.feed(line)
            except MtgError as error:
                raise InvalidField(f"lines[{number}]", error) from None
            except _MISFITS as error:
                problem = f"no line of {replay.engine}: {type(error).__name__} {error}"
                raise Refused(Code.INVALID_PARAMS, problem, field=f"lines[{number}]") from None
            playing.count_refused()
            if len(replay.board) > m.MAX_OBJECTS:
                size, replay.board = len(replay.board), before
                hint = f"at most {m.MAX_OBJECTS}"
                raise Refused(Code.LIMIT_REACHED, "too many objects", field=f"lines[{number}]", value=size, hint=hint)
            moments += map(_moment_form, shown)
        unknown = dict(replay.translator.unknown)
        return b.FeedResult(tuple(moments), replay.lines, replay.events, len(replay.board), unknown, playing.refused)

    def close_replay(self, params: b.ReplayParams) -> m.Nothing:
        """Forget a replay."""
        self._playing(params.replay)
        del self._replays[params.replay]
        return m.Nothing()

    def _playing(self, name: str) -> _Playing:
        playing = self._replays.get(name)
        if playing is None:
            raise Refused(Code.NO_SUCH_BOARD, "no such replay is open", field="replay", value=name)
        return playing


def _moment_form(moment: Moment) -> b.MomentForm:
    shown, answer = moment.as_json(), moment.answer
    return b.MomentForm(
        moment.line,
        moment.what,
        moment.id,
        answer.zone,
        answer.phased_out,
        answer.verdict,
        answer.prototyped,
        shown["is"],
        answer.reason,
    )
