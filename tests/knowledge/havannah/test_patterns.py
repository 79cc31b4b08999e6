"""Local patterns: classes, weights, and playout moves by weight."""

from __future__ import annotations

import random
import shutil
from collections import Counter
from itertools import product
from pathlib import Path

import numpy as np
import pytest

import malecon
from malecon import GameError, Havannah
from malecon.games.contract import default_playout_move
from malecon.games.havannah.geometry import NO_CELL, NUM_SYMMETRIES, geometry
from malecon.kernel import Struct, new_structs, rng_state
from malecon.kernel.cache import sources_digest
from malecon.knowledge.havannah import pattern_weights
from malecon.knowledge.havannah.pattern_weights import (
    WEIGHTS,
    WEIGHTS_FILE,
    class_weights,
    heaviest_cell,
    neutral_weight,
    pattern_cell,
    read_counts,
    roulette_cell,
    weight_at,
    wheel_cell,
    write_counts,
)
from malecon.knowledge.havannah.patterns import (
    NO_CLASS,
    NUM_CLASSES,
    class_at,
    class_names,
    colouring_at,
    count_turn,
    new_counts,
)
from malecon.players.engine import Engine
from malecon.players.player import Limit
from malecon.players.spec import parse_player
from malecon.search.settings import new_settings, settings_type

DRAWN = """
           . . . . .
          . O . . . .
         . . X O . . .
        . . . . . . . .
       . . . . . . . . .
        . . . . . . . .
         . . . . . . .
          . . X . . .
           . . O . ."""


# --- classes ----------------------------------------------------------------------------------------------------------


def seen_patterns(base: int) -> set[tuple[tuple[str, str], ...]]:
    """Return every pattern of any cell of a board: in each direction the ground and the stone on it."""
    shape = geometry(base)
    found = set()
    for cell in range(shape.num_cells):
        ground = [
            "off" if n == NO_CELL else "edge" if NO_CELL in shape.neighbours(n) else "inside"
            for n in shape.neighbours(cell)
        ]
        stones = [[" "] if kind == "off" else [" ", "own", "other"] for kind in ground]
        found |= {tuple(zip(ground, around, strict=True)) for around in product(*stones)}
    return found


def smallest_image(pattern: tuple[tuple[str, str], ...]) -> tuple[tuple[str, str], ...]:
    turns = [pattern[turn:] + pattern[:turn] for turn in range(6)]
    return min(turns + [turned[::-1] for turned in turns])


@pytest.mark.parametrize("base", [4, 5, 7])
def test_all_cells_and_colourings_give_938_classes(base: int) -> None:
    patterns = seen_patterns(base)
    classes = {smallest_image(pattern) for pattern in patterns}
    assert len(classes) == NUM_CLASSES == 938
    by_edge = Counter(sum(ground != "inside" for ground, _ in pattern) for pattern in classes)
    assert by_edge == {0: 92, 2: 378, 3: 405, 4: 45, 5: 18}
    names = {
        "".join({"off": "###", "edge": "_ox", "inside": ".OX"}[g][(" ", "own", "other").index(s)] for g, s in p)
        for p in patterns
    }
    assert names >= set(class_names())
    assert len(set(class_names())) == NUM_CLASSES


def test_only_the_centre_of_base_2_has_no_class() -> None:
    for base in (2, 3, 4, 5):
        position = Havannah(base)
        without = [name for cell, name in enumerate(position.cells) if class_at_cell(position, cell) == NO_CLASS]
        assert without == (["b2"] if base == 2 else [])


def class_at_cell(position: Havannah, cell: int) -> int:
    return int(class_at(position.struct, position.boards[0], cell))


def random_position(base: int, plies: int, seed: int) -> Havannah:
    dice, position = random.Random(seed), Havannah(base)
    while position.ply < plies and not position.is_over:
        position.play(dice.choice(position.legal_moves))
    return position


def test_symmetric_patterns_share_a_class() -> None:
    for seed in range(10):
        position = random_position(5, 20, seed)
        for symmetry in range(NUM_SYMMETRIES):
            image = position.symmetric(symmetry)
            for cell in range(len(position.cells)):
                there = int(position.geometry.symmetries[symmetry, cell])
                assert class_at_cell(position, cell) == class_at_cell(image, there)


def test_names_show_the_surroundings_up_to_symmetry() -> None:
    position = Havannah.from_text(DRAWN, malecon.WHITE)
    signs = {"b1": "_##_.O", "a1": "_###_O", "c2": "O__.OX", "c4": "X.....", "e8": "___..X", "f9": "Xo##_."}
    for name, expected in signs.items():
        found = class_names()[class_at_cell(position, position.cells.index(name))]
        turns = [found[turn:] + found[:turn] for turn in range(6)]
        assert expected in turns + [turned[::-1] for turned in turns], f"{name}: {found}"


