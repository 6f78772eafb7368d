"""The access control that the options of `pente serve` ask for."""

import argparse

from pente_server.access.access_control import AccessControl, AllowList
from pente_server.limits.limits import Allowance


def access_control_from(args: argparse.Namespace, password: str, allowance: Allowance) -> AccessControl:
    """The access control that the options ask for. Raises UnusableFile."""
    return AccessControl(password, allow_list_from(args), wrong=allowance.wrong_server_passwords)


def allow_list_from(args: argparse.Namespace) -> AllowList | None:
    """The allow list of the options, if there is one. Raises UnusableFile."""
    return None if args.allow_list is None else AllowList(args.allow_list)
