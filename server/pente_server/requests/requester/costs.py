"""What requests cost. The table is in the README of this folder, with the times that were measured.

Costs are in units of some 5 ms of processor time; every connection has a bucket of them, that of
`Allowance.questions`. A question is answered first and paid for then, as only then its cost is known; the
next question waits until the debt is paid. Bots get no more units than people.
"""

from typing import Final

from pente_core.room import OfferKind
from pente_core.room import commands as cmd
from pente_protocol.messages import (
    Act,
    AddDevice,
    AllowDevice,
    Befriend,
    Block,
    Blocked,
    Browse,
    BrowsePlayers,
    ChooseNotifications,
    ClientMessage,
    DeclineReview,
    DeleteAccount,
    Devices,
    Explore,
    FindCode,
    FindReview,
    Friends,
    Games,
    Leaders,
    Logs,
    Messages,
    NextReview,
    OfferLink,
    Online,
    PersonalData,
    Profile,
    Puzzles,
    ReadMessages,
    Rename,
    Report,
    RequestReview,
    RevokeDevice,
    Rooms,
    SendMessage,
    SetMessagePolicy,
    ShareCode,
    StorePuzzle,
    StoreReview,
    TakeVacation,
    Unblock,
    Unfriend,
    Unwatch,
    Watch,
)
from pente_server.requests.requester.requester import Requester

QUESTIONS: Final = (
    *(Rooms, Browse, Online, Games, Logs, Explore, Profile, Leaders),
    *(Rename, PersonalData, DeleteAccount, Unwatch, Block, Unblock, Blocked),
    *(
        OfferLink,
        TakeVacation,
        ChooseNotifications,
        Devices,
        RevokeDevice,
        AllowDevice,
        AddDevice,
        BrowsePlayers,
        Befriend,
        Unfriend,
        Friends,
    ),
    *(SendMessage, Messages, ReadMessages, SetMessagePolicy, Report),
    *(ShareCode, FindCode),
    *(FindReview, RequestReview, NextReview, StoreReview, DeclineReview, StorePuzzle, Puzzles),
)
"""Requests that search a list or read from the store, and so are always questions.

`Unwatch` is one, so that watching a room again and again is not free.
"""

QUESTION: Final = 1.0
"""For any question."""
SENT_KIB: Final = 0.02
"""For each KiB that is sent as the answer."""
LOOKED_AT: Final = 0.01
"""For each game or room that a search looks at."""
STANDINGS: Final = 0.002
"""For each result of a connected player that is read."""
ACCOUNT: Final = 0.01
"""For each account of a list that is read."""
LOG: Final = 0.15
"""For each log that is read."""
LOG_KIB: Final = 0.08
"""For each KiB of a log that is read, sent or not: the whole log is decoded and replayed."""
THREAT: Final = 0.1
"""For each threat of a puzzle that is checked."""
LEADERBOARD: Final = 0.5
"""For each leaderboard."""


def is_question(requester: Requester, message: ClientMessage) -> bool:
    """Whether a request is a question, which is charged.

    So are watching a room to which the connection listens already, and whatever concerns a room that may have
    to be loaded first: one where the player has neither a seat nor an invitation. Joining it, and rematches,
    are questions even if the connection listens: they are checked in the store before the room can refuse.
    """
    rooms, player = requester.ports.rooms, requester.player.id
    match message:
        case Watch(room=room):
            return rooms.hub.is_listening(requester, room) or not rooms.own_rooms.is_expected(room, player)
        case Act(command=cmd.Offer(kind=OfferKind.REMATCH) | cmd.Accept(kind=OfferKind.REMATCH)):
            return True
        case Act(command=cmd.Join(), room=room):
            return not rooms.own_rooms.is_expected(room, player)
        case Act(room=room):
            return not (rooms.hub.is_listening(requester, room) or rooms.own_rooms.is_expected(room, player))
        case _:
            return isinstance(message, QUESTIONS)


def cost_of_log(size: int) -> float:
    """The cost of reading a log of so many bytes."""
    return LOG + LOG_KIB * size / 1024


def cost_of_sending(size: int) -> float:
    """The cost of an answer of so many bytes."""
    return SENT_KIB * size / 1024
