"""Speed benchmark, with OpenSpiel as a reference on the same machine at the same time.

`measure` yields one row at a time, so that a table can grow while it runs. Our code and the reference alternate in
short rounds of equal length; of random games and evaluations the best round counts, since other load can only slow a
round down, and of searches the median.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from random import Random
from statistics import median
from typing import Any

from malecon.games.catalogue import DEFAULT_GAME, position_class
from malecon.games.errors import GameError
from malecon.games.position import Position
from malecon.games.random_games import RandomGames
from malecon.kernel import new_structs
from malecon.lab.benchmarks.phases import phase_shares
from malecon.players.engine import Engine
from malecon.players.openspiel import peer
from malecon.players.player import Limit
from malecon.players.presets import preset_texts
from malecon.search.static_eval import evaluate_often, evaluators
from malecon.search.techniques import catalogue

ROUNDS = 10
NUM_POSITIONS = 16  # to evaluate
PHASES_SHARE = 0.3  # extra time of a row for its phase profile


@dataclass(frozen=True)
class Measurement:
    """One row of the benchmark."""

    what: str
    """What was measured, such as `random games`."""
    game: str
    board: str
    """The board in command-line notation."""
    per_second: float
    """Speed of one thread."""
    openspiel_per_second: float | None = None
    """Simulations of OpenSpiel's MCTS bot; None if it is not installed or does not have the board."""
    ratio: float | None = None
    """Our speed divided by OpenSpiel's, if that was measured."""
    phases: dict[str, float] | None = None
    """Of a search: share of its time by phase."""

    def as_dict(self) -> dict[str, Any]:
        """Return the row as plain values for JSON."""
        return asdict(self)


RAVE = "rave(r=500)+expand(visits=30)+mcts_solver"
SEARCHES = {
    "uct search": "uct(c=1)",
    "sparse uct search": "uct(c=1)+expand(visits=10)",  # without a new node per simulation
    "rave search": RAVE,
    "replies search": f"{RAVE}+lgrf2+ngram1",  # the cost of playout rules
    "mate search": f"{RAVE}+mate",
    "rules search": f"{RAVE}+lgrf2+ngram1+mate",
    "ept search": "uct(c=0.4)+ept(moves=4)+expand(visits=10)+mcts_solver",
    "malecon search": "malecon",
    "net search": "malecon_net",
}


def measure(
    boards: Sequence[str] | None = None, seconds: float = 2.0, *, game: str = DEFAULT_GAME, openspiel: bool = True
) -> Iterator[Measurement]:
    """Yield the rows of every board, about `seconds` each, and as long for OpenSpiel if it is requested and available.

    A search that solves the board before it can be timed has no row.
    """
    if not seconds > 0:
        raise GameError(f"seconds must be more than 0, not {seconds}")
    rules = position_class(game)
    starts = [(board, rules(**rules.board_options(board))) for board in boards or rules.bench_boards]
    compared = {board: openspiel and peer.has_board(start) for board, start in starts}
    for board, start in starts:
        yield random_games(board, start, seconds, with_peer=compared[board])
    for board, start in starts:
        yield evaluations(board, start, seconds)
    for what in searches(game):
        for board, start in starts:
            if row := search(what, board, start, seconds, with_peer=compared[board]):
                yield row


def searches(game: str) -> list[str]:
    """Return the searches whose techniques a game has."""
    known = {*catalogue(game), *preset_texts(game)}
    return [what for what, text in SEARCHES.items() if all(part.split("(")[0] in known for part in text.split("+"))]


def random_games(board: str, start: Position, seconds: float, *, with_peer: bool) -> Measurement:
    """Measure uniformly random games from the start on one thread."""
    play = RandomGames(start, seed=1).play
    play(10)  # compile, or load from the cache
    games = max(1, round(seconds / ROUNDS * _per_second(play, 100)))
    ours, theirs = [], []
    for number in range(ROUNDS):
        ours.append(_per_second(play, games))
        if with_peer:
            theirs.append(_simulations_per_second(start, seconds / ROUNDS, seed=number))
    return _row("random games", start.game, board, max(ours), max(theirs, default=None))


def evaluations(board: str, start: Position, seconds: float) -> Measurement:
    """Measure static evaluations, for both players at once, of positions halfway through random games."""
    positions = new_structs(start.struct_type, NUM_POSITIONS)
    for number in range(NUM_POSITIONS):
        positions[number] = _middle_position(start, Random(number)).struct
    workers = evaluators(start.game, {})

    def evaluate(times: int) -> object:
        return evaluate_often(positions, start.boards, workers, times)

    evaluate(NUM_POSITIONS)  # compile, or load from the cache
    times = max(1, round(seconds / ROUNDS * _per_second(evaluate, 1000)))
    best = max(_per_second(evaluate, times) for _ in range(ROUNDS))
    return _row("evaluations", start.game, board, best, None)


def _middle_position(start: Position, rng: Random) -> Position:
    """Return the position halfway through a random game."""
    game = start.copy()
    while not game.is_over:
        game.play(rng.choice(game.legal_moves))
    middle = start.copy()
    middle.play_all(game.moves[start.ply : (start.ply + game.ply) // 2])
    return middle


def search(what: str, board: str, start: Position, seconds: float, *, with_peer: bool) -> Measurement | None:
    """Measure simulations of one thread from the start, with a growing tree; the median round counts."""
    engine = Engine(SEARCHES[what], game=start.game, seed=1)
    engine.decide(start, Limit(simulations=10))  # compile, or load from the cache
    ours, theirs = [], []
    for number in range(ROUNDS):
        thought = engine.decide(start, Limit(seconds=seconds / ROUNDS))
        if thought.proof:
            return None
        ours.append(thought.simulations / thought.seconds)
        if with_peer:
            theirs.append(_simulations_per_second(start, seconds / ROUNDS, seed=number))
    row = _row(what, start.game, board, median(ours), median(theirs) if theirs else None)
    return replace(row, phases=phase_shares(SEARCHES[what], start, PHASES_SHARE * seconds))


def _row(what: str, game: str, board: str, ours: float, theirs: float | None) -> Measurement:
    return Measurement(what, game, board, ours, theirs, ours / theirs if theirs else None)


def _per_second(play: Callable[[int], object], games: int) -> float:
    begin = time.perf_counter()
    play(games)
    return games / (time.perf_counter() - begin)


def _simulations_per_second(start: Position, seconds: float, seed: int) -> float:
    """Measure OpenSpiel's searches of the start position, repeated until the time is up."""
    spent, searches = 0.0, 0
    while spent < seconds or searches == 0:
        spent += peer.search_seconds(start, seed)
        searches += 1
    return searches * peer.SIMULATIONS / spent
