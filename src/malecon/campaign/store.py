"""The folder of a campaign.

    campaign.json     what is to be proved
    results.jsonl     one line for each finished job, in order
    proofs/*.packed   packed proofs of solved positions, named by their numbers
    proof.packed      the whole proof, once the campaign has ended with it

The tree is rebuilt from the results, so nothing else has to survive. A line that was cut off by a crash is removed, and
its job is done again. Files appear under their names when they are complete.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

from malecon.campaign.job import JobResult
from malecon.games.errors import GameError
from malecon.games.havannah.position import Havannah
from malecon.proofs.format import Claim
from malecon.proofs.layers import code_of
from malecon.system import is_running, process_scope

FORMAT = 1


class CampaignStore:
    """Reads and writes the folder of a campaign; one process at a time."""

    def __init__(self, folder: Path, position: Havannah, claim: Claim) -> None:
        self.folder, self._position, self._claim = folder, position, claim
        self._results = folder / "results.jsonl"
        (folder / "proofs").mkdir(parents=True, exist_ok=True)
        self._check_description()
        self._take_lock(folder / "lock")

    def _take_lock(self, path: Path) -> None:
        """Raise GameError if another process of this machine works in the folder; a killed one leaves its lock."""
        scope, _, pid = path.read_text(encoding="utf-8").rpartition(" ") if path.exists() else ("", "", "")
        if scope == process_scope() and pid.isdecimal() and int(pid) != os.getpid() and is_running(int(pid)):
            raise GameError(f"process {pid} is working on this campaign; stop it, or delete {path} if it does not")
        self.write(path, f"{process_scope()} {os.getpid()}".encode())

    def close(self) -> None:
        """Let another process work on the campaign."""
        (self.folder / "lock").unlink(missing_ok=True)

    @property
    def proof(self) -> Path:
        """The file for the whole proof."""
        return self.folder / "proof.packed"

    def _check_description(self) -> None:
        """Write what the campaign proves, or raise GameError if the folder belongs to another position."""
        path = self.folder / "campaign.json"
        description = {
            "format": FORMAT,
            "base": self._position.base,
            "moves": " ".join(self._position.moves),
            "claim": str(self._claim),
        }
        if not path.exists():
            self.write(path, json.dumps(description, indent=2).encode() + b"\n")
            return
        try:
            found = json.loads(path.read_text(encoding="utf-8"))
        except ValueError:
            raise GameError(f"{path} is damaged; delete it to go on with this position") from None
        if found != description:
            what = ", ".join(f"{name} {value}" for name, value in found.items()) if isinstance(found, dict) else "?"
            raise GameError(f"{self.folder} is a campaign about another position ({what}); choose another folder")

    def write(self, path: Path, data: bytes) -> None:
        """Write a file that is complete whenever it exists."""
        partial = path.with_suffix(path.suffix + ".part")
        with partial.open("wb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        partial.replace(path)

    def add(self, code: int, result: JobResult) -> None:
        """Store the result of a job: first its proofs, then its line."""
        for moves, proof in result.proofs:
            number = code_of(Havannah(self._position.base, moves=moves), self._claim.player)
            self.write(self.folder / "proofs" / f"{number:016x}.packed", proof)
        line = asdict(result) | {"code": code, "proofs": len(result.proofs)}
        with self._results.open("ab") as stream:
            stream.write(json.dumps(line).encode() + b"\n")
            stream.flush()
            os.fsync(stream.fileno())

    def results(self) -> Iterator[tuple[int, JobResult]]:
        """Yield the stored results in order; remove a last line that is incomplete."""
        if not self._results.exists():
            return
        data = self._results.read_bytes()
        complete = data.rfind(b"\n") + 1
        if complete < len(data):
            os.truncate(self._results, complete)
        for number, line in enumerate(data[:complete].splitlines(), 1):
            try:
                entry = json.loads(line)
                moves = tuple((str(move), int(pn), int(dn)) for move, pn, dn in entry["moves"])
                yield int(entry["code"]), JobResult(entry["pn"], entry["dn"], entry["nodes"], entry["seconds"], moves)
            except (ValueError, KeyError, TypeError):
                raise GameError(f"{self._results}, line {number} is damaged; delete it to do its job again") from None

    def proofs(self) -> Iterator[Path]:
        """Yield the proofs of parts."""
        yield from sorted((self.folder / "proofs").glob("*.packed"))
