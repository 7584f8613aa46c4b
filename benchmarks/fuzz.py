"""How fast the fuzzer is, on one core, host and referee both the sandbox: ``python benchmarks/fuzz.py``.

Prints what making the stories takes, what the sandbox alone takes to act them out, and steps a second of the whole.
"""

from time import process_time

from mtg_prototype_plugin.conformance.fuzz import Fuzzer
from mtg_prototype_plugin.conformance.fuzz.cards import characteristics
from mtg_prototype_plugin.conformance.fuzz.generate import Maker, Steps
from mtg_prototype_plugin.sandbox import CAPABILITIES, Sandbox

TARGET = 15_000
STORIES = 2_000
ROUNDS = 3


def acted_out(stories: list[Steps]) -> float:
    sandbox = Sandbox()
    start = process_time()
    for story in stories:
        table = sandbox.table(characteristics())
        for step in story:
            if "do" in step:
                table.do(step)
            else:
                table.look(step)
    return process_time() - start


def searched() -> float:
    fuzzer = Fuzzer(Sandbox())
    start = process_time()
    assert fuzzer.search(goes_on=lambda fuzzer: fuzzer.stories < STORIES) is None
    return process_time() - start


def main() -> None:
    start = process_time()
    maker = Maker(seed=0, capabilities=CAPABILITIES)
    stories = [maker.story(number) for number in range(STORIES)]
    making = process_time() - start
    steps = sum(map(len, stories))
    print(f"{STORIES:,} stories of {steps / STORIES:.0f} steps: {steps / making:,.0f} steps a second to make them up")
    floor = min(acted_out(stories) for _ in range(ROUNDS))
    print(f"{steps / floor:,.0f} steps a second in the sandbox alone")
    whole = min(searched() for _ in range(ROUNDS))
    print(f"{steps / whole:,.0f} steps a second, host and referee (target {TARGET:,})")


if __name__ == "__main__":
    main()
