"""Limits on connections: their number, the time a request may take to arrive, and the errors they can log.

uvicorn waits without limit for the rest of a request and for a client to read its response. A client that opens
connections and sends half a request on each would exhaust the file descriptors.
"""

from __future__ import annotations

import asyncio
import logging
import time

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from malecon.system import raise_file_limit

REQUEST_SECONDS = 15.0
"""Seconds within which a request must arrive, its body included."""
WRITE_SECONDS = 30.0
"""Seconds for which a client may leave a response unread."""
MAX_CONNECTIONS = 1000
RESERVED_DESCRIPTORS = 512  # for files, and for connections that asyncio accepts before it closes others
LOG_RECORDS, LOG_SECONDS = 20, 60.0


def connection_limit() -> int:
    """Return how many connections fit into the limit of file descriptors, which is raised if it can be."""
    files = raise_file_limit(MAX_CONNECTIONS + RESERVED_DESCRIPTORS)
    return min(MAX_CONNECTIONS, max(files - RESERVED_DESCRIPTORS, files // 2))


class BoundedProtocol(H11Protocol):
    """An HTTP connection with time limits; a connection too many closes the one that has been idle for longest."""

    max_connections = MAX_CONNECTIONS
    _timer: asyncio.TimerHandle | None = None
    _write_timer: asyncio.TimerHandle | None = None
    _idle_since = 0.0
    _is_upgraded = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Start the clock of the first request."""
        super().connection_made(transport)
        self._idle_since = time.monotonic()
        self._update_timer()
        self._make_room()

    def _make_room(self) -> None:
        """Close a connection if there are too many; those that are already closing do not count."""
        others = [each for each in self.connections if not each.transport.is_closing()]
        idle = [each for each in others if isinstance(each, BoundedProtocol) and each.is_idle]
        if len(others) > self.max_connections and idle:
            min(idle, key=lambda each: each._idle_since).transport.abort()

    @property
    def is_idle(self) -> bool:
        """Whether no response is due on this connection."""
        return self.cycle is None or self.cycle.response_complete

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the clocks."""
        super().connection_lost(exc)
        self._cancel_timer()
        self.resume_writing()

    def data_received(self, data: bytes) -> None:
        """Receive a part of a request."""
        super().data_received(data)
        self._update_timer()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Hand the connection over to a WebSocket, whose messages have no time limit."""
        self._is_upgraded = True
        super().handle_websocket_upgrade(event)

    def _update_timer(self) -> None:
        """Run the clock from the start of a request until all of it has arrived."""
        is_open = not self._is_upgraded and not self.transport.is_closing()
        if not is_open or self.conn.their_state not in (h11.IDLE, h11.SEND_BODY):
            self._cancel_timer()
        elif self._timer is None:
            self._timer = self.loop.call_later(REQUEST_SECONDS, self.transport.abort)

    def _cancel_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def on_response_complete(self) -> None:
        """Note when the connection became idle."""
        self._idle_since = time.monotonic()
        super().on_response_complete()

    def pause_writing(self) -> None:
        """Give a client that does not read some time."""
        super().pause_writing()
        if self._write_timer is None:
            self._write_timer = self.loop.call_later(WRITE_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        """Stop the clock: the client reads."""
        super().resume_writing()
        if self._write_timer is not None:
            self._write_timer.cancel()
            self._write_timer = None

    def timeout_keep_alive_handler(self) -> None:
        """Close an idle connection, also if the client has not read its last response."""
        super().timeout_keep_alive_handler()
        if self.transport.get_write_buffer_size():
            self.loop.call_later(WRITE_SECONDS, self.transport.abort)


class LogLimit(logging.Filter):
    """Drops log records beyond a number per minute: clients can cause errors, and each may have a long traceback."""

    def __init__(self) -> None:
        super().__init__()
        self._start, self._count = float("-inf"), 0

    def filter(self, record: logging.LogRecord) -> bool:  # noqa: ARG002 (all count alike)
        """Return whether a record is logged."""
        now = time.monotonic()
        if now - self._start >= LOG_SECONDS:
            self._start, self._count = now, 0
        self._count += 1
        return self._count <= LOG_RECORDS


def limit_logs() -> None:
    """Limit what connections can write to the log."""
    limit = LogLimit()
    for name in ("asyncio", "uvicorn.error", "malecon.interfaces.web.session"):
        logging.getLogger(name).addFilter(limit)
