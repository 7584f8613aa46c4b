"""What the sidecar answers, line by line, without a process."""

import json
import logging

import pytest

from mtg_hookspecs import (
    CONTRACT_VERSION,
    Characteristics,
    CopiableValues,
    CopyKind,
    ObjectCopied,
    OnError,
    PluginHost,
    SpellCast,
    Zone,
    hookimpl,
)
from mtg_prototype_plugin import plugin, prototype_of, table

pytest.importorskip("msgspec")
pytest.importorskip("rpds")

from mtg_prototype_plugin.bridge import messages, wire
from mtg_prototype_plugin.bridge.messages import Code
from mtg_prototype_plugin.bridge.sidecar import METHODS, Sidecar

BLITZ = {
    "name": "Blitz Automaton",
    "mana_cost": "{7}",
    "type_line": "Artifact Creature — Construct",
    "power": 6,
    "toughness": "4",
    "keywords": ["Haste"],
    "rules_text": "Prototype {2}{R} — 3/2\nHaste",
}


@pytest.fixture
def sidecar(host):
    return Sidecar(host)


def message(method, params=None, **more):
    return {"jsonrpc": "2.0", "id": 1, "method": method, "params": params or {}} | more


def answer(sidecar, given):
    text = given if isinstance(given, bytes) else json.dumps(given).encode()
    answered = sidecar.answer(text)
    assert answered is None or b"\n" not in answered
    return None if answered is None else json.loads(answered)


def result(sidecar, method, **params):
    return answer(sidecar, message(method, params))["result"]


def error(sidecar, given):
    return answer(sidecar, given)["error"]


def prototyped(sidecar):
    return result(sidecar, "spell/cast", card=BLITZ, option="prototyped", zone="hand")["override"]


# --- the hooks -------------------------------------------------------------------------------------------------------


def test_a_cast_resolves_and_leaves(sidecar):
    spell = prototyped(sidecar)
    shown = spell["characteristics"]
    assert (shown["mana_cost"], shown["mana_value"], shown["colors"]) == ("{2}{R}", 3, "R")
    assert (shown["power"], shown["toughness"]) == (3, 2)
    permanent = result(sidecar, "spell/resolve", card=BLITZ, override=spell)["override"]
    assert permanent == spell
    move = {"card": BLITZ, "override": spell, "origin": "battlefield", "destination": "graveyard"}
    assert result(sidecar, "zone/change", **move) == {"override": None}


def test_normal_is_no_override(sidecar):
    assert result(sidecar, "spell/cast", card=BLITZ, option="normal", zone="hand") == {"override": None}


def test_options(sidecar):
    options = result(sidecar, "cast/options", card=BLITZ, zone="exile")["options"]
    assert [option["name"] for option in options] == ["normal", "prototyped"]
    assert options[1]["override"] == prototyped(sidecar)
    assert result(sidecar, "cast/options", card=BLITZ, zone="battlefield") == {"options": []}


def test_copies(sidecar):
    spell = prototyped(sidecar)
    source = {"characteristics": spell["characteristics"], "override": spell}
    assert result(sidecar, "object/copied", kind="token", source=source)["override"] == spell
    assert result(sidecar, "object/copied", kind="card", source=source)["override"] is None


def test_a_card_in_any_language(sidecar):
    assert result(sidecar, "card/find", query="奇襲用自動機械")["card"]["power"] == 6
    assert result(sidecar, "card/find", query="Grizzly Bears") == {"card": None}


@pytest.mark.parametrize(
    "event",
    [
        {"event": "spell/cast", "card": BLITZ, "option": "prototyped", "zone": "hand"},
        {"event": "cast/option", "name": "prototyped"},
        {"event": "zone/change", "card": BLITZ, "origin": "stack", "destination": "graveyard"},
    ],
    ids=lambda event: event["event"],
)
def test_explanations(sidecar, event):
    spell = prototyped(sidecar)
    more = {"cast/option": {"override": spell, "characteristics": spell["characteristics"]}}
    more["zone/change"] = {"override": spell}
    sentences = result(sidecar, "explain", event=event | more.get(event["event"], {}))["sentences"]
    assert sentences
    assert all("(" in sentence and sentence.endswith(".") for sentence in sentences)


