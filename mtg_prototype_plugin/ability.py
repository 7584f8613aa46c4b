"""The Prototype ability as text (CR 702.160a, 718.1): read it, print it, take it away.

Two forms are about. Rules texts have a line, ``Prototype {2}{R} — 3/2 (reminder text)``. Printed texts in other
languages end with the box as it stands on the card: the cost, the keyword with its reminder text, the size, in that
order, after ``//`` or a marker.
"""

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from html import unescape
from itertools import groupby
from typing import Any, Final, NamedTuple, overload

from mtg_hookspecs.characteristics import Characteristics, Size, parse_size
from mtg_hookspecs.errors import InvalidAbilityText, InvalidCharacteristics, MtgError
from mtg_hookspecs.mana import ManaCost
from mtg_hookspecs.value import Value

KEYWORDS: Final[Mapping[str, str]] = {
    "en": "Prototype",
    "fr": "Prototype",
    "de": "Prototyp",
    "it": "Prototipo",
    "es": "Prototipo",
    "pt": "Protótipo",
    "ja": "試作",
    "zhs": "试作",
    "zht": "試作",
    "ko": "프로토타입",
    "ru": "Прототип",
}
"""The keyword by language, under Scryfall's language codes."""

_SPELLINGS: Final = {unicodedata.normalize(form, word) for word in KEYWORDS.values() for form in ("NFC", "NFD")}
_PLAIN: Final = str.maketrans(
    {code: chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F)}  # full-width forms, as in Japanese and Chinese prints
    | dict.fromkeys(map(ord, "–―−‐‑‒─"), "—")
    | dict.fromkeys(map(ord, "\ufeff\u200b\u200c\u200d\u00ad"))
    | {0x3000: " ", 0xA0: " "}
)
_KEYWORD: Final = rf"(?:{'|'.join(sorted(_SPELLINGS, reverse=True))})(?!\w)"
_COST: Final = r"(?P<cost>(?:\{[^{}\s]{0,9}\})+)"
_PART: Final = r"[^\s/()]{1,9}?"
_SIZE: Final = rf"(?P<power>{_PART})/(?P<toughness>{_PART})\.?"

_MENTION: Final = re.compile(_KEYWORD, re.IGNORECASE)
_LINE: Final = re.compile(rf"(?:^[•·* ]{{0,3}}|, ?){_KEYWORD}\.? ?{_COST} ?[—-]+ ?{_SIZE} ?(?:\(.*)?$", re.IGNORECASE)
_BOX: Final = re.compile(rf"^(?:{_COST} ?)?{_KEYWORD}\.? ?(?:\(.*)?$", re.IGNORECASE)
_ONLY_COST: Final = re.compile(rf"^{_COST}$")
_ONLY_SIZE: Final = re.compile(rf"^{_SIZE}$")
_THERE: Final = re.compile(
    rf"^\W{{0,3}}{_KEYWORD}\.? ?(?:$|[({{:\d]|[—-]+ ?(?:$|[{{\d*X])|[^—]*[—-]+ ?{_PART}/{_PART} ?(?:$|\())"
    rf"|(?<!\w){_KEYWORD} ?[({{—:].*\d/\d",
    re.IGNORECASE,
)
_LOST_COST: Final = re.compile(r"^[\dWUBRGCSX{}/]{1,9}$")
_MARKER: Final = re.compile(r"^(?:PRT-\w*|\w*_Mech)$")
_MOST_LINES_OF_REMINDER: Final = 9
_LONGEST_PIECE: Final = 2_000
"""No ability stands in a longer one; searching it would take long."""


class _Piece(NamedTuple):
    """A part of a text between line ends and double slashes, as it is written and as it is read."""

    line: int
    written: str
    read: str


class _Found(NamedTuple):
    """The pieces that an ability takes up, ``first`` to before ``end``; ``kept`` is what stands before it there."""

    first: int
    end: int
    kept: str
    values: tuple[str, str, str] | None
    """Cost, power, toughness. ``None``: it cannot be read."""


