"""Game records as files: SGF, Little Golem's HGF, results and setup stones."""

from __future__ import annotations

import pytest

from malecon import BLACK, WHITE, GameRecord, Havannah, RecordError, __version__

LITTLE_GOLEM = (
    "(;FF[4]EV[havannah.in.size4.4]PB[name1]PW[name2]SZ[4]RU[LG]RE[B]GC[ game #1541446]SO[http://www.littlegolem.com]"
    ";W[E1];B[swap];W[F2];B[D3];W[G1];B[E4];W[G4];B[F3];W[E5];B[D6];W[D5];B[C2];W[G3];B[G2];W[E6];B[E3];W[D7];B[resign])"
)
LITTLE_GOLEM_MOVES = "b5 swap d6 c4 d7 e5 g7 e6 f5 f4 e4 b3 f7 e7 g5 d5 g4"
BRIDGE = "(;GM[havannah]SZ[3]{};W[a1];B[a2];W[b1];B[b2];W[c1])"


def flat(record: GameRecord, coordinates: str | None = None) -> str:
    """Return the SGF without line breaks; no text in these tests has any."""
    return record.sgf(coordinates).replace("\n", "")


# --- our own files ----------------------------------------------------------------------------------------------------


def test_headers_comments_and_variations_round_trip() -> None:
    record = GameRecord(base=5, white="José [1d]", black="a\\b")
    record.event, record.date, record.place, record.source = "Open: final", "2009-12-31", "Ōsaka", "a book"
    record.round, record.annotator, record.comment = "3", "nobody", "two\nlines"
    record.root.comment = "before the first move"
    record.play("e5").comment = "the \\] middle: [e5]\nand more ☃"
    record.play("d4")
    record.root.children[0].branch("f6").comment = "or this"
    again = GameRecord.parse(record.sgf().encode())
    for name in ("white", "black", "event", "date", "place", "source", "round", "annotator", "comment"):
        assert getattr(again, name) == getattr(record, name), name
    assert [node.comment for node in again.nodes()] == [node.comment for node in record.nodes()]
    assert [node.moves for node in again.nodes()] == [node.moves for node in record.nodes()]
    assert again.sgf() == record.sgf()


def test_unknown_properties_survive_in_every_node() -> None:
    text = (
        r"(;FF[4]AP[other:1.0]CA[UTF-8]GM[havannah]KM[6.5]SZ[4]XX[a\:b:c\]d][][two  blanks];AR[a1:b2]W[a1]"
        r"(;B[b1]MN[7]ZZ[\\])(;B[b2]TR[a1][b1]);)"
    )
    record = GameRecord.parse(text.replace(";)", ")"))
    assert flat(record) == text.replace(";)", ")")
    assert record.root.properties["XX"] == [r"a\:b:c\]d", "", "two  blanks"]
    assert record.root.text("XX") == "a:b:c]d"


def test_an_empty_header_is_removed() -> None:
    record = GameRecord(base=4, white="Ada")
    record.white = ""
    assert "PW" not in record.sgf()


def test_a_move_in_the_root_becomes_a_node() -> None:
    record = GameRecord.parse("(;GM[havannah]SZ[4]C[start]W[d4](;B[a1])(;B[b1]))")
    assert (record.root.move, record.root.comment, record.moves) == (None, "start", ["d4", "a1"])
    assert len(record.root.children[0].children) == 2


def test_comments_between_moves_are_kept() -> None:
    text = f"(;FF[4]AP[malecon:{__version__}]CA[UTF-8]GM[havannah]SZ[4];W[a1];C[think];;B[b1];C[end])"
    assert flat(GameRecord.parse(text)) == text


def test_files_contain_one_or_several_games(tmp_path) -> None:
    path = tmp_path / "games.sgf"
    games = [GameRecord(base=base, white=f"José {base}") for base in (3, 4, 5)]
    GameRecord.write_all(games, path)
    assert [record.white for record in GameRecord.read_all(path)] == ["José 3", "José 4", "José 5"]
    assert GameRecord.read(path).options == {"base": 3}
    games[1].write(str(path), coordinates="littlegolem")
    assert GameRecord.read(path).coordinates == "littlegolem"


# --- Little Golem -----------------------------------------------------------------------------------------------------


def test_a_little_golem_file_is_read() -> None:
    record = GameRecord.parse(LITTLE_GOLEM)
    assert record.moves == LITTLE_GOLEM_MOVES.split()
    assert record.options == {"base": 4, "swap_rule": True}
    assert (record.white, record.black, record.comment) == ("name2", "name1", " game #1541446")
    assert record.coordinates == "littlegolem"
    assert str(record.outcome) == "White wins by resignation"
    assert (record.result, record.discrepancy) == ("W+resign", None)
    assert record.position().stone("b5") == BLACK


