"""Hypothesis strategies for every value that travels."""

from enum import Enum
from random import Random
from types import NoneType, UnionType
from typing import Annotated, Any, Final, Union, get_args, get_origin

from hypothesis import strategies as st
from msgspec import Struct
from msgspec.structs import fields

from pente_core.clock.clock import ByoYomi, Delay, Fischer, Odds, PerMove
from pente_core.clock.instant import Millis
from pente_core.identity import PlayerId, RoomId
from pente_core.puzzles.puzzle import FailedThreat, PuzzleAttack, PuzzleReply, PuzzleTask
from pente_core.room import Options, RatingRange, ViewerDelay
from pente_core.room import events as ev
from pente_core.rules.point import Point
from pente_core.rules.ruleset import RULESETS, Ruleset, ruleset_from
from pente_core.rules.setup import Setup
from pente_protocol.choices.tv_channel import TvChannel
from pente_protocol.messages import ClientMessage, ServerMessage
from pente_protocol.messages.account import DeviceId, DeviceName, KeyText, Nonce, SignatureText
from pente_protocol.messages.base import CommandId, Error, RequestId, RulesetSpec
from pente_protocol.messages.checkpoint import Mark
from tests.support.games.random_games import random_setup


def sorted_map(items: dict[Any, Any]) -> dict[Any, Any]:
    """The map with its keys in the order in which they are written."""
    return dict(sorted(items.items()))


IDS: Final = st.from_regex(r"[A-Za-z0-9_-]{8,40}", fullmatch=True)
_BASE64: Final = "ABCXYZabcxyz0189-_"
NUMBERS: Final = st.integers(-(2**63), 2**64 - 1)
TEXTS: Final = st.text(max_size=200)
SPECS: Final[list[Any]] = [
    *RULESETS,
    {"base": "pente", "size": 13, "sides": 4, "teams": True},
    {"base": "keryo-pente", "captures": [2], "goal": 8},
    {"base": "freestyle", "size": 3, "line": 3},
]
PARAMETERS: Final = st.one_of(
    st.none(),
    st.booleans(),
    NUMBERS,
    TEXTS,
    st.lists(NUMBERS, max_size=4),
    st.floats(-1e300, 1e300),
)
_PENTE: Final = RULESETS["pente"]
_POINTS: Final = st.integers(0, 624).map(Point)
BY_TYPE: Final[dict[Any, st.SearchStrategy[Any]]] = {
    int: NUMBERS,
    str: TEXTS,
    bool: st.booleans(),
    NoneType: st.none(),
    RequestId: st.integers(1, 2**31 - 1),
    RoomId: IDS,
    CommandId: IDS,
    DeviceId: st.text(_BASE64, min_size=22, max_size=22),
    Nonce: st.text(_BASE64, min_size=22, max_size=64),
    KeyText: st.text(_BASE64, min_size=43, max_size=43),
    SignatureText: st.text(_BASE64, min_size=86, max_size=86),
    DeviceName: st.text(max_size=40),
    Mark: st.from_regex(r"[0-9a-f]{16}", fullmatch=True),
    TvChannel: st.from_regex(r"[a-z0-9-]{1,40}", fullmatch=True),
    PlayerId: st.from_regex(r"[0-9a-f]{32}", fullmatch=True),
    Ruleset: st.sampled_from(SPECS).map(ruleset_from),
    RulesetSpec: st.one_of(TEXTS, st.dictionaries(TEXTS, PARAMETERS, max_size=4).map(sorted_map)),
    Fischer: st.builds(
        Fischer,
        st.integers(1000, 86_400_000).map(Millis),
        st.integers(0, 3_600_000).map(Millis),
    ),
    Delay: st.builds(
        Delay,
        st.integers(1000, 86_400_000).map(Millis),
        st.integers(1000, 3_600_000).map(Millis),
    ),
    ByoYomi: st.builds(
        ByoYomi,
        st.integers(0, 86_400_000).map(Millis),
        st.integers(1, 99),
        st.integers(1000, 3_600_000).map(Millis),
    ),
    RatingRange: st.lists(st.integers(0, 9999), min_size=2, max_size=2).map(
        lambda both: RatingRange(*sorted(both))
    ),
    ViewerDelay: st.one_of(
        st.builds(ViewerDelay, moves=st.integers(1, 20)), st.builds(ViewerDelay, seconds=st.integers(5, 900))
    ),
    PuzzleTask: st.recursive(
        st.builds(PuzzleTask, slower=st.lists(_POINTS, max_size=3).map(tuple)),
        lambda task: st.builds(
            lambda first, then, failures: PuzzleTask(
                (PuzzleAttack(first, (PuzzleReply(first, then),)),), (), failures
            ),
            _POINTS,
            task,
            st.lists(st.builds(FailedThreat, _POINTS, _POINTS), max_size=2).map(tuple),
        ),
        max_leaves=3,
    ),
    PerMove: st.builds(PerMove, st.integers(1000, 30 * 86_400_000).map(Millis)),
    Odds: st.builds(
        lambda first, more: Odds((Millis(first), Millis(first + more)), (Millis(0), Millis(2000))),
        st.integers(1000, 3_600_000),
        st.integers(1, 3_600_000),
    ),
    Setup: st.integers(0, 2**32).map(lambda seed: random_setup(_PENTE, Random(seed), 1 + seed % 20)),
}


def values(type_: Any) -> st.SearchStrategy[Any]:
    """All values of a type, as far as the wire carries them."""
    if type_ in BY_TYPE:
        return BY_TYPE[type_]
    if get_origin(type_) is Annotated:
        inner, bounds = get_args(type_)
        if inner is str and bounds.max_length is not None:
            return st.text(min_size=bounds.min_length or 0, max_size=bounds.max_length)
        is_bounded = inner is int and bounds.ge is not None
        if get_origin(inner) is tuple and bounds.min_length:
            return st.lists(values(get_args(inner)[0]), min_size=bounds.min_length, max_size=4).map(tuple)
        return st.integers(bounds.ge, bounds.le) if is_bounded else values(inner)
    if hasattr(type_, "__supertype__"):
        return values(type_.__supertype__)
    if get_origin(type_) in (Union, UnionType):
        return st.one_of([values(member) for member in get_args(type_)])
    if get_origin(type_) is tuple:
        return st.lists(values(get_args(type_)[0]), max_size=4).map(tuple)
    if get_origin(type_) is dict:
        key, value = get_args(type_)
        return st.dictionaries(values(key), values(value), max_size=4).map(sorted_map)
    if isinstance(type_, type) and issubclass(type_, Enum):
        return st.sampled_from(type_)
    assert issubclass(type_, Struct), type_
    return _records(type_)


def _records(type_: Any) -> st.SearchStrategy[Any]:
    parts = {entry.name: values(entry.type) for entry in fields(type_)}
    if type_ is ev.Created:
        of_pente = parts | {"ruleset": st.just(_PENTE)}
        parts["setup"], parts["time"] = st.none(), st.one_of([BY_TYPE[Fischer], BY_TYPE[ByoYomi]])
        return st.one_of(st.builds(type_, **parts), st.builds(type_, **of_pente))
    if type_ is Options:
        parts["games"] = st.sampled_from([1, 2])
    if type_ is Error:
        parts["id"] = st.integers(0, 2**31 - 1)
    return st.builds(type_, **parts)


CLIENT_MESSAGES: Final = values(ClientMessage)
SERVER_MESSAGES: Final = values(ServerMessage)
EVENTS: Final = values(ev.Event)
