"""A game is its own files and one entry in the catalogue: a tiny one is added, and everything plays it.

Uncompiled, in a process of its own: that is quick enough for a corridor, and no kernel of it is kept on disk.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any

import pytest
from support import PROJECT

SUPPORT = PROJECT / "tests" / "support"
ADD = """
import sys
from malecon.games.catalogue import GAMES, GameEntry
GAMES["corridor"] = GameEntry("corridor:Corridor", "corridor:CorridorSgf")
"""
LIBRARY = """
import json
from malecon import Engine, GameRecord, Limit
from malecon.games.catalogue import position_class
from malecon.lab.matches.match import Match
from malecon.lab.matches.executors import play_match

position = position_class("corridor")(7, moves="1 2")
thought = Engine("uct(c=0.7)+rave+lgrf2+mcts_solver+threats", memory=1).decide(position, Limit(simulations=400))
record = GameRecord("corridor", length=5)
record.play("3")
limits = (Limit(simulations=30),) * 2
match = Match("uct+mcts_solver", "random", limits, games=4, game="corridor", options=(("length", 7),))
results = list(play_match(match))
print(json.dumps({
    "thought": [thought.move, thought.proof],
    "record": record.sgf(),
    "read": GameRecord.parse(record.sgf()).moves,
    "winners": [result.winner for result in results],
    "how": sorted({result.how for result in results}),
}))
"""


def run(program: str, *arguments: str, stdin: str = "") -> Any:
    """Run a program that knows the new game."""
    return subprocess.run(
        [sys.executable, "-c", ADD + program, *arguments],
        input=stdin,
        capture_output=True,
        text=True,
        env=os.environ | {"NUMBA_DISABLE_JIT": "1", "PYTHONPATH": os.pathsep.join([str(SUPPORT), *sys.path])},
        timeout=600,
    )


def command(*arguments: str, stdin: str = "") -> Any:
    """Run the command `malecon` with the new game."""
    return run("from malecon.interfaces.cli import main; main(sys.argv[1:])", *arguments, stdin=stdin)


@pytest.mark.slow
def test_a_game_in_the_catalogue_is_searched_recorded_and_matched() -> None:
    result = run(LIBRARY)
    assert result.stderr == ""
    told = json.loads(result.stdout)
    assert told["thought"][1] == "draw"
    assert "GM[corridor]" in told["record"]
    assert told["read"] == ["3"]
    assert set(told["how"]) <= {"three", "draw"}
    assert len(told["winners"]) == 4


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "stdin", "shown"),
    [
        (
            ("play", "--terminal", "-g", "corridor", "-b", "5", "--simulations", "20", "--seed", "1"),
            "3\nquit\n",
            "Corridor, 5 cells",
        ),
        (("analyze", "-g", "corridor", "-b", "3", "--simulations", "50"), "", "draw"),
        (("match", "random", "random", "--game", "corridor", "--games", "2", "--jobs", "1"), "", "2 games"),
        (("players", "--game", "corridor"), "", "Presets of Corridor"),
    ],
    ids=lambda value: value[0] if isinstance(value, tuple) else "",
)
def test_the_commands_know_it(arguments: tuple[str, ...], stdin: str, shown: str) -> None:
    result = command(*arguments, stdin=stdin)
    assert result.returncode == 0, result.stderr
    assert shown in result.stdout


@pytest.mark.slow
def test_an_unsupported_option_or_game_is_a_one_line_error() -> None:
    result = command("play", "--game", "corridor", "--swap")
    assert (result.returncode, result.stderr) == (2, "malecon: Corridor has no swap rule; omit --swap\n")
    result = command("play", "--game", "hex")
    assert result.stderr == ("malecon: unknown game 'hex'; choose one of havannah, breakthrough, amazons, corridor\n")
