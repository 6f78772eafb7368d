"""The parameters of a query, and the request of the protocol that they make."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from http import HTTPStatus
from typing import Final, TypeVar

from msgspec.msgpack import Encoder

from pente_core.clock.instant import Instant
from pente_core.records import DayTime
from pente_core.records.model.calendar_day import instant_of, parse_day, parse_day_time
from pente_core.value import Tagged, tag_of
from pente_protocol.codec import decode_client
from pente_protocol.errors import ProtocolError
from pente_protocol.untrusted_text import clean
from pente_server.net.http.api.answers import Unanswerable

M = TypeVar("M", bound=Tagged)
_DAY: Final = 86_400_000
_OF_MESSAGES: Final = "This is not a valid message: "
_SHOWN: Final = 40
"""The characters of a name or a value that an error repeats."""


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter of a query. It may be given once, and is left out if it is empty."""

    name: str
    field: str
    """The field of the request, or of its filter with `filter/` before it."""
    read: Callable[[str], object] = str
    """Its value in the request. Raises ValueError with what to write instead."""
    is_required: bool = False
    about: str = ""
    """What it means; empty: that of the field."""


def number(text: str) -> int:
    """A whole number."""
    if not re.fullmatch("[0-9]{1,9}", text):
        raise ValueError("write a whole number")
    return int(text)


def flag(text: str) -> bool:
    """Yes or no."""
    if text not in ("true", "false"):
        raise ValueError("write true or false")
    return text == "true"


def moment(text: str) -> Instant:
    """The beginning of a day, or a time on a day, in UTC."""
    return _moment(text, 0)


def end_of(text: str) -> Instant:
    """The end of a day, or a time on a day, in UTC."""
    return _moment(text, _DAY)


def _moment(text: str, whole_day: int) -> Instant:
    day, _, time = re.sub("[T ]", " ", text.strip().upper().removesuffix("Z")).partition(" ")
    try:
        if not time:
            return Instant(instant_of(parse_day(day), DayTime(0, 0)) + whole_day)
        return instant_of(parse_day(day), parse_day_time(time))
    except ValueError:
        raise ValueError("write 2026-01-31, or 2026-01-31T18:30 (UTC)") from None


def request_from(
    kind: type[M], query: Sequence[tuple[str, str]], parameters: Sequence[Parameter], **fields: object
) -> M:
    """The request of a query, checked as if it had come over a connection. Raises Unanswerable."""
    wire: dict[str, object] = {"t": tag_of(kind), "id": 1, **fields}
    conditions = wire["filter"] = dict[str, object]()
    for parameter, text in _given(query, parameters):
        place, _, name = parameter.field.rpartition("/")
        (conditions if place else wire)[name] = _value(parameter, text)
    if not conditions:
        del wire["filter"]
    try:
        request = decode_client(_encode(wire))
    except ProtocolError as error:
        raise _invalid(error, parameters) from None
    assert isinstance(request, kind)
    return request


def values_of(query: Sequence[tuple[str, str]], parameters: Sequence[Parameter]) -> dict[str, object]:
    """What is given by field, for what is no request of the protocol. Raises Unanswerable."""
    return {parameter.field: _value(parameter, text) for parameter, text in _given(query, parameters)}


def _given(query: Sequence[tuple[str, str]], parameters: Sequence[Parameter]) -> list[tuple[Parameter, str]]:
    """The parameters that are set, with their texts. Raises Unanswerable."""
    by_name = {parameter.name: parameter for parameter in parameters}
    names = [name for name, _ in query]
    for name in names:
        if name not in by_name:
            raise _bad(f"There is no parameter {clean(name, _SHOWN)} here. {_there_are(parameters)}")
        if names.count(name) > 1:
            raise _bad(f"The parameter {name} is given twice. Give it once.")
    given = [(by_name[name], text) for name, text in query if text]
    for parameter in parameters:
        if parameter.is_required and parameter not in (each for each, _ in given):
            raise _bad(f"This needs the parameter {parameter.name}.")
    return given


def _there_are(parameters: Sequence[Parameter]) -> str:
    names = ", ".join(parameter.name for parameter in parameters)
    return f"There are: {names}." if names else "There are none."


def _value(parameter: Parameter, text: str) -> object:
    try:
        return parameter.read(text)
    except ValueError as error:
        shown = clean(text, _SHOWN)
        raise _bad(f"{parameter.name} can't be {shown}: {error}.") from None


def _invalid(error: ProtocolError, parameters: Sequence[Parameter]) -> Unanswerable:
    """The error for a value that the request can't have."""
    name = next((each.name for each in parameters if f"/{each.field}" == error.at), "")
    text = error.text.removeprefix(_OF_MESSAGES)
    return _bad(f"The parameter {name} is not valid: {text}" if name else f"This is not valid: {text}")


def _bad(text: str) -> Unanswerable:
    return Unanswerable(HTTPStatus.BAD_REQUEST, "bad-parameter", text)


_encode: Final = Encoder().encode
