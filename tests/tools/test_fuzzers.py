"""The fuzzers: short runs over the GTP server and the SGF reader, and what they must detect."""

from __future__ import annotations

import pytest

from tools import fuzz_gtp, fuzz_sgf


@pytest.mark.slow
def test_a_thousand_damaged_lines_are_each_answered_once_and_in_order() -> None:
    tally = fuzz_gtp.run(1000, seed=20)
    assert tally.lines == 1000
    assert tally.answers > 600
    assert len(tally.refused) > 10


def test_the_gtp_fuzzer_detects_wrong_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    silent = "import sys\nfor line in sys.stdin.buffer: print('=\\n', flush=True)"
    monkeypatch.setattr(fuzz_gtp, "SERVER", (fuzz_gtp.sys.executable, "-c", silent))
    with pytest.raises(fuzz_gtp.FuzzError):
        fuzz_gtp.run(50, seed=1)


@pytest.mark.slow
def test_damaged_files_give_records_or_clear_lines() -> None:
    tally = fuzz_sgf.run(files=800, seed=7)
    assert tally.files == 800
    assert tally.records > 150
    assert sum(tally.refused.values()) > 150


def test_the_sgf_fuzzer_detects_crashes_and_slow_files(monkeypatch, capsys) -> None:
    monkeypatch.setattr(fuzz_sgf.sys, "argv", ["fuzz_sgf", "--files", "5"])
    assert fuzz_sgf.main() == 0
    monkeypatch.setattr(fuzz_sgf.GameRecord, "parse_all", lambda _: 1 // 0)
    assert fuzz_sgf.main() == 1
    assert "FAILED: file 0 of seed 1: ZeroDivisionError" in capsys.readouterr().out
    monkeypatch.setattr(fuzz_sgf.GameRecord, "parse_all", lambda _: [])
    monkeypatch.setattr(fuzz_sgf, "MAX_SECONDS", 0.0)
    assert fuzz_sgf.main() == 1
