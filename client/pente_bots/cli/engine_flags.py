"""Options of foreign engines: which program, and what it may take."""

import argparse
from typing import Final

from pente_bots.foreign_engines.engine_command import DEFAULT_LIMITS, EngineLimits, EngineProtocol
from pente_client.options.connection_options import Group
from pente_client.options.values import read_duration, read_seconds, whole_number
from pente_core.clock.instant import Millis

_MEGABYTE: Final = 1 << 20
_SECOND: Final = 1000


def add_engine(parser: argparse.ArgumentParser) -> None:
    """Add a foreign engine in place of a player that ships."""
    group = parser.add_argument_group(
        "foreign engine",
        "A program of others in place of --player. It runs without a shell, is started again when it "
        "fails, and ends with the bot.",
    )
    group.add_argument("--engine", metavar="COMMAND", help="the program and its arguments, as one word")
    group.add_argument(
        "--protocol",
        choices=list(EngineProtocol),
        help="the protocol that it speaks; piskvork is that of Gomocup",
    )
    group.add_argument(
        "--engine-processes",
        type=whole_number(1),
        default=1,
        metavar="N",
        help="processes of the engine; in more games than that it thinks in turns (default: %(default)s)",
    )
    group.add_argument(
        "--move-time",
        type=read_duration,
        metavar="TIME",
        help=f"time of an engine for a move in games without a clock, as in 1s or 500ms (default: "
        f"{DEFAULT_LIMITS.move // _SECOND}s)",
    )
    add_engine_limits(group)


def add_engine_limits(group: Group) -> None:
    """Add what foreign engines may take besides ``--move-time``, which an arena has for all players."""
    group.add_argument(
        "--start-time",
        type=read_seconds,
        default=DEFAULT_LIMITS.start / _SECOND,
        metavar="SECONDS",
        help="time of an engine to start (default: %(default)g)",
    )
    group.add_argument(
        "--engine-memory",
        type=whole_number(1),
        metavar="MB",
        help="the most memory that an engine may reserve (default: no limit)",
    )


def engine_limits(args: argparse.Namespace) -> EngineLimits:
    """What engines may take, as the options say."""
    return EngineLimits(
        args.move_time or DEFAULT_LIMITS.move,
        Millis(max(1, int(_SECOND * args.start_time))),
        _MEGABYTE * (args.engine_memory or 0),
    )
