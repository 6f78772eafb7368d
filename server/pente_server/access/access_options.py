"""The options of `pente serve` about people: who may come in, and whose games are rated."""

import argparse
import os
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from pente_server.access.access_control import AccessControl, AllowList

VARIABLE: Final = "PENTE_SERVER_PASSWORD"
"""Where the password may be given instead of in a file."""
LONGEST_PASSWORD: Final = 500


class InvalidAccessOptions(Exception):
    """Why these options make no sense: one sentence that says what to do."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options about people."""
    group = parser.add_argument_group("people")
    group.add_argument(
        "--password-file",
        type=Path,
        metavar="FILE",
        help=f"let in only those who know the password, which is the first line of FILE (or {VARIABLE})",
    )
    group.add_argument(
        "--allow-list",
        type=Path,
        metavar="FILE",
        help="let in only those whose name or id is in FILE, one a line; it is read again when it changes",
    )
    group.add_argument(
        "--rate-bots", action="store_true", help="let bots play rated games, and so change people's ratings"
    )


def server_password(args: argparse.Namespace) -> str:
    """The password of the server; empty: it has none. Raises InvalidAccessOptions."""
    if args.password_file is None:
        password = os.environ.get(VARIABLE, "")
        place = f"the password in {VARIABLE}"
    else:
        place = f"the password in {args.password_file}"
        password = _text(args.password_file).partition("\n")[0].rstrip("\r")
        if not password:
            raise InvalidAccessOptions(
                f"the first line of {args.password_file} is empty; write the password there"
            )
    if len(password) > LONGEST_PASSWORD:
        raise InvalidAccessOptions(f"{place} is too long; take one of at most {LONGEST_PASSWORD} characters")
    return password


def access_control_from(args: argparse.Namespace, password: str, house_bots: Iterable[str]) -> AccessControl:
    """Who may come in; the house bots always may. Raises InvalidAccessOptions."""
    if args.allow_list is None:
        return AccessControl(password)
    _ = _text(args.allow_list)
    return AccessControl(password, AllowList(args.allow_list, frozenset(house_bots)))


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise InvalidAccessOptions(
            f"can't read {path} ({error.strerror}); check the path and its rights"
        ) from None
    except UnicodeDecodeError:
        raise InvalidAccessOptions(f"{path} is no text in UTF-8; write it anew") from None
