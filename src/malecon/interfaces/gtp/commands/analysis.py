"""Analysis commands: `analyze` with all statistics of a move, and the formats of Leela Zero and KataGo.

A line is sent at every interval: `info move d4 visits 120 ...` for each move, best first. An analysis runs until
there is input; the `genmove_analyze` commands end with the move, as in `play d4`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from malecon.games.errors import GameError
from malecon.interfaces.gtp.arguments import COLOURS, read_count, read_switch
from malecon.interfaces.gtp.command_context import ANY_NUMBER, Command, CommandContext
from malecon.interfaces.gtp.commands.genmove import Resignation, check_colour, is_hopeless, reserve_answer_time, think
from malecon.players.engine import Thought
from malecon.players.player import Limit
from malecon.search.searcher import RootMove

UNLIMITED = Limit(simulations=1 << 60)
INTERVAL = 50  # centiseconds
MIN_INTERVAL = 5  # centiseconds: shorter intervals would slow the search down
MAX_MOVES = 10
OPTIONS = ("interval", "maxmoves", "minmoves")
IGNORED_OPTIONS = ("ownership", "movesOwnership", "pvVisits", "pvEdgeVisits", "rootInfo")  # KataGo only


@dataclass(frozen=True)
class MoveInfo:
    """A root move as analysis lines describe it."""

    row: RootMove
    order: int
    prior: float
    """Normalised over all moves."""
    line: tuple[str, ...]

    @property
    def lcb(self) -> float:
        """Lower confidence bound (95%) of the value."""
        if self.row.proof or not self.row.visits:
            return self.row.value
        value = self.row.value
        return max(0.0, value - 1.96 * math.sqrt(max(value * (1 - value), 1e-4) / self.row.visits))


def _own_fields(info: MoveInfo) -> Iterator[str]:
    row = info.row
    yield f"visits {row.visits} value {row.value:.4f}"
    yield f"rave {row.rave:.4f}" if row.rave is not None else ""
    yield f"prior {info.prior:.4f} lcb {info.lcb:.4f}"
    yield f"proof {row.proof} length {row.length}" if row.proof else ""


def _leela_fields(info: MoveInfo) -> Iterator[str]:
    """Yield values as integers in units of 1/10,000, as Leela Zero does."""
    value, prior, lcb = (round(10_000 * share) for share in (info.row.value, info.prior, info.lcb))
    yield f"visits {info.row.visits} winrate {value} prior {prior} lcb {lcb}"


def _kata_fields(info: MoveInfo) -> Iterator[str]:
    """Yield KataGo's fields; the score fields are 0 because our games have no score."""
    row = info.row
    yield f"visits {row.visits} utility {2 * row.value - 1:.6f} winrate {row.value:.6f}"
    yield "scoreMean 0 scoreStdev 0 scoreLead 0 scoreSelfplay 0"
    yield f"prior {info.prior:.6f} lcb {info.lcb:.6f} utilityLcb {2 * info.lcb - 1:.6f}"


Fields = Callable[[MoveInfo], Iterator[str]]
FORMATS: dict[str, Fields] = {"": _own_fields, "lz-": _leela_fields, "kata-": _kata_fields}


# --- lines ------------------------------------------------------------------------------------------------------------


def info_line(context: CommandContext, thought: Thought, fields: Fields, options: Mapping[str, int]) -> str:
    """Return the statistics of the best moves in one line."""
    show = context.session.move_format.show
    words = []
    for info in _move_infos(context, thought, options):
        words += [f"info move {show(info.row.move)}", *(word for word in fields(info) if word), f"order {info.order}"]
        words.append("pv " + " ".join(show(move) for move in info.line))
    return " ".join(words)


