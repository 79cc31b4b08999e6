"""Who may use the server: names, origins and tokens."""

import pytest

pytest.importorskip("fastapi", reason="the web extra is not installed")

from fastapi.testclient import TestClient
from starlette.websockets import WebSocketDisconnect
from support.browser import DESKTOP, Page
from support.web import new_app, served

from malecon.interfaces.web.access import Access

TOKEN = "a-token-of-the-tests"
URL = "/api/socket"


@pytest.fixture(scope="module")
def client():
    with TestClient(new_app()) as client:
        yield client


@pytest.fixture
def guarded():
    with TestClient(new_app(token=TOKEN)) as client:
        yield client


# --- names --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("host", ["evil.example", "evil.example:8017", "127.0.0.1.evil.example", "[", ""])
def test_a_request_to_another_name_is_refused(client, host):
    for path in ("/", "/api/games"):
        answer = client.get(path, headers={"host": host})
        assert answer.status_code == 421
        assert "--allow-host" in answer.json()["detail"]
    with pytest.raises(WebSocketDisconnect), client.websocket_connect(URL, headers={"host": host}):
        pass


def test_a_page_whose_name_was_made_to_resolve_here_is_refused(client):
    headers = {"host": "evil.example:8017", "origin": "http://evil.example:8017"}
    assert client.get("/api/games", headers=headers).status_code == 421
    with pytest.raises(WebSocketDisconnect), client.websocket_connect(URL, headers=headers):
        pass


@pytest.mark.parametrize("host", ["localhost", "LOCALHOST:80", "127.0.0.1:8017", "[::1]:8017"])
def test_a_server_on_loopback_serves_its_names_without_a_token(host):
    access = Access.for_host("127.0.0.1")
    assert access.serves(host)
    assert access.token is None


@pytest.mark.parametrize("host", ["192.168.1.5:8017", "[fe80::1]:8017", "board.example", "Proxy.Example:80"])
def test_a_server_on_the_network_serves_addresses_and_allowed_names(host):
    access = Access.for_host("board.example", ["proxy.example"])
    assert access.serves(host)
    assert not access.serves("evil.example")


def test_only_a_server_on_loopback_has_no_token():
    assert all(Access.for_host(host).token is None for host in ("localhost", "127.0.0.1", "127.1.2.3", "::1"))
    tokens = {Access.for_host(host).token for host in ("0.0.0.0", "::", "192.168.1.5", "board.example", "")}
    assert len(tokens) == 5
    assert all(len(token) >= 40 for token in tokens)


# --- token --------------------------------------------------------------------------------------------------------


def test_without_the_token_nothing_but_the_page_is_served(guarded):
    assert guarded.get("/").status_code == guarded.get("/js/main.js").status_code == 200
    for path in ("games", "players/havannah", "puzzles", "health", "openapi.json", "nothing"):
        answer = guarded.get(f"/api/{path}")
        assert answer.status_code == 401
        assert "\n" not in answer.json()["detail"]
    for path in ("position", "costs", "picture", "record/read", "record/write"):
        assert guarded.post(f"/api/{path}", json={}).status_code == 401


@pytest.mark.parametrize("token", ["", "wrong", TOKEN[:-1], TOKEN + "x", "é"])
def test_a_wrong_token_is_no_token(guarded, token):
    assert guarded.get("/", params={"token": token}, follow_redirects=False).status_code == 200
    for headers in ({"authorization": f"Bearer {token}"}, {"cookie": f"malecon-80={token}"}):
        encoded = {name: value.encode() for name, value in headers.items()}
        assert guarded.get("/api/games", headers=encoded).status_code == 401


def test_a_socket_without_the_token_is_closed_with_4401(guarded):
    with guarded.websocket_connect(URL) as socket, pytest.raises(WebSocketDisconnect) as closed:
        socket.receive_json()
    assert closed.value.code == 4401


def test_the_printed_address_sets_a_cookie_and_hides_the_token(guarded):
    answer = guarded.get("/", params={"token": TOKEN}, follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (303, "/")
    assert "HttpOnly" in answer.headers["set-cookie"]
    assert "SameSite=Strict" in answer.headers["set-cookie"]
    assert guarded.get("/api/games").status_code == 200
    with guarded.websocket_connect(URL) as socket:
        socket.send_json({"type": "ping"})
        assert socket.receive_json() == {"type": "pong"}


def test_programs_send_the_token_in_a_header(guarded):
    assert guarded.get("/api/games", headers={"authorization": f"Bearer {TOKEN}"}).status_code == 200


def test_the_page_works_with_the_token_and_says_what_is_missing_without_it(warm, browser):
    with served(new_app(memory=64, token=TOKEN)) as address:
        page = Page(browser, address, DESKTOP)
        page.tab.goto(f"{address}#g=havannah&b=4")
        page.wait_for_text("link-state", "Token required")
        page.tab.goto("about:blank")
        page.tab.goto(f"{address}?token={TOKEN}#g=havannah&b=4&W=human&B=random&t=1")
        page.click("d4")
        page.wait_for_stones(2)
        assert "token" not in page.tab.url
        assert page.tab.is_hidden("#link-state")
        page.context.close()
        page.leave()
