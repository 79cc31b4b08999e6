"""The WebSocket of the web board: searching, cancelling, scheduling and errors."""

import asyncio
import json
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

pytest.importorskip("fastapi", reason="the web extra is not installed")

from fastapi.testclient import TestClient
from starlette.websockets import WebSocketDisconnect
from support.web import new_app

from malecon.games.errors import GameError
from malecon.interfaces.web.engines import EnginePool
from malecon.interfaces.web.jobs import JobContext, Progress
from malecon.interfaces.web.jobs import think as think_in_slices
from malecon.interfaces.web.scheduler import Scheduler, StopFlag
from malecon.interfaces.web.schema import EngineSettings, Game, Limits

URL = "/api/socket"


@pytest.fixture(scope="module")
def client(warm):
    with TestClient(new_app()) as client:
        yield client


def think(number=1, moves=(), player="malecon", purpose="play", **limits):
    game = {"board": "4", "moves": list(moves)}
    thinker = {"player": player, "memory": 4}
    return {"type": "think", "id": number, "purpose": purpose, "game": game, "limits": limits, "thinker": thinker}


def answers(socket, number=1):
    """Return all messages about a request, up to its end."""
    found = []
    while not found or found[-1]["type"] not in ("done", "error"):
        answer = socket.receive_json()
        if answer["id"] == number:
            found.append(answer)
    return found


def test_the_engine_answers_with_a_move_and_its_statistics(client):
    with client.websocket_connect(URL) as socket:
        socket.send_json(think(moves=["d4"], simulations=500))
        *_, thought, done = answers(socket)
    assert done["type"] == "done"
    assert thought["simulations"] >= 500
    assert thought["moves"][0]["line"][0] == thought["moves"][0]["move"] == thought["move"]


def test_the_engine_proves_a_win(client):
    with client.websocket_connect(URL) as socket:
        socket.send_json(think(moves=["a1", "d7", "b1", "e7", "c1", "f7"], simulations=100))
        thought = answers(socket)[-2]
    assert (thought["move"], thought["proof"]) == ("d1", "win")


@pytest.mark.parametrize("limits", [Limits(simulations=50), Limits(seconds=0.01)])
def test_an_analysis_ends_at_its_limit_even_if_other_jobs_wait(warm, monkeypatch, limits):
    scheduler, engines, progress = Scheduler(1), EnginePool(64, 32), Progress()
    monkeypatch.setattr(scheduler, "should_yield", lambda *_, **__: True)
    context = JobContext(engines, engines.key(1, "havannah", EngineSettings(memory=4)), scheduler, StopFlag())
    for _ in range(3):
        list(think_in_slices(context, Game(board="4", moves=["d4"]), limits, progress))
    assert progress.finished


def test_the_random_mover_moves(client):
    with client.websocket_connect(URL) as socket:
        socket.send_json(think(player="random"))
        assert answers(socket)[0]["move"]


def test_an_analysis_sends_updates_until_it_is_stopped(client):
    with client.websocket_connect(URL) as socket:
        socket.send_json(think(purpose="analyse", seconds=600))
        assert [socket.receive_json()["type"] for _ in range(3)] == ["thought"] * 3
        socket.send_json({"type": "stop"})
        socket.send_json({"type": "ping"})
        kinds = []
        while "pong" not in kinds:
            kinds.append(socket.receive_json()["type"])
        assert "done" not in kinds


def test_an_analysis_of_the_first_move_searches_despite_the_swap_rule(client):
    with client.websocket_connect(URL) as socket:
        request = think(purpose="analyse", simulations=200)
        request["game"]["swap"] = True
        socket.send_json(request)
        assert len(answers(socket)[-2]["moves"]) > 10


def test_a_new_request_cancels_the_running_one(client):
    with client.websocket_connect(URL) as socket:
        socket.send_json(think(1, purpose="analyse", seconds=600))
        socket.send_json(think(2, simulations=50))
        assert answers(socket, 2)[-1]["type"] == "done"


