"""Options that several programs have which run bots."""

import argparse
from typing import Final, Generic, TypeVar

from pente_bots.foreign_engines.engine_command import DEFAULT_LIMITS
from pente_client.options.connection_options import (
    ACCEPT_ADDRESS,
    CONNECTION,
    INSECURE,
    LOG_FILE,
    PATH,
    SECONDS,
    WAIT,
    variables,
)
from pente_protocol.option import OneOf, Option, OptionSection, Whole
from pente_protocol.option_arguments import add_sections
from pente_protocol.sentences import tell

EXIT_STATUS: Final = tell("cli-bot.exit-status")
T = TypeVar("T")


class BotOption(Option[T], Generic[T], kw_only=True):
    """An option of a bot, or of a program that runs bots."""

    texts: str = "bot"


ENGINE: Final = OptionSection("engine")
IDENTITIES: Final = BotOption(
    name="identities", kind=PATH, metavar="FILE", usual="usual-identities", section=CONNECTION
)
LOG_LEVEL: Final = BotOption(
    name="log_level",
    kind=OneOf.of("debug", "info", "warning", "error"),
    default="info",
    section=CONNECTION,
)
CONNECTION_OPTIONS: Final = (IDENTITIES, INSECURE, WAIT, ACCEPT_ADDRESS, LOG_FILE, LOG_LEVEL)
WORKERS: Final = BotOption(name="workers", kind=Whole(1), usual="one-per-processor")
ENGINE_LIMITS: Final = (
    BotOption(
        name="start_time",
        kind=SECONDS,
        metavar="SECONDS",
        default=DEFAULT_LIMITS.start / 1000,
        section=ENGINE,
    ),
    BotOption(
        name="engine_memory",
        kind=Whole(1, unit="megabytes"),
        metavar="MB",
        usual="no-limit",
        section=ENGINE,
    ),
)
"""What foreign engines may take besides the time for a move, which an arena has for all players."""


def add_bot_connection(parser: argparse.ArgumentParser) -> None:
    """Add how a program connects its bots, and what it logs."""
    add_sections(parser, CONNECTION_OPTIONS, variables(LOG_FILE))
