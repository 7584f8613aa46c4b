"""What goes wrong with files and stores of card facts."""

from mtg_hookspecs.errors import MtgError


class CardFileError(MtgError, ValueError):
    """A file of card records that is cut short, damaged, or no such file. ``value`` is its path."""


class StoreError(MtgError, RuntimeError):
    """A store that cannot be read or written. ``value`` is its path. A store that was there before stays as it was."""


def printable(text: str) -> str:
    """As it is, or with escapes where it holds line ends or other signs that move a terminal's cursor."""
    return text if text.isprintable() else repr(text)


def one_line(error: object) -> str:
    """What an error says, in one line: SQLite's messages may hold names out of a file."""
    return " ".join(str(error).split())
