"""Playout moves of Havannah: winning and blocking moves, mates, two-bridges, proximity, rings that count."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import numpy as np
import pytest
from support import oracle
from support.oracle import around, by_name, name
from support.plain_priors import joint_neighbour
from support.searching import new_searcher

from malecon import BLACK, WHITE, Havannah
from malecon.games.contract import default_playout_move, is_decided, urgent_playout_move, win_counts
from malecon.games.havannah import rules
from malecon.knowledge.havannah.playouts import distance, near_cell
from malecon.knowledge.havannah.rings import find_ring
from malecon.players.factory import make_player
from malecon.search.mcts.playout import play_out
from malecon.search.mcts.simulate import return_to_leaf

# --- playout moves ----------------------------------------------------------------------------------------------------


def worker_at(player: str, position: Havannah, *last: str) -> Any:
    """Return a worker in the middle of a playout that reached a position by these last moves."""
    worker = new_searcher(player, position, memory=1).workers[0]
    worker.position = position.struct
    for ply, move in enumerate(last):
        worker.line.moves[ply] = position.move_code(move)
    worker.line.ply = len(last)
    return worker


def urgent_move(player: str, text: str, *last: str) -> str | None:
    """Return the urgent playout move for White on a drawn board."""
    position = Havannah.from_text(text, WHITE)
    worker = worker_at(player, position, *last)
    move = int(urgent_playout_move(worker.position, worker.board, worker, worker.line.ply))
    return None if move == int(worker.no_move) else position.move_name(move)


ONE_WAY = """
           O O O .
          . . . . .
         . . . . . .
        . . . X . . .
         . . . . . .
          . . . . .
           . . . ."""


def test_playouts_play_a_winning_cell_next_to_the_own_last_stone() -> None:
    assert urgent_move("decisive(c=1)", ONE_WAY, "c1", "d4") == "d1"


def test_playouts_block_a_winning_cell_next_to_the_opponents_last_stone() -> None:
    other_way = ONE_WAY.translate(str.maketrans("OX", "XO"))
    assert urgent_move("decisive(c=1)", other_way, "d4", "c1") == "d1"


def test_winning_takes_precedence_over_blocking() -> None:
    both = ONE_WAY.replace("           . . . .", "           X X X .")
    assert urgent_move("decisive(c=1)", both, "c1", "f7") == "d1"


def test_there_is_no_urgent_move_if_nobody_can_win() -> None:
    assert urgent_move("decisive(c=1)", ONE_WAY.replace("O O O .", "O O . ."), "b1", "d4") is None
    assert urgent_move("two_bridge", ONE_WAY, "c1", "d4") is None


def test_winning_cells_are_detected_only_early_in_the_playout() -> None:
    assert urgent_move("decisive(c=12)", ONE_WAY, "c1", "d4") == "d1"  # ply 3 is within the first 37 / 12
    assert urgent_move("decisive(c=13)", ONE_WAY, "c1", "d4") is None  # but not within the first 37 / 13
    worker = worker_at("decisive(c=37)", Havannah.from_text(ONE_WAY, WHITE), "c1", "d4")
    worker.line.playout_start = 2  # the earlier plies were played in the tree
    assert int(urgent_playout_move(worker.position, worker.board, worker, worker.line.ply)) != int(worker.no_move)


def test_a_playout_with_an_immediate_win_ends_at_once() -> None:
    position = Havannah.from_text(ONE_WAY, WHITE)
    worker = worker_at("decisive(c=1)", position, "c1", "d4")
    for _ in range(20):
        worker.position, worker.line.ply = position.struct, 2
        assert float(play_out(worker)) == 1.0
        assert (int(worker.line.ply), int(worker.line.moves[2])) == (3, position.move_code("d1"))


TWO_WAYS = """
           . O . .
          . O . . .
         . O . . . .
        . O . . X . .
         O . . . X .
          . . . X .
           . . X ."""


def is_mate(player: str, text: str, last: str, plies: int = 1) -> bool:
    """Return whether a playout of `plies` plies is decided by the last stone."""
    position = Havannah.from_text(text, BLACK)
    worker = worker_at(player, position, last)
    worker.line.ply, worker.line.playout_start = 10, 10 - plies
    return bool(is_decided(worker.position, worker.board, worker, position.move_code(last)))


def test_a_chain_with_two_winning_cells_decides_the_playout() -> None:
    assert Havannah.from_text(TWO_WAYS).winning_cells(WHITE) == ["a2", "a3"]
    assert is_mate("mate(c=1)", TWO_WAYS, "b3")
    assert is_mate("mate(c=1)", TWO_WAYS, "b5")


def test_one_winning_cell_does_not_decide_the_playout() -> None:
    assert not is_mate("mate(c=1)", TWO_WAYS.replace(". O . . .\n         .", "X O . . .\n         ."), "b3")


def test_a_mate_needs_the_last_stone_in_the_chain() -> None:
    assert not is_mate("mate(c=1)", TWO_WAYS.replace("        . O . . X . .", "        . O . . X . O"), "g4")


def test_mates_are_detected_only_if_switched_on_and_early() -> None:
    assert not is_mate("decisive(c=1)", TWO_WAYS, "b3")
    assert is_mate("mate(c=4)", TWO_WAYS, "b3", plies=9)  # within the first 37 / 4
    assert not is_mate("mate(c=4.2)", TWO_WAYS, "b3", plies=9)


BROKEN_INTO = """
           . . . .
          . . O . .
         . . X . . .
        . . . O . . .
         . . . . . .
          . . . . .
           . . . ."""


def test_an_intrusion_into_a_two_bridge_is_answered() -> None:
    assert urgent_move("two_bridge", BROKEN_INTO, "d4", "c3") == "d3"


def test_a_two_bridge_with_both_cells_occupied_is_not_answered() -> None:
    assert urgent_move("two_bridge", BROKEN_INTO.replace("X . . .", "X X . ."), "d4", "c3") is None
    assert urgent_move("two_bridge", BROKEN_INTO, "d4", "a1") is None


@pytest.mark.parametrize("symmetry", range(12))
def test_two_bridges_are_answered_in_every_direction(symmetry: int) -> None:
    position = Havannah.from_text(BROKEN_INTO, WHITE)
    image, cells = position.symmetric(symmetry), position.geometry.symmetries[symmetry]
    worker = worker_at("two_bridge", image, *(image.cells[cells[position.move_code(move)]] for move in ("d4", "c3")))
    assert int(urgent_playout_move(worker.position, worker.board, worker, 2)) == cells[position.move_code("d3")]


# --- proximity --------------------------------------------------------------------------------------------------------


def near_counts(player: str, own: str, other: str, draws: int = 6000) -> Counter[str]:
    """Count how often each cell is drawn after these last two moves."""
    position = Havannah(4, moves=[own, other])
    worker = worker_at(player, position, own, other)
    return Counter(position.move_name(int(near_cell(worker.position, worker.board, worker, 2))) for _ in range(draws))


def rank_shares(near: str, taken: set[str]) -> dict[str, float]:
    """Return each empty cell's probability of being the closer of two, by its distance to a cell."""
    position = Havannah(4)
    board, cells = position.boards[0], [cell for cell in position.cells if cell not in taken]
    far = {cell: int(distance(board, position.move_code(cell), position.move_code(near))) for cell in cells}
    sizes = Counter(far.values())
    beyond = {step: sum(count for other, count in sizes.items() if other > step) for step in sizes}
    return {cell: (sizes[step] + 2 * beyond[step]) / len(cells) ** 2 for cell, step in far.items()}


