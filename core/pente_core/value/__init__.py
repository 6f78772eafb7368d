"""The base of all values, how they are copied, and what their classes must say; and enumerations that later
versions may extend, which an older program can show all the same.
"""

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from enum import StrEnum
from typing import TYPE_CHECKING, Final, Self, dataclass_transform

from msgspec import Struct, field

if TYPE_CHECKING:
    # Type checkers know the fields that this function may change. Of the same function of msgspec, which is
    # the one that works with Structs, they know nothing.
    from dataclasses import replace
else:
    from msgspec.structs import replace

__all__ = [
    "WORD",
    "OpenEnum",
    "Tagged",
    "Value",
    "check_says",
    "check_tags",
    "replace",
    "tag_of",
    "unknown_values",
]


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
class Value(
    Struct,
    frozen=True,
    gc=False,  # a value that is made of values can't be part of a cycle: the collector need not look at it
    forbid_unknown_fields=True,
    omit_defaults=True,
):
    """An immutable value, made of immutable values. Two are equal if their types and all fields are.

    Fields without a default come first; with ``kw_only=True`` in any order. `replace` makes a copy with other
    fields, which is checked as any new value is.
    """


class Tagged(Value, tag_field="t"):
    """A value of a union. Its tag, under the key ``t``, says which member it is, in messages and in logs.

    Each class names its own tag. Logs of rooms and exports must stay readable for ever, and peers may have
    other releases, so a tag never changes and is never reused for something else. Classes may be renamed at
    any time, because their names are not used.
    """


def tag_of(type_: type[Tagged]) -> str:
    """The tag of a class."""
    return str(type_.__struct_config__.tag)


def check_tags(types: Iterable[type[Tagged]]) -> None:
    """Check that each class of a union has a tag of its own, not the name of the class. Raises TypeError."""
    seen = dict[str, type]()
    for type_ in types:
        tag = tag_of(type_)
        if not re.fullmatch("[a-z]+(_[a-z]+)*", tag):
            raise TypeError(f"{type_.__name__} must name its tag, in small letters")
        if seen.setdefault(tag, type_) is not type_:
            raise TypeError(f"{type_.__name__} has the tag of {seen[tag].__name__}")


def check_says(class_: type, name: str, kind: type) -> None:
    """Check that a class itself gives a name a value of a kind. Raises TypeError.

    For ``__init_subclass__``, which runs before msgspec has set fields and tag. An inherited value does not
    count: the author of a class has to think of it.
    """
    if not isinstance(vars(class_).get(name), kind):
        raise TypeError(f"{class_.__name__} must say its own {name}")


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
