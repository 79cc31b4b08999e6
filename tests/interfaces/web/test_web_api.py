"""The HTTP API of the web board: positions, players, records and errors."""

import json

import pytest

pytest.importorskip("fastapi", reason="the web extra is not installed")

from fastapi.testclient import TestClient
from support.web import new_app

import malecon
from malecon.interfaces.web.app import MAX_BODY
from malecon.interfaces.web.encoding import fragment

BRIDGE = ["a1", "d7", "b1", "e7", "c1", "f7", "d1"]


@pytest.fixture(scope="module")
def client():
    with TestClient(new_app()) as client:
        yield client


def post(client, path="/api/position", **body):
    return client.post(path, json=body)


def test_the_page_and_its_modules_are_served(client):
    page = client.get("/")
    assert page.status_code == 200
    assert "js/main.js" in page.text
    assert client.get("/js/main.js").headers["content-type"].startswith("text/javascript")
    assert "http" not in page.text.replace("http-equiv", "")  # no resources of other sites


def test_a_position_has_stones_legal_moves_and_the_side_to_move(client):
    answer = post(client, board="4", moves=["d4", "C3"]).json()
    assert answer["signs"] == {"d4": "O", "c3": "X"}
    assert answer["toMove"] == "white"
    assert answer["last"] == ["c3"]
    assert len(answer["legal"]) == 35


def test_a_won_game_has_the_winning_chain(client):
    outcome = post(client, board="4", moves=BRIDGE).json()["outcome"]
    cells = BRIDGE[::2]
    how = {"text": "White wins by bridge", "winner": "white", "how": ["bridge"]}
    assert outcome == {**how, "cells": cells, "path": cells}


@pytest.mark.parametrize(("game", "board", "legal"), [("breakthrough", "8x8", 22), ("amazons", "10x10", 2176)])
def test_other_games_have_positions(client, game, board, legal):
    assert len(post(client, game=game, board=board).json()["legal"]) == legal


def test_swap_is_offered_only_with_the_swap_rule(client):
    assert post(client, board="5", swap=True, moves=["e5"]).json()["canSwap"]
    assert not post(client, board="5", moves=["e5"]).json()["canSwap"]


def test_a_position_set_up_by_hand_can_be_continued(client):
    setup = {"white": ["a1"], "black": ["b2"], "to_move": "black"}
    answer = post(client, board="4", setup=setup, moves=["d4"]).json()
    assert answer["signs"] == {"a1": "O", "b2": "X", "d4": "X"}


def test_either_side_can_resign(client):
    assert post(client, board="4", moves=["d4", "resign"]).json()["outcome"]["winner"] == "white"
    assert post(client, board="4", moves=["d4", "resign:white"]).json()["outcome"]["winner"] == "black"


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ({"board": "4", "moves": ["d4", "d4"]}, "d4 is occupied by a white stone"),
        ({"board": "99"}, "Havannah needs a base from 2 to 14, not 99"),
        ({"game": "hex"}, "unknown game 'hex'; choose one of havannah, breakthrough, amazons"),
        ({"game": "amazons", "board": "6x6", "swap": True}, "Amazons has no swap rule; omit swap"),
        ({"moves": ["resign", "d4"]}, "no move can follow a resignation"),
        ({"moves": ["resign:green"]}, "'resign:green' is not a move; write resign, resign:white or resign:black"),
    ],
)
def test_an_error_is_one_line(client, body, message):
    answer = post(client, **body)
    assert answer.status_code == 422
    assert answer.json()["detail"] == message


ODD = [None, 0, -1, 1e308, "", "\x00", "../../etc/passwd", "é" * 300, [], [[]], {}, True]


@pytest.mark.parametrize("path", ["position", "costs", "record/read", "record/write", "picture"])
def test_malformed_requests_are_rejected_and_never_break_the_server(client, path):
    for field in ("game", "board", "swap", "setup", "moves", "text", "nodes", "white"):
        for value in ODD:
            assert client.post(f"/api/{path}", json={field: value}).status_code in (200, 422)
    for body in (b"", b"{", b"\xff", b"[" * 50_000, b"1e999"):
        assert client.post(f"/api/{path}", content=body).status_code == 422


