"""The web server process: binds a port, prints its address, opens a browser, and stops on Ctrl-C."""

from __future__ import annotations

import ipaddress
import socket
import sys
import threading
import webbrowser
from dataclasses import dataclass
from importlib.util import find_spec

from malecon.games.errors import GameError

HOST, PORT = "127.0.0.1", 8017
BACKLOG = 128
PORT_RANGE = 20  # ports tried, from the default port on, if none is given
BROWSER_DELAY = 0.3  # seconds


@dataclass(frozen=True)
class Address:
    """Host and port to listen on; without a port, the default one or the next that is free."""

    host: str = HOST
    port: int | None = None

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


def serve(address: Address, fragment: str = "", *, browser: bool = True) -> None:
    """Serve the page until Ctrl-C; the URL fragment holds the game that it opens with."""
    require_web_extra()
    import uvicorn  # here and not at the top: optional dependencies

    from malecon.interfaces.web.app import create_app, preload_engine

    listener = address.bind()
    url = f"http://{_url_host(address.host)}:{listener.getsockname()[1]}/{fragment}"
    print(f"Malecón is running at {url} ({_reach(address.host)}). Press Ctrl-C to stop.", flush=True)  # noqa: T201
    config = uvicorn.Config(create_app(), log_level="warning", ws_max_size=1 << 20, timeout_graceful_shutdown=2)
    threading.Thread(target=preload_engine, daemon=True).start()
    if browser:
        threading.Timer(BROWSER_DELAY, _open_browser, [url]).start()
    try:
        uvicorn.Server(config).run(sockets=[listener])
    except KeyboardInterrupt:
        pass
    finally:
        listener.close()


def _open_browser(url: str) -> None:
    if not webbrowser.open(url):
        print("Cannot open a browser; open the address yourself.", file=sys.stderr)  # noqa: T201


def _url_host(host: str) -> str:
    """Return the host as it is written in a URL."""
    if host in ("0.0.0.0", "::"):
        return "localhost"
    return f"[{host}]" if ":" in host else host


def _reach(host: str) -> str:
    """Describe who can connect to a host."""
    try:
        is_local = host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        is_local = False
    return "this computer only" if is_local else "open to the network: anyone who can reach this computer can use it"
