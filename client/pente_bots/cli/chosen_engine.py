"""The foreign engine that the options of a bot name."""

import argparse
from random import Random
from typing import Final

from pente_bots.foreign_engines.engine_command import (
    DEFAULT_LIMITS,
    EngineCommand,
    EngineLimits,
    EngineProtocol,
    InvalidCommand,
    parse_engine,
)
from pente_bots.foreign_engines.engine_player import EnginePlayer
from pente_bots.foreign_engines.engine_thinker import EngineThinker
from pente_bots.foreign_engines.foreign_engine import introduce
from pente_bots.foreign_engines.foreign_process import ForeignEngineFailed
from pente_bots.play.program.service import BotUsageError
from pente_core.clock.instant import Millis
from pente_protocol.sentences import tell

_ABOUT: Final = "engine_about"
_MEGABYTE: Final = 1 << 20


def engine_limits(args: argparse.Namespace) -> EngineLimits:
    """What engines may take, as the options say."""
    return EngineLimits(
        args.move_time or DEFAULT_LIMITS.move,
        Millis(max(1, int(1000 * args.start_time))),
        _MEGABYTE * (args.engine_memory or 0),
    )


def introduce_engine(args: argparse.Namespace) -> None:
    """Ask the engine, if there is one, what it says of itself, and note that in ``args``.

    `chosen_engine` does so too; where that runs in an event loop, signals have to wait for the engine. Raises
    BotUsageError.
    """
    if not args.engine or getattr(args, _ABOUT, None) is not None:
        return
    try:
        setattr(args, _ABOUT, introduce(_command(args)))
    except ForeignEngineFailed as error:
        raise BotUsageError(str(error)) from None


def chosen_engine(args: argparse.Namespace) -> tuple[EnginePlayer, EngineThinker]:
    """The engine as a player, to ask it what it supports, and as what thinks. Raises BotUsageError."""
    introduce_engine(args)
    command = _command(args)
    player = EnginePlayer(Random(0), command, getattr(args, _ABOUT))
    return player, EngineThinker(command, args.engine_processes)


def _command(args: argparse.Namespace) -> EngineCommand:
    """The engine that the options describe. Raises BotUsageError."""
    if args.protocol is None:
        raise BotUsageError(
            tell("cli-bot.say-what-the-engine-speaks", engineprotocol=" or ".join(EngineProtocol))
        )
    if args.player:
        raise BotUsageError(tell("cli-bot.engine-and-player-cant-be"))
    try:
        return parse_engine(args.engine, EngineProtocol(args.protocol), engine_limits(args))
    except InvalidCommand as error:
        raise BotUsageError(str(error)) from None
