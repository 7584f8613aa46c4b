"""Who is who in a story: handles, effects and forks, followed step by step without acting the story out."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from .errors import InvalidScenario
from .forms import Key, Role
from .vocabulary import ACTIONS, EXPECTATIONS, Makes, Verb

Step = Mapping[str, object]


def verb_of(step: Step) -> Verb:
    """The action or expectation that a step is. Raises ``InvalidScenario`` when it is none, or more than one."""
    found = [word for word in ("do", *EXPECTATIONS) if word in step]
    if len(found) != 1:
        raise InvalidScenario("a step is one action or one expectation", value=sorted(step), hint="'do' or 'expect...'")
    if found != ["do"]:
        return EXPECTATIONS[found[0]]
    word = step["do"]
    if not isinstance(word, str) or word not in ACTIONS:
        raise InvalidScenario("unknown action", value=word, hint=f"known: {', '.join(ACTIONS)}")
    return ACTIONS[word]


@dataclass(slots=True)
class _Game:
    """The names that one game knows. A fork begins with those of the game that it copies."""

    owners: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """The owners of each object's cards, topmost first: more than one for a merged permanent."""
    past: dict[str, str] = field(default_factory=dict)
    """Handles of objects that have become others, each with what it became."""
    effects: set[str] = field(default_factory=set)

    def copy(self) -> "_Game":
        return _Game(dict(self.owners), dict(self.past), set(self.effects))

    def present(self, handle: str) -> tuple[str, ...]:
        if handle in self.past:
            raise InvalidScenario(
                f"the object became {self.past[handle]!r}",
                value=handle,
                hint="an old handle goes with expect_last_known, copy_spell and create_token_copy only",
            )
        if handle not in self.owners:
            raise InvalidScenario("unbound handle", value=handle, hint=f"known: {', '.join(self.owners) or 'none'}")
        return self.owners[handle]

    def known(self, handle: str) -> None:
        if handle not in self.past:
            self.present(handle)

    def name(self, handle: str, owners: tuple[str, ...]) -> None:
        if handle in self.owners or handle in self.past:
            raise InvalidScenario("'as' takes a name that another object has", value=handle)
        self.owners[handle] = owners

    def rename(self, handle: str, names: list[str]) -> None:
        """``handle``'s object has become the objects ``names`` (400.7), topmost card first (730.3)."""
        owners = self.owners.pop(handle)
        if len(names) > 1 and len(names) != len(owners):
            raise InvalidScenario(f"the object becomes {len(owners)}, not {len(names)}", value=names)
        for name, owner in zip(names, owners, strict=False):
            self.name(name, (owner,))
        if handle not in names:
            self.past[handle] = names[0]


class Story:
    """Follows the steps of one scenario. ``needs`` grows by the capabilities that they use."""

    def __init__(self, *, card_exists: Callable[[str], bool]) -> None:
        self.needs: set[str] = set()
        self._card_exists = card_exists
        self._main = _Game()
        self._forks: dict[str, _Game] = {}

    def follow(self, step: Step) -> None:
        """Check one step against the vocabulary and the names known so far. Raises ``InvalidScenario``."""
        verb = verb_of(step)
        verb.record.check(step, where="the step")
        game = self._game(step)
        keys = [key for key in verb.record.every_key() if key.name in step]
        for key in keys:
            self._look_up(key, str(step[key.name]), game)
        self.needs.update(
            capability for capability in (verb.capability, *(_needed(key, step, game) for key in keys)) if capability
        )
        if "as_effect" in step:
            self._name_effect(str(step["as_effect"]), game)
        self._make(verb, step, game)

    def _game(self, step: Step) -> _Game:
        if "in" not in step:
            return self._main
        name = str(step["in"])
        if name not in self._forks:
            raise InvalidScenario("unknown fork", value=name, hint=f"known: {', '.join(self._forks) or 'none'}")
        return self._forks[name]

    def _look_up(self, key: Key, name: str, game: _Game) -> None:
        match key.role:
            case Role.OBJECT:
                game.present(name)
            case Role.PAST:
                game.known(name)
            case Role.EFFECT if name not in game.effects:
                raise InvalidScenario("unknown effect", value=name, hint="name it with 'as_effect' first")
            case Role.CARD if not self._card_exists(name):
                raise InvalidScenario("unknown card", value=name, hint="define it in the file's 'cards'")
            case _:
                pass

    def _name_effect(self, name: str, game: _Game) -> None:
        if name in game.effects:
            raise InvalidScenario("'as_effect' takes a name that another effect has", value=name)
        game.effects.add(name)

    def _make(self, verb: Verb, step: Step, game: _Game) -> None:
        match verb.makes:
            case Makes.ANOTHER:
                # A token or copy is player A's, whoever owns what it copies (111.2).
                game.name(str(step["as"]), (str(step.get("player", "A")),))
            case Makes.AGAIN if "cancel" not in step:
                names = step.get("as", step["object"])
                game.rename(str(step["object"]), [str(n) for n in names] if isinstance(names, list) else [str(names)])
            case Makes.MERGED:
                spell, onto = str(step["object"]), str(step["onto"])
                if spell == onto:
                    raise InvalidScenario("a spell does not merge with itself", value=spell)
                cards = (game.owners.pop(spell), game.owners[onto])
                game.owners[onto] = cards[0] + cards[1] if step["side"] == "over" else cards[1] + cards[0]
                game.past[spell] = onto
            case Makes.FORK:
                name = str(step["as"])
                if name in self._forks:
                    raise InvalidScenario("'as' takes a name that another fork has", value=name)
                self._forks[name] = game.copy()
            case _:
                pass


def _needed(key: Key, step: Step, game: _Game) -> str:
    if key.role is Role.CASTER and step[key.name] == game.present(str(step["object"]))[0]:
        return ""
    return key.capability