def _move_infos(context: CommandContext, thought: Thought, options: Mapping[str, int]) -> Iterator[MoveInfo]:
    """Yield the chosen move, then the most visited ones; unvisited moves only up to `minmoves`."""
    maximum, minimum = options.get("maxmoves", MAX_MOVES), options.get("minmoves", 1)
    rows = sorted(thought.moves, key=lambda row: row.move != thought.move)
    if all(row.move != thought.move for row in rows):  # a swap, or a first move from the table of balanced openings
        rows.insert(
            0, RootMove(thought.move, thought.simulations, thought.value, None, 0.0, thought.proof, thought.length)
        )
    total = sum(max(0.0, row.prior) for row in rows)
    for order, row in enumerate(rows[:maximum]):
        if not row.visits and not row.proof and order >= minimum:
            break
        prior = max(0.0, row.prior) / total if total > 0 else 1 / len(rows)
        line = context.session.engine.line(row.move) if thought.moves else (row.move,)
        yield MoveInfo(row, order, prior, thought.line if order == 0 else line)


def _read_options(context: CommandContext) -> dict[str, int]:
    """Parse `[COLOUR] [INTERVAL] [KEY VALUE ...]`, the syntax of Leela Zero and KataGo."""
    words = list(context.arguments(0, ANY_NUMBER))
    if words and words[0].lower() in COLOURS:
        check_colour(context, words.pop(0))
    options = {"interval": INTERVAL}
    if words and words[0].isdigit():
        options["interval"] = read_count(words.pop(0))
    while words:
        key, value, *words = words if len(words) > 1 else [*words, ""]
        if key in IGNORED_OPTIONS:
            read_switch(value)
        elif key in OPTIONS:
            options[key] = read_count(value)
        else:
            raise GameError(f"syntax error: unknown option {key[:30]!r}; use {', '.join(OPTIONS)} with a number")
    options["interval"] = max(MIN_INTERVAL, options["interval"])
    return options


# --- commands ---------------------------------------------------------------------------------------------------------


def _analyze(context: CommandContext, fields: Fields) -> str:
    """Send a line at every interval, at least one; if the position is proved, wait for input."""
    options = _read_options(context)
    _check_not_over(context)
    for thought in think(context, UNLIMITED, options["interval"] / 100, until_input=True):
        context.send_line(info_line(context, thought, fields, options))
    if not context.is_interrupted:
        context.reader.wait_for_input()
    return ""


def _genmove_analyze(context: CommandContext, fields: Fields) -> str:
    options, session = _read_options(context), context.session
    _check_not_over(context)
    limit = reserve_answer_time(session.clock.limit(session.position.to_move))

    def decide() -> str:
        thought = None
        for thought in think(context, limit, options["interval"] / 100, until_input=False):
            context.send_line(info_line(context, thought, fields, options))
        assert thought is not None
        session.clock.spend(session.position.to_move, thought.seconds)
        if is_hopeless(thought, session.settings.resign):
            raise Resignation
        return thought.move

    try:
        context.send_line(f"play {session.move_format.generate(session.position, decide)}")
    except Resignation:
        session.position.resign()
        context.send_line("play resign")
    return ""


def _check_not_over(context: CommandContext) -> None:
    context.session.check_turn(context.session.position.to_move)


def _table() -> Iterator[tuple[str, Command]]:
    usage = "[COLOUR] [CENTISECONDS] [maxmoves N] [minmoves N]"
    suffixes = {"": "", "lz-": ", in Leela Zero's format", "kata-": ", in KataGo's format"}
    for prefix, fields in FORMATS.items():
        doc = f"search and report until there is input{suffixes[prefix]}"
        yield f"{prefix}analyze", Command(usage, doc, lambda context, fields=fields: _analyze(context, fields))  # type: ignore[misc]
        doc = f"search and report, then play the move{suffixes[prefix]}"
        yield (
            f"{prefix}genmove_analyze",
            Command(usage, doc, lambda context, fields=fields: _genmove_analyze(context, fields)),  # type: ignore[misc]
        )


COMMANDS = dict(_table())
