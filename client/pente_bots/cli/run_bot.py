"""What `pente bot` does."""

import argparse
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Final

from pente_bots.cli import explain
from pente_bots.cli.bot_service import named_player_of, service_of
from pente_bots.cli.bot_template import CannotCreate, write_template
from pente_bots.play.program.service import BotUsageError, serve
from pente_bots.players.catalogue import PLAYERS
from pente_bots.players.levels import highest_level
from pente_bots.players.player_options import InvalidPlayerOption
from pente_bots.roster.own_file import failure_text
from pente_client.options.exit_status import ExitStatus, report
from pente_client.words.bots.levels import LEVELS, NEEDS_COMPILED

_PROGRAM: Final = "pente bot"


def run(args: argparse.Namespace) -> int:
    """Play until a signal arrives or the challenge is over; the exit status."""
    if args.list:
        print("\n".join(_listing()))
        return ExitStatus.SUCCESS
    if args.new:
        return _write_template(args.new)
    if args.explain is not None or args.at is not None:
        return _explain(args)
    return _play(args)


def _play(args: argparse.Namespace) -> int:
    """Play. A foreign engine is asked for its name first: a signal could not interrupt that in a loop."""
    if args.engine:
        from pente_bots.cli.foreign_engines.chosen_engine import introduce_engine

        try:
            introduce_engine(args)
        except BotUsageError as error:
            return report(_PROGRAM, error, ExitStatus.USAGE)
        except KeyboardInterrupt:
            return ExitStatus.INTERRUPTED
    return serve(lambda: service_of(args), _PROGRAM, args.log_level)


def _explain(args: argparse.Namespace) -> int:
    """Explain a position as the player sees it."""
    try:
        named = named_player_of(args)
    except (BotUsageError, InvalidPlayerOption) as error:
        return report(_PROGRAM, error, ExitStatus.USAGE)
    try:
        return explain.run(named.make(Random(args.seed)), args)
    except Exception as error:
        if named.is_ours:
            raise
        return report(_PROGRAM, f"{named.label} failed with {failure_text(error)}")


def _write_template(path: Path) -> int:
    try:
        write_template(path)
    except CannotCreate as error:
        return report(_PROGRAM, error)
    print(f"{path} is a complete bot. Run it with: python {path} URL")
    return ExitStatus.SUCCESS


def _listing() -> Iterator[str]:
    """The players, their options and the levels, one line each."""
    for entry in PLAYERS.values():
        yield f"{entry.name:<12} {entry.summary} ({entry.plays})"
        for option in entry.options:
            yield f"  {option.name}={option.default}: {option.help} ({option.values})"
    for number, (name, style) in enumerate(LEVELS, 1):
        yield f"level-{number:<6} {name}: {style}" + NEEDS_COMPILED * (number > highest_level())
