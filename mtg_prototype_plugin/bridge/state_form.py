"""The form of a saved board, to refuse what ``Board.to_json`` did not write before it is read."""

from msgspec import Struct, field

from mtg_hookspecs import Zone

from ..objects import ObjectKind, Side
from .board_wire import ViewForm
from .infer import Verdict
from .wire import RulesText, Text, Whole, Words


class _Card(Struct):
    name: Text
    mana_cost: Text = ""
    cmc: float = 0
    colors: Words = ()
    type_line: Text = ""
    power: Text | None = None
    toughness: Text | None = None
    loyalty: Text | None = None
    defense: Text | None = None
    keywords: Words = ()
    oracle_text: RulesText | None = None
    color_identity: Words = ()


class _Override(Struct):
    designation: Text
    characteristics: _Card
    rules: Words
    resolves_to: Zone | None = None
    permits: Words = ()


class _Effect(Struct):
    characteristics: _Card
    key: Text | None = None
    side: Side | None = None
    override: _Override | None = None


class _Object(Struct):
    card: _Card
    zone: Zone
    kind: ObjectKind
    own: _Override | None = None
    cast_as: Text | None = None
    effects: tuple[_Effect, ...] = ()
    components: tuple["_Object", ...] = ()
    face_down: _Card | None = None
    incarnation: Whole = 0


class _Entry(Struct):
    current: _Object = field(name="object")
    verdict: Verdict
    reason: str = ""
    came_from: Zone | None = None
    last: _Object | None = None
    announced: "_Entry | None" = None
    entering: _Effect | None = None
    unsure: Words = ()
    copy_of: Text | None = None
    parts: Words = ()
    controller: Text | None = None
    phased_out: bool = False
    incarnation: Whole | None = None
    shown: ViewForm | None = None


class StateForm(Struct):
    """A saved board: its form's number, the objects by id, and what those were that are no more."""

    form: int
    objects: dict[Text, _Entry]
    gone: dict[Text, _Object]
