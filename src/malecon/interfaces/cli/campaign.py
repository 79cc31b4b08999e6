"""`malecon solve --campaign DIR`: prove a win in many jobs, with everything on disk."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Generator, Iterator
from dataclasses import dataclass
from pathlib import Path

import typer
from rich.console import Console

from malecon.campaign.assembly import assemble
from malecon.campaign.campaign import Campaign
from malecon.campaign.store import CampaignStore
from malecon.games.colours import WHITE
from malecon.games.errors import GameError
from malecon.games.havannah.position import Havannah
from malecon.games.position import Position
from malecon.interfaces.cli.console import INTERRUPTED, follow, plain_console
from malecon.interfaces.terminal.campaign_view import CampaignView
from malecon.lab.matches.cluster import executor_for
from malecon.proofs.format import Claim
from malecon.proofs.packed import PackedHeader
from malecon.warmup.steps import PROOF, ensure_warm


@dataclass(frozen=True)
class CampaignOptions:
    """The options of a campaign."""

    folder: Path
    seconds: float | None
    memory: int
    jobs: int
    cluster: str | None


def run_campaign(position: Position, options: CampaignOptions) -> int:
    """Start or continue a campaign and print its result; return the exit code."""
    claim = Claim(WHITE, True)
    checked = _check(position, claim)
    if options.folder.exists() and not options.folder.is_dir():
        raise GameError(f"--campaign {options.folder} is a file; name a folder")
    store = CampaignStore(options.folder, checked, claim)
    try:
        ensure_warm(position.game, PROOF)
        campaign = Campaign(checked, claim, store)
        return _run(campaign, options)
    except OSError as error:
        raise GameError(
            f"{error.filename or options.folder}: {error.strerror}; continue with the same command"
        ) from None
    finally:
        store.close()


def _check(position: Position, claim: Claim) -> Havannah:
    """Return the position if a campaign can prove it."""
    if not isinstance(position, Havannah) or position.base > 4:
        raise GameError("a campaign proves positions of Havannah up to base 4")
    return PackedHeader(position, claim).position


def _run(campaign: Campaign, options: CampaignOptions) -> int:
    console, view = plain_console(), CampaignView(campaign)
    if campaign.verdict is None:
        executor, parallel = executor_for(options.jobs, options.cluster)
        try:
            finished = follow(_until(campaign.run(executor, parallel, options.memory), options.seconds), view, console)
        finally:
            executor.shutdown(cancel_futures=True)
        if campaign.verdict is None:
            typer.echo("\n".join(view.lines()))
            typer.echo("Stopped; continue with the same command.")
            return 1 if finished else INTERRUPTED
    typer.echo("\n".join(view.lines()))
    return _report(campaign)


def _until(events: Generator[Campaign], seconds: float | None) -> Iterator[Campaign]:
    """Yield the events of a campaign until the time limit."""
    begin = time.monotonic()
    for campaign in events:
        yield campaign
        if seconds is not None and time.monotonic() - begin > seconds:
            return


def _report(campaign: Campaign) -> int:
    """Print the verdict and, if the win is proved, write the proof."""
    tree = campaign.tree
    if not campaign.verdict:
        typer.echo(f"{tree.position.description}, after {tree.position.ply} moves: {tree.claim.player} does not win.")
        return 0
    typer.echo(f"{tree.position.description}, after {tree.position.ply} moves: {tree.claim}.")
    path = campaign.store.proof
    if not path.exists():
        with Console(stderr=True, highlight=False).status("Writing the proof") as status:
            assemble(campaign, lambda done: status.update(f"Writing the proof: {done:,} positions"))
    data = path.read_bytes()
    typer.echo(f"Proof: {path}, {len(data):,} bytes, SHA-256 {hashlib.sha256(data).hexdigest()}")
    typer.echo(f"Check it with: malecon verify {path}")
    return 0
