"""The door for hosts: ``PluginHost`` asks the plugins, and only when there is something to ask."""

from collections.abc import Callable, Iterable, MutableMapping
from dataclasses import dataclass
from functools import lru_cache, partial
from importlib import import_module
from types import ModuleType
from typing import Any, Final, Self, TypeVar, get_args

from .characteristics import Characteristics, Override
from .errors import ContractViolation, IllegalCastChoice, InvalidEvent, shown
from .events import CastOption, Event, ObjectCopied, SpellCast, SpellResolve, ZoneChange
from .loading import PLUGIN_FAULTS, LoadedPlugin, discover, load, plugin_name, reason
from .mana import ManaCost
from .specs import PluginInfo
from .value import Value, Word
from .zones import Zone

NORMAL: Final = "normal"

K = TypeVar("K")
T = TypeVar("T")


class OnError(Word):
    """What a plugin's fault does, when it is loaded and when it is asked."""

    RAISE = "raise"
    """``ContractViolation``."""
    QUARANTINE = "quarantine"
    """The plugin is asked no more, the others go on, ``PluginHost.problems`` says why."""


@dataclass(frozen=True, slots=True)
class Problem(Value):
    """Why a plugin is not asked (any more), in one line."""

    plugin: str
    problem: str


@dataclass(frozen=True, slots=True)
class Tracked(Value):
    """What ``sweep`` knows of an object with an override: its card, the override, and the zone it was in."""

    card: Characteristics
    override: Override
    zone: Zone


