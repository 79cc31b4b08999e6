"""Techniques from packages outside this one, combined with those of a game.

A package declares an `OutsideTechnique` by the entry point `malecon.techniques`. It brings kernels for functions of
`games.contract`; a kernel is called only if its technique is on. Where the game has an implementation of its own, or
several techniques are on, their results are combined:

| function | combination |
|---|---|
| `prior` | virtual wins and visits are added |
| `move_bonus` | returns one number; a player has at most two bonuses, each with the `fade` of its technique |
| `evaluate` | replaces the game's evaluation |
| `urgent_playout_move`, `default_playout_move` | the first that returns a move, outside techniques first |
| `is_decided` | true if one is true |
| `win_counts` | true if all are true |
| `prepare_expansion`, `begin_playout` | all are called |

numba caches no closures, so the combining function is written to a file in the cache folder.
"""

from __future__ import annotations

import hashlib
import re
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from types import ModuleType
from typing import Any

import numpy as np

from malecon import entry_points
from malecon.games import contract
from malecon.games.errors import GameError
from malecon.kernel import cache_folder, implements, note_implementation
from malecon.knowledge.technique import (
    BONUS,
    DEFAULT_MOVES,
    ENDINGS,
    EVALUATES,
    PRIORS,
    URGENT_MOVES,
    Technique,
)

_NAME = re.compile("[a-z][a-z0-9_]*")
ROLES = {
    "prior": PRIORS,
    "move_bonus": BONUS,
    "evaluate": EVALUATES,
    "urgent_playout_move": URGENT_MOVES,
    "default_playout_move": DEFAULT_MOVES,
    "is_decided": ENDINGS,
    "win_counts": ENDINGS,
    "prepare_expansion": "",
    "begin_playout": "",
}
ARGUMENTS = {
    "prior": "position, board, worker, move",
    "move_bonus": "position, board, worker, move",
    "evaluate": "position, board, worker",
    "evaluate_move": "position, board, worker, move",
    "urgent_playout_move": "position, board, worker, ply",
    "default_playout_move": "position, board, worker, ply",
    "is_decided": "position, board, worker, move",
    "win_counts": "position, board, worker, share",
    "prepare_expansion": "position, board, worker",
    "begin_playout": "position, board, worker",
}
SUM = (
    "    wins, visits = inner({0})\n",
    "        own = rule_{1}({0})\n        wins += own[0]\n        visits += own[1]\n",
)
BOTH = "    first, second = inner({0})\n", "        first, second = first + second, np.float32(rule_{1}({0}))\n"
REPLACE = "", "        return np.float32(rule_{1}({0}))\n", "    return inner({0})\n"
FIRST = (
    "",
    "        move = np.uint64(rule_{1}({0}))\n        if move != worker.no_move:\n            return move\n",
    "    return np.uint64(inner({0}))\n",
)
ANY = "", "        if rule_{1}({0}):\n            return True\n", "    return inner({0})\n"
ALL = "", "        if not rule_{1}({0}):\n            return False\n", "    return inner({0})\n"
EVERY = "    inner({0})\n", "        rule_{1}({0})\n", ""
BODIES: dict[str, tuple[str, str, str]] = {  # before the outside techniques, for each that is on, and after them
    "prior": (*SUM, "    return wins, visits\n"),
    "move_bonus": (*BOTH, "    return first, second\n"),
    "evaluate": REPLACE,
    "evaluate_move": REPLACE,
    "urgent_playout_move": FIRST,
    "default_playout_move": FIRST,
    "is_decided": ANY,
    "win_counts": ALL,
    "prepare_expansion": EVERY,
    "begin_playout": EVERY,
}


@dataclass(frozen=True)
class OutsideTechnique:
    """A technique and its kernels, declared by a package outside this one."""

    technique: Technique
    """Its declaration; the roles follow from the functions."""
    functions: Mapping[str, Callable[..., Any]]
    """Kernels by the name of the function of `games.contract` that they extend, with the same arguments."""
    games: tuple[str, ...] = ()
    """The games that have it; all if empty."""
    scratch: tuple[np.dtype[Any], ...] = field(default=())
    """Work arrays of its kernels: their fields become fields of `worker.scratch`."""

    def declaration(self) -> Technique:
        """Return the technique with the roles of its functions."""
        roles = dict.fromkeys(role for name in self.functions if (role := ROLES[name]))
        return replace(self.technique, roles=tuple(roles))


