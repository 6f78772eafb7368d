"""How many functions are called for what the server does.

Counted are the functions of the product and of Python's own library, with those in C that they call, in one
process without a socket. The figures are the same in every run of one version of Python under
``PYTHONHASHSEED=0``.
"""

import gc
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from functools import cache, partial
from pathlib import Path
from types import CodeType, FrameType
from typing import Any, Final, Self

import msgspec

from pente_protocol.messages import Wire
from tests.cost.quiet_server import QuietServer, quiet_server
from tests.cost.table import Table
from tests.support.hostile.raw_peer import RawPeer

IN_C: Final = "functions in C"
LISTS: Final[Mapping[str, Wire]] = {
    "rooms": {},
    "browse": {},
    "online": {},
    "browse_players": {},
    "games": {},
    "explore": {"position": "19/19/19/19/19/19/19/19/19/9X9/19/19/19/19/19/19/19/19/19 0,0 1O1 - - 1 pente"},
    "profile": {"player": "anna", "against": "ben"},
    "leaders": {},
    "friends": {},
    "blocked": {},
    "messages": {},
    "devices": {},
    "puzzles": {},
}
"""A page of each list, by the tag of its request."""
PAGES: Final = ("/", "/healthz", "/api/rooms", "/api/games")
_ROOT: Final = Path(__file__).parents[2]
_BEFORE: Final = 10
"""Moves of a game before those that are counted."""
_MOVES: Final = 20


@dataclass(frozen=True, slots=True)
class Row:
    """What one thing costs."""

    name: str
    times: int
    """How often it was done."""
    functions: Mapping[str, int]
    """How often each function was called in all; those in C are one."""

    @property
    def calls(self) -> float:
        """The calls each time."""
        return round(sum(self.functions.values()) / self.times, 1)


class _Owner(Enum):
    """Whose a function is."""

    PRODUCT = auto()
    TESTS = auto()
    PYTHON = auto()
    OTHERS = auto()


class Counting:
    """Counts calls in the block. Mutable."""

    def __init__(self) -> None:
        self._calls: Counter[CodeType | None] = Counter()

    def __enter__(self) -> Self:
        sys.setprofile(self._called)
        return self

    def __exit__(self, *_: object) -> None:
        sys.setprofile(None)

    def _called(self, frame: FrameType, event: str, _: Any) -> None:
        if event in ("call", "c_call") and _is_counted(frame):
            self._calls[frame.f_code if event == "call" else None] += 1

    def row(self, name: str, times: int = 1) -> Row:
        """What was counted, which was done so many times."""
        named: Counter[str] = Counter()
        for code, number in self._calls.items():
            named[IN_C if code is None else f"{Path(code.co_filename).stem}.{code.co_qualname}"] += number
        return Row(name, times, dict(named))


def _is_counted(frame: FrameType) -> bool:
    """Whether a function is the product's, or Python's own and not at work for another library.

    What others call changes with their versions.
    """
    owner = _owner(frame.f_code)
    if owner is not _Owner.PYTHON:
        return owner is _Owner.PRODUCT
    caller = frame.f_back
    while caller is not None and _owner(caller.f_code) is _Owner.PYTHON:
        caller = caller.f_back
    return caller is None or _owner(caller.f_code) is not _Owner.OTHERS


@cache
def _owner(code: CodeType) -> "_Owner":
    path = Path(code.co_filename)
    if "site-packages" in path.parts:
        return _Owner.OTHERS
    if path.is_relative_to(_ROOT):
        return _Owner.TESTS if path.is_relative_to(_ROOT / "tests") else _Owner.PRODUCT
    return _Owner.PYTHON


def count_all() -> Iterator[Row]:
    """Everything that is counted, in the order of the table."""
    gc.collect()
    gc.disable()
    with quiet_server() as server:
        anna, ben, *viewers = map(server.player, ("anna", "ben", "carl", "dora", "emil", "fred", "gina"))
        for _ in _whole_game(server, anna, ben):
            """Fill the caches."""
        yield _hello(server)
        yield from _whole_game(server, anna, ben)
        yield from _moves("move, 5 viewers", _begun(server, anna, ben, viewers))
        later = {"viewer_delay": {"seconds": 30}}
        yield from _moves("move, 5 delayed viewers", _begun(server, anna, ben, viewers, options=later))
        yield from _planned_moves(_begun(server, anna, ben, time="3d/move"))
        featured = _begun(server, anna, ben)
        assert server.ask(viewers[0], {"t": "follow"})["room"] == featured.room
        yield from _moves("move, featured", featured)
        for tag, fields in LISTS.items():
            yield _counted(f"list: {tag}", partial(server.send, anna, {"t": tag, **fields}))
        for path in PAGES:
            server.get(path)  # many parts of it are kept
            yield _counted(f"GET {path}", partial(server.get, path))
        yield _counted("connection, up to its signed greeting", server.connect)


def _whole_game(server: QuietServer, anna: RawPeer, ben: RawPeer) -> Iterator[Row]:
    """A rated game from its room to its file."""
    table = Table(server, (anna, ben), options={"rated": True})
    yield _counted("open a room", table.open)
    yield _counted("join a room", table.join)
    table.move(_BEFORE)
    yield from _moves("move", table, ends=False)
    yield _counted("a second of a game", partial(server.let_pass, 1))
    table.move(table.moves_left)
    yield _counted("end of a rated game, and its filing", table.resign)


def _begun(
    server: QuietServer, anna: RawPeer, ben: RawPeer, viewers: Sequence[RawPeer] = (), **game: Any
) -> Table:
    table = Table(server, (anna, ben), **game)
    table.begin(_BEFORE, viewers)
    return table


def _moves(name: str, table: Table, *, ends: bool = True) -> Iterator[Row]:
    counting = Counting()
    for _ in range(_MOVES):
        table.think()
        with counting:
            table.move()
    yield counting.row(name, _MOVES)
    if ends:
        table.resign()


def _planned_moves(table: Table) -> Iterator[Row]:
    """Moves of one player which the other has planned the answers to."""
    counting = Counting()
    for _ in range(_MOVES // 2):
        table.plan()
        table.think()
        with counting:
            table.move()
        table.skip()
    yield counting.row("move with its planned answer", _MOVES // 2)
    table.resign()


def _hello(server: QuietServer) -> Row:
    """A player with an account who comes back."""
    peer, device = server.connect(), server.player("hugo").device
    peer.device = device
    hello = msgspec.to_builtins(server.run(peer.introduced(device.known())))
    return _counted("hello", partial(server.send, peer, hello))


def _counted(name: str, work: Callable[[], object]) -> Row:
    counting = Counting()
    with counting:
        work()
    return counting.row(name)
