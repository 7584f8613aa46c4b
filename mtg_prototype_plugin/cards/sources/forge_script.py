"""Forge's card scripts: a text file a card, lines of ``Key:value``, faces apart by ``ALTERNATE``.

The Prototype ability is read from its ``K:Prototype:2 R:3:2``, which is what Forge plays by, not from the text.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from ...ability import sanitized
from ..errors import CardFileError

_LAYOUTS: Final = {"DoubleFaced": "transform", "Modal": "modal_dfc", "Omen": "adventure"}
"""``AlternateMode`` and Scryfall's layout; others are the same word."""
_ONE_FACE: Final = ("Meld", "Specialize")
"""What comes after ``ALTERNATE`` is another object."""

_COLORS: Final = {"white": "W", "blue": "U", "black": "B", "red": "R", "green": "G"}
_KEYS: Final = {"Loyalty": "loyalty", "Defense": "defense"}


def records(path: Path) -> Iterator[dict[str, Any]]:
    """A record for the script at ``path``, or for each ``.txt`` below that folder. Raises ``CardFileError``."""
    scripts = sorted(path.rglob("*.txt")) if path.is_dir() else [path]
    for script in scripts:
        try:
            yield record_of(script.read_text(encoding="utf-8"))
        except (OSError, UnicodeDecodeError) as error:
            raise CardFileError(f"a script that cannot be read: {error}", value=str(script)) from error


def record_of(script: str) -> dict[str, Any]:
    """The record of a card, from its script. A field that cannot be read is left for ``cards.record`` to refuse."""
    mode = ""
    faces: list[dict[str, Any]] = [{}]
    for line in script.splitlines():
        if line.strip() == "ALTERNATE":
            faces.append({})
            continue
        key, mark, value = line.strip().partition(":")
        if key == "AlternateMode":
            mode = value
        elif mark and not key.startswith("#"):
            _read(faces[-1], key, value)
    faces = [_finished(face) for face in (faces[:1] if mode in _ONE_FACE else faces)]
    keywords = list(dict.fromkeys(word for face in faces for word in face["keywords"]))
    if len(faces) == 1:
        layout = mode.lower() or ("prototype" if "Prototype" in keywords else "normal")
        return faces[0] | {"layout": layout}
    names = " // ".join(face.get("name", "") for face in faces)
    return {"name": names, "layout": _LAYOUTS.get(mode, mode.lower()), "keywords": keywords, "card_faces": faces}


def _read(face: dict[str, Any], key: str, value: str) -> None:
    if key == "Name":
        face["name"] = value
    elif key == "ManaCost":
        face["mana_cost"] = mana_cost(value)
    elif key == "Types":
        face["type_line"] = value
    elif key == "Colors":
        face["colors"] = [_COLORS.get(word.strip().lower(), word) for word in value.split(",")]
    elif key == "PT":
        face["power"], _, face["toughness"] = value.partition("/")
    elif key == "K":
        face.setdefault("keywords", []).append(value)
    elif key == "Oracle":
        face["oracle_text"] = value.replace("\\n", "\n")
    elif key in _KEYS:
        face[_KEYS[key]] = value


def _finished(face: dict[str, Any]) -> dict[str, Any]:
    scripted = [word.split(":") for word in face.get("keywords", ())]
    face["keywords"] = list(dict.fromkeys(word[0].capitalize() for word in scripted))
    if "type_line" in face:
        face["type_line"] = _type_line(face["type_line"])
    if "Devoid" in face["keywords"]:
        face["colors"] = []  # 702.114a
    for word in scripted:
        if word[0] == "Prototype":
            cost, power, toughness = (*word[1:], "", "", "")[:3]
            rest = sanitized(face)["oracle_text"] if face.get("oracle_text") else ""
            face["oracle_text"] = f"Prototype {mana_cost(cost)} — {power}/{toughness}\n{rest}".rstrip()
    return face


def mana_cost(scripted: str) -> str:
    """Forge's ``2 R`` as ``{2}{R}``; ``WU``, ``W/U``, ``2W`` are hybrid, ``PR`` is Phyrexian, ``no cost`` is none."""
    if scripted.strip().lower() in ("", "no cost"):
        return ""
    return "".join(f"{{{_symbol(shard.replace('/', ''))}}}" for shard in scripted.split())


def _symbol(shard: str) -> str:
    if shard.isdecimal() or len(shard) == 1:
        return shard
    halves = sorted(shard, key=lambda letter: (letter == "P", letter.isalpha()))
    return "/".join(halves)


def _type_line(words: str) -> str:
    """Forge puts no dash: what comes after the last card type are subtypes (205.3)."""
    every = words.split()
    types = [place for place, word in enumerate(every) if word in _TYPES]
    last = types[-1] + 1 if types else len(every)
    left, right = " ".join(every[:last]), " ".join(every[last:])
    return f"{left} — {right}" if right else left


_TYPES: Final = frozenset(
    (
        *("Artifact", "Battle", "Conspiracy", "Creature", "Dungeon", "Enchantment", "Instant", "Kindred", "Land"),
        *("Phenomenon", "Plane", "Planeswalker", "Scheme", "Sorcery", "Tribal", "Vanguard"),
    )
)
"""The card types (205.2a), and the former word for kindred."""
