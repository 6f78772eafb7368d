"""No request is free: each is a question, has a limit of its own, or stands here with the reason why not."""

from dataclasses import fields
from typing import Final, get_args

from pente_core.room import commands as cmd
from pente_protocol.messages import ClientMessage
from pente_protocol.messages.account import TakeVacation
from pente_protocol.messages.direct_messages import SendMessage
from pente_protocol.messages.hello import Hello
from pente_protocol.messages.lists import Unbrowse, UnbrowsePlayers
from pente_protocol.messages.people import Report
from pente_protocol.messages.ping import Ping
from pente_protocol.messages.post_mortem import Look
from pente_protocol.messages.reviews import RequestReview
from pente_protocol.messages.rooms import Act, Create, Watch
from pente_protocol.messages.tv import Follow, Unfollow
from pente_server.limits.command_limits import COMMAND_LIMITS
from pente_server.limits.limits import Allowance
from pente_server.node import Node
from pente_server.requests.costs import QUESTION
from pente_server.store.memory.store import MemoryStore

LIMITED: Final[dict[type, str]] = {
    Create: "openings",
    SendMessage: "direct_messages",
    Report: "reports",
    TakeVacation: "vacation_changes",
    RequestReview: "reviews",
    cmd.Join: "joins",
    **{command: row.rate.limit for command, row in COMMAND_LIMITS.items() if row.rate is not None},
}
"""Requests and commands with a rate of their own, and the field of `Allowance` that has it."""

ONLY_MESSAGES: Final[dict[type, str]] = {
    Hello: "the first message of a connection, and those are limited",
    Act: "by its command: see below",
    Watch: "a question, unless it is the first of a room in which the player has a seat",
    Look: "shown four times a second, however often it changes",
    Follow: "answered from memory, without a search",
    Unfollow: "ends what was begun",
    Unbrowse: "ends what was begun, and beginning it is a question",
    UnbrowsePlayers: "ends what was begun, and beginning it is a question",
    Ping: "an empty answer",
    cmd.Play: "as many as the game has turns",
    cmd.Choose: "as many as the game has turns",
    cmd.Offer: "three of a player between two turns; a rematch is a question and an opening",
    cmd.Accept: "as many as there are offers",
    cmd.Decline: "as many as there are offers",
    cmd.GiveTime: "up to an hour",
    cmd.Resume: "as many as there are pauses, to which all agree",
    cmd.Resign: "once in a game",
    cmd.Abort: "once in a game",
    cmd.Claim: "once in a game",
    cmd.Leave: "as many as there are joins",
    cmd.Ready: "once after each join",
    cmd.Kick: "the log has a bound",
    cmd.Ban: "the log has a bound",
    cmd.Unban: "the log has a bound",
    cmd.Mute: "the log has a bound",
    cmd.Unmute: "the log has a bound",
    cmd.SetWatchPolicy: "the log has a bound",
}
"""Requests and commands that only the rate of messages limits, and why that is enough."""

REQUESTS: Final = get_args(ClientMessage)


def commands_of(union: object) -> tuple[type, ...]:
    return tuple(kind for part in get_args(union) for kind in (commands_of(part) or (part,)))


COMMANDS: Final = commands_of(cmd.PlayerCommand)


async def test_it_is_limited() -> None:
    costs = {kind: handler.cost for kind, handler in Node(MemoryStore()).handlers.items()}
    limited = {kind for kind, cost in costs.items() if cost == QUESTION} | {*LIMITED}
    assert {*REQUESTS, *COMMANDS} - limited == {*ONLY_MESSAGES}


def test_what_is_named_is_there() -> None:
    there, rates = {*REQUESTS, *COMMANDS}, {field.name for field in fields(Allowance)}
    assert {*LIMITED, *ONLY_MESSAGES} <= there
    assert {*LIMITED.values()} <= rates
