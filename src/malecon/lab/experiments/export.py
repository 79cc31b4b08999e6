"""Export of experiments: results and games as CSV, everything as JSON, games as SGF."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from malecon.lab.experiments.model import Experiment
from malecon.lab.experiments.plan import PlannedRow
from malecon.lab.matches.game import GameResult
from malecon.lab.matches.match import A, B
from malecon.lab.matches.sgf_output import game_record
from malecon.lab.statistics.intervals import wilson
from malecon.lab.store.database import Store

FORMATS = ("csv", "json", "sgf")


def export(store: Store, planned: Sequence[PlannedRow], folder: Path, formats: Sequence[str] = FORMATS) -> list[Path]:
    """Write the stored results of these rows into a folder; return the paths of the files."""
    folder.mkdir(parents=True, exist_ok=True)
    paths: list[Path] = []
    if "csv" in formats:
        paths.append(_write_csv(folder / "rows.csv", [row_values(store, entry) for entry in planned]))
        paths.append(
            _write_csv(folder / "games.csv", [game for entry in planned for game in game_values(store, entry)])
        )
    if "json" in formats:
        paths.append(_write_json(folder / "experiments.json", store, planned))
    if "sgf" in formats:
        paths += [_write_sgf(store, entry, folder) for entry in planned if store.score(entry.match).recorded_games]
    return paths


def row_values(store: Store, entry: PlannedRow) -> dict[str, Any]:
    """Return a row as plain values: its conditions, our result, and the published one."""
    match, row, score = entry.match, entry.row, store.score(entry.match)
    points, games = score.points_and_games(row.paper.colour if row.paper else "both")
    interval = wilson(points, games)
    paper = row.paper.sample if row.paper else None
    return {
        **_conditions(entry),
        "games": score.games,
        "wins": score.wins,
        "draws": score.draws,
        "losses": score.losses,
        "a_forfeits": score.forfeit_counts[A],
        "b_forfeits": score.forfeit_counts[B],
        "a_time_losses": score.time_losses[A],
        "b_time_losses": score.time_losses[B],
        "a_crashes": score.crashes[A],
        "b_crashes": score.crashes[B],
        "share": points / games if games else None,
        "low": interval.low,
        "high": interval.high,
        "colour": row.paper.colour if row.paper else "both",
        "paper_share": paper.share if paper else None,
        "paper_low": paper.interval.low if paper else None,
        "paper_high": paper.interval.high if paper else None,
        "differing_moves": score.differing_moves / score.games if match.compare and score.games else None,
        "paper_differing_moves": row.paper.differing_moves if row.paper else None,
        "seconds": score.seconds,
    }


def _conditions(entry: PlannedRow) -> dict[str, Any]:
    match, first, second = entry.match, *entry.match.limits
    return {
        "experiment": entry.experiment.id,
        "row": entry.row.name,
        "budget": entry.budget,
        "game": match.game,
        "options": json.dumps(dict(match.options)),
        "a": match.a,
        "b": match.b,
        "a_limit_simulations": first.simulations,
        "b_limit_simulations": second.simulations,
        "a_limit_seconds": first.seconds,
        "b_limit_seconds": second.seconds,
        "match": match.key,
        "seed": match.seed,
    }


def game_values(store: Store, entry: PlannedRow) -> Iterator[dict[str, Any]]:
    """Yield the games of a row as plain values."""
    for result in store.results(entry.match):
        yield _conditions(entry) | _result_values(result)


def _result_values(result: GameResult) -> dict[str, Any]:
    sides: dict[str, float] = {}
    for name, stats in zip("ab", result.stats, strict=True):
        sides[f"{name}_moves"], sides[f"{name}_seconds"] = stats.moves, stats.seconds
        sides[f"{name}_simulations"] = stats.simulations
    return {
        "number": result.number,
        "white": "a" if result.white == A else "b",
        "winner": None if result.winner is None else "a" if result.winner == A else "b",
        "how": result.how,
        "plies": result.plies,
        "moves": " ".join(result.moves),
        "differing_moves": result.differing_moves,
        "started": datetime.fromtimestamp(result.started, UTC).isoformat(timespec="seconds"),
        "game_seconds": result.seconds,
        **sides,
        "forfeit_reason": result.forfeit_reason,
        "code": result.code,
        "machine": result.machine,
    }


def _write_csv(path: Path, rows: list[dict[str, Any]]) -> Path:
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]) if rows else ["experiment"])
        writer.writeheader()
        writer.writerows(rows)
    return path


def _write_json(path: Path, store: Store, planned: Sequence[PlannedRow]) -> Path:
    """Write experiments with their rows and games."""
    experiments: dict[str, dict[str, Any]] = {}
    for entry in planned:
        experiment = experiments.setdefault(entry.experiment.source, _experiment_values(entry.experiment))
        row = row_values(store, entry) | {"values": dict(entry.row.values), "remark": entry.row.remark}
        experiment["rows"].append(row | {"played": [_result_values(result) for result in store.results(entry.match)]})
    path.write_text(json.dumps(list(experiments.values()), indent=1) + "\n", encoding="utf-8")
    return path


def _experiment_values(experiment: Experiment) -> dict[str, Any]:
    paper = experiment.paper
    source = {"name": paper.name, "table": paper.table, "conditions": paper.conditions} if paper else None
    return {"id": experiment.id, "title": experiment.title, "notes": experiment.notes, "paper": source, "rows": []}


def _write_sgf(store: Store, entry: PlannedRow, folder: Path) -> Path:
    """Write the games of a row into one file."""
    name = "".join(letter if letter.isalnum() or letter in ".-" else "_" for letter in entry.row.name)
    path = folder / f"{entry.experiment.id}-{entry.experiment.rows.index(entry.row) + 1}-{name}.sgf"
    with path.open("w", encoding="utf-8") as file:
        for result in store.results(entry.match):
            if not result.moves:
                continue  # only its result was loaded from a file
            record = game_record(entry.match, result)
            record.event = f"{entry.experiment.id}, {entry.row.name}, {entry.budget}, seed {entry.match.seed}"
            record.date = datetime.fromtimestamp(result.started, UTC).date().isoformat()
            record.source = f"malecon {result.code}"
            file.write(record.sgf())
    return path
