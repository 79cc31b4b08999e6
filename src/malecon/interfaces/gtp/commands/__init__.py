"""The GTP commands. Each file defines a table of commands on one subject; `COMMANDS` holds them all."""

from __future__ import annotations

from malecon.interfaces.gtp.commands import (
    administration,
    analysis,
    game,
    genmove,
    gogui,
    parameters,
    records,
    time_control,
)

COMMANDS = {
    **administration.COMMANDS,
    **game.COMMANDS,
    **genmove.COMMANDS,
    **time_control.COMMANDS,
    **analysis.COMMANDS,
    **parameters.COMMANDS,
    **records.COMMANDS,
    **gogui.COMMANDS,
}
