"""The work of `pente engine`."""

import argparse
import io
import os
import secrets
import sys
from importlib.metadata import version
from typing import Final

from pente_bots.engine_server.engine_loop import ServedEngine
from pente_bots.engine_server.events import EventQueue
from pente_bots.engine_server.json_engine import JsonEngine
from pente_bots.engine_server.piskvork_brain import PiskvorkBrain
from pente_bots.engine_server.served_player import ServedPlayer
from pente_bots.gtp.gtp_engine import GtpEngine
from pente_bots.gtp.serve_gtp import serve_gtp
from pente_bots.shell.line_reader import LineReader
from pente_bots.shell.state.errors import ShellError
from pente_bots.shell.state.player_choice import PlayerChoice, parse_player
from pente_client.options.exit_status import ExitStatus, fail
from pente_core.rules.ruleset import RULESETS

_CHUNK: Final = 65_536
_ENGINES: Final[dict[str, type[PiskvorkBrain] | type[JsonEngine]]] = {
    "piskvork": PiskvorkBrain,
    "json": JsonEngine,
}


def serve_engine(args: argparse.Namespace) -> int:
    """Serve until the manager has enough; the exit status."""
    try:
        player = parse_player(args.player)
    except ShellError as bad:
        return fail(args, bad, ExitStatus.USAGE)
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # what a manager sent must not end the engine
    seed = str(secrets.randbits(64) if args.seed is None else args.seed)
    if args.protocol == "gtp":
        _serve_gtp(player, seed)
    else:
        _engine(args.protocol, player, seed).run()
    return ExitStatus.SUCCESS


def _engine(protocol: str, player: PlayerChoice, seed: str) -> ServedEngine:
    served = ServedPlayer(f"pente {player.name}", version("pente"), player.make, seed)
    return _ENGINES[protocol](EventQueue(_read), served, _say)


def _serve_gtp(player: PlayerChoice, seed: str) -> None:
    rules = RULESETS["freestyle"]
    serve_gtp(LineReader(_read), lambda text: print(text, end="", flush=True), GtpEngine(player, rules, seed))


def _read() -> bytes:
    # Not by way of `sys.stdin`: a thread that waits there has a lock that the interpreter wants at its end.
    return os.read(sys.stdin.fileno(), _CHUNK)


def _say(line: str) -> None:
    """Write a line at once, so that a program that waits for it gets it."""
    print(line, flush=True)
