"""The methods ``replay/*``: an engine's own events, translated here, for programs that do not translate them."""

from mtg_hookspecs import MtgError

from . import board_messages as b
from . import messages as m
from .messages import Code
from .refusals import Refused
from .replay import Moment, Replay
from .wire import InvalidField

_MISFITS = (LookupError, TypeError, ValueError, AttributeError)


class ReplayMethods:
    """The streams that are being played, by the names given to them."""

    def __init__(self) -> None:
        self._replays: dict[str, Replay] = {}

    def open_replay(self, params: b.OpenReplayParams) -> m.Nothing:
        """Begin to play a stream."""
        if params.replay in self._replays:
            raise Refused(
                Code.BOARD_EXISTS, "a replay of that name is open", value=params.replay, hint="close it first"
            )
        if len(self._replays) >= m.MAX_BOARDS:
            raise Refused(Code.LIMIT_REACHED, "too many replays", value=len(self._replays), hint="close some")
        self._replays[params.replay] = Replay(params.engine)
        return m.Nothing()

    def feed(self, params: b.FeedParams) -> b.FeedResult:
        """Play lines in their order. If one is refused, those before it have been played."""
        replay = self._replay(params.replay)
        moments: list[b.MomentForm] = []
        for number, line in enumerate(params.lines):
            if len(replay.board) > m.MAX_OBJECTS:
                raise Refused(Code.LIMIT_REACHED, "too many objects", value=len(replay.board))
            try:
                moments += map(_moment_form, replay.feed(line))
            except MtgError as error:
                raise InvalidField(f"lines[{number}]", error) from None
            except _MISFITS as error:
                problem = f"no line of {replay.engine}: {type(error).__name__} {error}"
                raise Refused(Code.INVALID_PARAMS, problem, field=f"lines[{number}]") from None
        unknown = dict(replay.translator.unknown)
        return b.FeedResult(
            tuple(moments), replay.lines, replay.events, len(replay.board), unknown, len(replay.refused)
        )

    def close_replay(self, params: b.ReplayParams) -> m.Nothing:
        """Forget a replay."""
        self._replay(params.replay)
        del self._replays[params.replay]
        return m.Nothing()

    def _replay(self, name: str) -> Replay:
        replay = self._replays.get(name)
        if replay is None:
            raise Refused(Code.NO_SUCH_BOARD, "no such replay is open", field="replay", value=name)
        return replay


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
