"""Frames: whatever peers send to a live server, it answers or ends the connection, and others play on."""

import asyncio
import json
from dataclasses import dataclass
from random import Random
from typing import Final, assert_never

from hypothesis import strategies as st

from pente_core.room import Ban, Kick, Mute, Play, PlayerCommand, SetWatchPolicy, Unban, Unmute, WatchPolicy
from pente_core.rules.point import Point
from pente_core.rules.ruleset import ruleset_from
from pente_core.value import replace
from pente_protocol.codec import decode_client, encode, to_wire
from pente_protocol.errors import ProtocolError
from pente_protocol.messages import (
    Act,
    ClientMessage,
    CommandId,
    Create,
    Logs,
    RequestId,
    Unwatch,
    Watch,
)
from pente_protocol.messages.checkpoint import Checkpoint, Mark
from tests.chaos.peers.hostile_peers import ABUSE, FINE
from tests.fuzz.live_table import FIRST_REQUEST, NAMES, PLAYERS, ROOM, LiveTable, live_table
from tests.fuzz.target import Target
from tests.protocol.value_strategies import CLIENT_MESSAGES, IDS, values
from tests.support.games.ruleset_samples import SPECS
from tests.support.spoiled_messages import misfit, scrambled

SEATED: Final = [spec for spec in SPECS if ruleset_from(spec).sides <= len(NAMES)]


@dataclass(frozen=True, slots=True)
class Turn:
    """Whoever is to act takes a turn that the rules allow."""

    pick: int

    def __str__(self) -> str:
        return f"a legal turn, drawn with {self.pick}"


@dataclass(frozen=True, slots=True)
class Sent:
    """What somebody sends as one frame."""

    guest: int
    body: bytes
    waits: bool
    """For the answer, before anybody sends more."""

    def __str__(self) -> str:
        try:
            said = json.dumps(to_wire(decode_client(self.body)))
        except ProtocolError:
            said = "no message"
        return f"{NAMES[self.guest]}{'' if self.waits else ' (does not wait)'}: {self.body.hex()} ({said})"


@dataclass(frozen=True, slots=True)
class Abuse:
    """Bytes after the handshake, and then the connection is dropped."""

    guest: int
    data: bytes

    def __str__(self) -> str:
        return f"{NAMES[self.guest]} drops the connection after the bytes {self.data[:200].hex()}"


Step = Turn | Sent | Abuse


@dataclass(frozen=True, slots=True)
class Conversation:
    """A game, and what those around it do."""

    ruleset: object
    time: str
    steps: tuple[Step, ...]

    def __str__(self) -> str:
        about = f"in {ROOM}, a game of {json.dumps(self.ruleset)} {self.time} of {', '.join(NAMES)}, who are"
        return "\n".join([f"{about} {', '.join(PLAYERS)}", *map(str, self.steps)])


def is_survived(conversation: Conversation) -> None:
    """Raises AssertionError, TimeoutError, or what our code should not raise."""
    asyncio.run(_converse(conversation))


async def _converse(conversation: Conversation) -> None:
    sides = ruleset_from(conversation.ruleset).sides
    async with live_table(conversation.ruleset, conversation.time, sides) as table:
        for step in conversation.steps:
            await _take(table, step)


async def _take(table: LiveTable, step: Step) -> None:
    match step:
        case Turn(pick):
            await table.take_turn(pick)
        case Sent(number, body, waits):
            guest = await table.guest(number)
            await guest.send(table.addressed(body))
            if waits:
                await guest.settle()
        case Abuse(number, data):
            await (await table.guest(number)).abuse(data)
        case _ as unreachable:
            assert_never(unreachable)


# Cases

SEEDS: Final = st.integers(0, 2**16)
WHO: Final = st.integers(0, len(NAMES) - 1)
REQUESTS: Final = st.integers(FIRST_REQUEST, 2**31 - 1).map(RequestId)
COMMANDS: Final[st.SearchStrategy[PlayerCommand]] = st.one_of(
    values(PlayerCommand),
    st.integers(0, 440).map(Point).map(Play),
    st.sampled_from(WatchPolicy).map(SetWatchPolicy),
)
CONTROLS: Final = ("-", "5+3", "1+0", "5d3", "0+3x30", "30/move", "3d/move")
TIMES: Final = st.sampled_from([*CONTROLS, "0", "x"])
CHECKPOINTS: Final = st.none() | st.builds(
    Checkpoint,
    st.integers(1, 40) | st.just(2**31),
    st.sampled_from(["0" * 16, "f" * 16]).map(Mark),
)


@st.composite
def messages(draw: st.DrawFn) -> ClientMessage:
    """Messages that mean something at this table."""
    number, command_id = draw(REQUESTS), draw(IDS.map(CommandId))
    match draw(st.integers(0, 5)):
        case 0 | 1:
            return Act(number, ROOM, command_id, draw(commands()), draw(CHECKPOINTS))
        case 2:
            spec, seat = draw(st.sampled_from(SPECS)), draw(st.none() | st.integers(-1, 4))
            create: Create = draw(values(Create))
            return replace(create, id=number, ruleset=spec, time=draw(TIMES), seat=seat)
        case _:
            message: ClientMessage = replace(draw(CLIENT_MESSAGES), id=number)
            match message:
                case Act() | Watch() | Unwatch():
                    return replace(message, room=ROOM)
                case Logs():
                    return replace(message, rooms=(ROOM,))
                case _:
                    return message


@st.composite
def commands(draw: st.DrawFn) -> PlayerCommand:
    command = draw(COMMANDS)
    match command:
        case Mute() | Unmute() | Kick() | Ban() | Unban():
            return replace(command, player=draw(st.sampled_from(PLAYERS)))
        case _:
            return command


@st.composite
def bodies(draw: st.DrawFn) -> bytes:
    """Messages, most of them as they should be."""
    message = draw(messages())
    match draw(st.integers(0, 5)):
        case 4:
            return misfit(json.loads(json.dumps(to_wire(message))), Random(draw(SEEDS)))
        case 5:
            return scrambled(encode(message), Random(draw(SEEDS)))
        case _:
            return encode(message)


@st.composite
def abuses(draw: st.DrawFn) -> Abuse:
    data = draw(st.sampled_from([*ABUSE.values(), *FINE.values()]))
    return Abuse(draw(WHO), scrambled(data, Random(draw(SEEDS))) if draw(st.booleans()) else data)


@st.composite
def steps(draw: st.DrawFn) -> Step | None:
    """Any step, or none: without one a conversation is smaller."""
    match draw(st.integers(0, 19)):
        case 0:
            return None
        case 1 | 2 | 3 | 4 | 5 | 6:
            return Turn(draw(SEEDS))
        case 19:
            return draw(abuses())
        case _:
            return Sent(draw(WHO), draw(bodies()), draw(st.booleans()))


FRAMES: Final = Target(
    "frames",
    st.builds(
        Conversation,
        st.sampled_from(SEATED),
        st.sampled_from(CONTROLS),
        st.lists(steps(), min_size=15, max_size=60).map(lambda some: tuple(filter(None, some))),
    ),
    is_survived,
    cases_per_seed=10,
)
