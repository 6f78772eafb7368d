"""How soon a thousand viewers have a move of one game, and what each of them costs the server."""

import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import median
from time import perf_counter
from typing import Final

from pente_protocol.forms import FORMS, JSON, MSGPACK, Form
from tests.bench.figure import Aim, Figure
from tests.bench.page.paced_game import PacedGame
from tests.bench.registry import benchmark
from tests.bench.run import Run
from tests.bench.turns import in_turns, paired_ratio
from tests.bench.wire.many_games import connect_guest, in_groups
from tests.bench.wire.servers import serving_memory
from tests.support.hostile.raw_peer import RawPeer
from tests.support.measured.process import Measured
from tests.support.waiting import until

VIEWERS: Final = 1000
QUICK_VIEWERS: Final = 200
MOVES: Final = 40
SHARES: Final = (("p50", 0.5), ("p99", 0.99), ("p99.9", 0.999))
AIM: Final = Aim(1.15, is_least=False, of_ratio=True)
"""The page's form against the terminal's: a frame is larger, and no work is done for each viewer."""


@dataclass(frozen=True, slots=True)
class Sample:
    """A game that all watched."""

    waits: Sequence[float]
    """Seconds from the sending of each move to its arrival at each viewer."""
    cpu: float
    """Processor seconds of the server for each of those arrivals."""
    bytes: float
    """Of a frame."""


class Audience:
    """Viewers of one form, who watch one game after the other. Mutable."""

    def __init__(self, server: Measured, players: tuple[RawPeer, RawPeer], viewers: list[RawPeer]) -> None:
        self._server = server
        self._players = players
        self._viewers = viewers
        self._waits: list[float] = []
        self._game: PacedGame

    async def watch(self) -> Sample:
        """Watch a game. The next move is played once all have the last one."""
        self._game = await PacedGame.open(self._players, self._viewers, MOVES)
        self._waits = []
        for viewer in self._viewers:
            viewer.hear = self._hear
        bytes_, cpu = self._bytes(), self._server.cpu_seconds()
        for _ in range(MOVES):
            await self._game.play()
            await until(lambda: len(self._waits) == self._game.played * len(self._viewers))
        arrivals = len(self._waits)
        cpu, bytes_ = self._server.cpu_seconds() - cpu, self._bytes() - bytes_
        await self._game.close()
        return Sample(self._waits, cpu / arrivals, bytes_ / arrivals)

    def _hear(self, body: bytes) -> None:
        if b"moved" in body:
            self._waits.append(perf_counter() - self._game.sent)

    def _bytes(self) -> int:
        return sum(viewer.bytes for viewer in self._viewers)


@benchmark
def page_viewers(run: Run) -> Iterator[Figure]:
    """Viewers of one game on one server, with the messages of the page and with those of a terminal."""
    viewers = QUICK_VIEWERS if run.quick else VIEWERS
    samples = asyncio.run(_sample(run, viewers))
    costs = {form: [1e6 * sample.cpu for sample in samples[form]] for form in FORMS}
    for form in FORMS:
        waits = sorted(wait for sample in samples[form] for wait in sample.waits)
        parts = {f"{name}, ms": 1000 * waits[int(len(waits) * share)] for name, share in SHARES}
        parts["frame, bytes"] = median(sample.bytes for sample in samples[form])
        note = f"a frame of {parts['frame, bytes']:.0f} bytes is there after p50/p99/p99.9 "
        note += "/".join(f"{parts[f'{name}, ms']:.1f}" for name, _ in SHARES) + " ms"
        is_page = form is JSON
        yield Figure(
            f"{viewers:,} viewers, {'JSON' if is_page else 'msgpack'}",
            median(costs[form]),
            "cpu-µs/event and viewer",
            paired_ratio(costs[JSON], costs[MSGPACK]) if is_page else None,
            "msgpack" if is_page else "",
            note,
            parts,
            AIM if is_page else None,
        )


async def _sample(run: Run, viewers: int) -> dict[Form, list[Sample]]:
    """Rounds of both forms in turns, on one server."""
    async with serving_memory() as server:
        audiences = {form: await _audience(server, form, viewers) for form in FORMS}
        run.progress(f"{viewers} viewers of each form are there")
        contestants = {form.subprotocol: audience.watch for form, audience in audiences.items()}
        taken = await in_turns(contestants, run.repeats)
        return {form: taken[form.subprotocol] for form in FORMS}


async def _audience(server: Measured, form: Form, viewers: int) -> Audience:
    async def viewer(server: Measured) -> RawPeer:
        peer = await RawPeer.connect(server.port, form=form)
        await peer.look_on()
        return peer

    players = (await connect_guest(server), await connect_guest(server))
    return Audience(server, players, await in_groups([server] * viewers, viewer))
