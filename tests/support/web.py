"""The web application for tests: in this process, or on a real socket with the server's own limits."""

import socket
import threading
import time
from contextlib import contextmanager

TEST_NAMES = frozenset({"localhost", "127.0.0.1", "testserver"})


def new_app(threads=1, memory=32, token=None, library=None, book=None):
    """Return an application that also serves the name that test clients use."""
    from malecon.interfaces.web.access import Access
    from malecon.interfaces.web.app import create_app

    return create_app(threads, memory, Access(TEST_NAMES, token=token), library, book)


@contextmanager
def served(app):
    """Serve an application from a thread; yield its address."""
    from malecon.interfaces.web.serving import new_server

    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    server = new_server(app)
    server.config.timeout_graceful_shutdown = 1
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.02)
    try:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}/"
    finally:
        server.should_exit = True
        thread.join(10)
        listener.close()
