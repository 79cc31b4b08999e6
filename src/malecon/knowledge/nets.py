"""Nets by name: the one that comes with a game, and those in the folder that MALECON_NETS names."""

from __future__ import annotations

import os
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path

from malecon.games.errors import GameError
from malecon.kernel import Struct
from malecon.knowledge.catalogue import knowledge_of
from malecon.knowledge.net_inputs import NetInputs
from malecon.knowledge.technique import Value
from malecon.nets.structs import lay_out
from malecon.nets.weights import NetError, NetWeights, read_weights

SHIPPED = "net"
FOLDER_VARIABLE = "MALECON_NETS"


def prepare_net(scratch: Struct, game: str, size: int, techniques: Mapping[str, Mapping[str, Value]]) -> None:
    """Load the weights of a player's net into a worker's work space, and lay out the board."""
    inputs = inputs_of(game)
    name = str(techniques.get("net", {}).get("weights", SHIPPED))
    load_net(game, name).load_into(scratch.net)
    lay_out(scratch.net, size, inputs.grid(size))


def inputs_of(game: str) -> NetInputs:
    """Return the inputs of a game's net; raise GameError if it has none."""
    inputs = knowledge_of(game).net
    if inputs is None:
        raise GameError(f"{game} has no net")
    return inputs


def load_net(game: str, name: str = SHIPPED) -> NetWeights:
    """Return the weights of a net of a game; raise GameError if there is no such net or it does not fit."""
    return _read(game, net_path(game, name))


def net_path(game: str, name: str = SHIPPED) -> Path:
    """Return the file of a net."""
    if name == SHIPPED:
        return Path(str(files(inputs_of(game).package) / f"{SHIPPED}.npz"))
    folder = os.environ.get(FOLDER_VARIABLE)
    if not folder:
        raise GameError(f"there is no net {name!r} here; set {FOLDER_VARIABLE} to the folder of {name}.npz")
    return Path(folder) / f"{name}.npz"


@cache
def _read(game: str, path: Path) -> NetWeights:
    inputs = inputs_of(game)
    try:
        weights = read_weights(path)
    except NetError as error:
        raise GameError(str(error)) from None
    if (weights.num_planes, weights.num_globals) != (len(inputs.planes), len(inputs.globals)):
        raise GameError(
            f"{path} has {weights.num_planes} planes and {weights.num_globals} globals; this version needs "
            f"{len(inputs.planes)} and {len(inputs.globals)}; train it again with: malecon learn net"
        )
    return weights
