"""The GTP server: reads lines, runs commands and answers each exactly once. Only `quit` or end of input stops it."""

from __future__ import annotations

from collections.abc import Callable
from difflib import get_close_matches

from malecon.games.errors import GameError
from malecon.interfaces.gtp.command_context import CommandContext
from malecon.interfaces.gtp.commands import COMMANDS
from malecon.interfaces.gtp.lines import MAX_LINE, Line, LineReader
from malecon.interfaces.gtp.protocol import ProtocolError, Request, clean_line, failure, parse_request, success
from malecon.interfaces.gtp.session import Session


class Server:
    """Serves a session on an input and an output stream."""

    def __init__(self, session: Session, read: Callable[[int], bytes], write: Callable[[str], None]) -> None:
        self._session = session
        self._reader = LineReader(read)
        self._write = write
        allows = session.permissions.allows
        self._allowed = {name: command for name, command in COMMANDS.items() if allows(command.permission)}

    def run(self) -> None:
        """Answer commands until `quit` or the end of the input."""
        while (line := self._reader.next()) is not None:
            if not self._answer(line):
                return

    def _answer(self, line: Line) -> bool:
        """Answer a line unless it is empty; return False if the server stops."""
        text = clean_line(line.data)
        if not text:
            return True
        if line.is_truncated and b"#" not in line.data:
            self._write(failure("", f"syntax error: line is longer than {MAX_LINE} bytes"))
            return True
        try:
            request = parse_request(text)
        except ProtocolError as error:
            self._write(failure("", str(error)))
            return True
        context = CommandContext(self._session, request, line, self._reader, self._write)
        self._respond(context)
        return not context.quits

    def _respond(self, context: CommandContext) -> None:
        request, problem, answer = context.request, "", ""
        context.commands = self._allowed
        try:
            answer = self._run(context)
        except GameError as error:
            problem = str(error) or "error"
        except Exception as error:  # the server must survive a bug in a command
            problem = f"internal error: {type(error).__name__}: {error}"
        if context.has_sent_lines:
            self._write(f"{problem}\n\n" if problem else "\n")
        else:
            self._write(failure(request.id, problem) if problem else success(request.id, answer))

    @staticmethod
    def _run(context: CommandContext) -> str:
        name = context.request.name
        if name not in COMMANDS:
            raise GameError(_unknown_command(context.request))
        context.session.permissions.check(COMMANDS[name].permission, name)
        return COMMANDS[name].run(context)


def _unknown_command(request: Request) -> str:
    if not request.name:
        return "syntax error: no command after the id"
    matches = get_close_matches(request.name[:40], COMMANDS, 1)
    return f"unknown command: {request.name[:40]}" + (f"; did you mean {matches[0]}?" if matches else "")
