"""Game records as objects: playing, replaying, variations, copies and very deep trees."""

from __future__ import annotations

import copy
import gc
import pickle

import pytest

from malecon import (
    BLACK,
    WHITE,
    Ending,
    GameError,
    GameRecord,
    Havannah,
    IllegalMoveError,
    Node,
    RecordError,
    __version__,
)

# --- playing and replaying --------------------------------------------------------------------------------------------


def test_a_new_record_is_an_empty_game_with_player_names() -> None:
    record = GameRecord(base=4, swap_rule=True, white="Ada", black="Bob")
    assert (record.game, record.options) == ("havannah", {"base": 4, "swap_rule": True})
    assert (record.white, record.black, record.event, record.moves) == ("Ada", "Bob", "", [])
    assert record.outcome is None
    assert record.position() == Havannah(base=4, swap_rule=True)


def test_play_continues_the_main_line() -> None:
    record = GameRecord(base=4)
    for move in ("d4", "E5", "c3"):
        record.play(move)
    assert record.moves == ["d4", "e5", "c3"]
    assert [node.colour for node in record.root.main_line()] == [WHITE, BLACK, WHITE]
    assert record.position().moves == record.moves


def test_an_illegal_move_is_rejected_and_changes_nothing() -> None:
    record = GameRecord(base=4)
    record.play("d4")
    for move, why in (("d4", "occupied"), ("swap", "under the swap rule"), ("z9", "not on a base-4 board")):
        with pytest.raises(GameError, match=why):
            record.play(move)
    assert record.moves == ["d4"]


def test_a_branch_adds_a_variation_once() -> None:
    record = GameRecord(base=4)
    record.play("d4")
    main = record.play("e5")
    other = record.root.children[0].branch("c3")
    assert record.root.children[0].branch("C3") is other
    assert record.root.children[0].children == (main, other)
    assert (record.moves, other.moves) == (["d4", "e5"], ["d4", "c3"])
    assert record.position(other).stone("c3") == BLACK
    assert record.position(record.root) == Havannah(base=4)


def test_a_promoted_line_is_the_main_line() -> None:
    record = GameRecord.parse("(;SZ[4];W[a1](;B[b1];W[c1])(;B[b2];W[c2](;B[d2])(;B[d3])))")
    last = record.root.children[0].children[1].children[0].children[1]
    last.promote()
    assert record.moves == ["a1", "b2", "c2", "d3"]
    assert record.end is last


def test_a_removed_line_is_no_longer_part_of_the_record() -> None:
    record = GameRecord.parse("(;SZ[4];W[a1](;B[b1];W[c1])(;B[b2]))")
    gone = record.root.children[0].children[0]
    gone.remove()
    assert record.moves == ["a1", "b2"]
    with pytest.raises(GameError, match="removed"):
        gone.position()
    with pytest.raises(GameError, match="root cannot be removed"):
        record.root.remove()


def test_positions_iterates_over_copies_of_the_main_line() -> None:
    record = GameRecord.parse("(;SZ[4];W[a1];C[a remark];B[b1](;W[c1])(;W[c2]))")
    seen = [position.moves for position in record.positions()]
    assert seen == [[], ["a1"], ["a1", "b1"], ["a1", "b1", "c1"]]
    for position in record.positions():
        position.play("d4")
    assert record.position().moves == ["a1", "b1", "c1"]


def test_a_game_on_a_position_becomes_a_record() -> None:
    position = Havannah(base=4, swap_rule=True, moves="d4 swap c3")
    position.resign(WHITE)
    record = GameRecord.from_position(position, white="Ada", black="Bob")
    assert record.position() == position
    assert record.result == "B+resign"
    assert record.sgf().replace("\n", "") == (
        f"(;FF[4]AP[malecon:{__version__}]CA[UTF-8]GM[havannah]PB[Bob]PW[Ada]RE[B+resign]RU[swap]SZ[4]"
        ";W[d4];B[swap];W[c3];W[resign])"
    )
    position.undo()
    assert len(record.moves) == 3


def test_either_side_may_resign_and_nothing_follows() -> None:
    for colour, result in ((WHITE, "B+resign"), (BLACK, "W+resign")):
        record = GameRecord(base=4)
        record.play("d4")
        node = record.play("resign", colour=colour)
        assert (node.colour, record.result, record.moves) == (colour, result, ["d4"])
        with pytest.raises(IllegalMoveError, match="over"):
            record.play("c3")


def test_only_resignations_may_come_out_of_turn() -> None:
    with pytest.raises(GameError, match="White is to move"):
        GameRecord(base=4).play("d4", colour=BLACK)


def test_a_draw_can_be_agreed() -> None:
    record = GameRecord(base=4)
    record.play("d4")
    record.play("draw")
    assert record.outcome is not None
    assert record.outcome.how == (Ending.DRAW,)
    with pytest.raises(IllegalMoveError, match="agreement"):
        record.play("c3")
    again = GameRecord.parse(record.sgf())
    assert (again.result, again.moves) == ("Draw", ["d4"])


# --- deep trees -------------------------------------------------------------------------------------------------------


def deep_record(depth: int) -> GameRecord:
    return GameRecord.parse("(;SZ[4]" + "(;C[x]" * depth + "(;W[a1])(;W[b1])" + ")" * (depth + 1))


@pytest.mark.slow
def test_deep_trees_are_walked_written_copied_and_pickled_without_recursion() -> None:
    record = deep_record(4000)
    text = record.sgf()
    assert len(list(record.nodes())) == 4003
    assert record.moves == ["a1"]
    for twin in (pickle.loads(pickle.dumps(record)), copy.deepcopy(record), copy.copy(record), record.copy()):
        assert twin.sgf() == text
        twin.end.branch("b1")
        twin.root.comment = "changed"
        assert record.sgf() == text
    del record, twin
    gc.collect()


def test_a_node_is_copied_with_its_tree() -> None:
    record = GameRecord.parse("(;SZ[4];W[a1](;B[b1])(;B[b2]C[here]))")
    node = record.root.children[0].children[1]
    twin = pickle.loads(pickle.dumps(node))
    assert isinstance(twin, Node)
    assert (twin.comment, twin.moves, twin.parent.children[0].move) == ("here", ["a1", "b2"], "b1")
    assert copy.deepcopy(node).root is not record.root


@pytest.mark.slow
def test_a_hundred_thousand_parentheses_are_a_record_or_a_clear_error() -> None:
    count = 10**5
    assert (
        len(list(GameRecord.parse("(;SZ[4]" + "(;" * (count // 3) + ")" * (count // 3 + 1)).nodes())) == count // 3 + 1
    )
    for text in ("(" * count, "(;" * (count // 2), "(;" + ")" * count, ")" * count, "(;SZ[4]" + "[" * count):
        with pytest.raises(RecordError):
            GameRecord.parse(text)


def test_records_and_nodes_have_a_short_repr() -> None:
    record = GameRecord.parse("(;SZ[4]PW[Ada]PB[Bob];W[d4];B[resign])")
    assert repr(record) == "<GameRecord: havannah, Ada - Bob, 1 moves, W+resign>"
    assert repr(record.end) == "<Node: Black resign, 0 children>"
    assert repr(record.root) == "<Root: no move, 1 children>"
    assert f"{record}\n" == record.sgf()
