"""The command line, ``mtg-prototype``: ``docs/cli.md`` describes its commands.

Exit codes: 0; 1 for a finding; 2 where no answer can be given: wrong usage, input that cannot be read, no such card.
"""

import io
import sys


def main() -> None:
    """Run the command line; says how to install what it needs where that is missing."""
    try:
        from .app import app
    except ModuleNotFoundError as error:
        if error.name not in ("click", "rich"):
            raise
        print(f"mtg-prototype needs {error.name}: pip install 'mtg-prototype-plugin[cli]'", file=sys.stderr)
        sys.exit(2)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal that cannot show a letter shows a question mark
    app(prog_name="mtg-prototype")
