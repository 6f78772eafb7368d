"""`pente ssh-door`: let people play over SSH, with nothing installed."""

import argparse
from pathlib import Path
from typing import Final

from pente_client.options.connection_options import INSECURE, add_url
from pente_client.options.values import whole_number
from pente_client.ssh_door.door_limits import DoorLimits
from pente_protocol.option_arguments import add_options

PORT: Final = 2222
_LIMITS: Final = DoorLimits()
DESCRIPTION: Final = """
Let people play on a server with nothing but an SSH client: the same screens, in their terminals. The door is
a client of the server for each of them. There is no shell behind it.
"""
EXAMPLES: Final = """
examples:
  pente ssh-door                                   a door to this machine's server, at port 2222
  pente ssh-door ws://127.0.0.1:8765 --host 0.0.0.0
  pente serve --ssh                                a server with a door of its own

what people type:
  ssh -p 2222 play@HOST     play, under a name that belongs to their SSH key
  ssh -p 2222 watch@HOST    watch TV; needs no key
  ssh -p 2222 K7M2QX@HOST   join a friend's room by its code
  ssh -p 2222 name@HOST     choose another name
  ssh -p 2222 link@HOST     play under the same name with the key and on other devices

The server has to trust the door, so that its limits and log see each person's address: start it with
--trusted-proxy and the address of the door. The data directory has the host key of the door, and the accounts
of people's keys; keep both secret, and keep them.

environment: PENTE_URL is the default for URL, PENTE_STATE is a directory, in which ssh-door is the default of
--data.
exit status: 0 stopped by SIGTERM, 1 the door can't be opened, 2 usage error, 130 interrupted.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of `pente ssh-door`."""
    parser.description = DESCRIPTION
    parser.epilog = EXAMPLES
    add_url(parser)
    add_options(parser, [INSECURE])
    parser.add_argument(
        "--host",
        dest="hosts",
        metavar="HOST",
        action="append",
        help="address to listen on (127.0.0.1); 0.0.0.0 stands for all IPv4 addresses of this machine; may be"
        " given several times",
    )
    parser.add_argument(
        "--port", type=_port, default=PORT, help="port to listen on (%(default)s); 0 picks a free one"
    )
    parser.add_argument(
        "--data", metavar="DIR", type=Path, help="directory for the host key and the accounts of keys"
    )
    parser.add_argument(
        "--public-host",
        metavar="NAME",
        default="",
        help="the name of this machine that people are shown (default: the address that each has reached)",
    )
    _add_limits(parser)
    # For `pente serve --ssh`.
    parser.add_argument("--sockets", type=_numbers, default=(), help=argparse.SUPPRESS)
    parser.add_argument("--until-eof", action="store_true", help=argparse.SUPPRESS)


def _add_limits(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("limits")
    group.add_argument(
        "--keys-only", action="store_true", help="let nobody play without an SSH key, not even as a guest"
    )
    group.add_argument(
        "--sessions",
        metavar="N",
        type=whole_number(1),
        default=_LIMITS.sessions,
        help="people at once (%(default)s)",
    )
    group.add_argument(
        "--sessions-per-address",
        metavar="N",
        type=whole_number(1),
        default=_LIMITS.per_address,
        help="people at once from one address (%(default)s)",
    )
    group.add_argument(
        "--idle-minutes",
        metavar="N",
        type=whole_number(1),
        default=int(_LIMITS.idle // 60),
        help="end a session without a key for so long, except one that watches (%(default)s)",
    )


def _port(text: str) -> int:
    if not text.isdecimal() or len(text) > 5 or int(text) > 65535:
        raise argparse.ArgumentTypeError(f"{text!r} is not a port; give a number from 0 to 65535")
    return int(text)


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split(",")))


def run(args: argparse.Namespace) -> int:
    """Keep the door open until a signal arrives, or standard input ends; the exit status."""
    from pente_client.cli.steps.door_service import keep_door_open

    return keep_door_open(args)
