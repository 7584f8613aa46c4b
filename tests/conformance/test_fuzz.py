"""The fuzzer: its stories are legal and always the same, and it finds every wrong host, in few steps."""

import json
from dataclasses import replace

import pytest

from mtg_hookspecs import ManaCost
from mtg_prototype_plugin.conformance.errors import HostBroken, InvalidScenario, Unsupported
from mtg_prototype_plugin.conformance.fuzz import Duel, Fuzzer, RefusedStory, replay
from mtg_prototype_plugin.conformance.fuzz.cards import DEFINED, characteristics, pool
from mtg_prototype_plugin.conformance.fuzz.generate import Maker
from mtg_prototype_plugin.conformance.fuzz.shrink import is_legal, shrink
from mtg_prototype_plugin.conformance.run import Result, run
from mtg_prototype_plugin.conformance.scenario import loads
from mtg_prototype_plugin.conformance.story import Story
from mtg_prototype_plugin.conformance.vocabulary import ACTIONS, CAPABILITIES, EXPECTATIONS
from mtg_prototype_plugin.conformance.wrong_hosts import WRONG_HOSTS
from mtg_prototype_plugin.sandbox import Sandbox

WRONG = {wrong.name: wrong for wrong in WRONG_HOSTS}
BUDGET = 20_000
"""Steps within which each wrong host is found."""


def stories(count, *, seed=0, capabilities=CAPABILITIES):
    maker = Maker(seed=seed, capabilities=frozenset(capabilities))
    return [maker.story(number) for number in range(count)]


def told(story):
    """The story with the sandbox's answers, as it would stand in a file."""
    table = Sandbox().table(characteristics())
    for step in story:
        if "do" in step:
            table.do(step)
            yield json.loads(json.dumps(step))
        else:
            answer = {"gone": True} if "gone" in step else table.look(step)
            yield json.loads(json.dumps({**step, **answer}))


def needs(steps):
    story = Story(card_exists=lambda name: name in pool())
    for step in steps:
        story.follow(step)
    return story.needs


def search(host, *, steps=BUDGET, seed=0):
    return Fuzzer(host, seed=seed).search(goes_on=lambda fuzzer: fuzzer.steps < steps)


# --- the stories -----------------------------------------------------------------------------------------------------


def test_the_same_seed_makes_the_same_stories():
    assert stories(30, seed=7) == stories(30, seed=7)
    assert stories(30, seed=7) != stories(30, seed=8)


def test_a_story_does_not_hang_on_those_before_it():
    maker = Maker(seed=3, capabilities=CAPABILITIES)
    assert maker.story(25) == stories(26, seed=3)[25]


def test_every_story_is_what_the_format_and_its_readings_allow():
    for story in stories(120):
        assert is_legal(story)
        assert needs(told(story)) <= CAPABILITIES


def test_the_stories_use_every_word():
    steps = [step for story in stories(400) for step in story]
    assert {step["do"] for step in steps if "do" in step} == set(ACTIONS)
    assert {word for word in EXPECTATIONS for step in steps if word in step} == set(EXPECTATIONS)
    assert {step["card"] for step in steps if step.get("do") == "put"} == set(pool())
    assert {part for step in steps for part in step.get("except", ())} >= {"own_pt", "keep_colors", "mana_cost", "name"}


@pytest.mark.parametrize("capabilities", [(), ("layers", "token_copy"), ("costs",), ("become_copy", "fork", "save")])
def test_the_stories_need_no_more_than_the_host_has(capabilities):
    used = set()
    for story in stories(60, capabilities=capabilities):
        used |= needs(told(story))
    assert used == set(capabilities)


def test_capabilities_that_nobody_knows_change_nothing():
    assert stories(10, capabilities={*CAPABILITIES, "time travel"}) == stories(10)


# --- host and referee ------------------------------------------------------------------------------------------------


def test_the_sandbox_does_not_differ_from_itself():
    fuzzer = Fuzzer(Sandbox(), seed=11)
    assert fuzzer.search(goes_on=lambda fuzzer: fuzzer.steps < 8_000) is None
    assert fuzzer.steps >= 8_000
    assert fuzzer.stories > 200


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


class OtherForms(Around):
    """Its answers come in other forms: lists the other way round, symbols of a cost too."""

    def look(self, step):
        return {key: self.formed(key, value) for key, value in super().look(step).items()}

    def formed(self, key, value):
        if key == "mana_cost" and value:
            return "".join(f"{{{symbol}}}" for symbol in reversed(ManaCost.parse(value).symbols))
        return list(reversed(value)) if isinstance(value, tuple) and key != "options" else value


def test_another_form_of_the_same_answer_is_no_difference():
    assert search(OtherForms(), steps=800) is None


class Raising(Around):
    """It raises what it is told to, for one action."""

    def __init__(self, verb, error):
        self.verb, self.error = verb, error

    def do(self, step):
        if step["do"] == self.verb:
            raise self.error
        super().do(step)


def test_what_a_host_raises_is_a_difference():
    found = search(Raising("blink", RuntimeError("no")))
    (scenario,) = loads(found.text).scenarios
    assert [step["do"] for step in scenario.steps] == ["put", "blink"]
    assert found.title == "blink is possible"
    assert run([loads(found.text)], host=Raising("blink", RuntimeError("no"))).answers[0].result is Result.ERRORED


