"""What goes over the wire: JSON-RPC 2.0 envelopes, the parameters and results of each method, error codes."""

from enum import IntEnum
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import Any, Final

from msgspec import UNSET, Raw, Struct, UnsetType

from mtg_hookspecs import Zone

from .board_wire import CardForm, ViewForm
from .infer import Verdict
from .wire import (
    CastOptionForm,
    CharacteristicsForm,
    EventForm,
    OverrideForm,
    Text,
)

PROTOCOL: Final = "1.0"
"""Of the sidecar's messages. The first number changes when a client has to."""

MAX_LINE: Final = 8 * 2**20
"""Bytes in a line, without its end."""
MAX_DEPTH: Final = 64
"""How deep lists and objects may nest in one message."""
MAX_BATCH: Final = 10_000
"""Messages in a batch."""
MAX_BOARDS: Final = 256
"""Boards open at a time."""
MAX_OBJECTS: Final = 2_000
"""Objects on one board: their state, some 1.4 kB each and more for copies, still fits in a line."""


SCHEMAS: Final = files("mtg_prototype_plugin.bridge") / "schemas"
"""The folder of the JSON Schemas, one file a method and ``request.json``, ``answer.json``, ``refusal.json``."""


@cache
def schema_hash() -> str:
    """The SHA-256 of all schemas: of each file in the order of their names, the name and what is in it."""
    total = sha256()
    for each in sorted(SCHEMAS.iterdir(), key=lambda file: file.name):
        total.update(each.name.encode() + b"\n" + each.read_bytes())
    return total.hexdigest()


class Code(IntEnum):
    """Why there is no result. Those from -32768 to -32600 are JSON-RPC's."""

    PARSE_ERROR = -32700
    """Not JSON, or not UTF-8."""
    INVALID_REQUEST = -32600
    """JSON, but no request; or deeper, or a larger batch, than the limits."""
    METHOD_NOT_FOUND = -32601
    INVALID_PARAMS = -32602
    """A parameter is missing, unknown, or not of its form."""
    INTERNAL_ERROR = -32603
    """A fault of the sidecar; it goes on."""
    LINE_TOO_LONG = -32001
    NOT_AUTHORIZED = -32002
    """Over a port, the first message is ``initialize`` with the token."""
    ILLEGAL_CAST_CHOICE = -32010
    """The card does not offer this way of casting."""
    INVALID_EVENT = -32011
    """It cannot have happened."""
    CONTRACT_VIOLATION = -32012
    """A plugin broke the contract."""
    NO_SUCH_BOARD = -32020
    BOARD_EXISTS = -32021
    """A board of that name is open already."""
    LIMIT_REACHED = -32022
    """Too many boards, or too many objects on one."""


Id = str | int | float | None


class Request(Struct, forbid_unknown_fields=True):
    """One message to the sidecar. Without ``id`` it is a notification: it is done and not answered."""

    jsonrpc: Text
    method: Text
    id: Id | UnsetType = UNSET
    params: Raw | UnsetType = UNSET


class Answer(Struct):
    """What a request gets."""

    jsonrpc: str
    id: Id
    result: Any


class ErrorData(Struct):
    """What was wrong. ``error`` is the contract's name for it, ``field`` the place, such as ``card.mana_cost``."""

    error: str
    problem: str
    field: str | None = None
    value: Any = None
    hint: str = ""


class ErrorInfo(Struct):
    """A code, a sentence, and the data."""

    code: int
    message: str
    data: ErrorData


class Refusal(Struct):
    """What a request gets that has no result."""

    jsonrpc: str
    id: Id
    error: ErrorInfo


# --- initialize, shutdown --------------------------------------------------------------------------------------------


class ClientInfo(Struct, forbid_unknown_fields=True):
    """Who asks, for the log."""

    name: Text
    version: Text = ""


class InitializeParams(Struct, forbid_unknown_fields=True):
    """``token`` is asked for over a port."""

    client: ClientInfo | None = None
    token: Text | None = None


class PluginForm(Struct):
    """A plugin of the contract, as ``mtg_plugin_info`` says."""

    name: str
    version: str
    contract: str
    designations: tuple[str, ...]


class ProblemForm(Struct):
    """Why a plugin is not asked."""

    plugin: str
    problem: str


class Limits(Struct):
    """What is refused beyond."""

    line: int = MAX_LINE
    depth: int = MAX_DEPTH
    batch: int = MAX_BATCH
    boards: int = MAX_BOARDS
    objects: int = MAX_OBJECTS


class Capabilities(Struct):
    """What can be asked."""

    methods: tuple[str, ...]
    languages: tuple[str, ...]
    limits: Limits


class InitializeResult(Struct):
    """``schema_hash`` is the SHA-256 of the message schemas: a client made from others may look again."""

    protocol: str
    contract: str
    schema_hash: str
    version: str
    plugins: tuple[PluginForm, ...]
    problems: tuple[ProblemForm, ...]
    capabilities: Capabilities


class Nothing(Struct, forbid_unknown_fields=True):
    """No parameters; or nothing to say but that it is done."""


# --- the hooks -------------------------------------------------------------------------------------------------------


class FindCardParams(Struct, forbid_unknown_fields=True):
    """A name in any language, or an id."""

    query: Text


class FindCardResult(Struct):
    """``null``: not known here."""

    card: CharacteristicsForm | None


class CastOptionsParams(Struct, forbid_unknown_fields=True):
    """What the card is where it lies, by its copiable values."""

    card: CharacteristicsForm
    zone: Zone


class CastOptionsResult(Struct):
    """``normal`` first; none for lands, and on the stack and the battlefield."""

    options: tuple[CastOptionForm, ...]


class OverrideResult(Struct):
    """The override that the object has from now on; ``null``: it is what is printed."""

    override: OverrideForm | None


class ExplainParams(Struct, forbid_unknown_fields=True):
    """``event`` has the parameters of a hook, or an option, and its method's name under the key ``event``."""

    event: EventForm
    language: Text = "en"


class ExplainResult(Struct):
    """Sentences, each with its rule number; none where there is nothing to say."""

    sentences: tuple[str, ...]


class InferParams(Struct, forbid_unknown_fields=True):
    """One view, and the card with its normal values; without it the view's name is looked up."""

    view: ViewForm
    card: CardForm = None


class InferResult(Struct):
    """``prototyped`` and ``characteristics`` are ``null`` where they are not known; ``reason`` says why."""

    verdict: Verdict
    prototyped: bool | None
    characteristics: CharacteristicsForm | None
    reason: str
    rules: tuple[str, ...]
