"""The experiments that ship with the package, one TOML file each."""

from __future__ import annotations

import re
from difflib import get_close_matches
from pathlib import Path

from malecon.games.errors import GameError
from malecon.lab.experiments.model import Experiment
from malecon.lab.experiments.reader import read_experiment

FOLDER = Path(__file__).parent / "toml"
EXAMPLE = "example"  # the template of `malecon lab new`, not listed as an experiment


def experiment_names() -> list[str]:
    """Return the names of all shipped experiments in natural order."""
    return sorted((path.stem for path in FOLDER.glob("*.toml") if path.stem != EXAMPLE), key=_natural_key)


def _natural_key(name: str) -> list[tuple[int, str]]:
    return [(int(word), "") if word.isdigit() else (0, word) for word in re.split(r"(\d+)", name)]


def find_experiment(text: str) -> Experiment:
    """Return the experiment with a name, or that of a file."""
    if text in experiment_names():
        return read_experiment(FOLDER / f"{text}.toml")
    if Path(text).is_file():
        return read_experiment(Path(text))
    if text.endswith(".toml") or "/" in text:
        raise GameError(f"no such file: {text}; malecon lab new {text} writes an example")
    near = get_close_matches(text, experiment_names(), 1)
    hint = f"did you mean {near[0]}? " if near else ""
    raise GameError(f"unknown experiment {text!r}; {hint}malecon lab list shows all")


def find_experiments(texts: list[str]) -> list[Experiment]:
    """Return several experiments; a prefix such as `teytaud2009` stands for all `teytaud2009-...`."""
    found: list[Experiment] = []
    for text in texts:
        family = [name for name in experiment_names() if name.startswith(f"{text}-")]
        names = [text] if text in experiment_names() or not family else family
        found += [find_experiment(name) for name in names]
    return list({str(experiment.path): experiment for experiment in found}.values())
