"""What is checked when a plugin is loaded, discovery and the environment, and a host's own plain plugin manager."""

import sys
from importlib.metadata import EntryPoint

import pluggy
import pytest

from mtg_hookspecs import (
    CONTRACT_VERSION,
    PROJECT_NAME,
    ContractViolation,
    OnError,
    PluginHost,
    PluginInfo,
    SpellCast,
    Zone,
    hookimpl,
    specs,
)
from mtg_prototype_plugin import plugin, prototype_of


def made(info=None, **members):
    answer = info or PluginInfo("made", "1", CONTRACT_VERSION, ("made",))
    body = {"mtg_plugin_info": hookimpl(lambda self: answer), **members}
    return type("Made", (), body)()


def unmarked(self, event): ...


@hookimpl
def misspelt(self, event): ...


@hookimpl
def wrong_argument(self, evnt): ...


@hookimpl
def defaulted(self, event=None): ...


@hookimpl
def leaves(self):
    sys.exit(1)


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (lambda: made(mtg_spell_casts=misspelt), "there is no hook mtg_spell_casts.*did you mean mtg_spell_cast?"),
        (lambda: made(mtg_spell_cast=unmarked), "mtg_spell_cast has no marker"),
        (lambda: made(mtg_spell_cast=wrong_argument), "evnt"),
        (lambda: made(mtg_spell_cast=defaulted), "mtg_spell_cast has a default for event"),
        (lambda: made(mtg_plugin_info=leaves), "mtg_plugin_info raised SystemExit"),
        (lambda: made(info="made 1.0"), "mtg_plugin_info answers 'made 1.0'"),
        (lambda: object(), "mtg_plugin_info answers None"),
        (lambda: made(PluginInfo("made", "1", (2, 0), ("made",))), r"contract \(2, 0\)"),
        (lambda: made(PluginInfo("made", "1", (1, 99), ("made",))), r"contract \(1, 99\)"),
        (lambda: made(PluginInfo("made", "1", "1.0", ("made",))), "contract 1.0"),
        (lambda: made(PluginInfo("made", "1", (1, 0), ())), "designations are"),
        (lambda: made(PluginInfo("made", "1", (1, 0), "made")), "designations are made"),
        (lambda: made(PluginInfo("made", "1", (1, 0), ("normal",))), "normal is the host's"),
        (lambda: made(PluginInfo("made", "1", (1, 0), ("prototyped",))), "'prototyped' belongs to prototype"),
        (lambda: plugin, "'prototyped' belongs to prototype"),
    ],
)
def test_a_plugin_that_breaks_the_contract(blitz, wrong, said):
    with pytest.raises(ContractViolation, match=said) as caught:
        PluginHost([plugin, wrong()])
    assert "\n" not in str(caught.value)
    host = PluginHost([plugin, wrong()], on_error=OnError.QUARANTINE)
    assert [info.name for info in host.plugins] == ["prototype"]
    assert len(host.problems) == 1
    assert host.spell_cast(SpellCast(blitz, "prototyped", Zone.HAND)) == prototype_of(blitz)


@pytest.fixture
def installed(monkeypatch, tmp_path):
    """The real plugin and three that do not load, as installed entry points."""
    (tmp_path / "quits.py").write_text("raise SystemExit('bye')")
    (tmp_path / "fails.py").write_text("import not_there_at_all")
    monkeypatch.syspath_prepend(tmp_path)
    for name in ("MTG_PLUGINS_LOAD", "MTG_PLUGINS_DISABLE"):
        monkeypatch.delenv(name, raising=False)
    names = {"prototype": "mtg_prototype_plugin.plugin", "quits": "quits", "fails": "fails", "gone": "quits:gone"}
    entries = [EntryPoint(name, value, PROJECT_NAME) for name, value in names.items()]
    monkeypatch.setattr("importlib.metadata.entry_points", lambda *, group: [e for e in entries if e.group == group])


def names(host):
    return [info.name for info in host.plugins], [problem.plugin for problem in host.problems]


@pytest.mark.usefixtures("installed")
def test_discovery_quarantines_what_does_not_load():
    host = PluginHost.discover()
    assert names(host) == (["prototype"], ["quits", "fails", "gone"])
    assert "raised SystemExit bye" in host.problems[0].problem


@pytest.mark.usefixtures("installed")
def test_discovery_can_raise():
    with pytest.raises(ContractViolation, match="quits"):
        PluginHost.discover(on_error=OnError.RAISE)


@pytest.mark.usefixtures("installed")
def test_the_environment_chooses(monkeypatch):
    monkeypatch.setenv("MTG_PLUGINS_DISABLE", "quits, fails,gone")
    assert names(PluginHost.discover()) == (["prototype"], [])
    monkeypatch.setenv("MTG_PLUGINS_LOAD", "prototype,missing")
    assert names(PluginHost.discover()) == (["prototype"], ["missing"])
    monkeypatch.setenv("MTG_PLUGINS_DISABLE", "prototype,prototyp")
    assert names(PluginHost.discover()) == ([], ["missing", "prototyp"])


def test_the_real_entry_point():
    assert "prototype" in [info.name for info in PluginHost.discover().plugins]


def test_the_environment_traces(monkeypatch, blitz, capsys):
    monkeypatch.setenv("MTG_PLUGINS_TRACE", "1")
    PluginHost([plugin]).spell_cast(SpellCast(blitz, "prototyped", Zone.HAND))
    captured = capsys.readouterr()
    assert captured.out == ""
    assert "mtg_hookspecs: mtg_spell_cast {'event': SpellCast(" in captured.err
    assert "mtg_hookspecs: mtg_spell_cast -> Override(" in captured.err


def test_the_hooks_work_in_a_plain_plugin_manager(blitz):
    manager = pluggy.PluginManager(PROJECT_NAME)
    manager.add_hookspecs(specs)
    manager.register(plugin)
    manager.check_pending()
    event = SpellCast(blitz, "prototyped", Zone.HAND)
    assert manager.hook.mtg_spell_cast(event=event) == prototype_of(blitz)
    [options] = manager.hook.mtg_cast_options(card=blitz, zone=Zone.HAND)
    assert [option.name for option in options] == ["prototyped"]
