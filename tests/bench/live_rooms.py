"""What a server's start, its lists and a move cost, with few live rooms and with very many."""

import asyncio
import secrets
import socket
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from functools import partial
from itertools import count
from statistics import median
from typing import Final

from pente_core.clock.instant import Instant
from pente_core.clock.time_control import TimeControl, Unlimited
from pente_core.identity import Identity, PlayerId, RoomId
from pente_core.rating import Speed
from pente_core.room import Room, create, deadline, replay, step
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_core.rules.ruleset import RULESETS
from pente_protocol.codec import encode_event, encode_summary
from pente_protocol.messages.lists import RoomFilter
from pente_server.node import Node
from pente_server.rooms.command_decider import RoomCommand
from pente_server.rooms.room_listing import encode_activity, listing_of, room_summary
from pente_server.store import Commit, Store
from pente_server.store.redis.store import RedisStore
from tests.bench.figure import Aim, Figure
from tests.bench.registry import benchmark
from tests.bench.run import Run
from tests.bench.wire.move_script import SCRIPTS, script
from tests.support.valkey import running_valkey

SIZES: Final = (1_000, 10_000, 100_000)
WAITING_OF: Final = 20
"""One room in so many waits for a player; the others are games."""
SEEDED_AT_ONCE: Final = 500
TABLES: Final = 10
MOVES: Final = 6
"""Of each table in a sample."""
MOST_SAMPLES: Final = 15
"""Of moves: games don't last for ever."""
SETTLED_AFTER: Final = 3.0
"""Seconds after the start in which pauses of the loop are still counted to it."""
FLAT: Final = Aim(2.0, is_least=False, of_ratio=True)
RULES: Final = RULESETS["pente"]
UNLIMITED: Final = Unlimited()
FILTERS: Final = {
    "list": RoomFilter(),
    "filter: waiting": RoomFilter(status=ev.Status.WAITING),
    "filter: ruleset, status, speed": RoomFilter("pente", ev.Status.PLAYING, speed=Speed.CORRESPONDENCE),
    "filter: my turn": RoomFilter(my_turn=True),
    "filter: present": RoomFilter(present=True),
}


@dataclass(frozen=True, slots=True)
class Sample:
    """A cost, in milliseconds."""

    cpu: float
    """Of the server's process."""
    wall: float


Samples = dict[str, list[Sample]]


@benchmark
def live_rooms(run: Run) -> Iterator[Figure]:
    """What start, lists, filters and a move cost with 1,000, 10,000 and 100,000 live rooms."""
    sizes = SIZES[:2] if run.quick else SIZES
    measured = asyncio.run(_measured(run, sizes))
    for what, first in measured[sizes[0]].items():
        reference = median(sample.cpu for sample in first)
        for size in sizes:
            samples = measured[size][what]
            value, wall = median(each.cpu for each in samples), median(each.wall for each in samples)
            yield Figure(
                f"{what}, {size:,} rooms",
                value,
                "ms",
                value / reference,
                f"{sizes[0]:,} rooms",
                f"{wall:.1f} ms until it is done",
                aim=FLAT,
            )


async def _measured(run: Run, sizes: Sequence[int]) -> dict[int, Samples]:
    with running_valkey("--appendonly", "yes", "--appendfsync", "everysec") as valkey:
        numbers, found = count(), dict[int, Samples]()
        store = await RedisStore.connect(valkey.url)
        for size in sizes:
            there = sum(found) and max(found)
            tables = await _seed(run, store, size - there, numbers)
            found[size] = await _sample(run, valkey.url, tables)
            run.progress(f"{size:,} rooms")
        await store.close()
        return found


@dataclass(frozen=True, slots=True)
class Table:
    """A game between two players who are in no other room."""

    room: RoomId
    players: tuple[Identity, Identity]


def table_number(number: int) -> Table:
    """A room of its own for two people of whom there are no others."""
    return Table(RoomId(secrets.token_hex(6)), (player_number(2 * number), player_number(2 * number + 1)))


def player_number(number: int) -> Identity:
    """One of any number of people."""
    return Identity(PlayerId(f"{number:032x}"), f"player-{number}")


