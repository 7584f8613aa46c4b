"""A sync through the client: old answers, kept for a day that is over, become no store."""

import gzip
import json
from datetime import UTC, datetime

import pytest
from scryfall_server import answering, grow_old, record

from mtg_hookspecs import BadResponse
from mtg_prototype_plugin.cards import sync


@pytest.mark.parametrize("ask", [sync.from_bulk, sync.from_search])
def test_what_is_old_and_cannot_be_asked_for_again_is_an_error(server, client, tmp_path, ask):
    server.hits = 200
    server.files["oracle_cards"] = gzip.compress(json.dumps(record("Card 1", 1)).encode())
    path = tmp_path / "cards.sqlite"
    ask(client, path)
    before = path.read_bytes()
    grow_old(tmp_path, days=50)
    server.fault = answering("<html>down</html>", 503, **{"Retry-After": "3600"})
    with pytest.raises(BadResponse, match="status 503"):
        ask(client, path)
    assert path.read_bytes() == before


def test_what_was_kept_for_less_than_a_day_is_of_then(server, client, tmp_path):
    server.hits = 200
    path = tmp_path / "cards.sqlite"
    first = datetime.fromisoformat(sync.from_search(client, path).store.as_of)
    grow_old(tmp_path, days=0.5)
    second = datetime.fromisoformat(sync.from_search(client, path).store.as_of)
    assert abs((datetime.now(UTC) - first).total_seconds()) < 60
    assert (first - second).total_seconds() == pytest.approx(43_200, abs=5)
    assert len(server.asked) == 2
