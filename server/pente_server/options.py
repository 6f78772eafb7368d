"""The options of `pente serve`."""

import argparse
import os
from pathlib import Path

from platformdirs import user_state_path

from pente_server.access import access_options
from pente_server.limits.limits import Allowance

DESCRIPTION = """
Run a server. Without --redis it keeps everything in a data directory of its own, in a private Valkey that
it starts and stops by itself; every move is on the disk before anybody is told.
"""
EXAMPLES = """
examples:
  pente serve                              for yourself, on this machine
  pente serve --host 0.0.0.0               for your network
  pente serve --house                      with bots to play against, and a game to watch
  pente serve --redis redis://cache:6379   rooms in a Redis or Valkey of yours
  pente serve --password-file secret.txt   for those who know the password

environment: PENTE_HOST, PENTE_PORT, PENTE_REDIS, PENTE_DATA, PENTE_DURABILITY and PENTE_BEHIND_PROXY=1
stand in for the options; PENTE_SERVER_PASSWORD is a password that is in no file.
exit status: 0 after Ctrl-C or SIGTERM, 1 when it could not start or go on, 2 for a wrong command line.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of `pente serve`."""
    parser.description = DESCRIPTION
    parser.epilog = EXAMPLES
    _add_address(parser)
    _add_store(parser)
    _add_conduct(parser)
    access_options.add_arguments(parser)


def _add_address(parser: argparse.ArgumentParser) -> None:
    # An empty variable is as good as none; an empty host would even mean all addresses.
    host, port = os.environ.get("PENTE_HOST") or "127.0.0.1", os.environ.get("PENTE_PORT") or "8765"
    parser.add_argument("--host", default=host, help="address to listen on (%(default)s)")
    parser.add_argument(
        "--port", default=port, type=_port, help="port to listen on (%(default)s); 0 picks a free one"
    )
    parser.add_argument(
        "--behind-proxy",
        action="store_true",
        default=os.environ.get("PENTE_BEHIND_PROXY", "") not in ("", "0"),
        help="believe X-Forwarded-For: only where everybody comes through a reverse proxy that sets it",
    )


def default_data() -> Path:
    """The data directory where none is given."""
    data = os.environ.get("PENTE_DATA")
    return Path(data) if data else user_state_path("pente") / "server"


def _add_store(parser: argparse.ArgumentParser) -> None:
    place = parser.add_mutually_exclusive_group()
    place.add_argument("--redis", metavar="URL", help="keep rooms there instead of in a private store")
    place.add_argument(
        "--store", choices=("embedded", "memory"), help="memory: keep nothing, for trying things out"
    )
    parser.add_argument(
        "--data",
        metavar="DIR",
        type=Path,
        default=default_data(),
        help="directory of the private store and the house bots (%(default)s)",
    )
    parser.add_argument(
        "--durability",
        metavar="{strict,any}",
        type=_durability,
        default=os.environ.get("PENTE_DURABILITY") or "any",
        help="strict: refuse a store that could lose an acknowledged move",
    )


def _add_conduct(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--house", action="store_true", help="run house bots, and a game between two of them")
    parser.add_argument(
        "--keep-bot-games",
        action="store_true",
        help="keep the games of bots among themselves, too, instead of forgetting them after a day",
    )
    parser.add_argument(
        "--messages-per-second",
        type=_rate,
        default=Allowance().messages,
        metavar="N",
        help="what one connection may send (%(default)s; bots 20 times as much, but no more questions)",
    )
    parser.add_argument(
        "--no-lag-compensation",
        action="store_true",
        help="charge clocks for the way of a move too, instead of sparing up to 0.3 s of what was measured",
    )
    parser.add_argument(
        "--log-level",
        choices=("debug", "info", "warning", "error"),
        default="warning",
        help="how much is written to stderr (%(default)s)",
    )


def _port(text: str) -> int:
    if not text.isdecimal() or int(text) > 65535:
        raise argparse.ArgumentTypeError(f"{text!r} is no port; give a number from 0 to 65535")
    return int(text)


def _durability(text: str) -> str:
    if text not in ("strict", "any"):
        raise argparse.ArgumentTypeError(f"{text!r} is no durability; give strict or any")
    return text


def _rate(text: str) -> float:
    try:
        rate = float(text)
    except ValueError:
        rate = 0.0
    if not 1 <= rate <= 1_000_000:
        raise argparse.ArgumentTypeError(f"{text!r} is no rate; give a number from 1 to 1000000")
    return rate