@pytest.mark.parametrize("path", ["/..%2f..%2fpyproject.toml", "/../app.py", "/js/..%2f..%2fapp.py", "/%00", "/js"])
def test_files_outside_the_page_cannot_be_read(client, path):
    assert client.get(path).status_code == 404


def test_oversized_and_cross_origin_requests_are_rejected(client):
    assert client.post("/api/position", content=b" " * (MAX_BODY + 1)).status_code == 413
    foreign = client.post("/api/position", json={}, headers={"origin": "http://evil.example"})
    assert foreign.status_code == 403
    assert client.post("/api/position", json={}, headers={"origin": "http://testserver"}).status_code == 200


def test_games_describe_how_to_draw_and_explain_them(client):
    games = {each["game"]: each for each in client.get("/api/games").json()}
    assert {name: game["shape"] for name, game in games.items()} == {
        "havannah": "hex",
        "breakthrough": "square",
        "amazons": "square",
    }
    havannah, amazons = games["havannah"], games["amazons"]
    assert (havannah["boardLabel"], amazons["boardLabel"]) == ("base {}", "{}")
    assert (havannah["pieces"]["blocked"], amazons["pieces"]["blocked"]) == (None, "arrow")
    assert [pattern["name"] for pattern in havannah["winPatterns"]] == ["ring", "bridge", "fork"]
    assert all(game["rules"] and game["clickHelp"] and game["usual"] in game["boards"] for game in games.values())


@pytest.mark.parametrize("pattern", malecon.Havannah.display.win_patterns, ids=lambda pattern: pattern.name)
def test_the_example_of_a_win_is_one(pattern):
    cells = pattern.cells.split()
    position = malecon.Havannah.from_stones(int(pattern.board), cells[:-1], [], malecon.WHITE)
    position.play(cells[-1])
    assert pattern.name in position.outcome.how


def test_players_are_listed_with_levels_presets_and_parameters(client):
    answer = client.get("/api/players/havannah").json()
    assert answer["levels"][0]["player"] == "random"
    assert "malecon" in answer["presets"]
    techniques = {each["name"]: each for group in answer["groups"] for each in group["techniques"]}
    assert techniques["uct"]["parameters"][0]["name"] == "c"
    for level in answer["levels"]:
        assert client.get("/api/player/amazons", params={"text": level["player"]}).status_code == 200


def test_a_player_text_is_checked_and_normalised(client):
    answer = client.get("/api/player/havannah", params={"text": "uct(0.4)+rave"}).json()
    assert answer == {"player": "uct(c=0.4)+rave", "techniques": {"uct": {"c": 0.4}, "rave": {}}}
    wrong = client.get("/api/player/havannah", params={"text": "gtp:rm"})
    assert wrong.status_code == 422
    assert "\n" not in wrong.json()["detail"]


SGF = "(;FF[4]GM[havannah]SZ[4]PW[Ada]PB[Bob];W[d4];B[c3](;W[c4])(;W[e4]C[better];B[resign]))"


def test_a_record_is_converted_to_a_tree_and_back(client):
    answer = post(client, "/api/record/read", text=SGF).json()
    assert answer["game"] == {"game": "havannah", "board": "4", "swap": False, "setup": None}
    assert [(row["parent"], row["move"]) for row in answer["nodes"]] == [
        *((-1, "d4"), (0, "c3"), (1, "c4"), (1, "e4"), (3, "resign:black"))
    ]
    back = post(client, "/api/record/write", game=answer["game"], nodes=answer["nodes"], white="Ada").text
    record = malecon.GameRecord.parse(back)
    assert record.moves == ["d4", "c3", "c4"]
    assert [node.comment for node in record.nodes() if node.comment] == ["better"]
    assert sum(node.move == "resign" for node in record.nodes()) == 1


