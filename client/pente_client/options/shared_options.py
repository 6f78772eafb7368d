"""Options that `pente play` and `pente watch` share, and what they mean."""

import argparse
import os
import re
import sys
from collections.abc import Callable
from typing import Final

from pente_client.connection.address import DEFAULT_URL
from pente_core.clock.clock import BadTimeControl, TimeControl, parse_time_control
from pente_core.clock.time_control import FORMS
from pente_protocol.messages import RoomId
from pente_protocol.untrusted_text import BadName, check_name, clean

DEFAULT_TIME: Final = "10+5"


def default_url() -> str:
    """The server where none is given."""
    return os.environ.get("PENTE_URL") or DEFAULT_URL


def url_for_friends(url: str) -> str:
    """What friends have to type to come to a server; empty for the one where nothing has to be typed.

    PENTE_URL is of no help to them: it is set here, and not at theirs.
    """
    return "" if url == DEFAULT_URL else url


def add_connection(parser: argparse.ArgumentParser, *, names: bool = True) -> None:
    """Add who connects (unless ``names`` is false), and how."""
    group = parser.add_argument_group("connection")
    if names:
        group.add_argument(
            "--name",
            metavar="N",
            type=name_given,
            default=os.environ.get("PENTE_NAME") or None,
            help="name to play under; another name is another player (the one used last there, else a guest)",
        )
    group.add_argument(
        "--wait",
        metavar="SECONDS",
        type=_seconds,
        default=0.0,
        help="how long to try when the server can't be reached at first (%(default)s)",
    )
    group.add_argument(
        "--insecure", action="store_true", help="allow ws:// to another machine, in a network that you trust"
    )


def add_output(parser: argparse.ArgumentParser) -> None:
    """Add how the game is shown."""
    group = parser.add_argument_group("output")
    choice = group.add_mutually_exclusive_group()
    choice.add_argument("--plain", action="store_true", help="text that is only ever appended")
    choice.add_argument("--json", action="store_true", help="one JSON object a line, for programs")


def add_json(parser: argparse.ArgumentParser) -> None:
    """Add how an answer is shown."""
    parser.add_argument("--json", action="store_true", help="one JSON object a line, for programs")


def add_time(parser: argparse.ArgumentParser) -> None:
    """Add how much time there is."""
    parser.add_argument_group("clocks").add_argument(
        "--time",
        metavar="T",
        type=_checked(_time, BadTimeControl),
        help=f"minutes+seconds a turn, or another form: {FORMS} ({DEFAULT_TIME})",
    )


def time_asked_for(args: argparse.Namespace) -> TimeControl | None:
    """The time control that was given."""
    return None if args.time is None else parse_time_control(args.time)


def name_given(text: str) -> str:
    """A name that somebody may have."""
    return _checked(check_name, BadName)(text)


def room_id(text: str) -> RoomId:
    """The name of a room."""
    if re.fullmatch("[A-Za-z0-9_-]{8,40}", text) is None:
        raise argparse.ArgumentTypeError(
            f"{clean(text, 40)!r} is no room; copy its name from whoever is there"
        )
    return RoomId(text)


def wants_screen(args: argparse.Namespace) -> bool:
    """Whether to take the whole terminal."""
    if args.plain or args.json or os.environ.get("TERM") == "dumb":
        return False
    return sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty()


def _time(text: str) -> str:
    parse_time_control(text)
    return text


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1.0
    if not 0 <= seconds < 1e9:
        raise argparse.ArgumentTypeError(f"{text!r} is no number of seconds")
    return seconds


def _checked(check: Callable[[str], str], error: type[ValueError]) -> Callable[[str], str]:
    """What argparse can use to read a value, with the sentence of the error."""

    def read(text: str) -> str:
        try:
            return check(text)
        except error as bad:
            raise argparse.ArgumentTypeError(str(bad)) from None

    return read
