"""Cleaning of all text from a server, where it enters the client, so that nothing behind has to think of it.

What is cleaned follows from the types of the messages: every `str` at any depth, in tuples and as keys and
values of mappings too. A new field of a message is therefore cleaned without a word here. Identifiers with a
pattern need no cleaning: the codec refuses all other strings.
"""

import re
from collections.abc import Callable, Iterator
from enum import Enum
from functools import cache, partial
from operator import is_
from types import NoneType, UnionType
from typing import Annotated, Any, Final, NewType, TypeVar, Union, cast, get_args, get_origin

from msgspec import Meta, Struct
from msgspec.structs import fields

from pente_core.identity import Identity
from pente_core.puzzles.puzzle import WrittenPuzzle
from pente_core.value import replace
from pente_protocol.client_codec import SERVER_BOUNDS
from pente_protocol.messages.archive import ExploredTurn, GameList
from pente_protocol.messages.base import Error
from pente_protocol.messages.lists import ListedPlayer, OnlineList, RoomList
from pente_protocol.messages.people import Leaderboard, PoolScore, RatingPoint
from pente_protocol.messages.rooms import Dismissed, RoomPresence, Synced
from pente_protocol.newer.unknown import Received, UnreadableSnapshot
from pente_protocol.untrusted_text import LONGEST_CHAT, clean

LONGEST_NAME: Final = 20
_ODD: Final = re.compile(r"[^A-Za-z0-9_-]")
_PROPER_NAME: Final = re.compile(rf"[A-Za-z0-9_-]{{1,{LONGEST_NAME}}}")
_PRINTABLE: Final = re.compile(r"(?:[!-~]+(?: [!-~]+)*)?")
"""ASCII text that cleaning leaves as it is: most text, and this is ten times as quick as cleaning it."""

Cleaner = Callable[[object], object]
"""Gives a value with its text cleaned: the very same object if that changes nothing."""
T = TypeVar("T")


def clean_name(name: str) -> str:
    r"""A name made of what names are made of, whatever the server says it is.

    >>> clean_name("al\x1b[1mice"), clean_name("\u202e")
    ('al_1mice', '_')
    """
    if _PROPER_NAME.fullmatch(name):
        return name
    return _ODD.sub("_", clean(name, LONGEST_NAME)) or "_"


def clean_message(message: Received) -> Received:
    """The message with all of its text cleaned."""
    return _cleaned(message)


def _cleaned(value: T) -> T:
    return cast(T, _MEMBERS[type(value)](value))


def _text(longest: int = LONGEST_CHAT) -> Cleaner:
    def cleaner(value: object) -> str:
        text = cast(str, value)
        if len(text) <= longest and _PRINTABLE.fullmatch(text):
            return text
        return clean(text, longest)

    return cleaner


_ANY_TEXT: Final = _text()
_NAME: Final = cast(Cleaner, clean_name)
_CODE: Final = _text(40)
_RULESET_NAME: Final = _text(20)
_OPAQUE: Final = _text(SERVER_BOUNDS.text)
"""For what only the server understands: never cut."""
_STRICTER: Final[dict[tuple[type, str], Cleaner]] = {
    (Identity, "name"): _NAME,
    (RoomPresence, "viewer_names"): _NAME,
    (ListedPlayer, "opponents"): _NAME,
    (Error, "code"): _CODE,
    (Dismissed, "code"): _CODE,
    (PoolScore, "ruleset"): _RULESET_NAME,
    (RatingPoint, "ruleset"): _RULESET_NAME,
    (Leaderboard, "ruleset"): _RULESET_NAME,
    (ExploredTurn, "notations"): _text(16),
    (GameList, "cursor"): _OPAQUE,
    (RoomList, "cursor"): _OPAQUE,
    (OnlineList, "cursor"): _OPAQUE,
    (WrittenPuzzle, "position"): _OPAQUE,
    (Synced, "position"): _OPAQUE,
    (UnreadableSnapshot, "position"): _OPAQUE,
}
"""Fields whose strings have a form or a length of their own. All others are cleaned as chat is."""


