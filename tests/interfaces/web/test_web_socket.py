"""The WebSocket of the board in the browser: thinking, stopping, sharing, and what bad messages get."""

import asyncio
import json
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

pytest.importorskip("fastapi", reason="the web extra is not installed")

from fastapi.testclient import TestClient
from starlette.websockets import WebSocketDisconnect
from support.commands import warm  # noqa: F401 (a fixture)

from malecon.games.errors import GameError
from malecon.interfaces.web.app import create_app
from malecon.interfaces.web.engines import EnginePool
from malecon.interfaces.web.jobs import JobContext, Progress
from malecon.interfaces.web.jobs import think as think_in_slices
from malecon.interfaces.web.scheduler import Scheduler, StopFlag
from malecon.interfaces.web.schema import EngineSettings, Game, Limits

URL = "/api/socket"


@pytest.fixture(scope="module")
def client(warm):  # noqa: F811
    with TestClient(create_app(threads=1, memory=32)) as client:
        yield client


def think(number=1, moves=(), player="malecon", purpose="play", **limits):
    game = {"board": "4", "moves": list(moves)}
    thinker = {"player": player, "memory": 4}
    return {"type": "think", "id": number, "purpose": purpose, "game": game, "limits": limits, "thinker": thinker}


def answers(socket, number=1):
    """Everything that is said about a question, up to its end."""
    found = []
    while not found or found[-1]["type"] not in ("done", "error"):
        answer = socket.receive_json()
        if answer["id"] == number:
            found.append(answer)
    return found


def test_the_engine_answers_with_a_move_and_what_led_to_it(client):
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
def test_an_analysis_whose_time_is_up_ends_however_many_wait(warm, monkeypatch, limits):  # noqa: F811
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


def test_an_analysis_is_told_again_and_again_until_it_is_stopped(client):
    with client.websocket_connect(URL) as socket:
        socket.send_json(think(purpose="analyse", seconds=600))
        assert [socket.receive_json()["type"] for _ in range(3)] == ["thought"] * 3
        socket.send_json({"type": "stop"})
        socket.send_json({"type": "ping"})
        kinds = []
        while "pong" not in kinds:
            kinds.append(socket.receive_json()["type"])
        assert "done" not in kinds


def test_an_analysis_of_the_first_move_under_the_swap_rule_looks_at_moves(client):
    with client.websocket_connect(URL) as socket:
        question = think(purpose="analyse", simulations=200)
        question["game"]["swap"] = True
        socket.send_json(question)
        assert len(answers(socket)[-2]["moves"]) > 10


def test_a_new_question_ends_the_one_before(client):
    with client.websocket_connect(URL) as socket:
        socket.send_json(think(1, purpose="analyse", seconds=600))
        socket.send_json(think(2, simulations=50))
        assert answers(socket, 2)[-1]["type"] == "done"


def test_two_pages_share_one_thread(client):
    with client.websocket_connect(URL) as one, client.websocket_connect(URL) as two:
        one.send_json(think(1, purpose="analyse", seconds=600))
        one.receive_json()
        two.send_json(think(2, simulations=50))
        assert answers(two, 2)[-1]["type"] == "done"
        kinds = {one.receive_json()["type"] for _ in range(8)}
        assert "thought" in kinds


def test_a_review_judges_every_move(client):
    moves = ["a1", "d7", "b1", "e7", "c1", "a4", "d1"]
    with client.websocket_connect(URL) as socket:
        socket.send_json(review(1, moves, simulations=200))
        *judged, done = answers(socket)
    assert done["type"] == "done"
    assert [each["move"] for each in judged] == moves
    assert judged[-1]["white"] == 1.0


def review(number, moves, **limits):
    question = think(number, moves, **limits) | {"type": "review"}
    del question["purpose"]
    return question


def test_a_review_gives_way_to_a_move_and_goes_on_where_it_was(client, monkeypatch):
    monkeypatch.setattr("malecon.interfaces.web.scheduler.SLICE", 0.0)
    moves = ["a1", "d7", "b1", "e7", "c1", "a4", "d1"]
    with client.websocket_connect(URL) as one, client.websocket_connect(URL) as two:
        one.send_json(review(1, moves, simulations=3000))
        two.send_json(think(2, simulations=50))
        assert answers(two, 2)[-1]["type"] == "done"
        *judged, done = [answer for answer in answers(one) if answer["type"] != "waiting"]
    assert done["type"] == "done"
    assert [each["ply"] for each in judged] == [1, 2, 3, 4, 5, 6, 7]


def test_a_move_is_made_early_when_others_wait(client, monkeypatch):
    monkeypatch.setattr("malecon.interfaces.web.scheduler.SLICE", 0.0)
    with client.websocket_connect(URL) as one, client.websocket_connect(URL) as two:
        one.send_json(think(1, seconds=3000))
        two.send_json(think(2, seconds=3000))
        one_kinds = [answer["type"] for answer in answers(one, 1)]
        two.send_json({"type": "stop"})
    assert one_kinds[-2:] == ["thought", "done"]