class PluginHost:
    """The plugins of one host. Copies of a game share it: ``copy`` and ``deepcopy`` return the same host; it pickles.

    ``PluginHost([plugin])`` takes what it is given and raises on a plugin's fault. ``PluginHost.discover()`` takes what
    is installed and quarantines. Only the owner of a designation is asked about an override that carries it, and
    without an override nobody is.
    """

    def __init__(self, plugins: Iterable[object] = (), *, on_error: OnError = OnError.RAISE) -> None:
        self._on_error = OnError(on_error)
        self._problems: list[Problem] = []
        self._plugins: list[LoadedPlugin] = []
        self._owners: dict[str, LoadedPlugin] = {}
        if not isinstance(plugins, Iterable):
            name = plugin_name(plugins)
            raise ContractViolation("plugins are given as a list", value=name, hint="PluginHost([plugin])")
        for plugin in plugins:
            self._add(plugin_name(plugin), lambda plugin=plugin: plugin)  # type: ignore[misc]

    @classmethod
    def discover(cls, *, on_error: OnError = OnError.QUARANTINE) -> Self:
        """The plugins that are installed (entry points of the group ``mtg_hookspecs``).

        ``MTG_PLUGINS_LOAD`` names the only ones to load, ``MTG_PLUGINS_DISABLE`` those not to (both: names, commas).
        """
        host = cls(on_error=on_error)
        for name, loader in discover():
            host._add(name, loader)
        return host

    @property
    def plugins(self) -> tuple[PluginInfo, ...]:
        """The plugins that are asked, in their order."""
        return tuple(loaded.info for loaded in self._plugins)

    @property
    def problems(self) -> tuple[Problem, ...]:
        """Why others are not."""
        return tuple(self._problems)

    def find_card(self, query: str) -> Characteristics | None:
        """The card with that name or id, from the first plugin that knows it; never from the network."""
        _check(query, str)
        for loaded in tuple(self._plugins):
            answer = self._ask(loaded, "mtg_find_card", query=query)
            if isinstance(answer, Characteristics):
                return answer
            if answer is not None:
                self._fault(loaded, f"mtg_find_card answers {shown(answer)}")
        return None

    def cast_options(self, card: Characteristics, *, zone: Zone) -> tuple[CastOption, ...]:
        """The ways to cast ``card`` from ``zone``, ``normal`` first if it is no land; ``()`` on stack, battlefield."""
        _check(card, Characteristics)
        _check(zone, Zone)
        if zone in (Zone.STACK, Zone.BATTLEFIELD):
            return ()
        options = [] if "Land" in card.types else [_normal_option(card)]  # 305.9
        for loaded in tuple(self._plugins):
            own = partial(_is_own_option, loaded.info)
            options += self._gather(loaded, "mtg_cast_options", own, card=card, zone=zone)
        return tuple(options)

    def spell_cast(self, event: SpellCast) -> Override | None:
        """The override of the spell. ``None`` for ``normal``, which asks nobody. Raises ``IllegalCastChoice``."""
        _check(event, SpellCast)
        if event.option == NORMAL:
            if "Land" in event.card.types:
                raise IllegalCastChoice("a land cannot be cast", value=event.card.name, hint="305.9")
            return None
        owner = self._owners.get(event.option)
        answer = self._answer(owner, "mtg_spell_cast", event=event) if owner else None
        if answer is None:
            offered = ", ".join(option.name for option in self.cast_options(event.card, zone=event.zone))
            raise IllegalCastChoice(
                f"{event.card.name or 'this card'} cannot be cast so",
                value=event.option,
                hint=f"offered: {offered}; explain(event) says more",
            )
        return answer

    def spell_resolve(self, event: SpellResolve) -> Override | None:
        """The override of what the spell becomes as it resolves: a permanent, or a card where it is put."""
        _check(event, SpellResolve)
        return self._answer(self._owners.get(event.override.designation), "mtg_spell_resolve", event=event)

    def zone_change(self, event: ZoneChange) -> Override | None:
        """The override of the new object. A move from stack to battlefield is asked as the resolution it is (608.3)."""
        _check(event, ZoneChange)
        if event.origin is Zone.STACK and event.destination is Zone.BATTLEFIELD:
            return self.spell_resolve(SpellResolve(event.card, event.override))
        return self._answer(self._owners.get(event.override.designation), "mtg_zone_change", event=event)

    def object_copied(self, event: ObjectCopied) -> Override | None:
        """The override of the copy; for ``ENTERS_AS``, ``BECOMES`` that of the copy effect, beside the object's own."""
        _check(event, ObjectCopied)
        override = event.source.override
        if override is None:
            return None
        return self._answer(self._owners.get(override.designation), "mtg_object_copied", event=event)

    def explain(self, event: Event | CastOption, *, language: str = "en") -> tuple[str, ...]:
        """What every plugin has to say about the event, sentence by sentence, each with its rule number."""
        _check(event, (*get_args(Event), CastOption))
        _check(language, str)
        sentences: list[str] = []
        for loaded in tuple(self._plugins):
            sentences += self._gather(loaded, "mtg_explain", _is_sentence, event=event, language=language)
        return tuple(sentences)

    def override(self, card: Characteristics, designation: str) -> Override | None:
        """The override behind the one word that a host saved. Raises ``IllegalCastChoice`` if the card has none."""
        return self.spell_cast(SpellCast(card, designation, Zone.HAND))

    def try_cast(
        self,
        option: CastOption,
        *,
        place: Callable[[Characteristics], object],
        cast: Callable[[], T],
        restore: Callable[[], object],
    ) -> T:
        """Put what the spell would be in the card's place, cast, and put the card back if the cast is refused (733).

        ``cast`` refuses with a false answer, which is returned, or with an exception, which goes on.
        """
        done = False
        try:
            place(option.characteristics)
            answer = cast()
            done = bool(answer)
            return answer
        finally:
            if not done:
                restore()

    def sweep(
        self,
        objects: MutableMapping[K, Tracked],
        *,
        zone_of: Callable[[K], Zone | None],
        restore: Callable[[K], object],
    ) -> tuple[K, ...]:
        """Bring the overrides up to date after moves that the host did not announce; call it after each action.

        ``objects`` are the objects with an override, by the host's key. ``zone_of`` says where each is now; ``None`` is
        for an object that is no more, also where another has its key now because it left and came back (400.7). Where
        an override ends, ``restore(key)`` gives what has that key, if anything, its printed values back, and the key is
        dropped. The answer names those that were.
        """
        ended: list[K] = []
        zones = {key: zone_of(key) for key in tuple(objects)}
        for key, tracked in tuple(objects.items()):
            zone = zones[key]
            if zone is tracked.zone:
                continue
            override = None
            if zone is not None:
                override = self.zone_change(ZoneChange(tracked.card, tracked.override, tracked.zone, zone))
            if override is None:
                restore(key)
                del objects[key]
                ended.append(key)
            else:
                objects[key] = Tracked(tracked.card, override, zone or tracked.zone)
        return tuple(ended)

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self

    def __reduce__(self) -> tuple[Callable[..., "PluginHost"], tuple[object, ...]]:
        names = tuple(_by_import_name(loaded.plugin) for loaded in self._plugins)
        return _revive, (type(self), names, self._on_error, self.problems)

    def __repr__(self) -> str:
        return f"<PluginHost {', '.join(info.name for info in self.plugins) or 'without plugins'}>"

    def _add(self, name: str, loader: Callable[[], object] | None) -> None:
        try:
            if loader is None:
                raise ContractViolation("no such plugin is installed", value=name)
            loaded = load(loader())
            taken = [word for word in loaded.info.designations if word in self._owners]
            if taken:
                owner = self._owners[taken[0]].info.name
                raise ContractViolation(f"the designation {taken[0]!r} belongs to {owner}", value=name)
        except PLUGIN_FAULTS as error:
            violation = error if isinstance(error, ContractViolation) else _violation(name, "loading it", error)
            self._report(name, violation, error)
            return
        self._plugins.append(loaded)
        self._owners.update(dict.fromkeys(loaded.info.designations, loaded))

    def _ask(self, loaded: LoadedPlugin, hook: str, **arguments: object) -> Any:
        try:
            return getattr(loaded.hooks, hook)(**arguments)
        except PLUGIN_FAULTS as error:
            self._fault(loaded, hook, error)
            return None

    def _gather(
        self, loaded: LoadedPlugin, hook: str, is_right: Callable[[object], bool], **arguments: object
    ) -> list[Any]:
        try:
            answers = getattr(loaded.hooks, hook)(**arguments)
            found = [each for answer in answers for each in (answer if isinstance(answer, list | tuple) else (None,))]
        except PLUGIN_FAULTS as error:
            self._fault(loaded, hook, error)
            return []
        if not all(map(is_right, found)):
            self._fault(loaded, f"{hook} answers {shown(answers)}, which it may not")
            return []
        return found

    def _answer(self, owner: LoadedPlugin | None, hook: str, *, event: Event) -> Override | None:
        if owner is None:
            return None
        answer: Override | None = self._ask(owner, hook, event=event)
        if answer is None or _is_own_override(owner.info, answer):
            return answer
        self._fault(owner, f"{hook} answers {shown(answer)}, which is not its override")
        return None

    def _fault(self, loaded: LoadedPlugin, what: str, error: BaseException | None = None) -> None:
        name = loaded.info.name
        lost = ", ".join(loaded.info.designations)
        hint = "" if self._on_error is OnError.RAISE else f"objects that are {lost} have no override from now on"
        violation = _violation(name, what, error, hint) if error else ContractViolation(what, value=name, hint=hint)
        if self._on_error is OnError.QUARANTINE:
            if loaded not in self._plugins:
                return  # a plugin that asked this host while it was asked is gone already
            self._plugins.remove(loaded)
            self._owners = {word: owner for word, owner in self._owners.items() if owner is not loaded}
        self._report(name, violation, error)

    def _report(self, name: str, violation: ContractViolation, error: BaseException | None) -> None:
        if self._on_error is OnError.RAISE:
            raise violation from (None if violation is error else error)
        self._problems.append(Problem(name, str(violation)))