def test_the_other_side_sees_the_colours_swapped() -> None:
    white, black = (Havannah.from_text(DRAWN, colour) for colour in malecon.Colour)
    cell = white.cells.index("c2")
    exchanged = class_names()[class_at_cell(white, cell)].translate(str.maketrans("OXox", "XOxo"))
    found = class_names()[class_at_cell(black, cell)]
    turns = [found[turn:] + found[:turn] for turn in range(6)]
    assert exchanged in turns + [turned[::-1] for turned in turns]


# --- counting ---------------------------------------------------------------------------------------------------------


def test_a_turn_counts_the_played_class_and_each_available_class_once() -> None:
    position, counts = Havannah(5), new_counts()[0]
    count_turn(position.struct, position.boards[0], position.cells.index("e5"), counts)
    number = {name: place for place, name in enumerate(class_names())}
    there = ["......", "__....", "___...", "_##_..", "_###_."]
    assert {class_names()[place] for place in np.flatnonzero(counts.available)} == set(there)
    assert counts.available.sum() == 5
    assert counts.played.sum() == counts.played[number["......"]] == 1
    position.play("e5")
    count_turn(position.struct, position.boards[0], position.cells.index("e4"), counts)
    assert counts.turns == 2
    assert counts.available[number["......"]] == 2
    assert counts.available[number["X....."]] == counts.played[number["X....."]] == 1


def test_counts_round_trip_through_a_file_and_bad_lines_are_reported(tmp_path: Path) -> None:
    counts = new_counts()[0]
    counts.played[:] = np.arange(NUM_CLASSES)
    counts.available[:] = 2 * np.arange(NUM_CLASSES)
    write_counts(tmp_path / "patterns.tsv", counts, "two\nlines")
    again = read_counts(tmp_path / "patterns.tsv")
    assert (again.played == counts.played).all()
    assert (again.available == counts.available).all()
    assert (tmp_path / "patterns.tsv").read_text().startswith("# two\n# lines\n")
    for line in ("......\t1", "......\t1\tmany", "OOOOOo\t1\t2", "......\t1\t-2"):
        (tmp_path / "bad.tsv").write_text(f"# remark\n{line}\n")
        with pytest.raises(GameError, match=r"bad\.tsv:2: expected class, played and available"):
            read_counts(tmp_path / "bad.tsv")


def test_the_weight_is_the_played_share_and_unseen_classes_are_neutral() -> None:
    counts = new_counts()[0]
    counts.played[:2], counts.available[:2] = (3, 0), (4, 8)
    weights = class_weights(counts)
    assert weights[0] == np.float32(0.75)
    assert weights[1] == 0
    assert weights[2] == neutral_weight(counts) == np.float32(0.25)


def test_the_compiled_weights_are_those_of_the_file() -> None:
    counts = read_counts(WEIGHTS_FILE)
    weights = class_weights(counts)
    assert (counts.played <= counts.available).all()
    assert counts.available.sum() > 100_000
    position = random_position(5, 15, seed=3)
    board, settings = position.boards[0], new_settings({}, "havannah")[0]
    for cell in position.struct.empties[: int(position.struct.num_moves)]:
        found = weight_at(position.struct, board, settings, int(cell))
        assert found == weights[class_at_cell(position, int(cell))]
    middle = Havannah(2).struct
    assert weight_at(middle, geometry(2).board[0], settings, 3) == neutral_weight(counts)


