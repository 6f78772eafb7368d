"""No request is free: each is a question, has a limit of its own, or stands here with the reason why not."""

from dataclasses import fields
from typing import Final, get_args

import pytest

from pente_core.room import (
    Abort,
    Accept,
    AddComment,
    AddVariation,
    Ban,
    Choose,
    Claim,
    Decline,
    GiveTime,
    Join,
    Kick,
    Leave,
    MarkPoints,
    Mute,
    Offer,
    Play,
    PlayerCommand,
    Ready,
    RemoveAnnotation,
    Resign,
    Resume,
    Say,
    SetConditions,
    SetWatchPolicy,
    Unban,
    Unmute,
)
from pente_protocol.messages import (
    Act,
    ClientMessage,
    Create,
    Follow,
    Hello,
    Look,
    Ping,
    Report,
    RequestReview,
    SendMessage,
    TakeVacation,
    Unbrowse,
    UnbrowsePlayers,
    Unfollow,
    Watch,
)
from pente_server.limits.limits import Allowance
from pente_server.requests.requester.costs import QUESTIONS

LIMITED: Final[dict[type, str]] = {
    Create: "openings",
    SendMessage: "direct_messages",
    Report: "reports",
    TakeVacation: "vacation_changes",
    RequestReview: "reviews",
    Say: "chat",
    AddComment: "chat",
    AddVariation: "annotations",
    MarkPoints: "annotations",
    RemoveAnnotation: "annotations",
    SetConditions: "annotations",
    Join: "joins",
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
    Play: "as many as the game has turns",
    Choose: "as many as the game has turns",
    Offer: "three of a player between two turns; a rematch is a question and an opening",
    Accept: "as many as there are offers",
    Decline: "as many as there are offers",
    GiveTime: "up to an hour",
    Resume: "as many as there are pauses, to which all agree",
    Resign: "once in a game",
    Abort: "once in a game",
    Claim: "once in a game",
    Leave: "as many as there are joins",
    Ready: "once after each join",
    Kick: "the log has a bound",
    Ban: "the log has a bound",
    Unban: "the log has a bound",
    Mute: "the log has a bound",
    Unmute: "the log has a bound",
    SetWatchPolicy: "the log has a bound",
}
"""Requests and commands that only the rate of messages limits, and why that is enough."""

REQUESTS: Final = get_args(ClientMessage)


def commands_of(union: object) -> tuple[type, ...]:
    return tuple(kind for part in get_args(union) for kind in (commands_of(part) or (part,)))


COMMANDS: Final = commands_of(PlayerCommand)


@pytest.mark.parametrize("kind", [*REQUESTS, *COMMANDS], ids=lambda kind: kind.__name__)
def test_it_is_limited(kind: type) -> None:
    assert (kind in QUESTIONS or kind in LIMITED) != (kind in ONLY_MESSAGES)


def test_what_is_named_is_there() -> None:
    there, rates = {*REQUESTS, *COMMANDS}, {field.name for field in fields(Allowance)}
    assert {*LIMITED, *ONLY_MESSAGES} <= there
    assert {*LIMITED.values()} <= rates
    assert set(QUESTIONS) <= there
