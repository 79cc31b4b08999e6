"""Round trips: random records, real games and damaged files."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.game_data import GameData

from malecon import GameRecord, Havannah
from malecon.games.havannah.notation import littlegolem_name, read_cell

# Any text without lone surrogates; control characters are excluded where SGF turns them into spaces.
TEXTS = st.text(
    st.one_of(st.sampled_from("]\\[:;()\n \u00e9\u8868\U0001f600"), st.characters(exclude_categories=["Cs", "Cc"]))
)
NAMES = st.from_regex(r"X[A-Z]{1,5}", fullmatch=True)
MOVES = st.integers(0, 10**6)


@st.composite
def records(draw: st.DrawFn) -> GameRecord:
    """Draw a game with variations, comments and unknown properties."""
    record = GameRecord(
        base=draw(st.integers(2, 6)), swap_rule=draw(st.booleans()), white=draw(TEXTS), black=draw(TEXTS)
    )
    record.comment = draw(TEXTS)
    nodes = [record.root]
    for place, choice, comment in draw(st.lists(st.tuples(MOVES, MOVES, TEXTS), max_size=15)):
        node = nodes[-1] if place % 3 else nodes[place % len(nodes)]
        if node.move not in ("resign", "draw") and (moves := node.position().legal_moves):
            nodes.append(node.branch([*moves, "resign", "draw"][choice % (len(moves) + 2)]))
            nodes[-1].comment = comment
    for place, name, texts in draw(
        st.lists(st.tuples(MOVES, NAMES, st.lists(TEXTS, min_size=1, max_size=3)), max_size=4)
    ):
        nodes[place % len(nodes)].properties[name] = [re.sub(r"([\\\]:])", r"\\\1", text) for text in texts]
    return record


def same(one: GameRecord, other: GameRecord) -> bool:
    """Return whether two records are equal."""
    return (one.start, one.options, one.outcome, one.root.rows()) == (
        other.start,
        other.options,
        other.outcome,
        other.root.rows(),
    )


def without(record: GameRecord, *names: str) -> GameRecord:
    """Return a copy without some properties of the root that only the writer of a file sets."""
    twin = record.copy()
    for name in names:
        twin.root.properties.pop(name, None)
    return twin


@pytest.mark.slow
@settings(max_examples=100, deadline=None)
@given(records(), st.sampled_from(["grid", "littlegolem"]), st.booleans())
def test_a_record_is_read_as_it_was_written(record: GameRecord, coordinates: str, as_bytes: bool) -> None:
    text = record.sgf(coordinates)
    again = GameRecord.parse(text.encode() if as_bytes else text)
    assert again.coordinates == coordinates
    assert same(without(again, "AP", "RU"), record)
    assert [node.comment for node in again.nodes()] == [node.comment for node in record.nodes()]
    assert (again.white, again.black) == (record.white.replace("\n", " "), record.black.replace("\n", " "))
    assert again.sgf() == text


@settings(max_examples=60, deadline=None)
@given(st.text(), st.text())
def test_any_text_is_kept_except_whitespace_that_sgf_normalises(name: str, comment: str) -> None:
    record = GameRecord(base=3, white=name.encode("utf-8", "replace").decode())
    record.play("a1").comment = comment.encode("utf-8", "replace").decode()
    again = GameRecord.parse(record.sgf().encode())
    assert (again.white, again.end.comment) == (record.white, record.end.comment)
    assert again.sgf() == record.sgf()


def little_golem_file(moves: list[str], base: int, winner: str, resigned: bool) -> str:
    """Return a game as Little Golem writes it, with the loser in RE."""
    values = [move if move == "swap" else littlegolem_name(read_cell(move, base), base) for move in moves]
    values += ["resign"] if resigned else []
    tags = ["W", "B"] * len(values)
    if resigned:
        tags[len(values) - 1] = "B" if winner == "W" else "W"
    body = "".join(f";{tag}[{value}]" for tag, value in zip(tags, values, strict=False))
    result = {"W": "RE[B]", "B": "RE[W]"}.get(winner, "")
    return f"(;FF[4]EV[havannah.in.DEFAULT]PB[b]PW[w]SZ[{base}]RU[LG]{result}SO[http://www.littlegolem.com]{body})"


@pytest.mark.slow
def test_little_golem_games_round_trip_with_their_results(data: GameData) -> None:
    games = data.games()
    texts = [little_golem_file(game.moves, game.base, game.winner, game.ending == "resign") for game in games]
    read = GameRecord.parse_all("\n".join(texts))
    assert len(read) == len(games)
    for (_, base, winner, ending, moves), text, record in zip(games, texts, read, strict=True):
        assert (record.options["base"], record.moves, record.coordinates) == (base, moves, "littlegolem")
        assert record.discrepancy is None
        outcome = record.outcome
        assert (outcome.winner.name[0] if outcome and outcome.winner is not None else "?") == winner
        if ending not in ("resign", "other"):
            assert outcome is not None
            assert set(outcome.how) == set(re.findall("[a-z]+", ending))
        assert sorted(re.findall(r"\w+\[[^]]*]", record.sgf())) == sorted(re.findall(r"\w+\[[^]]*]", text))


def test_little_golem_games_round_trip_through_grid_coordinates(data: GameData) -> None:
    for _, base, winner, ending, moves in data.games()[:: 1 if data.is_sample else 25]:
        record = GameRecord.parse(little_golem_file(moves, base, winner, ending == "resign"))
        ours = GameRecord.parse(record.sgf("grid"))
        assert (ours.coordinates, ours.moves) == ("grid", moves)
        assert (ours.outcome, ours.discrepancy) == (record.outcome, None)
        assert ours.position() == Havannah(base, swap_rule=True, moves=moves) or ending == "resign"
