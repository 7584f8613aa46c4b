"""Acts out stories through an adapter: who is meant by a name is known here, how a thing is done only there."""

from collections.abc import Mapping
from typing import Any, Final

from mtg_hookspecs import Characteristics, ManaCost, MtgError, Zone

from .adapter import HostAdapter
from .facts import find
from .forms import Role
from .identity import check_identity
from .run import NOT_TOLD, Step
from .vocabulary import ACTIONS, EXPECTATIONS, PROPERTIES, Makes, Verb

_PROPERTIES: Final = frozenset(key.name for key in PROPERTIES)
_ANSWERS: Final = {"expect_options": "options", "expect_card_matches": "result", "expect_cost": "cost"}
"""The key under which a method's one value is compared."""
_BOOKKEEPING: Final = frozenset({"do", "card", "object", "as", "in"})
_PARAMETERS: Final = {"except": "exceptions", "filter": "wanted", "as_effect": "effect"}
"""Keys whose names are no names of parameters."""


class AdapterHost:
    """The engine of an adapter class: a new adapter for each game."""

    def __init__(self, adapter: type[HostAdapter[Any]]) -> None:
        self._adapter = adapter
        self.name = adapter.name or adapter.__name__
        self.version = adapter.version
        self.capabilities = adapter.capabilities
        check_identity(self.name, self.version, self.capabilities)

    @property
    def left_out(self) -> tuple[tuple[str, str], ...]:
        """The capabilities that the adapter declares, each with a method of it that it does not override."""
        verbs = (*ACTIONS.values(), *EXPECTATIONS.values())
        return tuple(
            (verb.capability, verb.name)
            for verb in verbs
            if verb.capability in self.capabilities
            and getattr(self._adapter, verb.name) is getattr(HostAdapter, verb.name)
        )

    def table(self, cards: Mapping[str, Characteristics]) -> "AdapterTable":
        """A new game in which ``cards`` are known beside those that the plugin knows."""
        return AdapterTable(self._adapter(), cards)


class AdapterTable:
    """A story acted out through an adapter: who is meant by a name is known here."""

    def __init__(
        self,
        adapter: HostAdapter[Any],
        cards: Mapping[str, Characteristics],
        things: Mapping[str, Any] | None = None,
        effects: Mapping[str, str] | None = None,
        forks: "dict[str, AdapterTable] | None" = None,
    ) -> None:
        self.adapter = adapter
        self._cards = cards
        self._things = dict(things or {})
        self._effects = dict(effects or {})
        self._forks = {} if forks is None else forks

    def do(self, step: Step) -> None:
        """Act out one action."""
        self._meant(step)._do(step)

    def look(self, step: Step) -> Mapping[str, object]:
        """What the adapter has for each key that the expectation asks about."""
        return self._meant(step)._look(step)

    def _meant(self, step: Step) -> "AdapterTable":
        return self._forks[step["in"]] if "in" in step else self

    def _do(self, step: Step) -> None:
        verb = ACTIONS[step["do"]]
        if verb.makes is Makes.FORK:
            self._forks[step["as"]] = AdapterTable(
                self.adapter.fork(), self._cards, self._things, self._effects, self._forks
            )
            return
        on = self._effects.get(step.get("effect", ""), "") if verb.name == "end_effect" else step.get("object", "")
        answer = getattr(self.adapter, verb.name)(*self._subject(verb, step, on), **self._named(verb, step))
        self._rebind(verb, step, on, answer)

    def _subject(self, verb: Verb, step: Step, on: str) -> tuple[Any, ...]:
        if verb.name == "put":
            return (find(step["card"], self._cards),)
        if verb.name == "end_effect" and not on:
            raise MtgError("the effect has ended", value=step["effect"])
        return (self._things[on],) if on else ()

    def _named(self, verb: Verb, step: Step) -> dict[str, Any]:
        named: dict[str, Any] = {}
        for key in verb.record.every_key():
            if key.name not in step or key.name in _BOOKKEEPING:
                continue
            value = _copied(step[key.name])
            if key.role in (Role.OBJECT, Role.PAST) and key.name != verb.name:
                value = self._things[value]
            elif key.name in ("zone", "to") and "do" in step:
                value = Zone(value)
            named[_PARAMETERS.get(key.name, key.name)] = value
        return named

    def _rebind(self, verb: Verb, step: Step, on: str, answer: Any) -> None:
        match verb.makes:
            case Makes.ANOTHER:
                self._things[step["as"]] = answer
            case Makes.AGAIN if "cancel" not in step:
                names = step.get("as", on)
                found = answer if isinstance(answer, list) else [self._things[on] if answer is None else answer]
                names = (names,) if isinstance(names, str) else names
                self._things.update(zip(names, found, strict=False))
                self._effects = {effect: names[0] if it == on else it for effect, it in self._effects.items()}
            case Makes.MERGED if answer is not None:
                self._things[step["onto"]] = answer
            case Makes.NOTHING if answer is not None and on:
                self._things[on] = answer
            case _:
                pass
        if "as_effect" in step:
            self._effects[step["as_effect"]] = on
        if verb.name == "end_effect":
            del self._effects[step["effect"]]

    def _look(self, step: Step) -> Mapping[str, object]:
        (word,) = (word for word in EXPECTATIONS if word in step)
        named = self._named(EXPECTATIONS[word], step)
        it = self._things[named.pop(word)]
        asks = getattr(self.adapter, word)
        if word in _ANSWERS:
            del named[_ANSWERS[word]]
            answer = asks(it, **named)
            in_order = word == "expect_options" and not isinstance(answer, str)
            return {_ANSWERS[word]: sorted(answer) if in_order else _written(answer)}
        keys = tuple(key for key in named if key in _PROPERTIES)
        others = {key: value for key, value in named.items() if key not in _PROPERTIES}
        got = asks(it, keys=keys, **others)
        return {key: _written(got.get(key, NOT_TOLD)) for key in keys}


def _copied(value: Any) -> Any:
    """The value with dicts of its own: an adapter may do with them what it likes."""
    if isinstance(value, dict):
        return {key: _copied(it) for key, it in value.items()}
    return tuple(map(_copied, value)) if isinstance(value, tuple) else value


def _written(value: Any) -> Any:
    """A cost as a scenario file has it, where the engine gives it as its value."""
    return str(value) if isinstance(value, ManaCost) else value
