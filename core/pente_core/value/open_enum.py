"""Enumerations that later versions may extend, and that an older program can show all the same."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from enum import StrEnum
from typing import Final, Self

WORD: Final = r"[a-z0-9](?:[a-z0-9 _-]{0,38}[a-z0-9])?"
"""The form of values, also of those to come, as a regular expression: they are safe to show as they are."""
_WORD: Final = re.compile(WORD)
_IS_OPEN: Final = ContextVar("_IS_OPEN", default=False)


class OpenEnum(StrEnum):
    """An enumeration whose values are mostly shown.

    Any other value than its members is refused, as with every enumeration, but for those that are made inside
    `unknown_values`: these are equal to their text and to no member.
    """

    @classmethod
    def _missing_(cls, value: object) -> Self | None:
        if not (_IS_OPEN.get() and isinstance(value, str) and _WORD.fullmatch(value)):
            return None
        unknown = str.__new__(cls, value)
        unknown._name_ = unknown._value_ = value
        return unknown

    @property
    def is_known(self) -> bool:
        """Whether it is a member, not a value that this version does not know."""
        return self.value in type(self)._value2member_map_


@contextmanager
def unknown_values() -> Iterator[None]:
    """Let open enumerations have values that they do not know, in the block."""
    token = _IS_OPEN.set(True)
    try:
        yield
    finally:
        _IS_OPEN.reset(token)
