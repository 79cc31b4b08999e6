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
from typing import Any, ClassVar

from numba import types
from numba.core.typing.templates import AbstractTemplate, infer_global

from malecon.kernel.jit import kernel


class Generic:
    """A function without a body of its own; `implements` gives it one for each kind of record."""

    def __init__(self, contract: Callable[..., Any]) -> None:
        update_wrapper(self, contract)
        self.__name__ = contract.__name__
        self.implementations: dict[str, Any] = {}
        self.default: Callable[..., Any] | None = None
        _tell_numba(self)

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


def use_defaults(functions: Iterable[Generic], marker: str) -> None:
    """Let records of a marker have the default of every optional function that nothing implements for them."""
    for function in functions:
        if function.default is not None and marker not in function.implementations:
            implements(function, marker)(function.default)


def implements(function: Generic, marker: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Register the decorated function as what `function` does with records that have the field `marker`."""

    def register(implementation: Callable[..., Any]) -> Callable[..., Any]:
        compiled = kernel(implementation)
        function.implementations[marker] = compiled
        return compiled

    return register


def _tell_numba(function: Generic) -> None:
    """Let compiled code call a generic function: numba asks for the type of a call, and then for what to call.

    Its `overload` would have another function compiled around each implementation, with all of that one in it again.
    """

    class Chooser(AbstractTemplate):
        key = function
        chosen: ClassVar[dict[Any, Any]] = {}  # types of arguments -> compiled implementation

        def generic(self, args: Any, kws: Any) -> Any:
            for marker, implementation in function.implementations.items():
                if isinstance(args[0], types.Record) and marker in args[0].fields:
                    dispatcher: Any = types.Dispatcher(implementation)
                    signature = dispatcher.get_call_type(self.context, args, kws)
                    self.chosen[signature.args] = dispatcher.get_overload(signature)
                    return signature
            return None

        def get_impl_key(self, sig: Any) -> Any:
            return self.chosen[sig.args]

    tell: Any = infer_global
    tell(function, types.Function(Chooser))
