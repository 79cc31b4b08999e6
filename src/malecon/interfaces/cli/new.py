"""`malecon new`: write a package with a technique or a game of one's own, to start from."""

from __future__ import annotations

import re
from importlib.resources import files
from importlib.resources.abc import Traversable
from keyword import iskeyword
from pathlib import Path
from typing import Annotated

import typer

from malecon import entry_points
from malecon.games.errors import GameError
from malecon.search.techniques import GROUPS

TEMPLATES = "malecon.interfaces.cli", "templates"
SUFFIX = ".txt"  # keeps tools from taking the templates for code of this package

Name = Annotated[str, typer.Argument(metavar="NAME", help="Its name: lower-case letters, digits and _.")]
Folder = Annotated[Path, typer.Option("--out", "-o", metavar="FOLDER", help="Folder in which to create it.")]


def technique(name: Name, out: Folder = Path()) -> None:
    """Write a package with a technique of your own: a prior and a playout rule, with tests."""
    known = {technique.name for group in GROUPS.values() for technique in group}
    _write("technique", "sample_rule", name, out, known | set(entry_points.entries(entry_points.TECHNIQUES)))


def game(name: Name, out: Folder = Path()) -> None:
    """Write a package with a game of your own: rules, keys for the solver, notation, records, with tests."""
    known = {"havannah", "breakthrough", "amazons", *entry_points.entries(entry_points.GAMES)}
    _write("game", "sample_game", name, out, known)


def _write(kind: str, sample: str, name: str, out: Path, known: set[str]) -> None:
    """Copy a template; its sample name becomes the new one, in all forms."""
    if not re.fullmatch("[a-z][a-z0-9_]*", name) or iskeyword(name):
        raise GameError(f"{name!r} cannot be a name; use lower-case letters, digits and _, such as my_{kind}")
    if name in known:
        raise GameError(f"there already is a {kind} {name!r}; choose another name")
    folder = out / name
    if folder.exists():
        raise GameError(f"{folder} already exists; choose another name or another --out")
    title = name.replace("_", " ")
    forms = {sample: name, _class_name(sample): _class_name(name), _title(sample): title[:1].upper() + title[1:]}
    _copy(files(TEMPLATES[0]) / TEMPLATES[1] / kind, folder, forms)
    typer.echo(f"Wrote {folder}. Test it with: python -m pytest {folder}; install it with: pip install -e {folder}")


def _class_name(name: str) -> str:
    return "".join(word.capitalize() for word in name.split("_"))


def _title(name: str) -> str:
    return name.replace("_", " ").capitalize()


def _copy(source: Traversable, target: Path, forms: dict[str, str]) -> None:
    target.mkdir(parents=True)
    for item in source.iterdir():
        name = item.name
        for old, new in forms.items():
            name = name.replace(old, new)
        if item.is_dir():
            _copy(item, target / name, forms)
        elif name.endswith(SUFFIX):
            text = item.read_text(encoding="utf-8")
            for old, new in forms.items():
                text = text.replace(old, new)
            (target / name.removesuffix(SUFFIX)).write_text(text, encoding="utf-8")
