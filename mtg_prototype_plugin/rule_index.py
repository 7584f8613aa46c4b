"""Which numbers the Comprehensive Rules have, and what each is about: an index, not the rules.

The numbers are those of the rules of 2026-08-07, every section from 100 to 905; the topics are our own words, one or
two a section. Nothing of the rules' text is here.

It serves two ends. At run time a scenario that cites a rule that does not exist is refused. In the tests every number
that code, documents and scenarios cite must exist, and its topic must fit: a number that exists but is about something
else (730 is merging, 729 subgames) is the commoner mistake, for numbers move between editions.

With a new edition, change ``EDITION`` and ``SECTIONS``; everything else follows.
"""

from __future__ import annotations

from functools import cache
from string import ascii_lowercase
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

__all__ = ["EDITION", "SECTIONS", "exists", "is_ruling_date", "rules", "topic"]

EDITION: Final = "2026-08-07"
"""The day on which the indexed rules took effect."""

SECTIONS: Final[Mapping[str, tuple[str, str]]] = MappingProxyType(
    {
        "100": ("game", "1a-b, 2a-d, 3, 4a-d, 5, 6a-b, 7"),
        "101": ("golden rules", "1, 2a, 3, 4a-e"),
        "102": ("players", "1-4"),
        "103": ("starting", "1a-c, 2a-e, 3a, 4a-e, 5a-d, 6a-c, 7, 8a-c"),
        "104": ("ending", "1, 2a-d, 3a-k, 4a-i, 5-6"),
        "105": ("colors", "1, 2a-c, 3-5"),
        "106": ("mana", "1a-b, 2-3, 4a-b, 5, 6a, 7-11, 12a-b, 13"),
        "107": ("symbols", "1a-c, 2, 3a-p, 4a-h, 5-7, 8a-b, 9-14, 15a-b, 16a, 17a, 18"),
        "108": ("cards", "1, 2a-b, 3a-b, 4a, 5-6"),
        "109": ("objects", "1, 2a-d, 3, 4a-g, 5"),
        "110": ("permanents", "1, 2a-b, 3, 4a-c, 5a-d"),
        "111": ("tokens", "1-9, 10a-w, 11-13"),
        "112": ("spells", "1a-b, 2a, 3-4"),
        "113": ("abilities", "1a-c, 2a-d, 3a-d, 4-5, 6a-p, 7a, 8-9, 10a-c, 11-12"),
        "114": ("emblems", "1-5"),
        "115": ("targets", "1a-e, 2-6, 7a-f, 8, 9a-c, 10a-b"),
        "116": ("special actions", "1, 2a-m, 3"),
        "117": ("priority", "1a-d, 2a-e, 3a-d, 4-7"),
        "118": ("costs", "1-2, 3a-c, 4, 5a, 6a, 7a-g, 8a-d, 9a-d, 10-11, 12a-b, 13a-c, 14"),
        "119": ("life", "1a-e, 2-3, 4a-b, 5-10"),
        "120": ("damage", "1a, 2a-b, 3a-h, 4a-d, 5-10"),
        "121": ("drawing", "1, 2a-d, 3a, 4-5, 6a-c, 7-9"),
        "122": ("counters", "1a-j, 2-5, 6a, 7-9"),
        "123": ("stickers", "1, 2a-c, 3a-d, 4, 5a-c, 6a-e, 7a, 8a, 9"),
        "200": ("card parts", "1-3"),
        "201": ("name", "1, 2a-c, 3a-c, 4a-g, 5a-c, 6"),
        "202": ("mana cost", "1a-b, 2a-f, 3a-g, 4"),
        "203": ("illustration", "1"),
        "204": ("color indicator", "1-2"),
        "205": ("type line", "1a-b, 2a-c, 3a-r, 4a-h"),
        "206": ("expansion symbol", "1-2, 3a-c, 4-5"),
        "207": ("text box", "1, 2a-d, 3-5"),
        "208": ("power toughness", "1, 2a-b, 3a, 4a-b, 5"),
        "209": ("loyalty", "1-2"),
        "210": ("defense", "1"),
        "211": ("hand modifier", "1"),
        "212": ("life modifier", "1"),
        "213": ("small print", "1a-g"),
        "300": ("card types", "1, 2a-b"),
        "301": ("artifacts", "1-4, 5a-f, 6, 7a-b"),
        "302": ("creatures", "1-3, 4a-c, 5-7"),
        "303": ("enchantments", "1-3, 4a-m, 5-6, 7a"),
        "304": ("instants", "1-5"),
        "305": ("lands", "1, 2a-b, 3-9"),
        "306": ("planeswalkers", "1-4, 5a-d, 6-9"),
        "307": ("sorceries", "1-4, 5a"),
        "308": ("kindreds", "1-3"),
        "309": ("dungeons", "1, 2a-d, 3, 4a-c, 5a-b, 6-7"),
        "310": ("battles", "1-3, 4a-c, 5-8, 9a-g, 10-11, 12a-b"),
        "311": ("planes", "1-7"),
        "312": ("phenomena", "1-7"),
        "313": ("vanguards", "1-7"),
        "314": ("schemes", "1-7"),
        "315": ("conspiracies", "1-4, 5a-b, 6-7"),
        "400": ("zones", "1-3, 4a-b, 5-6, 7a-m, 8-10, 11a-c, 12"),
        "401": ("library", "1-7"),
        "402": ("hand", "1-3"),
        "403": ("battlefield", "1-5"),
        "404": ("graveyard", "1-3"),
        "405": ("stack", "1-5, 6a-h"),
        "406": ("exile", "1-2, 3a-b, 4-8"),
        "407": ("ante", "1-4"),
        "408": ("command", "1-3"),
        "500": ("turn structure", "1-4, 5a-b, 6-9, 10a, 11-12"),
        "501": ("beginning phase", "1"),
        "502": ("untap step", "1, 2a, 3-4"),
        "503": ("upkeep step", "1a, 2"),
        "504": ("draw step", "1-2"),
        "505": ("main phase", "1a-b, 2-5, 6a-b"),
        "506": ("combat phase", "1, 2a-b, 3a-g, 4a-e, 5-6, 7a-g"),
        "507": ("beginning combat", "1-2"),
        "508": ("attackers", "1a-m, 2a-b, 3a-f, 4a-d, 5a, 6, 7a-e, 8"),
        "509": ("blockers", "1a-i, 2a, 3a-g, 4a-b"),
        "510": ("combat damage", "1a-e, 2, 3a, 4"),
        "511": ("ending combat", "1-3"),
        "512": ("ending phase", "1"),
        "513": ("end step", "1a, 2"),
        "514": ("cleanup step", "1-2, 3a"),
        "600": ("spells abilities", ""),
        "601": ("casting", "1a, 2a-i, 3a-f, 4-5, 6a, 7a-b, 8"),
        "602": ("activating", "1a-e, 2a-b, 3a-b, 4, 5a-e"),
        "603": ("triggered abilities", "1a-b, 2a-h, 3a-d, 4-5, 6a-e, 7a-h, 8-9, 10a-g, 11, 12a"),
        "604": ("static abilities", "1-2, 3a, 4-7"),
        "605": ("mana abilities", "1a-b, 2, 3a-c, 4a, 5a-b"),
        "606": ("loyalty abilities", "1-6"),
        "607": ("linked abilities", "1a-d, 2a-q, 3-4, 5a"),
        "608": ("resolving", "1, 2a-p, 3a-g"),
        "609": ("effects", "1-3, 4a-b, 5-6, 7a-c"),
        "610": ("one-shot effects", "1-2, 3a-d, 4a-d, 5"),
        "611": ("continuous effects", "1, 2a-f, 3a-d"),
        "612": ("text changing", "1, 2a, 3-10"),
        "613": ("layers", "1a-g, 2a-c, 3, 4a-d, 5-6, 7a-n, 8a-c, 9-11"),
        "614": ("replacement", "1a-e, 2-6, 7a, 8-9, 10a-b, 11a-b, 12a-c, 13a-c, 14-16, 17a-d"),
        "615": ("prevention", "1a, 2-11, 12a, 13"),
        "616": ("replacement order", "1a-g, 2"),
        "700": ("terms", "1, 2a-i, 3a-d, 4, 5a, 6-7, 8a-d, 9-11, 12a, 13-16"),
        "701": (
            "keyword actions",
            """
            1, 2a activate, 3a-d attach, 4a-b behold, 5a-b cast, 6a-b counter, 7a-c create, 8a-c destroy, 9a-c discard,
            10a-g double, 11a-c triple, 12a-h exchange, 13a exile, 14a-d fight, 15a-d goad, 16a investigate,
            17a-d mill, 18a-e play, 19a-c regenerate, 20a-e reveal, 21a sacrifice, 22a-d scry, 23a-j search,
            24a-g shuffle, 25a-d surveil, 26a-b tap, 27a-g transform, 28a-f convert, 29a fateseal, 30a-d clash,
            31a-d planeswalk, 32a-c set in motion, 33a-b abandon, 34a-b proliferate, 35a detain, 36a-b populate,
            37a-c monstrosity, 38a-d vote, 39a bolster, 40a-h manifest, 41a support, 42a-c meld, 43a-d exert,
            44a-d explore, 45a assemble, 46a adapt, 47a-d amass, 48a learn, 49a-d venture, 50a-f connive,
            51a-c open an attraction, 52a roll to visit, 53a-b incubate, 54a-e the ring tempts you,
            55a-d villainous choice, 56a time travel, 57a-c discover, 58a-h cloak, 59a-c collect evidence,
            60a-d suspect, 61a forage, 62a-b manifest dread, 63a-b endure, 64a-b harness, 65a-b airbend,
            66a-b earthbend, 67a-c waterbend, 68a-d blight, 69a heal, 70a recruit
            """,
        ),
        "702": (
            "keyword abilities",
            """
            1a-d, 2a-f deathtouch, 3a-c defender, 4a-e double strike, 5a-d enchant, 6a-e equip, 7a-d first strike,
            8a-b flash, 9a-c flying, 10a-d haste, 11a-h hexproof, 12a-c indestructible, 13a-c intimidate,
            14a-e landwalk, 15a-f lifelink, 16a-p protection, 17a-c reach, 18a-b shroud, 19a-g trample,
            20a-c vigilance, 21a-b ward, 22a-m banding, 23a-c rampage, 24a-b cumulative upkeep, 25a-b flanking,
            26a-p phasing, 27a buyback, 28a-c shadow, 29a-f cycling, 30a-b echo, 31a-c horsemanship, 32a fading,
            33a-h kicker, 34a flashback, 35a-c madness, 36a-c fear, 37a-g morph, 38a-b amplify, 39a-b provoke,
            40a-b storm, 41a-b affinity, 42a-b entwine, 43a-b modular, 44a-d sunburst, 45a-b bushido, 46a-b soulshift,
            47a-e splice, 48a-c offering, 49a-d ninjutsu, 50a-b epic, 51a-d convoke, 52a-b dredge, 53a-b transmute,
            54a-c bloodthirst, 55a-c haunt, 56a-b replicate, 57a-b forecast, 58a-b graft, 59a recover, 60a-b ripple,
            61a-c split second, 62a-d suspend, 63a-c vanishing, 64a-c absorb, 65a-b aura swap, 66a-c delve,
            67a-c fortify, 68a-b frenzy, 69a-b gravestorm, 70a-b poisonous, 71a transfigure, 72a-c champion,
            73a changeling, 74a evoke, 75a-b hideaway, 76a prowl, 77a-b reinforce, 78a-b conspire, 79a persist,
            80a-d wither, 81a retrace, 82a-c devour, 83a-b exalted, 84a unearth, 85a-c cascade, 86a-b annihilator,
            87a-c level up, 88a-c rebound, 89a-b umbra armor, 90a-f infect, 91a-b battle cry, 92a living weapon,
            93a undying, 94a-b miracle, 95a-e soulbond, 96a-c overload, 97a scavenge, 98a unleash, 99a-c cipher,
            100a-d evolve, 101a-b extort, 102a-d fuse, 103a-g bestow, 104a-b tribute, 105a-b dethrone,
            106a-f hidden agenda, 107a outlast, 108a-b prowess, 109a dash, 110a-b exploit, 111a-c menace,
            112a-c renown, 113a-b awaken, 114a devoid, 115a-b ingest, 116a-b myriad, 117a surge, 118a-c skulk,
            119a-c emerge, 120a escalate, 121a-b melee, 122a-e crew, 123a-b fabricate, 124a-n partner,
            125a-c undaunted, 126a-c improvise, 127a aftermath, 128a-b embalm, 129a eternalize, 130a-b afflict,
            131a-d ascend, 132a assist, 133a jump-start, 134a-c mentor, 135a-b afterlife, 136a-b riot, 137a spectacle,
            138a-d escape, 139a-d companion, 140a-f mutate, 141a encore, 142a-b boast, 143a-f foretell,
            144a demonstrate, 145a-g daybound, 146a-b disturb, 147a decayed, 148a-b cleave, 149a-c training,
            150a compleated, 151a-b reconfigure, 152a-b blitz, 153a-b casualty, 154a-d enlist, 155a-c read ahead,
            156a ravenous, 157a-b squad, 158a-e space sculptor, 159a-b visit, 160a prototype, 161a living metal,
            162a more than meets the eye, 163a for mirrodin!, 164a-c toxic, 165a-d backup, 166a-d bargain,
            167a-c craft, 168a-f disguise, 169a-d solved, 170a-f plot, 171a-c saddle, 172a-b spree, 173a freerunning,
            174a-m gift, 175a-b offspring, 176a impending, 177a-b exhaust, 178a-b max speed,
            179a-f start your engines!, 180a-b harmonize, 181a mobilize, 182a job select, 183a tiered, 184a-c station,
            185a-c warp, 186a-b infinity, 187a-c mayhem, 188a web-slinging, 189a-b firebending, 190a-b sneak,
            191a-b increment, 192a paradigm, 193a-b power-up, 194a-c teamwork, 195a-c storied
            """,
        ),
        "703": ("turn-based actions", "1a, 2-3, 4a-q"),
        "704": ("state-based actions", "1a, 2-4, 5a-aa, 6a-f, 7-8"),
        "705": ("coins", "1-3"),
        "706": ("dice", "1a-b, 2a-b, 3a-c, 4-7, 8a-c"),
        "707": ("copying", "1, 2a-c, 3-7, 8a, 9a-g, 10a-g, 11, 12a, 13-14"),
        "708": ("face down", "1, 2a-b, 3-12"),
        "709": ("split", "1-2, 3a-c, 4a-d, 5a-j"),
        "710": ("flip", "1a-c, 2-5"),
        "711": ("leveler", "1, 2a-b, 3-7"),
        "712": (
            "double-faced",
            "1, 2a-c, 3a-c, 4a-c, 5a-g, 6-7, 8a-g, 9-10, 11a-d, 12, 13a, 14a-c, 15a, 16-20, 21a-e",
        ),
        "713": ("substitute", "1, 2a-c, 3-5"),
        "714": ("saga", "1a, 2a-e, 3a-c, 4"),
        "715": ("adventurer", "1, 2a-c, 3a-d, 4-5"),
        "716": ("class", "1, 2a-d, 3-4"),
        "717": ("attraction", "1, 2a-b, 3-5, 6a"),
        "718": ("prototype", "1, 2a, 3a-d, 4-5"),
        "719": ("case", "1-2, 3a-c"),
        "720": ("omen", "1, 2a-c, 3a-d, 4-5"),
        "721": ("station", "1, 2a-c, 3-4"),
        "722": ("preparation", "1, 2a-c, 3a-d, 4-5"),
        "723": ("controlling players", "1a-b, 2-4, 5a-b, 6-9"),
        "724": ("ending turns", "1a-f, 2a-g"),
        "725": ("monarch", "1-5"),
        "726": ("initiative", "1-5"),
        "727": ("restarting", "1a, 2-4, 5a, 6-7"),
        "728": ("rad counters", "1a"),
        "729": ("subgames", "1a-b, 2a-c, 3, 4a-b, 5a-c, 6"),
        "730": ("merging", "1, 2a-j, 3a-e"),
        "731": ("day night", "1a, 2a-c"),
        "732": ("shortcuts", "1a-c, 2a-c, 3-6"),
        "733": ("illegal actions", "1-2"),
        "800": ("multiplayer", "1-3, 4a-p, 5-7"),
        "801": ("range of influence", "1, 2a-d, 3-4, 5a-c, 6, 7a, 8-12, 13a-b, 14-18"),
        "802": ("attacking several", "1, 2a, 3a-b, 4a-b, 5"),
        "803": ("attacking sideways", "1a-b"),
        "804": ("deploying", "1-2"),
        "805": ("shared turns", "1-2, 3a-b, 4a-d, 5a-b, 6a, 7-9, 10a-f"),
        "806": ("free-for-all", "1, 2a-c, 3"),
        "807": ("grand melee", "1, 2a-c, 3, 4a-j, 5a-b"),
        "808": ("teams", "1-2, 3a-b, 4-5"),
        "809": ("emperor", "1-2, 3a-c, 4, 5a-c, 6a, 7"),
        "810": ("two-headed giant", "1-7, 8a-d, 9a-h, 10a-d, 11"),
        "811": ("alternating teams", "1, 2a-c, 3-5"),
        "900": ("casual variants", "1-2"),
        "901": ("planechase", "1-2, 3a, 4-6, 7a, 8, 9a-d, 10a-b, 11a-c, 12a-d, 13, 14a-b, 15a-c"),
        "902": ("vanguard", "1-4, 5a-b, 6-7"),
        "903": ("commander", "1-2, 3a-e, 4a-f, 5a-e, 6-8, 9a-c, 10a, 11a, 12a-h, 13a-g"),
        "904": ("archenemy", "1, 2a-b, 3-11, 12a-c, 13a-d"),
        "905": ("conspiracy draft", "1a-d, 2a-c, 3, 4a, 5-6"),
    }
)
"""Each section's topic and its rules: ``2-4`` is 2, 3 and 4; ``3a-d`` is 3 and 3a to 3d. In 701 and 702 each keyword
follows its rules."""

