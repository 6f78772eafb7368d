"""The base of all values, how they are copied, and what their classes must say."""

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, dataclass_transform

from msgspec import Struct, field

if TYPE_CHECKING:
    # Type checkers know the fields that this function may change. Of the same function of msgspec, which is
    # the one that works with Structs, they know nothing.
    from dataclasses import replace
else:
    from msgspec.structs import replace

__all__ = ["Tagged", "Value", "check_says", "check_tags", "replace", "tag_of"]


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