def check_shares(counts: Counter[str], shares: dict[str, float]) -> None:
    draws = sum(counts.values())
    assert sum(shares.values()) == pytest.approx(1)
    for cell, share in shares.items():
        assert abs(counts[cell] - draws * share) < 5 * (draws * share) ** 0.5 + 1, cell


def test_cells_near_the_own_last_stone_are_more_likely() -> None:
    check_shares(near_counts("nearest_neighbour", "b2", "f6"), rank_shares("b2", {"b2", "f6"}))


def test_weights_can_decrease_with_the_distance() -> None:
    """The weight at distance d is 2 D - d; base 4 has D = 7 cells across."""
    position = Havannah(4)
    cells = [cell for cell in position.cells if cell not in ("b2", "f6")]
    weights = {cell: 14 - position.cell_distance(cell, "b2") for cell in cells}
    shares = {cell: weight / sum(weights.values()) for cell, weight in weights.items()}
    check_shares(near_counts("nearest_neighbour(weights=distance)", "b2", "f6"), shares)
    player = make_player("random(near=own,weights=distance)", seed=1)
    assert player.name == "random(near=own,weights=distance)"
    middle_game = Havannah(4, moves=["b2", "f6"])
    check_shares(Counter(player.decide(middle_game).move for _ in range(6000)), shares)


