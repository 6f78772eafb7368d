"""Short frames of clients, read without the parser (RFC 6455, 5.2).

Nearly every chunk that arrives is one short message, and the library's parser takes as much time for it as
the rules of the game.
"""

from typing import Final

_FINAL: Final = 0x80
_TEXT: Final = b"\x81"
_BINARY: Final = b"\x82"
"""The first byte of a message in one frame."""
_MASKED: Final = 0x80
_LONGER: Final = 126
"""The length of a payload whose length follows in two more bytes."""
_SHORT: Final = 1024
"""Bytes of the longest frame that is decoded here."""


def head_length(chunk: bytes) -> int:
    """The bytes before the payload, if the chunk is exactly one final, masked frame below 64 KiB; else 0.

    A chunk for which this is not 0 ends between two frames, and a message is not incomplete if it was not so
    before.
    """
    if len(chunk) < 6 or chunk[0] < _FINAL or not _MASKED <= chunk[1] <= _MASKED + _LONGER:
        return 0
    length, head = chunk[1] - _MASKED, 6
    if length == _LONGER:
        length, head = int.from_bytes(chunk[2:4]), 8
    return head if len(chunk) == head + length else 0


def short_message(chunk: bytes) -> bytes | str | None:
    """The payload, if the chunk is exactly one short message, a string if it is text; None for all others.

    Those may be valid or not: text that is not UTF-8 is one of them.
    """
    if len(chunk) > _SHORT or not chunk.startswith((_BINARY, _TEXT)):
        return None
    head = head_length(chunk)
    if not head:
        return None
    payload = _unmasked(chunk[head:], chunk[head - 4 : head])
    return _decoded(payload) if chunk.startswith(_TEXT) else payload


def _decoded(payload: bytes) -> str | None:
    try:
        return payload.decode()
    except UnicodeDecodeError:
        return None


def _unmasked(payload: bytes, key: bytes) -> bytes:
    """The payload, of which every byte was combined with one of the four bytes of the key."""
    length = len(payload)
    keys = (key * (length // 4 + 1))[:length]
    return (int.from_bytes(payload) ^ int.from_bytes(keys)).to_bytes(length)