@cache
def outside_techniques(game: str) -> tuple[OutsideTechnique, ...]:
    """Return the techniques that other packages declare for a game, by name."""
    found = []
    for name in entry_points.entries(entry_points.TECHNIQUES):
        outside = entry_points.load(entry_points.TECHNIQUES, name)
        _check(name, outside)
        if not outside.games or game in outside.games:
            found.append(outside)
    return tuple(found)


def _check(name: str, outside: Any) -> None:
    where = f"the technique {name!r} of {entry_points.entries(entry_points.TECHNIQUES)[name]}"
    if not isinstance(outside, OutsideTechnique):
        raise GameError(f"{where} must be an OutsideTechnique, not {type(outside).__name__}")
    if outside.technique.name != name or not _NAME.fullmatch(name):
        raise GameError(f"{where} must have the name of its entry point, in lower-case letters, digits and _")
    for function in outside.functions:
        if function not in ROLES:
            raise GameError(f"{where} implements {function!r}; possible functions: {', '.join(ROLES)}")
    if "move_bonus" in outside.functions and outside.technique.parameter("fade") is None:
        raise GameError(f"{where} implements move_bonus and therefore needs a parameter 'fade'")


def check_names(game: str, own: Iterable[Technique]) -> None:
    """Raise GameError if an outside technique has the name of one that exists."""
    names = {technique.name for technique in own}
    for outside in outside_techniques(game):
        if outside.technique.name in names:
            raise GameError(f"the technique {outside.technique.name!r} already exists; rename that of the package")


def combine_functions(game: str) -> None:
    """Register functions that combine the outside techniques of a game with its own implementations."""
    techniques = outside_techniques(game)
    for name in {name for outside in techniques for name in outside.functions}:
        rules = [(each.technique.name, each.functions[name]) for each in techniques if name in each.functions]
        for _, rule in rules:
            note_implementation(game, getattr(rule, "py_func", rule))
        _combine(game, name, rules)
        if name == "evaluate":  # an evaluation of a move by the game itself would not match
            generic: Any = contract.evaluate_move
            _combine(game, "evaluate_move", [(switch, implements_default(generic, game)) for switch, _ in rules])


def implements_default(function: Any, game: str) -> Any:
    """Return the compiled default of a contract function, without registering it."""
    before = function.implementations[game]
    default = implements(function, game)(function.default)
    function.implementations[game] = before
    return default


def _combine(game: str, name: str, rules: list[tuple[str, Any]]) -> None:
    function: Any = getattr(contract, name)
    source = combining_source(name, [switch for switch, _ in rules])
    folder = cache_folder() / "combined" / hashlib.sha256(source.encode()).hexdigest()[:16]
    path = folder / "combined.py"
    if not path.exists():
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        path.write_text(source, encoding="utf-8")
    module: Any = ModuleType(f"malecon_combined_{game}_{name}")
    module.__file__, module.inner = str(path), function.implementations[game]
    vars(module).update({f"rule_{number}": rule for number, (_, rule) in enumerate(rules)})
    sys.modules[module.__name__] = module  # code that numba loads from its cache looks its module up by name
    exec(compile(source, str(path), "exec"), vars(module))  # the source is generated above
    implements(function, game)(getattr(module, name))


def combining_source(name: str, switches: list[str]) -> str:
    """Return the source of a function that combines an inner one with rules, each behind the switch of a technique.

    >>> print(combining_source("is_decided", ["mine"]))
    import numpy as np
    <BLANKLINE>
    <BLANKLINE>
    def is_decided(position, board, worker, move):
        if worker.settings.mine:
            if rule_0(position, board, worker, move):
                return True
        return inner(position, board, worker, move)
    <BLANKLINE>
    """
    arguments, (before, each, after) = ARGUMENTS[name], BODIES[name]
    lines = f"import numpy as np\n\n\ndef {name}({arguments}):\n" + before.format(arguments)
    for number, switch in enumerate(switches):
        lines += f"    if worker.settings.{switch}:\n" + each.format(arguments, number)
    return lines + after.format(arguments)
