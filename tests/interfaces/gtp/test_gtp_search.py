"""GTP commands that search: genmove, clocks, analysis, solve and parameters."""

from __future__ import annotations

import io
import re
import threading
import time

import pytest
from support.gtp_talk import ask, new_session, talk

from malecon.games.colours import BLACK, WHITE
from malecon.interfaces.gtp import lines
from malecon.interfaces.gtp.clock import DEFAULT_SECONDS, OVERTIME_MARGIN, Clock, TimeSettings
from malecon.interfaces.gtp.commands.genmove import is_hopeless, reserve_answer_time
from malecon.interfaces.gtp.server import Server
from malecon.interfaces.gtp.session import new_position
from malecon.players.engine import Thought
from malecon.players.player import Decision, Limit
from malecon.players.solve import solve

WON = "gogui-play_sequence w a1 b d1 w a4 b g4 w b3 b f3 w e2 b e3 w d2 b g5"  # White has a proved win with a2


def test_genmove_plays_and_reg_genmove_does_not() -> None:
    session = new_session()
    move = ask("reg_genmove w", session=session)
    assert move in ask("all_legal", session=session).split()
    assert ask("history", session=session) == ""
    played = ask("genmove w", session=session)
    assert ask("history", session=session) == played


def test_the_same_seed_and_simulations_give_the_same_game() -> None:
    def game(seed: int) -> list[str]:
        lines = ["genmove w", "genmove b"] * 3
        return talk("simulations 60", *lines, session=new_session(seed=seed))

    assert game(3) == game(3)


def test_a_player_without_a_search_can_play_but_not_analyse() -> None:
    session = new_session(player="random")
    assert ask("genmove w", session=session)
    assert talk("analyze", session=session)[0].startswith("? player random does not search")


def test_under_the_swap_rule_the_engine_may_swap() -> None:
    session = new_session(new_position("havannah", "3", swap_rule=True))
    assert ask("play w a1", "simulations 300", "genmove b", session=session) == "swap"


# --- resigning --------------------------------------------------------------------------------------------------------


def test_genmove_resigns_a_proved_loss_and_analysis_does_not() -> None:
    lost = (WON, "play w a2")
    assert re.fullmatch("[a-g][1-7]", ask(*lost, "reg_genmove b"))
    assert ask(*lost, "genmove b", "winner") == "white"
    assert ask(*lost, "genmove b") == "resign"
    assert ask(*lost, "param resign 0", "genmove b") != "resign"
    assert "resign" not in ask(*lost, "analyze")


@pytest.mark.parametrize(
    ("decision", "hopeless"),
    [
        (Thought("a1", 0.01, simulations=5000), True),
        (Thought("a1", 0.01, simulations=10), False),
        (Thought("a1", 0.03, simulations=5000), False),
        (Thought("a1", 0.0, proof="loss", simulations=3), True),
        (Thought("a1", 1.0, proof="win"), False),
        (Decision("a1"), False),
    ],
)
def test_only_a_proved_or_reliable_loss_is_hopeless(decision: Decision, hopeless: bool) -> None:
    assert is_hopeless(decision, 0.02) is hopeless
    assert not is_hopeless(decision, 0.0)


# --- clocks -----------------------------------------------------------------------------------------------------------


def test_without_a_limit_a_move_has_one_second() -> None:
    assert Clock().limit(WHITE) == Limit(seconds=DEFAULT_SECONDS)


def test_limits_of_seconds_and_simulations_combine() -> None:
    clock = Clock(seconds=2.0)
    assert clock.limit(WHITE) == Limit(seconds=2.0)
    clock.simulations = 100
    assert clock.limit(BLACK) == Limit(seconds=2.0, simulations=100)
    clock.seconds = None
    assert clock.limit(BLACK) == Limit(simulations=100)


def test_moves_use_up_main_time() -> None:
    clock = Clock()
    clock.set(TimeSettings(60))
    clock.spend(WHITE, 10)
    assert clock.limit(WHITE).remaining == 50
    assert clock.limit(BLACK).remaining == 60
    clock.spend(WHITE, 70)
    assert clock.limit(WHITE).remaining == pytest.approx(0.001)
    clock.restart()
    assert clock.limit(WHITE).remaining == 60


def test_overtime_is_divided_among_its_moves() -> None:
    clock = Clock()
    clock.set(TimeSettings(0, 10, 5))
    assert clock.limit(WHITE).seconds == pytest.approx(2 - OVERTIME_MARGIN)
    clock.spend(WHITE, 6)
    assert clock.limit(WHITE).seconds == pytest.approx(1 - OVERTIME_MARGIN)
    for _ in range(4):
        clock.spend(WHITE, 0.5)
    assert clock.limit(WHITE).seconds == pytest.approx(2 - OVERTIME_MARGIN), "a new period has begun"