def _check(given: object, kinds: type | tuple[type, ...]) -> None:
    if not isinstance(given, kinds):
        names = ", ".join(kind.__name__ for kind in (kinds if isinstance(kinds, tuple) else (kinds,)))
        raise InvalidEvent("not what is asked about here", value=given, hint=f"asked for: {names}")


def _violation(name: str, what: str, error: BaseException, hint: str = "") -> ContractViolation:
    return ContractViolation(f"{what} {reason(error)}", value=name, hint=hint)


@lru_cache(4096)
def _normal_option(card: Characteristics) -> CastOption:
    return CastOption(NORMAL, None, card)


def _is_own_override(info: PluginInfo, override: object) -> bool:
    if not isinstance(override, Override) or not isinstance(override.characteristics, Characteristics):
        return False
    return override.designation in info.designations


def _is_own_option(info: PluginInfo, option: object) -> bool:
    if not isinstance(option, CastOption) or option.name not in info.designations:
        return False
    proper = isinstance(option.characteristics, Characteristics) and isinstance(option.cost, ManaCost | None)
    return proper and (option.override is None or _is_own_override(info, option.override))


def _is_sentence(answer: object) -> bool:
    return isinstance(answer, str)


def _by_import_name(plugin: object) -> object:
    return ("module", plugin.__name__) if isinstance(plugin, ModuleType) else ("object", plugin)


def _revive(
    kind: type[PluginHost], names: Iterable[tuple[str, Any]], on_error: OnError, problems: tuple[Problem, ...]
) -> PluginHost:
    host = kind((import_module(it) if how == "module" else it for how, it in names), on_error=on_error)
    host._problems[:0] = problems
    return host
