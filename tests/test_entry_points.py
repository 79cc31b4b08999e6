"""Packages outside this one: their techniques and games everywhere, and no stale code.

The pages `docs/add_a_technique.md` and `docs/add_a_game.md` run the tests of the packages that `malecon new` writes.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from malecon import entry_points
from malecon.games.errors import GameError
from malecon.interfaces.cli import new
from malecon.lab.store.provenance import code_version

USE = """
import json, sys
import malecon
from malecon.games.catalogue import GAMES
from malecon.games.contract import prior
from malecon.knowledge.technique import Technique
from malecon.lab.matches.executors import new_executor
from malecon.lab.matches.match import Match
from malecon.lab.matches.game import play_game
from malecon.lab.store.provenance import code_version
from malecon.players.spec import parse_player
from malecon.interfaces.gtp.commands.parameters import COMMANDS
from malecon.warmup.steps import steps

def main():
    text = "uct+centre_rule(visits=5)"
    spec = str(parse_player(text))
    limits = (malecon.Limit(simulations=5),) * 2
    match = Match("uct", "random", limits, 2, game="three_row", options=(("rows", 3), ("columns", 3)))
    with new_executor(2) as executor:
        result = executor.submit(play_game, match, 0).result()
    print(json.dumps({
        "spec": spec, "games": list(GAMES), "worker": result.code == code_version(), "plies": result.plies,
        "importable": getattr(sys.modules.get(prior.implementations["havannah"].__module__), "prior", None)
        is prior.implementations["havannah"],
        "code": code_version(), "marker": steps("havannah")[0].marker.name,
    }))

if __name__ == "__main__":
    main()
"""


@pytest.fixture(scope="module")
def installed(tmp_path_factory) -> Path:
    """Write a technique and a game with `malecon new`, and install them as far as Python can tell."""
    folder = tmp_path_factory.mktemp("packages")
    new.technique("centre_rule", folder)
    new.game("three_row", folder)
    for name, group, target in (
        ("centre_rule", entry_points.TECHNIQUES, "centre_rule:TECHNIQUE"),
        ("three_row", entry_points.GAMES, "three_row:GAME"),
    ):
        info = folder / name / "src" / f"malecon_{name}-0.1.0.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: malecon-{name}\nVersion: 0.1.0\n")
        (info / "entry_points.txt").write_text(f"[{group}]\n{name} = {target}\n")
    return folder


def run(installed: Path, *command: str) -> str:
    """Run Python with the packages installed, without compiling anything."""
    paths = [str(installed / name / "src") for name in ("centre_rule", "three_row")]
    environment = {"NUMBA_DISABLE_JIT": "1", "PYTHONPATH": os.pathsep.join([*paths, *sys.path])}
    result = subprocess.run(
        [sys.executable, *command], capture_output=True, text=True, env=os.environ | environment, timeout=600
    )
    assert result.returncode == 0, result.stderr
    return result.stdout


@pytest.mark.slow
def test_installed_packages_are_known_everywhere_and_part_of_the_code_id(installed, tmp_path, own_code_only):
    program = tmp_path / "use.py"
    program.write_text(USE)
    first = json.loads(run(installed, str(program)))
    assert first["spec"] == "uct+centre_rule(visits=5)"
    assert first["games"] == ["havannah", "breakthrough", "amazons", "three_row"]
    assert first["worker"], "a worker process knows the packages and has the same code id"
    assert first["plies"] >= 5
    assert first["importable"], "numba looks the module of cached code up by its name"
    assert first["code"].startswith(code_version())
    assert first["code"] != code_version()
    rule = installed / "centre_rule" / "src" / "centre_rule" / "rule.py"
    rule.write_text(rule.read_text() + "\n# edited\n")
    second = json.loads(run(installed, str(program)))
    assert second["code"] != first["code"], "an edited rule is other code"
    assert second["marker"] != first["marker"], "and its kernels are compiled with progress"
    listed = run(installed, "-m", "malecon", "players", "centre_rule", "--game", "havannah")
    assert "From other packages" in listed
    assert "virtual visits of a new move" in listed


@pytest.mark.parametrize("name", ["Centre", "class", "rave", "3d", "a-b", ""])
def test_a_name_that_cannot_be_used_is_refused(name, tmp_path):
    with pytest.raises(GameError):
        new.technique(name, tmp_path)
    assert not list(tmp_path.iterdir())


def test_an_existing_folder_is_not_overwritten(tmp_path):
    (tmp_path / "mine").mkdir()
    with pytest.raises(GameError, match="already exists"):
        new.game("mine", tmp_path)


def test_a_broken_package_is_named_in_one_line(monkeypatch):
    monkeypatch.setitem(entry_points._declared, entry_points.GAMES, {"lost": "no_such_package:GAME"})
    with pytest.raises(GameError, match=r"cannot load 'lost' of malecon.games from no_such_package:GAME") as error:
        entry_points.load(entry_points.GAMES, "lost")
    assert "\n" not in str(error.value)


SERVE = """
import contextlib, io, json, sys
import distributed
from fastapi.testclient import TestClient
from malecon.interfaces.cli import main
from malecon.interfaces.web.access import Access
from malecon.interfaces.web.app import create_app

GAME = {"game": "three_row", "board": "3x3"}
THINK = {"type": "think", "id": 1, "purpose": "play", "game": GAME, "limits": {"simulations": 3},
         "thinker": {"player": "uct", "threads": 1, "memory": 2, "seed": 1}}

def think(client):
    with client.websocket_connect("/api/socket") as socket:
        socket.send_json(THINK)
        while (answer := socket.receive_json())["type"] not in ("done", "error"):
            pass
    return answer

with TestClient(create_app(1, 16, Access(frozenset({"testserver"})))) as client:
    games = [game["game"] for game in client.get("/api/games").json()]
    position = client.post("/api/position", json=GAME).json()
    picture = client.post("/api/picture", json=GAME)
    answer = think(client)
    players = client.get("/api/player/havannah?text=uct%2Bcentre_rule").status_code
options = {"n_workers": 1, "threads_per_worker": 1, "processes": False, "dashboard_address": None}
with distributed.LocalCluster(**options) as cluster:
    words = ["match", "uct", "random", "--game", "three_row", "--games", "2", "--simulations", "3", "--json"]
    with contextlib.redirect_stdout(io.StringIO()) as match, contextlib.suppress(SystemExit):
        main([*words, "--cluster", cluster.scheduler_address])
print(json.dumps({"games": games, "legal": len(position["legal"]), "picture": picture.status_code, "answer": answer,
                  "players": players, "match": match.getvalue()}))
"""


@pytest.mark.slow
def test_installed_packages_are_served_and_play_on_a_cluster(installed, tmp_path):
    pytest.importorskip("fastapi")
    pytest.importorskip("distributed")
    program = tmp_path / "serve.py"
    program.write_text(SERVE)
    found = json.loads(run(installed, str(program)).splitlines()[-1])
    assert "three_row" in found["games"]
    assert (found["legal"], found["picture"], found["players"]) == (9, 200, 200)
    assert found["answer"]["type"] == "done", found["answer"]
    assert json.loads(found["match"])["games"] == 2