async def _seed(run: Run, store: Store, rooms: int, numbers: "count[int]") -> list[Table]:
    """Open rooms as a server does, and return some of the games."""
    tables: list[Table] = []
    for start in range(0, rooms, SEEDED_AT_ONCE):
        commits = []
        for _ in range(min(SEEDED_AT_ONCE, rooms - start)):
            number = next(numbers)
            table = table_number(number)
            is_game = number % WAITING_OF != 0
            commits.append(opening_of(table, number, is_game=is_game))
            if is_game and len(tables) < TABLES:
                tables.append(table)
        await asyncio.gather(*map(store.commit, commits))
        if start % 10_000 == 0:
            run.progress(f"opened {start:,} of {rooms:,} rooms")
    return tables


def opening_of(table: Table, number: int, *, is_game: bool = True, time: TimeControl = UNLIMITED) -> Commit:
    """What opens a room; usually without a clock, as nobody is there to play on."""
    first, second = table.players
    now = Instant(1_700_000_000_000 + number)
    events = create(RULES, time, by=first, now=now, seat=0)
    room: Room = replay(events)
    if is_game:
        taken = step(room, cmd.Join(), by=second, now=now)
        room, events = taken.room, (*events, *taken.events)
    summary, due = room_summary(table.room, room), deadline(room)
    return Commit(
        table.room,
        0,
        secrets.token_hex(8),
        tuple(map(encode_event, events)),
        Instant(now + 10**12),  # far away: nothing is due while it is measured
        summary=encode_summary(summary),
        listing=listing_of(summary),
        activity=encode_activity(room, due),
    )


async def _sample(run: Run, url: str, tables: Sequence[Table]) -> Samples:
    samples: Samples = {"longest pause of the loop at the start": []}
    async with _started(url, samples) as node:
        viewer = tables[0].players[0].id
        for name, which in FILTERS.items():
            ask = partial(node.room_queries.page, which, viewer)
            samples[name] = [await _timed(ask) for _ in range(run.repeats)]
        samples["move"] = []
        for number in range(min(run.repeats, MOST_SAMPLES)):
            samples["move"].append(await _moves(node, tables, number))
    return samples


@asynccontextmanager
async def _started(url: str, samples: Samples) -> AsyncIterator[Node]:
    """A server from its start to its end. Adds how long its start takes, and keeps the loop from its work."""
    watch = asyncio.create_task(_longest_pause())
    await asyncio.sleep(0)
    store = await RedisStore.connect(url)
    with socket.create_server(("127.0.0.1", 0)) as listener:
        node = Node(store)
        cpu, start = time.process_time(), time.perf_counter()
        async with node.serving(listener):
            taken = Sample(1000 * (time.process_time() - cpu), 1000 * (time.perf_counter() - start))
            samples["start"] = [taken]
            await asyncio.sleep(SETTLED_AFTER)
            watch.cancel()
            with suppress(asyncio.CancelledError):
                await watch
            longest = 1000 * max(_PAUSES)
            samples["longest pause of the loop at the start"] = [Sample(longest, longest)]
            yield node
        await store.close()


_PAUSES: list[float] = [0.0]


async def _longest_pause() -> None:
    """Note how late the loop comes back to a task that always wants to run again, until cancelled."""
    _PAUSES[:] = [0.0]
    while True:
        before = time.perf_counter()
        await asyncio.sleep(0.001)
        _PAUSES[0] = max(_PAUSES[0], time.perf_counter() - before - 0.001)


async def _timed(work: Callable[[], Awaitable[object]]) -> Sample:
    cpu, start = time.process_time(), time.perf_counter()
    await work()
    return Sample(1000 * (time.process_time() - cpu), 1000 * (time.perf_counter() - start))


async def _moves(node: Node, tables: Sequence[Table], number: int) -> Sample:
    """Play on at all tables, one move after the other; the cost of one move."""

    async def play() -> None:
        for move in range(MOVES * number, MOVES * (number + 1)):
            for table, script_ in zip(tables, scripts, strict=True):
                await node.keeper.act(
                    RoomCommand(table.room, cmd.Play(script_[move]), table.players[move % 2])
                )

    scripts = [script(table % SCRIPTS, MOVES * MOST_SAMPLES) for table in range(len(tables))]
    whole = await _timed(play)
    moves = MOVES * len(tables)
    return Sample(whole.cpu / moves, whole.wall / moves)
