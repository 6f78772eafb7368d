"""The address of a Redis or Valkey: its URL from an option or a variable, its password from a file."""

import argparse
import os
from pathlib import Path
from urllib.parse import parse_qs, quote, urlsplit

from pente_server.access.host_files import read_password

VARIABLE = "PENTE_REDIS"
"""The environment variable with the URL."""


class InvalidStoreAddress(Exception):
    """The address can't be used; the message is one sentence that says what to do."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the option for the file with the password."""
    parser.add_argument(
        "--redis-password-file",
        metavar="FILE",
        type=Path,
        help=f"the first line of FILE is the password for --redis (or write it into the URL in {VARIABLE})",
    )


def check_option(url: str) -> str:
    """A URL given as an option: it must not contain a password. For argparse."""
    if _has_password(url):
        raise argparse.ArgumentTypeError(
            "everybody on this machine can see the passwords in a command line;"
            f" set {VARIABLE} to that URL, or put the password into a file for --redis-password-file"
        )
    return url


def redis_url(args: argparse.Namespace, *, is_elsewhere: bool) -> str:
    """The URL with its password; empty without Redis. Raises InvalidStoreAddress and UnusableFile.

    ``is_elsewhere``: another option names the place of the data, so that the environment does not count.
    """
    url: str = args.redis or ("" if is_elsewhere else os.environ.get(VARIABLE, ""))
    if args.redis_password_file is None:
        return url
    if not url:
        raise InvalidStoreAddress("--redis-password-file is only for --redis; omit one or add the other")
    return _with_password(url, read_password(args.redis_password_file))


def _has_password(url: str) -> bool:
    try:
        parts = urlsplit(url)
    except ValueError:  # the store says what is wrong with it
        return "@" in url
    return bool(parts.password) or "password" in parse_qs(parts.query)


def _with_password(url: str, password: str) -> str:
    scheme, separator, rest = url.partition("://")
    authority, slash, path = rest.partition("/")
    user, _, host = authority.rpartition("@")
    return f"{scheme}{separator}{user.partition(':')[0]}:{quote(password, safe='')}@{host}{slash}{path}"
