"""What the fuzzer leaves out of a story that tells a host from the referee, and what it does not."""

import pytest

from mtg_prototype_plugin.conformance.errors import HostBroken
from mtg_prototype_plugin.conformance.fuzz import Duel, Fuzzer
from mtg_prototype_plugin.conformance.fuzz.shrink import is_legal, shrink
from mtg_prototype_plugin.conformance.vocabulary import CAPABILITIES
from mtg_prototype_plugin.conformance.wrong_hosts import WRONG_HOSTS
from mtg_prototype_plugin.sandbox import Sandbox

(judges_the_card,) = (wrong.make for wrong in WRONG_HOSTS if wrong.name == "judges the card")
PUT = {"do": "put", "card": "Rust Goliath", "zone": "exile", "as": "card-1"}
CAST = {"do": "cast", "object": "card-1", "option": "prototyped", "free": True, "as": "spell-2"}
RESOLVE = {"do": "resolve", "object": "spell-2", "as": "perm-3"}


def looking(handle):
    return {"expect": handle, "power": None}


class Around:
    """The sandbox, for hosts that do something else now and then."""

    name, version, capabilities = "around the sandbox", "1", CAPABILITIES

    def table(self, cards):
        self.inner = Sandbox().table(cards)
        return self

    def do(self, step):
        self.inner.do(step)

    def look(self, step):
        return self.inner.look(step)


def test_shrinking_leaves_what_is_needed():
    story = [
        PUT,
        looking("card-1"),
        {"do": "put", "card": "Grizzly Bears", "zone": "hand", "as": "card-9"},
        CAST,
        RESOLVE,
        {"do": "phase_out", "object": "perm-3"},
        {"do": "phase_in", "object": "perm-3"},
        {"do": "create_token_copy", "of": "perm-3", "except": {"power": 1, "name": "Nobody"}, "as": "token-4"},
        looking("token-4"),
    ]

    def differs(candidate):
        tokens = [step for step in candidate if step.get("do") == "create_token_copy"]
        return bool(tokens) and "power" in tokens[0].get("except", {}) and "expect" in candidate[-1]

    assert shrink(story, differs=differs) == [
        {"do": "put", "card": "Blitz Automaton", "zone": "battlefield", "as": "card"},
        {"do": "create_token_copy", "of": "card", "except": {"power": 1}, "as": "token"},
        {"expect": "token", "power": None},
    ]


def test_shrinking_leaves_out_one_of_three_merged_cards():
    """The names that the merged permanent's cards get are as many as its cards."""
    story = [{**PUT, "zone": "battlefield"}]
    for number in (2, 4):
        card, spell = f"card-{number}", f"spell-{number + 1}"
        story += [
            {"do": "put", "card": "Dreamtail Heron", "zone": "hand", "as": card},
            {"do": "cast", "object": card, "option": "normal", "alternative": "{3}{U}", "as": spell},
            {"do": "mutate", "object": spell, "onto": "card-1", "side": "over"},
        ]
    story += [{"do": "move", "object": "card-1", "to": "hand", "as": ("card-6", "card-7", "card-8")}, looking("card-8")]
    assert is_legal(story)

    def differs(candidate):
        moved = [step for step in candidate if step.get("do") == "move"]
        return bool(moved) and len(moved[0]["as"]) == 2 and "expect" in candidate[-1]

    def differs_or_whole(candidate):
        return candidate == story or differs(candidate)

    small = shrink(story, differs=differs_or_whole)
    assert [step.get("do") for step in small] == ["put", "put", "cast", "mutate", "move", None]


def test_shrinking_keeps_to_what_is_legal():
    """Without the end of the copy effect, a card would merge under a copy, which is not settled."""
    heron = {"do": "put", "card": "Dreamtail Heron", "zone": "hand", "as": "card-5"}
    story = [
        {**PUT, "zone": "battlefield"},
        {"do": "put", "card": "Grizzly Bears", "zone": "battlefield", "as": "card-4"},
        {"do": "become_copy", "object": "card-1", "of": "card-4", "as_effect": "effect-1"},
        {"do": "end_effect", "effect": "effect-1"},
        heron,
        {"do": "cast", "object": "card-5", "option": "normal", "alternative": "{3}{U}", "as": "spell-6"},
        {"do": "mutate", "object": "spell-6", "onto": "card-1", "side": "under"},
        looking("card-1"),
    ]
    assert is_legal(story)
    assert not is_legal([step for step in story if step.get("do") != "end_effect"])
    small = shrink(story, differs=lambda steps: {"become_copy", "mutate"} <= {step.get("do") for step in steps})
    assert is_legal(small)


def test_what_the_referee_refuses_is_not_shrunk_to():
    """Here the referee does not say how a card may be cast before something has phased out."""

    class Wanting(Around):
        def table(self, cards):
            self.phased = False
            return super().table(cards)

        def do(self, step):
            self.phased |= step["do"] == "phase_out"
            super().do(step)

        def look(self, step):
            if "expect_options" in step and not self.phased:
                raise ValueError("nothing has phased out")
            return super().look(step)

    story = [
        {**PUT, "card": "Blitz Automaton", "zone": "battlefield"},
        {"do": "phase_out", "object": "card-1"},
        {"do": "put", "card": "Blitz Automaton", "zone": "hand", "as": "card-2"},
        {"expect_options": "card-2", "options": ()},
    ]
    difference = Duel(judges_the_card(), referee=Wanting()).fight(
        [*story[:-1], {**story[-1], "permission": {"mana_value_max": 3}}]
    )
    fuzzer = Fuzzer(judges_the_card(), referee=Wanting())
    smallest = fuzzer.smallest(difference)
    assert [step.get("do") for step in smallest.steps] == ["put", "phase_out", "put", None]


def test_a_host_that_does_not_answer_the_same_twice_is_broken():
    class Once(Around):
        def table(self, cards):
            self.games = getattr(self, "games", 0) + 1
            return super().table(cards)

        def look(self, step):
            seen = super().look(step)
            return {**seen, "power": -1} if self.games < 3 and "power" in seen else seen

    with pytest.raises(HostBroken, match="not answer the same twice"):
        Fuzzer(Once()).search(goes_on=lambda fuzzer: fuzzer.steps < 20_000)


def test_shrinking_leaves_forks_out():
    story = [PUT, {"do": "fork", "as": "fork-2"}, {**CAST, "in": "fork-2"}, {**looking("spell-2"), "in": "fork-2"}]
    small = shrink(story, differs=lambda steps: any(step.get("do") == "cast" for step in steps))
    assert [step.get("do") for step in small] == ["put", "cast", None]


def test_shrinking_ends_when_the_host_hangs():
    """It is wrong about a spell's power, and hangs at a shorter story."""

    class Hanging(Around):
        hung = 0

        def table(self, cards):
            self.acted = 0
            return super().table(cards)

        def do(self, step):
            self.acted += 1
            super().do(step)

        def look(self, step):
            if self.acted < 3:
                Hanging.hung += 1
                raise HostBroken("the host does not answer", value="10 s", hint="--timeout")
            return {**super().look(step), "power": -1}

    host = Hanging()
    fuzzer = Fuzzer(host)
    story = [PUT, {**PUT, "as": "card-2"}, {**PUT, "as": "card-3"}, looking("card-3")]
    smallest = fuzzer.smallest(Duel(host).fight(story))
    assert [step.get("do") for step in smallest.steps] == ["put", "put", "put", None]
    assert Hanging.hung == 1
