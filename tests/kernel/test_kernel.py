"""The kernel layer: random numbers, dispatch by struct type, and the same answers compiled and uncompiled."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any

import numpy as np
import pytest
from numba.core.errors import TypingError
from support import PROJECT, kernel_probe
from support.kernel_probe import new_rng_owner

from malecon.kernel import (
    Struct,
    cache_aligned_dtype,
    generic,
    implements,
    inline_kernel,
    kernel,
    new_structs,
    prefetch,
    random_below,
    random_bits,
    rng_state,
    structs_from_bytes,
    swap_atomic,
)

SUPPORT = PROJECT / "tests" / "support"

# --- structs ----------------------------------------------------------------------------------------------------------


def test_struct_arrays_are_plain_so_that_a_kernel_call_cannot_lose_a_ctrl_c() -> None:
    dtype = np.dtype([("wins", "u4"), ("moves", "u2", 3)])
    structs = new_structs(dtype, 2)
    structs[1].wins, structs[1].moves[2] = 7, 5
    again = structs_from_bytes(structs.tobytes(), dtype)
    assert type(structs) is type(again) is np.ndarray
    assert [int(struct.wins) for struct in again] == [0, 7]
    assert again[1].moves.tolist() == [0, 0, 5]


# --- random numbers ---------------------------------------------------------------------------------------------------


def test_equal_seeds_give_equal_numbers_and_different_seeds_different_ones() -> None:
    def numbers(seed: int) -> list[int]:
        rng_owner = new_rng_owner(seed)
        return [int(random_bits(rng_owner[0])) for _ in range(100)]

    assert numbers(1) == numbers(1)
    assert not set(numbers(1)) & set(numbers(2))


@pytest.mark.parametrize("seed", [0, 1, -1, 2**63, 2**64, 10**30, -0x9E3779B97F4A7C15])
def test_every_seed_gives_a_state_that_is_not_stuck(seed: int) -> None:
    rng_owner = new_rng_owner(seed)
    assert rng_owner[0].rng != 0
    assert len({int(random_bits(rng_owner[0])) for _ in range(100)}) == 100


def test_random_bits_follow_xorshift64() -> None:
    rng_owner, x = new_rng_owner(3), int(rng_state(3))
    for _ in range(50):
        x ^= x << 13 & (1 << 64) - 1
        x ^= x >> 7
        x ^= x << 17 & (1 << 64) - 1
        assert int(random_bits(rng_owner[0])) == x


@pytest.mark.parametrize("n", [1, 2, 3, 7, 37, 547])
def test_random_numbers_below_n_are_uniform(n: int) -> None:
    counts, draws = np.zeros(n), 200 * n + 1000
    rng_owner = new_rng_owner(n)
    for _ in range(draws):
        counts[int(random_below(rng_owner[0], n))] += 1
    chi_square = float(((counts - draws / n) ** 2).sum() / (draws / n))
    assert abs(chi_square - (n - 1)) <= 4 * (2 * (n - 1)) ** 0.5  # mean and four standard deviations


# --- inlining ---------------------------------------------------------------------------------------------------------


@inline_kernel
def first_below(numbers: Any, limit: float) -> int:
    """Return the index of the first number below a limit, or -1: a loop with two exits."""
    for index in range(numbers.size):
        if numbers[index] < limit:
            return index
    return -1


@kernel
def twice_first_below(numbers: Any, limit: float) -> int:
    """Call the inlined kernel."""
    found = first_below(numbers, limit)
    return 2 * found if found >= 0 else found


def test_an_inline_kernel_is_compiled_with_its_caller_and_can_be_called_alone() -> None:
    numbers = np.array([3.0, 2.0, 1.0])
    assert [twice_first_below(numbers, limit) for limit in (2.5, 0.5)] == [2, -1]
    if hasattr(first_below, "overloads"):
        assert not first_below.overloads
    assert first_below(numbers, 1.5) == 2


# --- dispatch ---------------------------------------------------------------------------------------------------------


@generic
def total_price(struct: Struct, factor: int) -> int:
    """Return the price of a basket."""


@implements(total_price, "apples")
def price_of_apples(struct: Struct, factor: int) -> int:
    return int(struct.apples * factor)


@implements(total_price, "pears")
def price_of_pears(struct: Struct, factor: int) -> int:
    return int(struct.pears * factor + 100)


@kernel
def double_price(struct: Struct, factor: int) -> int:
    return 2 * total_price(struct, factor)


def basket(fruit: str) -> Any:
    baskets = new_structs(np.dtype([("weight", "u8"), (fruit, "u8")]))
    baskets[0][fruit] = 3
    return baskets[0]


def test_the_struct_type_selects_the_implementation() -> None:
    assert total_price(basket("apples"), 5) == 15
    assert total_price(basket("pears"), 5) == 115
    assert total_price.__name__ == "total_price"
    assert total_price.__doc__ == "Return the price of a basket."


def test_compiled_code_selects_the_same_implementation() -> None:
    assert double_price(basket("apples"), 5) == 30
    assert double_price(basket("pears"), 5) == 230


def test_the_error_names_the_fields_of_an_unknown_struct() -> None:
    with pytest.raises(
        TypeError, match=r"total_price\(\) is not implemented for a struct with the fields weight, plums"
    ):
        total_price(basket("plums"), 5)


@pytest.mark.skipif(not hasattr(double_price, "signatures"), reason="NUMBA_DISABLE_JIT=1")
def test_compiled_code_rejects_an_unknown_struct() -> None:
    with pytest.raises(TypingError, match="total_price"):
        double_price(basket("plums"), 5)


# --- uncompiled -------------------------------------------------------------------------------------------------------


def test_structs_start_as_zeros_and_have_attributes() -> None:
    structs = new_structs(np.dtype([("cells", "u2", 4), ("count", "u8")]), 3)
    structs[1].cells[2] = 7
    structs[2] = structs[1]
    assert structs[2].cells.tolist() == [0, 0, 7, 0]
    assert structs[0].cells.tolist() == [0, 0, 0, 0]
    assert structs[0].count == 0


def test_fields_of_at_least_a_cache_line_are_aligned_to_one() -> None:
    inner = cache_aligned_dtype([("flag", "u1"), ("table", "i4", 16)])
    outer = cache_aligned_dtype(
        [("count", "u8"), ("inner", inner), ("few", "u2", 3), ("many", "u2", (4, 9)), ("last", "u4")]
    )
    assert [int(outer.fields[name][1]) for name in outer.names] == [0, 64, 192, 256, 328]
    assert (int(inner.fields["table"][1]), inner.itemsize, outer.itemsize) == (64, 128, 384)
    structs = new_structs(outer, 3)
    assert structs.ctypes.data % 128 == 0
    assert not structs.view(np.uint8).any()


@kernel
def claim_twice(struct: Struct) -> tuple[bool, bool]:
    first = swap_atomic(struct, "owner", np.uint32(0), np.uint32(7))
    return first, swap_atomic(struct, "owner", np.uint32(0), np.uint32(8))


def test_compare_and_swap_succeeds_once() -> None:
    structs = new_structs(np.dtype([("other", "u4"), ("owner", "u4")]))
    assert claim_twice(structs[0]) == (True, False)
    assert (structs[0].owner, structs[0].other) == (7, 0)


@pytest.mark.slow
def test_every_kernel_computes_the_same_uncompiled() -> None:
    """Play whole games with winning cells and hashes in plain Python; they must use every kernel."""
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    script = [sys.executable, "-W", "error", str(SUPPORT / "kernel_probe.py")]
    result = subprocess.run(script, env=environment, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr
    uncompiled = json.loads(result.stdout)
    assert uncompiled["games"] == json.loads(json.dumps(kernel_probe.games()))
    assert uncompiled["unused"] == []


# --- prefetch ---------------------------------------------------------------------------------------------------------


@kernel
def prefetch_and_read(struct: Struct, index: int) -> int:
    prefetch(struct, "rows", np.uint64(index))
    return struct.rows[index // 4, index % 4]


def test_prefetching_changes_nothing() -> None:
    struct = new_structs(np.dtype([("rng", "u8"), ("rows", "i4", (3, 4))]))[0]
    struct.rows[2] = [1, 2, 3, 4]
    before = struct.tobytes()
    assert int(prefetch_and_read(struct, 11)) == 4
    assert int(prefetch_and_read(struct, 0)) == 0
    assert struct.tobytes() == before
