"""Yes and no, as people write them in settings."""

from collections.abc import Mapping
from typing import Final

_YES: Final = ("1", "true", "yes", "on")
_NO: Final = ("0", "false", "no", "off")


class InvalidSwitch(ValueError):
    """A text says neither yes nor no; the message is one sentence that says what to write."""


def read_switch(text: str, *, empty: bool = False) -> bool:
    """Whether a text says yes; ``empty`` is the answer for an empty one. Raises InvalidSwitch.

    >>> read_switch("yes"), read_switch("Off"), read_switch("")
    (True, False, False)
    """
    word = text.strip().lower()
    if word in (*_YES, *_NO):
        return word in _YES
    if word:
        yes, no = ", ".join(_YES), ", ".join(_NO)
        raise InvalidSwitch(f"{text!r} is neither yes nor no; write one of {yes}, or one of {no}")
    return empty


def switch_in(variables: Mapping[str, str], name: str, *, unset: bool = False) -> bool:
    """Whether a variable of the environment says yes; ``unset`` without it. Raises InvalidSwitch.

    >>> switch_in({"PENTE_BELL": "off"}, "PENTE_BELL", unset=True)
    False
    """
    try:
        return read_switch(variables.get(name, ""), empty=unset)
    except InvalidSwitch as error:
        raise InvalidSwitch(f"{name}: {error}") from None