def test_with_coin_either_last_stone_counts() -> None:
    own, other = rank_shares("b2", {"b2", "f6"}), rank_shares("f6", {"b2", "f6"})
    mixed = {cell: (own[cell] + other[cell]) / 2 for cell in own}
    check_shares(near_counts("nearest_neighbour(coin)", "b2", "f6"), mixed)


def test_distance_counts_steps_on_the_board() -> None:
    board, position = Havannah(4).boards[0], Havannah(4)
    for one in ("a1", "d4", "g5"):
        reached, steps = {by_name(4)[one]}, 0
        while True:
            for cell in reached:
                found = int(distance(board, position.move_code(one), position.move_code(name(cell))))
                assert found <= steps
            assert sum(int(distance(board, position.move_code(one), c)) <= steps for c in range(37)) == len(reached)
            wider = reached | {cell for near in reached for cell in around(near) if cell in oracle.board(4)}
            if wider == reached:
                break
            reached, steps = wider, steps + 1


@pytest.mark.slow
def test_joint_playouts_sample_in_proportion_to_40_30_and_5() -> None:
    position = Havannah(4, moves="d4 a1")
    worker = worker_at("joint_playout", position, "d4", "a1")
    counts = Counter(
        position.move_name(int(default_playout_move(worker.position, worker.board, worker, 2))) for _ in range(20_000)
    )
    weights = {move: joint_neighbour(position, by_name(4)[move])[0] for move in position.legal_moves}
    check_shares(counts, {move: weight / sum(weights.values()) for move, weight in weights.items()})


def test_free_corners_are_played() -> None:
    corners = {"a1", "d1", "g4", "g7", "d7", "a4"}
    position = Havannah(4, moves="d4 a1 d5 g7")
    worker = worker_at("corners(p=0.4)", position, "d5", "g7")
    counts = Counter(int(default_playout_move(worker.position, worker.board, worker, 2)) for _ in range(4000))
    chance = counts.pop(int(worker.no_move)) / 4000
    assert 0.55 < chance < 0.65
    assert {position.move_name(move) for move in counts} == corners - {"a1", "g7"}
    full = Havannah(4, moves=" ".join(sorted(corners)))
    worker = worker_at("corners(p=1)", full, "g4", "g7")
    assert int(default_playout_move(worker.position, worker.board, worker, 2)) == int(worker.no_move)


@pytest.mark.parametrize("reach", [1, 2])
def test_proximity_plays_near_own_stones(reach: int) -> None:
    position = Havannah(5, moves="e5 a1 a5 i9")
    worker = worker_at(f"proximity(distance={reach})", position, "a5", "i9")
    near = {
        cell
        for cell in position.legal_moves
        if min(int(distance(worker.board, position.move_code(cell), position.move_code(own))) for own in ("e5", "a5"))
        <= reach
    }
    counts = Counter(int(default_playout_move(worker.position, worker.board, worker, 2)) for _ in range(3000))
    counts.pop(int(worker.no_move), 0)
    assert {position.move_name(move) for move in counts} == near


