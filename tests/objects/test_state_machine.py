"""``GameObject`` against a second, naive model: plain records that change, every value worked out anew when asked.

The model shares nothing with the plugin: what the cards are, prototyped or not, stands here as plain tuples.
"""

import copy
import pickle
from dataclasses import replace

import hypothesis.strategies as st
from hypothesis import settings
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

import mtg_hookspecs
from mtg_hookspecs import Characteristics, CopyKind, PluginHost, Zone
from mtg_prototype_plugin import objects, plugin
from mtg_prototype_plugin.objects import GameObject, ObjectKind, Side

HOST = PluginHost([plugin])
NAMES = {name: getattr(mtg_hookspecs, name) for name in mtg_hookspecs.__all__} | vars(objects)

# Each card: name, type line, normal cost, colours and size, prototype cost, colours and size, keyword abilities.
CARDS = {
    "Blitz Automaton": ("Artifact Creature — Construct", ("{7}", "", 6, 4), ("{2}{R}", "R", 3, 2), {"Haste"}),
    "Goring Warplow": ("Artifact Creature — Construct", ("{6}", "", 5, 4), ("{1}{B}", "B", 1, 1), {"Deathtouch"}),
    "Silvercoat Lion": ("Creature — Cat", ("{1}{W}", "W", 2, 2), None, set()),
    "Cave Bat": ("Creature — Bat", ("{1}{B}", "B", 1, 1), None, {"Flying"}),
}


def card_of(name):
    type_line, (cost, _, power, toughness), prototype, keywords = CARDS[name]
    text = f"Prototype {prototype[0]} — {prototype[2]}/{prototype[3]}" if prototype else ""
    return Characteristics.from_strings(
        name=name,
        mana_cost=cost,
        type_line=type_line,
        power=power,
        toughness=toughness,
        keywords=sorted(keywords),
        rules_text=text,
    )


FACE_DOWN = {"name": "", "cost": None, "colors": "", "size": (2, 2), "keywords": set(), "prototyped": False}


class Record:
    """One object, naively: where it is, how it was cast, and all that has happened to it, in order."""

    def __init__(self, name, zone, *, kind="card", prototyped=False, made_as=None):
        self.name = name
        self.zone = zone
        self.kind = kind
        self.prototyped = prototyped
        self.made_as = made_as
        """What the effect that made a token says, if it is one that was not cast."""
        self.happened = []
        self.down = False
        self.phased = False
        self.parts = None
        """Of a merged permanent: name and kind of what represents it, topmost first."""

    def own(self):
        if self.made_as is not None:
            return self.made_as
        _, normal, prototype, keywords = CARDS[self.name]
        cost, colors, *size = prototype if self.prototyped else normal
        return {
            "name": self.name,
            "cost": cost,
            "colors": colors,
            "size": tuple(size),
            "keywords": set(keywords),
            "prototyped": self.prototyped,
        }

    def face_up(self):
        seen = self.own()
        for what, _, values in self.happened:
            if what == "copy":
                seen = values
            elif what == "over":
                seen = {**values, "keywords": values["keywords"] | seen["keywords"]}
            else:
                seen = {**seen, "keywords": values["keywords"] | seen["keywords"]}
        return copy.deepcopy(seen)

    def seen(self):
        return dict(FACE_DOWN) if self.down else self.face_up()


def seen(it):
    now = it.characteristics
    return {
        "name": now.name,
        "cost": str(now.mana_cost) if now.mana_cost else None,
        "colors": str(now.colors),
        "size": (now.power, now.toughness),
        "keywords": set(now.keywords),
        "prototyped": it.copiable_values.override is not None,
    }


def one_one(copied, own):
    return replace(copied, power=1, toughness=1)


def own_size(copied, own):
    return replace(copied, power=own.power, toughness=own.toughness)


def modified(values, how, own):
    if how is None:
        return values
    return {**values, "size": (1, 1) if how is one_one else own["size"]}


def in_play(record):
    return record.zone is Zone.BATTLEFIELD and not record.phased


def on_stack(record):
    return record.zone is Zone.STACK


def elsewhere(record):
    return record.zone not in (Zone.STACK, Zone.BATTLEFIELD)


def reanimable(record):
    return elsewhere(record) and record.kind == "card"


def permanent(record):
    return record.zone is Zone.BATTLEFIELD


def unphased(record):
    return not record.phased


def castable(record):
    return elsewhere(record) and record.kind != "token"