def test_overtime_follows_main_time() -> None:
    clock = Clock()
    clock.set(TimeSettings(5, 10, 2))
    assert clock.limit(WHITE) == Limit(remaining=5, increment=5)
    clock.spend(WHITE, 7)
    assert clock.limit(WHITE).seconds == pytest.approx(4 - OVERTIME_MARGIN)


@pytest.mark.parametrize("settings", [TimeSettings(0), TimeSettings(30, 10, 0), TimeSettings(0, 1, 0)])
def test_overtime_for_zero_moves_means_no_clock(settings: TimeSettings) -> None:
    clock = Clock()
    clock.set(settings)
    assert clock.limit(WHITE) == Limit(seconds=DEFAULT_SECONDS)


def test_time_left_overrides_the_clock() -> None:
    session = new_session()
    ask("time_settings 100 0 0", "time_left b 7 0", "time_left w 6 3", session=session)
    assert session.clock.limit(BLACK).remaining == 7
    assert session.clock.limit(WHITE).seconds == pytest.approx(2 - OVERTIME_MARGIN)


def test_time_is_reserved_for_the_answer() -> None:
    assert reserve_answer_time(Limit(seconds=1.0)).seconds == pytest.approx(0.995)
    assert reserve_answer_time(Limit(seconds=0.01, simulations=5)).seconds == pytest.approx(0.0095)
    assert reserve_answer_time(Limit(simulations=5)) == Limit(simulations=5)


def test_only_genmove_uses_up_the_clock() -> None:
    session = new_session()
    ask("time_settings 100 0 0", "reg_genmove w", session=session)
    assert session.clock.limit(WHITE).remaining == 100
    ask("genmove w", session=session)
    assert session.clock.limit(WHITE).remaining < 100  # type: ignore[operator]


def test_move_limits_are_set_printed_and_switched_off() -> None:
    session = new_session()
    assert ask("time_per_move", session=session) == "off"
    assert ask("time_per_move 0.5", "time_per_move", session=session) == "0.5"
    assert ask("simulations off", "simulations", session=session) == "off"
    assert session.clock.limit(WHITE) == Limit(seconds=0.5)
    assert talk("time_per_move -1", session=session)[0].startswith("? syntax error: ")
    assert talk("simulations 1.5", session=session)[0].startswith("? syntax error: ")
    assert talk("time_settings 1 2", session=session)[0].startswith("? syntax error: ")


# --- analysis ---------------------------------------------------------------------------------------------------------


def infos(answer: str) -> list[str]:
    """Return the moves in the last line of an analysis."""
    return re.findall(r"info move (\S+)", answer.splitlines()[-1])


@pytest.mark.parametrize(
    ("command", "form"),
    [
        ("analyze", r"info move \S+ visits \d+ value 0\.\d+ .*lcb 0\.\d+ order 0 pv \S+"),
        ("lz-analyze", r"info move \S+ visits \d+ winrate \d{1,5} prior \d{1,5} lcb \d{1,5} order 0 pv \S+"),
        ("kata-analyze", r"info move \S+ visits \d+ utility \S+ winrate 0\.\d+ .*scoreLead 0 .*order 0 pv \S+"),
    ],
)
def test_an_analysis_sends_at_least_one_line_in_its_format(command: str, form: str) -> None:
    answer, after = talk(f"5 {command} w 10 maxmoves 3 ownership true", "name")
    head, *lines = answer.splitlines()
    assert head == "=5"
    assert re.match(form, lines[-1])
    assert 1 <= len(infos(answer)) <= 3
    assert after == "= Malecon"


def test_an_analysis_runs_until_there_is_input() -> None:
    gate, pieces = threading.Event(), iter([b"analyze 5\n", b"\n", b""])
    written: list[str] = []

    def read(_: int) -> bytes:
        piece = next(pieces)
        if piece == b"\n":
            gate.wait(60)
        return piece

    def write(text: str) -> None:
        written.append(text)
        if sum(line.startswith("info") for line in written) >= 3:
            gate.set()

    Server(new_session(), read, write).run()
    assert written[0] == "=\n"
    assert written[-1] == "\n"
    assert sum(line.startswith("info") for line in written) >= 3


def test_an_interrupt_ends_the_search_at_once() -> None:
    written: list[str] = []
    data = b"time_per_move 600\nsimulations off\ngenmove w\n# interrupt\n"
    begin = time.monotonic()
    Server(new_session(), io.BytesIO(data).read, written.append).run()
    assert re.fullmatch(r"= [a-g][1-7]\n\n", written[-1])
    assert time.monotonic() - begin < 300


@pytest.mark.parametrize("command", [b"genmove w", b"genmove_analyze w", b"solve 600"])
def test_the_end_of_the_input_ends_a_search(monkeypatch: pytest.MonkeyPatch, command: bytes) -> None:
    monkeypatch.setattr(lines, "BATCH_SECONDS", 0.0)
    started = threading.Event()
    pieces = iter([b"time_per_move 600\nsimulations off\nboardsize 6\n", command + b"\n", b""])
    written: list[str] = []

    def read(_: int) -> bytes:
        piece = next(pieces)
        if not piece:
            started.wait(600)
            time.sleep(0.2)
        return piece

    def write(text: str) -> None:
        written.append(text)
        if len(written) == 3:
            started.set()

    begin = time.monotonic()
    Server(new_session(), read, write).run()
    assert written[3].startswith("=")
    assert time.monotonic() - begin < 300


