"""Node and store are killed while players write to each other: nothing is lost, and nothing comes twice."""

import asyncio
from pathlib import Path

from pente_protocol.messages.direct_messages import Messages, ReadMessages, SendMessage
from pente_protocol.messages.friends import Befriend, Friends
from tests.chaos.peers.reconnecting_player import ReconnectingPlayer
from tests.support.peer import a_command
from tests.support.processes import ServerProcess, serving

SENT = 12
"""Messages, some of which are sent while nobody serves."""


async def restart(process: ServerProcess) -> None:
    """Kill a node with its store, and start both again."""
    await process.kill()
    await process.start()


async def write_through(
    alice: ReconnectingPlayer, bob: ReconnectingPlayer, process: ServerProcess
) -> list[str]:
    """Write messages to bob, and kill everything after each fourth one was sent; their texts.

    Bob reads them then, as few of one sender may be unread.
    """
    texts = [f"message {number}" for number in range(SENT)]
    for number, text in enumerate(texts):
        fields = {"command_id": a_command(), "to": "bob", "text": text}
        sending = asyncio.ensure_future(alice.ask(SendMessage, **fields))
        if number % 4 == 3:
            await restart(process)
        await sending
        if number % 4 == 3:
            await read(bob)
    return texts


async def read(bob: ReconnectingPlayer) -> None:
    """Mark all messages as read."""
    found = await bob.ask(Messages)
    await bob.ask(ReadMessages, until=found.messages[-1].at)


async def test_messages_and_friends_survive_kills_of_node_and_store(tmp_path: Path) -> None:
    async with serving(tmp_path / "data", "--direct-messages-per-minute", "6000") as process:
        alice = ReconnectingPlayer(process.url, name="alice")
        bob = ReconnectingPlayer(process.url, name="bob")
        try:
            await bob.ask(Messages)
            await alice.ask(Befriend, player="bob")
            texts = await write_through(alice, bob, process)
            found = await bob.ask(Messages)
            assert [message.text for message in found.messages] == texts
            assert len({message.at for message in found.messages}) == SENT
            await bob.ask(ReadMessages, until=found.messages[-1].at)
            await restart(process)
            assert (await bob.ask(Messages)).read == found.messages[-1].at
            assert [friend.name for friend in (await alice.ask(Friends)).friends] == ["bob"]
        finally:
            await alice.drop()
            await bob.drop()
