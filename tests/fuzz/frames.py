"""Frames: whatever peers send to a live server, it answers or ends the connection, and others play on."""

import asyncio
import json
from dataclasses import dataclass
from random import Random
from typing import Final, assert_never

from hypothesis import strategies as st

from pente_core.room import WatchPolicy
from pente_core.room import commands as cmd
from pente_core.rules.point import Point
from pente_core.rules.ruleset import ruleset_from
from pente_core.value import replace
from pente_protocol import json_codec
from pente_protocol.codec import decode_client, encode, to_wire
from pente_protocol.errors import ProtocolError
from pente_protocol.forms import FORMS, Form
from pente_protocol.messages import ClientMessage
from pente_protocol.messages.archive import Logs
from pente_protocol.messages.base import CommandId, RequestId
from pente_protocol.messages.checkpoint import Checkpoint, Mark
from pente_protocol.messages.rooms import Act, Create, Unwatch, Watch
from tests.chaos.peers.hostile_peers import ABUSE, FINE
from tests.fuzz.live_table import FIRST_REQUEST, NAMES, PLAYERS, ROOM, LiveTable, live_table
from tests.fuzz.target import Target
from tests.protocol.value_strategies import CLIENT_MESSAGES, IDS, values
from tests.support.games.ruleset_samples import SPECS
from tests.support.hostile.spoiled_messages import JSON_BYTES, misfit, scrambled, with_odd_literal

SEATED: Final = [spec for spec in SPECS if ruleset_from(spec).sides <= len(NAMES)]


@dataclass(frozen=True, slots=True)
class Turn:
    """Whoever is to act takes a turn that the rules allow."""

    pick: int

    def __str__(self) -> str:
        return f"a legal turn, drawn with {self.pick}"


@dataclass(frozen=True, slots=True)
class Sent:
    """What somebody sends as one frame: in the form of the connection or, by mistake, in the other one."""

    guest: int
    packed: bytes
    """What a binary frame has."""
    text: bytes
    """What a text frame has."""
    is_mistaken: bool
    waits: bool
    """For the answer, before anybody sends more."""

    def __str__(self) -> str:
        try:
            said = json.dumps(to_wire(decode_client(self.packed)))
        except ProtocolError:
            said = "no message"
        who = f"{NAMES[self.guest]}{'' if self.waits else ' (does not wait)'}"
        how = " in the other form" if self.is_mistaken else ""
        return f"{who}{how}: {self.packed.hex()} ({said}), or the text {self.text!r}"


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
    forms: tuple[Form, Form, Form]
    """Of the connections of the three."""
    steps: tuple[Step, ...]

    def __str__(self) -> str:
        about = f"in {ROOM}, a game of {json.dumps(self.ruleset)} {self.time} of {', '.join(NAMES)}, who are"
        speaking = ", ".join(form.subprotocol for form in self.forms)
        return "\n".join([f"{about} {', '.join(PLAYERS)}, and speak {speaking}", *map(str, self.steps)])


def is_survived(conversation: Conversation) -> None:
    """Raises AssertionError, TimeoutError, or what our code should not raise."""
    asyncio.run(_converse(conversation))


async def _converse(conversation: Conversation) -> None:
    sides = ruleset_from(conversation.ruleset).sides
    async with live_table(conversation.ruleset, conversation.time, sides, conversation.forms) as table:
        for step in conversation.steps:
            await _take(table, step)


async def _take(table: LiveTable, step: Step) -> None:
    match step:
        case Turn(pick):
            await table.take_turn(pick)
        case Sent(number, packed, text, is_mistaken, waits):
            guest = await table.guest(number)
            is_text = guest.form.is_text is not is_mistaken
            await guest.send(table.addressed(text if is_text else packed), is_text=is_text)
            if waits:
                await guest.settle()
        case Abuse(number, data):
            await (await table.guest(number)).abuse(data)
        case _ as unreachable:
            assert_never(unreachable)


# Cases

SEEDS: Final = st.integers(0, 2**16)
MISTAKES: Final = st.integers(0, 19).map(lambda number: number == 19)
WHO: Final = st.integers(0, len(NAMES) - 1)
REQUESTS: Final = st.integers(FIRST_REQUEST, 2**31 - 1).map(RequestId)
COMMANDS: Final[st.SearchStrategy[cmd.PlayerCommand]] = st.one_of(
    values(cmd.PlayerCommand),
    st.integers(0, 440).map(Point).map(cmd.Play),
    st.sampled_from(WatchPolicy).map(cmd.SetWatchPolicy),
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
def commands(draw: st.DrawFn) -> cmd.PlayerCommand:
    command = draw(COMMANDS)
    match command:
        case cmd.Mute() | cmd.Unmute() | cmd.Kick() | cmd.Ban() | cmd.Unban():
            return replace(command, player=draw(st.sampled_from(PLAYERS)))
        case _:
            return command


@st.composite
def bodies(draw: st.DrawFn) -> tuple[bytes, bytes]:
    """Messages in both forms, most of them as they should be."""
    message = draw(messages())
    packed, text = encode(message), json_codec.encode(message)
    match draw(st.integers(0, 5)):
        case 4:
            wire = json.loads(json.dumps(to_wire(message)))
            return misfit(wire, Random(draw(SEEDS))), with_odd_literal(text, Random(draw(SEEDS)))
        case 5:
            chance = Random(draw(SEEDS))
            return scrambled(packed, chance), scrambled(text, chance, JSON_BYTES)
        case _:
            return packed, text


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
            return Sent(draw(WHO), *draw(bodies()), draw(MISTAKES), draw(st.booleans()))


FRAMES: Final = Target(
    "frames",
    st.builds(
        Conversation,
        st.sampled_from(SEATED),
        st.sampled_from(CONTROLS),
        st.tuples(*[st.sampled_from(FORMS)] * len(NAMES)),
        st.lists(steps(), min_size=15, max_size=60).map(lambda some: tuple(filter(None, some))),
    ),
    is_survived,
    cases_per_seed=10,
)
