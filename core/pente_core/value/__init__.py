"""The base of all values."""

from typing import TYPE_CHECKING, dataclass_transform

from msgspec import Struct, field

if TYPE_CHECKING:
    # Checkers know which fields the function of the standard library may change, and know nothing of the
    # same function of msgspec.
    from dataclasses import replace
else:
    from msgspec.structs import replace

__all__ = ["Value", "replace"]


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
class Value(Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True):
    """An immutable value, compared by its type and fields. `replace` makes a changed copy."""
