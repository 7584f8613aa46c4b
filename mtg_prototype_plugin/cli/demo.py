"""The life of one Blitz Automaton, told through a real ``PluginHost``: nothing here knows the answers."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from rich.console import Console
from rich.table import Table

from mtg_hookspecs import (
    Characteristics,
    CopiableValues,
    CopyKind,
    Event,
    ObjectCopied,
    Override,
    PluginHost,
    SpellCast,
    SpellResolve,
    Zone,
    ZoneChange,
)

from .. import plugin

_CARD: Final = "Blitz Automaton"
_SOMETHING: Final = Characteristics.from_strings(
    name="Memnite", mana_cost="{0}", type_line="Artifact Creature — Construct", power=1, toughness=1
)


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that happens: what the host asks (``None``: nothing), the answer, what the object is now, and why."""

    title: str
    zone: Zone
    asked: str | None
    answer: str
    shown: Characteristics
    why: tuple[str, ...]

    def as_dict(self) -> dict[str, Any]:
        """For ``--json``."""
        shown = self.shown
        return {
            "step": self.title,
            "zone": str(self.zone),
            "asked": self.asked,
            "answer": self.answer,
            "shown": {
                "name": shown.name,
                "mana_cost": str(shown.mana_cost) if shown.mana_cost else None,
                "mana_value": shown.mana_value,
                "colors": str(shown.colors),
                "power": shown.power,
                "toughness": shown.toughness,
                "keywords": list(shown.keywords),
            },
            "why": list(self.why),
        }


def story() -> Iterator[Step]:
    """Hand, cast both ways, resolved, copied, a copy for a turn and back, blinked, cast again and destroyed."""
    host = PluginHost([plugin])
    card = host.find_card(_CARD)
    assert card is not None, "the table has it"

    def step(title: str, zone: Zone, event: Event, answer: Override | None) -> Step:
        return Step(title, zone, _asked(event), _said(answer), _shown(card, answer), host.explain(event))

    options = host.cast_options(card, zone=Zone.HAND)
    sentences = tuple(sentence for option in options for sentence in host.explain(option))
    offered = ", ".join(f"{option.name} for {option.characteristics.mana_cost}" for option in options)
    yield Step("In hand, about to be cast", Zone.HAND, f"cast_options(zone={Zone.HAND!r})", offered, card, sentences)

    normal = SpellCast(card, "normal", Zone.HAND)
    yield step("Cast normally", Zone.STACK, normal, host.spell_cast(normal))

    cast = SpellCast(card, "prototyped", Zone.HAND)
    own = host.spell_cast(cast)
    yield step("Or cast prototyped", Zone.STACK, cast, own)
    assert own is not None, "it was offered"

    resolution = SpellResolve(card, own)
    own = host.spell_resolve(resolution)
    yield step("The prototyped spell resolves", Zone.BATTLEFIELD, resolution, own)
    assert own is not None, "718.3b"

    copied = ObjectCopied(CopyKind.TOKEN, CopiableValues(own.characteristics, own))
    yield step("A token that is a copy of it", Zone.BATTLEFIELD, copied, host.object_copied(copied))

    becomes = ObjectCopied(CopyKind.BECOMES, CopiableValues(_SOMETHING, None))
    effect = host.object_copied(becomes)
    yield Step(
        "It becomes a copy of Memnite until end of turn",
        Zone.BATTLEFIELD,
        None,
        "Memnite has no override, so nobody is asked: the copy effect lies over the Automaton's own override",
        effect.characteristics if effect else _SOMETHING,
        ("A permanent's own status does not choose values for what it copies (707.2).",),
    )
    yield Step(
        "The copy effect ends",
        Zone.BATTLEFIELD,
        None,
        "its own override was never touched, and shows again",
        _shown(card, own),
        ("How it was cast is kept apart from what it copies (718.3b, 613.2a).",),
    )

    for origin, zone, title in (
        (Zone.BATTLEFIELD, Zone.EXILE, "Blinked: it is exiled"),
        (Zone.EXILE, Zone.BATTLEFIELD, "and returned, put onto the battlefield without being cast"),
    ):
        move = ZoneChange(card, own, origin, zone)
        if origin is Zone.BATTLEFIELD:
            yield step(title, zone, move, host.zone_change(move))
        else:
            yield Step(title, zone, None, "no override, no question", card, ("It was not cast prototyped (718.4).",))

    again = host.spell_cast(cast)
    assert again is not None, "it was offered before"
    dies = ZoneChange(card, again, Zone.BATTLEFIELD, Zone.GRAVEYARD)
    yield step("Cast prototyped again, it dies", Zone.GRAVEYARD, dies, host.zone_change(dies))


def print_story(steps: Iterable[Step]) -> None:
    """A table a step."""
    console = Console()
    for number, step in enumerate(steps, 1):
        shown = step.shown
        grid = Table(title=f"{number}. {step.title}", title_justify="left", title_style="bold", show_header=False)
        grid.add_column(style="dim", no_wrap=True)
        grid.add_column(overflow="fold")
        grid.add_row("host asks", step.asked or "nothing")
        grid.add_row("answer", step.answer)
        grid.add_row(
            f"{step.zone}",
            f"[bold]{shown.name}[/] {shown.mana_cost} · {shown.power}/{shown.toughness} · "
            f"{shown.colors or 'colourless'} · mana value {shown.mana_value}",
        )
        for sentence in step.why:
            grid.add_row("because", sentence)
        console.print(grid)


def _asked(event: Event) -> str:
    told = {name: getattr(event, name) for name in ("option", "kind", "origin", "destination") if hasattr(event, name)}
    return f"{type(event).__name__}({', '.join(f'{name}={value!r}' for name, value in told.items())})"


def _shown(card: Characteristics, override: Override | None) -> Characteristics:
    return override.characteristics if override else card


def _said(answer: Override | None) -> str:
    if answer is None:
        return "no override"
    spell = answer.characteristics
    return f"{answer.designation}: {spell.mana_cost}, {spell.power}/{spell.toughness}, {spell.colors}"
