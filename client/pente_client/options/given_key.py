"""The key of a device that a file or PENTE_KEY holds, for bots and scripts without names of their own."""

import argparse
import os
import stat
import sys
from pathlib import Path
from typing import Final

from pente_client.connection import CannotConnect
from pente_client.credentials import InvalidCredentials, parse_key
from pente_client.options.connection_options import names_server
from pente_protocol.sentences import tell

_STDIN: Final = "-"
_LONGEST: Final = 4096
_OF_OTHERS: Final = stat.S_IRWXG | stat.S_IRWXO


def given_key(args: argparse.Namespace) -> str:
    """The key that the options or the environment give, as text; empty: none.

    A name or a code on the command line goes before PENTE_KEY. Where no server is named, it is that of the
    key, which is put in the place of the default one. Raises CannotConnect.
    """
    file: str | None = getattr(args, "key", None)
    if file is None and (args.name or getattr(args, "code", "")):
        return ""
    text = os.environ.get("PENTE_KEY", "") if file is None else _read(file)
    if file is None and not text:
        return ""
    try:
        key = parse_key(text)
    except InvalidCredentials as problem:
        raise CannotConnect(str(problem)) from None
    if not names_server(args):
        args.url = key.address
    return text


def _read(file: str) -> str:
    try:
        if file == _STDIN:
            return sys.stdin.readline(_LONGEST)
        with Path(file).open(encoding="utf-8") as text:
            if os.name == "posix" and os.fstat(text.fileno()).st_mode & _OF_OTHERS:
                problem = tell("flag.can-be-read-by-others", file=file)
                raise CannotConnect(problem)
            return text.read(_LONGEST)
    except (OSError, UnicodeDecodeError):
        raise CannotConnect(tell("flag.cant-be-read-check-the", file=file)) from None
