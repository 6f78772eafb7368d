"""The form in which values are encoded, so that equal ones have equal bytes, and the shortest ones.

msgspec leaves a field out when its value *is* the default, the very same object. That is as good as equality
for None, booleans, members of enumerations, small integers, and empty strings and tuples: each is one object.
Other defaults (options, the name of a ruleset, lengths of captures) may come as another, equal object: they
are replaced by the default itself. Keys of maps are sorted. A Struct of more than 15 fields becomes a map, as
msgspec makes room for the number of its fields before it knows how many it leaves out. The few types with
something to do are found by inspection, so that the events of a running game cost nothing.
"""

from collections.abc import Callable, Iterator
from enum import Enum
from functools import partial
from typing import Any, Final, TypeAlias, TypeVar, cast, get_args, get_origin

from msgspec import NODEFAULT, Struct, to_builtins
from msgspec.structs import fields

from pente_core.value import replace

T = TypeVar("T")
_MANY: Final = 15
"""Fields that may be too many for the shortest form, together with a tag."""
_Step: TypeAlias = tuple[str, object, bool]
"""A field to look at: its name, its default, and whether there may be something to do inside its value."""


def canonical(value: T) -> T:
    """The value to encode: the same one if there is nothing to do. It is good for nothing else."""
    rewrite = _REWRITES[type(value)]
    return value if rewrite is None else cast(T, rewrite(value))


def _is_unique(default: object) -> bool:
    """Whether everything that equals the default, and is of its type, is the very same object."""
    if isinstance(default, int) and not isinstance(default, bool | Enum):
        return -5 <= default <= 256  # CPython has one object for each of these
    return default is None or isinstance(default, bool | Enum) or default in ((), "")


class _Rewrites(dict[type, Callable[[Any], Any] | None]):
    """How to rewrite values, by type; None: there is nothing to do. Mutable: each is found on first use."""

    def __missing__(self, type_: type) -> Callable[[Any], Any] | None:
        self[type_] = None  # meanwhile: a type that contains itself has nothing to do but in its other fields
        self[type_] = rewrite = _rewrite(type_) if issubclass(type_, Struct) else None
        return rewrite


_REWRITES: Final = _Rewrites()


def _rewrite(type_: type[Struct]) -> Callable[[Any], Any] | None:
    steps = tuple(_steps(type_))
    if len(type_.__struct_fields__) >= _MANY:
        return partial(_mapped, steps)
    return partial(_rewritten, steps) if steps else None


def _steps(type_: type[Struct]) -> Iterator[_Step]:
    for field in fields(type_):
        has_parts = _has_parts(field.type)
        if has_parts or not (field.default is NODEFAULT or _is_unique(field.default)):
            yield field.name, field.default, has_parts


def _has_parts(hint: Any) -> bool:
    """Whether there may be something to do inside the values of a type."""
    if isinstance(hint, type) and issubclass(hint, Struct):
        return _REWRITES[hint] is not None
    return get_origin(hint) is dict or any(map(_has_parts, get_args(hint)))


def _rewritten(steps: tuple[_Step, ...], value: Any) -> Any:
    changes: dict[str, Any] | None = None
    for name, default, has_parts in steps:
        before = getattr(value, name)
        if before is default:
            continue
        after = default if before == default else _part(before) if has_parts else before
        if after is not before:
            changes = changes or {}
            changes[name] = after
    return replace(value, **changes) if changes else value


def _mapped(steps: tuple[_Step, ...], value: Any) -> Any:
    return to_builtins(_rewritten(steps, value))


def _part(value: Any) -> Any:
    match value:
        case tuple():
            parts = tuple([canonical(part) for part in value])
            return value if all(new is old for new, old in zip(parts, value, strict=True)) else parts
        case dict():
            return dict(sorted(value.items()))
        case _:
            return canonical(value)