class _ByType(dict[type, Cleaner]):
    """The cleaners of the members of a union. Mutable: each is made when its member first comes up."""

    def __missing__(self, type_: type) -> Cleaner:
        self[type_] = _cleaner(type_) or _unchanged
        return self[type_]


_MEMBERS: Final = _ByType()


def _unchanged(value: object) -> object:
    return value


def _cleaner(hint: object, text: Cleaner = _ANY_TEXT) -> Cleaner | None:
    """What cleans the values of a type, with ``text`` for its strings; None where there is no text in them.

    Raises TypeError for a type of which it can't tell what text is in it.
    """
    origin = get_origin(hint)
    if isinstance(hint, NewType):
        return _cleaner(hint.__supertype__, text)
    if origin is Annotated:
        inner, *notes = get_args(hint)
        is_spelled = any(isinstance(note, Meta) and note.pattern for note in notes)
        return None if is_spelled else _cleaner(inner, text)
    if origin is tuple:
        return _tuple_cleaner(hint, text)
    if origin is dict:
        return _dict_cleaner(hint, text)
    if origin in (Union, UnionType):
        return _union_cleaner(hint, text)
    if hint is str:
        return text
    if hint in (int, float, bool, NoneType) or (isinstance(hint, type) and issubclass(hint, Enum)):
        return None
    if isinstance(hint, type) and issubclass(hint, Struct):
        if hint in _BEGUN:
            _NESTED.add(hint)
            return None
        return _fields_cleaner(hint)
    raise TypeError(f"no telling what text is in {hint}")


def _tuple_cleaner(hint: object, text: Cleaner) -> Cleaner | None:
    item, *rest = get_args(hint)
    if rest != [...]:
        raise TypeError(f"no telling what text is in {hint}")
    each = _cleaner(item, text)
    return each and partial(_clean_items, each)


def _clean_items(each: Cleaner, value: object) -> object:
    items = cast(tuple[object, ...], value)
    cleaned = tuple([each(item) for item in items])
    return items if all(map(is_, cleaned, items)) else cleaned


def _dict_cleaner(hint: object, text: Cleaner) -> Cleaner | None:
    of_key, of_item = (_cleaner(part, text) for part in get_args(hint))
    if of_key is None and of_item is None:
        return None
    return partial(_clean_mapping, of_key or _unchanged, of_item or _unchanged)


def _clean_mapping(of_key: Cleaner, of_item: Cleaner, value: object) -> object:
    return {of_key(key): of_item(item) for key, item in cast(dict[object, object], value).items()}


def _union_cleaner(hint: object, text: Cleaner) -> Cleaner | None:
    members = [member for member in get_args(hint) if member is not NoneType]
    if len(members) == 1:
        one = _cleaner(members[0], text)
        return one and (lambda value: None if value is None else one(value))
    if not all(isinstance(member, type) for member in members):
        raise TypeError(f"no telling what text is in {hint}")
    return _cleaned


_BEGUN: Final[list[type]] = []
"""The types whose fields are being looked at, each within the one before it."""
_NESTED: Final[set[type]] = set()
"""The types that were met within themselves. They may have no text: it could be too deep to clean."""


@cache
def _fields_cleaner(type_: type) -> Cleaner | None:
    _BEGUN.append(type_)
    parts = tuple(_fields_with_text(type_))
    _BEGUN.pop()
    if parts and type_ in _NESTED:
        raise TypeError(f"{type_} has text, and contains itself")
    return partial(_clean_fields, parts) if parts else None


def _fields_with_text(type_: type) -> Iterator[tuple[str, Cleaner]]:
    for field in fields(type_):
        cleaner = _cleaner(field.type, _STRICTER.get((type_, field.name), _ANY_TEXT))
        if cleaner is not None:
            yield field.name, cleaner


def _clean_fields(parts: tuple[tuple[str, Cleaner], ...], value: Any) -> object:
    changes: dict[str, Any] = {}
    for name, cleaner in parts:
        before = getattr(value, name)
        after = cleaner(before)
        if after is not before:
            changes[name] = after
    return replace(value, **changes) if changes else value
