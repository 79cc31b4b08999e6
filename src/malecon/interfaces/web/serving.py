"""Running the server: where it listens is said, a browser is opened, and Ctrl-C ends it."""

from __future__ import annotations

import gc
import ipaddress
import socket
import sys
import threading
import webbrowser
from dataclasses import dataclass

from malecon.games.errors import GameError

HOST, PORT = "127.0.0.1", 8017
BACKLOG = 128
NEARBY = 20  # ports tried after the usual one where it is taken


@dataclass(frozen=True)
class Address:
    """Where to listen; without a port, the usual one or the next that is free."""

    host: str = HOST
    port: int | None = None

    def bind(self) -> socket.socket:
        """A socket that listens there; GameError where none can be had."""
        ports = range(PORT, PORT + NEARBY) if self.port is None else [self.port]
        problem: OSError | None = None
        for port in ports:
            try:
                family, *_, place = socket.getaddrinfo(self.host, port, type=socket.SOCK_STREAM)[0]
                return _listen(family, place)
            except (OSError, OverflowError) as error:
                problem = error if isinstance(error, OSError) else OSError(str(error))
        why = problem.strerror or problem if problem else "no port"
        raise GameError(f"cannot listen on {self.host}, port {self.port or PORT} ({why}); try another --port")


def _listen(family: int, place: tuple[object, ...]) -> socket.socket:
    listener = socket.socket(family)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind(place)
        listener.listen(BACKLOG)  # a browser that is faster than the server waits instead of being refused
    except OSError:
        listener.close()
        raise
    return listener


def serve(address: Address, fragment: str = "", *, browser: bool = True) -> None:
    """Serve the page until Ctrl-C; the fragment says with which game it opens."""
    try:
        import uvicorn

        from malecon.interfaces.web.app import create_app
    except ImportError:
        raise GameError(
            "the board in the browser needs FastAPI and uvicorn: pip install 'malecon[web]', or play with --terminal"
        ) from None
    listener = address.bind()
    url = f"http://{_shown(address.host)}:{listener.getsockname()[1]}/{fragment}"
    print(f"Malecón is at {url} ({_reach(address.host)}); Ctrl-C ends it.", flush=True)  # noqa: T201
    config = uvicorn.Config(create_app(), log_level="warning", ws_max_size=1 << 20, timeout_graceful_shutdown=2)
    threading.Thread(target=_load_engine, daemon=True).start()
    if browser:
        threading.Timer(0.3, _open_browser, [url]).start()
    try:
        uvicorn.Server(config).run(sockets=[listener])
    except KeyboardInterrupt:
        pass
    finally:
        listener.close()


def _load_engine() -> None:
    """Have the engine's compiled code in memory before someone waits for the first move."""
    from malecon.games.havannah.position import Havannah
    from malecon.players.engine import Engine
    from malecon.players.player import Limit

    Engine("malecon", memory=1).decide(Havannah(4), Limit(simulations=1))
    gc.collect()
    gc.freeze()  # half a million objects that stay would put off for hours what pages that left are collected by


def _open_browser(url: str) -> None:
    if not webbrowser.open(url):
        print("No browser could be opened here; open the address yourself.", file=sys.stderr)  # noqa: T201


def _shown(host: str) -> str:
    """The host as an address has it."""
    if host in ("0.0.0.0", "::"):
        return "localhost"
    return f"[{host}]" if ":" in host else host


def _reach(host: str) -> str:
    """Who can come here, in words."""
    try:
        inside = host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        inside = False
    return "this computer only" if inside else "open to the network: anyone who can reach this computer can use it"
