"""External engines as players: following a game, the clock, and the ways in which an engine can forfeit."""

from __future__ import annotations

import os
import subprocess
import sys
import time

import pytest
from support import PROJECT

import malecon
from malecon.games.catalogue import position_class
from malecon.games.errors import GameError
from malecon.lab.matches.game import play_game
from malecon.lab.matches.match import A, B, Match
from malecon.lab.matches.sgf_output import game_record
from malecon.players.engine_files import EngineConfig, find_engine, known_engines
from malecon.players.external import GtpPlayer, board_text
from malecon.players.factory import make_player
from malecon.players.gtp_client import EngineError, GtpClient, log_traffic
from malecon.players.player import CRASH, FORFEIT, TIME_LOSS, HandshakeError, Limit, PlayerFault

STUB = PROJECT / "tests" / "support" / "stub_engine.py"
FAST = Limit(seconds=20)


def stub(manner: str = "well") -> str:
    """Return the text of a player with this misbehaviour."""
    return f"gtp:{sys.executable} {STUB} {manner}"


@pytest.fixture
def engines_file(tmp_path, monkeypatch):
    """Write an engines file for one test."""
    path = tmp_path / "engines.toml"
    monkeypatch.setenv("MALECON_ENGINES", str(path))

    def write(text: str) -> None:
        path.write_text(text)

    return write


