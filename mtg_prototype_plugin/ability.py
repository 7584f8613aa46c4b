"""The Prototype ability as text (CR 702.160a, 718.1): read it, print it, take it away.

Two forms are about. Rules texts have a line, ``Prototype {2}{R} — 3/2 (reminder text)``. Printed texts in other
languages end with the box as it stands on the card: the cost, the keyword with its reminder text, the size, in that
order, after ``//`` or a marker.
"""

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, overload

from mtg_hookspecs.characteristics import Characteristics, Size, parse_size
from mtg_hookspecs.errors import InvalidAbilityText, MtgError
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

_HALF_WIDTH: Final = str.maketrans("０１２３４５６７８９／（）＋＊｛｝", "0123456789/()+*{}")  # one to one: places stay
_SPELLINGS: Final = {unicodedata.normalize(form, word) for word in KEYWORDS.values() for form in ("NFC", "NFD")}
_KEYWORD: Final = rf"(?:{'|'.join(sorted(_SPELLINGS, reverse=True))})\.?(?!\w)"
_COST: Final = r"(?P<cost>(?:\{[^{}\s]*\})+)"
_DASH: Final = r"(?:—|–|―|−|-|&mdash;|&ndash;)"
_PART: Final = r"[^\s/()]+?"
_SIZE: Final = rf"(?P<power>{_PART})/(?P<toughness>{_PART})\.?"
_REMINDER: Final = r"(?:\([^()]*\))?"
_MARKER: Final = r"//\s*PRT-[\w\s-]*//"
_GAP: Final = r"[^\S\n]*"
_START: Final = rf"(?:{_MARKER}|^{_GAP}//|[^\S\n]//|^)"

_LINE: Final = re.compile(
    rf"(?:{_START}\s*|,{_GAP}){_KEYWORD}{_GAP}{_COST}{_GAP}{_DASH}{_GAP}{_SIZE}{_GAP}{_REMINDER}{_GAP}$", re.M | re.I
)
_BOX: Final = re.compile(rf"{_START}\s*{_COST}\s*{_KEYWORD}\s*{_REMINDER}\s*{_SIZE}{_GAP}$", re.M | re.I)
_THERE: Final = re.compile(
    rf"{_START}\s*{_KEYWORD}{_GAP}(?:[({{\d]|{_DASH}{_GAP}[{{\d*X]|{_DASH}?$|[^\n]*{_DASH}{_GAP}\w+/\w+)[^\n]*$",
    re.M | re.I,
)
_DIVIDER: Final = re.compile(rf"{_MARKER}|^{_GAP}//{_GAP}$", re.M)


@dataclass(frozen=True, slots=True)
class PrototypeAbility(Value):
    """The second mana cost, power and toughness of a prototype card (702.160a). ``str()`` is the standard line."""

    mana_cost: ManaCost
    power: Size
    toughness: Size

    @classmethod
    def find(cls, rules_text: str) -> "PrototypeAbility | None":
        """The ability that stands in a rules text, in any language and form; ``None``: there is none.

        Raises ``InvalidAbilityText`` if it is there but cannot be read, as where the cost's symbols were lost.
        """
        text = rules_text.translate(_HALF_WIDTH)
        found = _LINE.search(text) or _BOX.search(text)
        if found is None:
            unreadable = _THERE.search(text)
            if unreadable is None:
                return None
            raise InvalidAbilityText(
                "a Prototype ability without a cost and size that can be read",
                value=unreadable[0].strip(),
                hint="such as Prototype {2}{R} — 3/2",
            )
        try:
            power, toughness = parse_size(found["power"]), parse_size(found["toughness"])
            assert power is not None and toughness is not None  # noqa: PT018 (for the type checker: parts are not empty)
            return cls(ManaCost.parse(found["cost"]), power, toughness)
        except MtgError as error:
            problem = f"a Prototype ability with {error.problem} {error.value}"
            raise InvalidAbilityText(problem, value=found[0].strip(), hint=error.hint) from error

    @classmethod
    def parse(cls, text: str) -> "PrototypeAbility":
        """As ``find``, where the ability must be there. Raises ``InvalidAbilityText``."""
        ability = cls.find(text)
        if ability is None:
            raise InvalidAbilityText("no Prototype ability", value=text, hint="such as Prototype {2}{R} — 3/2")
        return ability

    def line(self, *, language: str = "en") -> str:
        """The standard line with that language's keyword; ``language`` is a key of ``KEYWORDS``."""
        if language not in KEYWORDS:
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
    What is given is left as it is.
    """
    if isinstance(card, Characteristics):
        text = None if card.rules_text is None else _without_ability(card.rules_text)
        keywords = tuple(word for word in card.keywords if word not in _SPELLINGS)
        return replace(card, rules_text=text, keywords=keywords)
    record = dict(card)
    for key in ("oracle_text", "printed_text", "text", "originalText", "rules_text"):
        if isinstance(record.get(key), str):
            record[key] = _without_ability(record[key])
    if isinstance(record.get("keywords"), list):
        record["keywords"] = [word for word in record["keywords"] if word not in _SPELLINGS]
    if record.get("layout") == "prototype":
        record["layout"] = "normal"
    for key in ("card_faces", "foreignData"):
        if isinstance(record.get(key), list):
            record[key] = [sanitized(part) for part in record[key]]
    return record


def _without_ability(text: str) -> str:
    while span := _span(text.translate(_HALF_WIDTH)):
        before, after = text[: span[0]].rstrip(), text[span[1] :].lstrip()
        text = f"{before}\n{after}" if before and after else before or after
    return text


def _span(text: str) -> tuple[int, int] | None:
    """Where the ability stands. An unreadable box goes from its divider to the end."""
    found = _LINE.search(text) or _BOX.search(text)
    if found is None:
        found = _THERE.search(text)
        divider = _DIVIDER.search(text) if found else None
        if found and divider and divider.start() <= found.start():
            return divider.start(), len(text)
    return found.span() if found else None