def test_the_random_mover_reviews_nothing(client):
    with client.websocket_connect(URL) as socket:
        question = review(1, ["d4"])
        question["thinker"]["player"] = "random"
        socket.send_json(question)
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
def test_bad_messages_are_answered_in_one_line(client, message):
    with client.websocket_connect(URL) as socket:
        socket.send_text(message)
        answer = socket.receive_json()
        assert answer["type"] == "error"
        assert "\n" not in answer["message"]
        socket.send_json({"type": "ping"})
        assert socket.receive_json() == {"type": "pong"}


@pytest.mark.parametrize(
    ("question", "words"),
    [
        (think(moves=["d4", "d4"]), "d4 is taken"),
        (think(player="uct(c=oops)"), "uct(c) takes"),
        (think(player="gtp:rm -rf"), "there is no technique 'gtp'"),
        (think(moves=["a1", "d7", "b1", "e7", "c1", "f7", "d1"]), "the game is over"),
    ],
)
def test_questions_that_make_no_sense_are_explained(client, question, words):
    with client.websocket_connect(URL) as socket:
        socket.send_json(question)
        assert words in answers(socket)[-1]["message"]


def test_pages_of_other_sites_are_turned_away(client):
    with pytest.raises(WebSocketDisconnect), client.websocket_connect(URL, headers={"origin": "http://evil.example"}):
        pass


def test_a_page_that_is_silent_for_long_is_let_go(client, monkeypatch):
    monkeypatch.setattr("malecon.interfaces.web.session.IDLE_SECONDS", 0.05)
    with client.websocket_connect(URL) as socket, pytest.raises(WebSocketDisconnect) as left:
        socket.receive_json()
    assert left.value.code == 4000


def test_a_page_that_leaves_takes_its_engines_along(client):
    with client.websocket_connect(URL) as socket:
        socket.send_json(think(simulations=50))
        answers(socket)
        assert client.get("/api/health").json()["megabytes"] >= 4
    deadline = time.monotonic() + 60
    while client.get("/api/health").json()["sessions"] and time.monotonic() < deadline:
        time.sleep(0.05)
    assert client.get("/api/health").json()["megabytes"] == 0


# --- the parts ----------------------------------------------------------------------------------------------------


def test_the_pool_keeps_engines_within_its_budget():
    pool = EnginePool(budget=8, max_memory=4)
    for session in range(20):
        pool.open_session(session)
        key = pool.key(session, "havannah", EngineSettings(player="malecon", memory=100))
        assert key.memory == 4
        pool.release(key, pool.acquire(key))
        assert pool.megabytes <= 8


def test_the_pool_gives_an_engine_back_to_its_page():
    pool = EnginePool(budget=8, max_memory=4)
    pool.open_session(1)
    key = pool.key(1, "havannah", EngineSettings())
    engine = pool.acquire(key)
    pool.release(key, engine)
    assert pool.acquire(key) is engine


def test_an_engine_whose_page_is_gone_is_not_kept():
    pool = EnginePool(budget=8, max_memory=4)
    pool.open_session(1)
    key = pool.key(1, "havannah", EngineSettings())
    engine = pool.acquire(key)
    pool.close_session(1)
    pool.release(key, engine)
    assert pool.megabytes == 0


def test_a_player_that_cannot_be_made_leaves_nothing_behind():
    pool = EnginePool(budget=8, max_memory=4)
    with pytest.raises(GameError):
        pool.acquire(pool.key(1, "havannah", EngineSettings(player="nonsense")))
    assert pool.megabytes == 0


def alone(talk):
    """Run it in a thread of its own: tests in a browser leave a loop in this one."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(lambda: asyncio.run(talk())).result()


def test_slots_are_given_in_the_order_of_asking():
    async def talk():
        scheduler, order = Scheduler(2), []

        async def job(name, wanted):
            async with scheduler.acquire(wanted):
                order.append(name)
                await asyncio.sleep(0)

        await asyncio.gather(job("a", 1), job("b", 2), job("c", 1), job("d", 99))
        return order, scheduler.waiting

    assert alone(talk) == (["a", "b", "c", "d"], 0)


def test_moves_have_three_turns_of_four_before_analyses():
    async def talk():
        scheduler, order = Scheduler(1), []

        async def job(name, urgent):
            async with scheduler.acquire(1, urgent=urgent):
                order.append(name)
                await asyncio.sleep(0)

        jobs = [job("a", False) for _ in range(5)] + [job("m", True) for _ in range(5)]
        await asyncio.gather(*jobs)
        return "".join(order)

    assert alone(talk) == "ammammmaaa"


def test_a_big_job_that_gives_up_lets_smaller_ones_go_on():
    async def talk():
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

    assert alone(talk) == (["small", "small"], 3, 0)


def test_a_job_that_gives_up_waiting_frees_its_place():
    async def talk():
        scheduler = Scheduler(1)
        async with scheduler.acquire(1):
            waiting = asyncio.create_task(scheduler.acquire(1).__aenter__())
            await asyncio.sleep(0)
            waiting.cancel()
            await asyncio.gather(waiting, return_exceptions=True)
        async with scheduler.acquire(1):
            return scheduler.waiting

    assert alone(talk) == 0
