"""Games, boards, levels, players and puzzles as data: the source of the page's menus and completion."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from functools import cache
from typing import Literal

from malecon.games.catalogue import GAMES, position_class
from malecon.games.display import Display
from malecon.interfaces.web.schema import JsonObject
from malecon.knowledge.catalogue import knowledge_of
from malecon.knowledge.technique import Parameter, Technique
from malecon.players.presets import LEVELS as LEVEL_PRESETS
from malecon.players.presets import preset_texts
from malecon.players.spec import parse_player
from malecon.search.techniques import groups
from malecon.solver.puzzles import Puzzle, bundled_puzzles

LEVEL_SECONDS = 5.0  # per move: ample for levels with a cap on their simulations
LEVEL_NAMES = {1: ", beginner", 3: ", casual", len(LEVEL_PRESETS): ", expert"}
RANDOM_RATING = 0
LEVEL_RATINGS = (205, 382, 559, 637, 867, 994, 1190, 1350, 1555, 1901)
"""Elo above the random mover, from the scores against the level below (docs/levels.md)."""
FULL_SECONDS = (1, 5, 20)


@dataclass(frozen=True)
class Level:
    """An opponent to choose from: its name, player text and seconds per move."""

    name: str
    player: str
    seconds: float
    kind: Literal["random", "level", "full"]
    number: int | None = None
    rating: int | None = None
    """Elo on the scale of the levels; None if it was not measured."""


LEVELS = (
    Level("Random mover", "random", LEVEL_SECONDS, "random", rating=RANDOM_RATING),
    *(
        Level(f"Level {number}{LEVEL_NAMES.get(number, '')}", preset, LEVEL_SECONDS, "level", number, rating)
        for number, (preset, rating) in enumerate(zip(LEVEL_PRESETS, LEVEL_RATINGS, strict=True), start=1)
    ),
    *(Level(f"Full strength, {seconds} s", "malecon", seconds, "full") for seconds in FULL_SECONDS),
)
"""Weakest first. The page has no other list of levels."""
DEFAULT_LEVEL = 3


@cache
def games() -> list[JsonObject]:
    """List every game with its boards and how to draw it."""
    return [_game(name) for name in GAMES]


def _game(name: str) -> JsonObject:
    rules = position_class(name)
    boards = rules.display.boards or (rules.quick_board, rules.default_board)
    return {
        "game": name,
        "title": rules.title,
        "boards": list(dict.fromkeys(boards)),
        "usual": rules.default_board,
        "swap": "swap_rule" in rules.extra_options,
        **_display(rules.display),
        "distanceMap": knowledge_of(name).cell_costs is not None,
        "net": knowledge_of(name).net is not None,
    }


def _display(display: Display) -> JsonObject:
    return {
        "shape": display.shape,
        "boardLabel": display.board_label,
        "pieces": asdict(display.pieces),
        "rules": display.rules,
        "clickHelp": display.click_help,
        "winPatterns": [{**asdict(pattern), "cells": pattern.cells.split()} for pattern in display.win_patterns],
    }


@cache
def players(game: str) -> JsonObject:
    """List levels, presets and techniques with their parameters for a game; raise GameError if it is unknown."""
    position_class(game)
    return {
        "levels": [asdict(level) for level in LEVELS],
        "usual": DEFAULT_LEVEL,
        "presets": preset_texts(game),
        "groups": [
            {"title": title, "techniques": [_technique(technique) for technique in group]}
            for title, group in groups(game).items()
        ],
    }


def _technique(technique: Technique) -> JsonObject:
    return {
        "name": technique.name,
        "doc": technique.doc,
        "formula": technique.formula,
        "paper": technique.paper,
        "parameters": [_parameter(parameter) for parameter in technique.parameters],
    }


def _parameter(parameter: Parameter) -> JsonObject:
    kind = "word" if parameter.choices else "whole" if isinstance(parameter.default, int) else "number"
    return {
        "name": parameter.name,
        "doc": parameter.doc,
        "default": parameter.default,
        "kind": kind,
        "low": parameter.low,
        "high": parameter.high,
        "words": list(parameter.choices),
        "likely": parameter.tuning_range,
    }


def read_player(text: str, game: str) -> JsonObject:
    """Return the normal form of a player's text and its techniques; raise GameError if it is not a player."""
    if text.strip() == "random":
        return {"player": "random", "techniques": {}}
    texts = preset_texts(game)
    spec = parse_player(text, texts, game)
    return {"player": str(spec), "techniques": spec.techniques(texts)}


@cache
def puzzles() -> list[JsonObject]:
    """List the shipped puzzles without their answers, numbered as in `malecon puzzle list`."""
    return [_puzzle(number, puzzle) for number, puzzle in enumerate(bundled_puzzles(), 1)]


def _puzzle(number: int, puzzle: Puzzle) -> JsonObject:
    position = puzzle.position
    return {
        "number": number,
        "game": puzzle.game,
        "board": puzzle.board,
        "moves": position.moves,
        "toMove": str(position.to_move).lower(),
        "task": puzzle.task,
        "length": puzzle.length,
    }
