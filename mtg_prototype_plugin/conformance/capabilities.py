"""What a host may be able to do beyond ``core``, in a sentence each.

A host declares what it can. The default of every capability is that it is not there: what is not declared is not
tried, and the scenarios that need it are *skipped*. ``core`` is putting a card somewhere, casting it either way,
resolving, countering and moving it, and what an object is. A host that cannot do one of these leaves it out, and
skips the scenarios that need it as well.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

CAPABILITIES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "abilities": "tells which keyword abilities an object has now",
        "alternative_cost": "casts a spell for an alternative cost",
        "base_pt": "tells base power and toughness, before counters and what adds to them",
        "become_copy": "a permanent becomes a copy of another for as long as an effect lasts",
        "card_filters": "tells whether an effect that looks for a card finds this one",
        "control": "changes control of spells and permanents, and tells it",
        "copy_card": "copies a card, and casts the copy",
        "copy_spell": "copies a spell on the stack, also one that has left it",
        "costs": "tells the total cost of a spell before it is cast",
        "devotion": "tells what an object adds to devotion",
        "enters_as_copy": "a permanent enters the battlefield as a copy",
        "entering": "tells what a permanent will be, before it has entered",
        "face_down": "turns permanents face down and up, and puts cards onto the battlefield face down",
        "fork": "makes an independent copy of the whole game",
        "free_cast": "casts a spell without paying its mana cost",
        "identity": "tells a card's colour identity",
        "last_known": "tells what an object that has left was last",
        "layers": "has continuous effects that change types, colours, abilities and sizes, and counters",
        "merge": "a spell merges with a permanent",
        "options": "tells in which ways a card may be cast, under permissions and prohibitions",
        "phasing": "permanents phase out and in",
        "rewind": "takes back a cast that has been announced",
        "save": "saves the whole game and loads it",
        "token_copy": "makes a token that is a copy, also of a permanent that has left",
    }
)
