"""``python -m mtg_prototype_plugin`` is ``mtg-prototype``."""

from .cli import main

main()
