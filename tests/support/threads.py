"""Run a function on a thread of its own: Playwright keeps an event loop on the main thread, where asyncio.run fails."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

T = TypeVar("T")


def on_thread(function: Callable[..., T], *arguments: Any) -> T:
    """Return what a function returns on another thread, or raise what it raises."""
    with ThreadPoolExecutor(1) as executor:
        return executor.submit(function, *arguments).result()


def run_async(coroutine: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine as asyncio.run does, whether or not this thread has a running event loop."""
    return on_thread(asyncio.run, coroutine)
