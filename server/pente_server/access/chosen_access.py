"""The password and the access control that the options of `pente serve` ask for."""

import argparse
import os
from typing import Final

from pente_server.access.access_control import AccessControl, AllowList
from pente_server.access.host_files import read_password
from pente_server.limits.limits import Allowance

VARIABLE: Final = "PENTE_SERVER_PASSWORD"
"""The environment variable with the password, if it is not in a file."""
LONGEST_PASSWORD: Final = 500


class InvalidAccessOptions(Exception):
    """An option is invalid; the message is one sentence that says what to do."""


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


def access_control_from(args: argparse.Namespace, password: str, allowance: Allowance) -> AccessControl:
    """The access control that the options ask for. Raises UnusableFile."""
    return AccessControl(password, allow_list_from(args), wrong=allowance.wrong_server_passwords)


def allow_list_from(args: argparse.Namespace) -> AllowList | None:
    """The allow list of the options, if there is one. Raises UnusableFile."""
    return None if args.allow_list is None else AllowList(args.allow_list)
