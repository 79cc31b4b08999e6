"""Cancelling jobs: every job on the server stops when its request is cancelled or its connection ends."""

import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

pytest.importorskip("fastapi", reason="the web extra is not installed")

from fastapi.testclient import TestClient
from support.web import new_app

import malecon
from malecon.interfaces.web import compiling, work
from malecon.interfaces.web.engines import EnginePool
from malecon.interfaces.web.game_trees import read_tree, write_tree
from malecon.interfaces.web.jobs import JobContext, Progress, review_game, solve, think
from malecon.interfaces.web.scheduler import Scheduler, StopFlag, StoppedError
from malecon.interfaces.web.schema import EngineSettings, Game, Limits, ReviewLimits, Solve, Tree
from malecon.players.engine import Engine
from malecon.solver.shortest_line import Budget, shortest_line
from malecon.solver.solver import Solver, TimeSlicer
from malecon.warmup import step_process
from malecon.warmup.compile import Step

URL = "/api/socket"
STONES = {"white": [*(f"{column}1" for column in "abcefghiklmn"), "j2"], "black": ["a14", "b15"]}
WON = malecon.Havannah.from_stones(14, STONES["white"], STONES["black"], malecon.WHITE)
"""White wins a bridge with d1. To prove that no other of the 532 moves wins as quickly would take minutes."""
GAME = {"board": "14", "setup": STONES}


class CountingFlag(StopFlag):
    """A flag that is set once it has been looked at a number of times."""

    def __init__(self, looks):
        super().__init__()
        self.looks = looks

    @property
    def is_set(self):
        self.looks -= 1
        return self.looks < 0

    def check(self):
        if self.is_set:
            raise StoppedError
        return False


@pytest.fixture(scope="module")
def client(warm):
    with TestClient(new_app()) as client:
        yield client


def context(stop_flag, game="havannah", **settings):
    engines = EnginePool(64, 32)
    return JobContext(engines, engines.key(1, game, EngineSettings(memory=4, **settings)), Scheduler(1), stop_flag)


def wait_until_idle(client):
    """Wait until no job holds a slot of the scheduler."""
    scheduler = client.app.state.server.scheduler
    deadline = time.monotonic() + 600
    while scheduler._free < scheduler.slots and time.monotonic() < deadline:
        time.sleep(0.01)
    assert scheduler._free == scheduler.slots


# --- proofs -----------------------------------------------------------------------------------------------------------


def solved():
    solver = Solver(WON, memory=8)
    assert solver.run(1000)
    return solver


def test_a_line_ends_at_its_node_limit():
    budget = Budget(nodes=3000)
    assert shortest_line(solved(), budget=budget) == ["d1"]
    assert budget.is_exhausted


def test_a_line_ends_when_it_should_stop():
    flag = CountingFlag(10)
    assert shortest_line(solved(), budget=Budget(nodes=2_000_000, should_stop=lambda: flag.is_set)) == ["d1"]
    assert -10 < flag.looks < 0


def test_a_line_with_enough_budget_is_the_shortest():
    position = malecon.Havannah(base=4, moves="a1 d1 a4 g4 b3 f3 e2 e3 d2 g5")
    solver = Solver(position, memory=4)
    assert solver.run(100_000)
    assert len(shortest_line(solver)) == 3


def test_a_slice_of_the_solver_is_chosen_by_time_and_capped_by_nodes():
    solver, slicer = Solver(malecon.Havannah(14), memory=8), TimeSlicer(seconds=1e-6)
    for _ in range(3):
        slicer.run(solver)
    assert slicer.nodes < 500
    small = Solver(malecon.Havannah(4), memory=8)
    TimeSlicer(seconds=100).run(small, max_nodes=10)
    assert small.nodes < 100


