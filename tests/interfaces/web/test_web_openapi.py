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
VALUES = {"board": "4", "moves": ["d4"], "text": "uct", "name": "game2"}  # of parameters that must make sense
BODIES = {"RecordText": SGF, "LibraryGame": {"sgf": SGF["text"]}}


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


# --- a client made from the description -----------------------------------------------------------------------------


def operations(description):
    """Yield method, path and description of every operation."""
    for path, methods in description["paths"].items():
        for method, operation in methods.items():
            yield method, path, operation


def call(client, method, path, operation, body):
    """Send a request made from the description of an operation."""
    values = {"query": {}, "path": {}}
    for parameter in operation.get("parameters", ()):
        name = parameter["name"]
        values[parameter["in"]][name] = "havannah" if name == "game" else VALUES[name]
    return client.request(method, path.format(**values["path"]), params=values["query"], json=body)


def example(description, schema):
    """Return a value of a schema: its required properties, and those with a value in VALUES."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return BODIES.get(name) or example(description, description["components"]["schemas"][name])
    properties, required = schema.get("properties", {}), schema.get("required", ())
    return {
        name: VALUES[name] if name in VALUES else example(description, inner)
        for name, inner in properties.items()
        if name in required or name in VALUES
    }


def check_answer(description, operation, answer):
    """Check the status, the media type and the content of an answer against the description."""
    content = operation["responses"][str(answer.status_code)].get("content")
    if content is None:
        assert not answer.content
        return
    media_type = answer.headers["content-type"].partition(";")[0]
    schema = content[media_type]["schema"] | {"components": description["components"]}
    pytest.importorskip("jsonschema", reason="it comes with schemathesis").validate(
        answer.json() if media_type == "application/json" else answer.text, schema
    )


def test_a_client_made_from_the_description_understands_every_answer(client):
    description = client.get("/api/openapi.json").json()
    for method, path, operation in operations(description):
        schema = operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema")
        answer = call(client, method, path, operation, example(description, schema) if schema else None)
        assert answer.status_code in (200, 204), (path, answer.text)
        check_answer(description, operation, answer)
        if schema:
            refused = call(client, method, path, operation, [])
            assert refused.status_code == 422
            check_answer(description, operation, refused)


def test_the_library_of_the_server_is_a_folder_of_sgf_files(client):
    assert client.put("/api/library/game1", json={"sgf": SGF["text"]}).status_code == 204
    assert client.get("/api/library").json() == [{"id": "game1", "sgf": SGF["text"]}]
    assert client.put("/api/library/game_1", json={"sgf": ""}).status_code == 422  # letters and digits only
    assert client.delete("/api/library/game1").status_code == 204
    assert client.get("/api/library").json() == []
