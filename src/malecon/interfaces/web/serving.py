"""The web server process: binds a port, prints its address, opens a browser, and stops on Ctrl-C."""

from __future__ import annotations

import socket
import sys
import threading
import webbrowser
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from malecon.games.errors import GameError
from malecon.interfaces.web.access import Access, is_loopback

if TYPE_CHECKING:
    import uvicorn
    from fastapi import FastAPI

HOST, PORT = "127.0.0.1", 8017
BACKLOG = 64  # also the number of connections that asyncio accepts at once
MAX_FRAME = 1 << 20  # bytes of a WebSocket message
PORT_RANGE = 20  # ports tried, from the default port on, if none is given
BROWSER_DELAY = 0.3  # seconds


@dataclass(frozen=True)
class Address:
    """Host and port to listen on; without a port, the default one or the next that is free."""

    host: str = HOST
    port: int | None = None
    names: tuple[str, ...] = ()
    """Further names under which clients may address the server."""

    def bind(self) -> socket.socket:
        """Return a listening socket; raise GameError if no port can be bound."""
        ports = range(PORT, PORT + PORT_RANGE) if self.port is None else [self.port]
        problem: OSError | None = None
        for port in ports:
            try:
                family, *_, address = socket.getaddrinfo(self.host, port, type=socket.SOCK_STREAM)[0]
                return _listen(family, address)
            except (OSError, OverflowError) as error:
                problem = error if isinstance(error, OSError) else OSError(str(error))
        why = problem.strerror or problem if problem else "no port"
        raise GameError(f"cannot listen on {self.host}, port {self.port or PORT} ({why}); try another --port")


def _listen(family: int, address: tuple[object, ...]) -> socket.socket:
    listener = socket.socket(family)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind(address)
        listener.listen(BACKLOG)  # a browser that connects before the server accepts waits instead of being refused
    except OSError:
        listener.close()
        raise
    return listener


def require_web_extra() -> None:
    """Raise GameError if the packages of the `web` extra are missing."""
    if not all(find_spec(name) for name in ("fastapi", "uvicorn", "websockets")):
        raise GameError("the web board needs FastAPI and uvicorn: pip install 'malecon[web]', or play with --terminal")


def serve(
    address: Address,
    fragment: str = "",
    *,
    browser: bool = True,
    library: Path | None = None,
    book: Path | None = None,
) -> None:
    """Serve the page until Ctrl-C; the URL fragment holds the game that it opens with.

    `library` keeps games, `book` has first moves.
    """
    require_web_extra()
    from malecon.interfaces.web.app import create_app, preload_engine  # here: optional dependencies

    access = Access.for_host(address.host, address.names)
    app = create_app(access=access, library=library, book=book)
    listener = address.bind()
    token = f"?token={access.token}" if access.token else ""
    place = f":{listener.getsockname()[1]}/{token}{fragment}"
    url = f"http://{_url_host(address.host)}{place}"
    print(f"Malecón is running at {url} ({_reach(address.host)}). Press Ctrl-C to stop.", flush=True)  # noqa: T201
    if other := _network_address(address.host):
        print(f"Address for others: http://{other}{place}", flush=True)  # noqa: T201
    server = new_server(app)
    threading.Thread(target=preload_engine, daemon=True).start()
    if browser:
        threading.Timer(BROWSER_DELAY, _open_browser, [url]).start()
    try:
        server.run(sockets=[listener])
    except KeyboardInterrupt:
        pass
    finally:
        listener.close()


def new_server(app: FastAPI) -> uvicorn.Server:
    """Return a server for an application, with limits on what connections may use."""
    import uvicorn

    from malecon.interfaces.web.connections import BoundedProtocol, connection_limit, limit_logs

    BoundedProtocol.max_connections = connection_limit()
    config = uvicorn.Config(
        app,
        http=BoundedProtocol,
        log_level="error",  # warnings are about clients
        backlog=BACKLOG,
        ws_max_size=MAX_FRAME,
        ws_max_queue=2,
        timeout_graceful_shutdown=2,
    )
    limit_logs()
    return uvicorn.Server(config)


def _open_browser(url: str) -> None:
    if not webbrowser.open(url):
        print("Cannot open a browser; open the address yourself.", file=sys.stderr)  # noqa: T201


def _url_host(host: str) -> str:
    """Return the host as it is written in a URL."""
    if host in ("0.0.0.0", "::"):
        return "localhost"
    return f"[{host}]" if ":" in host else host


def _network_address(host: str) -> str | None:
    """Return the address of this computer in its network if the server listens on all addresses; None if unknown."""
    if host != "0.0.0.0":
        return None
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # sends nothing: it only selects the interface
            found = str(probe.getsockname()[0])
        except OSError:
            return None
    return None if is_loopback(found) else found


def _reach(host: str) -> str:
    """Describe who can connect to a host."""
    if is_loopback(host):
        return "this computer only"
    return "open to the network: anyone who has this address, with its token, can use it"
