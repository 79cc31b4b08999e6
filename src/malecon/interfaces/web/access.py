"""Who may use the server: the names it serves, the token, and the guard in front of the application.

A web page elsewhere can make a browser send requests here. The guard refuses them by their Origin, and by their Host if
the page made its own name resolve to this computer (DNS rebinding).
"""

from __future__ import annotations

import ipaddress
import json
import secrets
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qs, urlsplit

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]

LOOPBACK_NAMES = frozenset({"localhost", "127.0.0.1", "::1"})
POLICY = "default-src 'self'; img-src 'self' data: blob:; style-src 'self' 'unsafe-inline'; frame-ancestors 'none'"
EMBEDDED_PAGE = "/embed.html"
"""The one page that others may show in a frame: it is read-only and calls no API."""
EMBEDDED_POLICY = POLICY.replace("frame-ancestors 'none'", "frame-ancestors *")
RESPONSE_HEADERS = {
    b"cache-control": b"no-cache",
    b"content-security-policy": POLICY.encode(),
    b"referrer-policy": b"no-referrer",
    b"x-content-type-options": b"nosniff",
}


@dataclass(frozen=True)
class Access:
    """The names under which the server may be addressed, and the token that its users need."""

    names: frozenset[str] = LOOPBACK_NAMES
    any_address: bool = False
    """Whether any IP address is accepted as a name: no one can make an address resolve elsewhere."""
    token: str | None = None

    @classmethod
    def for_host(cls, host: str, allowed: Iterable[str] = ()) -> Access:
        """Return the access to a server on a host; one that others can reach gets a new token."""
        names = LOOPBACK_NAMES | {name.lower() for name in (host, *allowed)}
        return cls(names) if is_loopback(host) else cls(names, True, secrets.token_urlsafe())

    def serves(self, host: str) -> bool:
        """Return whether a Host header names this server."""
        try:
            name = urlsplit(f"//{host}").hostname or ""
        except ValueError:
            return False
        return name in self.names or (self.any_address and _is_address(name))

    def admits(self, token: str) -> bool:
        """Return whether a token is the right one."""
        return self.token is None or secrets.compare_digest(token.encode(), self.token.encode())


def is_loopback(host: str) -> bool:
    """Return whether only this computer can connect to a host."""
    return host == "localhost" or (_is_address(host) and ipaddress.ip_address(host).is_loopback)


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


@dataclass(frozen=True)
class Refusal:
    """The answer to a request that is not let in: a status of HTTP, and 4000 more as the close code of a WebSocket."""

    status: int
    detail: str


WRONG_HOST = Refusal(421, "this name is not served here; start the server with --allow-host NAME")
CROSS_ORIGIN = Refusal(403, "cross-origin requests are not allowed")
NO_FILE = Refusal(404, "no such page")
NO_TOKEN = Refusal(401, "token required: open the address that `malecon play` printed")


class Guard:
    """ASGI middleware: lets in requests from our own page, with the token if there is one, and of bounded size."""

    def __init__(self, app: Application, access: Access, max_body: int) -> None:
        self._app, self._access, self._max_body = app, access, max_body

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a connection."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        headers = _headers(scope)
        refusal = self._refusal(scope, headers)
        if scope["type"] == "websocket":
            await (_close(receive, send, refusal) if refusal else self._app(scope, receive, send))
            return
        send = _with_headers(send, EMBEDDED_POLICY if scope["path"] == EMBEDDED_PAGE else POLICY)
        if refusal:
            await _answer(send, refusal)
        elif self._presents_token(scope):
            await _redirect(scope, send, str(self._access.token))
        else:
            await self._pass(scope, headers, receive, send)

    def _refusal(self, scope: Scope, headers: dict[str, str]) -> Refusal | None:
        host = headers.get("host", "")
        if not self._access.serves(host):
            return WRONG_HOST
        if not _same_origin(headers.get("origin"), host):
            return CROSS_ORIGIN
        if "\0" in scope["path"]:  # older versions of Starlette fail on it
            return NO_FILE
        if scope["path"].startswith("/api/") and not self._access.admits(_token(scope, headers)):
            return NO_TOKEN
        return None

    def _presents_token(self, scope: Scope) -> bool:
        """Return whether this is the printed address, whose token becomes a cookie."""
        token = parse_qs(scope["query_string"].decode("latin-1")).get("token", [""])[0]
        return self._access.token is not None and scope["method"] == "GET" and self._access.admits(token)

    async def _pass(self, scope: Scope, headers: dict[str, str], receive: Receive, send: Send) -> None:
        """Call the application with the whole body, counted as it arrives: a Content-Length may be wrong."""
        length = headers.get("content-length", "0")
        is_small = length.isdecimal() and len(length) < 20 and int(length) <= self._max_body
        body = await _read_body(receive, self._max_body) if is_small else None
        if body is None:
            await _answer(send, Refusal(413, f"request is too large: at most {self._max_body:,} bytes"))
            return
        messages: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

        async def replay() -> Message:
            return messages.pop() if messages else await receive()

        await self._app(scope, replay, send)


