"""The index of rule numbers: what is in it, what is not, and that topics tell neighbours apart."""

import re
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mtg_prototype_plugin.rule_index import SECTIONS, exists, is_ruling_date, rules, topic

# What is known of the rules apart from the index, by topic.
KNOWN = {
    "symbols": "107.3b 107.4e",
    "colors": "105.2 105.2a 105.3",
    "mana": "106.6 106.1a",
    "cards": "108.2",
    "objects": "109.3 109.2a",
    "permanents": "110.5",
    "tokens": "111.3 111.10g",
    "spells": "112.1",
    "abilities": "113.6e 113.7a 113.10",
    "targets": "115.1",
    "special actions": "116.2m",
    "priority": "117.3c",
    "costs": "118.7 118.7a 118.7c 118.7g 118.8 118.9 118.9a 118.9c",
    "life": "119.4",
    "damage": "120.3",
    "counters": "122.1a 122.1j",
    "name": "201.2",
    "mana cost": "202.1 202.2 202.3 202.3e",
    "color indicator": "204.1",
    "type line": "205.1b 205.3m",
    "power toughness": "208.1 208.3 208.4b",
    "artifacts": "301.1",
    "creatures": "302.4b",
    "lands": "305.1",
    "zones": "400.7 400.7a 400.7d",
    "graveyard": "404.2",
    "stack": "405.6",
    "exile": "406.3",
    "command": "408.3",
    "combat damage": "510.2",
    "cleanup step": "514.2",
    "casting": "601.2a 601.2b 601.2e 601.2f 601.2h 601.3 601.3a 601.3b 601.3e",
    "triggered abilities": "603.6 603.10a",
    "static abilities": "604.3",
    "linked abilities": "607.2",
    "resolving": "608.2h 608.2g 608.3 608.3a 608.3e 608.3f 608.3g",
    "continuous effects": "611.2c 611.3",
    "layers": "613.1a 613.2a 613.2b 613.2c 613.3 613.4a 613.4b 613.4c 613.4d 613.7 613.7a 613.8b",
    "replacement": "614.1c 614.12 614.12a",
    "terms": "700.4 700.5 700.5a",
    "keyword actions": "701 701.1",
    "counter": "701.6 701.6a",
    "create": "701.7",
    "double": "701.10",
    "goad": "701.15",
    "mill": "701.17",
    "scry": "701.22",
    "proliferate": "701.34",
    "manifest": "701.40 701.40b",
    "meld": "701.42",
    "discover": "701.57 701.57a",
    "cloak": "701.58",
    "manifest dread": "701.62",
    "airbend": "701.65",
    "recruit": "701.70a",
    "keyword abilities": "702 702.1 702.1a",
    "deathtouch": "702.2",
    "first strike": "702.7",
    "haste": "702.10b",
    "trample": "702.19b",
    "ward": "702.21a",
    "phasing": "702.26",
    "kicker": "702.33",
    "flashback": "702.34a",
    "morph": "702.37",
    "affinity": "702.41a",
    "convoke": "702.51",
    "suspend": "702.62a",
    "cascade": "702.85 702.85a",
    "devoid": "702.114a",
    "improvise": "702.126",
    "escape": "702.138",
    "companion": "702.139",
    "mutate": "702.140 702.140a 702.140c 702.140e",
    "foretell": "702.143",
    "blitz": "702.152",
    "prototype": "702.160 702.160a 718 718.1 718.2 718.2a 718.3 718.3a 718.3b 718.3c 718.3d 718.4 718.5",
    "living metal": "702.161",
    "disguise": "702.168",
    "plot": "702.170",
    "warp": "702.185",
    "storied": "702.195c",
    "state-based actions": "704.3 704.5d 704.5e 704.5f 704.5k 704.5m 704.5aa",
    "copying": "707.2 707.2b 707.2c 707.3 707.5 707.9 707.9b 707.9c 707.9d 707.10 707.10f 707.12",
    "face down": "708.2 708.2a 708.8 708.10",
    "split": "709.4",
    "double-faced": "712.8",
    "saga": "714.2",
    "adventurer": "715.3",
    "case": "719 719.3b",
    "omen": "720.3d",
    "preparation": "722.3a",
    "subgames": "729.1",
    "merging": "730 730.2 730.2a 730.2c 730.3",
    "shortcuts": "732.1",
    "illegal actions": "733.1 733.2",
    "multiplayer": "800.4a",
    "commander": "903.4 903.4a 903.8 903.9a",
}