@dataclass(frozen=True, slots=True)
class PrototypeAbility(Value):
    """The second mana cost, power and toughness of a prototype card (702.160a). ``str()`` is the standard line."""

    mana_cost: ManaCost
    power: Size
    toughness: Size

    @classmethod
    def find(cls, rules_text: str) -> "PrototypeAbility | None":
        """The ability that stands in a rules text, in any language and form; ``None``: there is none.

        Raises ``InvalidAbilityText`` if it is there but cannot be read, as where the cost's symbols were lost, or if
        two stand there that differ.
        """
        if not isinstance(rules_text, str):
            raise InvalidAbilityText("not a text", value=rules_text, hint="such as Prototype {2}{R} — 3/2")
        pieces = _pieces(rules_text)
        found = [cls._read(pieces, each) for each in _abilities(pieces)]
        if len(set(found)) > 1:
            both = "; ".join(map(str, dict.fromkeys(found)))
            raise InvalidAbilityText("Prototype abilities that differ", value=both, hint="a card has one")
        return found[0] if found else None

    @classmethod
    def _read(cls, pieces: Sequence[_Piece], found: _Found) -> "PrototypeAbility":
        text = " ".join(piece.written.strip() for piece in pieces[found.first : found.end])
        if found.values is None:
            problem = "a Prototype ability without a cost and size that can be read"
            raise InvalidAbilityText(problem, value=text, hint="such as Prototype {2}{R} — 3/2")
        cost, power, toughness = found.values
        try:
            return cls(ManaCost.parse(cost), _size(power), _size(toughness))
        except MtgError as error:
            problem = f"a Prototype ability with {error.problem} {error.value}"
            raise InvalidAbilityText(problem, value=text, hint=error.hint) from error

    @classmethod
    def parse(cls, text: str) -> "PrototypeAbility":
        """As ``find``, where the ability must be there. Raises ``InvalidAbilityText``."""
        ability = cls.find(text)
        if ability is None:
            raise InvalidAbilityText("no Prototype ability", value=text, hint="such as Prototype {2}{R} — 3/2")
        return ability

    def line(self, *, language: str = "en") -> str:
        """The standard line with that language's keyword; ``language`` is a key of ``KEYWORDS``."""
        if language not in tuple(KEYWORDS):
            raise InvalidAbilityText(
                "no keyword in this language", value=language, hint=f"known: {', '.join(KEYWORDS)}"
            )
        return f"{KEYWORDS[language]} {self.mana_cost} — {self.power}/{self.toughness}"

    def __str__(self) -> str:
        return self.line()


@overload
def sanitized(card: Characteristics) -> Characteristics: ...
@overload
def sanitized(card: Mapping[str, Any]) -> dict[str, Any]: ...
def sanitized(card: Characteristics | Mapping[str, Any]) -> Characteristics | dict[str, Any]:
    """The same card without the Prototype line, keyword and layout, for loaders that refuse what they do not know.

    ``card``: ``Characteristics``, or a record in Scryfall's or MTGJSON's keys, faces and foreign prints included.
    What is given is left as it is. Raises ``InvalidCharacteristics`` for anything else.
    """
    if isinstance(card, Characteristics):
        text = None if card.rules_text is None else _without_ability(card.rules_text)
        return replace(card, rules_text=text, keywords=tuple(_without_keyword(card.keywords)))
    if not isinstance(card, Mapping):
        raise InvalidCharacteristics("neither Characteristics nor a record", value=card, hint="a card record is a dict")
    record = dict(card)
    for key in ("oracle_text", "printed_text", "text", "originalText", "rules_text"):
        if isinstance(record.get(key), str):
            record[key] = _without_ability(record[key])
    if isinstance(record.get("keywords"), list | tuple):
        record["keywords"] = _without_keyword(record["keywords"])
    if record.get("layout") == "prototype":
        record["layout"] = "normal"
    for key in ("card_faces", "foreignData"):
        if isinstance(record.get(key), list | tuple):
            record[key] = [sanitized(part) for part in record[key]]
    return record


