"""The errors of the contract and of the plugins that keep it: one base, leaves that are also the natural builtin.

Each carries the value that was wrong and a hint; ``str(error)`` is one line that shows both.
"""

from typing import Final

NOT_GIVEN: Final = object()
"""In place of a ``value`` where there is none to show; ``None`` may be the wrong value itself."""


class MtgError(Exception):
    """Base of every error raised on purpose. ``problem`` says what is wrong with ``value``, ``hint`` what to do."""

    def __init__(self, problem: str, *, value: object = NOT_GIVEN, hint: str = "") -> None:
        super().__init__(problem)
        self.problem = problem
        self.value = None if value is NOT_GIVEN else value
        self.hint = hint
        self._shown = "" if value is NOT_GIVEN else f": {shown(value)}"

    def __str__(self) -> str:
        hint = f" ({self.hint})" if self.hint else ""
        return " ".join(f"{self.problem}{self._shown}{hint}".splitlines())


def shown(value: object) -> str:
    """``repr(value)``, shortened; of a value whose own ``repr`` fails, its type."""
    try:
        text = repr(value)
    except Exception:
        text = f"<{type(value).__name__} that cannot be shown>"
    return text if len(text) <= 200 else f"{text[:197]}..."


class InvalidManaCost(MtgError, ValueError):
    """A mana cost that is not a row of symbols in braces, or that cannot be computed with."""


class InvalidTypeLine(MtgError, ValueError):
    """A type line without a card type, or of more than one face."""


class InvalidSize(MtgError, ValueError):
    """A power, toughness, loyalty or defense that no card could have."""


class InvalidColors(MtgError, ValueError):
    """A colour that is none of W, U, B, R, G."""


class InvalidCharacteristics(MtgError, ValueError):
    """A characteristic of a wrong type, or something else in place of characteristics."""


class InvalidWord(MtgError, ValueError):
    """A word that is none of those asked for: no zone, no kind of copy."""


class InvalidAbilityText(MtgError, ValueError):
    """The text of an ability that is there but cannot be read."""


class InvalidEvent(MtgError, ValueError):
    """An event that cannot have happened. Never raised by a plugin: the caller erred."""


class IllegalCastChoice(MtgError, ValueError):
    """A way of casting that the card does not offer. Never raised by a plugin: the caller erred."""


class CardNotFound(MtgError, LookupError):
    """No card has that name or id. ``near``: the names most like it, best first."""

    def __init__(self, problem: str, *, value: object = NOT_GIVEN, hint: str = "", near: tuple[str, ...] = ()) -> None:
        super().__init__(problem, value=value, hint=hint)
        self.near = near


class ContractViolation(MtgError, RuntimeError):
    """A plugin that breaks the contract: it raises, exits, answers with a wrong type or another's designation."""


class ScryfallError(MtgError, RuntimeError):
    """Scryfall did not give an answer that can be used. ``value`` is the address that was asked."""


class RateLimited(ScryfallError):
    """Scryfall said 429: ask nothing more for ``retry_after`` seconds."""

    def __init__(self, problem: str, *, value: object = NOT_GIVEN, hint: str = "", retry_after: float = 30.0) -> None:
        super().__init__(problem, value=value, hint=hint)
        self.retry_after = retry_after


class Offline(ScryfallError):
    """No connection to Scryfall, or no answer in time."""


class BadResponse(ScryfallError):
    """An answer that is no card: not JSON, not the expected object, too large, or from another host."""
