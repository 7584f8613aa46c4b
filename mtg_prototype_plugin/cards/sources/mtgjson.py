"""MTGJSON: ``AtomicCards``, set files and ``AllPrintings``, plain or gzipped. It lists each face by itself."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import Any, Final

from ..json_stream import members
from ..unpacked import Progress, chunks

LANGUAGES: Final[Mapping[str, str]] = {
    "English": "en",
    "French": "fr",
    "German": "de",
    "Italian": "it",
    "Spanish": "es",
    "Portuguese (Brazil)": "pt",
    "Japanese": "ja",
    "Chinese Simplified": "zhs",
    "Chinese Traditional": "zht",
    "Korean": "ko",
    "Russian": "ru",
}
"""MTGJSON's words for languages and Scryfall's codes. Others keep MTGJSON's word."""

_KEYS: Final = {
    "manaCost": "mana_cost",
    "type": "type_line",
    "text": "oracle_text",
    "power": "power",
    "toughness": "toughness",
    "loyalty": "loyalty",
    "defense": "defense",
    "colors": "colors",
    "colorIndicator": "color_indicator",
    "colorIdentity": "color_identity",
    "keywords": "keywords",
}
_LAYOUTS: Final = {"aftermath": "split"}
_KINDS: Final = ("cards", "tokens")
_OF_A_SET: Final = frozenset(
    (
        *("baseSetSize", "block", "booster", "cardsphereSetId", "code", "codeV3", "decks", "isFoilOnly"),
        *("isForeignOnly", "isNonFoilOnly", "isOnlineOnly", "isPaperOnly", "isPartialPreview", "keyruneCode"),
        *("languages", "mcmId", "mcmIdExtras", "mcmName", "mtgoCode", "name", "parentCode", "releaseDate"),
        *("sealedProduct", "sourceSetCodes", "tcgplayerGroupId", "tokenSetCode", "totalSetSize", "translations"),
        *("type", "meta"),
    )
)
"""What a set file says of the set beside its cards, and ``meta`` of the file."""
_OPENING: Final = re.compile(rb'(?:\xef\xbb\xbf)?\s*\{\s*"(?:meta|data)"')


def recognized(path: Path) -> bool:
    """Whether the file begins as MTGJSON's do, with ``meta`` or ``data``. Raises ``CardFileError``."""
    return _OPENING.match(next(chunks(path), b"")) is not None


def day_of(path: Path) -> str | None:
    """The day that the file says it was made; ``None``: it begins with no such thing. Raises ``CardFileError``."""
    key, meta = next(members(path), ("", None))
    day = meta.get("date") if key == "meta" and isinstance(meta, Mapping) else None
    try:
        return date.fromisoformat(day).isoformat() if isinstance(day, str) else None
    except ValueError:
        return None


def records(path: Path, *, progress: Progress | None = None) -> Iterator[dict[str, Any]]:
    """One record a card (``AtomicCards``) or print (set files, tokens too). Raises ``CardFileError``.

    An entry of another form gives a record that ``cards.record`` refuses, so that it is reported.
    """
    for key, member in members(path, progress=progress):
        if key in _KINDS:
            yield from _joined(member, key)
        elif key in _OF_A_SET:
            continue
        elif isinstance(member, list) and _names_cards(member):
            yield readable(member)
        elif isinstance(member, Mapping) and any(kind in member for kind in _KINDS):  # AllPrintings: one set
            for kind in _KINDS:
                yield from _joined(member.get(kind, []), f"{kind} of {key}")
        else:
            yield {"name": key}


def _names_cards(faces: list[Any]) -> bool:
    return all(isinstance(face, Mapping) and "name" in face for face in faces) and bool(faces)


def _joined(entries: Any, where: str) -> Iterator[dict[str, Any]]:
    """The faces of one print are entries that share its Scryfall id."""
    if not isinstance(entries, list):
        yield {"name": where}
        return
    prints: dict[str, list[Any]] = {}
    for place, entry in enumerate(entries):
        ids = entry.get("identifiers") if isinstance(entry, Mapping) else None
        key = ids.get("scryfallId") if isinstance(ids, Mapping) else None
        prints.setdefault(str(key or place), []).append(entry)
    yield from map(readable, prints.values())


def readable(faces: Sequence[Any]) -> dict[str, Any]:
    """As ``record_of``, of one face at least; entries of another form give what there is of a name: no record."""
    try:
        return record_of(faces)
    except (TypeError, AttributeError, KeyError, ValueError):
        return {"name": str(faces[0])[:60]}


def record_of(faces: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """The record of a card, from MTGJSON's entries for its faces."""
    ordered = sorted(faces, key=lambda entry: str(entry.get("side") or "a"))
    first = ordered[0]
    ids = first.get("identifiers") or {}
    layout = first.get("layout")
    record = {
        "id": ids.get("scryfallId"),
        "oracle_id": ids.get("scryfallOracleId"),
        "name": first.get("name"),
        "layout": _LAYOUTS.get(layout or "", layout),
        "set": first["setCode"].lower() if isinstance(first.get("setCode"), str) else None,
        "collector_number": first.get("number"),
        "color_identity": first.get("colorIdentity"),
        "keywords": list(dict.fromkeys(word for entry in ordered for word in entry.get("keywords") or ())),
        "printed_names": [
            [LANGUAGES.get(foreign["language"], foreign["language"]), foreign["name"]]
            for foreign in first.get("foreignData") or ()
            if foreign.get("name")
        ],
    }
    if len(ordered) == 1 and " // " not in str(first.get("name")):
        record |= _face(first)
        record["cmc"] = first.get("manaValue", first.get("convertedManaCost"))
    else:
        record["card_faces"] = [_face(entry) | {"name": _face_name(entry)} for entry in ordered]
    return {key: value for key, value in record.items() if value is not None}


def _face(entry: Mapping[str, Any]) -> dict[str, Any]:
    return {ours: entry[theirs] for theirs, ours in _KEYS.items() if entry.get(theirs) is not None}


def _face_name(entry: Mapping[str, Any]) -> str:
    name: str = entry.get("faceName") or entry["name"].partition(" // ")[0]
    return name
