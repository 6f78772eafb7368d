"""The address of a Redis or Valkey: its URL from an option or a variable, its password from a file."""

import argparse
from pathlib import Path
from urllib.parse import parse_qs, quote, urlsplit

from platformdirs import user_state_path

from pente_protocol.option_arguments import FromEnvironment
from pente_server.access.host_files import read_password


class InvalidStoreAddress(Exception):
    """The address can't be used; the message is one sentence that says what to do."""


def check_url(url: str) -> str:
    """A URL as it is given: one that is typed must not contain a password. Raises ValueError."""
    if _has_password(url) and not isinstance(url, FromEnvironment):
        raise ValueError(
            "everybody on this machine can see the passwords in a command line;"
            " set PENTE_REDIS to that URL, or put the password into a file for --redis-password-file"
        )
    return url


def redis_url(args: argparse.Namespace) -> str:
    """The URL with its password; empty without Redis. Raises InvalidStoreAddress and UnusableFile."""
    url: str = args.redis or ""
    if url and getattr(args, "store", None):
        raise InvalidStoreAddress("PENTE_REDIS and PENTE_STORE say where games are stored; unset one of them")
    if args.redis_password_file is None:
        return url
    if not url:
        raise InvalidStoreAddress(
            "--redis-password-file (PENTE_REDIS_PASSWORD_FILE) is only for --redis; omit one or add the other"
        )
    return _with_password(url, read_password(args.redis_password_file))


def data_dir(args: argparse.Namespace) -> Path:
    """The directory of the private store."""
    return Path(args.data) if args.data else user_state_path("pente") / "server"


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
