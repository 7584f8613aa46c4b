"""The JSON Schemas of the scenario format, of the messages of the host protocol, and of a line of a report.

``python -m mtg_prototype_plugin.conformance.schema`` writes them into the package, from the tables that the kit itself
reads by. A schema says less than the kit checks: who a handle is, or whether ``needs`` is exact, it cannot say.
"""

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final

from .forms import CAPABILITY, Key
from .protocol import ANSWERED, PROTOCOL
from .run import Result
from .vocabulary import ACTIONS, CAPABILITIES, CARD, EXPECTATIONS, FILE, FORMAT, SCENARIO, Verb

Schema = dict[str, Any]

_DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"
_TEXT: Final[Schema] = {"type": "string"}
_TEXTS: Final[Schema] = {"type": "array", "items": _TEXT}
_LINE: Final[Schema] = {"type": "string", "pattern": "^[^\\n]*$"}
_COUNT: Final[Schema] = {"type": "integer", "minimum": 0}
_SEQ: Final[Schema] = {"type": "integer", "minimum": 1}
_HOST: Final = {"name": _TEXT, "version": _TEXT}


def schemas() -> Mapping[str, Schema]:
    """Every schema by the name of its file."""
    return {
        name: {"$schema": _DIALECT, **schema}
        for name, schema in {
            "scenarios.json": _scenario_file(),
            "report.json": _report_line(),
            **_messages(),
        }.items()
    }


def text_of(schema: Mapping[str, Any]) -> str:
    """The schema as it stands in its file."""
    return json.dumps(schema, indent=1, ensure_ascii=False) + "\n"


def _closed(properties: Mapping[str, Any], *, optional: Iterable[str] = ()) -> Schema:
    left_out = set(optional)
    return {
        "type": "object",
        "properties": dict(properties),
        "required": [name for name in properties if name not in left_out],
        "additionalProperties": False,
    }


# --- scenario files --------------------------------------------------------------------------------------------------


def _scenario_file() -> Schema:
    heading = {key.name: key.form.schema for key in SCENARIO.required}
    known = sorted(CAPABILITIES)
    strict: Schema = {
        **SCENARIO.schema,
        "properties": {
            **SCENARIO.schema["properties"],
            "needs": {**heading["needs"], "items": {"enum": known}},
            "steps": {"type": "array", "items": {"$ref": "#/$defs/step"}, "minItems": 1},
        },
    }
    of_later_version: Schema = {
        "description": "a scenario that needs what this version does not know is skipped, and its steps are not read",
        "type": "object",
        "properties": {
            **heading,
            "needs": {**heading["needs"], "contains": {**CAPABILITY.schema, "not": {"enum": [*known, "core"]}}},
            "steps": {"type": "array", "minItems": 1},
        },
        "required": list(heading),
    }
    return {
        "title": f"Scenario file, format {FORMAT}",
        **_closed(
            {
                "format": {"const": FORMAT},
                "cards": {"type": "object", "additionalProperties": CARD.schema},
                "scenarios": {"type": "array", "items": {"anyOf": [strict, of_later_version]}},
            },
            optional=[key.name for key in FILE.optional],
        ),
        "$defs": {"step": _steps((*ACTIONS.values(), *EXPECTATIONS.values()))},
    }


def _steps(verbs: Iterable[Verb]) -> Schema:
    return {"oneOf": [_verb(verb) for verb in verbs]}


def _verb(verb: Verb) -> Schema:
    schema = dict(verb.record.schema)
    if verb.name in ACTIONS:
        schema["properties"] = {**schema["properties"], "do": {"const": verb.name}}
    return {"title": verb.name, **schema}


# --- messages --------------------------------------------------------------------------------------------------------


