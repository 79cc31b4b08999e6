"""Running score of a match: points, pairs of games, confidence intervals, time and simulations."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from malecon.games.errors import GameError
from malecon.lab.matches.game import GameResult, PlayerStats
from malecon.lab.matches.match import A, B, Match
from malecon.lab.statistics.intervals import Interval, elo_difference, elo_interval, wilson
from malecon.players.player import CRASH, TIME_LOSS

FAULT_COLUMNS = ("forfeits", "time", "crash")  # headings of tables: all forfeits, and two kinds of them
MAX_REPEAT_SHARE = 0.1  # of the games; above it, they are too few independent ones
MAX_FORFEIT_SHARE = 0.01  # of the games; above it, a result must not be read as a measure of strength
FORFEITS_TO_STOP = 0.1  # of a player's games; above it, a run stops
MIN_GAMES_TO_STOP = 20  # a player with fewer games counts as one with so many


@dataclass
class Score:
    """Score of A against B over the games added so far."""

    wins: int = 0
    draws: int = 0
    losses: int = 0
    pairs: list[int] = field(default_factory=lambda: [0] * 5)
    """Number of complete pairs in which A scored 0, 1/2, 1, 3/2 and 2 points."""
    white_points: float = 0.0
    """Points scored by White, whichever side that was."""
    points_as_white: float = 0.0
    """Points of A in its games as White."""
    games_as_white: int = 0
    plies: int = 0
    recorded_games: int = 0
    """Number of games whose moves are known; of others only the result was loaded from a file."""
    seconds: float = 0.0
    """Total duration of the games."""
    differing_moves: int = 0
    """Moves for which the opponent would have chosen another one."""
    stats: tuple[PlayerStats, PlayerStats] = field(default_factory=lambda: (PlayerStats(), PlayerStats()))
    forfeits: list[str] = field(default_factory=list)
    """The reasons of all forfeits."""
    forfeit_counts: list[int] = field(default_factory=lambda: [0, 0])
    """Number of games forfeited by A and by B, time losses and crashes included."""
    time_losses: list[int] = field(default_factory=lambda: [0, 0])
    """Of these, games that A and B lost on time."""
    crashes: list[int] = field(default_factory=lambda: [0, 0])
    """Of these, games in which A and B crashed."""
    repeats: int = 0
    """Number of games with the same moves as an earlier one."""
    _lines: set[int] = field(default_factory=set, repr=False)
    """Digests of the games so far."""
    _halves: dict[int, int] = field(default_factory=dict, repr=False)
    """Half points of A in incomplete pairs, by the number of the pair."""

    def add(self, result: GameResult) -> None:
        """Add a game."""
        halves = {A: 2, B: 0, None: 1}[result.winner]
        self.wins += halves == 2
        self.draws += halves == 1
        self.losses += halves == 0
        self.white_points += (halves if result.white == A else 2 - halves) / 2
        self.points_as_white += halves / 2 if result.white == A else 0.0
        self.games_as_white += result.white == A
        self.plies += result.plies
        self.recorded_games += result.plies > 0
        self.seconds += result.seconds
        self.differing_moves += result.differing_moves or 0
        for total, stats in zip(self.stats, result.stats, strict=True):
            total.add(stats)
        if result.is_forfeit:
            loser = B if result.winner == A else A
            self.forfeits.append(result.forfeit_reason)
            self.forfeit_counts[loser] += 1
            self.time_losses[loser] += result.how == TIME_LOSS
            self.crashes[loser] += result.how == CRASH
        self._add_to_pair(result.number // 2, halves)
        if result.moves:
            line = hash((result.white, result.moves))
            self.repeats += line in self._lines
            self._lines.add(line)

    def _add_to_pair(self, pair: int, halves: int) -> None:
        if pair in self._halves:
            self.pairs[halves + self._halves.pop(pair)] += 1
        else:
            self._halves[pair] = halves

    @property
    def games(self) -> int:
        """Number of games."""
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> float:
        """Points of A."""
        return self.wins + self.draws / 2

    @property
    def share(self) -> float:
        """Mean points per game of A; 1/2 if there are no games."""
        return self.points / self.games if self.games else 0.5

    def points_and_games(self, colour: str = "both") -> tuple[float, int]:
        """Points and number of games of A: of all games, or only of those as `white` or `black`."""
        if colour == "both":
            return self.points, self.games
        white = self.points_as_white, self.games_as_white
        return white if colour == "white" else (self.points - white[0], self.games - white[1])

    @property
    def interval(self) -> Interval:
        """95% confidence interval of the share."""
        return wilson(self.points, self.games)

    @property
    def elo(self) -> float:
        """Elo difference of A over B."""
        return elo_difference(self.share)

    @property
    def elo_interval(self) -> Interval:
        """95% confidence interval of the Elo difference."""
        return elo_interval(self.points, self.games)

    @property
    def fault_totals(self) -> tuple[int, int, int]:
        """Forfeits of both players, and of these the time losses and the crashes; FAULT_COLUMNS names them."""
        return sum(self.forfeit_counts), sum(self.time_losses), sum(self.crashes)

    @property
    def forfeit_warning(self) -> str:
        """A warning if too many games were forfeited, else an empty string."""
        return forfeit_warning(self.forfeits, self.games)

    @property
    def repeat_warning(self) -> str:
        """A warning if too many games are copies of others, else an empty string."""
        if self.repeats <= MAX_REPEAT_SHARE * self.games:
            return ""
        share = f"{self.repeats:,} of {self.games:,} games"
        return f"WARNING: {share} repeat an earlier one, so intervals are too narrow; use varied openings"

    @property
    def mean_plies(self) -> float:
        """Mean length of the games whose moves are known; 0 if there are none."""
        return self.plies / max(1, self.recorded_games)

    @property
    def white_share(self) -> float:
        """Mean points per game of White."""
        return self.white_points / self.games if self.games else 0.5

    def simulations_per_second(self, side: int) -> float:
        """Simulations per second of A or B; 0 for a player without simulations."""
        stats = self.stats[side]
        return stats.simulations / stats.seconds if stats.seconds > 0 else 0.0

    def seconds_per_move(self, side: int) -> float:
        """Mean thinking time per move of A or B."""
        stats = self.stats[side]
        return stats.seconds / max(1, stats.moves)


def forfeit_warning(reasons: Sequence[str], games: int) -> str:
    """Return a warning if more than `MAX_FORFEIT_SHARE` of the games were forfeited, else an empty string."""
    if len(reasons) <= MAX_FORFEIT_SHARE * games:
        return ""
    share = f"{len(reasons):,} of {games:,} games ({len(reasons) / games:.0%})"
    return f"WARNING: {share} were forfeited, so the score does not measure strength; the first: {reasons[0]}"


class ForfeitGuard:
    """Ends a run in which a player forfeits more than a share of its games, time losses and crashes included.

    A player with fewer than MIN_GAMES_TO_STOP games counts as if it had played so many: one crash may be an accident.
    """

    def __init__(self, share: float = FORFEITS_TO_STOP) -> None:
        self._share = share
        self._games: Counter[str] = Counter()
        self._forfeits: Counter[str] = Counter()

    def check(self, match: Match, result: GameResult) -> None:
        """Count a game that was stored; raise GameError if a player has forfeited too many."""
        self._games.update(set(match.players))
        if not result.is_forfeit:
            return
        loser = match.players[B if result.winner == A else A]
        self._forfeits[loser] += 1
        forfeits, games = self._forfeits[loser], self._games[loser]
        if forfeits > self._share * max(games, MIN_GAMES_TO_STOP):
            raise GameError(
                f"{loser} forfeited {forfeits} of {games} games, more than {self._share:.0%}; the run stops here, "
                f"finished games are kept; the last: {result.forfeit_reason}"
            )