def test_infer(sidecar):
    view = {"id": 7, "zone": "battlefield", "name": "Blitz Automaton", "mana_cost": "{2}{R}", "counters": {"+1/+1": 1}}
    inferred = result(sidecar, "infer", view=view)
    assert (inferred["verdict"], inferred["prototyped"]) == ("inferred", True)
    assert inferred["characteristics"]["power"] == 3


@pytest.mark.parametrize("card", table.cards(), ids=lambda card: card.characteristics.name)
def test_every_card_over_the_wire_is_as_in_process(sidecar, host, card):
    event = SpellCast(card.characteristics, "prototyped", Zone.HAND)
    found = result(sidecar, "card/find", query=card.oracle_id)["card"]
    over_the_wire = result(sidecar, "spell/cast", card=found, option="prototyped", zone="hand")["override"]
    form = wire.OverrideForm(
        over_the_wire["designation"],
        messages_form(over_the_wire["characteristics"]),
        tuple(over_the_wire["rules"]),
    )
    assert wire.override(form, at="") == host.spell_cast(event)


def messages_form(given):
    return wire.CharacteristicsForm(**given | {"keywords": tuple(given["keywords"])})


def test_answers_do_not_depend_on_what_was_asked_before(host):
    """Two overrides are equal whatever their rules are; each is given back with its own."""
    spell = prototyped(Sidecar(host)) | {"rules": ["718.3"]}
    for rules in (["718.3"], ["718.3b"], ["718.3"]):
        params = {"card": BLITZ, "override": spell | {"rules": rules}}
        assert result(Sidecar(host), "spell/resolve", **params)["override"]["rules"] == rules


# --- initialize ------------------------------------------------------------------------------------------------------


def test_initialize(sidecar):
    said = result(sidecar, "initialize", client={"name": "a test"})
    assert said["protocol"] == messages.PROTOCOL
    assert said["contract"] == ".".join(map(str, CONTRACT_VERSION))
    assert len(said["schema_hash"]) == 64
    assert [plugin["designations"] for plugin in said["plugins"]] == [["prototyped"]]
    assert said["capabilities"]["methods"] == [method.name for method in METHODS]
    assert said["capabilities"]["limits"]["line"] == messages.MAX_LINE


def test_shutdown(sidecar):
    assert result(sidecar, "shutdown") == {}
    assert sidecar.ended


@pytest.mark.parametrize(
    "first",
    [
        message("card/find", {"query": "x"}),
        message("initialize"),
        message("initialize", {"token": "other"}),
        [message("initialize", {"token": "other"}), message("card/find", {"query": "x"})],
    ],
    ids=["other method", "no token", "wrong token", "in a batch"],
)
def test_a_stranger(host, first):
    sidecar = Sidecar(host, token="secret")
    answered = answer(sidecar, first)
    answered = answered[0] if isinstance(answered, list) else answered
    assert answered["error"]["code"] == Code.NOT_AUTHORIZED
    assert "secret" not in json.dumps(answered)
    assert not sidecar.authorized


def test_somebody_who_knows_the_token(host):
    sidecar = Sidecar(host, token="secret")
    opened = answer(sidecar, [message("initialize", {"token": "secret"}), message("card/find", {"query": "x"})])
    assert ["result" in each for each in opened] == [True, True]


# --- boards ----------------------------------------------------------------------------------------------------------

CAST = {"event": "cast_done", "id": 7, "option": "prototyped", "card": "Blitz Automaton", "zone": "hand"}
RESOLVED = {"event": "resolved", "id": "7"}
DIES = {"event": "moved", "id": "7", "origin": "battlefield", "destination": "graveyard"}


def test_a_board(sidecar):
    board = result(sidecar, "board/open")["board"]
    assert result(sidecar, "board/apply", board=board, events=[CAST, RESOLVED])["size"] == 1
    shown = result(sidecar, "board/what_is", board=board, id=7)
    assert (shown["id"], shown["verdict"], shown["prototyped"], shown["zone"]) == ("7", "told", True, "battlefield")
    assert shown["object"]["characteristics"]["power"] == 3
    assert result(sidecar, "board/objects", board=board) == {"ids": ["7"]}
    result(sidecar, "board/apply", board=board, events=[DIES])
    assert result(sidecar, "board/what_is", board=board, id="7")["prototyped"] is False
    assert result(sidecar, "board/last_known", board=board, id="7")["object"]["characteristics"]["power"] == 3
    assert result(sidecar, "board/close", board=board) == {}
    assert error(sidecar, message("board/objects", {"board": board}))["code"] == Code.NO_SUCH_BOARD