# The rules leave out l and o, and after z comes aa (704.5aa).
_LETTERS: Final = (*"abcdefghijkmnpqrstuvwxyz", "aa")
_RULINGS: Final = frozenset(f"ruling:{day}" for day in ("2022-10-14", "2023-04-14", "2024-06-07", "2024-09-20"))


@cache
def rules() -> Mapping[str, str]:
    """Every section, rule and subrule with its topic, in the order of the rules: ``{"100": "game", "100.1": …}``."""
    topics: dict[str, str] = {}
    for section, (section_topic, entries) in SECTIONS.items():
        topics[section] = section_topic
        for entry in filter(None, map(str.strip, entries.split(","))):
            item, _, keyword = entry.partition(" ")
            for number in _expand(item):
                topics[f"{section}.{number}"] = keyword or section_topic
    return MappingProxyType(topics)


def _expand(item: str) -> Iterator[str]:
    first, _, last = item.partition("-")
    number = first.rstrip(ascii_lowercase)
    if number == first:
        yield from map(str, range(int(first), int(last or first) + 1))
        return
    letter = first.removeprefix(number)
    yield number
    for subrule in _LETTERS[_LETTERS.index(letter) : _LETTERS.index(last or letter) + 1]:
        yield number + subrule


def exists(number: str) -> bool:
    """Whether it can be cited: a section (``718``), rule (``718.3``), subrule (``718.3b``) or dated ruling."""
    return number in rules() or is_ruling_date(number)


def is_ruling_date(citation: str) -> bool:
    """Whether it cites a ruling by a day on which rulings on Prototype were given: ``ruling:2022-10-14``."""
    return citation in _RULINGS


def topic(number: str) -> str:
    """What the rule is about, in lower case: ``718.3b`` prototype, ``702.85a`` cascade, ``702.1`` keyword abilities.

    Raises:
        LookupError: The rules have no such number. A ruling has no topic.
    """
    found = rules().get(number)
    if found is None:
        raise LookupError(f"{number!r} is no rule of the Comprehensive Rules of {EDITION}")
    return found