def off_stack(record):
    return not on_stack(record) and not record.phased


def copying(record):
    return any(what == "copy" for what, *_ in record.happened)


def there(*wanted):
    """A rule is drawn only where such objects are."""
    return precondition(lambda self: all(self.numbers(each) for each in wanted))


class Branch:
    """One game: the objects and their records, by a number each; those that have left are kept."""

    def __init__(self):
        self.objects = {}
        self.records = {}
        self.effects = []
        self.next = 0

    def add(self, it, record):
        number = self.next
        self.next += 1
        self.objects[number] = it
        self.records[number] = record
        return number


class Objects(RuleBasedStateMachine):
    """Two games at most: the fork begins as the other, and goes its own way."""

    def __init__(self):
        super().__init__()
        self.branches = [Branch()]
        self.at = 0

    @property
    def now(self):
        return self.branches[self.at]

    def numbers(self, wanted):
        return [number for number in self.now.objects if wanted(self.now.records[number])]

    def some(self, data, wanted):
        """The number of an object whose record is as ``wanted``."""
        return data.draw(st.sampled_from(self.numbers(wanted)))

    def pair(self, number):
        return self.now.objects[number], self.now.records[number]

    @initialize()
    def begin(self):
        """A prototyped permanent, one that was not cast, a spell, a card."""
        spell = GameObject(card_of("Blitz Automaton"), Zone.HAND).cast("prototyped", ask=HOST)
        self.now.add(spell.resolve(ask=HOST), Record("Blitz Automaton", Zone.BATTLEFIELD, prototyped=True))
        self.now.add(
            GameObject(card_of("Silvercoat Lion"), Zone.BATTLEFIELD), Record("Silvercoat Lion", Zone.BATTLEFIELD)
        )
        spell = GameObject(card_of("Cave Bat"), Zone.HAND).cast("normal", ask=HOST)
        self.now.add(spell, Record("Cave Bat", Zone.STACK))
        self.put("Goring Warplow", Zone.HAND)

    @precondition(lambda self: len(self.now.objects) < 8)
    @rule(name=st.sampled_from(sorted(CARDS)), zone=st.sampled_from([Zone.HAND, Zone.GRAVEYARD, Zone.BATTLEFIELD]))
    def put(self, name, zone):
        self.now.add(GameObject(card_of(name), zone), Record(name, zone))

    @there(castable)
    @rule(data=st.data(), prototyped=st.booleans())
    def cast(self, data, prototyped):
        number = self.some(data, castable)
        it, record = self.pair(number)
        prototyped = prototyped and CARDS[record.name][2] is not None
        spell = it.cast("prototyped" if prototyped else "normal", ask=HOST)
        del self.now.objects[number]
        self.now.add(spell, Record(record.name, Zone.STACK, kind=record.kind, prototyped=prototyped))

    @there(on_stack)
    @rule(data=st.data())
    def resolve(self, data):
        number = self.some(data, on_stack)
        it, record = self.pair(number)
        kind = "token" if record.kind == "copy" else record.kind
        self.become(
            number, it.resolve(ask=HOST), Record(record.name, Zone.BATTLEFIELD, kind=kind, prototyped=record.prototyped)
        )

    def become(self, number, it, record):
        del self.now.objects[number]
        return self.now.add(it, record)

    def leave(self, number, zone):
        """The object moves, not from the stack to the battlefield; merged ones part."""
        it, record = self.pair(number)
        parts = record.parts or [(record.name, record.kind, record.made_as)]
        left = it.separated(zone, ask=HOST)
        assert len(left) == len(parts)
        del self.now.objects[number]
        return [
            self.now.add(one, Record(name, zone, kind=kind, made_as=made_as and {**made_as, "prototyped": False}))
            for one, (name, kind, made_as) in zip(left, parts, strict=True)
        ]

    @there(unphased)
    @rule(data=st.data(), zone=st.sampled_from([Zone.GRAVEYARD, Zone.HAND, Zone.EXILE, Zone.LIBRARY, Zone.COMMAND]))
    def move(self, data, zone):
        number = self.some(data, unphased)
        self.leave(number, zone)

    @there(reanimable)
    @rule(data=st.data())
    def reanimate(self, data):
        number = self.some(data, reanimable)
        self.leave(number, Zone.BATTLEFIELD)

    @there(in_play)
    @rule(data=st.data())
    def blink(self, data):
        number = self.some(data, in_play)
        for each in self.leave(number, Zone.EXILE):
            if self.now.records[each].kind == "card":
                self.leave(each, Zone.BATTLEFIELD)

    @there(on_stack)
    @rule(data=st.data())
    def copy_spell(self, data):
        number = self.some(data, on_stack)
        it, record = self.pair(number)
        copied = Record(record.name, Zone.STACK, kind="copy", prototyped=record.prototyped)
        self.now.add(it.copied(CopyKind.SPELL, ask=HOST), copied)

    @there(off_stack)
    @rule(data=st.data(), how=st.sampled_from([None, one_one]))
    def create_token_copy(self, data, how):
        number = self.some(data, off_stack)
        it, record = self.pair(number)
        made_as = modified(record.seen(), how, None)
        token = Record(record.name, Zone.BATTLEFIELD, kind="token", made_as=made_as)
        self.now.add(it.copied(CopyKind.TOKEN, ask=HOST, modify=how), token)

    @there(in_play)
    @rule(data=st.data(), how=st.sampled_from([None, one_one, own_size]), enters=st.booleans())
    def become_copy(self, data, how, enters):
        number = self.some(data, in_play)
        source = self.some(data, off_stack)
        it, record = self.pair(number)
        key = f"effect {self.now.next}"
        self.now.next += 1
        kind = CopyKind.ENTERS_AS if enters else CopyKind.BECOMES
        values = modified(self.now.records[source].seen(), how, record.face_up())
        self.now.objects[number] = it.with_copy_effect(
            self.now.objects[source], key=key, ask=HOST, kind=kind, modify=how
        )
        record.happened.append(("copy", key, values))

    @there(copying)
    @rule(data=st.data())
    def end_copy(self, data):
        number = self.some(data, copying)
        it, record = self.pair(number)
        key = data.draw(st.sampled_from([key for what, key, _ in record.happened if what == "copy"]))
        self.now.objects[number] = it.without_copy_effect(key)
        record.happened = [each for each in record.happened if each[1] != key]

    @there(in_play)
    @rule(data=st.data())
    def turn(self, data):
        number = self.some(data, in_play)
        it, record = self.pair(number)
        self.now.objects[number] = it.turned_up() if record.down else it.turned_down()
        record.down = not record.down

    @there(on_stack, in_play)
    @rule(data=st.data(), side=st.sampled_from(Side))
    def merge(self, data, side):
        spell = self.some(data, on_stack)
        onto = self.some(data, in_play)
        it, record = self.pair(onto)
        part, part_record = self.pair(spell)
        self.now.objects[onto] = it.merged(part, side=side, ask=HOST)
        del self.now.objects[spell]
        kind = "token" if part_record.kind == "copy" else part_record.kind
        new = [(part_record.name, kind, part_record.made_as)]
        old = record.parts or [(record.name, record.kind, record.made_as)]
        record.parts = new + old if side is Side.OVER else old + new
        record.kind = record.parts[0][1]
        record.down = record.down and side is Side.UNDER
        record.happened.append((side.value, None, part_record.seen()))

    @there(permanent)
    @rule(data=st.data())
    def phase(self, data):
        number = self.some(data, permanent)
        record = self.now.records[number]
        record.phased = not record.phased  # 702.26d: the value stays

    @precondition(lambda self: len(self.branches) == 1)
    @rule()
    def fork(self):
        there = Branch()
        there.objects = dict(self.now.objects)  # values need no copying
        there.records = copy.deepcopy(self.now.records)
        there.next = self.now.next
        self.branches.append(there)

    @precondition(lambda self: len(self.branches) == 2)
    @rule()
    def go_to_the_other_branch(self):
        self.at = 1 - self.at

    @invariant()
    def they_agree(self):
        for branch in self.branches:
            for number, it in branch.objects.items():
                record = branch.records[number]
                assert seen(it) == record.seen()
                assert it.zone is record.zone
                assert it.kind is ObjectKind(record.kind)
                assert (it.face_down is not None) is record.down

    @invariant()
    def copies_acquire_what_is_seen(self):
        for it in self.now.objects.values():
            override = it.copiable_values.override
            assert override is None or override.characteristics == it.characteristics

    def teardown(self):
        for branch in self.branches:
            for it in branch.objects.values():
                assert eval(repr(it), dict(NAMES)) == it
                assert pickle.loads(pickle.dumps(it)) == it


TestObjects = Objects.TestCase
TestObjects.settings = settings(max_examples=150, stateful_step_count=40, deadline=None)
