"""Prints which scenarios find out which wrong host: ``python -m mtg_prototype_plugin.conformance.wrong_hosts``."""

from .found_out import lines

print(*lines(), sep="\n")
