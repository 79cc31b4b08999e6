"""What each side needs and threatens, the winning path, and errors that say how much of a game is legal."""

import pytest

pytest.importorskip("fastapi", reason="the web extra is not installed")

from fastapi.testclient import TestClient
from support.web import new_app

from malecon import GameError, Havannah
from malecon.interfaces.web.openings import read_book
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


def test_a_book_of_ones_own_comes_before_that_of_the_package(warm, tmp_path):
    book = tmp_path / "book.tsv"
    book.write_text("# a comment\n3\t100\tc3\t0.9\n5\t200\te5\t0.8\n")
    with TestClient(new_app(book=book)) as client:
        assert client.get("/api/openings/3").json()["moves"] == [{"cell": "c3", "value": 0.9}]
        assert client.get("/api/openings/5").json()["simulations"] == 200
        assert len(client.get("/api/openings/4").json()["moves"]) == 37


@pytest.mark.parametrize("line", ["3\t100\tz9\t0.9", "3\t100\tc3", "99\t100\tc3\t0.5", "3\tmany\tc3\t0.5"])
def test_a_bad_book_is_named_with_its_line(line, tmp_path):
    book = tmp_path / "book.tsv"
    book.write_text(f"4\t100\td4\t0.5\n{line}\n")
    with pytest.raises(GameError, match=r"book\.tsv, line 2: write base, simulations, cell and value"):
        read_book(book)


def test_a_missing_book_is_an_error(tmp_path):
    with pytest.raises(GameError, match=r"cannot read the book .*No such file"):
        read_book(tmp_path / "none.tsv")
