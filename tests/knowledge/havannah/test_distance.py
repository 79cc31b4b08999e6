"""Distance to a connection: kernels against a slow reference, drawn boards, and recorded games."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from support.game_data import Game, GameData

from malecon import BLACK, WHITE, Colour, Havannah
from malecon.games.havannah.geometry import DIRECTIONS
from malecon.kernel import new_structs
from malecon.knowledge.havannah.distance import DISTANCES, EXACT, LEAST_ONLY, measure_distances


def measured(position: Havannah, colour: Colour) -> dict[str, int]:
    """Return the kernel's cost of the best connection through each cell not occupied by the opponent."""
    scratch = new_structs(DISTANCES)
    measure_distances(position.struct, position.boards[0], scratch[0], EXACT)
    costs = {name: int(scratch[0].costs[int(colour), cell]) for cell, name in enumerate(position.cells)}
    costs = {name: cost for name, cost in costs.items() if position.stone(name) != colour.other}
    assert min(costs.values()) == scratch[0].least[int(colour)]
    return costs


class Reference:
    """The same computed with sets and dictionaries, layer by layer as the module describes it."""

    def __init__(self, position: Havannah, colour: Colour) -> None:
        self.shape, self.base = position.geometry, position.base
        self.stone = {xy: position.stone(name) for xy, name in zip(self.shape.coordinates, position.cells, strict=True)}
        self.colour = colour
        self.chains = {xy: frozenset(self._chain(xy)) for xy, stone in self.stone.items() if stone == colour}

    def _chain(self, start: tuple[int, int]) -> set[tuple[int, int]]:
        found, waiting = {start}, [start]
        while waiting:
            x, y = waiting.pop()
            for dx, dy in DIRECTIONS:
                near = (x + dx, y + dy)
                if self.stone.get(near) == self.colour and near not in found:
                    found.add(near)
                    waiting.append(near)
        return found

    def is_empty(self, xy: tuple[int, int]) -> bool:
        return xy in self.stone and self.stone[xy] is None

    def next_to(self, xy: tuple[int, int]) -> list[tuple[int, int]]:
        """Return the neighbours, and the cells across intact two-bridges."""
        x, y = xy
        found = [(x + dx, y + dy) for dx, dy in DIRECTIONS]
        for one, two in zip(DIRECTIONS, DIRECTIONS[1:] + DIRECTIONS[:1], strict=True):
            if self.is_empty((x + one[0], y + one[1])) and self.is_empty((x + two[0], y + two[1])):
                found.append((x + one[0] + two[0], y + one[1] + two[1]))
        return [cell for cell in found if cell in self.stone]

    def side(self, xy: tuple[int, int]) -> int | None:
        return self.shape.side(self.shape.cells[xy]) if xy in self.stone else None

    def targets(self, xy: tuple[int, int]) -> set[str]:
        cell = self.shape.cells[xy]
        found = {f"corner{self.shape.corners.index(cell)}"} if cell in self.shape.corners else set()
        if self.side(xy) is not None:
            found.add(f"side{self.side(xy)}")
        x, y = xy
        for one, two in zip(DIRECTIONS, DIRECTIONS[1:] + DIRECTIONS[:1], strict=True):
            first, second = (x + one[0], y + one[1]), (x + two[0], y + two[1])
            if self.is_empty(first) and self.is_empty(second) and self.side(first) == self.side(second) is not None:
                found.add(f"side{self.side(first)}")
        return found

    def costs(self) -> dict[str, int]:
        reached: dict[tuple[int, int], set[str]] = {xy: set() for xy in self.stone}
        for chain in set(self.chains.values()):
            own = set().union(*(self.targets(xy) for xy in chain))
            reached.update(dict.fromkeys(chain, own))
        layers = [reached]
        for _ in range(self.base):
            layers.append(self.grow(layers[-1]))
        mine = [xy for xy, stone in self.stone.items() if stone != self.colour.other]
        return {self.shape.names[self.shape.cells[xy]]: self.cost(xy, layers) for xy in mine}

    def grow(self, before: dict[tuple[int, int], set[str]]) -> dict[tuple[int, int], set[str]]:
        after: dict[tuple[int, int], set[str]] = {xy: set() for xy in self.stone}
        for xy in self.stone:
            if self.is_empty(xy):
                after[xy] = self.targets(xy).union(*(before[near] for near in self.next_to(xy)))
        for chain in set(self.chains.values()):
            around = {near for xy in chain for near in self.next_to(xy) if self.is_empty(near)}
            own = set().union(*(before[xy] for xy in chain), *(after[near] for near in around))
            after.update(dict.fromkeys(chain, own))
        return after

    def cost(self, xy: tuple[int, int], layers: list[dict[tuple[int, int], set[str]]]) -> int:
        fork = sum(3 - min(3, sum(t.startswith("side") for t in layer[xy])) for layer in layers)
        bridge = sum(2 - min(2, sum(t.startswith("corner") for t in layer[xy])) for layer in layers)
        return min(fork - 2, bridge - 1) if self.is_empty(xy) else min(fork, bridge)


