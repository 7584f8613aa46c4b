"""The JSON Schemas of the messages, made from their forms: one file a method, and the envelopes.

``python -m mtg_prototype_plugin.bridge.schema`` writes them into the package. A method's file has the form of its
parameters under ``params`` and of its result under ``result``.
"""

import json
from collections.abc import Mapping
from inspect import getdoc
from pathlib import Path
from typing import Any, Final

import msgspec

from . import messages
from .sidecar import METHODS, Method

_DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"


def schemas() -> Mapping[str, dict[str, Any]]:
    """Every schema by the name of its file."""
    made = {f"{method.name.replace('/', '.')}.json": _of_method(method) for method in METHODS}
    for name, form in {
        "request": messages.Request,
        "answer": messages.Answer,
        "refusal": messages.Refusal,
    }.items():
        made[f"{name}.json"] = {"$schema": _DIALECT} | msgspec.json.schema(form)
    return made


def text_of(schema: Mapping[str, Any]) -> str:
    """The schema as it stands in its file."""
    return json.dumps(schema, indent=1, ensure_ascii=False, sort_keys=True) + "\n"


def _of_method(method: Method) -> dict[str, Any]:
    (params, result), definitions = msgspec.json.schema_components(
        (method.params, method.result), ref_template="#/$defs/{name}"
    )
    return {
        "$schema": _DIALECT,
        "title": method.name,
        "description": getdoc(method.call),
        "type": "object",
        "properties": {"params": params, "result": result},
        "$defs": definitions,
    }


def main() -> None:
    """Write the schemas into the package, and take away those of methods that are no more."""
    folder = Path(__file__).with_name("schemas")
    made = schemas()
    for old in folder.glob("*.json"):
        if old.name not in made:
            old.unlink()
    for name, schema in made.items():
        (folder / name).write_text(text_of(schema), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