def is_running(pid: int) -> bool:
    """Return whether a process exists, zombies included."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


# --- following a game -------------------------------------------------------------------------------------------------


def test_an_engine_follows_the_game_and_plays_on():
    player, position = GtpPlayer(stub()), malecon.Havannah(base=4)
    for reply in ("b2", "c3", "d4"):
        position.play(player.decide(position, FAST).move)
        position.play(reply)
    assert position.moves == ["a1", "b2", "b1", "c3", "c1", "d4"]
    player.close()


def test_an_engine_is_sent_the_whole_game_if_it_branches_off():
    player = GtpPlayer(stub())
    assert player.decide(malecon.Havannah(base=4), FAST).move == "a1"
    assert player.decide(malecon.Havannah(base=4, moves="b1 a1"), FAST).move == "c1"
    assert player.decide(malecon.Havannah(base=4, moves="a1 b1"), FAST).move == "c1"
    player.close()


def test_a_closed_player_restarts():
    player, position = GtpPlayer(stub()), malecon.Havannah(base=4)
    assert player.decide(position, FAST).move == player.decide(position, FAST).move == "a1"
    player.close()
    player.close()
    assert player.decide(position, FAST).move == "a1"
    player.close()


def test_lines_between_answers_are_ignored():
    player = GtpPlayer(stub("chatty"))
    assert player.decide(malecon.Havannah(base=4, moves="a1"), FAST).move == "b1"
    player.close()


def test_a_set_up_position_is_an_error():
    player = GtpPlayer(stub())
    with pytest.raises(GameError, match="cannot start from a set-up position"):
        player.decide(malecon.Havannah.from_stones(4, ["a1"], ["b2"]), FAST)
    player.close()


def test_a_finished_game_is_an_error():
    with pytest.raises(GameError, match="the game is over"):
        GtpPlayer(stub()).decide(malecon.Havannah(base=4, moves="a1 d7 b1 e7 c1 f7 d1"))


@pytest.mark.parametrize(
    ("coordinates", "written", "move"),
    [("grid", "d6", "d6"), ("littlegolem", "F2", "d6"), ("gogui", "J9", "i9")],
)
def test_cells_are_written_in_the_engines_notation(engines_file, coordinates, written, move):
    engines_file(f'[odd]\ncommand = "{sys.executable}"\ncoordinates = "{coordinates}"')
    player = GtpPlayer("gtp:odd")
    position = malecon.Havannah(base=5 if coordinates == "gogui" else 4)
    assert player._write(position, move) == written
    assert player._read(position, f"{written} and more") == move
    assert player._write(position, "swap") == "swap"
    assert player._read(position, "SWAP") == "swap"


@pytest.mark.parametrize(
    ("position", "text"),
    [
        (malecon.Havannah(base=6, swap_rule=True), "6"),
        (position_class("breakthrough")(), "8"),
        (position_class("breakthrough")(6, 5), "6x5"),
        (position_class("breakthrough")(5, 4, piece_rows=1), "5x4/1"),
        (position_class("amazons")(), "10"),
        (position_class("amazons")(6, 6), "6"),
        (position_class("amazons")(4, 4, layout="a1 d1 / a4 d4"), "4x4: a1 d1 / a4 d4"),
    ],
)
def test_the_boardsize_command_names_the_board(position, text):
    assert board_text(position) == text


# --- limits -----------------------------------------------------------------------------------------------------------


def received(player: GtpPlayer) -> list[str]:
    """Return the commands that the stub received."""
    assert player._client is not None
    player._client.ask("name", 600)
    end = time.monotonic() + 600
    while "name" not in player._client._errors and time.monotonic() < end:
        time.sleep(0.01)
    return list(player._client._errors)


def test_an_unknown_engine_gets_the_standard_time_command():
    player = GtpPlayer(stub())
    player.decide(malecon.Havannah(base=4), Limit(seconds=19.5))
    assert received(player) == ["boardsize 4", "time_settings 0 20 1", "name"]
    player.close()


def test_an_engine_with_time_per_move_gets_exact_seconds():
    player = GtpPlayer(stub("modern"))
    player.decide(malecon.Havannah(base=4), Limit(seconds=19.5))
    assert received(player) == ["boardsize 4", "time_per_move 19.5", "name"]
    player.close()


def test_templates_of_the_engines_file_are_filled_in(engines_file):
    engines_file(
        f'[mine]\ncommand = "{sys.executable} {STUB} well"\nboardsize = "size {{size}}"\n'
        'seconds = "think {milliseconds}"\nsimulations = "runs {simulations}"'
    )
    player = GtpPlayer("gtp:mine")
    player.decide(malecon.Havannah(base=4), Limit(seconds=20, simulations=70))
    assert received(player) == ["think 20000", "runs 70", "name"]
    player.close()


def test_an_engine_without_a_simulations_command_is_an_error():
    player = GtpPlayer(stub())
    with pytest.raises(GameError, match="no command for simulations"):
        player.decide(malecon.Havannah(base=4), Limit(simulations=10))
    player.close()


def test_an_engine_that_does_not_suit_the_match_stops_it():
    with pytest.raises(GameError, match=r"no result in game 1 of .*: .* has no command for simulations"):
        game(stub(), limits=(Limit(simulations=10), FAST))


def test_an_engine_that_cannot_be_started_stops_the_match(tmp_path):
    program = tmp_path / "engine"
    program.write_text("neither a script nor a program")
    program.chmod(0o755)
    with pytest.raises(GameError, match=r"no result in game 1 .*: cannot start .*Exec format error"):
        game(f"gtp:{program}")


def test_a_killed_engine_stops_the_match():
    with pytest.raises(GameError, match=r"no result in game 1 .*: the engine was killed during 'genmove white'"):
        game(stub("killed"))


# --- the handshake ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("player", "reason"),
    [
        ("gtp:/bin/false", "the protocol: the engine exited"),
        (stub("old"), "the protocol: the engine speaks version '1' of GTP; version 2 is needed"),
        (stub("wrong"), "a move: the engine answered 'z99'"),
    ],
    ids=["no engine", "old protocol", "illegal move"],
)
def test_a_broken_engine_stops_the_run_before_the_first_game(player, reason):
    with pytest.raises(HandshakeError) as error:
        game(player)
    assert str(error.value).startswith(f"{player} failed the handshake, no game was played: {reason}")
    assert "\n" not in str(error.value)


def test_an_engine_that_refuses_its_configured_time_command_fails_the_handshake(engines_file):
    engines_file(f'[mine]\ncommand = "{sys.executable} {STUB} timeless"\nseconds = "time {{seconds}}"')
    with pytest.raises(HandshakeError, match="the limit of a move: 'time 1' failed: I will not"):
        game("gtp:mine")


def test_an_engine_without_time_commands_plays_by_an_external_clock():
    result = game(stub("timeless"), clocks=("60+1", "60+1"))
    assert not result.is_forfeit
    assert result.notes[0].clock > 60


def test_an_external_clock_can_be_configured(engines_file):
    engines_file(f'[mine]\ncommand = "{sys.executable} {STUB} well"\nclock = "external"')
    player = GtpPlayer("gtp:mine")
    player.decide(malecon.Havannah(base=4), FAST)
    assert received(player) == ["boardsize 4", "name"]
    player.close()


def test_name_version_and_digest_of_an_engine_are_part_of_the_result(tmp_path):
    program = tmp_path / "engine.py"
    program.write_text(STUB.read_text())
    match = Match(f"gtp:{sys.executable} {program} named", "random", (FAST, FAST), 2, options=(("base", 4),))
    result = play_game(match, 0)
    assert result.engines == (f"3.1 [{match.engines[0]}]", "")
    program.write_text(STUB.read_text() + "# rebuilt\n")
    rebuilt = Match(match.a, "random", (FAST, FAST), 2, options=(("base", 4),))
    assert rebuilt.key != match.key, "a rebuilt engine is played anew"


def test_the_traffic_can_be_logged(tmp_path):
    log_traffic(tmp_path / "traffic.log")
    try:
        player = GtpPlayer(stub())
        player.decide(malecon.Havannah(base=4), FAST)
        player.close()
    finally:
        log_traffic(None)
    lines = (tmp_path / "traffic.log").read_text().splitlines()
    assert [line.split(" ", 2)[2] for line in lines[-3:]] == ["> genmove white", "< = a1", "> quit"]


# --- matches ----------------------------------------------------------------------------------------------------------


def game(a: str, b: str = "random", **changes):
    """Play one game on base 4."""
    settings = {"limits": (FAST, FAST), "options": (("base", 4),), "games": 2} | changes
    return play_game(Match(a, b, **settings), 0)


def test_two_engines_play_a_whole_game():
    result = game(stub(), stub())
    assert not result.is_forfeit
    assert result.forfeit_reason == ""
    assert result.moves[:4] == ("a1", "b1", "c1", "d1")


@pytest.mark.parametrize(
    ("manner", "kind", "reason"),
    [
        ("illegal", FORFEIT, "IllegalMoveError: a1 is occupied by a white stone"),
        ("nonsense", FORFEIT, "EngineError: the engine answered 'elephant'"),
        ("silent", FORFEIT, "EngineError: the engine answered genmove without a move"),
        ("refusing", FORFEIT, "CommandRefusedError: 'genmove white' failed: I will not"),
        ("crashing", CRASH, "EngineError: the engine exited during 'genmove white' with exit code 3: out of ideas"),
    ],
)
def test_a_failing_engine_forfeits_with_a_reason(manner, kind, reason):
    result = game(stub(manner))
    assert (result.winner, result.how) == (B, kind)
    assert reason in result.forfeit_reason


@pytest.mark.slow
def test_a_late_engine_forfeits(engines_file):
    engines_file(f'[slow]\ncommand = "{sys.executable} {STUB} late"\ntolerance = 0.1')
    result = game("gtp:slow", limits=(Limit(seconds=1.5), FAST))
    assert (result.winner, result.how) == (B, TIME_LOSS)
    assert "the limit was 1.5 s plus 0.1 s tolerance" in result.forfeit_reason


def test_a_resignation_is_an_ordinary_loss():
    settings = {"limits": (FAST, FAST), "options": (("base", 4),), "games": 2}
    match = Match(stub("resigning"), "random", **settings)
    result = play_game(match, 1)
    assert (result.winner, result.how, result.white) == (B, "resignation", B)
    record = game_record(match, result)
    assert record.result == "W+resign"
    assert play_game(match, 0).winner == B


def test_no_process_is_left_behind(monkeypatch):
    pids = []
    start = GtpClient.__init__

    def note(client, command):
        start(client, command)
        pids.append(client.pid)

    monkeypatch.setattr(GtpClient, "__init__", note)
    for manner in ("well", "crashing", "illegal"):
        game(stub(manner), stub())
    assert len(pids) >= 6
    assert not [pid for pid in pids if is_running(pid)]


def test_an_engine_that_ignores_quit_is_killed():
    client = GtpClient([sys.executable, "-c", "import time; time.sleep(1000)"])
    client.close()
    assert not is_running(client.pid)


def test_the_engine_ends_with_its_garbage_collected_player():
    client = GtpClient([sys.executable, str(STUB)])
    pid = client.pid
    assert is_running(pid)
    del client
    assert not is_running(pid)


def test_an_engine_ends_with_the_program_that_started_it():
    program = f"""
