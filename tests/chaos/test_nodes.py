"""Two server processes on one store: one history, whoever is connected where, whatever the network does."""

import asyncio
from collections import Counter
from collections.abc import Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random
from time import perf_counter

import pytest

from pente_core.identity import PlayerKind, RoomId
from pente_core.room import Reason
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_protocol.messages.base import RequestId
from pente_protocol.messages.rooms import Act, Create
from tests.chaos.peers.endless_game import EndlessGame
from tests.chaos.peers.history_check import check, kept_at, replayed
from tests.chaos.peers.light_connection import LightConnection
from tests.chaos.peers.playing_pair import ENDLESS, OPEN
from tests.chaos.peers.recording_player import RecordingPlayer
from tests.chaos.store_proxy import Cut, StoreProxy
from tests.support.peer import a_command
from tests.support.processes import ServerProcess, serving
from tests.support.server_program import get
from tests.support.valkey import ALWAYS, running_valkey
from tests.support.waiting import PATIENCE, until

UNHURRIED = (
    *("--messages-per-second", "1000000"),
    *("--questions-per-second", "1000000"),
    *("--joins-per-minute", "1000000"),
)


class TestSeats:
    @pytest.mark.parametrize(("seats", "claimants"), [(40, 8), pytest.param(500, 20, marks=pytest.mark.long)])
    async def test_none_is_taken_twice(self, tmp_path: Path, seats: int, claimants: int) -> None:
        with running_valkey(*ALWAYS) as valkey:
            store = ("--redis", valkey.url, *UNHURRIED)
            async with serving(tmp_path / "1", *store) as one, serving(tmp_path / "2", *store) as two:
                # given rooms with one free seat each, and claimants on both nodes
                nodes = (one, two)
                hosts = [await a_bot(nodes[n % 2]) for n in range(max(2, seats // 100))]
                rooms = [await an_open_room(hosts[n % len(hosts)]) for n in range(seats)]
                crowd = [await a_bot(nodes[n % 2]) for n in range(claimants)]

                # when all of them claim every seat
                begin = perf_counter()
                chance = Random(seats)
                winners = [await the_winner(room, chance.sample(crowd, claimants)) for room in rooms]
                took = perf_counter() - begin
                for peer in (*hosts, *crowd):
                    peer.close()
            logs = await kept_at(valkey.url)

        # then each was given to the one who was told so, and to nobody else
        for room, winner in zip(rooms, winners, strict=True):
            replayed(logs[room])
            taken = [
                event.player.id for event in logs[room] if isinstance(event, ev.Joined) and event.seat == 1
            ]
            assert taken == [winner.welcome["player"]["id"]]
        sides = Counter(crowd.index(winner) % 2 for winner in winners)
        print(
            f"\n{seats} seats x {claimants} claimants on two nodes: none taken twice; {took:.1f} s,"
            f" {sides[0]} went to one node and {sides[1]} to the other"
        )


async def a_bot(node: ServerProcess) -> LightConnection:
    peer = await LightConnection.connect(node.port)
    await peer.greet(kind=PlayerKind.BOT)
    return peer


async def an_open_room(host: LightConnection) -> RoomId:
    create = Create(RequestId(1), a_command(), ENDLESS, "-", seat=0, options=OPEN)
    return RoomId((await host.ask(create))["room"])


async def the_winner(room: RoomId, crowd: Sequence[LightConnection]) -> LightConnection:
    """Whose claim was granted when all claimed at once."""
    claims = [peer.answer(Act(RequestId(1), room, a_command(), cmd.Join(1))) for peer in crowd]
    answers = await asyncio.gather(*claims)
    (winner,) = [peer for peer, answer in zip(crowd, answers, strict=True) if answer["t"] == "acted"]
    codes = {answer["code"] for answer in answers if answer["t"] == "error"}
    assert codes <= {Reason.SEAT_TAKEN, Reason.ROOM_FULL}
    return winner


class TestPartition:
    @pytest.mark.parametrize("times", [1, pytest.param(8, marks=pytest.mark.long)])
    @pytest.mark.parametrize("how", Cut)
    async def test_of_one_node_from_the_store(self, tmp_path: Path, how: Cut, times: int) -> None:
        with running_valkey(*ALWAYS) as valkey:
            async with (
                StoreProxy(valkey.port) as network,
                serving(tmp_path / "1", "--redis", network.url, log=tmp_path / "log") as far,
                serving(tmp_path / "2", "--redis", valkey.url) as near,
                AsyncExitStack() as stack,
            ):
                # given games within one node and across both, each watched on both
                across = await a_table(stack, (far, near), "across")
                within = await a_table(stack, (near, near), "within")
                tables, chance = (across, within), Random(times)
                done = asyncio.Event()
                detected, healed, resumed = [], [], []
                async with asyncio.TaskGroup() as tasks:
                    for table in tables:
                        tasks.create_task(table.play(done))
                    for _ in range(times):
                        await moves(tables, 11)

                        # when one node is cut off
                        network.cut(how)
                        detected.append(await seconds_until(far, is_ready=False))
                        await seconds_until(near, is_ready=True)
                        await moves((within,), 11)
                        await asyncio.sleep(3 * chance.random())

                        # then it is known; and when the network is whole again, all goes on
                        network.heal()
                        begin = perf_counter()
                        healed.append(await seconds_until(far, is_ready=True))
                        await moves(tables, 11)
                        resumed.append(across.first_since(begin) - begin)
                    done.set()
                actors = [actor for table in tables for actor in table.actors]
            logs = await kept_at(valkey.url)
        check(logs, actors)
        assert max(detected) < (2.5 if times > 1 else PATIENCE)
        assert max(healed) < (1 if times > 1 else PATIENCE)
        print(
            f"\n{times} partitions ({how.value}): detected after {max(detected):.2f} s at most,"
            f" healed {max(healed):.2f} s after the end at most, the next move {max(resumed):.2f} s after it;"
            f" {sum(table.moves for table in tables)} moves, 0 lost, 0 doubled"
        )
        assert "Traceback" not in (tmp_path / "log").read_text()


async def a_table(
    stack: AsyncExitStack, nodes: tuple[ServerProcess, ServerProcess], name: str
) -> EndlessGame:
    """A game whose players are connected to these nodes, watched from both."""
    host, guest, eve, eva = [
        await stack.enter_async_context(RecordingPlayer(node.url, f"{role}-{name}"))
        for role, node in zip(("host", "caller", "eve", "eva"), (*nodes, *nodes), strict=True)
    ]
    return await EndlessGame.opened((host, guest), (eve, eva))


async def moves(tables: Sequence[EndlessGame], more: int) -> None:
    """Wait until so many more moves are made at each table."""
    wanted = [table.moves + more for table in tables]
    await until(lambda: all(table.moves >= n for table, n in zip(tables, wanted, strict=True)))


async def seconds_until(node: ServerProcess, *, is_ready: bool) -> float:
    """How long it takes until a node says that it is ready for players, or not."""
    begin = perf_counter()

    async def says_so() -> bool:
        return await says_ready(node) is is_ready

    await until(says_so)
    return perf_counter() - begin


async def says_ready(node: ServerProcess) -> bool:
    status, _ = await get(node.port, "/readyz")
    return status == 200
