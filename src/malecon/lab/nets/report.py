"""What each generation of a learning run brought: a page with two pictures."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from malecon.lab.extras import load
from malecon.lab.nets.generations import PASSED, LearningRun, read_losses
from malecon.lab.statistics.intervals import elo_difference, elo_interval

MOST_ELO = 800.0  # a match without a loss has no finite difference


def write_report(run: LearningRun) -> Path:
    """Write the page and the pictures of a run into its folder; return the page."""
    generations = run.generations()
    _plot_losses(run.folder)
    _plot_elo(run.folder, generations)
    path = run.folder / "report.md"
    path.write_text("\n".join(_lines(run, generations)) + "\n", encoding="utf-8")
    return path


def _lines(run: LearningRun, generations: list[dict[str, Any]]) -> list[str]:
    plan = run.plan
    about = (
        f"Nets of {plan.layers} layers and {plan.channels} channels; per generation {plan.games:,} games of self-play "
        f"({plan.quick:,} simulations per move, {plan.deep:,} for {plan.deep_share:.0%} of the moves) and "
        f"{plan.steps:,} training steps. A net replaces its predecessor if it wins a sequential test of 0 against "
        f"{plan.gate_elo:g} Elo at {plan.gate_seconds:g} s per move."
    )
    return [
        f"# Learning run of {plan.game}",
        "",
        about,
        "",
        "![Losses](losses.png) ![Elo](elo.png)",
        "",
        "| generation | games by | games | positions | gate: won, drawn, lost | Elo (95%) | verdict |",
        "|---|---|---|---|---|---|---|",
        *(_gate_row(each) for each in generations),
        "",
        "Predictions on held-out games:",
        "",
        "| generation | board | positions | cross-entropy | top-1 | winners | Brier |",
        "|---|---|---|---|---|---|---|",
        *(line for each in generations for line in _score_rows(each)),
    ]


def _gate_row(figures: dict[str, Any]) -> str:
    gate = figures["gate"]
    points, games = gate["wins"] + gate["draws"] / 2, gate["wins"] + gate["draws"] + gate["losses"]
    low, high = elo_interval(points, games)
    return (
        f"| {figures['generation']} | `{figures['player']}` | {figures['games']:,} | "
        f"{sum(figures['positions'].values()):,} | {gate['wins']}, {gate['draws']}, {gate['losses']} | "
        f"{elo_difference(points / games):+.0f} ({low:+.0f} to {high:+.0f}) | {gate['verdict']} |"
    )


def _score_rows(figures: dict[str, Any]) -> list[str]:
    return [
        f"| {figures['generation']} | {size} | {score['positions']:,} | {score['cross_entropy']:.3f} | "
        f"{score['top1']:.1%} | {score['winners']:.1%} | {score['brier']:.4f} |"
        for size, score in figures["scores"].items()
    ]


def _plot_losses(folder: Path) -> None:
    figure, axes = _new_figure(2)
    for path in sorted(folder.glob("losses-*.tsv")):
        steps, policy, value = zip(*(read_losses(path) or [(0, 0.0, 0.0)]), strict=True)
        for axis, losses in zip(axes, (policy, value), strict=True):
            axis.plot(steps, losses, label=f"generation {int(path.stem[-3:])}")
    for axis, title in zip(axes, ("policy", "value"), strict=True):
        axis.set(title=f"Loss of the {title}", xlabel="training steps")
        axis.legend()
    figure.savefig(folder / "losses.png", dpi=120)


def _plot_elo(folder: Path, generations: list[dict[str, Any]]) -> None:
    figure, (axis,) = _new_figure(1)
    total, numbers, elos = 0.0, [0], [0.0]
    for each in generations:
        gate = each["gate"]
        games = gate["wins"] + gate["draws"] + gate["losses"]
        gain = elo_difference((gate["wins"] + gate["draws"] / 2) / games)
        gain = max(-MOST_ELO, min(MOST_ELO, gain))
        axis.plot([each["generation"] - 1, each["generation"]], [total, total + gain], ":", color="gray")
        if gate["verdict"] == PASSED:
            total += gain
        numbers.append(each["generation"])
        elos.append(total)
    axis.plot(numbers, elos, "o-")
    axis.set(title="Strength of the champion", xlabel="generation", ylabel="Elo, sum of the gates passed")
    axis.xaxis.get_major_locator().set_params(integer=True)
    figure.savefig(folder / "elo.png", dpi=120)


def _new_figure(columns: int) -> tuple[Any, Any]:
    figures = load("matplotlib.figure", "plots")
    figure = figures.Figure(figsize=(5 * columns, 3.5), layout="constrained")
    return figure, figure.subplots(1, columns, squeeze=False)[0]
