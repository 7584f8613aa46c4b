"""From a card record in Scryfall's keys to facts. Every layout is read; the schema is open, so unknown ones too.

The readers of other sources give records in these keys as well. Beside them they may set ``printed_names``, a list of
pairs of language and name.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from typing import Any, Final, Self

from mtg_hookspecs.characteristics import Characteristics, parse_type_line
from mtg_hookspecs.errors import BadResponse, InvalidAbilityText, MtgError
from mtg_hookspecs.mana import Colors, ManaCost
from mtg_hookspecs.value import Value

from ..rule_index import rules
from ..rules import prototype_of
from .errors import one_line, printable
from .facts import CardFacts, Source

Record = Mapping[str, Any]

_VARIANTS: Final = frozenset(
    (
        *("character select", "choose a background", "doctor's companion", "friends forever"),  # 702.124
        *("commander ninjutsu", "double agenda", "megamorph", "multikicker", "nightbound"),
    )
)
"""Keyword abilities that stand under another's number (702.33, 702.37, 702.49, 702.106, 702.145)."""

_TEXTS: Final = (
    *("id", "oracle_id", "layout", "lang", "set", "collector_number", "oracle_text", "printed_name", "flavor_name"),
)
_TEXT_OR_NONE: Final = (str, type(None))
_REMINDER: Final = re.compile(r"\([^()]*\)")


@dataclass(frozen=True, slots=True)
class Unreadable(Value):
    """A record that was passed over: its id, or where it stands, and why. ``str()`` is one line."""

    record: str
    reason: str

    @classmethod
    def of(cls, record: object, error: Exception) -> Self:
        """Named by its id, else its name, else by itself, 60 letters at most."""
        named = record.get("id") or record.get("name") if isinstance(record, Mapping) else None
        return cls(str(named or record)[:60], one_line(error))

    def __str__(self) -> str:
        return f"{printable(self.record)}: {printable(self.reason)}"


def characteristics_of(record: Record) -> Characteristics:
    """What the card of a record is in a hand. Raises an ``MtgError``: ``BadResponse`` for what is no card record."""
    with _of_a_card(record):
        return _whole(record, _faces(record))


def facts_of(record: Record, *, source: Source, as_of: str | None = None) -> CardFacts:
    """All that a record tells. Raises as ``characteristics_of`` does."""
    with _of_a_card(record):
        faces = _faces(record)
        first = (_face_records(record) or (record,))[0]
        return CardFacts(
            characteristics=_whole(record, faces),
            faces=faces,
            name=record["name"],
            layout=record.get("layout") or "normal",
            oracle_id=record.get("oracle_id") or first.get("oracle_id"),  # a reversible card has it on its faces
            scryfall_id=record.get("id"),
            set_code=record.get("set"),
            collector_number=record.get("collector_number"),
            language=record.get("lang") or "en",
            printed_names=tuple(dict.fromkeys(printed_names(record))),
            source=source,
            as_of=as_of,
        )


def printed_names(record: Record) -> Iterator[tuple[str, str]]:
    """Pairs of language and whole name, as printed. Only of a record that ``facts_of`` reads."""
    for pair in record.get("printed_names") or ():
        language, name = pair
        if not (isinstance(language, str) and isinstance(name, str)):
            raise BadResponse("a printed name that is no text", value=pair)
        yield language, name
    names = [part.get("printed_name") for part in (_face_records(record) or (record,))]
    if any(names):
        own = [part["name"] for part in (_face_records(record) or (record,))]
        yield record.get("lang") or "en", " // ".join(name or other for name, other in zip(names, own, strict=True))


def is_prototype(record: Record) -> bool:
    """Whether it is a prototype card: it has the keyword and a line that parses (702.160a).

    Raises ``InvalidAbilityText`` for the keyword with a line that cannot be read or is not there.
    """
    if "Prototype" not in (record.get("keywords") or ()):
        return False
    if prototype_of(characteristics_of(record)) is None:
        raise InvalidAbilityText("the keyword Prototype without its line", value=record.get("name"))
    return True


def _face_records(record: Record) -> tuple[Record, ...]:
    return tuple(record.get("card_faces") or ())


def _faces(record: Record) -> tuple[Characteristics, ...]:
    parts = _face_records(record)
    if not parts:
        return (_one(record, record),)
    front = _one(parts[0], record)
    return (front, *(_back(part, record, front) for part in parts[1:]))


def _back(part: Record, record: Record, front: Characteristics) -> Characteristics:
    back = _one(part, record)
    layout = record.get("layout")
    if layout == "flip":  # 710.1c
        return replace(back, mana_cost=front.mana_cost, colors=front.colors, mana_value=front.mana_value)
    if layout == "transform" and back.mana_cost is None:
        return replace(back, mana_value=front.mana_value)  # 202.3b
    return back


