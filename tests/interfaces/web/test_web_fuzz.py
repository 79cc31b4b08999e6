"""Fuzz tests of the API: the server answers every request and never breaks."""

import copy
import json
import logging

import pytest

pytest.importorskip("fastapi", reason="the web extra is not installed")

from fastapi.testclient import TestClient
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from support.web import new_app

QUIET = settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
GAME = {
    "game": "havannah",
    "board": "4",
    "swap": False,
    "setup": {"white": ["a1"], "black": ["b2"], "blocked": [], "to_move": "white"},
    "moves": ["d4", "c3"],
}
THINKER = {"player": "malecon", "threads": 1, "memory": 2, "seed": 1}
THINK = {
    "type": "think",
    "id": 1,
    "purpose": "play",
    "game": GAME,
    "limits": {"simulations": 3, "seconds": 0.05, "remaining": 1.0, "increment": 0.0},
    "thinker": THINKER,
}
REVIEW = {"type": "review", "id": 2, "game": GAME, "limits": {"simulations": 3, "seconds": 0.05}, "thinker": THINKER}
SOLVE = {"type": "solve", "id": 3, "game": GAME, "nodes": 20, "line": True}
KINDS = ("error", "thought", "evaluation", "verdict", "done", "waiting", "compiling", "pong")
WORDS = (
    *("", "swap", "resign", "resign:white", "a1", "z99", "d4", "amazons", "breakthrough", "4x4", "6x6/1", "8x0", "-1"),
    *("analyse", "hint", "black", "random", "malecon+cap(simulations=3)", "uct(c=nan)", "gtp:ls"),
    *("\x00", "\ud800", "é" * 30),
)
ODD = st.one_of(
    *(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=30), st.sampled_from(WORDS)),
    st.lists(st.sampled_from(WORDS), max_size=5),
    st.dictionaries(st.text(max_size=5), st.integers(), max_size=2),
)


def paths(value, path=()):
    """Yield the path to every value in a message, as keys and indices."""
    yield path
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, each in inner:
        yield from paths(each, (*path, key))


@st.composite
def damaged(draw, whole):
    """A valid message with up to three values changed or removed."""
    message = copy.deepcopy(whole)
    for path in draw(st.lists(st.sampled_from([path for path in paths(whole) if path]), max_size=3, unique=True)):
        *before, last = path
        inside = message
        try:
            for key in before:
                inside = inside[key]
            if draw(st.booleans()):
                inside[last] = draw(ODD)
            else:
                del inside[last]
        except (KeyError, IndexError, TypeError):
            pass  # removed by an earlier change
    return message


@pytest.fixture(scope="module")
def client(warm):
    with TestClient(new_app(memory=8)) as client:
        yield client


@pytest.fixture
def no_failures(caplog):
    caplog.set_level(logging.ERROR)
    yield
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]


def receive_until_pong(socket):
    """Return the messages up to the answer to a ping."""
    received = []
    while not received or received[-1]["type"] != "pong":
        received.append(socket.receive_json())
    return received


@pytest.mark.slow
@QUIET
@given(messages=st.lists(st.one_of(damaged(THINK), damaged(REVIEW), damaged(SOLVE), ODD), min_size=1, max_size=4))
def test_the_socket_answers_any_message_and_the_next_one(client, no_failures, messages):
    with client.websocket_connect("/api/socket") as socket:
        for message in messages:
            socket.send_text(json.dumps(message))
        socket.send_json({"type": "stop"})
        socket.send_json({"type": "ping"})
        for answer in receive_until_pong(socket):
            assert answer["type"] in KINDS
            assert "engine failed" not in answer.get("message", "")
            assert "\n" not in answer.get("message", "")


TREE = {
    "game": GAME | {"setup": None, "moves": []},
    "nodes": [{"parent": -1, "move": "d4", "comment": "x"}, {"parent": 0, "move": "c3"}],
    "white": "Ada",
}
BODIES = {
    "position": GAME,
    "costs": GAME,
    "picture": GAME,
    "record/write": TREE,
    "record/read": {"text": "(;FF[4]GM[havannah]SZ[4];W[d4];B[c3](;W[c4])(;W[e4]C[better]))"},
}


@pytest.mark.parametrize("path", BODIES)
def test_damaged_requests_get_a_result_or_a_one_line_error(client, path):
    @QUIET
    @given(body=damaged(BODIES[path]))
    def ask(body):
        answer = client.post(f"/api/{path}", content=json.dumps(body))
        assert answer.status_code in (200, 422)
        if answer.status_code == 422:
            assert "\n" not in answer.json()["detail"]

    ask()


@pytest.mark.slow
@QUIET
@given(text=st.text(alphabet="(;)[]WBabcd123\\C \n:xGMSZ", max_size=80))
def test_no_record_text_breaks_the_server(client, text):
    assert client.post("/api/record/read", json={"text": "(;FF[4]GM[havannah]SZ[4]" + text}).status_code in (200, 422)


@pytest.mark.slow
def test_requests_generated_from_openapi_cause_no_server_error(client):
    schemathesis = pytest.importorskip("schemathesis", reason="schemathesis is not installed")
    schema = schemathesis.openapi.from_asgi("/api/openapi.json", client.app)
    checks = [schemathesis.checks.not_a_server_error]
    for found in schema.get_all_operations():

        @settings(QUIET, max_examples=10)
        @given(case=found.ok().as_strategy())
        def ask(case):
            case.call_and_validate(checks=checks)

        ask()
