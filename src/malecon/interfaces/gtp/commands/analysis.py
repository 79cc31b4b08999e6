"""Commands that think aloud: `analyze` with all that we know of a move, and the forms of Leela Zero and KataGo.

A line is sent at every interval: `info move d4 visits 120 ...` for each move, the best first. An analysis goes on until
there is any input; the `genmove_analyze` commands end with their move, as `play d4`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from malecon.games.errors import GameError
from malecon.interfaces.gtp.arguments import COLOURS, read_count, read_switch
from malecon.interfaces.gtp.command_context import ENDLESS, Command, CommandContext
from malecon.interfaces.gtp.commands.thinking import Resignation, check_colour, is_hopeless, less_the_answer, think
from malecon.players.engine import Thought
from malecon.players.player import Limit
from malecon.search.mcts.searcher import RootMove

ENDLESS_LIMIT = Limit(simulations=1 << 60)
INTERVAL = 50  # centiseconds
SHORTEST = 5  # centiseconds: a shorter interval would be spent on talking
TOP = 10
OPTIONS = ("interval", "maxmoves", "minmoves")
FOR_OTHERS = ("ownership", "movesOwnership", "pvVisits", "pvEdgeVisits", "rootInfo")  # of KataGo's network: passed over


@dataclass(frozen=True)
class Info:
    """A move as analysis lines tell it."""

    row: RootMove
    order: int
    prior: float
    """Share of all moves' priors."""
    line: tuple[str, ...]

    @property
    def lcb(self) -> float:
        """The value less what chance may have added to it."""
        if self.row.proof or not self.row.visits:
            return self.row.value
        value = self.row.value
        return max(0.0, value - 1.96 * math.sqrt(max(value * (1 - value), 1e-4) / self.row.visits))


def _own_fields(info: Info) -> Iterator[str]:
    row = info.row
    yield f"visits {row.visits} value {row.value:.4f}"
    yield f"rave {row.rave:.4f}" if row.rave is not None else ""
    yield f"prior {info.prior:.4f} lcb {info.lcb:.4f}"
    yield f"proof {row.proof} length {row.length}" if row.proof else ""


def _leela_fields(info: Info) -> Iterator[str]:
    """Shares in ten thousandths."""
    value, prior, lcb = (round(10_000 * share) for share in (info.row.value, info.prior, info.lcb))
    yield f"visits {info.row.visits} winrate {value} prior {prior} lcb {lcb}"


def _kata_fields(info: Info) -> Iterator[str]:
    """Shares as they are, and a score, of which there is none in our games."""
    row = info.row
    yield f"visits {row.visits} utility {2 * row.value - 1:.6f} winrate {row.value:.6f}"
    yield "scoreMean 0 scoreStdev 0 scoreLead 0 scoreSelfplay 0"
    yield f"prior {info.prior:.6f} lcb {info.lcb:.6f} utilityLcb {2 * info.lcb - 1:.6f}"


Fields = Callable[[Info], Iterator[str]]
FORMS: dict[str, Fields] = {"": _own_fields, "lz-": _leela_fields, "kata-": _kata_fields}


# --- lines ------------------------------------------------------------------------------------------------------------


def info_line(turn: CommandContext, thought: Thought, fields: Fields, options: Mapping[str, int]) -> str:
    """What is known of the best moves, in one line."""
    show = turn.session.wire.show
    words = []
    for info in _infos(turn, thought, options):
        words += [f"info move {show(info.row.move)}", *(word for word in fields(info) if word), f"order {info.order}"]
        words.append("pv " + " ".join(show(move) for move in info.line))
    return " ".join(words)


def _infos(turn: CommandContext, thought: Thought, options: Mapping[str, int]) -> Iterator[Info]:
    """The chosen move first, then the most visited; those that were never tried only where so many are wanted."""
    most, least = options.get("maxmoves", TOP), options.get("minmoves", 1)
    rows = sorted(thought.moves, key=lambda row: row.move != thought.move)
    if all(row.move != thought.move for row in rows):  # a swap, or a first move from the table
        rows.insert(
            0, RootMove(thought.move, thought.simulations, thought.value, None, 0.0, thought.proof, thought.length)
        )
    total = sum(max(0.0, row.prior) for row in rows)
    for order, row in enumerate(rows[:most]):
        if not row.visits and not row.proof and order >= least:
            break
        prior = max(0.0, row.prior) / total if total > 0 else 1 / len(rows)
        line = turn.session.engine.line(row.move) if thought.moves else (row.move,)
        yield Info(row, order, prior, thought.line if order == 0 else line)


def _read_options(turn: CommandContext) -> dict[str, int]:
    """`[COLOUR] [INTERVAL] [KEY VALUE ...]`, as Leela Zero and KataGo have it."""
    words = list(turn.words(0, ENDLESS))
    if words and words[0].lower() in COLOURS:
        check_colour(turn, words.pop(0))
    found = {"interval": INTERVAL}
    if words and words[0].isdigit():
        found["interval"] = read_count(words.pop(0))
    while words:
        key, value, *words = words if len(words) > 1 else [*words, ""]
        if key in FOR_OTHERS:
            read_switch(value)
        elif key in OPTIONS:
            found[key] = read_count(value)
        else:
            raise GameError(f"syntax error: {key[:30]!r} is none of {', '.join(OPTIONS)} with a number after it")
    found["interval"] = max(SHORTEST, found["interval"])
    return found


# --- commands ---------------------------------------------------------------------------------------------------------


def _analyze(turn: CommandContext, fields: Fields) -> str:
    """Say a line at every interval, at least one; where everything is proved, wait for input."""
    options = _read_options(turn)
    _check_open(turn)
    for thought in think(turn, ENDLESS_LIMIT, options["interval"] / 100, until_input=True):
        turn.say(info_line(turn, thought, fields, options))
    if not turn.is_interrupted:
        turn.lines.wait()
    return ""


def _genmove_analyze(turn: CommandContext, fields: Fields) -> str:
    options, session = _read_options(turn), turn.session
    _check_open(turn)
    limit = less_the_answer(session.clock.limit(session.position.to_move))

    def decide() -> str:
        thought = None
        for thought in think(turn, limit, options["interval"] / 100, until_input=False):
            turn.say(info_line(turn, thought, fields, options))
        assert thought is not None
        session.clock.spend(session.position.to_move, thought.seconds)
        if is_hopeless(thought, session.settings.resign):
            raise Resignation
        return thought.move

    try:
        turn.say(f"play {session.wire.generate(session.position, decide)}")
    except Resignation:
        session.position.resign()
        turn.say("play resign")
    return ""


def _check_open(turn: CommandContext) -> None:
    turn.session.check_turn(turn.session.position.to_move)


def _table() -> Iterator[tuple[str, Command]]:
    usage = "[COLOUR] [CENTISECONDS] [maxmoves N] [minmoves N]"
    whose = {"": "", "lz-": ", as Leela Zero tells it", "kata-": ", as KataGo tells it"}
    for prefix, fields in FORMS.items():
        doc = f"think aloud until there is input{whose[prefix]}"
        yield f"{prefix}analyze", Command(usage, doc, lambda turn, fields=fields: _analyze(turn, fields))  # type: ignore[misc]
        doc = f"think aloud, then play{whose[prefix]}"
        yield (
            f"{prefix}genmove_analyze",
            Command(usage, doc, lambda turn, fields=fields: _genmove_analyze(turn, fields)),  # type: ignore[misc]
        )


COMMANDS = dict(_table())
