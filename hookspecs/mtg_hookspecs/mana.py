"""Colours and mana costs (CR 105, 107.4, 118, 202)."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from math import ceil
from typing import Final, Self

from .errors import InvalidColors, InvalidManaCost
from .value import Value, Word


class Color(Word):
    """The five colours (105.1). A member is its letter: ``Color.RED == "R"``."""

    WHITE = "W"
    BLUE = "U"
    BLACK = "B"
    RED = "R"
    GREEN = "G"


_ORDER: Final = "WUBRG"


class Colors(str):
    """A set of colours as a string in WUBRG order without doubles: ``Colors("RW") == "WR"``, ``""`` is colourless.

    Takes any iterable of letters. ``"R" in colors``, ``colors | "G"``, ``colors & "RG"``, ``colors - "R"``.
    Raises ``InvalidColors``.
    """

    __slots__ = ()

    def __new__(cls, letters: Iterable[str] = "") -> Self:
        """Sort ``letters``; a ``Colors`` is returned as it is."""
        if isinstance(letters, cls):
            return letters
        given = tuple(letters) if isinstance(letters, Iterable) else (letters,)
        for letter in given:
            if not isinstance(letter, str) or len(letter) != 1 or letter not in _ORDER:
                raise InvalidColors("not a colour", value=letter, hint="colours are the letters W, U, B, R, G")
        return super().__new__(cls, "".join(letter for letter in _ORDER if letter in given))

    def __or__(self, other: Iterable[str]) -> "Colors":
        return Colors((*self, *other))

    def __and__(self, other: Iterable[str]) -> "Colors":
        return Colors(letter for letter in Colors(other) if letter in self)

    def __sub__(self, other: Iterable[str]) -> "Colors":
        without = Colors(other)
        return Colors(letter for letter in self if letter not in without)

    def __repr__(self) -> str:
        return f"Colors({str(self)!r})"

    def __copy__(self) -> "Colors":
        return self

    def __deepcopy__(self, memo: object) -> "Colors":
        return self


_COLOR = "[WUBRG]"
_SYMBOL: Final = re.compile(
    rf"(?P<generic>0|[1-9][0-9]{{0,8}})|(?P<variable>[XYZ])|(?P<half>½|H{_COLOR})|[CSDL]|{_COLOR}"
    rf"|(?P<hybrid>2/{_COLOR}|C/{_COLOR}|(?P<a>{_COLOR})/(?!(?P=a)){_COLOR})"
    rf"|(?P<phyrexian>(?:[C{_COLOR[1:-1]}]|(?P<b>{_COLOR})/(?!(?P=b)){_COLOR})/P)"
)
_BRACED: Final = re.compile(r"\{([^{}]*)\}")
_PLAIN: Final = "CSWUBRG"


def _value_of(symbol: str) -> int | float:
    """The mana value of one symbol (202.3): a hybrid symbol counts its larger half (202.3f), a variable 0 (202.3e)."""
    if symbol.isdecimal():
        return int(symbol)
    if symbol in ("X", "Y", "Z", "D"):  # {D} is a land drop, {L} legendary mana, on playtest cards
        return 0
    if symbol == "½" or symbol.startswith("H"):
        return 0.5
    return 2 if symbol.startswith("2/") else 1


@dataclass(frozen=True, slots=True, repr=False)
class ManaCost(Value):
    """A mana cost: its symbols without braces, in the order printed (202.1). No mana cost is ``None``, not this.

    Make one with ``ManaCost.parse("{2}{R}")``; ``str()`` gives the same text back. Computed costs (``increase``,
    ``reduce``, ``at_least``, ``with_x``) are in a full order: variables, generic, {C}, {S}, WUBRG, the rest as printed.
    """

    symbols: tuple[str, ...]
    mana_value: int | float = field(init=False, compare=False)
    """The total (202.3); a float only where a half symbol is in it. Every {X} counts 0."""
    colors: Colors = field(init=False, compare=False)
    """The colours of the coloured symbols (105.2, 202.2)."""

    def __post_init__(self) -> None:
        if not isinstance(self.symbols, tuple) or not all(isinstance(symbol, str) for symbol in self.symbols):
            raise InvalidManaCost("no tuple of symbols", value=self.symbols, hint="ManaCost.parse(text)")
        if not self.symbols:
            raise InvalidManaCost("no symbol in a mana cost", value="", hint="no mana cost is None, zero is {0}")
        for symbol in self.symbols:
            if not _SYMBOL.fullmatch(symbol):
                raise InvalidManaCost(
                    "not a mana symbol", value=f"{{{symbol}}}", hint="such as {2}, {R}, {C}, {S}, {X}, {W/U}, {G/P}"
                )
        total = sum(_value_of(symbol) for symbol in self.symbols)
        object.__setattr__(self, "mana_value", int(total) if total == int(total) else total)
        object.__setattr__(self, "colors", Colors(c for symbol in self.symbols for c in symbol if c in _ORDER))

    @classmethod
    def parse(cls, text: str) -> "ManaCost":
        """Read symbols in braces, upper or lower case, the halves of hybrid ones in the order printed.

        Raises ``InvalidManaCost`` for anything else; the empty text too, for no mana cost is ``None``.
        """
        if not isinstance(text, str):
            raise InvalidManaCost("not a text", value=text, hint="symbols in braces, such as {2}{R}")
        symbols = tuple(found.upper() if found.isascii() else found for found in _BRACED.findall(text))
        if not symbols or _BRACED.sub("", text).strip():
            raise InvalidManaCost("not a mana cost", value=text, hint="symbols in braces, such as {2}{R}; none is None")
        try:
            return cls(symbols)
        except InvalidManaCost as error:
            raise InvalidManaCost(f"{error.problem} {str(error.value)[:20]}", value=text, hint=error.hint) from None

    def __str__(self) -> str:
        return "".join(f"{{{symbol}}}" for symbol in self.symbols)

    def __repr__(self) -> str:
        return f"ManaCost.parse({str(self)!r})"

    def mana_value_with(self, x: int) -> int | float:
        """The mana value on the stack, where X is known (202.3e)."""
        return self.mana_value + _checked_x(x) * self.symbols.count("X")

    def with_x(self, x: int) -> "ManaCost":
        """The cost to pay once X is announced: each {X} is that much generic mana (107.3a, 601.2b)."""
        rest = tuple(symbol for symbol in self.symbols if symbol != "X")
        return _full_order(rest, generic=_checked_x(x) * self.symbols.count("X"))

    def devotion(self) -> dict[str, int]:
        """How many symbols are of each colour, without zeros (700.5). A hybrid symbol counts for each colour."""
        counts = {color: sum(color in symbol for symbol in self.symbols) for color in _ORDER}
        return {color: count for color, count in counts.items() if count}

    def increase(self, by: "ManaCost") -> "ManaCost":
        """This cost and ``by`` on top (601.2f)."""
        return _full_order(self.symbols + by.symbols)

    def reduce(self, by: "ManaCost", *, colored_only: bool = False) -> "ManaCost":
        """This cost, reduced by that mana (118.7).

        Generic mana reduces generic mana only; mana of a colour, or {C}, reduces that, and what is left of it generic
        mana; snow reduces generic mana. ``colored_only`` is for effects that say that they reduce coloured mana only.
        Hybrid and Phyrexian symbols of *this* cost stay: which half is paid is chosen before (601.2b).
        Raises ``InvalidManaCost`` for a hybrid, variable or half symbol in ``by``: it hangs on a choice (118.7e).
        """
        left = list(self.symbols)
        generic = 0
        for symbol in by.symbols:
            if symbol.isdecimal():
                generic += 0 if colored_only else int(symbol)  # 118.7a
                continue
            mana = symbol.removesuffix("/P")  # 118.7f
            if mana not in _PLAIN:
                raise InvalidManaCost(
                    "a reduction that hangs on a choice", value=str(by), hint=f"give the half of {{{symbol}}} chosen"
                )
            if mana in left and mana != "S":
                left.remove(mana)
            elif not colored_only:
                generic += 1  # 118.7b, 118.7c, 118.7d, 118.7g
        return _full_order(left, generic=-generic)

    def at_least(self, total: int) -> "ManaCost":
        """This cost, raised with generic mana to ``total`` mana (601.2f). Hybrid and Phyrexian symbols count one."""
        mana = sum(_value_of(symbol) if "/" not in symbol else 1 for symbol in self.symbols)
        return _full_order(self.symbols, generic=max(0, ceil(total - mana)))


def _checked_x(x: int) -> int:
    if not isinstance(x, int) or isinstance(x, bool) or x < 0:
        raise InvalidManaCost("not a value for X", value=x, hint="a whole number, 0 or more (107.1b)")
    return x


def _full_order(symbols: Iterable[str], *, generic: int = 0) -> ManaCost:
    """Sort ``symbols``, gather the generic ones, add ``generic`` to them (it may be below 0: no mana is below none)."""
    given = tuple(symbols)
    variables = [symbol for symbol in given if symbol in ("X", "Y", "Z")]
    total = max(0, generic + sum(int(symbol) for symbol in given if symbol.isdecimal()))
    plain = [symbol for kind in _PLAIN for symbol in given if symbol == kind]
    others = [symbol for symbol in given if not symbol.isdecimal() and symbol not in (*variables, *_PLAIN)]
    ordered = (*variables, *([str(total)] if total else ()), *plain, *others)
    return ManaCost(ordered or ("0",))


def symbols_in(text: str) -> Iterator[str]:
    """The mana symbols that stand in a text, without braces; other symbols, such as {T}, are passed over (107.4)."""
    return (found for found in _BRACED.findall(text) if _SYMBOL.fullmatch(found))
