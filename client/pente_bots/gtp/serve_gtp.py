"""Serving GTP: lines in, replies out."""

from collections.abc import Callable
from typing import Final

from pente_bots.gtp.gtp_engine import GtpEngine
from pente_bots.gtp.gtp_lines import GtpCommand, GtpError, format_reply, parse_command
from pente_bots.gtp.gtp_table import reply_to
from pente_bots.shell.line_reader import LineReader, LineTooLong
from pente_protocol.untrusted_text import clean

_LONGEST_ERROR: Final = 1000


def serve_gtp(lines: LineReader, write: Callable[[str], None], engine: GtpEngine) -> None:
    """Reply to commands until quit or the end of the input.

    ``write`` is called once for each reply, with all of its text, and has to flush it.
    """
    while not engine.is_over:
        try:
            line = lines.line()
        except LineTooLong:
            write(format_reply("", "line too long", failed=True))
            continue
        if line is None:
            return
        command = parse_command(line)
        if command is not None:
            write(_reply(engine, command))


def _reply(engine: GtpEngine, command: GtpCommand) -> str:
    try:
        return format_reply(command.number, reply_to(engine, command))
    except GtpError as error:
        return format_reply(command.number, clean(str(error), _LONGEST_ERROR), failed=True)
