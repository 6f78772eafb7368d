"""All commands of GTP that are known here."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from pente_bots.gtp import analysis_command, gtp_commands, ruleset_commands
from pente_bots.gtp.gtp_arguments import words_of
from pente_bots.gtp.gtp_engine import GtpEngine
from pente_bots.gtp.gtp_lines import GtpCommand, GtpError

GtpReply = Callable[[GtpEngine, str], str]
"""Takes the arguments as one text. Raises GtpError."""


def _list_commands(_session: GtpEngine, _rest: str) -> str:
    return "\n".join(GTP_COMMANDS)


def _known_command(_session: GtpEngine, rest: str) -> str:
    (name,) = words_of(rest, 1)
    return "true" if name in GTP_COMMANDS else "false"


GTP_COMMANDS: Final[Mapping[str, GtpReply]] = MappingProxyType(
    {
        "protocol_version": gtp_commands.protocol_version,
        "name": gtp_commands.name,
        "version": gtp_commands.program_version,
        "known_command": _known_command,
        "list_commands": _list_commands,
        "quit": gtp_commands.quit_,
        "boardsize": gtp_commands.boardsize,
        "clear_board": gtp_commands.clear_board,
        "komi": gtp_commands.komi,
        "play": gtp_commands.play,
        "genmove": gtp_commands.genmove,
        "reg_genmove": gtp_commands.reg_genmove,
        "undo": gtp_commands.undo,
        "time_settings": gtp_commands.time_settings,
        "time_left": gtp_commands.time_left,
        "showboard": gtp_commands.showboard,
        "final_score": gtp_commands.final_score,
        "loadsgf": gtp_commands.loadsgf,
        "pente-analyze": analysis_command.analyze,
        "pente-rulesets": ruleset_commands.rulesets,
        "pente-position": ruleset_commands.position,
        "pente-ruleset": ruleset_commands.ruleset,
        "pente-captures": ruleset_commands.captures,
        "pente-choices": ruleset_commands.choices,
        "pente-outcome": ruleset_commands.outcome,
        "pente-time_settings": ruleset_commands.time_settings,
    }
)


def reply_to(engine: GtpEngine, command: GtpCommand) -> str:
    """Carry a command out: the text of the reply. Raises GtpError."""
    reply = GTP_COMMANDS.get(command.name)
    if reply is None:
        raise GtpError("unknown command")
    return reply(engine, command.rest)
