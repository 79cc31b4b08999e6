"""A proof campaign: a live display of its progress, and the result."""

from __future__ import annotations

import time
from collections.abc import Iterator

from rich.console import Group
from rich.text import Text

from malecon.campaign.campaign import Campaign

STATUS_SECONDS = 30.0  # between two lines if the output is not a terminal
UNITS = ((86_400, "days"), (3_600, "hours"), (60, "minutes"))


class CampaignView:
    """The progress of a campaign."""

    def __init__(self, campaign: Campaign) -> None:
        self._campaign, self._last_line = campaign, -STATUS_SECONDS

    def __rich__(self) -> Group:
        return Group(*(Text(line) for line in self.lines()))

    def lines(self) -> Iterator[str]:
        """Yield the numbers at the root, the work done and an estimate of what is left."""
        campaign, root = self._campaign, self._campaign.tree.root
        yield f"does {campaign.tree.claim.player} win? proof number {root.pn:,}, disproof number {root.dn:,}"
        yield (
            f"{campaign.jobs:,} jobs, {campaign.nodes:,} positions in {duration(campaign.seconds)} of processor time; "
            f"{len(campaign.tree.nodes):,} positions in the tree"
        )
        left = campaign.seconds_left
        if campaign.verdict is None:
            estimate = f": about {duration(left)} at {campaign.speed:,.0f} per second" if left is not None else ""
            yield f"{len(campaign.tree.open_leaves()):,} positions left to solve if the best moves win{estimate}"

    def status_line(self) -> str | None:
        """Return the progress in one line, None if the last one is recent."""
        now = time.monotonic()
        if now - self._last_line < STATUS_SECONDS:
            return None
        self._last_line = now
        return "; ".join(self.lines())


def duration(seconds: float) -> str:
    """Return a time in words."""
    for size, unit in UNITS:
        if seconds >= 2 * size:
            return f"{seconds / size:.1f} {unit}"
    return f"{seconds:.0f} s"
