"""The game as a value: who is where, and what may happen.

Every action gives a new game, and the old one stays as it was. Forks, undo and last known information need no more.
"""

from dataclasses import dataclass, field, replace
from enum import Enum

from mtg_hookspecs import Characteristics, CopyKind, InvalidEvent, PluginHost, Value, Zone
from mtg_prototype_plugin.objects import GameObject, Modify, ObjectKind, Side

from .layers import Current, Effect, EffectKind, current


class Phase(Enum):
    """The status of a permanent that is phased in or out (702.26)."""

    IN = "in"
    OUT = "out"

    def __repr__(self) -> str:
        return f"Phase.{self.name}"


@dataclass(frozen=True, slots=True)
class Piece(Value):
    """One object of the game: its layer 1, and what this host knows of it besides."""

    object: GameObject
    owner: str
    controller: str
    effects: tuple[Effect, ...] = ()
    """Of layers 4 to 7."""
    x: int = 0
    """What was announced for {X}; 0 but on the stack (107.3a)."""
    phase: Phase = Phase.IN


@dataclass(frozen=True, slots=True)
class Game(Value):
    """All objects that have been, by number, and the numbers of those that still are.

    An object that changes zones gets a new number (400.7); under the old one stays its last known information (608.2h).
    Actions raise ``InvalidEvent`` for what cannot happen, and what the plugins refuse.
    """

    ask: PluginHost = field(compare=False)
    pieces: tuple[Piece, ...] = ()
    present: frozenset[int] = frozenset()
    clock: int = 0
    """Counts what happens: the timestamps of effects (613.7), and their names."""

    def at(self, number: int) -> Piece:
        """The object that has this number and may be acted on: it is still there and not phased out (702.26b)."""
        piece = self.pieces[number]
        if number not in self.present:
            raise InvalidEvent("the object is gone", value=piece.object.characteristics.name, hint="400.7")
        if piece.phase is Phase.OUT:
            raise InvalidEvent("the object is phased out", value=piece.object.characteristics.name, hint="702.26b")
        return piece

    def current(self, piece: Piece) -> Current:
        """What the object is, after all layers."""
        return current(piece.object.characteristics, piece.effects, zone=piece.object.zone, x=piece.x)

    def spell(self, number: int) -> Piece:
        """The spell that has this number."""
        return self._in(number, Zone.STACK)

    def permanent(self, number: int) -> Piece:
        """The permanent that has this number."""
        return self._in(number, Zone.BATTLEFIELD)

    def _in(self, number: int, zone: Zone) -> Piece:
        piece = self.at(number)
        if piece.object.zone is not zone:
            raise InvalidEvent(f"the object is not in the zone {zone}", value=piece.object.zone)
        return piece

    # --- cards, spells and moves -------------------------------------------------------------------------------------

    def put(self, card: Characteristics, zone: Zone, *, owner: str) -> tuple["Game", int]:
        """The card is in that zone without having been cast."""
        return self.made(GameObject(card, zone), owner)

    def cast(self, number: int, option: str, *, player: str, x: int = 0) -> tuple["Game", int]:
        """The card, cast that way, is a spell (601.2a). Effects on it go on."""
        card = self.at(number)
        spell = Piece(card.object.cast(option, ask=self.ask), card.owner, player, card.effects, x)
        game, (made,) = self.became(number, spell)
        return game, made

    def resolve(
        self, number: int, *, copy_of: int | None = None, modify: Modify | None = None
    ) -> tuple["Game", tuple[int, ...]]:
        """The spell becomes a permanent (608.3); an instant or sorcery goes to its owner's graveyard (608.2n)."""
        spell = self.spell(number)
        resolved = spell.object.resolve(ask=self.ask)
        if resolved.zone is not Zone.BATTLEFIELD:
            return self.became(number, Piece(resolved, spell.owner, spell.owner))
        permanent = self._entering(resolved, copy_of, modify)
        return self.became(number, Piece(permanent, spell.owner, spell.controller, spell.effects))  # 400.7a

    def move(
        self, number: int, zone: Zone, *, copy_of: int | None = None, modify: Modify | None = None
    ) -> tuple["Game", tuple[int, ...]]:
        """Any other move. A merged permanent becomes several objects (730.3), the topmost card first."""
        piece = self.at(number)
        if piece.object.zone is Zone.STACK and zone is Zone.BATTLEFIELD:
            return self.resolve(number, copy_of=copy_of, modify=modify)  # 608.3
        first, *others = piece.object.separated(zone, ask=self.ask)
        arrived = (self._entering(first, copy_of, modify), *others)
        return self.became(number, *(Piece(it, piece.owner, piece.owner) for it in arrived))

    def blink(
        self, number: int, *, copy_of: int | None = None, modify: Modify | None = None
    ) -> tuple["Game", tuple[int, ...]]:
        """Exile, then return to the battlefield. A token that has left does not return (111.8)."""
        self.permanent(number)
        game, exiled = self.move(number, Zone.EXILE)
        returned: list[int] = []
        for each in exiled:
            numbers: tuple[int, ...] = (each,)
            if game.pieces[each].object.kind is ObjectKind.CARD:
                game, numbers = game.move(each, Zone.BATTLEFIELD, copy_of=copy_of, modify=modify)
            returned += numbers
        return game, tuple(returned)

    def _entering(self, permanent: GameObject, copy_of: int | None, modify: Modify | None) -> GameObject:
        """The permanent, as a copy if it enters as one (707.5)."""
        if copy_of is None:
            return permanent
        source = self.at(copy_of).object
        return permanent.with_copy_effect(source, key=self.clock, ask=self.ask, kind=CopyKind.ENTERS_AS, modify=modify)

    # --- copies ------------------------------------------------------------------------------------------------------

    def copy_spell(self, number: int, *, player: str) -> tuple["Game", int]:
        """A copy of the spell, also of one that has left the stack (608.2h). Its X is copied too (707.10)."""
        spell = self.pieces[number]
        return self.made(spell.object.copied(CopyKind.SPELL, ask=self.ask), player, x=spell.x)

    def create_token_copy(self, number: int, *, player: str, modify: Modify | None = None) -> tuple["Game", int]:
        """A token that is a copy of the object, also of a permanent that has left (608.2h)."""
        source = self.at(number).object if number in self.present else self.pieces[number].object
        if source.zone is Zone.STACK:
            raise InvalidEvent("no token is made as a copy of a spell", value=source.characteristics.name)
        return self.made(source.copied(CopyKind.TOKEN, ask=self.ask, modify=modify), player)

    def copy_card(self, number: int, *, player: str) -> tuple["Game", int]:
        """A copy of the card, where the card lies (707.12)."""
        return self.made(self.at(number).object.copied(CopyKind.CARD, ask=self.ask), player)

    def become_copy(self, number: int, of: int, *, modify: Modify | None = None) -> tuple["Game", int]:
        """The permanent becomes a copy (707.4), until the effect ends."""
        piece = self.permanent(number)
        source = self.at(of).object
        changed = piece.object.with_copy_effect(source, key=self.clock, ask=self.ask, modify=modify)
        return self.changed(number, replace(piece, object=changed)), self.clock

    # --- what stays the same object ----------------------------------------------------------------------------------

    def turn_face_down(self, number: int) -> "Game":
        """The permanent is turned face down (708.2)."""
        piece = self.permanent(number)
        return self.changed(number, replace(piece, object=piece.object.turned_down()))

    def turn_face_up(self, number: int) -> "Game":
        """The permanent is turned face up (708.8)."""
        piece = self.permanent(number)
        return self.changed(number, replace(piece, object=piece.object.turned_up()))

    def phase_out(self, number: int) -> "Game":
        """The permanent phases out: the same object, with all that it is (702.26d)."""
        return self.changed(number, replace(self.permanent(number), phase=Phase.OUT))

    def phase_in(self, number: int) -> "Game":
        """The permanent phases in."""
        piece = self.pieces[number]
        if piece.phase is Phase.IN or number not in self.present:
            raise InvalidEvent("the object is not phased out", value=piece.object.characteristics.name)
        return self.changed(number, replace(piece, phase=Phase.IN))

    def change_control(self, number: int, player: str) -> "Game":
        """Another player controls the spell or permanent."""
        piece = self.at(number)
        if piece.object.zone not in (Zone.STACK, Zone.BATTLEFIELD):
            raise InvalidEvent("nobody controls an object there", value=piece.object.zone, hint="109.4")
        return self.changed(number, replace(piece, controller=player))

    def merge(self, number: int, onto: int, *, side: Side) -> "Game":
        """The spell merges with the permanent, which stays the same object (730.2c). Both have one owner (702.140a)."""
        spell, permanent = self.spell(number), self.permanent(onto)
        if spell.owner != permanent.owner:
            raise InvalidEvent("the spell has another owner than the permanent", value=spell.owner, hint="702.140a")
        merged = permanent.object.merged(spell.object, side=side, ask=self.ask)
        game = self.changed(onto, replace(permanent, object=merged))
        return replace(game, present=game.present - {number})

    # --- effects of layers 4 to 7 ------------------------------------------------------------------------------------

    def begin_effect(self, number: int, effect: Effect) -> tuple["Game", int]:
        """The effect applies to the object, and to the spell that it is cast as. It gets its timestamp now."""
        piece = self.at(number)
        stamped = replace(effect, timestamp=self.clock)
        return self.changed(number, replace(piece, effects=(*piece.effects, stamped))), self.clock

    def add_counters(self, number: int, *, each: int, count: int) -> "Game":
        """Counters of ``each``/``each`` are put on the permanent (122.1a)."""
        self.permanent(number)
        size = each * count
        return self.begin_effect(number, Effect(0, EffectKind.MODIFY_PT, power=size, toughness=size))[0]

    def end_effect(self, timestamp: int) -> "Game":
        """The effect, of whatever layer, ends, if what it applied to is still there."""
        for number in self.present:
            piece = self.pieces[number]
            if piece.object.copy_effect(timestamp):
                return self.changed(number, replace(piece, object=piece.object.without_copy_effect(timestamp)))
            others = tuple(effect for effect in piece.effects if effect.timestamp != timestamp)
            if len(others) < len(piece.effects):
                return self.changed(number, replace(piece, effects=others))
        return self

    # --- the step from one game to the next --------------------------------------------------------------------------

    def settled(self, *, spare: int | None = None) -> "Game":
        """Tokens off the battlefield and copies off the stack cease to exist (704.5d, 704.5e), ``spare`` not yet."""
        gone = [number for number in self.present if number != spare and _ceases(self.pieces[number].object)]
        return replace(self, present=self.present.difference(gone)) if gone else self

    def made(self, made: GameObject, player: str, *, x: int = 0) -> tuple["Game", int]:
        """The next game, with a new object, and its number."""
        number = len(self.pieces)
        piece = Piece(made, player, player, x=x)
        return type(self)(self.ask, (*self.pieces, piece), self.present | {number}, self.clock + 1), number

    def became(self, number: int, *pieces: Piece) -> tuple["Game", tuple[int, ...]]:
        """The next game, in which the object has become ``pieces``, and their numbers."""
        first = len(self.pieces)
        numbers = tuple(range(first, first + len(pieces)))
        present = self.present.difference((number,)).union(numbers)
        return type(self)(self.ask, self.pieces + pieces, present, self.clock + 1), numbers

    def changed(self, number: int, piece: Piece) -> "Game":
        """The next game, in which the same object is ``piece``."""
        pieces = (*self.pieces[:number], piece, *self.pieces[number + 1 :])
        return type(self)(self.ask, pieces, self.present, self.clock + 1)


def _ceases(it: GameObject) -> bool:
    """704.5d, 704.5e. A copy of a permanent spell is a token once it has resolved (608.3f)."""
    match it.kind:
        case ObjectKind.CARD:
            return False
        case ObjectKind.TOKEN:
            return it.zone is not Zone.BATTLEFIELD
        case ObjectKind.COPY:
            return it.zone is not Zone.STACK
