"""Games between two browsers: seats, spectators, clocks, reconnecting and rematches, on the server and on the page."""

import pytest

pytest.importorskip("fastapi", reason="the web extra is not installed")

from fastapi.testclient import TestClient
from support.web import new_app

BRIDGE = ["a1", "d7", "b1", "e7", "c1", "f7", "d1"]


@pytest.fixture(scope="module")
def client(warm):
    with TestClient(new_app(token=None)) as client:
        yield client


def new_game(client, side="white", **wanted):
    """Start a game; return the keys of the one who invites and of the friend."""
    answer = client.post("/api/friends", json={"game": {"board": "4"}, "side": side, **wanted}).json()
    assert answer["side"] == side
    return answer["key"], key_of(answer["invite"])


def key_of(address):
    """Return the key in an address."""
    return address.partition("#friend=")[2]


def latest(socket, condition):
    """Return the first message that fulfils a condition."""
    while not condition(message := socket.receive_json()):
        pass
    return message


def test_two_seats_play_a_game_that_a_spectator_sees_and_play_a_rematch(client):
    own, other = new_game(client)
    with (
        client.websocket_connect(f"/api/friends/{own}") as white,
        client.websocket_connect(f"/api/friends/{other}") as black,
    ):
        state = latest(white, lambda message: message["present"]["black"])
        assert state["side"] == "white"
        with client.websocket_connect(f"/api/friends/{key_of(state['watch'])}") as spectator:
            assert spectator.receive_json()["side"] is None
            spectator.send_json({"type": "move", "move": "a1", "ply": 0})  # ignored
            for ply, move in enumerate(BRIDGE):
                player = black if ply % 2 else white
                player.send_json({"type": "move", "move": move, "ply": ply})
                latest(player, lambda message, ply=ply: len(message["moves"]) == ply + 1)
            assert latest(spectator, lambda message: len(message["moves"]) == 7)["moves"] == BRIDGE
        for player in (white, black):
            player.send_json({"type": "rematch"})
        key = latest(white, lambda message: message["type"] == "rematch")["key"]
        with client.websocket_connect(f"/api/friends/{key}") as again:
            state = again.receive_json()
            assert (state["side"], state["moves"]) == ("black", [])


def test_wrong_turns_illegal_moves_and_unknown_keys_are_refused(client):
    own, other = new_game(client)
    with client.websocket_connect(f"/api/friends/{other}") as black:
        black.send_json({"type": "move", "move": "a1", "ply": 0})
        assert "not your turn" in latest(black, lambda message: message["type"] == "error")["message"]
    with client.websocket_connect(f"/api/friends/{own}") as white:
        white.send_json({"type": "move", "move": "z9", "ply": 0})
        assert latest(white, lambda message: message["type"] == "error")["message"]
        white.send_json({"type": "move", "move": "d4", "ply": 0})
        white.send_json({"type": "move", "move": "d4", "ply": 0})  # again, as after a lost connection
        assert latest(white, lambda message: message.get("moves"))["moves"] == ["d4"]
    with client.websocket_connect("/api/friends/nothing") as socket:
        assert socket.receive()["code"] == 4404


def test_the_server_keeps_the_clock_and_ends_the_game(client):
    own, other = new_game(client, minutes=0.005)
    with client.websocket_connect(f"/api/friends/{own}") as white:
        white.send_json({"type": "move", "move": "d4", "ply": 0})
        state = latest(white, lambda message: message["type"] == "state" and message["flagged"])
        assert (state["flagged"], state["clock"]["left"]["black"]) == ("black", 0)
    with client.websocket_connect(f"/api/friends/{other}") as black:
        assert black.receive_json()["flagged"] == "black"  # the game outlives connections


def test_the_invitation_contains_the_token_of_a_public_server(warm):
    with TestClient(new_app(token="secret")) as public:
        wanted = {"game": {"board": "4"}}
        assert public.post("/api/friends", json=wanted).status_code == 401
        answer = public.post("/api/friends", json=wanted, headers={"authorization": "Bearer secret"}).json()
        assert answer["invite"].startswith("/?token=secret#friend=")
        assert answer["watch"].startswith("/?token=secret#friend=")