NO_RULE = (
    "702.160b",  # invented by engines: a prototyped permanent "while it is a creature"
    "718.2b",
    "718.3e",
    "718.6",
    "719.4",
    "700.17",
    "701.71",
    "702.196",
    "702.0",
    "704.5l",  # the rules have no l and no o
    "107.3o",
    "704.5bb",
    "600.1",
    "124",
    "734",
    "806.2d",
    "906.1",
)


@pytest.mark.parametrize(
    ("number", "expected"), [(number, word) for word, numbers in KNOWN.items() for number in numbers.split()]
)
def test_known_rules_exist_with_their_topic(number: str, expected: str) -> None:
    assert exists(number)
    assert topic(number) == expected


@pytest.mark.parametrize("number", NO_RULE)
def test_rules_that_do_not_exist(number: str) -> None:
    assert not exists(number)
    with pytest.raises(LookupError, match=re.escape(repr(number))):
        topic(number)


@pytest.mark.parametrize("text", ["", "718.", "718.3B", " 718", "718\n", "rule 718", "718.3a-d", "718.03b", "７１８"])
def test_what_is_not_written_as_a_number_does_not_exist(text: str) -> None:
    assert not exists(text)


@pytest.mark.parametrize(
    ("number", "wrong"),
    [
        ("719", "prototype"),
        ("719.3b", "prototype"),
        ("728", "merging"),
        ("729", "merging"),
        ("731.1", "illegal actions"),
    ],
)
def test_a_rule_of_another_edition_has_another_topic(number: str, wrong: str) -> None:
    assert exists(number)
    assert topic(number) != wrong


def test_the_index_is_whole() -> None:
    # 147 sections; 3,309 numbers with them, counted apart from this index.
    assert len(SECTIONS) == 147
    assert len(rules()) == 3309


def test_every_number_parses_and_follows_the_one_before() -> None:
    rank = {letter: place for place, letter in enumerate("abcdefghijkmnpqrstuvwxyz", start=1)} | {"": 0, "aa": 25}
    places = []
    for number in rules():
        match = re.fullmatch(r"([1-9][0-9]{2})(?:\.([1-9][0-9]*)(aa|[a-km-np-z]?))?", number)
        assert match, number
        section, rule, letter = match.groups(default="")
        places.append((int(section), int(rule or 0), rank[letter]))
    for (section, rule, letter), after in pairwise(places):
        assert after in {(section, rule, letter + 1), (section, rule + 1, 0), (after[0], 0, 0)}
        assert after > (section, rule, letter)


def test_topics_are_short_words_of_their_own() -> None:
    assert all(re.fullmatch(r"[a-z-]+( [a-z-]+){0,2}", word) for word, _ in SECTIONS.values())
    words = [word for word, _ in SECTIONS.values()]
    assert len(set(words)) == len(words)


@pytest.mark.parametrize("section", ["701", "702"])
def test_each_keyword_has_its_own_topic(section: str) -> None:
    keywords = [word for number, word in rules().items() if re.fullmatch(rf"{section}\.[0-9]+", number)]
    assert keywords[0] == topic(section)
    assert len(set(keywords)) == len(keywords)


@pytest.mark.parametrize(
    "citation", ["ruling:2022-10-14", "ruling:2023-04-14", "ruling:2024-06-07", "ruling:2024-09-20"]
)
def test_rulings_are_cited_by_date(citation: str) -> None:
    assert is_ruling_date(citation)
    assert exists(citation)
    with pytest.raises(LookupError, match=citation):
        topic(citation)


@pytest.mark.parametrize(
    "citation",
    [
        "2022-10-14",
        "ruling:",
        "ruling:20221014",
        "ruling:2022-W41-5",
        "ruling:2022-13-01",
        "ruling:2020-01-01",
        "ruling:2024-02-29",
        "ruling:2023-02-29",
        "ruling: 2022-10-14",
        "ruling:2022-10-14\n",
        "ruling:２０２２-10-14",
        "718.3b",
    ],
)
def test_what_is_no_ruling_date(citation: str) -> None:
    assert not is_ruling_date(citation)


@given(st.text() | st.from_regex(r"[0-9]{3}(\.[0-9]{1,3}[a-z]{0,2})?", fullmatch=True))
def test_a_number_has_a_topic_exactly_when_it_exists(text: str) -> None:
    if exists(text):
        assert topic(text)
    else:
        with pytest.raises(LookupError):
            topic(text)
