"""A server with Scryfall's manners, and clients of it."""

import sys
from contextlib import ExitStack
from pathlib import Path

import pytest
import requests

sys.path.insert(0, str(Path(__file__).parents[1]))  # for scryfall_server


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    """A place of its own for what is kept without ``cache_dir``."""
    monkeypatch.setenv("MTG_PROTOTYPE_HOME", str(tmp_path / "home"))
    monkeypatch.setattr("mtg_prototype_plugin.cards.scryfall.place.user_state_folder", lambda: tmp_path / "state")


@pytest.fixture(scope="session")
def https(tmp_path_factory):
    from scryfall_server import serving

    with serving(tmp_path_factory.mktemp("authority")) as (http, ca):
        yield http, ca


@pytest.fixture
def server(https):
    """Its manners, from the beginning. A test that asks for it must not have asked what Scryfall would mind."""
    from scryfall_server import behave, record

    server = behave(*https)
    server.cards = {f"Card {number}": record(f"Card {number}", number) for number in range(200)}
    yield server
    assert server.violations == []


@pytest.fixture
def session(https):
    with requests.Session() as session:
        session.verify = str(https[1])
        yield session


@pytest.fixture
def open_client(server, session, tmp_path):
    """Opens clients of the server that share a cache folder."""
    from mtg_prototype_plugin.cards.scryfall import ScryfallClient

    with ExitStack() as stack:

        def opened(**options):
            options = {"base_url": server.url, "cache_dir": tmp_path / "cache", "session": session} | options
            return stack.enter_context(ScryfallClient(**options))

        yield opened


@pytest.fixture
def client(open_client):
    return open_client()
