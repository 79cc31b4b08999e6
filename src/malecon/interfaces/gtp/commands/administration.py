"""Commands about the server itself."""

from __future__ import annotations

from malecon.games.errors import GameError
from malecon.interfaces.gtp.command_context import ANY_NUMBER, Command, CommandContext
from malecon.version import __version__


def _protocol_version(context: CommandContext) -> str:  # noqa: ARG001 (every command has the same signature)
    return "2"


def _name(context: CommandContext) -> str:  # noqa: ARG001
    return "Malecon"


def _version(context: CommandContext) -> str:  # noqa: ARG001
    return __version__


def _known_command(context: CommandContext) -> str:
    (name,) = context.arguments(1)
    return "true" if name in context.commands else "false"


def _list_commands(context: CommandContext) -> str:
    return "\n".join(context.commands)


def _help(context: CommandContext) -> str:
    names = context.arguments(0, ANY_NUMBER) or tuple(context.commands)
    if unknown := [name for name in names if name not in context.commands]:
        raise GameError(f"unknown command: {unknown[0][:40]}; list_commands lists all commands")
    return "\n".join(f"{name} {context.commands[name].usage}".ljust(44) + context.commands[name].doc for name in names)


def _quit(context: CommandContext) -> str:
    context.quits = True
    return ""


COMMANDS = {
    "protocol_version": Command("", "print the protocol version", _protocol_version),
    "name": Command("", "print the name of the engine", _name),
    "version": Command("", "print the version of the engine", _version),
    "known_command": Command("NAME", "print true if the command exists, else false", _known_command),
    "list_commands": Command("", "list all commands, one per line", _list_commands),
    "help": Command("[NAME ...]", "describe commands", _help),
    "quit": Command("", "stop the server", _quit),
}
