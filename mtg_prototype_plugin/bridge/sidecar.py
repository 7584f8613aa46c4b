"""One client's conversation: a line in, a line out. No I/O here; ``serve`` has the streams."""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from hmac import compare_digest
from typing import Any, Final

import msgspec
from msgspec import UNSET, DecodeError, Raw, Struct, ValidationError

from mtg_hookspecs import CONTRACT_VERSION, PluginHost

from .. import __version__
from ..explain import languages
from . import board_messages as b
from . import messages as m
from . import wire
from .board_methods import BoardMethods
from .hook_methods import HookMethods
from .limits import check_depth
from .messages import Code
from .refusals import Refused, id_in, misshapen, refusal, refused
from .replay_methods import ReplayMethods

log = logging.getLogger(__name__)

_encode: Final = msgspec.json.Encoder().encode
_KEPT: Final = 1024
_KEPT_BYTES: Final = 4096


@dataclass(frozen=True, slots=True)
class Method:
    """A method: its name, the forms of its parameters and result, and what does it.

    The answer of one that is ``pure`` depends on its parameters alone, so it is kept for the next who asks the same.
    """

    name: str
    params: type[Struct]
    result: type[Struct]
    call: Callable[["Sidecar", Any], Struct]
    pure: bool = False


class Sidecar(HookMethods, BoardMethods, ReplayMethods):
    """The state of one conversation. ``token``: what the first message must carry; ``None``: nothing is asked for."""

    def __init__(self, host: PluginHost, *, token: str | None = None) -> None:
        HookMethods.__init__(self, host)
        BoardMethods.__init__(self, host)
        ReplayMethods.__init__(self)
        self.authorized = token is None
        self.ended = False
        self._token = token
        self._kept = lru_cache(_KEPT)(self._computed)

    def answer(self, line: bytes) -> bytes | None:
        """The answer to one line, without its end; ``None`` where nothing is to be answered. Never raises."""
        if line.lstrip()[:1] != b"[":
            answer = self._one(line)
            return None if answer is None else _encode(answer)
        try:
            requests = msgspec.json.decode(line, type=list[Raw])
            if not requests or len(requests) > m.MAX_BATCH:
                problem = "a batch of no messages" if not requests else "too many messages in a batch"
                raise Refused(Code.INVALID_REQUEST, problem, value=len(requests), hint=f"1 to {m.MAX_BATCH}")
        except (DecodeError, RecursionError, Refused) as error:
            return _encode(refusal(None, refused(error)))
        answers = [answer for request in requests if (answer := self._one(bytes(request))) is not None]
        return _encode(answers) if answers else None

    def too_long(self) -> bytes:
        """The answer to a line that was longer than the limit, and was not read."""
        problem = Refused(Code.LINE_TOO_LONG, "the line is too long", hint=f"at most {m.MAX_LINE} bytes")
        return _encode(refusal(None, problem))

    def _one(self, message: bytes) -> m.Answer | m.Refusal | None:
        try:
            request = _DECODER.decode(message)
        except ValidationError as error:
            return refusal(id_in(message), misshapen(error, message, Code.INVALID_REQUEST))
        except (DecodeError, RecursionError) as error:
            return refusal(id_in(message), refused(error))
        try:
            result = self._result(request)
        except Exception as error:
            why = refused(error)
            if request.id is UNSET:
                log.warning("notification %s: %s", request.method, why)
                return None
            return refusal(request.id, why)
        return None if request.id is UNSET else m.Answer("2.0", request.id, result)

    def _result(self, request: m.Request) -> Raw:
        if request.jsonrpc != "2.0":
            raise Refused(Code.INVALID_REQUEST, "not JSON-RPC 2.0", field="jsonrpc", value=request.jsonrpc)
        if not self.authorized and request.method != "initialize":
            raise Refused(Code.NOT_AUTHORIZED, "the first message is initialize with the token", field="params.token")
        known = _METHODS.get(request.method)
        if known is None:
            raise Refused(
                Code.METHOD_NOT_FOUND, "no such method", field="method", value=request.method, hint=", ".join(_METHODS)
            )
        params = b"{}" if request.params is UNSET else bytes(request.params)
        pure = known[0].pure and len(params) <= _KEPT_BYTES
        return self._kept(request.method, params) if pure else self._computed(request.method, params)

    def _computed(self, name: str, params: bytes) -> Raw:
        check_depth(params)
        method, decode = _METHODS[name]
        try:
            given = decode(params)
        except ValidationError as error:
            raise misshapen(error, params, Code.INVALID_PARAMS) from None
        problems = len(self.host.problems)
        result = Raw(_encode(method.call(self, given)))
        if len(self.host.problems) > problems:  # a plugin is asked no more
            self._kept.cache_clear()
        return result

    # --- the methods -------------------------------------------------------------------------------------------------

    def initialize(self, params: m.InitializeParams) -> m.InitializeResult:
        """What the sidecar is and can."""
        if self._token is not None and not compare_digest((params.token or "").encode(), self._token.encode()):
            raise Refused(Code.NOT_AUTHORIZED, "not the token", field="token")
        self.authorized = True
        host = self.host
        return m.InitializeResult(
            m.PROTOCOL,
            ".".join(map(str, CONTRACT_VERSION)),
            m.schema_hash(),
            __version__,
            tuple(
                m.PluginForm(it.name, it.version, ".".join(map(str, it.contract)), it.designations)
                for it in host.plugins
            ),
            tuple(m.ProblemForm(it.plugin, it.problem) for it in host.problems),
            m.Capabilities(tuple(_METHODS), languages(), m.Limits()),
        )

    def shutdown(self, params: m.Nothing) -> m.Nothing:
        """The end, once this is answered."""
        self.ended = True
        return params


