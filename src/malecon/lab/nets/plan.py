"""The plan of a learning run: what each generation plays, trains and must win."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from malecon.games.errors import GameError
from malecon.lab.nets.selfplay import SelfPlay

FILE = "plan.json"


@dataclass(frozen=True)
class LearningPlan:
    """Everything that determines a learning run; it is stored with the run and stays the same for all generations."""

    game: str = "havannah"
    sizes: tuple[int, ...] = (4, 5, 6, 7, 8, 9, 10)
    """Board sizes of self-play, which share its time equally."""
    player: str = "malecon1"
    """Player of the first generation."""
    learner: str = "malecon_net"
    """The player that the net completes: its `net` gets the name of the current net."""
    games: int = 10_000
    """Games of self-play per generation."""
    quick: int = 300
    deep: int = 3000
    deep_share: float = 0.25
    nodes: int = 24
    """Most positions kept from the tree of a deep search."""
    policy_visits: int = 1000
    """Least simulations of a search, or visits of a tree's node, whose visits are a policy target."""
    window: int = 4
    """Generations whose games are used for training."""
    start: str = ""
    """Name of the net whose weights training starts from: net is the one that comes with the package; empty: none."""
    channels: int = 16
    layers: int = 5
    hidden: int = 32
    batch: int = 256
    steps: int = 15_000
    rate: float = 2e-3
    result_share: float = 0.5
    gate_sizes: tuple[int, ...] = (5, 8)
    gate_seconds: float = 0.2
    gate_games: int = 400
    """Most games of the gate."""
    gate_elo: float = 30.0
    """The gate tests an Elo difference of 0 against this one."""
    seed: int = 1

    @property
    def selfplay(self) -> SelfPlay:
        """How games are played."""
        return SelfPlay(self.player, self.game, self.quick, self.deep, self.deep_share, nodes=self.nodes)


BUDGETS = {
    "small": LearningPlan(
        sizes=(4,), games=96, quick=40, deep=160, policy_visits=100, channels=8, layers=3, hidden=16, batch=64,
        steps=300, gate_sizes=(4,), gate_seconds=0.02, gate_games=16,
    ),
    "day": LearningPlan(),
    "week": LearningPlan(
        games=50_000, deep=6000, channels=24, layers=6, steps=60_000, gate_seconds=0.5, gate_games=1000,
    ),
}  # fmt: skip


def open_plan(folder: Path, wanted: LearningPlan) -> LearningPlan:
    """Return the plan of a run, storing it if the run is new; raise GameError if it was begun with another plan."""
    path = folder / FILE
    if not path.exists():
        folder.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(asdict(wanted), indent=1) + "\n", encoding="utf-8")
        return wanted
    stored = read_plan(folder)
    if stored != wanted:
        raise GameError(
            f"{folder} holds a run with another {_difference(stored, wanted)}; use the same options or another folder"
        )
    return stored


def read_plan(folder: Path) -> LearningPlan:
    """Read the plan of a run; raise GameError if the folder has none."""
    path = folder / FILE
    try:
        stored: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        lists = {name: tuple(value) for name, value in stored.items() if isinstance(value, list)}
        return replace(LearningPlan(), **(stored | lists))
    except FileNotFoundError:
        raise GameError(f"{folder} holds no learning run; start one with: malecon learn net {folder}") from None
    except (OSError, ValueError, TypeError) as error:
        raise GameError(f"cannot read {path} ({error}); restore it or use another folder") from None


def _difference(stored: LearningPlan, wanted: LearningPlan) -> str:
    one, other = asdict(stored), asdict(wanted)
    return ", ".join(f"{name} ({one[name]}, not {other[name]})" for name in one if one[name] != other[name])