def _headers(scope: Scope) -> dict[str, str]:
    return {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]}


def _same_origin(origin: str | None, host: str) -> bool:
    """Return whether a request comes from our own page or from a program that is not a browser."""
    try:
        return origin is None or urlsplit(origin).netloc == host
    except ValueError:
        return False


def _token(scope: Scope, headers: dict[str, str]) -> str:
    """Return the token of a request: a bearer token, or our cookie."""
    scheme, _, token = headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer":
        return token.strip()
    pairs = (pair.strip().partition("=") for pair in headers.get("cookie", "").split(";"))
    return next((value for name, _, value in pairs if name == _cookie_name(scope)), "")


def _cookie_name(scope: Scope) -> str:
    """Return the name of the cookie; browsers share cookies between the ports of a host."""
    return f"malecon-{(scope.get('server') or ('', ''))[1]}"


async def _read_body(receive: Receive, max_body: int) -> bytes | None:
    """Return the body of a request; None if it is too large or the client has gone."""
    body = bytearray()
    while True:
        message = await receive()
        if message["type"] != "http.request":
            return None
        body += message.get("body", b"")
        if len(body) > max_body:
            return None
        if not message.get("more_body"):
            return bytes(body)


# --- answers ----------------------------------------------------------------------------------------------------------


def _with_headers(send: Send, policy: str) -> Send:
    """Set the caching and security headers of a response."""
    ours = {**RESPONSE_HEADERS, b"content-security-policy": policy.encode()}

    async def send_with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            others = [pair for pair in message.get("headers", []) if pair[0].lower() not in RESPONSE_HEADERS]
            message["headers"] = [*others, *ours.items()]
        await send(message)

    return send_with_headers


async def _answer(send: Send, refusal: Refusal) -> None:
    """Refuse an HTTP request in one line and close the connection: its body may not have been read."""
    body = json.dumps({"detail": refusal.detail}).encode()
    headers = {b"content-type": b"application/json", b"content-length": b"%d" % len(body), b"connection": b"close"}
    await send({"type": "http.response.start", "status": refusal.status, "headers": list(headers.items())})
    await send({"type": "http.response.body", "body": body})


async def _redirect(scope: Scope, send: Send, token: str) -> None:
    """Keep the token in a cookie and show the page without it in the address; browsers keep the fragment."""
    cookie = f"{_cookie_name(scope)}={token}; Path=/; HttpOnly; SameSite=Strict"
    headers = {b"location": b"/", b"set-cookie": cookie.encode(), b"content-length": b"0"}
    await send({"type": "http.response.start", "status": 303, "headers": list(headers.items())})
    await send({"type": "http.response.body", "body": b""})


async def _close(receive: Receive, send: Send, refusal: Refusal) -> None:
    """Refuse a WebSocket. Without a token it is accepted first: a page sees the close code of open ones only."""
    await receive()
    if refusal is NO_TOKEN:
        await send({"type": "websocket.accept"})
    await send({"type": "websocket.close", "code": 4000 + refusal.status, "reason": refusal.detail})
