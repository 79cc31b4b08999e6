"""`malecon gtp` as a process: options, ways to stop it, and broken pipes."""

from __future__ import annotations

import subprocess
import sys

import pytest
from support.commands import PROGRAM, Terminal, restore_sigint, run

from malecon.interfaces.cli import main


@pytest.mark.slow
def test_a_game_through_pipes(warm):
    script = "1 name\nboardsize 3\r\nplay w a1\ngenmove b\n# over\n\nhistory\nquit\nname\n"
    result = run("gtp", "--simulations", "30", "--seed", "1", "--memory", "8", stdin=script)
    assert result.returncode == 0, result.stderr
    first, *others = result.stdout.split("\n\n")
    assert first == "=1 Malecon"
    assert others[3] == f"= a1 {others[2].removeprefix('= ')}"
    assert others[4:] == ["=", ""]
    assert result.stderr == ""


@pytest.mark.slow
def test_python_m_malecon_works_and_end_of_input_stops_the_server():
    result = subprocess.run(
        [sys.executable, "-m", "malecon", "gtp", "--player", "random", "--game", "breakthrough"],
        input="all_legal\nname",
        capture_output=True,
        text=True,
        timeout=600,
    )
    assert result.returncode == 0, result.stderr
    assert result.stdout.count("-") == 22
    assert result.stdout.endswith("= Malecon\n\n")


@pytest.mark.slow
def test_ctrl_c_stops_the_server_without_a_traceback(warm):
    terminal = Terminal("gtp", "--player", "random", TERM="xterm")
    terminal.type("name\n")
    terminal.wait_for("= Malecon")
    terminal.type("\x03")
    assert terminal.leave() == 130
    assert "Traceback" not in terminal.shown


@pytest.mark.slow
def test_a_broken_pipe_stops_the_server_silently(warm):
    server = subprocess.Popen(
        [*PROGRAM, "gtp", "--player", "random"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=restore_sigint,
    )
    server.stdout.close()
    _, errors = server.communicate(b"list_commands\n" * 1000, timeout=600)
    assert errors == b""
    assert server.returncode == 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--resign", "2"], "--resign"),
        (["--base", "99"], "2 to 14"),
        (["--game", "chess"], "chess"),
        (["--player", "nobody"], "nobody"),
        (["--player", "gtp:no-such-engine"], "no-such-engine"),
        (["--seconds", "0"], "seconds"),
        (["--threads", "0"], "threads"),
        (["--game", "breakthrough", "--swap"], "swap rule"),
    ],
)
def test_a_wrong_option_gives_a_one_line_error_and_exit_code_2(capsys, warm, arguments, message):
    with pytest.raises(SystemExit) as leaving:
        main(["gtp", *arguments])
    printed = capsys.readouterr()
    assert (leaving.value.code, printed.out) == (2, "")
    assert message in printed.err
    assert printed.err.count("\n") == 1