def test_two_sessions_share_one_thread(client):
    with client.websocket_connect(URL) as one, client.websocket_connect(URL) as two:
        one.send_json(think(1, purpose="analyse", seconds=600))
        one.receive_json()
        two.send_json(think(2, simulations=50))
        assert answers(two, 2)[-1]["type"] == "done"
        kinds = {one.receive_json()["type"] for _ in range(8)}
        assert "thought" in kinds


def test_a_review_evaluates_every_move(client):
    moves = ["a1", "d7", "b1", "e7", "c1", "a4", "d1"]
    with client.websocket_connect(URL) as socket:
        socket.send_json(review(1, moves, simulations=200))
        *judged, done = answers(socket)
    assert done["type"] == "done"
    assert [each["move"] for each in judged] == moves
    assert judged[-1]["white"] == 1.0


def review(number, moves, **limits):
    request = think(number, moves, **limits) | {"type": "review"}
    del request["purpose"]
    return request


def test_a_review_yields_to_a_move_and_then_continues(client, monkeypatch):
    monkeypatch.setattr("malecon.interfaces.web.scheduler.SLICE", 0.0)
    moves = ["a1", "d7", "b1", "e7", "c1", "a4", "d1"]
    with client.websocket_connect(URL) as one, client.websocket_connect(URL) as two:
        one.send_json(review(1, moves, simulations=3000))
        two.send_json(think(2, simulations=50))
        assert answers(two, 2)[-1]["type"] == "done"
        *judged, done = [answer for answer in answers(one) if answer["type"] != "waiting"]
    assert done["type"] == "done"
    assert [each["ply"] for each in judged] == [1, 2, 3, 4, 5, 6, 7]


def test_a_move_is_played_early_if_other_jobs_wait(client, monkeypatch):
    monkeypatch.setattr("malecon.interfaces.web.scheduler.SLICE", 0.0)
    with client.websocket_connect(URL) as one, client.websocket_connect(URL) as two:
        one.send_json(think(1, seconds=3000))
        two.send_json(think(2, seconds=3000))
        one_kinds = [answer["type"] for answer in answers(one, 1)]
        two.send_json({"type": "stop"})
    assert one_kinds[-2:] == ["thought", "done"]


def test_the_random_mover_cannot_review(client):
    with client.websocket_connect(URL) as socket:
        request = review(1, ["d4"])
        request["thinker"]["player"] = "random"
        socket.send_json(request)
        assert "choose another engine" in answers(socket)[-1]["message"]


@pytest.mark.parametrize(
    "message",
    [
        *("", "{", "[]", "null", '"think"', '{"type": "dance"}', '{"type": "think"}', "[" * 50_000),
        json.dumps(think(-1)),
        json.dumps(think(simulations=0)),
        json.dumps(think(seconds=1e9)),
        json.dumps(think(simulations=2_000_000) | {"type": "review"}),
        json.dumps(think(moves=["d4"] * 5000)),
        " " * 300_000,
    ],
)
def test_a_malformed_message_gets_a_one_line_error(client, message):
    with client.websocket_connect(URL) as socket:
        socket.send_text(message)
        answer = socket.receive_json()
        assert answer["type"] == "error"
        assert "\n" not in answer["message"]
        socket.send_json({"type": "ping"})
        assert socket.receive_json() == {"type": "pong"}


@pytest.mark.parametrize(
    ("message", "words"),
    [
        (think(moves=["d4", "d4"]), "d4 is occupied"),
        (think(player="uct(c=oops)"), "uct(c)"),
        (think(player="gtp:rm -rf"), "gtp"),
        (think(moves=["a1", "d7", "b1", "e7", "c1", "f7", "d1"]), "the game is over"),
    ],
)
def test_an_impossible_request_gets_an_error(client, message, words):
    with client.websocket_connect(URL) as socket:
        socket.send_json(message)
        assert words in answers(socket)[-1]["message"]


def test_cross_origin_connections_are_rejected(client):
    with pytest.raises(WebSocketDisconnect), client.websocket_connect(URL, headers={"origin": "http://evil.example"}):
        pass


def test_an_idle_session_is_closed(client, monkeypatch):
    monkeypatch.setattr("malecon.interfaces.web.session.IDLE_SECONDS", 0.05)
    with client.websocket_connect(URL) as socket, pytest.raises(WebSocketDisconnect) as left:
        socket.receive_json()
    assert left.value.code == 4000


