"""What a host pays: each decision with and without an override, and reads, beside one bare pluggy call in the same run.

``python benchmarks/decisions.py`` prints ratios; the nanoseconds beside them are this machine's.
"""

import sys
import timeit
from collections.abc import Callable

import pluggy

from mtg_hookspecs import (
    PROJECT_NAME,
    Characteristics,
    CopiableValues,
    CopyKind,
    ObjectCopied,
    PluginHost,
    SpellCast,
    SpellResolve,
    Zone,
    ZoneChange,
)
from mtg_prototype_plugin import plugin, prototype_of, table

ROUNDS, CALLS = 7, 20_000


class _Spec:
    @staticmethod
    @pluggy.HookspecMarker(PROJECT_NAME)(firstresult=True)
    def bare(event: object) -> None: ...


class _Implementation:
    @staticmethod
    @pluggy.HookimplMarker(PROJECT_NAME)
    def bare(event: object) -> object:
        return event


def bare_pluggy_call() -> Callable[[], object]:
    manager = pluggy.PluginManager(PROJECT_NAME)
    manager.add_hookspecs(_Spec)
    manager.register(_Implementation)
    call = manager.hook.bare
    return lambda: call(event=1)


def nanoseconds(call: Callable[[], object]) -> float:
    return min(timeit.repeat(call, number=CALLS, repeat=ROUNDS)) / CALLS * 1e9


def cases() -> dict[str, Callable[[], object]]:
    host = PluginHost([plugin])
    found = table.find("Blitz Automaton")
    assert found is not None
    card = found.characteristics
    own = prototype_of(card)
    assert own is not None
    copiable = CopiableValues(own.characteristics, own)
    plain = ObjectCopied(CopyKind.TOKEN, CopiableValues(card, None))
    hand, stack, battlefield = Zone.HAND, Zone.STACK, Zone.BATTLEFIELD
    normal = SpellCast(card, "normal", hand)
    strings = card.to_strings()
    return {
        "spell cast": lambda: host.spell_cast(SpellCast(card, "prototyped", hand)),
        "spell resolves": lambda: host.spell_resolve(SpellResolve(card, own)),
        "zone change": lambda: host.zone_change(ZoneChange(card, own, battlefield, hand)),
        "object copied": lambda: host.object_copied(ObjectCopied(CopyKind.TOKEN, copiable)),
        "spell cast, normal": lambda: host.spell_cast(normal),
        "object copied, no override": lambda: host.object_copied(plain),
        "moves without override": lambda: None if None is None else stack,
        "cast options": lambda: host.cast_options(card, zone=hand),
        "prototype_of, known card": lambda: prototype_of(card),
        "characteristics, from strings": lambda: Characteristics.from_strings(**strings),
        "changes, as strings": lambda: own.changes(card, form="strings"),
        "read mana value": lambda: card.mana_value,
        "read override's power": lambda: own.characteristics.power,
    }


def main() -> None:
    nothing = nanoseconds(lambda: None)
    bare = nanoseconds(bare_pluggy_call()) - nothing
    print(f"pluggy {pluggy.__version__}, Python {sys.version.split()[0]}")
    print(f"{'bare pluggy call, one plugin':30} {bare:7.0f} ns  1.00")
    for name, call in cases().items():
        spent = max(0.0, nanoseconds(call) - nothing)
        print(f"{name:30} {spent:7.0f} ns  {spent / bare:.2f}")


if __name__ == "__main__":
    main()