def test_a_move_of_several_steps_is_completed_within_the_node_limit(warm):
    position = malecon.Amazons.from_squares((4, 4), ["a1"], ["d4"], ["b1", "b2", "c4", "d3"], malecon.WHITE)
    whole, parts = Solver(position, memory=4), Solver(position, memory=4)
    assert whole.run(100_000)
    runs = 0
    while not parts.run(1):
        runs += 1
    assert (parts.verdict, parts.move) == (whole.verdict, whole.move)
    assert runs > 1


@pytest.mark.parametrize("looks", [0, 3, 30])
def test_a_proof_with_its_line_stops_at_any_time(warm, looks):
    message = Solve(type="solve", id=1, game=Game(**GAME), line=True)
    flag = CountingFlag(looks)
    try:
        for verdict in solve(Scheduler(1), flag, message):
            assert verdict["line"] in ([], ["d1"])
    except StoppedError:
        assert looks == 0
    assert flag.looks > -10


def test_a_proof_with_its_line_ends_with_its_connection(client):
    with client.websocket_connect(URL) as socket:
        socket.send_json({"type": "solve", "id": 1, "game": GAME, "line": True})
        while client.app.state.server.scheduler._free:
            time.sleep(0.01)
    wait_until_idle(client)


def test_a_cancelled_proof_makes_room_for_others(client):
    with client.websocket_connect(URL) as one, client.websocket_connect(URL) as two:
        one.send_json({"type": "solve", "id": 1, "game": GAME, "line": True})
        one.send_json({"type": "stop"})
        two.send_json({"type": "solve", "id": 2, "game": {"board": "4"}, "nodes": 10})
        while two.receive_json()["type"] != "done":
            pass


# --- searches and reviews ---------------------------------------------------------------------------------------------


def test_a_search_that_is_stopped_before_it_begins_ends_at_once(warm):
    flag = StopFlag()
    flag.set()
    engine = Engine("uct", memory=4)
    thought = engine.decide(malecon.Havannah(4), malecon.Limit(seconds=600), should_stop=lambda: flag.is_set)
    assert thought.simulations > 0


@pytest.mark.parametrize("threads", [1, 2])
def test_a_review_stops_within_its_first_position(warm, threads):
    flag = CountingFlag(20)
    limits = ReviewLimits(seconds=30, simulations=None)
    game = Game(board="4", moves=["d4", "c3", "e4"])
    with pytest.raises(StoppedError):
        list(review_game(context(flag, threads=threads), game, limits, Progress()))


def test_a_position_with_many_moves_stops_between_two_of_them(warm, monkeypatch):
    monkeypatch.setattr(JobContext, "acquire_player", lambda _: pytest.fail("all moves were played"))
    game = Game(board="14", moves=malecon.Havannah(14).legal_moves[:300])
    with pytest.raises(StoppedError):
        list(think(context(CountingFlag(100)), game, Limits(seconds=600), None))


def test_the_proof_search_of_an_engine_stops(warm):
    engine = Engine("uct+mcts_solver+pns(share=100,moves=1000)", memory=8, game="havannah")
    threading.Timer(0.5, engine.stop).start()
    assert engine.decide(malecon.Havannah(14), malecon.Limit(simulations=10**8)).simulations < 10**7


# --- positions and records --------------------------------------------------------------------------------------------


def variations(count):
    """Return a record of many short variations."""
    return "(;FF[4]GM[havannah]SZ[8];W[d4]" + "(;B[e5];W[f6])" * count + ")"


@pytest.mark.parametrize("looks", [0, 10, 500, 1500])
def test_reading_a_record_stops_between_any_two_nodes(warm, looks):
    with pytest.raises(StoppedError):
        read_tree(variations(400), CountingFlag(looks).check)


@pytest.mark.parametrize("looks", [0, 50, 150])
def test_writing_a_record_stops_between_any_two_nodes(warm, looks):
    rows = [{"parent": -1, "move": move} for move in malecon.Havannah(8).legal_moves[:100]]
    with pytest.raises(StoppedError):
        write_tree(Tree(game=Game(board="8"), nodes=rows), CountingFlag(looks).check)