def _without_keyword(keywords: Sequence[Any]) -> list[Any]:
    return [word for word in keywords if not (isinstance(word, str) and _MENTION.fullmatch(word.rstrip(".")))]


def _without_ability(text: str) -> str:
    pieces = _pieces(text)
    kept = [piece.written for piece in pieces]
    found = tuple(_abilities(pieces))
    for each in found:
        kept[each.first : each.end] = [each.kept, *[""] * (each.end - each.first - 1)]
        before = each.first - 1
        while before >= 0 and (pieces[before].read in ("//", "") or _MARKER.match(pieces[before].read)):
            kept[before] = ""
            before -= 1
    if not found:
        return text
    by_line = groupby(zip(pieces, kept, strict=True), key=lambda pair: pair[0].line)
    lines = ["".join(part for _, part in pairs) for _, pairs in by_line]
    return "\n".join(line.rstrip() for line in lines if line.strip())


def _pieces(text: str) -> tuple[_Piece, ...]:
    """The pieces of a text that mentions the keyword; none of one that does not."""
    if not _MENTION.search(text.translate(_PLAIN)):
        return ()
    return tuple(
        _Piece(number, part, " ".join(unescape(part).translate(_PLAIN).split()))
        for number, line in enumerate(re.sub(r"<br ?/?>", "\n", text).splitlines())
        for part in re.split(r"(//)", line)
        if part
    )


def _abilities(pieces: Sequence[_Piece]) -> Iterator[_Found]:
    """Every Prototype ability of the text, readable or not, in its order."""
    at = 0
    while at < len(pieces):
        read = pieces[at].read
        found = _at(pieces, at) if len(read) <= _LONGEST_PIECE and _MENTION.search(read) else None
        if found:
            yield found
        at = max(at + 1, found.end if found else 0)


def _at(pieces: Sequence[_Piece], at: int) -> _Found | None:
    """The ability whose keyword stands in this piece."""
    line = _LINE.search(pieces[at].read)
    if line:
        kept = pieces[at].read[: line.start()]
        return _Found(at, at + 1, kept, (line["cost"], line["power"], line["toughness"]))
    if box := _box(pieces, at):
        return box
    if _MARKER.match(pieces[at].read) or not _THERE.search(pieces[at].read):
        return None
    first, end = at, _after_reminder(pieces, at)
    if end < len(pieces) and _ONLY_SIZE.match(pieces[end].read):
        end += 1
    if at and _LOST_COST.match(pieces[at - 1].read):
        first -= 1
    return _Found(first, end, "", None)


def _box(pieces: Sequence[_Piece], at: int) -> _Found | None:
    """Cost, keyword with reminder text, size: over several pieces, or in one."""
    end = _after_reminder(pieces, at)
    text = " ".join(piece.read for piece in pieces[at:end])
    size = re.search(rf"(?:^|[ )]){_SIZE}$", text)
    if size:
        text = text[: size.start()] + (")" if size[0].startswith(")") else "")
    elif end < len(pieces):
        size = _ONLY_SIZE.match(pieces[end].read)
        end += 1
    box = _BOX.match(text)
    if not box or not size:
        return None
    cost = box if box["cost"] else _ONLY_COST.match(pieces[at - 1].read) if at else None
    first = at if box["cost"] else at - 1
    return _Found(first, end, "", (cost["cost"], size["power"], size["toughness"])) if cost else None


def _after_reminder(pieces: Sequence[_Piece], at: int) -> int:
    """The piece after the reminder text that begins in this piece, or in the next."""
    depth, end = 0, at
    while end < len(pieces) and end - at < _MOST_LINES_OF_REMINDER:
        if end > at and depth <= 0 and not (end == at + 1 and pieces[end].read.startswith("(")):
            break
        depth += pieces[end].read.count("(") - pieces[end].read.count(")")
        end += 1
    return end


def _size(text: str) -> Size:
    size = parse_size(text)
    return text if size is None else size