def test_changing_the_weights_changes_the_cache_digest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(Path(malecon.__file__).parent, tmp_path / "malecon", ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr("malecon.kernel.cache.PACKAGE", tmp_path / "malecon")
    before = sources_digest()
    weights = tmp_path / "malecon" / WEIGHTS_FILE.relative_to(Path(malecon.__file__).parent)
    weights.write_text(weights.read_text() + "# another remark\n")
    assert sources_digest() != before


# --- playout moves ----------------------------------------------------------------------------------------------------

LINE = np.dtype((np.record, np.dtype([("moves", "u4", 8), ("ply", "i8"), ("playout_start", "i8")], align=True)))
WORKER = np.dtype(
    [("throws", "u8"), ("rng", "u8"), ("settings", settings_type("havannah")), ("no_move", "u8"), ("line", LINE)],
    align=True,
)


def worker(player: str, seed: int = 1) -> Struct:
    """Return the part of a worker that choosing a playout move needs."""
    made = new_structs(WORKER)[0]
    made.rng, made.no_move = rng_state(seed), NO_CELL
    made.settings = new_settings(parse_player(player).techniques({}), "havannah")[0]
    return made


def weights_of(position: Havannah, settings: Struct) -> dict[int, float]:
    cells = [int(cell) for cell in position.struct.empties[: int(position.struct.num_moves)]]
    return {cell: float(weight_at(position.struct, position.boards[0], settings, cell)) for cell in cells}


@pytest.mark.slow
@pytest.mark.parametrize("choose", [roulette_cell, wheel_cell], ids=["throws", "wheel"])
def test_roulette_chooses_in_proportion_to_the_weights(choose: object) -> None:
    position, dice = random_position(4, 18, seed=5), worker("uct+patterns")
    weights = weights_of(position, dice.settings)
    throws = 20_000
    found = Counter(int(choose(position.struct, position.boards[0], dice)) for _ in range(throws))  # type: ignore[operator]
    for cell, weight in weights.items():
        expected = throws * weight / sum(weights.values())
        assert abs(found[cell] - expected) < 5 * expected**0.5 + 1


def test_the_greedy_choice_picks_one_of_the_heaviest_at_random() -> None:
    position, dice = Havannah(4), worker("uct+patterns(choice=greedy,epsilon=0)")
    weights = weights_of(position, dice.settings)
    heaviest = {cell for cell, weight in weights.items() if weight == max(weights.values())}
    found = Counter(int(heaviest_cell(position.struct, position.boards[0], dice)) for _ in range(300 * len(heaviest)))
    assert set(found) == heaviest
    assert len(heaviest) > 1
    assert all(200 < count < 400 for count in found.values())


def test_epsilon_is_the_share_of_uniform_moves() -> None:
    position, dice = Havannah(4), worker("uct+patterns(choice=greedy,epsilon=0.3)")
    chances = sum(pattern_cell(position.struct, position.boards[0], dice) == NO_CELL for _ in range(2000))
    assert 500 < chances < 700


def test_dead_cells_have_weight_0_with_the_dead_cells_technique() -> None:
    position = Havannah.from_text("""
           . O O . .
          . O . O . .
         . . X X . . .
        . . . . . . . .
       . . . . . . . . .
        . . . . . . . .
         . . . . . . .
          . . . . . .
           . . . . .""")
    dead = position.cells.index("c2")
    with_dead = weights_of(position, worker("uct+patterns+dead_cells").settings)
    without = weights_of(position, worker("uct+patterns").settings)
    assert with_dead[dead] == 0
    assert {cell: weight for cell, weight in with_dead.items() if cell != dead} == {
        cell: weight for cell, weight in without.items() if cell != dead
    }


@pytest.mark.slow
def test_the_choice_is_uniform_if_all_weights_are_0() -> None:
    position = Havannah.from_text("""
           X O O O
          O O X O X
         X X X O X O
        O O O X X X X
         X X O X O O
          X . O O O
           X X O X""")
    assert position.legal_moves == ["d6"]
    for player in ("uct+patterns+dead_cells", "uct+patterns(choice=greedy,epsilon=0)+dead_cells"):
        dice = worker(player)
        assert pattern_cell(position.struct, position.boards[0], dice) == NO_CELL
        assert default_playout_move(position.struct, position.boards[0], dice, 0) == dice.no_move


def test_patterns_rank_below_last_good_replies_and_n_grams() -> None:
    settings = new_settings(parse_player("uct+patterns+lgrf2").techniques({}), "havannah")[0]
    assert settings.default_moves
    assert not settings.urgent_moves
    assert not settings.uniform


@pytest.mark.parametrize("choice", ["roulette", "greedy"])
def test_a_player_with_patterns_finishes_its_games(choice: str) -> None:
    engine, position = Engine(f"uct+rave+mate+patterns({choice})+dead_cells", memory=8, seed=2), Havannah(3)
    while not position.is_over:
        position.play(engine.decide(position, Limit(simulations=100)).move)
    assert position.outcome


def test_the_weights_distinguish_patterns() -> None:
    assert pattern_weights.HEAVIEST == WEIGHTS.max() <= 1
    assert len(np.unique(WEIGHTS)) > 100
    position = Havannah(5, moves="e5 a1")
    board, settings = position.boards[0], new_settings({}, "havannah")[0]
    beside, far = (weight_at(position.struct, board, settings, position.cells.index(name)) for name in ("b1", "f5"))
    assert beside < far, "a corner stone next to the opponent's is a poor answer"
    assert colouring_at(position.struct, board, position.cells.index("i9")) == 0
