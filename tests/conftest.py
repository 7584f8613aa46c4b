"""Cards as facts, and a host that has the plugin."""

from pathlib import Path

import pytest

from mtg_hookspecs import Characteristics, PluginHost
from mtg_prototype_plugin import plugin


@pytest.fixture
def host() -> PluginHost:
    return PluginHost([plugin])


@pytest.fixture(scope="session")
def blitz() -> Characteristics:
    """Blitz Automaton as a host with rules texts has it."""
    return Characteristics.from_strings(
        name="Blitz Automaton",
        mana_cost="{7}",
        type_line="Artifact Creature — Construct",
        power="6",
        toughness="4",
        keywords=["Haste"],
        rules_text="Prototype {2}{R} — 3/2\nHaste",
    )


@pytest.fixture(scope="session")
def bears() -> Characteristics:
    return Characteristics.from_strings(
        name="Grizzly Bears", mana_cost="{1}{G}", type_line="Creature — Bear", power=2, toughness=2, rules_text=""
    )


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """Facts recorded for the project, beside a checkout; the project itself does not need them."""
    folder = Path(__file__).parents[2] / "shared" / "data"
    if not folder.is_dir():
        pytest.skip("the recorded data is not beside this checkout")
    return folder
