"""Adventurer cards as facts: what is printed on the card, and in its inset frame (715.1, 715.2)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from mtg_hookspecs import Characteristics, parse_type_line


@dataclass(frozen=True, slots=True)
class AdventurerCard:
    """One card with two sets of characteristics (715.2c)."""

    card: Characteristics
    """The normal ones."""
    adventure: Characteristics
    """Those of the Adventure (715.2)."""

    @classmethod
    def from_record(cls, record: Mapping[str, Any]) -> "AdventurerCard | None":
        """Read a record in Scryfall's keys; ``None``: no adventurer card.

        The layout does not say it (an Omen, 720, may have the same), the subtype does. Scryfall gives keywords by card
        and not by face, so a face has none here; read its text. Raises as ``Characteristics.from_strings`` does.
        """
        faces: Sequence[Mapping[str, Any]] = record.get("card_faces") or ()
        if len(faces) != 2 or "Adventure" not in parse_type_line(faces[1]["type_line"])[2]:  # 205.3k
            return None
        card, adventure = (_face(face, record.get("color_identity")) for face in faces)
        return cls(card, adventure)


def _face(face: Mapping[str, Any], color_identity: list[str] | None) -> Characteristics:
    given = {key: face[key] for key in ("power", "toughness", "oracle_text") if key in face}
    return Characteristics.from_strings(
        name=face["name"],
        mana_cost=face.get("mana_cost"),
        type_line=face["type_line"],
        color_identity=color_identity,  # the card's, both halves counted (903.4)
        **given,
    )


def _card(
    name: str,
    mana_cost: str,
    type_line: str,
    size: str,
    adventure: str,
    adventure_cost: str,
    adventure_type: str,
    keywords: tuple[str, ...] = (),
) -> AdventurerCard:
    power, _, toughness = size.partition("/")
    identity = [letter for letter in "WUBRG" if letter in mana_cost + adventure_cost]  # 903.4
    return AdventurerCard(
        Characteristics.from_strings(
            name=name,
            mana_cost=mana_cost,
            type_line=type_line,
            power=power or None,
            toughness=toughness or None,
            keywords=keywords,
            color_identity=identity,
        ),
        Characteristics.from_strings(
            name=adventure,
            mana_cost=adventure_cost,
            type_line=f"{adventure_type} — Adventure",
            color_identity=identity,
        ),
    )


CARDS: Final = (
    _card("Bonecrusher Giant", "{2}{R}", "Creature — Giant", "4/3", "Stomp", "{1}{R}", "Instant"),
    _card(
        "Brazen Borrower", "{1}{U}{U}", "Creature — Faerie Rogue", "3/1",
        "Petty Theft", "{1}{U}", "Instant", ("Flash", "Flying"),
    ),
    _card("Giant Killer", "{W}", "Creature — Human Peasant", "1/2", "Chop Down", "{2}{W}", "Instant"),
    _card("Lovestruck Beast", "{2}{G}", "Creature — Beast Noble", "5/5", "Heart's Desire", "{G}", "Sorcery"),
    _card("Callous Sell-Sword", "{1}{B}", "Creature — Human Soldier", "2/2", "Burn Together", "{R}", "Sorcery"),
    _card("Midgar, City of Mako", "", "Land — Town", "", "Reactor Raid", "{2}{B}", "Sorcery"),
)  # fmt: skip
"""Some of them. A host with card records reads its own and makes ``AdventurePlugin(cards)``."""
