"""The user names at the door, and what each leads to."""

from enum import StrEnum
from typing import Final

from pente_protocol.join_codes import ALPHABET, LENGTH, JoinCode
from pente_protocol.sentences import tell
from pente_protocol.untrusted_text import clean


class Entrance(StrEnum):
    """What a person came for: the user name before the host, as in ``ssh play@host``."""

    PLAY = "play"
    """The lobby, under the name that belongs to the person's key; with a join code as the user name, the room
    first.
    """
    WATCH = "watch"
    """TV, without any account."""
    NAME = "name"
    """Another name for the account of the key."""
    LINK = "link"
    """The account of the key on another device, or that of another device with this key."""


WITHOUT_KEY: Final = frozenset({Entrance.WATCH})
"""Where nobody is asked for a key."""
FOR_GUESTS: Final = frozenset({Entrance.PLAY})
"""Where a person without a key may come in after an answer."""


def entrance_of(user: str) -> Entrance | None:
    """The entrance with a user name, which may be a join code; None if there is none.

    >>> entrance_of("watch"), entrance_of("k7m2qx"), entrance_of("root")
    (<Entrance.WATCH: 'watch'>, <Entrance.PLAY: 'play'>, None)
    """
    if code_in(user):
        return Entrance.PLAY
    return next((each for each in Entrance if each == user.casefold()), None)


def code_in(user: str) -> JoinCode | None:
    """The join code that a user name is; None if it is none. Only in its own characters: no word is one.

    >>> code_in("k7m2qx"), code_in("ubuntu")
    ('K7M2QX', None)
    """
    text = user.upper()
    return None if len(text) != LENGTH or set(text) - set(ALPHABET) else JoinCode(text)


def advice(user: str, port: int) -> str:
    """What to type, for a person who has come with a user name that is no entrance."""
    name = clean(user, 40) or tell("door.that")
    text = tell("door.entrances", name=name, ssh=_ssh(port), length=LENGTH, characters=ALPHABET)
    return f"{text}\r\n"


def need_of_key(port: int) -> str:
    """What to do, for a person without a key where one is needed."""
    return f"{tell('door.how-to-key', ssh=_ssh(port))}\r\n"


def _ssh(port: int) -> str:
    return "ssh" if port == 22 else f"ssh -p {port}"