def test_the_engines_of_a_closed_session_are_dropped(client):
    with client.websocket_connect(URL) as socket:
        socket.send_json(think(simulations=50))
        answers(socket)
        assert client.get("/api/health").json()["megabytes"] >= 4
    deadline = time.monotonic() + 600
    while client.get("/api/health").json()["sessions"] and time.monotonic() < deadline:
        time.sleep(0.05)
    assert client.get("/api/health").json()["megabytes"] == 0


# --- engine pool and scheduler -------------------------------------------------------------------------------------


def test_the_engine_pool_stays_within_its_budget():
    pool = EnginePool(budget=8, max_memory=4)
    for session in range(20):
        pool.open_session(session)
        key = pool.key(session, "havannah", EngineSettings(player="malecon", memory=100))
        assert key.memory == 4
        pool.release(key, pool.acquire(key))
        assert pool.megabytes <= 8


def test_the_engine_pool_reuses_the_engine_of_a_session():
    pool = EnginePool(budget=8, max_memory=4)
    pool.open_session(1)
    key = pool.key(1, "havannah", EngineSettings())
    engine = pool.acquire(key)
    pool.release(key, engine)
    assert pool.acquire(key) is engine


def test_an_engine_of_a_closed_session_is_not_kept():
    pool = EnginePool(budget=8, max_memory=4)
    pool.open_session(1)
    key = pool.key(1, "havannah", EngineSettings())
    engine = pool.acquire(key)
    pool.close_session(1)
    pool.release(key, engine)
    assert pool.megabytes == 0


def test_an_invalid_player_occupies_no_memory():
    pool = EnginePool(budget=8, max_memory=4)
    with pytest.raises(GameError):
        pool.acquire(pool.key(1, "havannah", EngineSettings(player="nonsense")))
    assert pool.megabytes == 0


def run_in_thread(scenario):
    """Run a coroutine in a new thread: browser tests leave an event loop in this one."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(lambda: asyncio.run(scenario())).result()


def test_slots_are_assigned_in_order_of_arrival():
    async def scenario():
        scheduler, order = Scheduler(2), []

        async def job(name, wanted):
            async with scheduler.acquire(wanted):
                order.append(name)
                await asyncio.sleep(0)

        await asyncio.gather(job("a", 1), job("b", 2), job("c", 1), job("d", 99))
        return order, scheduler.waiting

    assert run_in_thread(scenario) == (["a", "b", "c", "d"], 0)


def test_every_fourth_slot_goes_to_background_jobs():
    async def scenario():
        scheduler, order = Scheduler(1), []

        async def job(name, urgent):
            async with scheduler.acquire(1, urgent=urgent):
                order.append(name)
                await asyncio.sleep(0)

        jobs = [job("a", False) for _ in range(5)] + [job("m", True) for _ in range(5)]
        await asyncio.gather(*jobs)
        return "".join(order)

    assert run_in_thread(scenario) == "ammammmaaa"


def test_cancelling_a_large_waiting_job_unblocks_smaller_ones():
    async def scenario():
        scheduler, order = Scheduler(2), []

        async def small():
            async with scheduler.acquire(1):
                order.append("small")

        async with scheduler.acquire(1):
            big = asyncio.create_task(scheduler.acquire(2).__aenter__())
            await asyncio.sleep(0)
            others = asyncio.gather(small(), small())
            await asyncio.sleep(0)
            waiting = scheduler.waiting
            big.cancel()
            await others
        return order, waiting, scheduler.waiting

    assert run_in_thread(scenario) == (["small", "small"], 3, 0)


def test_a_cancelled_waiting_job_leaves_the_queue():
    async def scenario():
        scheduler = Scheduler(1)
        async with scheduler.acquire(1):
            waiting = asyncio.create_task(scheduler.acquire(1).__aenter__())
            await asyncio.sleep(0)
            waiting.cancel()
            await asyncio.gather(waiting, return_exceptions=True)
        async with scheduler.acquire(1):
            return scheduler.waiting

    assert run_in_thread(scenario) == 0
