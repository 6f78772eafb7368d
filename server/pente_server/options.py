"""The options of `pente serve`."""

import argparse
import os
from pathlib import Path

from platformdirs import user_state_path

from pente_server import store_address
from pente_server.access import access_options
from pente_server.diagnostics.log_format import LogFormat
from pente_server.limits.limits import Allowance

DESCRIPTION = """
Run a server. Without --redis, it stores everything in a data directory, in a private Valkey that it starts
and stops itself. Every move is written to disk before any player sees it.
"""
EXAMPLES = """
examples:
  pente serve                              for players on this machine
  pente serve --host 0.0.0.0               for your network
  pente serve --house                      with bots to play against, and a game to watch
  pente serve --redis redis://cache:6379   with your own Redis or Valkey
  pente serve --password-file secret.txt   for players who know the password

environment: PENTE_HOST, PENTE_PORT, PENTE_REDIS, PENTE_DATA, PENTE_DURABILITY and PENTE_BEHIND_PROXY=1
set the defaults of the options; PENTE_SERVER_PASSWORD is used without --password-file.
exit status: 0 after Ctrl-C or SIGTERM, 1 if the server can't start or go on, 2 for an invalid command line.
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
    # An empty variable counts as unset; an empty host would mean all addresses of the machine.
    host, port = os.environ.get("PENTE_HOST") or "127.0.0.1", os.environ.get("PENTE_PORT") or "8765"
    parser.add_argument("--host", default=host, help="address to listen on (%(default)s)")
    parser.add_argument(
        "--port", default=port, type=_port, help="port to listen on (%(default)s); 0 picks a free one"
    )
    parser.add_argument(
        "--behind-proxy",
        action="store_true",
        default=os.environ.get("PENTE_BEHIND_PROXY", "") not in ("", "0"),
        help="trust X-Forwarded-For; only if all connections come through a reverse proxy that sets it",
    )


def default_data() -> Path:
    """The data directory without --data."""
    data = os.environ.get("PENTE_DATA")
    return Path(data) if data else user_state_path("pente") / "server"


def _add_store(parser: argparse.ArgumentParser) -> None:
    place = parser.add_mutually_exclusive_group()
    place.add_argument(
        "--redis",
        metavar="URL",
        type=store_address.check_option,
        help="use this Redis or Valkey instead of a private one",
    )
    place.add_argument(
        "--store",
        choices=("embedded", "memory"),
        help="embedded: a private Valkey (default); memory: no storage, for trying things out",
    )
    store_address.add_arguments(parser)
    parser.add_argument(
        "--data",
        metavar="DIR",
        type=Path,
        default=default_data(),
        help="directory for the private store (%(default)s)",
    )
    parser.add_argument(
        "--durability",
        metavar="{strict,any}",
        type=_durability,
        default=os.environ.get("PENTE_DURABILITY") or "any",
        help="strict: don't start with a store that could lose an acknowledged move (%(default)s)",
    )


def _add_conduct(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--house",
        action="store_true",
        help="run house bots, and a game between two of them; of the servers on one store, one runs them",
    )
    parser.add_argument(
        "--keep-bot-games",
        action="store_true",
        help="keep games between bots instead of deleting them after a day",
    )
    parser.add_argument(
        "--idle-days",
        type=_days,
        default=30,
        metavar="N",
        help="end a game without a clock after N days without a move (%(default)s)",
    )
    parser.add_argument(
        "--messages-per-second",
        type=_rate,
        default=Allowance().messages,
        metavar="N",
        help="messages that one connection may send (%(default)s; a bot 20 times as many, except queries)",
    )
    parser.add_argument(
        "--no-lag-compensation",
        action="store_true",
        help="count network delay as thinking time, instead of giving back up to 0.3 s of it per move",
    )
    parser.add_argument(
        "--log-level",
        choices=("debug", "info", "warning", "error"),
        default="info",
        help="lowest level of the log on stderr (%(default)s)",
    )
    parser.add_argument(
        "--log-format",
        choices=[str(form) for form in LogFormat],
        default=str(LogFormat.TEXT),
        help="form of the log: text, or one JSON object a line (%(default)s)",
    )


def _port(text: str) -> int:
    if not text.isdecimal() or int(text) > 65535:
        raise argparse.ArgumentTypeError(f"{text!r} is not a port; give a number from 0 to 65535")
    return int(text)


def _durability(text: str) -> str:
    if text not in ("strict", "any"):
        raise argparse.ArgumentTypeError(f"{text!r} is not a durability; give strict or any")
    return text


def _days(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= 3650:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of days; give one from 1 to 3650")
    return int(text)


def _rate(text: str) -> float:
    try:
        rate = float(text)
    except ValueError:
        rate = 0.0
    if not 1 <= rate <= 1_000_000:
        raise argparse.ArgumentTypeError(f"{text!r} is not a rate; give a number from 1 to 1000000")
    return rate
