"""Where a host is to be had: the sandbox, an adapter in Python, or a command that speaks JSON lines."""

import shlex
import sys
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

from .adapter import HostAdapter
from .errors import InvalidHost
from .identity import check_identity
from .plain import line, problem
from .run import Host

SANDBOX = "sandbox"
_HINT = "sandbox, or module:Adapter"


@dataclass(frozen=True, slots=True)
class HostSpec:
    """A host that has not been started yet: one of ``where`` and ``command``. May be sent to another process."""

    where: str = ""
    """``sandbox`` or ``module:Adapter``; modules are also looked for in the working directory."""
    command: tuple[str, ...] = ()
    """A program and its arguments."""
    timeout: float = 10.0
    """How long, in seconds, a command may take for one answer."""

    @classmethod
    def of(cls, where: str, command: str, *, timeout: float = 10.0) -> "HostSpec":
        """One of the two, the command as it is typed. Raises ``InvalidHost`` for a command that cannot be read."""
        try:
            return cls(where, tuple(shlex.split(command)), timeout)
        except ValueError as error:
            raise InvalidHost(f"the command cannot be read: {error}", value=command) from error

    def open(self) -> Host:
        """Start the host. Raises ``InvalidHost`` where there is none, ``HostBroken`` where it breaks at once."""
        if self.command:
            from .stdio import StdioHost

            return StdioHost(self.command, timeout=self.timeout)
        if self.where == SANDBOX:
            from mtg_prototype_plugin.sandbox import Sandbox

            return Sandbox()
        return _named(self.where)


def _named(where: str) -> Host:
    module_name, colon, name = where.partition(":")
    if not (module_name and colon and name):
        raise InvalidHost("not a host", value=where, hint=_HINT)
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.insert(0, here)
    try:
        found = getattr(import_module(module_name), name)
    except AttributeError as error:
        raise InvalidHost("the module has no such name", value=where, hint=line(error)) from error
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # a module may raise anything when it is imported, and exit too
        raise InvalidHost(f"the host cannot be imported: {problem(error)}", value=where) from error
    if isinstance(found, type) and issubclass(found, HostAdapter):
        from .adapter_table import AdapterHost

        return AdapterHost(found)
    try:
        host: Any = found() if callable(found) else found
        whole = all(hasattr(host, each) for each in ("name", "version", "capabilities", "table"))
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        raise InvalidHost(f"the host cannot be made: {problem(error)}", value=where) from error
    if not whole:
        raise InvalidHost("not a host", value=where, hint="a class that is derived from HostAdapter")
    check_identity(host.name, host.version, host.capabilities)
    return host  # type: ignore[no-any-return]
