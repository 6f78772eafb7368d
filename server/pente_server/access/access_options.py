"""The options of `pente serve` about players and keys: who may connect, and whose games are rated."""

import argparse
import os
from pathlib import Path
from typing import Final

from pente_server.access.host_files import read_password

VARIABLE: Final = "PENTE_SERVER_PASSWORD"
"""The environment variable with the password, if it is not in a file."""
LONGEST_PASSWORD: Final = 500


class InvalidAccessOptions(Exception):
    """An option is invalid; the message is one sentence that says what to do."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options about players."""
    group = parser.add_argument_group("players")
    group.add_argument(
        "--password-file",
        type=Path,
        metavar="FILE",
        help=f"require a password, the first line of FILE (or the content of {VARIABLE})",
    )
    group.add_argument(
        "--allow-list",
        type=Path,
        metavar="FILE",
        help="admit only players whose name or id is in FILE, one per line; it is read again when it changes",
    )
    group.add_argument(
        "--rate-bots", action="store_true", help="allow rated games with bots, which change people's ratings"
    )
    group.add_argument(
        "--rate-handicaps",
        action="store_true",
        help="allow rated games that begin from a position, or in which one side has more time or needs less",
    )


def add_server_key(parser: argparse.ArgumentParser) -> None:
    """Add the option for a key outside of the store."""
    parser.add_argument(
        "--server-key",
        type=Path,
        metavar="FILE",
        help="keep the server's key in FILE, which only you can read, instead of in the store and in exports;"
        " a key that is in the store moves there, and without any one is drawn",
    )


def server_password(args: argparse.Namespace) -> str:
    """The server's password, or an empty string for none. Raises InvalidAccessOptions and UnusableFile."""
    if args.password_file is None:
        password = os.environ.get(VARIABLE, "")
        place = f"the password in {VARIABLE}"
        if not _is_text(password):
            raise InvalidAccessOptions(f"{place} is not valid UTF-8; set it anew, or use --password-file")
    else:
        place = f"the password in {args.password_file}"
        password = read_password(args.password_file)
    if len(password) > LONGEST_PASSWORD:
        raise InvalidAccessOptions(f"{place} is too long; use at most {LONGEST_PASSWORD} characters")
    return password


def _is_text(value: str) -> bool:
    """Whether the value of a variable has only characters, not bytes that no character could be made of."""
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return True
