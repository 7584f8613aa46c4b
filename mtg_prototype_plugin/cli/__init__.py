"""The command line, ``mtg-prototype``."""
