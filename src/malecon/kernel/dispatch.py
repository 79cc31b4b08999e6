"""Generic functions that each game implements, dispatched on the struct type of the first argument.

    @generic
    def play(position, board, move): ...          # the contract: a signature and a docstring

    @implements(play, "chess")
    def play_chess(position, board, move): ...    # for structs that have a field named `chess`

A kernel calls `play(position, board, move)`. numba resolves the implementation at compile time from the type of
`position`, so the result can be cached on disk; closures or function arguments would prevent that. Uncompiled code
dispatches on every call.

The body of an `@optional` function is its default. `use_defaults` registers the defaults explicitly: a kernel compiled
before an implementation is registered would stay in the disk cache with the wrong one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import update_wrapper
from typing import Any, ClassVar

from numba import types
from numba.core.typing.templates import AbstractTemplate, infer_global

from malecon.kernel.cache import note_implementation
from malecon.kernel.jit import kernel


class Generic:
    """A generic function; `implements` registers one implementation per struct type."""

    def __init__(self, contract: Callable[..., Any]) -> None:
        update_wrapper(self, contract)
        self.__name__ = contract.__name__
        self.implementations: dict[str, Any] = {}
        self.default: Callable[..., Any] | None = None
        _register_with_numba(self)

    def __call__(self, struct: Any, *rest: Any) -> Any:
        """Call the implementation for this struct from uncompiled code."""
        names = struct.dtype.names
        for marker, implementation in self.implementations.items():
            if marker in names:
                return implementation(struct, *rest)
        raise TypeError(f"{self.__name__}() is not implemented for a struct with the fields {', '.join(names)}")


def generic(contract: Callable[..., Any]) -> Generic:
    """Declare a generic function; the struct type of its first argument selects the implementation."""
    return Generic(contract)


def optional(contract: Callable[..., Any]) -> Generic:
    """Declare a generic function whose body is the default that `use_defaults` registers."""
    function = Generic(contract)
    function.default = contract
    return function


def use_defaults(functions: Iterable[Generic], marker: str) -> None:
    """Register the defaults of all optional functions that structs with the field `marker` do not implement."""
    for function in functions:
        if function.default is not None and marker not in function.implementations:
            implements(function, marker)(function.default)


def implements(function: Generic, marker: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Register the decorated function as the implementation for structs that have the field `marker`."""

    def register(implementation: Callable[..., Any]) -> Callable[..., Any]:
        note_implementation(marker, implementation)
        compiled = kernel(implementation)
        function.implementations[marker] = compiled
        return compiled

    return register


def _register_with_numba(function: Generic) -> None:
    """Make a generic function callable from compiled code: a typing template resolves the call.

    numba's `overload` would compile a wrapper around each implementation, with the implementation inlined again.
    """

    class Resolver(AbstractTemplate):
        key = function
        resolved: ClassVar[dict[Any, Any]] = {}  # argument types -> compiled implementation

        def generic(self, args: Any, kws: Any) -> Any:
            for marker, implementation in function.implementations.items():
                if isinstance(args[0], types.Record) and marker in args[0].fields:
                    dispatcher: Any = types.Dispatcher(implementation)
                    signature = dispatcher.get_call_type(self.context, args, kws)
                    self.resolved[signature.args] = dispatcher.get_overload(signature)
                    return signature
            return None

        def get_impl_key(self, sig: Any) -> Any:
            return self.resolved[sig.args]

    register: Any = infer_global
    register(function, types.Function(Resolver))
