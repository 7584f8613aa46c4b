"""How fast the sandbox acts out the shipped scenarios, on one core: ``python benchmarks/sandbox.py``.

Prints what a cold run of all scenarios takes (read, check, act out), and steps a second once they are read.
"""

from collections.abc import Callable
from time import perf_counter

from mtg_prototype_plugin.conformance.run import Play, Result, run
from mtg_prototype_plugin.conformance.scenario import shipped
from mtg_prototype_plugin.sandbox import Sandbox

TARGET = 60_000
ROUNDS = 20


def timed(work: Callable[[], object]) -> float:
    start = perf_counter()
    work()
    return perf_counter() - start


def main() -> None:
    reading = timed(shipped)
    files = shipped()
    scenarios = [scenario for file in files for scenario in file.scenarios]
    first = timed(lambda: run(files))
    print(f"{len(scenarios)} scenarios: {reading * 1e3:.0f} ms to read and check, {first * 1e3:.0f} ms to act out once")

    host = Sandbox()
    plays = [Play(scenario, file.cards) for file in files for scenario in file.scenarios]
    answers = [play.on(host) for play in plays]
    passed = sum(answer.result is Result.PASSED for answer in answers)
    print(f"{passed} of {len(plays)} passed")

    steps = sum(len(scenario.steps) for scenario in scenarios)
    best = min(timed(lambda: [play.on(host) for play in plays]) for _ in range(ROUNDS))
    print(f"{steps / best:,.0f} steps a second ({steps} steps in {best * 1e3:.1f} ms; target {TARGET:,})")


if __name__ == "__main__":
    main()
