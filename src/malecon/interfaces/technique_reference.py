"""The reference of players, made from their declarations: as a page for the docs, and as entries for a terminal.

`docs/techniques/reference.md` is this page; a test holds it up to date.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from malecon.games.catalogue import GAMES, position_class
from malecon.knowledge.catalogue import knowledge_of
from malecon.knowledge.technique import Parameter, Technique
from malecon.lab.reports.effects import effects_of
from malecon.players.openspiel.player import OPENSPIEL
from malecon.players.presets import preset_texts
from malecon.players.random import RANDOM
from malecon.search.techniques import groups

EXTERNAL = Technique(
    "gtp:COMMAND",
    "Another engine in a process of its own: a command line, or a name in the file of engines (see docs/gtp.md).",
)
OTHER_PLAYERS = (RANDOM, OPENSPIEL, EXTERNAL)
COMMAND = "make docs"
PAGES = (
    "alphabeta",
    "dead_cells",
    "ept",
    "implicit_minimax",
    "leaf_eval",
    "patterns",
    "pns",
    "policy",
    "restart",
)  # techniques with a page of their own
PAPERS = {
    "joosten2009": "B. Joosten, Creating a Havannah Playing Agent, 2009",
    "teytaud2009": "F. Teytaud, O. Teytaud, Creating an Upper-Confidence-Tree Program for Havannah, 2009",
    "fossel2010": "J. D. Fossel, Monte-Carlo Tree Search Applied to the Game of Havannah, 2010",
    "stankiewicz2011": "J. A. Stankiewicz, Knowledge-Based Monte-Carlo Tree Search in Havannah, 2011",
    "stankiewicz2012": "J. A. Stankiewicz, M. H. M. Winands, J. W. H. M. Uiterwijk, Monte-Carlo Tree Search "
    "Enhancements for Havannah, 2012",
    "lorentz2016": "R. Lorentz, Using Evaluation Functions in Monte-Carlo Tree Search, 2016",
}
INTRODUCTION = f"""# Players and techniques

*This page is made from the declarations in the source: `{COMMAND}`.*

A player is a text, the same on the command line, in game records and in Python: techniques joined by `+`, each with its
parameters in brackets, as in `uct(c=0.4)+rave(r=50)+mate`. Omitted parameters have their defaults. The name of a preset
stands for its techniques; more may follow it, and `-name` takes one away: `malecon+lgrf1-bias`. Techniques under the
heading of a game are for that game only.

What a technique does was measured in games of a player with it against the same player without it, at equal
simulations: what it costs in time is not in these figures. They are made again by `malecon lab run techniques`. The
papers measured mostly at equal time, with other programs: the direction counts more than the size.
"""


def presets(game: str) -> Iterator[tuple[str, str]]:
    """Every preset of a game with its text; those that are tuned for a board also for each on which they differ."""
    usual = preset_texts(game)
    yield from usual.items()
    for size in knowledge_of(game).tuned_sizes:
        for name, text in preset_texts(game, size).items():
            if text != usual.get(name):
                yield f"{name}, {knowledge_of(game).size_name} {size}", text


def all_groups(games: Iterable[str] = GAMES) -> dict[str, tuple[Technique, ...]]:
    """The techniques of these games under their headings, and the players that are no search of ours."""
    found: dict[str, tuple[Technique, ...]] = {}
    for game in games:
        found |= groups(game)
    return {**found, "Players that are no search of ours": OTHER_PLAYERS}


def reference_page() -> str:
    """The whole page as Markdown."""
    lines = [INTRODUCTION]
    for game in GAMES:
        lines += [f"## Presets of {position_class(game).title}", "", "| name | player |", "|---|---|"]
        lines += [*(f"| {name} | `{text}` |" for name, text in presets(game)), ""]
    lines.pop()
    for title, group in all_groups().items():
        lines += ["", f"## {title}"]
        for technique in group:
            lines += ["", *_section(technique)]
    lines += ["", "## Papers", "", *(f"- `{name}`: {title}" for name, title in PAPERS.items())]
    return "\n".join(lines) + "\n"


def _section(technique: Technique) -> Iterator[str]:
    yield f"### {technique.name}"
    yield ""
    yield technique.doc
    if technique.formula:
        yield f"\nFormula: `{technique.formula}`"
    if technique.paper:
        yield f"\nPaper: {technique.paper}"
    if technique.name in PAGES:
        yield f"\nMore: [{technique.name}]({technique.name}.md)"
    if technique.parameters:
        yield "\n| parameter | default | values | what it is |\n|---|---|---|---|"
        for parameter in technique.parameters:
            yield f"| `{parameter.name}` | {default_text(parameter)} | {values_text(parameter)} | {parameter.doc} |"
    if found := effects_of(technique):
        yield "\n| measured: player | against | points with 95% interval | conditions | paper |\n|---|---|---|---|---|"
        for effect in found:
            paper = " ".join(filter(None, (effect.paper, effect.remark)))
            yield f"| `{effect.a}` | `{effect.b}` | {effect.figure} | {effect.conditions} | {paper} |"


def default_text(parameter: Parameter) -> str:
    """A parameter's default as a player's text would write it."""
    return f"{parameter.default:g}" if isinstance(parameter.default, float) else str(parameter.default)


def values_text(parameter: Parameter) -> str:
    """What a parameter may be, in words."""
    return ", ".join(parameter.choices) if parameter.choices else f"{parameter.low:,.10g} to {parameter.high:,.10g}"