def test_a_fork_goes_its_own_way(sidecar):
    one = result(sidecar, "board/open", board="one")
    assert one["board"] == "one"
    before = result(sidecar, "board/apply", board="one", events=[CAST, RESOLVED])
    fork = result(sidecar, "board/fork", board="one", to="two")
    assert fork == before | {"board": "two"}
    after = result(sidecar, "board/apply", board="two", events=[DIES])
    assert after["hash"] != before["hash"]
    assert result(sidecar, "board/what_is", board="one", id="7")["prototyped"] is True


def test_a_board_saved_and_opened_again(sidecar, host):
    result(sidecar, "board/open", board="one")
    before = result(sidecar, "board/apply", board="one", events=[CAST, RESOLVED])
    state = result(sidecar, "board/state", board="one")["state"]
    again = result(Sidecar(host), "board/open", state=state)
    assert again == before | {"board": again["board"]}


def test_events_that_are_refused_leave_the_board_as_it_was(sidecar):
    result(sidecar, "board/open", board="one")
    before = result(sidecar, "board/apply", board="one", events=[CAST])
    unknown = message("board/apply", {"board": "one", "events": [RESOLVED, {**CAST, "id": "8", "card": "Nobody"}]})
    refused = error(sidecar, unknown)
    assert (refused["code"], refused["data"]["field"]) == (Code.INVALID_PARAMS, "events[1].card")
    assert refused["data"]["value"] == "Nobody"
    assert result(sidecar, "board/apply", board="one", events=[]) == before


def test_reconcile(sidecar):
    result(sidecar, "board/open", board="one")
    result(sidecar, "board/apply", board="one", events=[CAST, RESOLVED])
    gone = [{"id": 7, "zone": "hand", "name": "Blitz Automaton", "mana_cost": "{7}", "power": 6, "toughness": 4}]
    answered = result(sidecar, "board/reconcile", board="one", views=gone)
    assert [note["id"] for note in answered["notes"]] == ["7"]
    assert result(sidecar, "board/what_is", board="one", id="7")["prototyped"] is False


def test_limits_of_number_and_size(sidecar, monkeypatch):
    monkeypatch.setattr(messages, "MAX_BOARDS", 2)
    monkeypatch.setattr(messages, "MAX_OBJECTS", 1)
    result(sidecar, "board/open", board="one")
    taken = error(sidecar, message("board/open", {"board": "one"}))
    assert taken["code"] == Code.BOARD_EXISTS
    result(sidecar, "board/fork", board="one")
    assert error(sidecar, message("board/open"))["code"] == Code.LIMIT_REACHED
    before = result(sidecar, "board/apply", board="one", events=[CAST])
    more = message("board/apply", {"board": "one", "events": [CAST | {"id": 8}]})
    assert error(sidecar, more)["code"] == Code.LIMIT_REACHED
    assert result(sidecar, "board/apply", board="one", events=[]) == before


