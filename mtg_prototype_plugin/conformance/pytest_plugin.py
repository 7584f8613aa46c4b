"""Options for pytest: ``pytest --pyargs mtg_prototype_plugin.conformance --mtg-host module:Adapter``.

Loaded in every run of pytest where this package is installed, so it loads nothing itself. The scenarios are collected
by ``pytest_items``, which comes in where a host is given or this package is what is to be tested.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    """``--mtg-host`` and ``--mtg-xfail``, and the same as ini values."""
    group = parser.getgroup("mtg", "conformance of Magic engines")
    group.addoption("--mtg-host", metavar="HOST", help="'sandbox', or module:Adapter of the host to test.")
    group.addoption("--mtg-command", metavar="COMMAND", help="A program that speaks JSON lines, to test in its place.")
    group.addoption("--mtg-xfail", metavar="FILE", help="Ids of scenarios that are known to fail, a line each.")
    parser.addini("mtg_host", "The host to test, if --mtg-host is not given.", default="")
    parser.addini("mtg_command", "The program to test, if --mtg-command is not given.", default="")
    parser.addini("mtg_xfail", "The file of known failures, from the ini file on.", default="")


def pytest_configure(config: pytest.Config) -> None:
    """Bring in what collects the scenarios, where they are meant."""
    if any(map(_means_us, config.args)):
        from . import pytest_items

        config.pluginmanager.register(pytest_items.Scenarios(config), "mtg-scenarios")


def _means_us(argument: str) -> bool:
    """Whether what is to be tested is this package: its name after ``--pyargs``, or a path into it."""
    package, room = __name__.split(".")[:2]
    return argument == package or f"{package}.{room}" in argument.replace("\\", ".").replace("/", ".")
