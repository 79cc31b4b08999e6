"""Functions that each game implements, chosen by the type of the record: at compile time in compiled code.

    @generic
    def play(position, board, move): ...          # the contract, written once, in words

    @implements(play, "havannah")
    def play_havannah(position, board, move): ... # for records that have a field named `havannah`

A kernel calls `play(position, board, move)`; numba picks the implementation from the type of `position` and stores the
result in its cache, which closures and functions as arguments would prevent. Uncompiled, the record's fields are looked
at on every call.

A function declared `@optional` has a body that `fill_in` registers for a kind of record that has no other. This is a
step of its own because code compiled before an implementation was there would be found on disk ever after.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import update_wrapper
from typing import Any

from numba import types
from numba.extending import overload

from malecon.kernel.compiling import kernel


class Generic:
    """A function without a body of its own; `implements` gives it one for each kind of record."""

    def __init__(self, contract: Callable[..., Any]) -> None:
        update_wrapper(self, contract)
        self.__name__ = contract.__name__
        self.implementations: dict[str, Callable[..., Any]] = {}
        self.default: Callable[..., Any] | None = None

    def __call__(self, record: Any, *rest: Any) -> Any:
        """Call the implementation for this record, outside compiled code."""
        names = record.dtype.names
        for marker, implementation in self.implementations.items():
            if marker in names:
                return implementation(record, *rest)
        raise TypeError(f"nothing implements {self.__name__}() for a record of the fields {', '.join(names)}")


def generic(contract: Callable[..., Any]) -> Generic:
    """Declare a function that records of several kinds implement; its first argument decides."""
    return Generic(contract)


def optional(contract: Callable[..., Any]) -> Generic:
    """Declare a function that records may implement; its own body serves those that `fill_in` is told of."""
    function = Generic(contract)
    function.default = contract
    return function


def fill_in(functions: Iterable[Generic], marker: str) -> None:
    """Let records of a marker have the default of every optional function that nothing implements for them."""
    for function in functions:
        if function.default is not None and marker not in function.implementations:
            implements(function, marker)(function.default)


def implements(function: Generic, marker: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Register the decorated function as what `function` does with records that have the field `marker`."""

    def register(implementation: Callable[..., Any]) -> Callable[..., Any]:
        compiled = kernel(implementation)
        function.implementations[marker] = compiled
        arguments = ", ".join(implementation.__code__.co_varnames[: implementation.__code__.co_argcount])
        first = arguments.split(",")[0]
        # numba asks for a chooser and a body with exactly the parameters of the implementation.
        source = (
            f"def choose({arguments}):\n"
            f"    if isinstance({first}, Record) and marker in {first}.fields:\n"
            f"        return lambda {arguments}: compiled({arguments})\n"
        )
        scope: dict[str, Any] = {"Record": types.Record, "marker": marker, "compiled": compiled}
        exec(source, scope)
        overload(function, strict=False)(scope["choose"])
        return compiled

    return register
