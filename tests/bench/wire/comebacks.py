"""How soon many players are back after a restart of the server, all at once."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from statistics import median
from time import perf_counter
from typing import Final

from pente_core.identity import RoomId
from pente_protocol.messages.checkpoint import Checkpoint
from pente_server.embedded import EmbeddedStore
from tests.bench.figure import Figure, ratio_of_at_least
from tests.bench.registry import benchmark
from tests.bench.run import Run
from tests.bench.turns import in_turns, paired_ratio
from tests.bench.wire.many_games import connect_guest, in_groups
from tests.bench.wire.reference_clients import EchoClient
from tests.bench.wire.scripted_game import ScriptedGame
from tests.bench.wire.servers import running_engine, serving_echo, serving_on
from tests.support.accounts.sign_in import TestedDevice
from tests.support.hostile.raw_peer import Broken, RawPeer
from tests.support.measured.process import Measured
from tests.support.measured.usage import cpu_seconds

PLAYERS: Final = 1000
QUICK_PLAYERS: Final = 300
MOST_ROUNDS: Final = 7
"""Each starts a server."""
HELLO_BYTES: Final = 400
"""About what the hello of a player with one room weighs."""


@dataclass(frozen=True, slots=True)
class Player:
    """Somebody with a game under way."""

    device: TestedDevice
    room: RoomId
    seen: Checkpoint


@dataclass(frozen=True, slots=True)
class Sample:
    """What it took until all were back."""

    players: int
    wall: float
    """Seconds."""
    cpu: float
    """Processor seconds of the server."""
    engine: float = 0.0
    """Processor seconds of the store's engine."""


@benchmark
def wire_comebacks(run: Run) -> Iterator[Figure]:
    """Players with a game each who come back at once after a restart: handshake, sign-in, resumption."""
    samples = asyncio.run(_sample(run))
    ours, bare = samples["players"], samples["bare"]
    count = ours[0].players
    note = f"{count:,} players of {count // 2:,} games; the driver and the engine share the machine"
    rates, bare_rates = _rates(ours), _rates(bare)
    reference = "bare hello"
    yield Figure("players", median(rates), "players/s", paired_ratio(rates, bare_rates), reference, note)
    cost, bare_cost = _costs(ours), _costs(bare)
    engine = median(1000 * sample.engine / sample.players for sample in ours)
    parts = {"server, ms": median(cost), "engine, ms": engine, "bare, ms": median(bare_cost)}
    note = "for each " + ", ".join(f"{name} {value:.2f}" for name, value in parts.items())
    yield Figure(
        "players for each CPU second",
        1000 / median(cost),
        "players/cpu-s",
        paired_ratio(bare_cost, cost),
        reference,
        note,
        parts,
        aim=ratio_of_at_least(0.15),
    )


def _rates(samples: Sequence[Sample]) -> list[float]:
    return [sample.players / sample.wall for sample in samples]


def _costs(samples: Sequence[Sample]) -> list[float]:
    """Milliseconds of the server's processor time for each player."""
    return [1000 * sample.cpu / sample.players for sample in samples]


async def _sample(run: Run) -> dict[str, list[Sample]]:
    """Rounds of restarts, of the server and of the reference, in turns."""
    rounds = min(run.repeats, MOST_ROUNDS)
    async with running_engine() as engine:
        players = await _full_house(engine, QUICK_PLAYERS if run.quick else PLAYERS)
        contestants: dict[str, Callable[[], Awaitable[Sample]]] = {
            "players": partial(_restart, engine, players),
            "bare": partial(_restart_echo, len(players)),
        }
        samples = await in_turns(contestants, rounds)
    run.progress(f"{rounds} restarts for {len(players):,} players")
    return samples


async def _full_house(engine: EmbeddedStore, count: int) -> Sequence[Player]:
    """Players of whom each two have a game, and who have lost their server."""
    async with serving_on(engine) as server:
        peers = await in_groups([server] * count, connect_guest)
        games = await in_groups(list(zip(peers[::2], peers[1::2], strict=True)), ScriptedGame.open)
        players = [
            Player(peer.device, RoomId(game.room), game.seen)
            for number, game in enumerate(games)
            for peer in peers[2 * number : 2 * number + 2]
        ]
        for peer in peers:
            peer.close()
    return players


async def _restart(engine: EmbeddedStore, players: Sequence[Player]) -> Sample:
    """Start a server that has nothing in memory, and let all come back."""
    async with serving_on(engine) as server, _peers() as peers:
        begin, cpu, engine_cpu = perf_counter(), server.cpu_seconds(), cpu_seconds(engine.pid)
        peers.extend(await asyncio.gather(*(_come_back(server, player) for player in players)))
        wall = perf_counter() - begin
        return Sample(len(players), wall, server.cpu_seconds() - cpu, cpu_seconds(engine.pid) - engine_cpu)


async def _come_back(server: Measured, player: Player) -> RawPeer:
    peer = await RawPeer.connect(server.port)
    peer.device = player.device
    hello = await peer.introduced(player.device.known(), rooms={player.room: player.seen})
    welcome = await peer.ask(hello)
    if [row["room"]["id"] for row in welcome["rooms"]] != [player.room]:
        raise Broken(f"a player of {player.room} is back in {welcome['rooms']}")
    return peer


async def _restart_echo(count: int) -> Sample:
    """The same for as many who shake hands, and whose one frame comes back."""
    async with serving_echo() as server, _peers() as peers:
        begin, cpu = perf_counter(), server.cpu_seconds()
        peers.extend(await asyncio.gather(*(_greet_echo(server) for _ in range(count))))
        return Sample(count, perf_counter() - begin, server.cpu_seconds() - cpu)


@asynccontextmanager
async def _peers() -> AsyncIterator[list[RawPeer]]:
    """A list of peers who are disconnected in the end."""
    peers: list[RawPeer] = []
    try:
        yield peers
    finally:
        for peer in peers:
            peer.close()


async def _greet_echo(server: Measured) -> RawPeer:
    peer = await RawPeer.connect(server.port, is_greeted=False)
    await EchoClient(peer, HELLO_BYTES).times(1)
    return peer
