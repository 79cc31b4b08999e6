"""The server: reads lines, obeys commands, answers each exactly once. Nothing that comes in ends it but `quit`."""

from __future__ import annotations

from collections.abc import Callable
from difflib import get_close_matches

from malecon.games.errors import GameError
from malecon.interfaces.gtp.command_context import CommandContext
from malecon.interfaces.gtp.commands import COMMANDS
from malecon.interfaces.gtp.lines import MAX_LINE, Line, Lines
from malecon.interfaces.gtp.protocol import ProtocolError, Request, failure, plain_line, read_request, success
from malecon.interfaces.gtp.session import Session


class Server:
    """A session at the end of two pipes."""

    def __init__(self, session: Session, read: Callable[[int], bytes], write: Callable[[str], None]) -> None:
        self._session = session
        self._lines = Lines(read)
        self._write = write

    def run(self) -> None:
        """Answer until `quit` or the end of the input."""
        while (line := self._lines.next()) is not None:
            if not self._answer(line):
                return

    def _answer(self, line: Line) -> bool:
        """Answer a line, if it says anything; False where it was the last."""
        text = plain_line(line.data)
        if not text:
            return True
        if line.is_cut and b"#" not in line.data:
            self._write(failure("", f"syntax error: a line has at most {MAX_LINE} bytes"))
            return True
        try:
            request = read_request(text)
        except ProtocolError as error:
            self._write(failure("", str(error)))
            return True
        turn = CommandContext(self._session, request, line, self._lines, self._write)
        self._obey(turn)
        return not turn.leaves

    def _obey(self, turn: CommandContext) -> None:
        request, complaint, answer = turn.request, "", ""
        turn.commands = COMMANDS
        try:
            answer = self._run(turn)
        except GameError as error:
            complaint = str(error) or "error"
        except Exception as error:  # whatever goes wrong here, the next command can still be obeyed
            complaint = f"internal error: {type(error).__name__}: {error}"
        if turn.has_begun:
            self._write(f"{complaint}\n\n" if complaint else "\n")
        else:
            self._write(failure(request.id, complaint) if complaint else success(request.id, answer))

    @staticmethod
    def _run(turn: CommandContext) -> str:
        name = turn.request.name
        if name not in COMMANDS:
            raise GameError(_unknown(turn.request))
        return COMMANDS[name].run(turn)


def _unknown(request: Request) -> str:
    if not request.name:
        return "syntax error: an id is followed by a command"
    near = get_close_matches(request.name[:40], COMMANDS, 1)
    return f"unknown command: {request.name[:40]}" + (f"; did you mean {near[0]}?" if near else "")