def test_a_little_golem_file_is_written_in_that_dialect() -> None:
    written = GameRecord.parse(LITTLE_GOLEM).sgf()
    properties = sorted(LITTLE_GOLEM[len("(;FF[4]") : LITTLE_GOLEM.index(";W[")].split("]"))
    assert (
        sorted(written.replace("\n", "")[len("(;FF[4]") : written.replace("\n", "").index(";W[")].split("]"))
        == properties
    )
    assert written.replace("\n", "").endswith(LITTLE_GOLEM[LITTLE_GOLEM.index(";W[") :])


def test_a_game_round_trips_between_the_dialects() -> None:
    record = GameRecord.parse(LITTLE_GOLEM)
    ours = GameRecord.parse(record.sgf("grid"))
    assert (ours.coordinates, ours.moves, ours.options) == ("grid", record.moves, record.options)
    assert "RE[W+resign]RU[swap]" in flat(ours)
    back = GameRecord.parse(ours.sgf("littlegolem"))
    assert (back.coordinates, back.moves, back.options) == ("littlegolem", record.moves, record.options)
    assert "RE[B]RU[LG]" in flat(back)


@pytest.mark.parametrize(
    ("head", "moves", "coordinates"),
    [
        ("SZ[4]RU[LG]", ";W[A4];B[B5]", "littlegolem"),
        ("SZ[4]SO[http://www.littlegolem.net]", ";W[A4];B[B5]", "littlegolem"),
        ("SZ[4]EV[havannah.in.size4.4]", ";W[A4];B[B5]", "littlegolem"),
        ("SZ[4]", ";W[A4];B[B4]", "littlegolem"),
        ("SZ[4]", ";W[a4];B[b4]", "grid"),
        ("SZ[4]GM[havannah]", ";W[a4];B[b4]", "grid"),
        ("SZ[4]GM[Havannah]SO[www.littlegolem.net]", ";W[A4];B[B4]", "grid"),
        ("SZ[4]GM[havannah]RU[LG]", ";W[A4];B[B4]", "littlegolem"),
        ("SZ[4]", ";W[A1];B[A7]", "illegal in both"),
        ("SZ[4]", ";W[D7];B[G7]", "grid"),  # row G has four cells in Little Golem coordinates
        ("SZ[4]", ";W[g1]", "littlegolem"),  # g1 is off the grid
        ("SZ[4]GM[havannah]", ";W[G1]", "littlegolem"),  # mark and case disagree, and only one is legal
        ("SZ[4]AW[D4]AB[E4]", "", "littlegolem"),
        ("SZ[4]AW[d4]AB[e4]", "", "grid"),
        ("SZ[4]RU[LG]", "", "littlegolem"),
        ("SZ[4]", "", "grid"),
    ],
)
def test_the_coordinates_are_detected(head: str, moves: str, coordinates: str) -> None:
    text = f"(;{head}{moves})"
    if coordinates == "illegal in both":
        with pytest.raises(RecordError, match="invalid in grid coordinates too"):
            GameRecord.parse(text)
    else:
        assert GameRecord.parse(text).coordinates == coordinates


def test_a_caller_may_choose_the_coordinates() -> None:
    text = "(;SZ[4];W[E4];B[F3])"
    assert GameRecord.parse(text).moves == ["e5", "e6"]
    assert GameRecord.parse(text, coordinates="grid").moves == ["e4", "f3"]
    with pytest.raises(RecordError, match="move 1, W"):
        GameRecord.parse("(;SZ[4];W[g5])", coordinates="littlegolem")


def test_the_swap_rule_follows_from_ru_or_from_a_swap() -> None:
    for head, rule in (
        ("", False),
        ("RU[swap]", True),
        ("RU[LG]", True),
        ("RU[no swap]", False),
        ("RU[LG, noswap]", False),
    ):
        record = GameRecord.parse(f"(;SZ[4]{head};W[d4])")
        assert record.options.get("swap_rule", False) == rule, head
        for coordinates in ("grid", "littlegolem"):
            assert GameRecord.parse(record.sgf(coordinates)).options == record.options, (head, coordinates)
    assert GameRecord.parse("(;SZ[4];W[d4](;B[a1])(;B[swap]))").options["swap_rule"] is True


def test_other_words_in_ru_are_kept() -> None:
    record = GameRecord.parse("(;GM[havannah]SZ[4]RU[slow, friendly];W[d4];B[swap])")
    assert "RU[swap, slow, friendly]" in flat(record)
    assert "RU[LG, slow, friendly]" in flat(record, "littlegolem")
    assert "RU[swap, slow, friendly]" in flat(GameRecord.parse(record.sgf("littlegolem")), "grid")


# --- results ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "said", ["W+bridge", "W", "White+Bridge", "1-0", "W+", "W+R", "white wins", "?", "Void", "nonsense"]
)
def test_a_result_that_agrees_with_the_board_is_written_back_unchanged(said: str) -> None:
    record = GameRecord.parse(BRIDGE.format(f"RE[{said}]"))
    assert str(record.outcome) == "White wins by bridge"
    assert (record.result, record.discrepancy) == ("W+bridge", None)
    assert f"RE[{said}]" in flat(record)


