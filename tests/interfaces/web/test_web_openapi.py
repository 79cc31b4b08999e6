"""The description of the API: every answer has a type, and what the server sends is of that type."""

import pytest

pytest.importorskip("fastapi", reason="the web extra is not installed")

from fastapi.testclient import TestClient
from pydantic import TypeAdapter
from support.web import new_app

from malecon.interfaces.web import answers

GAME = {"board": "4", "moves": ["d4", "c3"]}
WON = {"board": "4", "moves": ["a1", "d7", "b1", "e7", "c1", "f7", "d1"]}
SGF = {"text": "(;FF[4]GM[havannah]SZ[4];W[d4]TR[d4];B[c3])"}
CALLS = [
    ("get", "/api/games", None, list[answers.GameInfo]),
    ("get", "/api/players/amazons", None, answers.PlayersInfo),
    ("get", "/api/player/havannah?text=uct", None, answers.PlayerInfo),
    ("get", "/api/puzzles", None, list[answers.PuzzleInfo]),
    ("get", "/api/health", None, answers.HealthInfo),
    ("get", "/api/openings/5", None, answers.OpeningsInfo),
    ("get", "/api/library", None, list[answers.LibraryEntry]),
    ("post", "/api/position", GAME, answers.PositionInfo),
    ("post", "/api/position", WON, answers.PositionInfo),
    ("post", "/api/costs", GAME, answers.CostsInfo),
    ("post", "/api/net", GAME, answers.NetInfo),
    ("post", "/api/needs", GAME, answers.NeedsInfo),
    ("post", "/api/record/read", SGF, answers.TreeInfo),
    ("post", "/api/records/read", SGF, list[answers.TreeInfo]),
    ("post", "/api/friends", {"game": {"board": "4"}}, answers.Invitation),
]
AS_TEXT = {"/api/picture", "/api/record/write"}


@pytest.fixture(scope="module")
def client(warm, tmp_path_factory):
    with TestClient(new_app(library=tmp_path_factory.mktemp("library"))) as client:
        yield client


@pytest.mark.parametrize(("method", "path", "body", "model"), CALLS, ids=[f"{call[0]} {call[1]}" for call in CALLS])
def test_answers_are_of_the_described_type(client, method, path, body, model):
    answer = client.request(method, path, json=body)
    assert answer.status_code == 200
    adapter = TypeAdapter(model)
    parsed = adapter.dump_python(adapter.validate_python(answer.json()), mode="json", exclude_unset=True)
    assert parsed == answer.json()  # nothing is sent that the description lacks


def test_every_answer_is_described(client):
    paths = client.get("/api/openapi.json").json()["paths"]
    called = {path.partition("?")[0] for _, path, _, _ in CALLS}
    for path, methods in paths.items():
        for method, operation in methods.items():
            if method not in ("get", "post") or path in AS_TEXT:
                continue
            schema = operation["responses"]["200"]["content"]["application/json"]["schema"]
            assert "$ref" in schema or "$ref" in schema.get("items", {}), path
            stem = path.partition("{")[0]
            assert any(each.startswith(stem) for each in called), f"{path} is not tried"


def test_the_library_of_the_server_is_a_folder_of_sgf_files(client):
    assert client.put("/api/library/game1", json={"sgf": SGF["text"]}).status_code == 204
    assert client.get("/api/library").json() == [{"id": "game1", "sgf": SGF["text"]}]
    assert client.put("/api/library/game_1", json={"sgf": ""}).status_code == 422  # letters and digits only
    assert client.delete("/api/library/game1").status_code == 204
    assert client.get("/api/library").json() == []
