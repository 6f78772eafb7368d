"""Further samples: one for every value of an enumeration, every error code and every named ruleset.

They are derived from the samples and the enumerations, so that new values are covered automatically.
"""

from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import Any, Final

from pente_core.clock.clock import Unlimited
from pente_core.room import SENTENCES
from pente_core.room import events as ev
from pente_core.room.refusals import Code
from pente_core.rules.ruleset import RULESETS
from pente_core.value import Value, replace
from pente_protocol.errors import ErrorCode
from pente_protocol.messages import ClientMessage, ServerMessage
from pente_protocol.messages.base import Error, RequestId
from pente_protocol.messages.rooms import Happened
from pente_protocol.spec.catalogue import vocabulary
from pente_protocol.spec.samples import MESSAGES
from pente_protocol.spec.samples.values import ANN, MARK, NOW, ROOM


def parts(value: Any) -> Iterator[Any]:
    """Yield a value and all values nested in it."""
    yield value
    if isinstance(value, tuple):
        for item in value:
            yield from parts(item)
    elif isinstance(value, Value):
        for name in value.__struct_fields__:
            yield from parts(getattr(value, name))


def _values() -> Iterator[tuple[str, ClientMessage | ServerMessage]]:
    for name, type_ in vocabulary().items():
        if isinstance(type_, type) and issubclass(type_, StrEnum):
            told = {part for message in MESSAGES.values() for part in parts(message) if type(part) is type_}
            for value in type_:
                found = None if value in told else _first_with(value)
                if found is not None:
                    yield f"{name}: {value}", found


def _first_with(value: StrEnum) -> Any:
    """The first sample with a value of the same enumeration, changed to ``value``; None if there is none."""
    for message in MESSAGES.values():
        try:
            changed = _with(message, value)
        except ValueError:  # the value does not fit the rest of this sample
            continue
        if changed is not message:
            return changed
    return None


def _with(holder: Any, value: StrEnum) -> Any:
    """The holder with its first value of that enumeration replaced; the same object if it has none."""
    if type(holder) is type(value):
        return value
    if isinstance(holder, tuple):
        for number, item in enumerate(holder):
            if (changed := _with(item, value)) is not item:
                return (*holder[:number], changed, *holder[number + 1 :])
    elif isinstance(holder, Value):
        for name in holder.__struct_fields__:
            item = getattr(holder, name)
            if (changed := _with(item, value)) is not item:
                return replace(holder, **{name: changed})
    return holder


_ERRORS: Final[Mapping[Code, str]] = {
    **dict[Code, str](SENTENCES.items()),
    **dict.fromkeys(ErrorCode, "a sentence for people"),
}

EVERY_VALUE: Final[dict[str, ClientMessage | ServerMessage]] = {
    **dict(_values()),
    **{f"error: {code}": Error(RequestId(3), code.value, text, code.kind) for code, text in _ERRORS.items()},
    **{
        f"ruleset: {name}": Happened(ROOM, 17, MARK, ev.Created(NOW, ANN, rules, Unlimited()))
        for name, rules in RULESETS.items()
    },
}
