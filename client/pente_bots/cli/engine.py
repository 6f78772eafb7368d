"""`pente engine`: one of our players as an engine for the programs of others."""

import argparse
import io
import os
import secrets
import sys
from typing import Final

from pente_bots.players.player_options import PLAYER, SEED
from pente_client.options.exit_status import ExitStatus, fail
from pente_core.rules.ruleset import RULESETS
from pente_core.value import replace
from pente_protocol.option_arguments import add_options
from pente_protocol.sentences import tell

DESCRIPTION: Final = tell("cli-engine.description")
EXAMPLES: Final = tell("cli-engine.examples")
_CHUNK: Final = 65_536
PROTOCOLS: Final = ("piskvork", "gtp", "json")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of `pente engine`."""
    parser.description = DESCRIPTION
    parser.epilog = EXAMPLES
    parser.add_argument("--protocol", choices=PROTOCOLS, required=True, help=tell("cli-engine.protocol"))
    seed = replace(SEED, key="seed-engine")
    add_options(parser, [replace(PLAYER, default="patterns"), seed])


def run(args: argparse.Namespace) -> int:
    """Serve until the manager has enough; the exit status."""
    from pente_bots.engine_server.events import EventQueue
    from pente_bots.engine_server.json_engine import JsonEngine
    from pente_bots.engine_server.piskvork_brain import PiskvorkBrain
    from pente_bots.engine_server.served_player import ServedPlayer
    from pente_bots.gtp.gtp_engine import GtpEngine
    from pente_bots.gtp.serve_gtp import serve_gtp
    from pente_bots.shell.line_reader import LineReader
    from pente_bots.shell.state.errors import ShellError
    from pente_bots.shell.state.player_choice import parse_player

    try:
        player = parse_player(args.player)
    except ShellError as bad:
        return fail(args, bad, ExitStatus.USAGE)
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # what a manager sent must not end the engine
    seed = str(secrets.randbits(64) if args.seed is None else args.seed)
    if args.protocol == "gtp":
        engine = GtpEngine(player, RULESETS["freestyle"], seed)
        serve_gtp(LineReader(_read), lambda text: print(text, end="", flush=True), engine)
        return ExitStatus.SUCCESS
    kind = PiskvorkBrain if args.protocol == "piskvork" else JsonEngine
    served = ServedPlayer(f"pente {player.name}", _version(), player.make, seed)
    kind(EventQueue(_read), served, lambda line: print(line, flush=True)).run()
    return ExitStatus.SUCCESS


def _version() -> str:
    from importlib.metadata import version

    return version("pente")


def _read() -> bytes:
    # Not by way of `sys.stdin`: a thread that waits there has a lock that the interpreter wants at its end.
    return os.read(sys.stdin.fileno(), _CHUNK)
