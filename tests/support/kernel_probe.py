"""Play some games and collect everything that kernels compute, to compare compiled with plain Python.

Run as a script with `NUMBA_DISABLE_JIT=1`, it prints the games and the kernels that were never called as JSON.
"""

from __future__ import annotations

import json
import sys
from typing import Any

LAYERS = ("malecon.kernel.", "malecon.games.")  # the search has its own uncompiled tests
GAMES = ((2, 1), (3, 2), (4, 3), (5, 4), (6, 5))  # (base, seed)


def games() -> list[dict[str, Any]]:
    """Play random games; return moves, outcomes, winning cells and hashes."""
    return [game(base, seed) for base, seed in GAMES] + [random_lengths()]


def game(base: int, seed: int) -> dict[str, Any]:
    """Play one random game with a swap, with the kernels' random numbers."""
    import numpy as np

    from malecon import BLACK, WHITE, Havannah
    from malecon.games.contract import is_legal_move, key_after, legal_move, position_key, start_keys, update_keys
    from malecon.games.havannah.geometry import NUM_SYMMETRIES
    from malecon.kernel import random_below, random_float

    position, rng_owner = Havannah(base, swap_rule=True, moves="a1 swap"), new_rng_owner(seed)
    threats, keys = [], np.zeros(NUM_SYMMETRIES, np.uint64)
    start_keys(position.struct, position.boards[0], keys)
    after = []
    while not position.is_over:
        index = int(random_below(rng_owner[0], int(position.struct.num_moves)))
        cell = int(legal_move(position.struct, position.boards[0], index))
        assert is_legal_move(position.struct, position.boards[0], cell)
        after.append(int(key_after(position.struct, position.boards[0], keys, cell)))
        after.append(int(position_key(position.struct, position.boards[0])))
        update_keys(position.struct, position.boards[0], keys, cell)
        position.play(position.cells[cell])
        assert not is_legal_move(position.struct, position.boards[0], cell)
        threats.append([position.winning_cells(colour) for colour in (WHITE, BLACK)])
    share = float(random_float(rng_owner[0]))
    hashes = [*after, share, position.zobrist, position.canonical_zobrist]
    return {"moves": position.moves, "outcome": repr(position.outcome), "threats": threats, "hashes": hashes}


def random_lengths() -> dict[str, Any]:
    """Return lengths and endings of the benchmark's random games."""
    from malecon import Havannah
    from malecon.games.random_games import RandomGames

    lengths, endings = RandomGames(Havannah(3), seed=7).play(5)
    return {"lengths": lengths.tolist(), "endings": endings.tolist()}


def new_rng_owner(seed: int) -> Any:
    """Return a struct array that holds only a random state."""
    import numpy as np

    from malecon.kernel import new_structs, rng_state

    rng_owner = new_structs(np.dtype([("rng", "u8")]))
    rng_owner[0].rng = rng_state(seed)
    return rng_owner


def main() -> None:
    """Print the games and the kernels of the lower layers that they did not call."""
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
