"""Hosts that are wrong on purpose, as real engines have been: the scenarios must find each of them out.

Each is the sandbox with one fault. Beside it stand the rules that the fault breaks: a scenario that fails for it cites
one of them, and for each of them some scenario fails. ``python -m mtg_prototype_plugin.conformance.wrong_hosts`` prints
which scenarios those are.
"""

from typing import Final

from . import casting, copying, leaving, values
from .wrong_host import WrongHost

__all__ = ["WRONG_HOSTS", "WrongHost"]

WRONG_HOSTS: Final = (*casting.HOSTS, *values.HOSTS, *copying.HOSTS, *leaving.HOSTS)