# --- rings ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("how", "share", "counts"),
    [
        (rules.RING, 0.29, True),
        (rules.RING, 0.31, False),
        (rules.BRIDGE, 0.9, True),
        (rules.FORK, 1.0, True),
        (rules.RING | rules.FORK, 0.9, True),
    ],
)
def test_late_rings_do_not_count(how: int, share: float, counts: bool) -> None:
    worker = worker_at("rings(depth=0.3)", Havannah(4))
    worker.position.ending = how
    assert bool(win_counts(worker.position, worker.board, worker, np.float32(share))) == counts
    assert win_counts(worker.position, worker.board, worker_at("uct", Havannah(4)), np.float32(share))


def counts(permanent: int, before: str, playout: str) -> bool:
    """Return whether a ring ends a playout: White has some stones before it, and the last one in it closes the ring."""
    position = Havannah(4)
    worker = worker_at(f"rings(permanent={permanent})", position, *playout.split())
    for stone in f"{before} {playout}".split():
        worker.position.to_move = WHITE
        rules.play_havannah(worker.position, worker.board, np.uint64(position.move_code(stone)))
    assert int(worker.position.ending) == rules.RING
    return bool(win_counts(worker.position, worker.board, worker, np.float32(0.1)))


def test_a_ring_needs_stones_from_before_the_playout() -> None:
    for permanent, right in ((0, True), (3, True), (4, True), (5, False)):
        assert counts(permanent, "c2 e3 e4 d4", "c3 d2") == right  # around d3


def test_stones_of_the_chain_outside_the_ring_do_not_count() -> None:
    assert not counts(1, "f4 f5 g6", "c2 e3 e4 d4 c3 d2")
    assert counts(1, "f4 f5 e3", "c2 e4 d4 c3 d2")


def test_the_ring_with_the_most_old_stones_counts() -> None:
    around_d3 = "c2 d2 e3 e4 c3"
    assert counts(2, "d6 e6", f"{around_d3} c4 c5 e5 d4")  # d4 closes a ring around d3 and one around d5
    assert not counts(3, "d6 e6", f"{around_d3} c4 c5 e5 d4")


def test_a_stone_inside_a_ring_is_not_part_of_it() -> None:
    assert not counts(1, "d3", "c2 e3 e4 d4 c3 d2")


def test_all_rings_and_only_rings_are_found() -> None:
    random, rings = Random(1), 0
    worker = worker_at("rings", Havannah(6))
    for _ in range(12):
        position = Havannah(6)
        while not position.is_over:
            position.play(random.choice(position.legal_moves))
            last = np.uint64(position.move_code(position.moves[-1]))
            is_ring = bool(int(position.struct.ending) & rules.RING)
            if is_ring or position.ply % 10 == 0:
                assert bool(find_ring(position.struct, position.boards[0], worker, last, 0)) == is_ring
                assert not worker.scratch.on_path.any()
            rings += is_ring
    assert rings > 3


@pytest.mark.parametrize(("depth", "least", "most"), [(0.0, 0, 0), (0.7, 0.1, 0.6), (1.0, 0.6, 0.9)])
def test_the_share_of_playouts_ended_by_rings_grows_with_the_depth(depth: float, least: float, most: float) -> None:
    position = Havannah(8)
    worker = worker_at(f"rings(depth={depth})", position)
    rings, lengths = 0, []
    for _ in range(300):
        return_to_leaf(worker, 0)
        play_out(worker)
        rings += int(worker.position.ending) == rules.RING and int(worker.position.num_moves) > 0
        lengths.append(int(worker.line.ply))
    assert least <= rings / 300 <= most
    assert depth < 1 or 110 < float(np.mean(lengths)) < 130  # 120.6 in uniform games