from malecon.players.gtp_client import GtpClient
client = GtpClient([{sys.executable!r}, {str(STUB)!r}])
print(client.pid, flush=True)
"""
    result = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=600, check=True)
    assert not is_running(int(result.stdout))


def test_every_answer_has_a_timeout():
    client = GtpClient([sys.executable, "-c", "import time; time.sleep(1000)"])
    with pytest.raises(EngineError, match="no answer to 'name' within"):
        client.ask("name", 0.2)
    assert not is_running(client.pid)


# --- names and files --------------------------------------------------------------------------------------------------


def test_a_missing_program_is_reported_before_any_game():
    with pytest.raises(GameError, match="program 'no-such-engine' not found"):
        Match("gtp:no-such-engine --fast", "random")
    with pytest.raises(GameError, match="gtp: needs a command or the name of an engine"):
        make_player("gtp: ")


def test_engines_are_found_by_name(engines_file):
    assert {"castro", "malecon"} <= set(known_engines())
    engines_file(f'[castro]\ncommand = "{sys.executable} -V"\n[mine]\ncommand = "{sys.executable}"')
    assert find_engine("castro").command == f"{sys.executable} -V"
    assert find_engine("mine") == EngineConfig(sys.executable)
    assert make_player("gtp:mine").name == "gtp:mine"


def test_seed_memory_and_threads_are_passed_to_the_command(engines_file):
    engines_file(f'[mine]\ncommand = "{sys.executable} {{seed}} {{memory}} {{threads}}"')
    player = make_player("gtp:mine", seed=7, memory=64, threads=2)
    assert player._arguments == [sys.executable, "7", "64", "2"]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("[x", "engines.toml: "),
        ("x = 3", "an engine needs a table with a command"),
        ("[x]\ninitial = []", "an engine needs a table with a command"),
        ('[x]\ncommand = "a"\nspeed = 3', "unknown engine setting 'speed'"),
        ('[x]\ncommand = "a"\ninitial = "b"', "initial = 'b': expected a list of strings"),
        ('[x]\ncommand = "a"\ntolerance = -1', "tolerance = -1: expected a number of at least 0"),
        ("[x]\ncommand = 3", "command = 3: expected a string"),
        ('[x]\ncommand = "a {colour}"', "cannot parse the command"),
        ('[x]\ncommand = "a \'b"', "cannot parse the command"),
    ],
)
def test_a_mistake_in_the_engines_file_is_reported_in_one_line(engines_file, text, reason):
    engines_file(text)
    with pytest.raises(GameError, match=reason.replace("[", r"\[")):
        find_engine("x")


# --- our server -------------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_match_between_two_of_our_servers_has_no_forfeit(engines_file):
    program = "from malecon.interfaces.cli import main; main()"
    engines_file(f"""[ours]\ncommand = "{sys.executable} -c '{program}' gtp --seed {{seed}} --memory 8" """)
    settings = {"limits": (Limit(simulations=30),) * 2, "options": (("base", 4),), "games": 2}
    result = play_game(Match("gtp:ours", "gtp:ours", **settings), 0)
    assert not result.is_forfeit, result.forfeit_reason
    assert result.winner in (A, B, None)


@pytest.mark.slow
def test_a_server_of_another_game_is_an_error():
    class Other(malecon.Havannah):
        game = "othello"

    program = "from malecon.interfaces.cli import main; main()"
    player = GtpPlayer(f"gtp:{sys.executable} -c '{program}' gtp --player random")
    with pytest.raises(GameError, match="plays havannah, not othello") as error:
        player.decide(Other(base=4), FAST)
    assert not isinstance(error.value, PlayerFault)
    player.close()


def test_malecon_is_this_program_even_if_not_on_the_path(monkeypatch):
    monkeypatch.setenv("PATH", "")
    assert find_engine("malecon gtp --base 5").arguments() == [sys.executable, "-m", "malecon", "gtp", "--base", "5"]
    assert find_engine("malecon").arguments(seed=1, memory=2, threads=3)[:4] == [sys.executable, "-m", "malecon", "gtp"]
