"""Commands about the server itself."""

from __future__ import annotations

from malecon.games.errors import GameError
from malecon.interfaces.gtp.command_context import ENDLESS, Command, CommandContext
from malecon.version import __version__


def _protocol_version(turn: CommandContext) -> str:  # noqa: ARG001 (the same for all)
    return "2"


def _name(turn: CommandContext) -> str:  # noqa: ARG001
    return "Malecon"


def _version(turn: CommandContext) -> str:  # noqa: ARG001
    return __version__


def _known_command(turn: CommandContext) -> str:
    (name,) = turn.words(1)
    return "true" if name in turn.commands else "false"


def _list_commands(turn: CommandContext) -> str:
    return "\n".join(turn.commands)


def _help(turn: CommandContext) -> str:
    names = turn.words(0, ENDLESS) or tuple(turn.commands)
    if unknown := [name for name in names if name not in turn.commands]:
        raise GameError(f"unknown command: {unknown[0][:40]}; list_commands gives all that there are")
    return "\n".join(f"{name} {turn.commands[name].usage}".ljust(44) + turn.commands[name].doc for name in names)


def _quit(turn: CommandContext) -> str:
    turn.leaves = True
    return ""


COMMANDS = {
    "protocol_version": Command("", "the version of the protocol", _protocol_version),
    "name": Command("", "the name of the engine", _name),
    "version": Command("", "the version of the engine", _version),
    "known_command": Command("NAME", "whether there is such a command: true or false", _known_command),
    "list_commands": Command("", "all commands, one a line", _list_commands),
    "help": Command("[NAME ...]", "what commands do", _help),
    "quit": Command("", "leave", _quit),
}
