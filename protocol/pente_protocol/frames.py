"""The longest frames, and what is wrong with bytes that are not a message, in words for who sent them.

msgspec says what and where in one text, such as "Expected `int`, got `str` - at `$.command.point`". Parts of
that may be quoted from the peer: a key that looks like the end of such a text misleads its sender only.
"""

import re
from collections.abc import Collection, Mapping
from difflib import get_close_matches
from types import MappingProxyType
from typing import Final, NamedTuple

from msgspec import DecodeError, ValidationError

from pente_protocol.errors import ProtocolError
from pente_protocol.untrusted_text import clean, quoted

CLIENT_FRAME_MAX: Final = 8192
"""The longest frame that a server reads. It bounds everything inside as well."""
SERVER_FRAME_MAX: Final = 262_144
"""The longest frame that a client reads, and the longest value in a log or a store."""

_PATH: Final = re.compile(r" - at (?:`key` in )?`\$([A-Za-z0-9_.\[\]]*)`\Z")
_STEP: Final = re.compile(r"\.(\w+)|\[(\d+)\]")
_FIELD: Final = re.compile(r"Object (contains unknown|missing required) field `(.*)`\Z", re.DOTALL)
_NAME: Final = re.compile(r"[A-Za-z0-9_-]{1,40}")
"""What can be part of a JSON pointer as it is."""
_VALUE: Final = re.compile(r"Invalid (?:enum )?value '(.*)'\Z", re.DOTALL)
_TYPES: Final = {
    "str": "string",
    "int": "integer",
    "float": "number",
    "bool": "boolean",
    "None": "null",
    "bytes": "binary",
}
"""JSON's words for types, which people know who write a client in another language."""
_QUOTED: Final = re.compile(r"`([A-Za-z |]+)`")
_PATTERNS: Final = {
    r"^[A-Za-z0-9_-]{8,40}$(?!\\n)": "of 8 to 40 letters, digits, - and _",
    r"^[0-9a-f]{32}$(?!\\n)": "of 32 digits and letters from a to f",
}
"""The patterns of ids, as msgspec quotes them."""
LONGEST_PROBLEM: Final = 160
"""Characters of the text: it has to fit into the sentence that a peer reads."""
_LONGEST_QUOTE: Final = 60
"""Characters of what is quoted in it; more are not a name of anything."""
_Names = Mapping[str, Collection[str]]
_NO_NAMES: Final[_Names] = MappingProxyType({})
_TRUNCATED: Final = "Input data was truncated"
_PATTERN: Final = re.compile(r"matching regex '(.*)'")


def too_long(frame: bytes | str, longest: int) -> ProtocolError:
    """The error for a frame that is too long, and is not looked at."""
    return ProtocolError(f"This message has {len(frame)} bytes, more than the maximum of {longest}.")


def no_message(error: Exception, names: _Names = _NO_NAMES) -> ProtocolError:
    """Wrap what a decoder raises. The text is clean, as it may quote the peer and is written to logs.

    ``names`` has the known values by place, of which the nearest to an unknown one is named.
    """
    problem = decoding_problem(error, names)
    return ProtocolError(f"This is not a valid message: {problem.text}.", problem.at)


class DecodingProblem(NamedTuple):
    """What is wrong with a frame. One line, of text that can be shown."""

    text: str
    at: str
    """The place as a JSON pointer (RFC 6901), as far as it is known; empty: the whole message.

    An unknown key and a missing one are named themselves. A pointer ends above the keys that a peer chooses.
    """


def decoding_problem(error: Exception, names: _Names = _NO_NAMES) -> DecodingProblem:
    """What an error of a decoder means.

    >>> from msgspec import DecodeError, ValidationError
    >>> decoding_problem(ValidationError("Expected `int`, got `str` - at `$.command.point`"))
    DecodingProblem(text='Expected integer, got string', at='/command/point')
    >>> decoding_problem(ValidationError("Invalid value 'wathc' - at `$.t`"), {"/t": ["act", "watch"]})
    DecodingProblem(text='Unknown type wathc; the nearest known one is watch', at='/t')
    """
    if not isinstance(error, ValidationError):
        return DecodingProblem(clean(_unreadable(error), LONGEST_PROBLEM), "")
    text = str(error)
    found = _PATH.search(text)
    what, path = (text[: found.start()], found[1]) if found else (text, "")
    at = _pointer(path)
    if field := _FIELD.match(what):
        kind = "Unknown key" if field[1] == "contains unknown" else "Missing key"
        place = f"{at}/{field[2]}" if _NAME.fullmatch(field[2]) else at
        return DecodingProblem(f"{kind} {quoted(field[2], _LONGEST_QUOTE)}", place)
    if value := _VALUE.match(what):
        return DecodingProblem(_unknown(value[1], at, names.get(at, ())), at)
    return DecodingProblem(clean(_in_json_words(what), LONGEST_PROBLEM), at)


def _unknown(value: str, at: str, known: Collection[str]) -> str:
    """That nothing has this name, and which known one is nearest, if any is near."""
    kind = "type" if at.endswith("/t") else "value"
    nearest = "".join(f"; the nearest known one is {name}" for name in get_close_matches(value, known, n=1))
    return f"Unknown {kind} {quoted(value, _LONGEST_QUOTE)}{nearest}"


def _unreadable(error: Exception) -> str:
    """What is wrong with bytes that have no types to check yet."""
    match error:
        case RecursionError():
            return "it is nested too deeply"
        case UnicodeError():
            return "its text is not Unicode"
        case DecodeError() if str(error) == _TRUNCATED:
            return "it ends too early"
        case DecodeError():
            return str(error)  # such as "JSON is malformed: invalid character (byte 7)"
        case _:
            return "it can't be read"


def _pointer(path: str) -> str:
    """A path of msgspec as a JSON pointer, up to the first key that is not a name of ours."""
    known = path.partition("[...]")[0]
    return "".join(f"/{name or index}" for name, index in _STEP.findall(known))


def _in_json_words(text: str) -> str:
    if not text.startswith("Expected "):
        return text
    text = _PATTERN.sub(lambda found: _PATTERNS.get(found[1], found[0]), text)
    return _QUOTED.sub(_types, text)


def _types(found: re.Match[str]) -> str:
    return " | ".join(_TYPES.get(name, name) for name in found[1].split(" | "))
