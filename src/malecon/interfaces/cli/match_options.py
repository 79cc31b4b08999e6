"""Options of `malecon match` and `malecon tournament`, and the run that they describe."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer

from malecon.games.catalogue import position_class
from malecon.games.errors import GameError
from malecon.interfaces.cli.options import parse_board, parse_game, parse_limits, parse_pair
from malecon.interfaces.terminal.figures import limit_text
from malecon.lab.matches.events import EventLog
from malecon.lab.matches.match import EMPTY_BOARD, Match
from malecon.lab.matches.match_run import MatchRun, Outputs
from malecon.lab.matches.openings import random_openings, read_openings
from malecon.lab.matches.score import FORFEITS_TO_STOP, ForfeitGuard
from malecon.lab.matches.sgf_output import GameFile
from malecon.lab.store.database import DATABASE, Store
from malecon.players.gtp_client import log_traffic
from malecon.players.player import Limit
from malecon.system import num_cores
from malecon.warmup.steps import SEARCH, ensure_warm

DEFAULT = Limit(seconds=1)
VARIED, EMPTY, RANDOM = "varied", "empty", "random"
A_AND_B = "one number, or two for A and B such as 1,2"

Games = Annotated[
    int, typer.Option("--games", "-n", help="Number of games of each pair of players, with colours swapped.")
]
Simulations = Annotated[str | None, typer.Option("--simulations", help=f"Simulations per move: {A_AND_B}.")]
Seconds = Annotated[
    str | None, typer.Option("--seconds", help=f"Seconds per move: {A_AND_B}. \\[default: 1, without a clock]")
]
Clock = Annotated[
    str | None,
    typer.Option(
        "--clock",
        metavar="TIME",
        help="Game clock in seconds: 60+0.6, 60+3x10 (byo-yomi), 60+30/5 (30 s for 5 moves); or two, for A and B.",
    ),
]
ThreadCounts = Annotated[str, typer.Option("--threads", help=f"Threads per player: {A_AND_B}.")]
Jobs = Annotated[int, typer.Option("--jobs", "-j", help="Number of games in parallel.")]
OpeningsText = Annotated[
    str,
    typer.Option(
        "--openings",
        metavar="OPENINGS",
        help="Openings of the pairs: varied (single moves), empty, random:PLIES, or a file of moves, SGF or HGF.",
    ),
]
Plies = Annotated[int | None, typer.Option("--plies", min=1, help="Cut the openings of a file after this many moves.")]
MatchSeed = Annotated[int, typer.Option("--seed", help="Random seed of openings and players.")]
Adjudicate = Annotated[
    bool, typer.Option("--adjudicate", help="End a game when the player to move has proved its result.")
]
MaxForfeits = Annotated[
    float,
    typer.Option("--max-forfeits", min=0, max=1, help="Stop if a player forfeits more than this share of its games."),
]
Save = Annotated[Path | None, typer.Option("--save", help="Write the games to this SGF file as they end.")]
Events = Annotated[Path | None, typer.Option("--events", help="Append every event to this file, as JSON lines.")]
Log = Annotated[Path | None, typer.Option("--log", help="Append the traffic with external engines to this file.")]
DatabaseFile = Annotated[
    Path | None, typer.Option("--database", "-d", help="Store the games in this database of the lab.")
]
Resume = Annotated[
    bool, typer.Option("--resume", help="Continue a run in the database: its games are not played again.")
]
TWO_CORES = min(2, num_cores())


@dataclass(frozen=True)
class Conditions:
    """Everything about the games but the players."""

    game: str
    options: tuple[tuple[str, Any], ...]
    limits: tuple[Limit, Limit]
    clocks: tuple[str, str]
    settings: dict[str, Any]

    def match(self, a: str, b: str) -> Match:
        """Return the match of two players."""
        return Match(
            a, b, self.limits, game=self.game, options=self.options, clocks=self.clocks, engines=None, **self.settings
        )

    @property
    def text(self) -> str:
        """Board and limits in one line."""
        sides = [_limit_text(*pair) for pair in zip(self.limits, self.clocks, strict=True)]
        limit = sides[0] if sides[0] == sides[1] else f"A {sides[0]}, B {sides[1]}"
        description = position_class(self.game)(**dict(self.options)).description
        return f"{description}; {limit}; seed {self.settings['seed']}"


def _limit_text(limit: Limit, clock: str) -> str:
    parts = [f"clock {clock}"] if clock else []
    if limit.seconds is not None or limit.simulations is not None:
        parts.append(limit_text(limit))
    return ", ".join(parts)


def parse_conditions(game: str | None, board: str | None, limits: dict[str, str | None], **settings: Any) -> Conditions:
    """Return the conditions that options describe; `limits` are --seconds, --simulations and --clock."""
    name = parse_game(game)
    clocks = parse_clocks(limits["clock"])
    default = Limit() if any(clocks) else DEFAULT
    options = tuple(parse_board(name, board, swap=settings.pop("swap"), quick=True).items())
    threads = parse_pair("--threads", settings.pop("threads"), int)
    start = position_class(name)(**dict(options))
    where = settings.pop("openings"), settings.pop("plies"), settings["games"], settings["seed"]
    settings |= {"openings": parse_openings(start, *where), "threads": threads}
    both = parse_limits(limits["seconds"], limits["simulations"], default)
    return Conditions(name, options, both, clocks, settings)


def parse_clocks(text: str | None) -> tuple[str, str]:
    """Return the clocks of A and B as text; `60+0.6` is for both, `60+0.6,30` one for each."""
    words = (text or "").split(",")
    if len(words) > 2:
        raise GameError(f"--clock takes one clock, or two separated by a comma for A and B, not {text!r}")
    return words[0].strip(), words[-1].strip()


def parse_openings(start: Any, text: str, plies: int | None, games: int, seed: int) -> tuple[str, ...]:
    """Return the openings that an option names; none for single moves in random order."""
    kind, colon, number = text.partition(":")
    if kind == RANDOM and colon:
        if not number.isdigit():
            raise GameError(f"--openings random:PLIES takes a number of moves, such as random:4, not {text!r}")
        return random_openings(start, int(number), (games + 1) // 2, seed)
    if text in (VARIED, EMPTY):
        return EMPTY_BOARD if text == EMPTY else ()
    if not Path(text).is_file():
        raise GameError(f"--openings takes varied, empty, random:PLIES or a file; {text!r} is none of them")
    return read_openings(Path(text), start, plies)


@dataclass(frozen=True)
class RunOptions:
    """Where games are played and kept."""

    jobs: int = 1
    cluster: str | None = None
    save: Path | None = None
    events: Path | None = None
    log: Path | None = None
    database: Path | None = None
    resume: bool = False
    max_forfeits: float = FORFEITS_TO_STOP

    def __post_init__(self) -> None:
        if self.jobs < 1:
            raise GameError(f"the number of jobs must be at least 1, not {self.jobs}")
        if self.log and self.cluster:
            raise GameError("--log needs engines on this machine; omit --cluster")

    @contextmanager
    def open(self, matches: Sequence[Match]) -> Iterator[MatchRun]:
        """Open the outputs, load stored games, and close everything at the end."""
        path = self.database or (DATABASE if self.resume else None)
        store = Store(path) if path else None
        log_traffic(self.log)
        try:
            run = MatchRun(matches, Outputs(store), ForfeitGuard(self.max_forfeits))
            run.load(resume=self.resume)
            if self.save:
                run.outputs.games = GameFile(self.save, append=self.resume)
            if self.events:
                run.outputs.events = EventLog(self.events)
            yield run
        finally:
            log_traffic(None)
            if store:
                store.close()


def warm_players(game: str | None, players: Sequence[str]) -> None:
    """Compile what the players of a game need."""
    ensure_warm(parse_game(game), SEARCH, players=players)