METHODS: Final = (
    Method("initialize", m.InitializeParams, m.InitializeResult, Sidecar.initialize),
    Method("shutdown", m.Nothing, m.Nothing, Sidecar.shutdown),
    Method("card/find", m.FindCardParams, m.FindCardResult, Sidecar.find_card),
    Method("cast/options", m.CastOptionsParams, m.CastOptionsResult, Sidecar.cast_options, pure=True),
    Method("spell/cast", wire.SpellCastForm, m.OverrideResult, Sidecar.spell_cast, pure=True),
    Method("spell/resolve", wire.SpellResolveForm, m.OverrideResult, Sidecar.spell_resolve, pure=True),
    Method("zone/change", wire.ZoneChangeForm, m.OverrideResult, Sidecar.zone_change, pure=True),
    Method("object/copied", wire.ObjectCopiedForm, m.OverrideResult, Sidecar.object_copied, pure=True),
    Method("explain", m.ExplainParams, m.ExplainResult, Sidecar.explain, pure=True),
    Method("infer", m.InferParams, m.InferResult, Sidecar.infer, pure=True),
    Method("board/open", b.OpenParams, b.BoardResult, Sidecar.open),
    Method("board/apply", b.ApplyParams, b.BoardResult, Sidecar.apply),
    Method("board/reconcile", b.ReconcileParams, b.ReconcileResult, Sidecar.reconcile),
    Method("board/what_is", b.ObjectParams, b.WhatIsResult, Sidecar.what_is),
    Method("board/last_known", b.ObjectParams, b.LastKnownResult, Sidecar.last_known),
    Method("board/objects", b.BoardParams, b.ObjectsResult, Sidecar.objects),
    Method("board/fork", b.ForkParams, b.BoardResult, Sidecar.fork),
    Method("board/state", b.BoardParams, b.StateResult, Sidecar.state),
    Method("board/close", b.BoardParams, m.Nothing, Sidecar.close),
    Method("replay/open", b.OpenReplayParams, m.Nothing, Sidecar.open_replay),
    Method("replay/feed", b.FeedParams, b.FeedResult, Sidecar.feed),
    Method("replay/close", b.ReplayParams, m.Nothing, Sidecar.close_replay),
)
"""All that can be asked, in the order in which ``initialize`` names it."""

_DECODER: Final = msgspec.json.Decoder(m.Request)
_METHODS: Final = {method.name: (method, msgspec.json.Decoder(method.params).decode) for method in METHODS}