@pytest.mark.parametrize("said", ["B", "0-1", "Draw", "W+ring", "B+resign"])
def test_the_board_decides_and_the_discrepancy_is_reported(said: str) -> None:
    record = GameRecord.parse(BRIDGE.format(f"RE[{said}]"))
    assert record.outcome is not None
    assert (record.outcome.winner, record.result) == (WHITE, "W+bridge")
    assert record.discrepancy is not None
    assert record.discrepancy.startswith(f"RE[{said}] says")
    assert "White wins by bridge" in record.discrepancy
    assert f"RE[{said}]" in flat(record)


def test_without_re_the_result_comes_from_the_board() -> None:
    assert "RE[W+bridge]" in flat(GameRecord.parse(BRIDGE.format("")))
    assert "RE" not in flat(GameRecord.parse("(;SZ[4];W[d4])"))


def test_a_stated_result_is_dropped_when_the_main_line_changes() -> None:
    record = GameRecord.parse("(;GM[havannah]SZ[3]RE[W+time];W[a1];B[a2])")
    assert (record.result, record.outcome and record.outcome.winner) == ("W+time", WHITE)
    record.root.children[0].branch("b2")
    assert "RE[W+time]" in flat(record), "a variation does not change the game"
    record.play("b1")
    assert (record.result, record.outcome) == ("", None)
    assert "RE" not in flat(record)


def test_a_result_can_be_stated() -> None:
    record = GameRecord(base=4)
    record.play("d4")
    record.result = "B+time"
    assert record.outcome is not None
    assert (record.outcome.winner, str(record.outcome)) == (BLACK, "Black wins")
    assert "RE[B+time]" in flat(record)
    assert "RE[W]" in flat(record, "littlegolem"), "Little Golem names the loser"
    record.result = ""
    assert record.outcome is None


def test_a_claimed_win_that_is_not_on_the_board_is_reported() -> None:
    record = GameRecord.parse("(;SZ[4]RE[W+ring];W[d4])")
    assert record.discrepancy == "RE[W+ring] says White wins by ring, but the game on the board is not over"
    assert GameRecord.parse("(;SZ[4]RE[W+resign];W[d4])").discrepancy is None


def test_a_full_board_is_a_draw() -> None:
    record = GameRecord(base=3)
    moves = "a3 e5 d4 e3 c4 b4 e4 c2 d5 d3 c3 b1 d2 b2 b3 c5 c1 a2 a1"
    for move in moves.split():
        assert record.outcome is None
        record.play(move)
    assert (record.result, str(record.outcome)) == ("Draw", "Draw")
    assert "RE[Draw]" in flat(record)
    for said in ("Draw", "0", "1/2-1/2"):
        assert GameRecord.parse(record.sgf().replace("Draw", said)).discrepancy is None
    assert GameRecord.parse(record.sgf().replace("Draw", "W+fork")).discrepancy is not None


def test_all_connections_of_a_win_are_written() -> None:
    moves = "d2 a3 e3 d3 c3 e4 b3 c2 e5 b1 c4 a2 b2 c5 b4 d5 d4 a1"
    record = GameRecord.from_position(Havannah(base=3, moves=moves))
    assert record.result == "B+bridge+fork"
    again = GameRecord.parse(record.sgf())
    assert (again.outcome, again.discrepancy) == (record.outcome, None)


# --- setup ------------------------------------------------------------------------------------------------------------


def test_setup_stones_are_placed_before_the_first_move() -> None:
    record = GameRecord.parse("(;GM[havannah]SZ[4]AW[a1][b2]AB[d4]AE[c3]PL[B];B[e5];W[c1])")
    assert record.start.stones(WHITE) == ["a1", "b2"]
    assert record.start == Havannah.from_stones(4, ["a1", "b2"], ["d4"], BLACK)
    assert record.position().stones(BLACK) == ["d4", "e5"]
    for coordinates in ("grid", "littlegolem"):
        again = GameRecord.parse(record.sgf(coordinates))
        assert (again.start, again.moves) == (record.start, record.moves)


@pytest.mark.parametrize(
    ("head", "side"),
    [
        ("AW[a1]AB[b1]", WHITE),
        ("AW[a1]", BLACK),
        ("AW[a1]PL[white]", WHITE),
        ("PL[B]", BLACK),
        ("AW[a1]AE[a1]", WHITE),
    ],
)
def test_the_side_to_move_comes_from_pl_or_from_the_stones(head: str, side: int) -> None:
    record = GameRecord.parse(f"(;GM[havannah]SZ[4]{head})")
    assert record.start.to_move == side
    assert GameRecord.parse(record.sgf()).start == record.start


def test_the_colour_of_the_first_move_starts() -> None:
    record = GameRecord.parse("(;SZ[4];B[a1];W[b1])")
    assert record.position().stone("a1") == BLACK
    assert GameRecord.parse(record.sgf()).sgf() == record.sgf()
    assert GameRecord.parse("(;SZ[4]AW[a1];W[b1])").start.to_move == WHITE
    assert GameRecord.parse("(;SZ[4];B[resign])").start.to_move == WHITE
