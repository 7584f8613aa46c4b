"""What CR 715 says, as pure functions on values."""

from typing import Final

from mtg_hookspecs import Characteristics, CopyKind, ObjectCopied, Override, SpellResolve, Zone

ADVENTURE: Final = "adventure"
"""The word for a spell cast as an Adventure and its copies; also the option's name."""

ON_AN_ADVENTURE: Final = "on_an_adventure"
"""The word for a card that such a spell exiled as it resolved. It changes no characteristic: it is a mark."""


def spell(adventure: Characteristics) -> Override:
    """On the stack as an Adventure the spell has these characteristics only (715.3b); it is exiled (715.3d)."""
    return Override(ADVENTURE, adventure, ("715.3b", "715.3d"), resolves_to=Zone.EXILE)


def resolved(event: SpellResolve) -> Override | None:
    """The card is exiled and is what is printed (715.4); it may be played, and not as an Adventure (715.3d)."""
    if event.override.designation != ADVENTURE:
        return None
    return Override(ON_AN_ADVENTURE, event.card, ("715.3d", "715.4"), permits=("normal",))


def copied(event: ObjectCopied) -> Override | None:
    """A copy of an Adventure spell is an Adventure (715.3c). A copy of the exiled card did not exile itself."""
    override = event.source.override
    if override is None or override.designation != ADVENTURE or event.kind is not CopyKind.SPELL:
        return None
    return override
