"""``python -m mtg_prototype_plugin`` is ``mtg-prototype``."""

from .cli import main

if __name__ == "__main__":
    main()