def test_what_a_host_cannot_act_out_is_no_difference():
    assert search(Raising("blink", Unsupported("core")), steps=3_000) is None


def test_a_host_that_does_not_answer_differs():
    class Silent(Around):
        def look(self, step):
            return {key: value for key, value in super().look(step).items() if key != "toughness"}

    assert Duel(Silent()).fight(stories(1)[0]).keys == ("toughness",)


def test_a_host_that_cannot_begin_is_broken():
    class Broken(Around):
        def table(self, cards):
            raise OSError("no engine")

    with pytest.raises(HostBroken, match="cannot begin a game: 'OSError: no engine'"):
        search(Broken())


def test_a_story_that_the_referee_refuses_is_no_story():
    with pytest.raises(RefusedStory, match="the referee refuses a made-up story"):
        Duel(Sandbox()).fight([{"do": "resolve", "object": "nobody"}])
    with pytest.raises(RefusedStory, match="gone"):
        Duel(Sandbox()).fight(
            [{"do": "put", "card": "Blitz Automaton", "zone": "hand", "as": "card"}, {"expect": "card", "gone": True}]
        )


# --- what is found ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("wrong", WRONG_HOSTS, ids=lambda wrong: wrong.name)
def test_each_wrong_host_is_found(wrong):
    """In a short story, a scenario file, which the sandbox passes and the host does not, by a rule that it breaks."""
    found = search(wrong.make())
    assert found is not None
    file = loads(found.text)
    (scenario,) = file.scenarios
    assert len(scenario.steps) <= 9
    assert set(found.rules) & set(wrong.breaks)
    assert scenario.rules == found.rules
    assert run([file]).answers[0].result is Result.PASSED
    assert run([file], host=wrong.make()).answers[0].result in (Result.FAILED, Result.ERRORED)


def test_the_same_seed_finds_the_same():
    wrong = WRONG["one slot for own status and copy"]
    assert search(wrong.make()) == search(wrong.make())


def test_a_found_story_says_what_holds_and_by_which_rule():
    found = search(WRONG["phases in normal"].make())
    (scenario,) = loads(found.text).scenarios
    assert found.rules == ("702.26d", "718.3b")
    assert found.title == 'mana cost is "{2}{R}" after cast prototyped, resolve, phase out, phase in'
    assert found.id.startswith("702.26d-mana-cost-")
    assert [step.get("do") for step in scenario.steps] == ["put", "cast", "resolve", "phase_out", "phase_in", None]
    assert scenario.needs == ("phasing",)


def test_what_a_made_up_card_is_stands_in_the_file():
    found = search(WRONG["one colour"].make())
    file = loads(found.text)
    (put,) = (step["card"] for step in file.scenarios[0].steps if step.get("do") == "put")
    assert put in DEFINED
    assert file.cards == {put: characteristics()[put]}


# --- shrinking -------------------------------------------------------------------------------------------------------


PUT = {"do": "put", "card": "Rust Goliath", "zone": "exile", "as": "card-1"}
CAST = {"do": "cast", "object": "card-1", "option": "prototyped", "free": True, "as": "spell-2"}
RESOLVE = {"do": "resolve", "object": "spell-2", "as": "perm-3"}


def looking(handle):
    return {"expect": handle, "power": None}


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
    difference = Duel(WRONG["judges the card"].make(), referee=Wanting()).fight(
        [*story[:-1], {**story[-1], "permission": {"mana_value_max": 3}}]
    )
    fuzzer = Fuzzer(WRONG["judges the card"].make(), referee=Wanting())
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
        search(Once())


def test_shrinking_leaves_forks_out():
    story = [PUT, {"do": "fork", "as": "fork-2"}, {**CAST, "in": "fork-2"}, {**looking("spell-2"), "in": "fork-2"}]
    small = shrink(story, differs=lambda steps: any(step.get("do") == "cast" for step in steps))
    assert [step.get("do") for step in small] == ["put", "cast", None]


# --- the corpus ------------------------------------------------------------------------------------------------------


def test_the_corpus_is_replayed(tmp_path):
    wrong = WRONG["keeps on leaving"]
    found = search(wrong.make())
    (tmp_path / f"{found.id}.json").write_text(found.text, encoding="utf-8")
    assert [answer.result for answer in replay(tmp_path, Sandbox())] == [Result.PASSED]
    assert [answer.id for answer in replay(tmp_path, wrong.make()) if answer.result is Result.FAILED] == [found.id]
    assert list(replay(tmp_path / "not there", Sandbox())) == []


def test_a_file_in_the_corpus_that_is_no_scenario_is_named(tmp_path):
    (tmp_path / "broken.json").write_text("{", encoding="utf-8")
    with pytest.raises(InvalidScenario, match=r"broken\.json"):
        list(replay(tmp_path, Sandbox()))


def test_a_found_story_is_a_value():
    found = search(WRONG["red in hand"].make())
    assert replace(found) == found
    assert hash(found) == hash(replace(found))
