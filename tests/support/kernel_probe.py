"""Play some games with everything that kernels tell about them, for comparison between compiled and plain Python.

As a script, meant for `NUMBA_DISABLE_JIT=1`, it prints the games as JSON, and the kernels that were never called.
"""

from __future__ import annotations

import json
import sys
from typing import Any

LAYERS = ("malecon.kernel.", "malecon.games.")  # the search has uncompiled runs of its own
GAMES = ((2, 1), (3, 2), (4, 3), (5, 4), (6, 5))  # (base, seed)


def games() -> list[dict[str, Any]]:
    """Random games: moves, outcome, and on the way winning cells and hashes."""
    return [game(base, seed) for base, seed in GAMES] + [random_lengths()]


def game(base: int, seed: int) -> dict[str, Any]:
    """One random game with a swap; the dice are the kernels' own."""
    import numpy as np

    from malecon import BLACK, WHITE, Havannah
    from malecon.games.contract import is_legal_move, key_after, legal_move, position_key, start_keys, update_keys
    from malecon.games.havannah.geometry import NUM_SYMMETRIES
    from malecon.kernel import random_below, random_float

    position, dice = Havannah(base, swap_rule=True, moves="a1 swap"), new_dice(seed)
    threats, keys = [], np.zeros(NUM_SYMMETRIES, np.uint64)
    start_keys(position.struct, position.boards[0], keys)
    after = []
    while not position.is_over:
        index = int(random_below(dice[0], int(position.struct.num_moves)))
        cell = int(legal_move(position.struct, position.boards[0], index))
        assert is_legal_move(position.struct, position.boards[0], cell)
        after.append(int(key_after(position.struct, position.boards[0], keys, cell)))
        after.append(int(position_key(position.struct, position.boards[0])))
        update_keys(position.struct, position.boards[0], keys, cell)
        position.play(position.cells[cell])
        assert not is_legal_move(position.struct, position.boards[0], cell)
        threats.append([position.winning_cells(colour) for colour in (WHITE, BLACK)])
    share = float(random_float(dice[0]))
    hashes = [*after, share, position.zobrist, position.canonical_zobrist]
    return {"moves": position.moves, "outcome": repr(position.outcome), "threats": threats, "hashes": hashes}


def random_lengths() -> dict[str, Any]:
    """What random games from the benchmark's loop come to."""
    from malecon import Havannah
    from malecon.games.random_games import RandomGames

    lengths, endings = RandomGames(Havannah(3), seed=7).play(5)
    return {"lengths": lengths.tolist(), "endings": endings.tolist()}


def new_dice(seed: int) -> Any:
    """A record with nothing but a random state."""
    import numpy as np

    from malecon.kernel import new_structs, rng_state

    dice = new_structs(np.dtype([("rng", "u8")]))
    dice[0].rng = rng_state(seed)
    return dice


def main() -> None:
    """Print the games, and which kernels of the lower layers they did not need."""
    import numba

    kernels: dict[Any, str] = {}

    def recording_njit(**options: Any) -> Any:
        def record(function: Any) -> Any:
            kernels[function.__code__] = f"{function.__module__}.{function.__name__}"
            return function

        return record

    numba.njit = recording_njit
    called = set()
    sys.setprofile(lambda frame, *_: called.add(frame.f_code))
    played = games()
    sys.setprofile(None)
    unused = [name for code, name in kernels.items() if code not in called and name.startswith(LAYERS)]
    print(json.dumps({"games": played, "unused": sorted(unused)}))  # noqa: T201 (a script)


if __name__ == "__main__":
    main()
