"""Each test has a place of its own for the store, the cache and the lock-out."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "cards"))  # for scryfall_server


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    folder = tmp_path / "home"
    monkeypatch.setenv("MTG_PROTOTYPE_HOME", str(folder))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return folder


@pytest.fixture
def grow_old():
    from scryfall_server import grow_old

    return grow_old