def _messages() -> Mapping[str, Schema]:
    card = {**CARD.schema, "properties": {"name": _TEXT, **CARD.schema["properties"]}}
    card["required"] = ["name", *card["required"]]
    runner = _closed(_HOST)
    host = _closed(
        {
            "seq": _SEQ,
            "protocol": {"const": PROTOCOL},
            "host": {"type": "object", "properties": _HOST, "required": list(_HOST)},
            "capabilities": _TEXTS,
        }
    )
    asks = {"oneOf": [_question(verb) for verb in EXPECTATIONS.values()]}
    keys = {"type": "array", "items": {"enum": sorted(ANSWERED)}, "minItems": 1, "uniqueItems": True}
    step = {"step": _steps(ACTIONS.values()), "card": card}
    made = {
        "start.json": _message("start", {"protocol": {"const": PROTOCOL}, "runner": runner}),
        "start.answer.json": {"title": "Answer to start", **host},
        "step.json": _message("step", step, optional=["card"]),
        "step.answer.json": _answer("step", {"done": {"const": True}}),
        "ask.json": _message("ask", {"ask": asks, "keys": keys}),
        "ask.answer.json": _answer("ask", {"got": {"type": "object"}}),
        "stop.json": _message("stop", {}),
    }
    return {f"protocol.{name}": schema for name, schema in made.items()}


def _message(name: str, says: Mapping[str, Any], *, optional: Iterable[str] = ()) -> Schema:
    return {"title": f"Message {name}", **_closed({"seq": _SEQ, "message": {"const": name}, **says}, optional=optional)}


def _answer(name: str, says: Mapping[str, Any]) -> Schema:
    forms = (says, {"unsupported": _TEXT}, {"problem": _TEXT})
    return {"title": f"Answer to {name}", "anyOf": [_closed({"seq": _SEQ, **form}) for form in forms]}


def _question(verb: Verb) -> Schema:
    """The expectation without what is expected."""
    schema = _verb(verb)

    def stays(key: Key) -> bool:
        return key.name not in ANSWERED

    schema["properties"] = {key.name: key.form.schema for key in verb.record.every_key() if stays(key)}
    schema["required"] = [key.name for key in verb.record.required if stays(key)]
    conditions = [each for each in schema.pop("allOf", []) if "anyOf" not in each]  # that something is expected
    return {**schema, "allOf": conditions} if conditions else schema


# --- reports ---------------------------------------------------------------------------------------------------------


def _report_line() -> Schema:
    header = _closed(
        {
            "format": {"const": FORMAT},
            "contract": {"type": "string", "pattern": r"^[0-9]+\.[0-9]+$"},
            "host": _closed(_HOST),
            "capabilities": _TEXTS,
        }
    )
    file = {"$ref": "#/$defs/file"}
    step = {"type": "integer", "minimum": 1}
    answers = (
        _result(Result.PASSED, {}),
        _result(
            Result.FAILED,
            {"step": step, "key": _TEXT, "expected": {}, "got": {}, "rule": _TEXT, "sentence": _TEXT, "file": file},
        ),
        _result(Result.SKIPPED, {"capability": _TEXT}),
        _result(Result.ERRORED, {"step": _COUNT, "problem": _LINE, "stderr": _TEXT, "file": file}),
    )
    footer = _closed({result.value: _COUNT for result in Result})
    return {
        "title": "A line of a report: the header, an answer, or the counts",
        "oneOf": [header, *answers, footer],
        "$defs": {"file": {"description": "the scenario, as a file of its own", "type": "object"}},
    }


def _result(result: Result, says: Mapping[str, Any]) -> Schema:
    about = {"id": _TEXT, "result": {"const": result.value}, "title": _TEXT, "rules": _TEXTS}
    return {"title": result.value, **_closed({**about, **says, "xfail": _TEXT}, optional=["xfail"])}


def main() -> None:
    """Write the schemas into the package."""
    folder = Path(__file__).with_name("schemas")
    folder.mkdir(exist_ok=True)
    made = schemas()
    for old in folder.glob("*.json"):
        if old.name not in made:
            old.unlink()
    for name, schema in made.items():
        (folder / name).write_text(text_of(schema), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
