"""The web server process: ports, addresses and the missing web extra."""

from ipaddress import ip_address

import pytest

from malecon.games.errors import GameError
from malecon.interfaces.web import serving
from malecon.interfaces.web.serving import PORT, Address, require_web_extra, serve


def test_the_next_free_port_is_used_if_none_is_given():
    with Address().bind() as first, Address().bind() as second:
        ports = [listener.getsockname()[1] for listener in (first, second)]
    assert PORT <= ports[0] < ports[1]


def test_a_port_in_use_gives_a_one_line_error():
    with Address(port=0).bind() as listener:
        port = listener.getsockname()[1]
        with pytest.raises(GameError, match=rf"^cannot listen on 127.0.0.1, port {port} \(.*\); try another --port$"):
            Address(port=port).bind()


@pytest.mark.parametrize(
    ("host", "shown", "is_local"),
    [
        ("127.0.0.1", "127.0.0.1", True),
        ("localhost", "localhost", True),
        ("::1", "[::1]", True),
        ("0.0.0.0", "localhost", False),
        ("example.org", "example.org", False),
    ],
)
def test_the_address_is_printed_with_who_can_reach_it(host, shown, is_local):
    assert serving._url_host(host) == shown
    assert (serving._reach(host) == "this computer only") is is_local


def test_the_address_for_others_is_one_of_this_computer_in_its_network():
    assert serving._network_address("127.0.0.1") is None
    assert serving._network_address("example.org") is None
    found = serving._network_address("0.0.0.0")
    assert found is None or not ip_address(found).is_loopback


def test_a_missing_web_extra_gives_a_one_line_error(monkeypatch):
    monkeypatch.setattr(serving, "find_spec", lambda _: None)
    for attempt in (require_web_extra, lambda: serve(Address())):
        with pytest.raises(GameError, match=r"^the web board needs FastAPI and uvicorn: pip install 'malecon\[web\]'"):
            attempt()