def test_friends_play_by_link_reload_and_see_the_result(page, browser):
    page.open("g=havannah&b=4&W=human&B=human&t=1")
    page.tab.click("#friend")
    page.tab.select_option("#friend-side", "white")
    page.tab.select_option("#friend-clock", "5+0")
    page.tab.click("dialog button.primary")
    link = page.tab.wait_for_selector("#friend-link").input_value()
    assert "only on this computer" in page.tab.text_content("dialog")
    page.press("Escape")
    context = browser.new_context()
    friend = context.new_page()
    friend.goto(link)
    page.wait_for_text("friend-state", "is here")
    friend.wait_for_selector("#board .cell")
    for ply, move in enumerate(BRIDGE[:-1]):
        tab = friend if ply % 2 else page.tab
        tab.wait_for_selector(".cell.can")
        tab.locator(f"[data-cell={move}]").click()
        if ply == 2:
            friend.wait_for_selector("[data-stone=b1]")
            friend.reload()
    page.tab.wait_for_selector("[data-stone=f7]")
    for help_from_engines in ("#analysis", "#explorer", "#change-white"):
        assert page.tab.is_hidden(help_from_engines)
    assert page.tab.text_content("#seat-black .clock").startswith(("4:5", "5:00"))
    page.click(BRIDGE[-1])
    page.wait_for_text("result-title", "You won by bridge")
    friend.wait_for_function("() => /You lost/.test(document.getElementById('result-title').textContent)")
    friend.click("#result-rematch")
    page.wait_for_text("friend-state", "wants a rematch")
    page.tab.click("#result-rematch")
    page.wait_for_stones(0)
    page.wait_for("() => document.querySelector('#seat-black .name').textContent === 'Black: You'")
    context.close()


def test_a_friends_game_is_watched_by_link_kept_once_and_resumed_from_the_library(wide, browser):
    wide.open("g=havannah&b=4&m=d4&W=human&B=human&t=1")
    wide.wait_for_stones(1)
    wide.tab.click("#friend")
    wide.tab.select_option("#friend-side", "white")
    wide.tab.click("dialog button.primary")
    assert wide.tab.wait_for_selector("#friend-link").input_value().startswith(wide.address)
    link = wide.tab.wait_for_selector("#watch-link").input_value()
    wide.press("Escape")
    context = browser.new_context()
    spectator = context.new_page()
    spectator.goto(f"{wide.address}#g=havannah&b=4&m=a1")
    spectator.wait_for_selector("[data-stone=a1]")
    spectator.goto(link)  # in a page that is open already: only the fragment changes
    spectator.wait_for_function("() => /You are watching/.test(document.getElementById('friend-state').textContent)")
    wide.wait_for_text("friend-state", "Spectators: 1")
    wide.click("c3")
    spectator.wait_for_selector("[data-stone=c3]")
    context.close()
    wide.wait_for_status("Black to move")
    wide.tab.reload()
    wide.wait_for_stones(1)
    wide.tab.click("#friend-links")
    assert wide.tab.wait_for_selector("#watch-link").input_value() == link
    assert wide.tab.locator("#friend-link").count() == 1
    wide.press("Escape")
    wide.tab.go_back()
    wide.tab.wait_for_selector("[data-stone=d4]")
    wide.tab.go_forward()
    wide.tab.wait_for_selector("[data-stone=c3]")
    wide.wait_for("() => location.hash.startsWith('#friend=')")
    wide.tab.go_back()
    wide.tab.wait_for_selector("[data-stone=d4]")
    wide.press("l")
    wide.tab.wait_for_selector(".library-games tr")
    own = wide.tab.locator(".library-games tr", has_text="Friend")
    assert own.count() == 1
    own.locator(".link").click()
    wide.tab.wait_for_selector("[data-stone=c3]")
    wide.wait_for_text("friend-state", "not here yet")


def test_the_link_of_a_game_that_no_longer_exists_opens_a_board_that_says_so(wide):
    wide.tab.goto("about:blank")
    wide.tab.goto(f"{wide.address}#friend=gone")
    wide.wait_for_status("no longer exists")
    wide.tab.wait_for_selector("#board .cell")
