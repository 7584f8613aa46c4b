"""The fuzzer: its stories are legal and always the same, and it finds every wrong host, in few steps."""

import asyncio
import json
from dataclasses import replace

import pytest

from mtg_hookspecs import ManaCost
from mtg_prototype_plugin.conformance.errors import HostBroken, InvalidScenario, Unsupported
from mtg_prototype_plugin.conformance.fuzz import Duel, Fuzzer, RefusedStory, replay
from mtg_prototype_plugin.conformance.fuzz.cards import DEFINED, characteristics, pool
from mtg_prototype_plugin.conformance.fuzz.generate import Maker
from mtg_prototype_plugin.conformance.fuzz.shrink import is_legal
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


def test_it_is_counted_how_many_stories_end_early():
    fuzzer = Fuzzer(Raising("blink", Unsupported("blink")))
    assert fuzzer.search(goes_on=lambda fuzzer: fuzzer.stories < 200) is None
    assert set(fuzzer.ended_early) == {"blink"}
    assert 0 < fuzzer.ended_early["blink"] < 200


@pytest.mark.parametrize("error", [asyncio.CancelledError(), GeneratorExit(), SystemExit(0)])
def test_whatever_a_host_raises_is_a_difference(error):
    assert search(Raising("blink", error)).title == "blink is possible"


def test_the_user_may_interrupt():
    with pytest.raises(KeyboardInterrupt):
        search(Raising("blink", KeyboardInterrupt()))


def test_a_host_that_hangs_is_not_asked_again():
    class Hanging(Around):
        hung = 0

        def do(self, step):
            if step["do"] == "blink":
                Hanging.hung += 1
                raise HostBroken("the host does not answer", value="10 s", hint="--timeout")
            super().do(step)

    assert search(Hanging()).title.startswith("blink is possible")
    assert Hanging.hung == 1


def test_what_a_host_raises_when_asked_is_told_by_what_is_asked():
    class Priceless(Around):
        def look(self, step):
            if "expect_cost" in step:
                raise RuntimeError("no")
            return super().look(step)

    assert search(Priceless()).title == "`expect_cost` is answered"


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


@pytest.mark.parametrize("seed", [0, 2024])
@pytest.mark.parametrize("wrong", WRONG_HOSTS, ids=lambda wrong: wrong.name)
def test_each_wrong_host_is_found(wrong, seed):
    """In a short story, a scenario file, which the sandbox passes and the host does not.

    One of the rules that it names is one that the host breaks.
    """
    found = search(wrong.make(), seed=seed)
    assert found is not None
    file = loads(found.text)
    (scenario,) = file.scenarios
    assert len(scenario.steps) <= 10
    assert set(found.rules) & set(wrong.breaks)
    assert scenario.rules == found.rules
    assert run([file]).answers[0].result is Result.PASSED
    assert run([file], host=wrong.make()).answers[0].result in (Result.FAILED, Result.ERRORED)


@pytest.mark.parametrize("seed", [11, 77, 31337])
@pytest.mark.parametrize("name", ["ends the newest", "copied spell has no X"])
def test_what_few_stories_tell_is_found_with_other_seeds(name, seed):
    assert search(WRONG[name].make(), seed=seed) is not None


@pytest.mark.parametrize(
    ("name", "rules"),
    [
        ("one colour", {"105.2"}),
        ("abilities of the top", {"702.140e"}),
        ("copies lose the word", {"718.3c", "718.3d"}),
        ("effects end at resolve", {"400.7a"}),
        ("keeps X", {"202.3e"}),
        ("stolen is normal", {"718.3b"}),
        ("judges without effects", {"601.3e"}),
    ],
)
def test_the_first_rule_is_the_one_that_the_host_breaks(name, rules):
    assert {search(WRONG[name].make(), seed=seed).rules[0] for seed in (0, 11)} <= rules


def test_what_would_enter_is_asked_only_where_what_enters_is_right():
    """The permanent of this host is right, and what it says beforehand is not."""
    found = search(WRONG["entering is the card"].make())
    assert found.rules[0] == "614.12"


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
