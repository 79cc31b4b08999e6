"""Invalid files: each is rejected in one line that says where the error is and how to fix it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from malecon import GameError, GameRecord, Havannah, RecordError
from malecon.games.sgf import grammar


def refusal(data: bytes | str, **options: str) -> str:
    """Return the error message for a text."""
    with pytest.raises(RecordError) as caught:
        GameRecord.parse_all(data, **options)
    line = str(caught.value)
    assert line.isprintable()
    assert len(line) < 300
    return line


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "the file is empty"),
        (b" \r\n\t\0", "the file is empty"),
        (b"hello", "not an SGF file; a record looks like (;"),
        (bytes(range(256)) * 9, "not an SGF file"),
        (b"\x89PNG\r\n\x1a\n(;\x00\x01[", "invalid SGF"),
        (b"(;", "unexpected end of SGF data"),
        (b"(;SZ[4]", "unexpected end of SGF data"),
        (b"(;SZ[4];W[a1]", "unexpected end of SGF data"),
        (b"(;SZ[4]W)", "property with no values"),
        (b"(;[4])", "unexpected value"),
        (b"(;SZ[4](;W[a1])W[b1])", "property value outside a node"),
        (b"(;SZ[4])(;SZ[4]", "in game 2: unexpected end"),
        (b"(;sz[4])", "lower case"),
        ("(;SZ[4]C[\ud800])", "lone surrogate"),
    ],
)
def test_input_that_is_not_sgf_is_rejected(data: bytes | str, words: str) -> None:
    assert words in refusal(data)


@pytest.mark.parametrize(
    ("root", "words"),
    [
        ("", "the root has no SZ; add the base, such as SZ[8]"),
        ("SZ[]", "the root has no SZ"),
        ("SZ[four]", "SZ[four] is not a base"),
        ("SZ[-4]", "SZ[-4]"),
        ("SZ[\uff14]", "is not a base; write a number, such as SZ[8]"),
        ("SZ[1]", "SZ[1]: Havannah needs a base from 2 to 14, not 1"),
        ("SZ[15]", "needs a base from 2 to 14"),
        (f"SZ[{'9' * 5000}]", "SZ[999999999999999999999...]"),
        ("SZ[4][5]", "SZ has 2 values; keep one"),
        (
            "GM[1]SZ[4]",
            "GM[1] is not a known game; write GM[havannah] or GM[breakthrough] or GM[amazons]",
        ),
        ("SZ[4]AW[z9]", "AW[z9]: 'z9' is not on a base-4 board"),
        ("SZ[4]AB[a1:c3]", "AB[a1:c3]"),
        ("SZ[4]AE[swap]", "AE[swap]"),
        ("SZ[4]AW[a1]AB[a1]", "AW and AB: a1 is listed for both White and Black"),
        ("SZ[2]AW[a1][b1]", "AW and AB: White has already won on this board"),
        ("SZ[4]PL[nobody]", "PL[nobody] is not a side to move; write PL[W] or PL[B]"),
    ],
)
def test_an_invalid_root_is_rejected(root: str, words: str) -> None:
    assert words in refusal(f"(;{root})")


@pytest.mark.parametrize(
    ("moves", "words"),
    [
        (";W[a1];B[a1]", "move 2, B[a1]: a1 is occupied by a white stone"),
        (";W[a1];B[z9]", "move 2, B[z9]: 'z9' is not on a base-4 board"),
        (";W[]", "move 1, W[]: '' is not a move"),
        (";W[pass]", "move 1, W[pass]: 'pass' is not a move"),
        (";W[a1];W[b1]", "move 2, W[b1]: Black is to move; write B[b1]"),
        (";W[a1];B[b1];W[c1];W[d1]", "move 4, W[d1]: Black is to move"),
        (";W[a1][b1]", "move 1: one node has 2 moves; write a node for each"),
        (";W[a1]B[b1]", "move 1: one node has 2 moves"),
        (";W[a1];B[b1];W[swap]", "move 3, W[swap]: swap is legal only in answer to the first stone"),
        (";B[a1];W[swap]", "swap is legal only in answer to White's first stone on an empty board"),
        (";W[resign];B[a1]", "B[a1]: the game is over (Black wins by resignation); remove the moves after its end"),
        (";W[a1];B[resign];B[resign]", "B[resign]: the game is over"),
        (";W[a1];B[draw];W[b1]", "W[b1]: the game is over (Draw by agreement)"),
        (";W[a1];B[resign];W[draw]", "W[draw]: the game is over"),
        (";W[a1];AB[b1]", "before move 2: AB is allowed in the root only"),
        (";W[a1];PL[W]", "before move 2: PL"),
        (";W[a1](;B[b1])(;B[b2];W[b2])", "move 3 of a variation, W[b2]: b2 is occupied by a black stone"),
        (";W[" + "x\n\0" * 50 + "]", "move 1, W[x ?x ?"),
    ],
)
def test_an_illegal_move_is_rejected_with_its_number(moves: str, words: str) -> None:
    assert words.replace(" ?", "??") in refusal(f"(;GM[havannah]SZ[4]{moves})")


def test_a_move_after_the_win_is_rejected() -> None:
    line = refusal("(;GM[havannah]SZ[3];W[a1];B[a2];W[b1];B[b2];W[c1];B[c2])")
    assert line == "move 6, B[c2]: the game is over (White wins by bridge); remove the moves after its end"


def test_errors_name_the_game_of_a_collection() -> None:
    assert refusal("(;SZ[4])(;SZ[4];W[a9])").startswith("game 2: move 1, W[a9]: ")


def test_given_coordinates_must_exist_and_fit() -> None:
    assert "'grid' or 'littlegolem', not 'chess'" in refusal("(;SZ[4])", coordinates="chess")
    assert "in Little Golem coordinates" in refusal("(;SZ[4];W[g7])", coordinates="littlegolem")
    with pytest.raises(GameError, match="'grid' or 'littlegolem', not 'chess'"):
        GameRecord(base=4).sgf("chess")


# --- encodings --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("encoding", ["UTF-8", "latin-1", "cp1252", "ISO-8859-15", "utf-16", "mac-roman", "utf-7"])
def test_a_file_is_decoded_with_the_encoding_in_ca(encoding: str) -> None:
    record = GameRecord.parse(f"(;CA[{encoding}]SZ[4]PW[José]C[déjà vu];W[a1])".encode(encoding))
    assert (record.white, record.root.comment) == ("José", "déjà vu")
    assert "PW[José]" in record.sgf()


def test_characters_that_contain_the_byte_of_a_backslash_are_read() -> None:
    record = GameRecord.parse("(;CA[Shift_JIS]SZ[4]PW[表]C[ソ];W[a1])".encode("shift_jis"))
    assert (record.white, record.root.comment, record.moves) == ("表", "ソ", ["a1"])


def test_without_ca_a_file_is_utf_8_or_else_latin_1() -> None:
    for encoding in ("utf-8", "utf-8-sig", "latin-1"):
        assert GameRecord.parse("(;SZ[4]PW[José])".encode(encoding)).white == "José", encoding
    assert GameRecord.parse("(;SZ[4]CA[]PW[José])".encode()).white == "José"


@pytest.mark.parametrize(
    "name", ["klingon", "punycode", "idna", "base64", "zlib", "rot13", "undefined", "a\0b", "é" * 99]
)
def test_an_unknown_encoding_is_rejected(name: str) -> None:
    assert "is not a known encoding; write CA[UTF-8]" in refusal(f"(;CA[{name}]SZ[4])".encode())


def test_undecodable_text_is_rejected() -> None:
    assert refusal(b"(;CA[UTF-8]SZ[4]C[\xff])").startswith(
        "the text is not valid utf-8 at byte 18, although CA says so"
    )
    assert refusal(b"\xff\xfe(").startswith("the text is not valid utf-16")


def test_a_file_has_one_encoding() -> None:
    assert "game 2 has a different encoding" in refusal(b"(;CA[UTF-8]SZ[4])(;CA[latin-1]SZ[4])")
    assert len(GameRecord.parse_all(b"(;CA[UTF-8]SZ[4])(;CA[utf8]SZ[4])(;SZ[4])")) == 3


# --- files ------------------------------------------------------------------------------------------------------------


def test_file_errors_name_the_file(tmp_path: Path) -> None:
    missing, folder = tmp_path / "missing.sgf", tmp_path
    cases = (
        (missing, "no such file or folder"),
        (folder, "it is a folder; name a file"),
        (tmp_path / "a\0b", "the name contains a null byte"),
        (tmp_path / ("x" * 300), "file name too long"),
    )
    for path, why in cases:
        for read in (GameRecord.read, GameRecord.read_all):
            with pytest.raises(RecordError) as caught:
                read(path)
            assert str(caught.value) == f"{path}: cannot read the file: {why}"
    for path in (folder, missing / "more.sgf"):
        with pytest.raises(RecordError, match="cannot write the file"):
            GameRecord(base=4).write(path)


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="the administrator may read everything")
def test_a_permission_error_names_the_file(tmp_path: Path) -> None:
    path = tmp_path / "locked.sgf"
    path.write_text("(;SZ[4])")
    path.chmod(0)
    with pytest.raises(RecordError, match="permission denied"):
        GameRecord.read(path)


def test_a_parse_error_names_the_file(tmp_path: Path) -> None:
    path = tmp_path / "broken.sgf"
    path.write_text("(;SZ[4];W[a9])")
    with pytest.raises(RecordError, match=r"broken\.sgf: move 1, W\[a9\]: "):
        GameRecord.read(path)


def test_huge_files_are_rejected_immediately(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "huge.sgf"
    with path.open("wb") as file:
        file.truncate(grammar.MAX_BYTES + 1)
    with pytest.raises(RecordError, match="larger than 64 MB; split it"):
        GameRecord.read(path)
    monkeypatch.setattr(grammar, "MAX_NODES", 1000)
    assert "more than 1,000 moves; split it" in refusal("(;SZ[4]" + ";" * 1000 + ")")


# --- writing ----------------------------------------------------------------------------------------------------------


def test_invalid_properties_are_rejected() -> None:
    record = GameRecord(base=4)
    record.root.properties["lower"] = ["x"]
    with pytest.raises(RecordError, match="use capital letters"):
        record.sgf()
    record.root.properties = {"XX": ["a]b"]}
    with pytest.raises(RecordError, match="unescaped bracket"):
        record.sgf()
    with pytest.raises(RecordError, match="lone surrogate"):
        record.white = "\ud800"


def test_a_board_too_large_for_little_golem_coordinates_is_rejected() -> None:
    record = GameRecord.from_position(Havannah(base=14, moves="n14 aa27"))
    assert GameRecord.parse(record.sgf()).moves == ["n14", "aa27"]
    with pytest.raises(RecordError, match="cannot write aa27 in littlegolem coordinates"):
        record.sgf("littlegolem")


def test_an_unknown_game_is_rejected() -> None:
    with pytest.raises(GameError, match="unknown game 'chess'; choose one of havannah"):
        GameRecord("chess")