def test_every_request_for_a_position_or_record_passes_its_stop_flag(client, monkeypatch):
    monkeypatch.setattr(work, "StopFlag", lambda: CountingFlag(1))
    game = {"board": "8", "moves": ["d4", "e5", "f6"]}
    nodes = [{"parent": number - 1, "move": move} for number, move in enumerate(game["moves"])]
    bodies = {
        "position": game,
        "costs": game,
        "picture": game,
        "record/read": {"text": variations(3)},
        "record/write": {"game": {"board": "8"}, "nodes": nodes},
    }
    for path, body in bodies.items():
        with pytest.raises(StoppedError):
            client.post(f"/api/{path}", json=body)


# --- compiling --------------------------------------------------------------------------------------------------------


@pytest.fixture
def compiled(monkeypatch, tmp_path):
    """Make Havannah's rules cold; yield the processes that would compile them, each of which sleeps."""
    processes = []
    step = Step("Havannah rules", lambda: None, 3, tmp_path / "marker")

    def sleep(_name):
        command = [sys.executable, "-c", "import time; time.sleep(600)"]
        processes.append(subprocess.Popen(command, start_new_session=True))
        return processes[-1]

    monkeypatch.setattr(compiling, "steps", lambda game, _: [step] if game == "havannah" else [])
    monkeypatch.setattr(step_process, "start", sleep)
    yield processes
    for process in processes:
        process.kill()
        process.wait()


def wait_for_start(processes):
    while not processes:
        time.sleep(0.01)


THINK = {"type": "think", "id": 1, "game": {"board": "4"}, "limits": {"simulations": 10}}


def test_compiling_holds_no_search_thread_and_can_be_left(client, compiled):
    with client.websocket_connect(URL) as one, client.websocket_connect(URL) as two:
        one.send_json(THINK)
        assert one.receive_json()["type"] == "compiling"
        wait_for_start(compiled)
        one.send_json({"type": "stop"})
        one.send_json({"type": "ping"})
        assert one.receive_json()["type"] == "pong"
        two.send_json({"type": "solve", "id": 2, "game": {"game": "breakthrough", "board": "4x4"}, "nodes": 10})
        assert two.receive_json()["type"] == "verdict"


def test_compiling_ends_with_the_connection_that_waits_for_it(client, compiled, monkeypatch):
    monkeypatch.setattr(compiling, "GRACE_SECONDS", 0.01)
    with client.websocket_connect(URL) as socket:
        socket.send_json(THINK)
        wait_for_start(compiled)
    assert compiled[0].wait(600) == -signal.SIGKILL


def test_a_replaced_request_waits_for_the_same_process(client, compiled):
    with client.websocket_connect(URL) as socket:
        for number in (1, 2):
            socket.send_json(THINK | {"id": number})
            assert socket.receive_json()["type"] == "compiling"
        wait_for_start(compiled)
        compiled[0].kill()  # it fails: the step runs in the server instead
        while socket.receive_json()["type"] != "done":
            pass
        assert len(compiled) == 1


def test_a_server_that_closes_kills_the_compiler(warm, compiled):
    with TestClient(new_app()) as client, client.websocket_connect(URL) as socket:
        socket.send_json(THINK)
        wait_for_start(compiled)
    assert compiled[0].wait(600) == -signal.SIGKILL


def test_a_request_for_a_position_waits_for_the_compiler_and_not_in_the_queue(client, compiled):
    with ThreadPoolExecutor(1) as pool:
        cold = pool.submit(client.post, "/api/position", json={"board": "4"})
        wait_for_start(compiled)
        assert client.post("/api/position", json={"game": "breakthrough", "board": "4x4"}).status_code == 200
        assert not cold.done()
        compiled[0].kill()
        assert cold.result().status_code == 200