def test_a_record_with_setup_stones_keeps_them(client):
    position = malecon.Havannah.from_stones(4, ["a1"], ["b2"], malecon.BLACK)
    text = malecon.GameRecord.from_position(position).sgf()
    game = post(client, "/api/record/read", text=text).json()["game"]
    assert post(client, **game).json()["signs"] == {"a1": "O", "b2": "X"}
    assert game["setup"]["to_move"] == "black"


def test_a_little_golem_record_can_be_read(client):
    text = "(;FF[4]EV[x]PB[A]PW[B]SZ[4]SO[http://www.littlegolem.com];W[D4];B[C3])"
    answer = post(client, "/api/record/read", text=text).json()
    assert [row["move"] for row in answer["nodes"]] == ["d4", "c3"]


def test_illegal_trees_are_rejected(client):
    game = {"board": "4"}
    for nodes in ([{"parent": 0, "move": "d4"}], [{"parent": -1, "move": "d4"}, {"parent": 0, "move": "d4"}]):
        assert post(client, "/api/record/write", game=game, nodes=nodes).status_code == 422


def test_large_trees_are_written_and_oversized_records_are_rejected(client):
    cells = malecon.Havannah(14).legal_moves
    nodes = [{"parent": -1, "move": cells[0]}, {"parent": 0, "move": cells[1]}]
    nodes += [{"parent": 1, "move": cell} for cell in cells[2:]]
    text = post(client, "/api/record/write", game={"board": "14"}, nodes=nodes).text
    assert len(post(client, "/api/record/read", text=text).json()["nodes"]) == len(nodes)
    out_of_order = [*nodes[:3], {"parent": 0, "move": cells[2]}, {"parent": 2, "move": cells[3]}]
    answer = post(client, "/api/record/write", game={"board": "14"}, nodes=out_of_order)
    assert answer.json()["detail"] == "node 4 cannot follow node 2: list nodes in depth-first order"
    large = post(client, "/api/record/read", text="(;FF[4]GM[havannah]SZ[4]" + ";W[a1]" * 50_000 + ")")
    assert "at most 20,000 moves" in large.json()["detail"]


def test_a_position_is_drawn_as_svg(client):
    answer = post(client, "/api/picture", board="4", moves=BRIDGE)
    assert answer.headers["content-type"] == "image/svg+xml"
    assert answer.text.startswith("<svg")


def test_distance_costs_count_the_stones_missing_for_a_connection(client):
    answer = post(client, "/api/costs", board="4", moves=["a1", "d7", "b1", "e7", "c1", "f7"]).json()
    assert answer["white"]["least"] == 1
    assert answer["white"]["cells"]["d1"] == 1
    assert post(client, "/api/costs", game="amazons", board="6x6").status_code == 422


def test_the_net_has_a_chance_and_a_probability_for_each_move(client):
    answer = post(client, "/api/net", board="4", moves=["a1", "d7"]).json()
    assert 0 < answer["chance"] < 1
    assert len(answer["policy"]) == 37 - 2
    assert sum(answer["policy"].values()) == pytest.approx(1, abs=0.01)


def test_the_net_says_nothing_about_other_games_and_finished_ones(client):
    assert post(client, "/api/net", game="amazons", board="6x6").json()["detail"] == "amazons has no net"
    assert "the game is over" in post(client, "/api/net", board="4", moves=BRIDGE).json()["detail"]


def test_the_api_has_an_openapi_description(client):
    described = client.get("/api/openapi.json").json()
    assert "/api/position" in described["paths"]
    assert "openapi.json" in client.get("/api.html").text
    assert json.dumps(described)


def test_a_fragment_encodes_a_game():
    position = malecon.Havannah(base=5, swap_rule=True, moves="e5 swap")
    text = fragment(position, {"W": "human", "B": "uct(c=0.4)+rave", "t": None})
    assert text == "#g=havannah&b=5&s=1&m=e5.swap&W=human&B=uct(c%3D0.4)%2Brave"
