"""GTP syntax: comments, ids, control characters, long lines, garbage. Every line that is not empty gets one answer."""

from __future__ import annotations

import io
import threading
from types import SimpleNamespace

import pytest
from support.gtp_talk import chunks, talk

from malecon.interfaces.gtp import lines
from malecon.interfaces.gtp.lines import MAX_LINE, LineReader, split_lines
from malecon.interfaces.gtp.protocol import MAX_ERROR, failure, success


@pytest.mark.parametrize("line", ["", "   ", "\t", "# a comment", "  # another", "\r", b"\x00\x07\x7f", "\t \r"])
def test_an_empty_line_gets_no_answer(line: str | bytes) -> None:
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
def test_ids_spaces_comments_and_control_characters_follow_the_protocol(line: str | bytes, answer: str) -> None:
    assert talk(line) == [answer]


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("fly", "? unknown command: fly"),
        ("9 genmov w", "?9 unknown command: genmov; did you mean genmove?"),
        ("12", "?12 syntax error: no command after the id"),
        ("2147483648 name", "? syntax error: id is larger than 2147483647"),
        ("9" * 5000, "? syntax error: id is larger than 2147483647"),
        ("komi", "? syntax error: usage: komi NUMBER"),
        ("komi soft", "? syntax error: 'soft' is not a number"),
        ("komi nan", "? syntax error: 'nan' is not a number"),
        ("play w", "? syntax error: usage: play COLOUR MOVE"),
        ("play green d4", "? syntax error: 'green' is not a colour: black, white, b or w"),
        ("NAME", "? unknown command: NAME"),
    ],
)
def test_a_wrong_line_gets_a_one_line_error(line: str, answer: str) -> None:
    assert talk(line) == [answer]


def test_garbage_is_one_unknown_command_and_the_next_line_is_answered() -> None:
    first, second = talk(bytes(range(128, 256)) + b"\xff\xfe", "name")
    assert first.startswith("? unknown command: ")
    assert first.isprintable()
    assert second == "= Malecon"


def test_a_line_that_is_too_long_is_rejected_once_and_the_next_is_answered() -> None:
    first, second = talk(b"play " * (MAX_LINE // 4), "name")
    assert first == f"? syntax error: line is longer than {MAX_LINE} bytes"
    assert second == "= Malecon"


def test_a_long_comment_does_not_make_a_line_too_long() -> None:
    assert talk("name # " + "x" * (2 * MAX_LINE)) == ["= Malecon"]
    assert talk("#" + "x" * (2 * MAX_LINE)) == []


def test_the_last_line_needs_no_newline() -> None:
    reader = LineReader(_reader(b"name\nversion", 3))
    assert [reader.next().data, reader.next().data, reader.next()] == [b"name", b"version", None]  # type: ignore[union-attr]


def _reader(data: bytes, size: int):
    pieces = chunks(data, size)
    return lambda _: next(pieces, b"")


@pytest.mark.parametrize("size", [1, 2, 7, 1000])
def test_lines_do_not_depend_on_chunk_size(size: int) -> None:
    data = b"one\n\ntwo\r\n" + b"x" * 50 + b"\nlast"
    assert [line for line, _ in split_lines(_reader(data, size))] == [b"one", b"", b"two\r", b"x" * 50, b"last"]


def test_a_read_error_ends_the_input() -> None:
    def read(_: int) -> bytes:
        raise OSError

    assert LineReader(read).next() is None


def test_an_interrupt_applies_to_the_lines_before_it() -> None:
    gate = threading.Event()
    pieces = iter([b"one\n# interrupt\ntwo\n", b""])

    def read(_: int) -> bytes:
        piece = next(pieces)
        if not piece:
            gate.wait(10)
        return piece

    reader = LineReader(read)
    one, two = reader.next(), reader.next()
    assert one is not None
    assert two is not None
    assert reader.is_interrupted(one)
    assert not reader.is_interrupted(two)
    gate.set()
    assert reader.next() is None


@pytest.mark.parametrize(("seconds", "is_abandoned"), [(0.1, False), (5.0, True)])
def test_the_end_of_the_input_interrupts_lines_that_did_not_come_together_with_it(
    monkeypatch: pytest.MonkeyPatch, seconds: float, is_abandoned: bool
) -> None:
    times = iter([100.0, 100.0 + seconds])
    monkeypatch.setattr(lines, "time", SimpleNamespace(monotonic=lambda: next(times)))
    reader = LineReader(io.BytesIO(b"genmove w\n").read)
    line = reader.next()
    assert line is not None
    assert reader.next() is None
    assert reader.is_interrupted(line) == is_abandoned


def test_a_response_contains_no_empty_line() -> None:
    assert success("5", "a\n\n \n b\n\n") == "=5 a\n b\n\n"
    assert success("") == "=\n\n"


def test_an_error_is_one_printable_line_of_limited_length() -> None:
    assert failure("1", "a\n\tb\x07") == "?1 a b?\n\n"
    assert len(failure("", "x" * 10_000)) == MAX_ERROR + 4
    assert failure("", "") == "? error\n\n"


def test_quit_is_answered_and_later_lines_are_not() -> None:
    assert talk("1 quit", "2 name") == ["=1"]
