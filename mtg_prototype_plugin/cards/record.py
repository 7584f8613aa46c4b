"""From a card record in Scryfall's keys to characteristics."""

from collections.abc import Mapping
from functools import cache
from typing import Any, Final

from mtg_hookspecs.characteristics import Characteristics
from mtg_hookspecs.errors import BadResponse

from ..rule_index import rules

_VARIANTS: Final = frozenset(
    (
        *("character select", "choose a background", "doctor's companion", "friends forever"),  # 702.124
        *("commander ninjutsu", "double agenda", "megamorph", "multikicker", "nightbound"),
    )
)
"""Keyword abilities that stand under another's number (702.33, 702.37, 702.49, 702.106, 702.145)."""


def characteristics_of(record: Mapping[str, Any]) -> Characteristics:
    """The characteristics of a record with one face. Raises ``BadResponse`` for one without name or type line."""
    missing = [key for key in ("name", "type_line") if not isinstance(record.get(key), str)]
    if missing:
        raise BadResponse(f"a card record without {missing[0]}", value=record.get("id"), hint="a face has its own")
    return Characteristics.from_strings(
        name=record["name"],
        type_line=record["type_line"],
        mana_cost=record.get("mana_cost"),
        power=record.get("power"),
        toughness=record.get("toughness"),
        loyalty=record.get("loyalty"),
        defense=record.get("defense"),
        oracle_text=record.get("oracle_text"),
        colors=record.get("colors"),
        keywords=tuple(word for word in record.get("keywords", ()) if is_keyword_ability(word)),
        color_identity=record.get("color_identity"),
        cmc=record.get("cmc"),
    )


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
