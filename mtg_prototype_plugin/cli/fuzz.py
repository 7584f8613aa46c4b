"""``mtg-prototype fuzz``: made-up stories, acted out by a host and by the sandbox side by side."""

from math import isfinite
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from collections import Counter

    from ..conformance.fuzz import Found
    from ..conformance.run import Host

STEPS = 100_000


class _Seconds(click.FloatRange):
    """A time that ends."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        seconds = float(super().convert(value, param, ctx))
        if not isfinite(seconds):
            self.fail(f"{value!r} is not a number of seconds", param, ctx)
        return seconds


SECONDS = _Seconds(0.1)


@click.command("fuzz")
@click.option("--host", "where", metavar="HOST", help="'sandbox', or module:Adapter of a host in Python.")
@click.option("--command", metavar="COMMAND", help="A program that speaks JSON lines, with its arguments.")
@click.option("--seed", type=click.IntRange(0), default=0, help="The same seed makes the same stories (0).")
@click.option("--steps", type=click.IntRange(1), help=f"Stop after about so many steps ({STEPS:,}, without --time).")
@click.option("--time", "seconds", type=SECONDS, help="Stop after about so many seconds.")
@click.option("--timeout", type=SECONDS, default=10.0, help="Seconds that a command may take for an answer (10).")
@click.option("--finds", type=click.IntRange(1), default=1, help="Go on until so many different ones are found (1).")
@click.option(
    "--corpus",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path("fuzz-corpus"),
    help="The folder of stories that were found: they are replayed first (fuzz-corpus).",
)
@click.pass_context
def fuzz(
    context: click.Context,
    *,
    where: str | None,
    command: str | None,
    seed: int,
    steps: int | None,
    seconds: float | None,
    timeout: float,
    finds: int,
    corpus: Path,
) -> None:
    """Make stories up until a host and the sandbox part; exit code 1 if they do, or if no story came to its end.

    The story that tells them apart is shrunk, printed, and written into the corpus as a scenario file.
    """
    if (where is None) is (command is None):
        raise click.UsageError("give one of --host and --command")
    from ..conformance.fuzz import Found, Fuzzer
    from ..conformance.hosts import HostSpec
    from ..conformance.jobs import opened

    with opened(HostSpec.of(where or "", command or "", timeout=timeout)) as host:
        if _replayed(corpus, host):
            context.exit(1)
        fuzzer = Fuzzer(host, seed=seed)
        start = perf_counter()
        most = steps or (None if seconds else STEPS)

        def goes_on(fuzzer: Fuzzer) -> bool:
            return not (most and fuzzer.steps >= most) and not (seconds and perf_counter() - start >= seconds)

        found: dict[str, Found] = {}
        while len(found) < finds and (story := fuzzer.search(goes_on=goes_on)) is not None:
            if found.setdefault(story.about, story) is story:
                _tell(story, corpus)
        took = perf_counter() - start
    click.echo(f"{fuzzer.stories:,} stories, {fuzzer.steps:,} steps in {took:.1f} s (seed {seed})")
    _tell_what_lacks(fuzzer.ended_early)
    if found:
        context.exit(1)
    if fuzzer.ended_early.total() == fuzzer.stories:
        click.echo("No story came to its end: this says nothing about the host.")
        context.exit(1)
    click.echo("No difference.")


def _replayed(corpus: Path, host: "Host") -> bool:
    """Whether a story of the corpus fails. All are acted out."""
    from ..conformance.fuzz import replay

    answers = list(replay(corpus, host))
    for answer in answers:
        if answer.is_bad:
            click.echo(str(answer))
    if answers:
        bad = sum(answer.is_bad for answer in answers)
        click.echo(f"Replayed from {corpus}: {len(answers)}, of which {bad} fail")
    return any(answer.is_bad for answer in answers)


def _tell_what_lacks(ended_early: "Counter[str]") -> None:
    if ended_early:
        lacking = ", ".join(f"{name} {count:,}" for name, count in ended_early.most_common())
        click.echo(f"{ended_early.total():,} stories ended early, where the host has no: {lacking}")


def _tell(found: "Found", corpus: Path) -> None:
    from ..conformance.rule_sentences import sentence

    corpus.mkdir(parents=True, exist_ok=True)
    path = corpus / f"{found.id}.json"
    path.write_text(found.text, encoding="utf-8", newline="\n")
    click.echo(f"They part by {found.rules[0]}. {sentence(found.rules[0])}".rstrip())
    click.echo(found.text, nl=False)
    click.echo(f"Written to {path}")
