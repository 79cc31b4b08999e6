"""Games, boards and players as data: what menus, completion and parameters of the page are made from."""

from __future__ import annotations

from functools import cache

from malecon.games.catalogue import GAMES, position_class
from malecon.interfaces.web.levels import USUAL, levels
from malecon.interfaces.web.schema import Answer
from malecon.knowledge.technique import Parameter, Technique
from malecon.players.presets import preset_texts
from malecon.players.spec import parse_player
from malecon.search.techniques import groups

BOARDS = {
    "havannah": ("4", "5", "6", "7", "8", "9", "10"),
    "breakthrough": ("6x6", "8x8", "10x10"),
    "amazons": ("6x6", "8x8", "10x10"),
}


@cache
def games() -> list[Answer]:
    """Every game with its boards."""
    return [_game(name) for name in GAMES]


def _game(name: str) -> Answer:
    rules = position_class(name)
    boards = BOARDS.get(name, (rules.quick_board, rules.default_board))
    return {
        "game": name,
        "title": rules.title,
        "boards": list(dict.fromkeys(boards)),
        "usual": rules.default_board,
        "swap": "swap_rule" in rules.extra_options,
    }


@cache
def players(game: str) -> Answer:
    """Levels, presets and techniques with their parameters, for one game."""
    position_class(game)
    return {
        "levels": levels(),
        "usual": USUAL,
        "presets": preset_texts(game),
        "groups": [
            {"title": title, "techniques": [_technique(technique) for technique in group]}
            for title, group in groups(game).items()
        ],
    }


def _technique(technique: Technique) -> Answer:
    return {
        "name": technique.name,
        "doc": technique.doc,
        "formula": technique.formula,
        "paper": technique.paper,
        "parameters": [_parameter(parameter) for parameter in technique.parameters],
    }


def _parameter(parameter: Parameter) -> Answer:
    kind = "word" if parameter.words else "whole" if isinstance(parameter.default, int) else "number"
    return {
        "name": parameter.name,
        "doc": parameter.doc,
        "default": parameter.default,
        "kind": kind,
        "low": parameter.low,
        "high": parameter.high,
        "words": list(parameter.words),
        "likely": parameter.likely,
    }


def read_player(text: str, game: str) -> Answer:
    """A player's text in its one right form and what is switched on; GameError where it is none."""
    if text.strip() == "random":
        return {"player": "random", "techniques": {}}
    texts = preset_texts(game)
    spec = parse_player(text, texts, game)
    return {"player": str(spec), "techniques": spec.techniques(texts)}
