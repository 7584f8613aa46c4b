"""From what says it is a plugin to what keeps the contract: every check that can be made before a game."""

import inspect
import os
import sys
from collections.abc import Callable, Iterator, Mapping
from difflib import get_close_matches
from typing import Any, Final, NamedTuple, NoReturn

import pluggy

from . import specs
from .errors import ContractViolation
from .specs import CONTRACT_VERSION, PROJECT_NAME, PluginInfo

PLUGIN_FAULTS: Final = (Exception, SystemExit, GeneratorExit)
"""What a plugin's fault looks like; an interrupt is the user's, a cancellation the host's."""


class LoadedPlugin(NamedTuple):
    """A plugin behind a plugin manager of its own: what it does wrong stays with it."""

    plugin: object
    info: PluginInfo
    hooks: Any


def load(plugin: object) -> LoadedPlugin:
    """Check ``plugin`` and register it. Raises ``ContractViolation``."""
    manager = pluggy.PluginManager(PROJECT_NAME)
    manager.add_hookspecs(specs)
    if os.environ.get("MTG_PLUGINS_TRACE", "0") != "0":
        manager.add_hookcall_monitoring(_trace_question, _trace_answer)
    _check_names(plugin)
    try:
        manager.register(plugin)
        manager.check_pending()
    except PLUGIN_FAULTS as error:
        raise ContractViolation(reason(error), value=plugin_name(plugin), hint="see the hook's signature") from error
    for caller in manager.get_hookcallers(plugin) or ():
        for implementation in caller.get_hookimpls():
            if implementation.kwargnames:
                _refuse(
                    plugin, f"{caller.name} has a default for {implementation.kwargnames[0]}", "it would never be given"
                )
    return LoadedPlugin(plugin, _info(plugin, manager.hook), manager.hook)


def plugin_name(plugin: object) -> str:
    """A plugin's import name, or that of its class."""
    name: str | None = getattr(plugin, "__name__", None)
    return name or f"{type(plugin).__module__}.{type(plugin).__qualname__}"


def discover() -> Iterator[tuple[str, Callable[[], object] | None]]:
    """Name and loader of each installed plugin; the environment may leave some out. No loader: asked for, not there."""
    from importlib.metadata import entry_points

    found = {entry.name: entry for entry in entry_points(group=PROJECT_NAME)}
    wanted = _names("MTG_PLUGINS_LOAD") or tuple(found)
    unwanted = _names("MTG_PLUGINS_DISABLE")
    for name in (*wanted, *(name for name in unwanted if name not in found)):
        if name not in found or name not in unwanted:
            yield name, found[name].load if name in found else None


def _names(variable: str) -> tuple[str, ...]:
    names = (name.strip() for name in os.environ.get(variable, "").split(","))
    return tuple(dict.fromkeys(name for name in names if name))


def _check_names(plugin: object) -> None:
    """Pluggy passes over what has no marker, so a misspelt or unmarked hook would be silent."""
    known = [name for name in vars(specs) if name.startswith("mtg_")]
    for name, member in inspect.getmembers(plugin, inspect.isroutine):
        if not name.startswith("mtg_"):
            continue
        if name not in known:
            near = get_close_matches(name, known, n=1)
            _refuse(
                plugin, f"there is no hook {name}", f"did you mean {near[0]}?" if near else f"hooks: {', '.join(known)}"
            )
        if not hasattr(member, f"{PROJECT_NAME}_impl"):
            _refuse(plugin, f"{name} has no marker", "decorate it with mtg_hookspecs.hookimpl")


def _info(plugin: object, hooks: Any) -> PluginInfo:
    try:
        info = hooks.mtg_plugin_info()
    except PLUGIN_FAULTS as error:
        raise ContractViolation(f"mtg_plugin_info {reason(error)}", value=plugin_name(plugin)) from error
    if not isinstance(info, PluginInfo):
        _refuse(plugin, f"mtg_plugin_info answers {info!r}", "a PluginInfo is asked for")
    major, minor = CONTRACT_VERSION
    if info.contract not in [(major, older) for older in range(minor + 1)]:
        _refuse(plugin, f"it keeps contract {info.contract}", f"this host speaks {major}.0 to {major}.{minor}")
    words = info.designations
    if not isinstance(words, tuple) or not words or not all(map(_is_word, words)) or len(set(words)) < len(words):
        _refuse(plugin, f"its designations are {info.designations}", "words of its own; normal is the host's")
    return info


def _is_word(word: object) -> bool:
    return isinstance(word, str) and word.isprintable() and word.strip() not in ("", "normal")


def _refuse(plugin: object, problem: str, hint: str) -> NoReturn:
    raise ContractViolation(problem, value=plugin_name(plugin), hint=hint)


def reason(error: BaseException) -> str:
    """What a plugin raised, in one line."""
    try:
        what = " ".join(str(error).split())
    except Exception:
        what = ""
    return f"raised {type(error).__name__} {what}".rstrip()


def _trace_question(hook: str, implementations: object, kwargs: Mapping[str, Any]) -> None:
    print(f"{PROJECT_NAME}: {hook} {kwargs}", file=sys.stderr)


def _trace_answer(outcome: Any, hook: str, implementations: object, kwargs: Mapping[str, Any]) -> None:
    answer = outcome.exception or outcome.get_result()
    print(f"{PROJECT_NAME}: {hook} -> {answer!r}", file=sys.stderr)
