"""Adding a game takes its own files and one catalogue entry: library, command line and web API all play it then.

The tests run uncompiled in a separate process: fast enough for a corridor, and nothing is left in the kernel cache.
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

position = position_class("corridor")(7, moves="1 2 4 6")
thought = Engine("uct(c=0.7)+rave+lgrf2+mcts_solver+threats", memory=1).decide(position, Limit(simulations=150))
record = GameRecord("corridor", length=5)
record.play("3")
limits = (Limit(simulations=10),) * 2
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


WEB = """
import json
from fastapi.testclient import TestClient
from malecon.interfaces.web.app import create_app

client = TestClient(create_app(threads=1, memory=8), base_url="http://127.0.0.1")
game = {"game": "corridor", "board": "7"}
listed = next(entry for entry in client.get("/api/games").json() if entry["game"] == "corridor")
after = client.post("/api/position", json=game | {"moves": ["3", "4"]}).json()
illegal = client.post("/api/position", json=game | {"moves": ["3", "3"]})
setup = game | {"setup": {"white": ["1"], "black": [], "blocked": [], "to_move": "black"}}
tree = {"game": game, "nodes": [{"parent": -1, "move": "3"}]}
record = client.post("/api/record/write", json=tree).text
print(json.dumps({
    "listed": listed,
    "after": after,
    "illegal": [illegal.status_code, illegal.json()],
    "setup": client.post("/api/position", json=setup).json(),
    "costs": client.post("/api/costs", json=game).json(),
    "record": record,
    "read": client.post("/api/record/read", json={"text": record}).json()["game"],
}))
"""


def run(program: str, *arguments: str, stdin: str = "") -> Any:
    """Run a program with the new game in the catalogue."""
    return subprocess.run(
        [sys.executable, "-c", ADD + program, *arguments],
        input=stdin,
        capture_output=True,
        text=True,
        env=os.environ | {"NUMBA_DISABLE_JIT": "1", "PYTHONPATH": os.pathsep.join([str(SUPPORT), *sys.path])},
        timeout=600,
    )


def command(*arguments: str, stdin: str = "") -> Any:
    """Run the command `malecon` with the new game in the catalogue."""
    return run("from malecon.interfaces.cli import main; main(sys.argv[1:])", *arguments, stdin=stdin)


@pytest.mark.slow
def test_a_game_in_the_catalogue_is_searched_recorded_and_matched() -> None:
    result = run(LIBRARY)
    assert result.stderr == ""
    answer = json.loads(result.stdout)
    assert answer["thought"][1] == "draw"
    assert "GM[corridor]" in answer["record"]
    assert answer["read"] == ["3"]
    assert set(answer["how"]) <= {"three", "draw"}
    assert len(answer["winners"]) == 4


@pytest.mark.slow
def test_the_web_api_plays_the_new_game() -> None:
    result = run(WEB)
    assert result.returncode == 0, result.stderr
    answer = json.loads(result.stdout)
    assert answer["listed"]["title"] == "Corridor"
    assert answer["listed"]["boards"] == ["7", "9"]
    assert not answer["listed"]["distanceMap"]
    assert answer["after"]["moves"] == ["3", "4"]
    assert answer["after"]["legal"] == ["1", "2", "5", "6", "7"]
    assert answer["illegal"] == [422, {"detail": "3 is occupied", "legalMoves": 1}]
    assert answer["setup"] == {"detail": "Corridor does not support setting up positions; play moves instead"}
    assert answer["costs"] == {"detail": "Corridor has no cell costs; choose another overlay"}
    assert "SZ[7];W[3]" in answer["record"]
    assert answer["read"] == {"game": "corridor", "board": "7", "swap": False, "setup": None}


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
def test_the_commands_play_the_new_game(arguments: tuple[str, ...], stdin: str, shown: str) -> None:
    result = command(*arguments, stdin=stdin)
    assert result.returncode == 0, result.stderr
    assert shown in result.stdout


@pytest.mark.slow
def test_an_unsupported_option_or_game_is_a_one_line_error() -> None:
    result = command("play", "--game", "corridor", "--swap")
    assert (result.returncode, result.stderr) == (2, "malecon: Corridor has no swap rule; omit --swap\n")
    result = command("play", "--game", "hex")
    assert result.stderr == ("malecon: unknown game 'hex'; choose one of havannah, breakthrough, amazons, corridor\n")