@pytest.mark.parametrize("base", [3, 4, 5, 6, 8, 10])
def test_costs_match_the_slow_reference(base: int) -> None:
    random = Random(base)
    for stones in (1, base * 3):
        position = Havannah(base)
        while position.ply < stones and not position.is_over:
            position.play(random.choice(position.legal_moves))
        for colour in (WHITE, BLACK):
            assert measured(position, colour) == Reference(position, colour).costs()


@pytest.mark.parametrize("base", [3, 5, 8, 10])
@pytest.mark.parametrize("slack", [LEAST_ONLY, 1, 4])
def test_costs_within_the_slack_are_exact(base: int, slack: int) -> None:
    random = Random(base)
    exact, quick = new_structs(DISTANCES, 2)
    position = Havannah(base)
    while not position.is_over:
        measure_distances(position.struct, position.boards[0], exact, EXACT)
        measure_distances(position.struct, position.boards[0], quick, slack)
        assert quick.least.tolist() == exact.least.tolist()
        for colour in range(2 if slack else 0):
            rows = [row.costs[colour, : len(position.cells)].astype(int) - row.least[colour] for row in (quick, exact)]
            assert np.array_equal(*np.minimum(rows, slack))
        position.play(random.choice(position.legal_moves))


def test_a_bridge_short_of_one_stone_costs_one() -> None:
    position = Havannah(base=4, moves="a1 d7 b1 e7 c1 f7")
    assert min(measured(position, WHITE).values()) == 1
    assert measured(position, WHITE)["d1"] == 1


def test_each_two_bridge_of_a_frame_costs_one_stone() -> None:
    """Two-bridges lead from c2 to both corners of its side: one stone is missing for each."""
    position = Havannah.from_stones(4, white=["a1", "d1", "c2"], black=[])
    assert min(measured(position, WHITE).values()) == 2


def test_symmetric_images_have_the_same_costs() -> None:
    position = Havannah(base=5, moves="d4 e5 c3 f6 g7 b2")
    costs = {tuple(sorted(measured(position.symmetric(k), WHITE).values())) for k in range(12)}
    assert len(costs) == 1


def test_the_winner_needs_at_most_one_stone_before_the_last_move(data: GameData) -> None:
    """None, if a two-bridge to a side is still open."""
    games = [game for game in data.games() if set(game.ending.split("+")) <= {"bridge", "fork"}]
    for game in games:
        position = Havannah(game.base, swap_rule=True, moves=game.moves[:-1])
        assert distances(position)[int(position.to_move)] <= 1, game.number


def test_the_side_with_the_smaller_distance_wins_most_games(data: GameData) -> None:
    """Halfway and at 70% of human games on base 8; the sample has games of random players, so only near the end."""
    games = [game for game in data.games() if game.winner in "WB" and len(game.moves) >= 10]
    if data.is_sample:
        games, bounds = [game for game in games if game.ending != "ring"], {0.9: 0.65}
    else:
        games, bounds = [game for game in games if game.base == 8], {0.5: 0.64, 0.7: 0.69}
    for share, least in bounds.items():
        assert sum(is_winner_predicted(game, share) for game in games) / len(games) >= least


def distances(position: Havannah) -> list[int]:
    """Return the stones that White and Black need."""
    scratch = new_structs(DISTANCES)[0]
    measure_distances(position.struct, position.boards[0], scratch, LEAST_ONLY)
    return [int(least) for least in scratch.least]


def is_winner_predicted(game: Game, share: float) -> bool:
    """Return whether the winner has the smaller distance, or an equal one and the move."""
    position = Havannah(game.base, swap_rule=True, moves=game.moves[: int(len(game.moves) * share)])
    side, stones = position.to_move, distances(position)
    predicted = side if stones[int(side)] <= stones[int(side.other)] else side.other
    return predicted == (WHITE if game.winner == "W" else BLACK)
