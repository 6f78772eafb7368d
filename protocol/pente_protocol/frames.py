"""The longest frames, and what is wrong with bytes that are not a message, in words for who sent them.

msgspec says what and where in one text, such as "Expected `int`, got `str` - at `$.command.point`". Parts of
that may be quoted from the peer: a key that looks like the end of such a text misleads its sender only.
"""

import re
from typing import Final, NamedTuple

from msgspec import DecodeError, ValidationError

from pente_protocol.errors import ProtocolError
from pente_protocol.untrusted_text import clean

CLIENT_FRAME_MAX: Final = 8192
"""The longest frame that a server reads. It bounds everything inside as well."""
SERVER_FRAME_MAX: Final = 262_144
"""The longest frame that a client reads, and the longest value in a log or a store."""

_PATH: Final = re.compile(r" - at (?:`key` in )?`\$([A-Za-z0-9_.\[\]]*)`\Z")
_STEP: Final = re.compile(r"\.(\w+)|\[(\d+)\]")
_FIELD: Final = re.compile(r"Object (contains unknown|missing required) field `([A-Za-z0-9_-]{1,40})`\Z")
_TYPES: Final = {"str": "string", "int": "integer", "float": "number", "bool": "boolean"}
"""JSON's words for types, which people know who write a client in another language."""
_QUOTED: Final = re.compile(r"`([a-z |]+)`")
_PATTERNS: Final = {
    r"^[A-Za-z0-9_-]{8,40}$(?!\\n)": "of 8 to 40 letters, digits, - and _",
    r"^[0-9a-f]{32}$(?!\\n)": "of 32 digits and letters from a to f",
}
"""The patterns of ids, as msgspec quotes them."""
LONGEST_PROBLEM: Final = 160
"""Characters of the text: it has to fit into the sentence that a peer reads."""
_PATTERN: Final = re.compile(r"matching regex '(.*)'")


def too_long(frame: bytes | str, longest: int) -> ProtocolError:
    """The error for a frame that is too long, and is not looked at."""
    return ProtocolError(f"This message has {len(frame)} bytes, more than the maximum of {longest}.")


def no_message(error: Exception) -> ProtocolError:
    """Wrap what a decoder raises. The text is clean, as it may quote the peer and is written to logs."""
    problem = decoding_problem(error)
    return ProtocolError(f"This is not a valid message: {problem.text}.", problem.at)


class DecodingProblem(NamedTuple):
    """What is wrong with a frame. One line, of text that can be shown."""

    text: str
    at: str
    """The place as a JSON pointer (RFC 6901), as far as it is known; empty: the whole message.

    An unknown key and a missing one are named themselves. A pointer ends above the keys that a peer chooses.
    """


def decoding_problem(error: Exception) -> DecodingProblem:
    """What an error of a decoder means.

    >>> from msgspec import DecodeError, ValidationError
    >>> decoding_problem(ValidationError("Expected `int`, got `str` - at `$.command.point`"))
    DecodingProblem(text='Expected integer, got string', at='/command/point')
    """
    if not isinstance(error, ValidationError):
        return DecodingProblem(clean(_unreadable(error), LONGEST_PROBLEM), "")
    text = str(error)
    found = _PATH.search(text)
    what, path = (text[: found.start()], found[1]) if found else (text, "")
    at = _pointer(path)
    if field := _FIELD.match(what):
        kind = "Unknown key" if field[1] == "contains unknown" else "Missing key"
        return DecodingProblem(f"{kind} {field[2]}", f"{at}/{field[2]}")
    return DecodingProblem(clean(_in_json_words(what), LONGEST_PROBLEM), at)


def _unreadable(error: Exception) -> str:
    """What is wrong with bytes that have no types to check yet."""
    match error:
        case RecursionError():
            return "it is nested too deeply"
        case UnicodeError():
            return "its text is not Unicode"
        case DecodeError():
            return str(error)  # such as "JSON is malformed: invalid character (byte 7)"
        case _:
            return f"{type(error).__name__}: {error}"


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
