"""Campaigns: the verdict is that of the solver, the proof verifies, and a campaign continues after any interruption."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.packing import PLY_SEVEN

from malecon import GameError, Havannah
from malecon.campaign.assembly import assemble
from malecon.campaign.campaign import Campaign
from malecon.campaign.store import CampaignStore
from malecon.games.colours import WHITE
from malecon.lab.matches.executors import new_executor
from malecon.proofs.format import Claim
from malecon.proofs.packed_verifier import verify_packed

CLAIM = Claim(WHITE, True)
JOB_NODES, MEMORY = 2000, 16
KILLED_AFTER = 20  # jobs


@pytest.fixture(autouse=True)
def _new_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    """Start without the transposition table that a process keeps from job to job."""
    monkeypatch.setattr("malecon.campaign.job._workspaces", {})


def opened(folder: Path, moves: str = PLY_SEVEN) -> Campaign:
    """Return a campaign in a folder, new or continued."""
    position = Havannah(4, moves=moves)
    return Campaign(position, CLAIM, CampaignStore(folder, position, CLAIM), job_nodes=JOB_NODES)


def events(campaign: Campaign) -> Iterator[Campaign]:
    """Run the jobs of a campaign in this process."""
    return campaign.run(new_executor(1), 1, MEMORY)


def check_proof(campaign: Campaign) -> None:
    """Write the proof of a finished campaign and verify it."""
    count = assemble(campaign)
    with campaign.store.proof.open("rb") as stream:
        report = verify_packed(stream)
    assert report.positions == count
    assert report.header.position == campaign.tree.position


def test_a_finished_campaign_has_a_proof_that_verifies(tmp_path: Path) -> None:
    campaign = opened(tmp_path)
    for _ in events(campaign):
        pass
    assert campaign.verdict is True
    assert campaign.jobs > 5
    check_proof(campaign)


def test_a_campaign_that_is_killed_again_and_again_ends_with_the_same_verdict(tmp_path: Path) -> None:
    kills = 0
    while (campaign := opened(tmp_path)).verdict is None:
        kills += 1
        for _, _ in zip(range(KILLED_AFTER), events(campaign), strict=False):
            pass  # no `close`: the lock stays, as after kill -9
        with (tmp_path / "results.jsonl").open("ab") as stream:
            stream.write(b'{"pn": 3, "dn"')  # a line that was cut off
    assert campaign.verdict is True
    assert kills > 2
    check_proof(campaign)


def test_the_rebuilt_tree_is_the_tree(tmp_path: Path) -> None:
    campaign = opened(tmp_path)
    for _, _ in zip(range(6), events(campaign), strict=False):
        pass
    again = opened(tmp_path)
    assert (again.jobs, again.nodes) == (campaign.jobs, campaign.nodes)
    assert {code: (node.pn, node.dn) for code, node in again.tree.nodes.items()} == {
        code: (node.pn, node.dn) for code, node in campaign.tree.nodes.items()
    }


def test_a_win_that_does_not_exist_is_disproved(tmp_path: Path) -> None:
    campaign = opened(tmp_path, "d4 d7 g7 a4 g4")
    for _ in events(campaign):
        pass
    assert campaign.verdict is False


def test_progress_counts_what_is_left(tmp_path: Path) -> None:
    campaign = opened(tmp_path)
    assert campaign.seconds_left is None
    left = [len(campaign.tree.open_leaves()) for _ in events(campaign)]
    assert max(left) > 1
    assert left[-1] == 0


def test_a_folder_belongs_to_one_position(tmp_path: Path) -> None:
    opened(tmp_path)
    with pytest.raises(GameError, match="is a campaign about another position"):
        opened(tmp_path, "a1")


def test_two_processes_cannot_work_on_one_campaign(tmp_path: Path) -> None:
    campaign = opened(tmp_path)
    lock = tmp_path / "lock"
    lock.write_text(lock.read_text("utf-8").rpartition(" ")[0] + " 1", "utf-8")  # the first process always runs
    with pytest.raises(GameError, match="process 1 is working on this campaign"):
        opened(tmp_path)
    campaign.store.close()
    opened(tmp_path)


def test_a_damaged_line_is_reported(tmp_path: Path) -> None:
    campaign = opened(tmp_path)
    next(events(campaign))
    path = tmp_path / "results.jsonl"
    path.write_bytes(b"{}\n" + path.read_bytes())
    with pytest.raises(GameError, match="line 1 is damaged"):
        opened(tmp_path)


def test_a_failed_write_leaves_no_file_under_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    campaign = opened(tmp_path)

    def no_space(_descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("malecon.campaign.store.os.fsync", no_space)
    with pytest.raises(OSError, match="No space left"):
        campaign.store.write(tmp_path / "proofs" / "x.packed", b"data")
    assert not (tmp_path / "proofs" / "x.packed").exists()


def test_results_are_lines_of_json(tmp_path: Path) -> None:
    next(events(opened(tmp_path)))
    (line,) = (tmp_path / "results.jsonl").read_text("utf-8").splitlines()
    assert json.loads(line).keys() == {"pn", "dn", "nodes", "seconds", "moves", "proofs", "code"}
