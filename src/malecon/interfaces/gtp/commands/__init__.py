"""The commands of the server, in tables: each file is one idea, and `COMMANDS` is all of them."""

from __future__ import annotations

from malecon.interfaces.gtp.commands import administration, analysis, game, gogui, params, records, thinking, times

COMMANDS = {
    **administration.COMMANDS,
    **game.COMMANDS,
    **thinking.COMMANDS,
    **times.COMMANDS,
    **analysis.COMMANDS,
    **params.COMMANDS,
    **records.COMMANDS,
    **gogui.COMMANDS,
}
