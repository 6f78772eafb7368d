"""Readers of option values, for ``type=`` of argparse: a text goes in, a checked value comes out.

Each raises ArgumentTypeError with a phrase that argparse puts behind the name of the option.
"""

import argparse
import re
from collections.abc import Callable
from typing import TypeVar

from pente_core.identity import RoomId
from pente_protocol.sentences import tell
from pente_protocol.untrusted_text import BadName, check_name, clean

T = TypeVar("T")


def reader(parse: Callable[[str], T], error: type[ValueError]) -> Callable[[str], T]:
    """A reader that passes on the message of the error that ``parse`` raises."""

    def read(text: str) -> T:
        try:
            return parse(text)
        except error as bad:
            raise argparse.ArgumentTypeError(str(bad)) from None

    return read


class DashedWord:
    """A reader of text that may begin with a dash: the ``pattern`` says which words are no options then."""

    def __init__(self, pattern: str) -> None:
        self.pattern = re.compile(pattern)

    def __call__(self, text: str) -> str:
        return text.strip()


def read_name(text: str) -> str:
    """A player's name, as servers allow it."""
    return reader(check_name, BadName)(text)


def read_room_id(text: str) -> RoomId:
    """The id of a room or of a finished game."""
    if re.fullmatch("[A-Za-z0-9_-]{8,40}", text) is None:
        raise argparse.ArgumentTypeError(tell("flag.is-not-a-room-id", text=repr(clean(text, 40))))
    return RoomId(text)


def read_seconds(text: str) -> float:
    """A number of seconds, 0 or more."""
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1.0
    if not 0 <= seconds < 1e9:
        raise argparse.ArgumentTypeError(tell("flag.is-not-a-number-of", text=repr(clean(text, 20))))
    return seconds


def whole_number(least: int) -> Callable[[str], int]:
    """A reader of whole numbers of at most nine digits, from ``least``."""

    def read(text: str) -> int:
        if not (text.isascii() and text.isdecimal() and len(text) < 10 and int(text) >= least):
            raise argparse.ArgumentTypeError(
                tell("flag.is-not-a-whole-number", text=repr(clean(text, 20)), least=least)
            )
        return int(text)

    return read
