"""What each side needs and threatens, the winning path, and errors that say how much of a game is legal."""

import pytest

pytest.importorskip("fastapi", reason="the web extra is not installed")

from fastapi.testclient import TestClient
from support.web import new_app

from malecon import Havannah
from malecon.interfaces.web.winning_path import winning_path


@pytest.fixture(scope="module")
def client(warm):
    with TestClient(new_app()) as client:
        yield client


@pytest.mark.parametrize(
    ("moves", "path"),
    [
        ("a1 d7 b1 e7 b2 f7 c1 g6 d1", "a1 b1 c1 d1"),  # b2 is not needed
        ("c3 a1 d3 b1 c4 a3 e4 d7 d5 f7 e6 g5 e5", "c3 d3 c4 e4 d5 e5"),  # e6 is not needed
    ],
)
def test_the_winning_path_leaves_out_stones_that_are_not_needed(moves, path):
    position = Havannah(4, moves=moves)
    assert position.is_over
    assert winning_path(position) == path.split()


def test_a_fork_needs_its_three_arms_only(warm):
    fork = ["c1", "c2", "c3", "e4", "f5", "g5", "d5", "c5", "c6"]
    position = Havannah.from_stones(4, [*fork, "b3"], ["b2", "e3", "d6"])
    position.play("d4")
    path = set(winning_path(position))
    assert path <= {*fork, "d4"}
    assert {"d4", "g5", "c1"} <= path


def test_the_opponents_threat_and_the_cells_that_win_are_named(client):
    answer = client.post("/api/needs", json={"board": "4", "moves": ["a1", "d7", "b1", "e7", "c1"]}).json()
    assert answer["white"]["wins"] == [{"cell": "d1", "how": ["bridge"]}]
    assert answer["white"]["connections"]["bridge"] == {"stones": 1, "cells": ["d1"]}
    assert answer["threat"] == {"move": "d1", "length": 1, "line": ["d1"], "how": ["bridge"]}
    assert answer["black"]["wins"] == []


def test_needs_of_a_game_without_distances_have_threats_only(client):
    answer = client.post("/api/needs", json={"game": "breakthrough", "board": "5x4", "moves": []}).json()
    assert answer["white"]["connections"] == {}


def test_an_illegal_move_is_reported_with_the_number_of_legal_ones(client):
    answer = client.post("/api/position", json={"board": "4", "moves": ["d4", "c3", "d4", "c3"]})
    assert (answer.status_code, answer.json()["legalMoves"]) == (422, 2)


def test_marks_survive_reading_and_writing(client):
    text = "(;FF[4]GM[havannah]SZ[4];W[d4]TR[c3]AR[d4:e5]LB[a1:A][zz9:B];B[c3])"
    tree = client.post("/api/records/read", json={"text": text}).json()[0]
    marks = tree["nodes"][0]["marks"]
    assert marks == [
        {"kind": "AR", "cell": "d4", "to": "e5"},
        {"kind": "TR", "cell": "c3"},
        {"kind": "LB", "cell": "a1", "words": "A"},
    ]
    body = {
        "game": {**tree["game"], "moves": []},
        "nodes": tree["nodes"],
        "date": "2026-11-18",
        "event": "Forks",
        "name": "1",
    }
    written = client.post("/api/record/write", json=body).text
    assert "AR[d4:e5]" in written
    assert "DT[2026-11-18]" in written
    assert "EV[Forks]" in written
    assert "GN[1]" in written