def test_genmove_analyze_reports_and_then_plays() -> None:
    session = new_session()
    answer = talk("lz-genmove_analyze w 5", session=session)[0]
    played = answer.splitlines()[-1]
    assert played.startswith("play ")
    assert ask("history", session=session) == played.removeprefix("play ")


@pytest.mark.parametrize("rest", ["b", "speed 3", "interval", "interval x", "w 10 avoid w a1 3", "ownership so"])
def test_wrong_analysis_options_are_rejected(rest: str) -> None:
    assert talk(f"lz-analyze {rest}")[0].startswith("? ")


def test_an_analysis_lists_a_swap_first_if_it_is_best() -> None:
    session = new_session(new_position("havannah", "3", swap_rule=True))
    assert infos(talk("play w a1", "analyze", session=session)[-1])[0] == "swap"


# --- solving ----------------------------------------------------------------------------------------------------------


def test_solve_prints_the_winner_and_the_winning_move() -> None:
    assert ask(WON, "solve 60") == "white a2"


def test_solve_prints_the_opponent_in_a_lost_position() -> None:
    assert re.fullmatch("white [a-g][1-7]", ask(WON, "play w a2", "solve 60"))


def test_solve_prints_unknown_without_a_proof_in_time() -> None:
    assert re.fullmatch(r"unknown \S+", ask("boardsize 8", "solve 0.05"))
    assert talk("solve 0")[0].startswith("? ")
    assert talk("solve soon")[0].startswith("? ")


def test_solve_prints_no_move_for_a_finished_game() -> None:
    assert ask("play w d4", "play b resign", "solve 1") == "white"


def test_a_solution_has_the_length_of_the_win() -> None:
    position = new_position("havannah", "4")
    position.play_all(WON.replace("gogui-play_sequence ", "").replace("w ", "").replace("b ", ""))
    found = solve(position, 60)
    assert (found.is_proved, found.winner, found.move, found.length) == (True, WHITE, "a2", 3)
    assert found.line[0] == "a2"


# --- parameters -------------------------------------------------------------------------------------------------------


def test_every_parameter_is_listed_with_its_type() -> None:
    listed = ask("param").splitlines()
    assert "[string] player malecon" in listed
    assert "[bool] rave 1" in listed
    assert "[bool] uct 0" in listed
    assert "[list/plain/signed] uct.results plain" in listed
    assert all(re.fullmatch(r"\[\S+\] \S+ \S+", line) for line in listed)


def test_a_parameter_is_set_and_printed() -> None:
    session = new_session()
    assert ask("param rave.r 300", "param rave.r", session=session) == "300"
    assert ask("param uct.c 0.7", "param uct", session=session) == "1", "a parameter switches its technique on"
    assert ask("param bias off", "param bias", session=session) == "0"
    assert session.player.name == "malecon+rave(r=300)+uct(c=0.7)-bias"
    assert ask("param player uct", "param rave", session=session) == "0"


def test_general_settings_are_set_and_printed() -> None:
    session = new_session()
    assert ask("param threads 2", "param threads", session=session) == "2"
    assert ask("param memory 8", "param memory", session=session) == "8"
    assert ask("param seed 5", "param seed", session=session) == "5"
    assert ask("param resign 0.1", "param resign", session=session) == "0.1"
    assert ask("param player uct(c=0.4) + rave", "genmove w", session=session)


@pytest.mark.parametrize(
    "rest",
    [
        "ravee.r 3",
        "rave.q 3",
        "rave.r much",
        "rave.r -5",
        "rave perhaps",
        "player nobody",
        "threads 0",
        "memory 0",
        "memory 999999999",
    ],
)
def test_a_wrong_parameter_is_rejected_and_nothing_changes(rest: str) -> None:
    session = new_session()
    assert talk(f"param {rest}", session=session)[0].startswith("? ")
    assert session.player.name == "malecon"
    assert ask("genmove w", session=session)


def test_a_misspelt_parameter_gets_a_suggestion() -> None:
    assert talk("param ravee.r 3") == ["? unknown parameter: ravee.r; did you mean rave.r?"]


def test_a_failed_tree_allocation_is_an_error_and_the_server_continues(monkeypatch: pytest.MonkeyPatch) -> None:
    def out_of_memory(*_: object) -> None:
        raise MemoryError

    session = new_session(memory=7)
    with monkeypatch.context() as patch:
        patch.setattr("malecon.players.searchers.MctsSearcher", out_of_memory)
        answer = talk("genmove w", session=session)[0]
    assert answer.startswith("? ")
    assert "7 MB" in answer
    assert ask("genmove w", session=session)
