"""The kernel layer: random numbers, dispatch by record, and the same answers compiled and uncompiled."""

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
from support.kernel_probe import new_dice

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

# --- records ----------------------------------------------------------------------------------------------------------


def test_arrays_of_records_are_plain_so_that_calling_a_kernel_cannot_lose_a_ctrl_c() -> None:
    dtype = np.dtype([("wins", "u4"), ("moves", "u2", 3)])
    records = new_structs(dtype, 2)
    records[1].wins, records[1].moves[2] = 7, 5
    again = structs_from_bytes(records.tobytes(), dtype)
    assert type(records) is type(again) is np.ndarray
    assert [int(record.wins) for record in again] == [0, 7]
    assert again[1].moves.tolist() == [0, 0, 5]


# --- random numbers ---------------------------------------------------------------------------------------------------


def test_the_same_seed_gives_the_same_numbers_and_another_seed_others() -> None:
    def numbers(seed: int) -> list[int]:
        dice = new_dice(seed)
        return [int(random_bits(dice[0])) for _ in range(100)]

    assert numbers(1) == numbers(1)
    assert not set(numbers(1)) & set(numbers(2))


@pytest.mark.parametrize("seed", [0, 1, -1, 2**63, 2**64, 10**30, -0x9E3779B97F4A7C15])
def test_every_seed_gives_a_state_that_is_not_stuck(seed: int) -> None:
    dice = new_dice(seed)
    assert dice[0].rng != 0
    assert len({int(random_bits(dice[0])) for _ in range(100)}) == 100


def test_random_bits_follow_xorshift64() -> None:
    dice, x = new_dice(3), int(rng_state(3))
    for _ in range(50):
        x ^= x << 13 & (1 << 64) - 1
        x ^= x >> 7
        x ^= x << 17 & (1 << 64) - 1
        assert int(random_bits(dice[0])) == x


@pytest.mark.parametrize("n", [1, 2, 3, 7, 37, 547])
def test_random_numbers_below_n_are_uniform(n: int) -> None:
    counts, draws = np.zeros(n), 200 * n + 1000
    dice = new_dice(n)
    for _ in range(draws):
        counts[int(random_below(dice[0], n))] += 1
    chi_square = float(((counts - draws / n) ** 2).sum() / (draws / n))
    assert abs(chi_square - (n - 1)) <= 4 * (2 * (n - 1)) ** 0.5  # its mean and four standard deviations


# --- parts ------------------------------------------------------------------------------------------------------------


@inline_kernel
def first_below(numbers: Any, limit: float) -> int:
    """The place of the first number below a limit, or -1: a loop with two ways out."""
    for index in range(numbers.size):
        if numbers[index] < limit:
            return index
    return -1


@kernel
def twice_first_below(numbers: Any, limit: float) -> int:
    """What calls the part."""
    found = first_below(numbers, limit)
    return 2 * found if found >= 0 else found


def test_a_part_is_compiled_with_its_caller_and_can_be_called_alone() -> None:
    numbers = np.array([3.0, 2.0, 1.0])
    assert [twice_first_below(numbers, limit) for limit in (2.5, 0.5)] == [2, -1]
    if hasattr(first_below, "overloads"):
        assert not first_below.overloads
    assert first_below(numbers, 1.5) == 2


# --- dispatch ---------------------------------------------------------------------------------------------------------


@generic
def worth(record: Struct, factor: int) -> int:
    """What a record is worth."""


@implements(worth, "apples")
def worth_of_apples(record: Struct, factor: int) -> int:
    return int(record.apples * factor)


@implements(worth, "pears")
def worth_of_pears(record: Struct, factor: int) -> int:
    return int(record.pears * factor + 100)


@kernel
def worth_twice(record: Struct, factor: int) -> int:
    return 2 * worth(record, factor)


