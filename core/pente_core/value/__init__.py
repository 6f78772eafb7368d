"""The base of all values, and how they are copied."""

from typing import TYPE_CHECKING, dataclass_transform

from msgspec import Struct, field

if TYPE_CHECKING:
    # Type checkers know the fields that this function may change. Of the same function of msgspec, which is
    # the one that works with Structs, they know nothing.
    from dataclasses import replace
else:
    from msgspec.structs import replace

__all__ = ["Tagged", "Value", "replace"]


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

    Each class names its own tag, which never changes. `pente_protocol.tags` lists them all.
    """
