"""`pente ssh-door`: let people play over SSH, with nothing installed."""

import argparse
from pathlib import Path
from typing import Final

from pente_client.options.connection_options import INSECURE, add_url
from pente_client.options.values import whole_number
from pente_client.ssh_door.door_limits import DoorLimits
from pente_protocol.option_arguments import add_options
from pente_protocol.sentences import tell

PORT: Final = 2222
_LIMITS: Final = DoorLimits()
DESCRIPTION: Final = tell("cli-ssh-door.description")
EXAMPLES: Final = tell("cli-ssh-door.examples")


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
        help=tell("cli-ssh-door.host"),
    )
    parser.add_argument("--port", type=_port, default=PORT, help=tell("cli-ssh-door.port"))
    parser.add_argument("--data", metavar="DIR", type=Path, help=tell("cli-ssh-door.data"))
    parser.add_argument(
        "--public-host",
        metavar="NAME",
        default="",
        help=tell("cli-ssh-door.public-host"),
    )
    _add_limits(parser)
    # For `pente serve --ssh`.
    parser.add_argument("--sockets", type=_numbers, default=(), help=argparse.SUPPRESS)
    parser.add_argument("--until-eof", action="store_true", help=argparse.SUPPRESS)


def _add_limits(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group(tell("cli-ssh-door.group-limits"))
    group.add_argument("--keys-only", action="store_true", help=tell("cli-ssh-door.keys-only"))
    group.add_argument(
        "--sessions",
        metavar="N",
        type=whole_number(1),
        default=_LIMITS.sessions,
        help=tell("cli-ssh-door.sessions"),
    )
    group.add_argument(
        "--sessions-per-address",
        metavar="N",
        type=whole_number(1),
        default=_LIMITS.per_address,
        help=tell("cli-ssh-door.sessions-per-address"),
    )
    group.add_argument(
        "--idle-minutes",
        metavar="N",
        type=whole_number(1),
        default=int(_LIMITS.idle // 60),
        help=tell("cli-ssh-door.idle-minutes"),
    )


def _port(text: str) -> int:
    if not text.isdecimal() or len(text) > 5 or int(text) > 65535:
        raise argparse.ArgumentTypeError(tell("cli-ssh-door.is-not-a-port-give", text=repr(text)))
    return int(text)


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split(",")))


def run(args: argparse.Namespace) -> int:
    """Keep the door open until a signal arrives, or standard input ends; the exit status."""
    from pente_client.cli.steps.door_service import keep_door_open

    return keep_door_open(args)
