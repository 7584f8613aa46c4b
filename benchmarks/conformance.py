"""How fast the kit runs: ``python benchmarks/conformance.py``. The target is 300 scenarios in under 0.7 s on one core.

Measured: the whole command from a cold start; the parts of it, in this process, beside the sandbox's own steps as the
floor; an adapter and a host behind a command; and what a second process brings where the host is slow.
"""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from time import perf_counter, sleep
from typing import Any

from mtg_prototype_plugin.conformance.hosts import HostSpec
from mtg_prototype_plugin.conformance.jobs import answers_of
from mtg_prototype_plugin.conformance.run import Play, plays_of, run
from mtg_prototype_plugin.conformance.scenario import ScenarioFile, shipped
from mtg_prototype_plugin.conformance.stdio import StdioHost
from mtg_prototype_plugin.sandbox import Sandbox, Table

TARGET = 0.7
ROUNDS = 10
PAUSE = 0.01
MAIN = "from mtg_prototype_plugin.cli import main; main()"


class SlowHost(Sandbox):
    """A host that takes a hundredth of a second a game, as an engine with a process or a network behind it."""

    def table(self, cards: Any) -> Table:
        sleep(PAUSE)
        return super().table(cards)


def timed(work: Callable[[], object], *, rounds: int = 1) -> float:
    best = float("inf")
    for _ in range(rounds):
        start = perf_counter()
        work()
        best = min(best, perf_counter() - start)
    return best


def floor(plays: tuple[Play, ...]) -> float:
    """The sandbox's own steps, without the kit: nothing is compared."""
    host = Sandbox()
    stories = [(play.cards, [step for step, _ in play._steps]) for play in plays]

    def act() -> None:
        for cards, steps in stories:
            table = host.table(cards)
            for step in steps:
                table.do(step) if "do" in step else table.look(step)

    return timed(act, rounds=ROUNDS)


def on_one_core() -> None:
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})


def main() -> None:
    cores = os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else set()
    on_one_core()
    command = [sys.executable, "-c", MAIN, "conformance", "--host", "sandbox"]
    cold = timed(lambda: subprocess.run(command, check=True, capture_output=True), rounds=5)
    reading = timed(shipped)
    files: tuple[ScenarioFile, ...] = shipped()
    plays = plays_of(files)
    steps = sum(len(play.scenario.steps) for play in plays)
    first = timed(lambda: run(files, host=Sandbox()))
    again = timed(lambda: run(files, host=Sandbox()), rounds=ROUNDS)
    print(f"{len(plays)} scenarios, {steps} steps, on one core")
    print(f"  the command, cold     {cold * 1e3:7.0f} ms  {cold / len(plays) * 300:.2f} s for 300 (target {TARGET} s)")
    print(f"  read and check        {reading * 1e3:7.1f} ms")
    print(f"  act out, first time   {first * 1e3:7.1f} ms")
    print(f"  act out and compare   {again * 1e3:7.1f} ms")
    print(f"  the sandbox's steps   {floor(plays) * 1e3:7.1f} ms  the floor")
    served = StdioHost((sys.executable, "-m", "mtg_prototype_plugin.conformance.serve", "sandbox"))
    print(f"  over JSON lines       {timed(lambda: run(files, host=served), rounds=3) * 1e3:7.1f} ms")
    served.close()
    if cores:
        os.sched_setaffinity(0, cores)
    sys.path.insert(0, str(Path(__file__).parent))
    slow = HostSpec("conformance:SlowHost")
    print(f"a host that takes {PAUSE * 1e3:.0f} ms a game")
    for jobs in (1, 2, 4):
        spent = timed(lambda jobs=jobs: answers_of(plays, slow, jobs=jobs))  # type: ignore[misc]
        print(f"  --jobs {jobs}              {spent * 1e3:7.0f} ms, the start of the processes included")


if __name__ == "__main__":
    main()