def basket(fruit: str) -> Any:
    baskets = new_structs(np.dtype([("weight", "u8"), (fruit, "u8")]))
    baskets[0][fruit] = 3
    return baskets[0]


def test_a_record_picks_its_implementation() -> None:
    assert worth(basket("apples"), 5) == 15
    assert worth(basket("pears"), 5) == 115
    assert worth.__name__ == "worth"
    assert worth.__doc__ == "What a record is worth."


def test_compiled_code_picks_the_same_implementation() -> None:
    assert worth_twice(basket("apples"), 5) == 30
    assert worth_twice(basket("pears"), 5) == 230


def test_an_unknown_record_is_named_in_the_error() -> None:
    with pytest.raises(TypeError, match=r"nothing implements worth\(\) for a record of the fields weight, plums"):
        worth(basket("plums"), 5)


@pytest.mark.skipif(not hasattr(worth_twice, "signatures"), reason="nothing is compiled with NUMBA_DISABLE_JIT=1")
def test_compiled_code_refuses_an_unknown_record() -> None:
    with pytest.raises(TypingError, match="worth"):
        worth_twice(basket("plums"), 5)


# --- uncompiled -------------------------------------------------------------------------------------------------------


def test_records_begin_as_zeros_and_have_attributes() -> None:
    records = new_structs(np.dtype([("cells", "u2", 4), ("count", "u8")]), 3)
    records[1].cells[2] = 7
    records[2] = records[1]
    assert records[2].cells.tolist() == [0, 0, 7, 0]
    assert records[0].cells.tolist() == [0, 0, 0, 0]
    assert records[0].count == 0


def test_what_is_as_long_as_a_line_of_the_cache_begins_with_one() -> None:
    inner = cache_aligned_dtype([("flag", "u1"), ("table", "i4", 16)])
    outer = cache_aligned_dtype(
        [("count", "u8"), ("inner", inner), ("few", "u2", 3), ("many", "u2", (4, 9)), ("last", "u4")]
    )
    assert [int(outer.fields[name][1]) for name in outer.names] == [0, 64, 192, 256, 328]
    assert (int(inner.fields["table"][1]), inner.itemsize, outer.itemsize) == (64, 128, 384)
    records = new_structs(outer, 3)
    assert records.ctypes.data % 128 == 0
    assert not records.view(np.uint8).any()


@kernel
def claim_twice(record: Struct) -> tuple[bool, bool]:
    first = swap_atomic(record, "owner", np.uint32(0), np.uint32(7))
    return first, swap_atomic(record, "owner", np.uint32(0), np.uint32(8))


def test_a_field_is_claimed_once() -> None:
    records = new_structs(np.dtype([("other", "u4"), ("owner", "u4")]))
    assert claim_twice(records[0]) == (True, False)
    assert (records[0].owner, records[0].other) == (7, 0)


@pytest.mark.slow
def test_every_kernel_does_the_same_uncompiled() -> None:
    """Whole games with winning cells and hashes in plain Python; no kernel may be left out of them."""
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    script = [sys.executable, "-W", "error", str(SUPPORT / "kernel_probe.py")]
    result = subprocess.run(script, env=environment, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr
    uncompiled = json.loads(result.stdout)
    assert uncompiled["games"] == json.loads(json.dumps(kernel_probe.games()))
    assert uncompiled["unused"] == []


# --- memory ahead of time ---------------------------------------------------------------------------------------------


@kernel
def fetch_and_read(record: Struct, index: int) -> int:
    prefetch(record, "rows", np.uint64(index))
    return record.rows[index // 4, index % 4]


def test_fetching_ahead_changes_nothing() -> None:
    record = new_structs(np.dtype([("rng", "u8"), ("rows", "i4", (3, 4))]))[0]
    record.rows[2] = [1, 2, 3, 4]
    before = record.tobytes()
    assert int(fetch_and_read(record, 11)) == 4
    assert int(fetch_and_read(record, 0)) == 0
    assert record.tobytes() == before
