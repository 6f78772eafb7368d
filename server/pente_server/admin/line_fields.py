"""Fields in the lines of an export, checked. All of these raise ValueError for an invalid one."""

import re
from collections.abc import Callable
from enum import StrEnum
from typing import Any, Final

from pente_core.clock.instant import Instant
from pente_core.identity import PlayerId

Line = dict[str, Any]
"""A line of an export: a JSON object."""
_PLAYER_ID: Final = re.compile(r"[0-9a-f]{32}")


class ExportTag(StrEnum):
    """The lines of a server's export; these words never change."""

    HEADER = "export"
    IDENTITY = "identity"
    SERVED = "served"
    ACCOUNT = "account"
    DELETED = "deleted"
    NAME = "name"
    BLOCKED = "blocked"
    FRIENDS = "friends"
    MESSAGES = "messages"
    REPORT = "report"
    STANDING = "standing"
    RESULT = "result"
    ROOM = "room"
    REVIEW = "review"
    PUZZLE = "puzzle"
    END = "end"


def whole(value: object) -> int:
    """A whole number from 0."""
    if type(value) is not int or value < 0:
        raise ValueError(f"{value!r} is not a whole number from 0")
    return value


def moment(value: object) -> Instant:
    return Instant(whole(value))


def optional(make: Callable[[int], Any], value: object) -> Any:
    """A whole number as a value of another type; None stays None."""
    return None if value is None else make(whole(value))


def text(value: object) -> str:
    """A text of 1 to 1000 characters."""
    if not isinstance(value, str) or not 0 < len(value) <= 1000:
        raise ValueError(f"{value!r} is not a text of 1 to 1000 characters")
    return value


def text_or_empty(value: object) -> str:
    return "" if value == "" else text(value)


def player_id(value: object) -> PlayerId:
    if not isinstance(value, str) or _PLAYER_ID.fullmatch(value) is None:
        raise ValueError(f"{value!r} is not a player id")
    return PlayerId(value)
