"""Attacks on the server process, at small budgets: large bodies, half-sent requests, large records, many engines."""

import asyncio
import gc
import http.client
import logging
import socket
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import urlsplit

import pytest

pytest.importorskip("fastapi", reason="the web extra is not installed")

from support.web import new_app, served

import malecon
from malecon.games.errors import GameError
from malecon.interfaces.web import connections, work
from malecon.interfaces.web.app import MAX_BODY
from malecon.interfaces.web.connections import LogLimit
from malecon.interfaces.web.engines import MAX_ENGINES, EnginePool
from malecon.interfaces.web.schema import EngineSettings
from malecon.players.engine import Engine

PATIENCE = 600  # seconds; only a broken server takes so long
CHUNK = b"10000\r\n" + b" " * 0x10000 + b"\r\n"
HEAD = b"POST /api/position HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"


def connect(address):
    return socket.create_connection((urlsplit(address).hostname, urlsplit(address).port), timeout=PATIENCE)


def read_all(connection):
    """Return everything that the server sends until it closes the connection."""
    received = b""
    try:
        while data := connection.recv(1 << 16):
            received += data
    except ConnectionError:
        pass
    return received


def get(address, path="/api/health"):
    """Return the status of a request on a new connection."""
    client = http.client.HTTPConnection(urlsplit(address).netloc, timeout=PATIENCE)
    client.request("GET", path)
    status = client.getresponse().status
    client.close()
    return status


@pytest.fixture(scope="module")
def address(warm):
    with served(new_app()) as address:
        yield address


# --- large bodies -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("length", [b"", b"Content-Length: 2\r\n"], ids=["chunked", "chunked with a length"])
def test_a_body_is_counted_as_it_arrives(address, length):
    with connect(address) as connection:
        connection.sendall(HEAD + length + b"Transfer-Encoding: chunked\r\n\r\n")
        sent = 0
        try:
            while sent < 20 * MAX_BODY:
                connection.sendall(CHUNK)
                sent += len(CHUNK)
        except ConnectionError:
            pass
        assert sent < 20 * MAX_BODY
    assert get(address) == 200