def _one(part: Record, record: Record) -> Characteristics:
    """A face, or the record itself where it has no faces."""
    whole = part is record
    supertypes, types, subtypes = _type_line(part["type_line"])
    cost = part.get("mana_cost")
    text = part.get("oracle_text")
    colors = part.get("colors")
    if colors is None:
        colors = part.get("color_indicator")  # 204.1
    words = _abilities_of(tuple(record.get("keywords") or ()))
    if words and (text is not None or not whole):
        words = _own(words, text or "")
    if colors is None and "Devoid" in words:
        colors = ()  # 702.114a
    return Characteristics(
        name=part["name"],
        mana_cost=_cost(cost) if cost else None,
        colors=None if colors is None else _letters(tuple(colors)),
        supertypes=supertypes,
        types=types,
        subtypes=subtypes,
        power=part.get("power"),
        toughness=part.get("toughness"),
        loyalty=part.get("loyalty"),
        defense=part.get("defense"),
        keywords=words,
        rules_text=text,
        color_identity=None if record.get("color_identity") is None else _letters(tuple(record["color_identity"])),
        mana_value=part.get("cmc") if whole else None,  # old records have a wrong one on faces
    )


def _whole(record: Record, faces: tuple[Characteristics, ...]) -> Characteristics:
    if record.get("layout") != "split" or len(faces) == 1:
        return faces[0]  # 712.8a, 715.4
    symbols = tuple(symbol for face in faces if face.mana_cost for symbol in face.mana_cost.symbols)
    return Characteristics(
        name=record["name"],
        mana_cost=ManaCost(symbols) if symbols else None,  # 709.4b
        colors="".join(face.colors for face in faces),
        supertypes=_union(face.supertypes for face in faces),
        types=_union(face.types for face in faces),
        subtypes=_union(face.subtypes for face in faces),
        keywords=_union(face.keywords for face in faces),
        rules_text="\n".join(face.rules_text or "" for face in faces),
        color_identity=faces[0].color_identity,
    )


def _union(words: Iterable[tuple[str, ...]]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(word for each in words for word in each))


_FAMILIES: Final = ("cycling", "offering", "walk")
"""Abilities that stand in a text under other names: Basic landcycling, Fox offering, Islandwalk."""


def _own(words: tuple[str, ...], text: str) -> tuple[str, ...]:
    """Those of the card's keyword abilities that this text has, not those that it grants, and not another face's.

    An object has what stands in a row of keywords on a line of its own; in a sentence it gives it to something.
    """
    own: set[str] = set()
    for line in _REMINDER.sub("", text).casefold().splitlines():
        row = line.strip().rpartition(" — ")[2] if not _begun(line.strip(), words) else line.strip()  # 207.2d
        items = re.split(r"[,;] (?:and )?", row)
        for item in items if _begun(items[0], words) else ():
            own.update(_begun(item, words))
    return tuple(word for word in words if word in own or word.casefold().endswith(_FAMILIES))


def _begun(item: str, words: tuple[str, ...]) -> list[str]:
    return [word for word in words if re.match(rf"{re.escape(word.casefold())}(?!\w)", item)]


@contextmanager
def _of_a_card(record: Record) -> Iterator[None]:
    """Any other form than a card record's is ``BadResponse`` with its id."""
    if not isinstance(record, Mapping):
        raise BadResponse("no card record", value=record)
    named = record.get("id") or record.get("name")
    try:
        for part in (record, *_face_records(record)):
            for key in ("name",) if part is record and record.get("card_faces") else ("name", "type_line"):
                if not isinstance(part.get(key), str):
                    raise BadResponse(f"a card record without {key}", value=named)
            for key in _TEXTS:
                if not isinstance(part.get(key), _TEXT_OR_NONE):
                    raise BadResponse(f"a card record whose {key} is no text", value=named)
        yield
    except MtgError:
        raise
    except (TypeError, ValueError, AttributeError, KeyError, OverflowError) as error:
        raise BadResponse(
            "a card record of another form", value=named, hint=f"{type(error).__name__}: {error}"
        ) from error


# Of 38,000 cards few have a cost, a type line or colours that no other has.
_cost = lru_cache(8192)(ManaCost.parse)
_type_line = lru_cache(8192)(parse_type_line)
_letters = lru_cache(256)(Colors)


@lru_cache(8192)
def _abilities_of(words: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(word for word in words if is_keyword_ability(word))


def is_keyword_ability(word: str) -> bool:
    """Whether a record's keyword is a keyword ability (702) other than Prototype.

    Records mix them with keyword actions (701) and ability words (207.2c).
    """
    plain = word.lower()
    stem = plain.partition(" with")[0].partition(" from")[0]
    known = plain in _abilities() or stem in _abilities() or plain in _VARIANTS
    one_word = " " not in plain
    family = plain.endswith(("landwalk", "cycling")) or (plain.endswith("walk") and one_word)  # 702.14a, 702.29e
    return (known or family) and plain != "prototype"


@cache
def _abilities() -> frozenset[str]:
    return frozenset(topic for number, topic in rules().items() if number.startswith("702."))
