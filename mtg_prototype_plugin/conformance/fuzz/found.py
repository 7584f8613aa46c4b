"""What was found, as a scenario file: the shortest story, what holds in it, and the rule that decides."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from textwrap import shorten
from typing import Any, Final

from mtg_hookspecs import Value

from ..scenario import loads
from ..story import Story as Follower
from ..vocabulary import EXPECTATIONS, FORMAT, PROPERTIES
from .cards import DEFINED, pool
from .duel import Difference
from .rule import deciding_rules

_SAID: Final = frozenset(key.name for key in PROPERTIES)
_CORE: Final = frozenset(key.name for key in PROPERTIES if not key.capability)
"""What is asked alone if it differs, so that hosts with few capabilities can act the story out."""


@dataclass(frozen=True, slots=True)
class Found(Value):
    """A story that tells the host from the referee. ``text`` is a scenario file with that one story."""

    id: str
    title: str
    rules: tuple[str, ...]
    text: str

    @property
    def about(self) -> str:
        """The rule that decides, and what differs: stories that agree in it as a rule show one fault."""
        return self.id.rpartition("-")[0]


def found(difference: Difference) -> Found:
    """The scenario file for it; it is read and checked before it is given."""
    keys = tuple(key for key in difference.keys if key in _CORE) or difference.keys[:1]
    steps = [_plain(step) for step in _asking(difference, keys)]
    rules = deciding_rules(steps, keys=keys)
    title = _title(steps, keys)
    digest = hashlib.sha256(json.dumps(steps, sort_keys=True).encode()).hexdigest()[:8]
    name = f"{rules[0]}-{(keys or ('acted-out',))[0].replace('_', '-')}-{digest}"
    follower = Follower(card_exists=lambda card: card in pool())
    for step in steps:
        follower.follow(step)
    scenario = {"id": name, "title": title, "rules": list(rules), "needs": sorted(follower.needs), "steps": steps}
    used = {step["card"]: DEFINED[step["card"]] for step in steps if step.get("card") in DEFINED}
    text = _text(used, scenario)
    loads(text, source=name)
    return Found(name, title, rules, text)


def _asking(difference: Difference, keys: tuple[str, ...]) -> list[Mapping[str, Any]]:
    """The story, whose last step asks what an object is by these keys alone; it stays whole where there are none."""
    *before, last = difference.steps
    if not keys:
        return [*before, last]
    return [*before, {key: value for key, value in last.items() if key in keys or key not in _SAID}]


def _title(steps: list[dict[str, Any]], keys: tuple[str, ...]) -> str:
    """What holds, after what: ``power is 3 after cast prototyped, resolve, phase out, phase in``."""
    *before, last = steps
    done = ", ".join(_word(step) for step in before if step.get("do") not in (None, "put"))
    if keys:
        what = f"{keys[0].replace('_', ' ')} is {json.dumps(last[keys[0]], ensure_ascii=False)}"
    elif "do" in last:
        what = f"{_word(last)} is possible"
    else:
        what = f"`{next(word for word in EXPECTATIONS if word in last)}` is answered"
    return shorten(f"{what} after {done}" if done else what, 99, placeholder=" ...")


def _word(step: Mapping[str, Any]) -> str:
    return f"cast {step['option']}" if step["do"] == "cast" else str(step["do"]).replace("_", " ")


def _plain(step: Mapping[str, Any]) -> dict[str, Any]:
    plain: dict[str, Any] = json.loads(json.dumps(step))
    return plain


def _text(cards: Mapping[str, Any], scenario: Mapping[str, Any]) -> str:
    """Laid out as the shipped files are: a line a step."""

    def line(value: Any) -> str:
        return json.dumps(value, ensure_ascii=False)

    heading = [f'{{"format": {FORMAT},']
    if cards:
        heading += [' "cards": {', ",\n".join(f"  {line(name)}: {line(facts)}" for name, facts in cards.items()) + "},"]
    return "\n".join(
        [
            *heading,
            ' "scenarios": [',
            f'  {{"id": {line(scenario["id"])}, "title": {line(scenario["title"])},',
            f'   "rules": {line(scenario["rules"])}, "needs": {line(scenario["needs"])},',
            '   "steps": [',
            ",\n".join(f"    {line(step)}" for step in scenario["steps"]),
            "   ]}",
            " ]}",
            "",
        ]
    )