def test_a_body_just_over_the_limit_is_answered_with_413(address):
    with connect(address) as connection:
        connection.sendall(HEAD + b"Transfer-Encoding: chunked\r\n\r\n" + CHUNK * (MAX_BODY // 0x10000) + b"1\r\n \r\n")
        assert read_all(connection).startswith(b"HTTP/1.1 413")


@pytest.mark.parametrize("length", [str(MAX_BODY + 1), "9" * 18])
def test_a_length_beyond_the_limit_is_refused_before_the_body_arrives(address, length):
    with connect(address) as connection:
        connection.sendall(HEAD + f"Content-Length: {length}\r\n\r\n".encode())
        assert read_all(connection).startswith(b"HTTP/1.1 413")


def test_a_chunked_body_within_the_limit_is_accepted(address):
    with connect(address) as connection:
        connection.sendall(HEAD + b"Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n")
        assert read_all(connection).startswith(b"HTTP/1.1 200")


# --- half-sent requests -------------------------------------------------------------------------------------------

HALVES = {
    "nothing": b"",
    "headers": b"GET / HTTP/1.1\r\nHost: loc",
    "body": HEAD + b"Content-Length: 100\r\n\r\n{",
    "second request": b"GET /icon.svg HTTP/1.1\r\nHost: localhost\r\n\r\nGET /ic",
}


@pytest.mark.parametrize("half", HALVES.values(), ids=HALVES)
def test_a_request_that_never_ends_is_cut_off(address, monkeypatch, half):
    monkeypatch.setattr(connections, "REQUEST_SECONDS", 0.3)
    with connect(address) as connection:
        connection.sendall(half)
        read_all(connection)  # returns because the server closes the connection


def test_half_sent_requests_leave_room_for_others(monkeypatch):
    monkeypatch.setattr(connections, "MAX_CONNECTIONS", 20)
    monkeypatch.setattr(connections, "REQUEST_SECONDS", 2 * PATIENCE)  # the limit of time must not make the room
    with served(new_app()) as address:
        half = [connect(address) for _ in range(60)]
        for connection in half:
            connection.sendall(HALVES["headers"])
        assert get(address) == 200
        assert sum(read_all(connection) == b"" for connection in half[:40]) == 40  # the oldest made room
        for connection in half:
            connection.close()


def test_an_open_socket_has_no_time_limit(address, monkeypatch):
    websockets = pytest.importorskip("websockets.sync.client")
    monkeypatch.setattr(connections, "REQUEST_SECONDS", 0.2)
    with websockets.connect(f"{address.replace('http', 'ws')}api/socket") as page, connect(address) as half:
        read_all(half)  # until the time limit of a connection that is as old
        page.send('{"type": "ping"}')
        assert page.recv(PATIENCE) == '{"type": "pong"}'


def test_open_sockets_are_not_closed_to_make_room(monkeypatch, warm):
    websockets = pytest.importorskip("websockets.sync.client")
    monkeypatch.setattr(connections, "MAX_CONNECTIONS", 5)
    with served(new_app()) as address, websockets.connect(f"{address.replace('http', 'ws')}api/socket") as page:
        half = [connect(address) for _ in range(20)]
        assert get(address) == 200
        page.send('{"type": "ping"}')
        assert page.recv(PATIENCE) == '{"type": "pong"}'
        for connection in half:
            connection.close()


def test_a_client_that_does_not_read_is_disconnected(monkeypatch):
    monkeypatch.setattr(connections, "WRITE_SECONDS", 0.3)
    with served(new_app()) as address:
        connection = socket.socket()
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        connection.connect((urlsplit(address).hostname, urlsplit(address).port))
        connection.settimeout(PATIENCE)
        request = b"GET /api/players/havannah HTTP/1.1\r\nHost: localhost\r\n\r\n"
        with connection, pytest.raises(ConnectionError):
            send_for_ever(connection, request)


def send_for_ever(connection, request):
    while True:
        connection.sendall(request * 100)


def test_errors_are_logged_a_few_times_a_minute(monkeypatch):
    limit, record = LogLimit(), logging.makeLogRecord({"msg": "Too many open files"})
    assert sum(limit.filter(record) for _ in range(1000)) == connections.LOG_RECORDS
    monkeypatch.setattr(connections, "LOG_SECONDS", 0)
    assert limit.filter(record)


def test_the_connection_limit_is_below_that_of_file_descriptors():
    resource = pytest.importorskip("resource")
    limit = connections.connection_limit()
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    assert 0 < limit <= connections.MAX_CONNECTIONS
    assert soft == resource.RLIM_INFINITY or limit < soft


# --- large records ------------------------------------------------------------------------------------------------


def large_record():
    """Return a record whose tree has about 15,000 nodes."""
    cells = malecon.Havannah(10).legal_moves
    pairs = "".join(f"(;W[{white}];B[{black}])" for white in cells[:60] for black in cells[60:185])
    return f"(;FF[4]GM[havannah]SZ[10]{pairs})"


def post(address, path, text):
    """Send a request and return its connection, without waiting for the answer."""
    client = http.client.HTTPConnection(urlsplit(address).netloc, timeout=PATIENCE)
    client.request("POST", path, text, {"content-type": "application/json"})
    return client


def test_large_records_do_not_delay_other_requests(address):
    text = as_request(large_record())
    records = [post(address, "/api/record/read", text) for _ in range(10)]
    assert get(address) == 200
    position = post(address, "/api/position", '{"board": "4"}').getresponse().status
    assert position == 200
    for client in records:
        client.close()


class PatientRequest:
    """A request whose client stays connected."""

    async def receive(self):
        await asyncio.sleep(PATIENCE)


def test_work_beyond_the_limit_of_a_desk_is_refused(monkeypatch):
    monkeypatch.setattr(work, "MAX_SECONDS", PATIENCE)

    async def overfill():
        desk, release = work.Desk("test", 2), threading.Event()
        tasks = [asyncio.create_task(desk.run(PatientRequest(), lambda _: release.wait(PATIENCE))) for _ in range(3)]
        await asyncio.sleep(0)  # all have been queued or refused
        release.set()
        return await asyncio.gather(*tasks, return_exceptions=True)

    with ThreadPoolExecutor(1) as pool:  # browser tests leave an event loop in this thread
        *accepted, refused = pool.submit(lambda: asyncio.run(overfill())).result()
    assert accepted == [b"true", b"true"]
    assert isinstance(refused, work.BusyError)


def as_request(record):
    return '{"text": "' + record + '"}'


def test_work_ends_with_its_connection(address, monkeypatch):
    started, ended = threading.Event(), threading.Event()

    def slow(game, check):
        started.set()
        try:
            while True:
                check()
                time.sleep(0.01)
        finally:
            ended.set()

    monkeypatch.setattr("malecon.interfaces.web.app.position_of", slow)
    monkeypatch.setattr(work, "MAX_SECONDS", 2 * PATIENCE)  # the limit of time must not end it
    client = post(address, "/api/position", "{}")
    assert started.wait(PATIENCE)
    client.close()
    assert ended.wait(PATIENCE)


def test_work_that_takes_too_long_is_abandoned(address, monkeypatch):
    monkeypatch.setattr(work, "MAX_SECONDS", 0.2)

    def slow(game, check):
        while True:
            check()
            time.sleep(0.01)

    monkeypatch.setattr("malecon.interfaces.web.app.position_of", slow)
    assert post(address, "/api/position", "{}").getresponse().status == 503


def test_a_record_of_many_properties_is_refused_before_it_is_parsed(address):
    text = as_request("(;FF[4]GM[havannah]SZ[4]AW" + "[a1]" * 100_000 + ")")
    assert post(address, "/api/record/read", text).getresponse().status == 422


# --- engines ------------------------------------------------------------------------------------------------------


def used(pool, session, **settings):
    """Search with an engine of a session and return its key."""
    pool.open_session(session)
    key = pool.key(session, "havannah", EngineSettings(memory=1, **settings))
    engine = pool.acquire(key)
    engine.decide(malecon.Havannah(4), malecon.Limit(simulations=20))
    pool.release(key, engine)
    return key


@pytest.mark.parametrize("player", ["minimax", "malecon"])
def test_the_budget_counts_the_memory_that_engines_take(warm, player):
    engine = Engine(player, memory=1)
    engine.decide(malecon.Havannah(4), malecon.Limit(simulations=20))
    megabytes = engine.memory_bytes / 2**20
    assert megabytes > 4  # a thread has tables besides the tree
    pool = EnginePool(budget=int(2.5 * megabytes), max_memory=1)
    for session in range(6):
        used(pool, session, player=player)
        assert pool.megabytes <= 2.5 * megabytes
    assert pool.megabytes > 1.5 * megabytes


def test_a_session_keeps_few_engines(warm):
    pool = EnginePool(budget=10_000, max_memory=1)
    for seed in range(MAX_ENGINES + 3):
        used(pool, 1, player="uct", seed=seed)
    assert len(pool._idle) == MAX_ENGINES
    assert {key.seed for key in pool._idle} == set(range(3, MAX_ENGINES + 3))


def test_dropped_engines_leave_neither_memory_nor_threads(warm):
    def search_threads():
        return sum(thread.name.startswith("search") for thread in threading.enumerate())

    pool, before = EnginePool(budget=10_000, max_memory=1), search_threads()
    used(pool, 1, player="uct", threads=2)
    engine = next(iter(pool._idle.values()))
    assert search_threads() > before
    pool.close_session(1)
    assert (pool.megabytes, engine.memory_bytes) == (0, 0)
    gc.collect()
    deadline = time.monotonic() + PATIENCE
    while search_threads() > before and time.monotonic() < deadline:
        time.sleep(0.01)
    assert search_threads() == before


def test_players_that_cannot_be_stopped_are_not_allowed():
    pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")
    pool = EnginePool(budget=8, max_memory=4)
    with pytest.raises(GameError, match="cannot be stopped"):
        pool.acquire(pool.key(1, "havannah", EngineSettings(player="openspiel(simulations=1000000000)")))
    assert pool.megabytes == 0
