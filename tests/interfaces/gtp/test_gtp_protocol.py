"""GTP lines: comments, ids, control signs, long lines, rubbish; every line that says something is answered once."""

from __future__ import annotations

import threading

import pytest
from support.gtp_talk import chunks, talk

from malecon.interfaces.gtp.lines import MAX_LINE, Lines, split_lines
from malecon.interfaces.gtp.protocol import MAX_COMPLAINT, failure, success
from tools import fuzz_gtp


@pytest.mark.parametrize("line", ["", "   ", "\t", "# a comment", "  # another", "\r", b"\x00\x07\x7f", "\t \r"])
def test_a_line_that_says_nothing_is_not_answered(line: str | bytes) -> None:
    assert talk(line) == []


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("name", "= Malecon"),
        ("7 name", "=7 Malecon"),
        ("0 name", "=0 Malecon"),
        ("2147483647 name", "=2147483647 Malecon"),
        ("name\r", "= Malecon"),
        ("  12\tname  # why not", "=12 Malecon"),
        (b"na\x00me\x7f", "= Malecon"),
        ("name#comment", "= Malecon"),
        ("3 known_command play", "=3 true"),
        ("known_command fly", "= false"),
        ("komi 6.5", "="),
        ("4 komi -3", "=4"),
    ],
)
def test_ids_blanks_comments_and_control_signs_are_as_the_protocol_says(line: str | bytes, answer: str) -> None:
    assert talk(line) == [answer]


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("fly", "? unknown command: fly"),
        ("9 genmov w", "?9 unknown command: genmov; did you mean genmove?"),
        ("12", "?12 syntax error: an id is followed by a command"),
        ("2147483648 name", "? syntax error: an id is at most 2147483647"),
        ("9" * 5000, "? syntax error: an id is at most 2147483647"),
        ("komi", "? syntax error: write komi NUMBER"),
        ("komi soft", "? syntax error: 'soft' is not a number"),
        ("komi nan", "? syntax error: 'nan' is not a number"),
        ("play w", "? syntax error: write play COLOUR MOVE"),
        ("play green d4", "? syntax error: 'green' is not a colour: black, white, b or w"),
        ("NAME", "? unknown command: NAME"),
    ],
)
def test_what_is_wrong_is_told_in_one_line(line: str, answer: str) -> None:
    assert talk(line) == [answer]


def test_rubbish_is_one_unknown_command_and_the_next_line_is_obeyed() -> None:
    first, second = talk(bytes(range(128, 256)) + b"\xff\xfe", "name")
    assert first.startswith("? unknown command: ")
    assert first.isprintable()
    assert second == "= Malecon"


def test_a_line_that_is_too_long_is_refused_once_and_the_next_is_obeyed() -> None:
    first, second = talk(b"play " * (MAX_LINE // 4), "name")
    assert first == f"? syntax error: a line has at most {MAX_LINE} bytes"
    assert second == "= Malecon"


def test_a_long_comment_is_no_long_line() -> None:
    assert talk("name # " + "x" * (2 * MAX_LINE)) == ["= Malecon"]
    assert talk("#" + "x" * (2 * MAX_LINE)) == []


def test_the_last_line_needs_no_end() -> None:
    lines = Lines(_reader(b"name\nversion", 3))
    assert [lines.next().data, lines.next().data, lines.next()] == [b"name", b"version", None]  # type: ignore[union-attr]


def _reader(data: bytes, size: int):
    pieces = chunks(data, size)
    return lambda _: next(pieces, b"")


@pytest.mark.parametrize("size", [1, 2, 7, 1000])
def test_lines_are_the_same_however_they_arrive(size: int) -> None:
    data = b"one\n\ntwo\r\n" + b"x" * 50 + b"\nlast"
    assert [line for line, _ in split_lines(_reader(data, size))] == [b"one", b"", b"two\r", b"x" * 50, b"last"]


def test_an_input_that_breaks_off_has_ended() -> None:
    def read(_: int) -> bytes:
        raise OSError

    assert Lines(read).next() is None


def test_an_interrupt_is_meant_for_the_lines_before_it() -> None:
    gate = threading.Event()
    pieces = iter([b"one\n# interrupt\ntwo\n", b""])

    def read(_: int) -> bytes:
        piece = next(pieces)
        if not piece:
            gate.wait(10)
        return piece

    lines = Lines(read)
    one, two = lines.next(), lines.next()
    assert one is not None
    assert two is not None
    assert lines.is_interrupted(one)
    assert not lines.is_interrupted(two)
    gate.set()
    assert lines.next() is None


def test_an_answer_has_no_empty_line_within() -> None:
    assert success("5", "a\n\n \n b\n\n") == "=5 a\n b\n\n"
    assert success("") == "=\n\n"


def test_a_complaint_is_one_printable_line_of_bounded_length() -> None:
    assert failure("1", "a\n\tb\x07") == "?1 a b?\n\n"
    assert len(failure("", "x" * 10_000)) == MAX_COMPLAINT + 4
    assert failure("", "") == "? error\n\n"


def test_quit_is_answered_and_nothing_after_it() -> None:
    assert talk("1 quit", "2 name") == ["=1"]


def test_thousands_of_damaged_lines_are_answered_once_each_in_their_turn() -> None:
    tally = fuzz_gtp.run(3000, seed=20)
    assert tally.lines == 3000
    assert tally.answers > 2000
    assert len(tally.refused) > 10


def test_a_server_that_answers_wrongly_does_not_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    silent = "import sys\nfor line in sys.stdin.buffer: print('=\\n', flush=True)"
    monkeypatch.setattr(fuzz_gtp, "SERVER", (fuzz_gtp.sys.executable, "-c", silent))
    with pytest.raises(fuzz_gtp.FuzzError):
        fuzz_gtp.run(50, seed=1)
