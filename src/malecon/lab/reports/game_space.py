"""Complexity of Havannah among other games: table 1 and figure 4 of joosten2009, with a measured length of games.

The paper takes the figures of the other games from van den Herik, Uiterwijk and van Rijswijck, "Games solved: now and
in the future", Artificial Intelligence 134 (2002). Havannah's game tree depends on the length of an average game, which
the paper measured in self-play of its strongest agent: 66 plies. `measure_length` measures it for any player.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path
from statistics import NormalDist, fmean, stdev
from typing import Any

from malecon.games.havannah.complexity import complexity
from malecon.lab.matches.game import play_game
from malecon.lab.matches.match import EMPTY_BOARD, Match
from malecon.lab.reports.plot import COLOURS, new_figure, save_png, style_axes
from malecon.players.player import Limit

SIZE = 7.2, 5.0  # inches
CONFIDENCE = 0.95
LABELLED_BELOW = ("Pentominoes", "Renju (15x15)")  # since another game is near or at the same place


@dataclass(frozen=True)
class GameSize:
    """Powers of ten of the state space and of the game tree of a game."""

    name: str
    state_space: int
    game_tree: int


PUBLISHED = (
    GameSize("Awari", 12, 32),
    GameSize("Checkers", 21, 31),
    GameSize("Chess", 46, 123),
    GameSize("Chinese Chess", 48, 150),
    GameSize("Connect-Four", 14, 21),
    GameSize("Dakon-6", 15, 33),
    GameSize("Domineering (8x8)", 15, 27),
    GameSize("Draughts", 30, 54),
    GameSize("Go (19x19)", 172, 360),
    GameSize("Go-Moku (15x15)", 105, 70),
    GameSize("Havannah (base 10)", 127, 157),
    GameSize("Hex (11x11)", 57, 98),
    GameSize("Kalah (6,4)", 13, 18),
    GameSize("Nine Men's Morris", 10, 50),
    GameSize("Othello", 28, 58),
    GameSize("Pentominoes", 12, 18),
    GameSize("Qubic", 30, 34),
    GameSize("Renju (15x15)", 105, 70),
    GameSize("Shogi", 71, 226),
)


@dataclass(frozen=True)
class GameLength:
    """Plies of the games of a player against itself."""

    plies: tuple[int, ...]

    @property
    def mean(self) -> float:
        """The mean number of plies."""
        return fmean(self.plies)

    @property
    def margin(self) -> float:
        """Half the width of the 95% interval of the mean; infinite for a single game."""
        if len(self.plies) < 2:
            return math.inf
        return NormalDist().inv_cdf((1 + CONFIDENCE) / 2) * stdev(self.plies) / math.sqrt(len(self.plies))


def measure_length(player: str, base: int, limit: Limit, games: int, seed: int = 1) -> GameLength:
    """Play games of a player against itself from the empty board."""
    options = (("base", base),)
    match = Match(player, player, (limit, limit), games, seed, options=options, openings=EMPTY_BOARD)
    return GameLength(tuple(play_game(match, number).plies for number in range(games)))


def havannah_size(base: int, length: GameLength) -> GameSize:
    """Return the complexity of Havannah with a measured length of games."""
    powers = complexity(base, game_length=round(length.mean)).powers_of_ten
    return GameSize(f"Havannah (base {base}), measured", powers["state_space_by_symmetry"], powers["game_tree"])


def draw_game_space(ours: GameSize, path: Path) -> None:
    """Draw figure 4 of the paper into a PNG file: games by the sizes of state space and game tree."""
    figure = new_figure(*SIZE)
    axes = figure.subplots()
    for game in PUBLISHED:
        _draw_game(axes, game, "paper", "o")
    _draw_game(axes, ours, "ours", "s")
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.xaxis.set_major_formatter(lambda power, _: f"$10^{{{power:g}}}$")
    axes.yaxis.set_major_formatter(lambda power, _: f"$10^{{{power:g}}}$")
    axes.set_xticks([10, 20, 50, 100, 200])
    axes.set_yticks([20, 50, 100, 200, 400])
    axes.minorticks_off()
    axes.set_xlabel("state space", color=COLOURS["ink"])
    axes.set_ylabel("game tree", color=COLOURS["ink"])
    style_axes(axes, "both")
    save_png(figure, path)


def _draw_game(axes: Any, game: GameSize, source: str, marker: str) -> None:
    fill = "none" if source == "paper" else COLOURS[source]
    position = game.state_space, game.game_tree
    axes.plot(*position, marker, color=COLOURS[source], markerfacecolor=fill, markersize=5)
    offset = (6, -9) if source == "ours" or game.name in LABELLED_BELOW else (6, 2)
    axes.annotate(game.name, position, offset, textcoords="offset points", fontsize=7, color=COLOURS["ink"])
