"""Traces in the board's own words: for engines without a translator here, and for tests.

A line may have an event (``{"event": "moved", "id": "7", …}``), ``views`` to reconcile with after it, and ``truth``:
the views of what the objects really are then, for ``--check``. In ``truth``, ``engine_wrong`` on a view says that the
engine is wrong there, and why. ``note`` and ``line`` are for people.
"""

from collections import Counter
from collections.abc import Mapping
from typing import Any, Final

from mtg_hookspecs.errors import InvalidEvent

from .events import event_from_json
from .steps import Step
from .untold import EVERY
from .view import View, view_from_json

_OURS: Final = frozenset({"views", "truth", "in_passing", "note", "line"})


class Neutral:
    """The translator. It has no table: an unknown event is an error in the trace."""

    def __init__(self) -> None:
        self.unknown: Counter[str] = Counter()
        self.untold = EVERY

    def translate(self, line: Mapping[str, Any]) -> Step:
        """The line as events and views. Raises ``InvalidEvent`` and ``CardNotFound``."""
        record = {key: value for key, value in line.items() if key not in _OURS}
        if not record and not _OURS & line.keys():
            raise InvalidEvent("an empty line", value=dict(line), hint="an event, views, truth, or a note")
        events = (event_from_json(record),) if record else ()
        views = tuple(view_from_json(each) for each in line.get("views") or ())
        return Step(str(line.get("event") or line.get("note") or "views"), events, views)

    def truth(self, line: Mapping[str, Any]) -> tuple[View, ...]:
        """What the objects really are after the line."""
        truth = tuple(_unmarked(each) for each in line.get("truth") or ())
        nameless = next((view for view in truth if view.id is None), None)
        if nameless is not None:
            raise InvalidEvent("truth about an object without id", value=nameless.name, hint="give each its id")
        return truth

    def listed(self, line: Mapping[str, Any]) -> frozenset[str] | None:
        """A trace of one's own need not have all objects in its truth."""
        return None

    def in_passing(self, line: Mapping[str, Any]) -> tuple[View, ...]:
        """What objects show while they enter."""
        return tuple(_unmarked(each) for each in line.get("in_passing") or ())

    def engine_wrong(self, line: Mapping[str, Any], which: str) -> str | None:
        """The mark, if the trace says that the engine is wrong about the object."""
        return next((each["engine_wrong"] for each in line.get("truth") or () if _marked(each, which)), None)


def _marked(each: Mapping[str, Any], which: str) -> bool:
    return each.get("id") == which and bool(each.get("engine_wrong"))


def _unmarked(each: Mapping[str, Any]) -> View:
    return view_from_json({key: value for key, value in each.items() if key != "engine_wrong"})
