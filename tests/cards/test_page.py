"""The page about card facts: what it shows runs, what it names is there."""

import re
from importlib import import_module
from pathlib import Path

import pytest

from mtg_prototype_plugin.cards.build import build
from mtg_prototype_plugin.cards.facts import CardFacts
from mtg_prototype_plugin.cards.index import serve

PAGE = (Path(__file__).parents[2] / "docs" / "cards.md").read_text(encoding="utf-8")


def test_the_examples_run(tmp_path, monkeypatch, made_up):
    pytest.importorskip("requests_cache", reason="the extra scryfall is not installed")
    monkeypatch.setenv("MTG_PROTOTYPE_HOME", str(tmp_path))
    for variable in ("XDG_CACHE_HOME", "XDG_STATE_HOME"):
        monkeypatch.setenv(variable, str(tmp_path))
    build(made_up, tmp_path / "cards.sqlite", origin="test")
    names: dict[str, object] = {}
    examples = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    assert len(examples) == 3
    try:
        for example in examples:
            exec(example, names)
    finally:
        serve(None)


def test_every_field_of_the_facts_is_told():
    table = PAGE.partition("## `CardFacts`")[2].partition("\n## ")[0]
    assert set(re.findall(r"`(\w+)`", table)) >= set(CardFacts.__dataclass_fields__)


def test_every_reader_is_there():
    readers = re.findall(r"^\| `(cards\.[\w.]+)\.(\w+)\(", PAGE, re.MULTILINE)
    assert len(readers) == 4
    for module, name in readers:
        assert callable(getattr(import_module(f"mtg_prototype_plugin.{module}"), name))
