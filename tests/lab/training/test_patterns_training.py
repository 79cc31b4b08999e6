"""Learning pattern weights: counts, files, and Ctrl-C."""

from __future__ import annotations

import sys
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from malecon import GameError, Havannah
from malecon.knowledge.havannah.pattern_weights import read_counts
from malecon.knowledge.havannah.patterns import class_names, new_counts
from malecon.lab.training.pattern_plots import draw_plots, most_frequent, ratios
from malecon.lab.training.patterns import SelfPlaySettings, count_game, count_patterns

QUICK = SelfPlaySettings(base=4, simulations=30)
OPTIONS = ["--base", "4", "--simulations", "30"]


@pytest.fixture
def patterns(command: Any) -> Any:
    """Run `malecon learn patterns`; return exit code, standard output and standard error."""
    return partial(command, "learn", "patterns", *OPTIONS)


def test_learning_counts_every_turn_and_is_reproducible() -> None:
    *_, counts = count_patterns(QUICK, 2)
    moves = [QUICK.play(number) for number in range(2)]
    assert counts.turns == sum(map(len, moves)) == counts.played.sum()
    assert (counts.played <= counts.available).all()
    assert (counts.available <= counts.turns).all()
    assert moves[0] != moves[1]
    again = new_counts()[0]
    for game in moves:
        count_game(4, game, again)
    assert (again.available == counts.available).all()
    assert (again.played == counts.played).all()


def test_the_games_are_played_to_their_end() -> None:
    assert Havannah(4, moves=QUICK.play(0)).is_over


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"base": 1}, "a base from 2 to 14"),
        ({"simulations": 0}, "simulations must be at least 1"),
        ({"player": "uct+magic"}, "unknown technique 'magic'"),
    ],
)
def test_invalid_settings_are_refused(settings: dict[str, Any], message: str) -> None:
    with pytest.raises(GameError, match=message):
        SelfPlaySettings(**settings)


def test_learning_needs_at_least_one_game() -> None:
    with pytest.raises(GameError, match="games must be at least 1"):
        next(count_patterns(QUICK, 0))


@pytest.mark.slow
def test_the_plots_show_the_most_frequent_first(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    *_, counts = count_patterns(QUICK, 2)
    order = most_frequent(counts)
    assert len(order) == 50
    assert all(counts.available[one] >= counts.available[other] for one, other in pairwise(order))
    assert ((ratios(counts) >= 0) & (ratios(counts) <= 1)).all()
    paths = draw_plots(counts, tmp_path / "new" / "folder")
    assert [path.name for path in paths] == [
        "pattern_weights.png",
        "pattern_frequencies.png",
        "frequent_pattern_weights.png",
    ]
    assert all(path.read_bytes().startswith(b"\x89PNG") and path.stat().st_size > 5000 for path in paths)


# --- the command ------------------------------------------------------------------------------------------------------


def test_the_command_writes_the_counts_and_how_they_were_made(patterns: Any, tmp_path: Path) -> None:
    out = tmp_path / "weights.tsv"
    code, printed, _ = patterns("--games", "2", "--seed", "7", "--out", str(out))
    assert code == 0
    *_, counts = count_patterns(SelfPlaySettings(base=4, simulations=30, seed=7), 2)
    assert (read_counts(out).available == counts.available).all()
    assert out.read_text().startswith(
        "# Local patterns in 2 games of uct(c=0.4)+rave(r=50)+mate against itself\n"
        "# on base 4, 30 simulations per move, seed 7.\n"
    )
    assert "2 games" in printed
    assert f"of {len(class_names())} classes seen" in printed


def test_ctrl_c_writes_the_counts_so_far(patterns: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = SelfPlaySettings.play

    def interrupted(settings: SelfPlaySettings, number: int) -> list[str]:
        if number == 1:
            raise KeyboardInterrupt
        return plain(settings, number)

    monkeypatch.setattr(SelfPlaySettings, "play", interrupted)
    code, _, err = patterns("--games", "5", "--out", str(tmp_path / "weights.tsv"))
    assert code == 130
    assert "Stopped after 1 games" in err
    assert "in 1 games" in (tmp_path / "weights.tsv").read_text()


def test_ctrl_c_before_the_first_game_writes_nothing(
    patterns: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(settings: SelfPlaySettings, number: int) -> list[str]:
        raise KeyboardInterrupt

    monkeypatch.setattr(SelfPlaySettings, "play", interrupted)
    assert patterns("--games", "5", "--out", str(tmp_path / "weights.tsv"))[0] == 130
    assert not (tmp_path / "weights.tsv").exists()


@pytest.fixture
def error_of(patterns: Any) -> Any:
    """Run a command that fails; return its error message."""

    def fail(*arguments: str) -> str:
        code, _, err = patterns(*arguments)
        assert code == 2
        (line,) = [line for line in err.splitlines() if line.startswith("malecon: ")]
        return str(line)

    return fail


def test_an_unwritable_file_is_refused_before_the_games(error_of: Any, tmp_path: Path) -> None:
    assert "does not exist; create it first" in error_of("--out", str(tmp_path / "nowhere" / "weights.tsv"))
    assert "is a folder; name a file" in error_of("--out", str(tmp_path))


def test_an_unknown_player_is_a_one_line_error(error_of: Any, tmp_path: Path) -> None:
    message = error_of("--player", "uct+magic", "--out", str(tmp_path / "weights.tsv"))
    assert "unknown technique 'magic'" in message


def test_plots_without_matplotlib_are_refused_before_the_games(
    error_of: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    message = error_of("--plots", str(tmp_path), "--out", str(tmp_path / "weights.tsv"))
    assert message == "malecon: a plot needs matplotlib: pip install 'malecon[lab]'"
