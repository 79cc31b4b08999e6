"""The reference of presets and techniques, generated from their declarations for the docs and the terminal.

`docs/techniques/reference.md` is the generated page; a test checks that it is up to date.
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
    "Another engine in its own process: a command line, or a name from the engines file (see docs/gtp.md).",
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

*This page is generated from the source by `{COMMAND}`.*

A player is written the same way on the command line, in game records and in Python: techniques joined by `+`, each with
its parameters in brackets, as in `uct(c=0.4)+rave(r=50)+mate`. Omitted parameters have their defaults. A preset stands
for its techniques; `+name` adds a technique to it and `-name` removes one: `malecon+lgrf1-bias`. Techniques under the
heading of a game are for that game only.

The effect of a technique was measured in games between a player with it and the same player without it, at an equal
number of simulations, so the figures do not include its cost in time. `malecon lab run techniques` repeats the
measurements. Most papers measured at equal time and with other programs: compare the direction rather than the size.
"""


def presets(game: str) -> Iterator[tuple[str, str]]:
    """Yield every preset of a game, and its variants that are tuned for a board size."""
    default = preset_texts(game)
    yield from default.items()
    for size in knowledge_of(game).tuned_sizes:
        for name, text in preset_texts(game, size).items():
            if text != default.get(name):
                yield f"{name}, {knowledge_of(game).size_name} {size}", text


def all_groups(games: Iterable[str] = GAMES) -> dict[str, tuple[Technique, ...]]:
    """Return the techniques of games by heading, and the players that are not built from techniques."""
    found: dict[str, tuple[Technique, ...]] = {}
    for game in games:
        found |= groups(game)
    return {**found, "Other players": OTHER_PLAYERS}


def reference_page() -> str:
    """Return the whole page as Markdown."""
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
        yield "\n| parameter | default | values | meaning |\n|---|---|---|---|"
        for parameter in technique.parameters:
            yield f"| `{parameter.name}` | {default_text(parameter)} | {values_text(parameter)} | {parameter.doc} |"
    if found := effects_of(technique):
        yield "\n| measured player | against | score (95% interval) | conditions | paper |\n|---|---|---|---|---|"
        for effect in found:
            paper = " ".join(filter(None, (effect.paper, effect.remark)))
            yield f"| `{effect.a}` | `{effect.b}` | {effect.figure} | {effect.conditions} | {paper} |"


def default_text(parameter: Parameter) -> str:
    """Return the default of a parameter as it is written in a player."""
    return f"{parameter.default:g}" if isinstance(parameter.default, float) else str(parameter.default)


def values_text(parameter: Parameter) -> str:
    """Return the choices or the range of a parameter."""
    return ", ".join(parameter.choices) if parameter.choices else f"{parameter.low:,.10g} to {parameter.high:,.10g}"