# --- messages that are wrong -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("params", "code", "field", "value"),
    [
        ({"card": BLITZ | {"mana_cost": "{7"}}, Code.INVALID_PARAMS, "card.mana_cost", "{7"),
        (
            {"card": BLITZ | {"mana_cost": "{" + "9" * 90 + "}"}},
            Code.INVALID_PARAMS,
            "card.mana_cost",
            "{" + "9" * 90 + "}",
        ),
        ({"card": BLITZ | {"type_line": "Legendary"}}, Code.INVALID_PARAMS, "card.type_line", "Legendary"),
        ({"card": BLITZ | {"power": "six"}}, Code.INVALID_PARAMS, "card.power", "six"),
        ({"card": BLITZ | {"power": 6.5}}, Code.INVALID_PARAMS, "card.power", 6.5),
        ({"card": BLITZ | {"power": 2**31}}, Code.INVALID_PARAMS, "card.power", 2**31),
        ({"card": BLITZ | {"colors": "RX"}}, Code.INVALID_PARAMS, "card.colors", "RX"),
        ({"card": BLITZ | {"keywords": ["Haste", 3]}}, Code.INVALID_PARAMS, "card.keywords[1]", 3),
        ({"card": BLITZ | {"strength": 3}}, Code.INVALID_PARAMS, "card.strength", 3),
        ({"card": {"mana_cost": "{7}"}}, Code.INVALID_PARAMS, "card.name", None),
        ({"card": "Blitz Automaton"}, Code.INVALID_PARAMS, "card", "Blitz Automaton"),
        ({"card": BLITZ | {"name": "x" * 201}}, Code.INVALID_PARAMS, "card.name", "x" * 200),
        ({"zone": "attic"}, Code.INVALID_PARAMS, "zone", "attic"),
        ({"zone": "stack"}, Code.INVALID_EVENT, "zone", "stack"),
        ({"option": "morph"}, Code.ILLEGAL_CAST_CHOICE, "option", "morph"),
        ({"mood": "good"}, Code.INVALID_PARAMS, "mood", "good"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_wrong_parameter_is_named(sidecar, params, code, field, value):
    refused = error(sidecar, message("spell/cast", {"card": BLITZ, "option": "prototyped", "zone": "hand"} | params))
    assert (refused["code"], refused["data"]["field"], refused["data"]["value"]) == (code, field, value)
    assert refused["data"]["problem"]
    assert "\n" not in refused["message"]


@pytest.mark.parametrize(
    ("given", "code", "id_"),
    [
        (b'{"jsonrpc":"2.0","id":3', Code.PARSE_ERROR, None),
        (b"nonsense", Code.PARSE_ERROR, None),
        (b'{"id":"\xff"}', Code.PARSE_ERROR, None),
        (b'{"jsonrpc":"2.0","id":3,"method":"card/find","params":{"query":"\xff"}}', Code.PARSE_ERROR, 3),
        (b'{"jsonrpc":"2.0","id":3,"method":"card/find","params":{"query":NaN}}', Code.PARSE_ERROR, 3),
        (b'{"jsonrpc":"2.0","id":3,"method":"shutdown"} {}', Code.PARSE_ERROR, None),
        (b"7", Code.INVALID_REQUEST, None),
        (b"[]", Code.INVALID_REQUEST, None),
        (b'{"jsonrpc":"2.0","id":3}', Code.INVALID_REQUEST, 3),
        (b'{"jsonrpc":"1.0","id":3,"method":"shutdown"}', Code.INVALID_REQUEST, 3),
        (b'{"id":"a","method":"shutdown"}', Code.INVALID_REQUEST, "a"),
        (b'{"jsonrpc":"2.0","id":[3],"method":"shutdown"}', Code.INVALID_REQUEST, None),
        (b'{"jsonrpc":"2.0","id":true,"method":"shutdown"}', Code.INVALID_REQUEST, None),
        (b'{"jsonrpc":"2.0","id":3,"method":7}', Code.INVALID_REQUEST, 3),
        (b'{"jsonrpc":"2.0","id":3,"method":"shutdown","mood":1}', Code.INVALID_REQUEST, 3),
        (b'{"jsonrpc":"2.0","id":3,"method":"shut/down"}', Code.METHOD_NOT_FOUND, 3),
        (b'{"jsonrpc":"2.0","id":3,"method":"shutdown","params":[1]}', Code.INVALID_PARAMS, 3),
        (b'{"jsonrpc":"2.0","id":3,"method":"shutdown","params":null}', Code.INVALID_PARAMS, 3),
    ],
)
def test_a_wrong_message(sidecar, given, code, id_):
    answered = answer(sidecar, given)
    assert (answered["error"]["code"], answered["id"]) == (code, id_)
    assert not sidecar.ended


def test_deep_nesting(sidecar):
    def nested(depth):
        """The message, its parameters being so deep."""
        return b'{"jsonrpc":"2.0","id":3,"method":"shutdown","params":' + b"[" * depth + b"]" * depth + b"}"

    assert error(sidecar, nested(messages.MAX_DEPTH - 1))["code"] == Code.INVALID_PARAMS
    refused = answer(sidecar, nested(messages.MAX_DEPTH))
    assert (refused["error"]["code"], refused["id"]) == (Code.INVALID_REQUEST, 3)
    assert "nested" in refused["error"]["message"]
    for hopeless in (b"[" * 2_000_000, b'{"a":' * 500_000, b"[" * 100_000 + b"]" * 100_000):
        assert error(sidecar, hopeless)["code"] in (Code.INVALID_REQUEST, Code.PARSE_ERROR)


def test_brackets_in_a_text_are_no_nesting(sidecar):
    assert result(sidecar, "card/find", query="[" * 150 + '\\"') == {"card": None}


def test_ids_come_back_as_they_were(sidecar):
    for id_ in (0, -3, 2**70, 1.5, "", "ä", 'quote "', None):
        assert answer(sidecar, message("card/find", {"query": "x"}, id=id_))["id"] == id_


def test_a_batch(sidecar):
    given = [message("card/find", {"query": "x"}, id="a"), message("no", id="a"), 7, message("shutdown", id=2)]
    del given[3]["params"]
    answered = answer(sidecar, given)
    assert [each["id"] for each in answered] == ["a", "a", None, 2]
    assert ["result" in each for each in answered] == [True, False, False, True]


def test_a_batch_beyond_the_limit(sidecar):
    assert error(sidecar, b"[" + b"7," * messages.MAX_BATCH + b"7]")["code"] == Code.INVALID_REQUEST


def test_notifications_are_done_and_not_answered(sidecar, caplog):
    opening = message("board/open", {"board": "one"})
    del opening["id"]
    assert answer(sidecar, opening) is None
    assert result(sidecar, "board/objects", board="one") == {"ids": []}
    with caplog.at_level(logging.WARNING):
        assert answer(sidecar, [opening, opening]) is None
    assert "a board of that name is open" in caplog.text


def test_a_fault_of_a_plugin_is_an_answer(bears):
    class Faulty:
        mtg_plugin_info = staticmethod(plugin.mtg_plugin_info)

        @staticmethod
        @hookimpl
        def mtg_spell_cast(event):
            raise RuntimeError("no\nluck")

    refused = error(
        Sidecar(PluginHost([Faulty()])),
        message("spell/cast", {"card": BLITZ, "option": "prototyped", "zone": "hand"}),
    )
    assert refused["code"] == Code.CONTRACT_VIOLATION
    assert "\n" not in refused["message"]


def test_a_fault_of_the_sidecar_is_an_answer(sidecar, monkeypatch, caplog):
    monkeypatch.setattr(sidecar, "host", None)
    assert error(sidecar, message("card/find", {"query": "x"}))["code"] == Code.INTERNAL_ERROR
    assert "AttributeError" in caplog.text


def test_a_plugin_that_is_asked_no_more(caplog):
    """What was answered while it worked is not answered any longer."""

    class Frail:
        mtg_plugin_info = staticmethod(plugin.mtg_plugin_info)
        mtg_cast_options = staticmethod(plugin.mtg_cast_options)

        @staticmethod
        @hookimpl
        def mtg_explain(event, language):
            raise RuntimeError("no luck")

    sidecar = Sidecar(PluginHost([Frail()], on_error=OnError.QUARANTINE))
    asked = {"card": BLITZ, "zone": "hand"}
    assert len(result(sidecar, "cast/options", **asked)["options"]) == 2
    event = {"event": "spell/cast", "card": BLITZ, "option": "prototyped", "zone": "hand"}
    assert result(sidecar, "explain", event=event) == {"sentences": []}
    assert len(result(sidecar, "cast/options", **asked)["options"]) == 1
    assert "no luck" in result(sidecar, "initialize")["problems"][0]["problem"]


def test_values_go_and_come_back(blitz, bears):
    override = prototype_of(blitz)
    for card in (blitz, bears, override.characteristics, Characteristics(name="", types=("Creature",), power="1+*")):
        assert wire.characteristics(wire.characteristics_form(card), at="") == card
    copied = ObjectCopied(CopyKind.TOKEN, CopiableValues(override.characteristics, override))
    source = wire.CopiableValuesForm(wire.characteristics_form(blitz), wire.override_form(override))
    assert wire.copiable_values(source, at="").override == copied.source.override
    assert wire.override(wire.override_form(override), at="").rules == override.rules
