"""Puzzles: the API behind them and the page."""

import pytest

pytest.importorskip("fastapi", reason="the web extra is not installed")

from fastapi.testclient import TestClient
from support.web import new_app

from malecon.solver.puzzles import bundled_puzzles
from malecon.solver.shortest_line import shortest_line, shortest_win
from malecon.solver.solver import Solver

EASY = 4  # its first proof is long although there is a win in five plies
MOVES = bundled_puzzles()[EASY - 1].moves.split()


@pytest.fixture(scope="module")
def client(warm):
    with TestClient(new_app()) as client:
        yield client


def solve(client, moves, board="4", **more):
    """Return the verdict of the server on a position."""
    with client.websocket_connect("/api/socket") as socket:
        socket.send_json({"type": "solve", "id": 1, "game": {"board": board, "moves": moves}, **more})
        return socket.receive_json()


# --- the server ---------------------------------------------------------------------------------------------------


def test_puzzles_are_listed_without_their_answers(client):
    listed = client.get("/api/puzzles").json()
    assert [each["number"] for each in listed] == list(range(1, len(bundled_puzzles()) + 1))
    assert listed[EASY - 1]["moves"] == MOVES
    assert listed[EASY - 1]["task"].startswith(listed[EASY - 1]["toMove"].capitalize())
    assert "answer" not in listed[0]


def test_a_proof_has_the_verdict_the_move_and_the_shortest_line(client):
    puzzle = bundled_puzzles()[EASY - 1]
    verdict = solve(client, MOVES, line=True)
    assert (verdict["type"], verdict["verdict"], verdict["move"]) == ("verdict", "win", puzzle.answer)
    assert len(verdict["line"]) == puzzle.length
    assert solve(client, [*MOVES, puzzle.answer])["verdict"] == "loss"


def test_a_proof_beyond_the_node_limit_has_no_verdict(client):
    verdict = solve(client, ["d4"], nodes=50)
    assert (verdict["verdict"], verdict["line"]) == (None, [])


def test_a_finished_game_cannot_be_solved(client):
    verdict = solve(client, ["a1", "d7", "b1", "e7", "c1", "f7", "d1"])
    assert verdict["type"] == "error"
    assert "the game is over" in verdict["message"]


def test_the_line_of_a_win_is_the_shortest_proved():
    solver = Solver(bundled_puzzles()[EASY - 1].position, memory=4)
    solver.run(100_000)
    assert len(shortest_line(solver)) == bundled_puzzles()[EASY - 1].length


# --- the page -----------------------------------------------------------------------------------------------------


def played(page):
    """Return the moves on the board, read from the URL."""
    return page.tab.evaluate("new URLSearchParams(location.hash.slice(1)).get('m').split('.')")


def best_move(moves):
    position = bundled_puzzles()[EASY - 1].position.new_game()
    position.play_all(moves)
    solver = Solver(position, memory=4)
    solver.run(100_000)
    return shortest_win(solver)


def test_a_puzzle_takes_back_wrong_moves_and_is_solved_by_right_ones(page):
    page.open("g=havannah&b=5&W=human&B=human&t=1")
    page.press("z")
    page.tab.click(f"[data-puzzle='{EASY}']")
    page.wait_for_text("puzzle-task", "to play and win")
    wrong = next(move for move in ("a1", "b1", "c1") if move not in (*MOVES, bundled_puzzles()[EASY - 1].answer))
    page.click(wrong)
    page.wait_for_text("puzzle-said", f"{wrong} does not win")
    page.wait_for_stones(len(MOVES))
    assert page.tab.locator(".pv-number").count() == 0  # the reply may be the solution
    while "Solved" not in page.tab.text_content("#puzzle-said"):
        before = len(played(page))
        page.click(best_move(played(page)))
        page.wait_for(
            """n => location.hash.match(/m=([^&]*)/)[1].split(".").length === n + 2
                || /^Solved/.test(document.getElementById("puzzle-said").textContent)""",
            before,
        )
    page.tab.reload()
    page.wait_for_text("puzzle-said", "Solved")
    page.tab.click("#puzzle-next")
    page.wait_for_text("puzzle-title", f"Puzzle {EASY + 1}")
    page.tab.click("#puzzle-all")
    assert page.tab.get_attribute(f"[data-puzzle='{EASY}']", "class") == "solved"
    page.press("Escape")


def test_the_solution_of_a_puzzle_is_drawn_as_numbered_stones(wide):
    wide.open("g=havannah&b=4")
    wide.tab.click("#puzzles")
    wide.tab.click(f"[data-puzzle='{EASY}']")
    wide.tab.click("#puzzle-solution")
    wide.wait_for_text("puzzle-said", f"Solution: {bundled_puzzles()[EASY - 1].answer}")
    assert wide.tab.locator(".pv-number").count() == bundled_puzzles()[EASY - 1].length
    wide.tab.click("#new")
    assert wide.tab.input_value("#seat-white-pick") == "human"  # the opponent of the puzzle is not carried over
    wide.press("Escape")
