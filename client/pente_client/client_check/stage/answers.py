"""The replies of the scripted server to all requests but those to live rooms: short, but valid."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from pente_client.client_check.stage.cast import ANNA, FINISHED, OPEN, OPPONENT, WATCHED, listed
from pente_client.client_check.stage.stage import Stage, now
from pente_core.identity import Identity
from pente_core.value import tag_of
from pente_protocol.codec import plain, to_wire
from pente_protocol.messages import ClientMessage, Wire
from pente_protocol.messages.account import OfferLink, TakeVacation
from pente_protocol.messages.archive import Explore, Games, Logs
from pente_protocol.messages.base import Request
from pente_protocol.messages.direct_messages import Messages, SendMessage
from pente_protocol.messages.friends import Befriend, Friends, Unfriend
from pente_protocol.messages.hello import Hello
from pente_protocol.messages.lists import Browse, BrowsePlayers, Online, Rooms
from pente_protocol.messages.people import Block, PersonalData, Profile, Rename, Unblock
from pente_protocol.messages.ping import Ping
from pente_protocol.messages.reviews import FindReview, Puzzles, RequestReview, StoreReview
from pente_protocol.messages.rooms import Act, Create, FindCode, ShareCode, Unwatch, Watch
from pente_protocol.messages.tv import Follow
from pente_protocol.spec.samples.made_up import made_up

NEXT_PAGE: Final = "page-2"
"""The cursor of the second page of finished games, which is empty."""
_PUZZLE: Final = {
    "position": "19/19/19/19/19/19/19/9X9/6X12/6XO1OO8/6X1O1X8/9OXO7/6OX2X8/10X8/10O8/19/19/19/19"
    " 2,2 1O1 - - 21 pente",
    "win_in": 3,
    "solution": {
        "attacks": [{"point": 140}],
        "slower": [179, 182],
        "failures": [{"point": 100, "reply": 140}, {"point": 200, "reply": 140}],
    },
}
"""A puzzle without its game."""
JOIN_CODE: Final = "K7M2QX"
FIRST_PART: Final = 3
"""The events in the first part of a log."""
_Contents = Callable[[Stage, Any], Wire]
_OF_LIVE_ROOMS: Final = (Hello, Create, Act, Watch, Unwatch)


def answer(stage: Stage, request: ClientMessage) -> Wire | None:
    """The reply to a request that is about no live room; None for any other."""
    if isinstance(request, _OF_LIVE_ROOMS):
        return None
    contents = _CONTENTS.get(type(request), _made_up)
    return {"t": tag_of(request.reply), **contents(stage, request), "id": request.id}


def _made_up(stage: Stage, request: Request) -> Wire:
    del stage
    return to_wire(made_up(request.reply))


def _rooms(stage: Stage, request: Rooms | Browse) -> Wire:
    del request
    return {"rooms": [listed(stage.rooms[room]) for room in (WATCHED, OPEN)]}


def _me(stage: Stage) -> Identity:
    return stage.me or ANNA


def _games(stage: Stage, request: Games) -> Wire:
    if request.cursor == NEXT_PAGE:
        return {}
    room = stage.rooms[FINISHED].room
    return {
        "games": [
            {
                "id": FINISHED,
                "ruleset": {},
                "time": plain(room.created.time),
                "moves": 4,
                "players": plain(room.seats),
                "termination": "resignation",
                "winners": [1],
                "start": room.created.at,
                "end": room.active,
            }
        ],
        "cursor": NEXT_PAGE,
    }


def _logs(stage: Stage, request: Logs) -> Wire:
    """The first room only, and of that a part."""
    room = stage.rooms.get(request.rooms[0], stage.rooms[FINISHED])
    log = room.log[request.after :]
    part = log if request.after else log[:FIRST_PART]
    return {"logs": [{"room": request.rooms[0], "events": part, "complete": part == log}]}


def _explored(stage: Stage, request: Explore) -> Wire:
    del stage, request
    return {"games": 1, "wins": [0, 1], "turns": [{"notations": ["K10"], "games": 1, "wins": [0, 1]}]}


def _review(stage: Stage, request: FindReview | RequestReview) -> Wire:
    """A review of the first stone only."""
    del stage
    stone = {"played": {"chance": 500}, "best": {"chance": 700}, "line": [181], "judgement": "mistake"}
    return {"game": request.game, "state": "done", "review": {"by": "engine", "stones": [stone]}}


def _stored(stage: Stage, request: StoreReview) -> Wire:
    del stage
    return {"stones": request.after + len(request.stones)}


def _puzzles(stage: Stage, request: Puzzles) -> Wire:
    """One, as if it were from the finished game."""
    del stage, request
    return {"puzzles": [{**_PUZZLE, "game": FINISHED}]}


def _player(stage: Stage, request: object) -> Wire:
    del request
    return {"player": plain(_me(stage))}


def _other(stage: Stage, request: object) -> Wire:
    del stage, request
    return {"player": plain(OPPONENT)}


def _featured(stage: Stage, request: object) -> Wire:
    del stage, request
    return {"room": WATCHED}


def _online(stage: Stage, request: object) -> Wire:
    del request
    return {"players": [{"player": plain(player)} for player in (_me(stage), OPPONENT)]}


def _friends(stage: Stage, request: object) -> Wire:
    del stage, request
    return {"friends": [plain(OPPONENT)], "online": [{"player": plain(OPPONENT)}]}


def _sent(stage: Stage, request: object) -> Wire:
    del stage, request
    return {"to": plain(OPPONENT), "at": now()}


def _messages(stage: Stage, request: object) -> Wire:
    del stage, request
    return {"messages": [{"at": now(), "by": plain(OPPONENT), "text": "Shall we play?"}]}


def _link(stage: Stage, request: object) -> Wire:
    del stage, request
    return {"code": "no-such-code", "remaining": 300_000}


def _code(stage: Stage, request: ShareCode | FindCode) -> Wire:
    del stage
    return {"room": request.room if isinstance(request, ShareCode) else OPEN, "code": JOIN_CODE}


def _vacation(stage: Stage, request: object) -> Wire:
    del stage, request
    return {"days_left": 20}


def _pong(stage: Stage, request: object) -> Wire:
    del stage, request
    return {"now": now()}


_CONTENTS: Final[Mapping[type, _Contents]] = {
    Rooms: _rooms,
    ShareCode: _code,
    FindCode: _code,
    Browse: _rooms,
    Follow: _featured,
    Online: _online,
    BrowsePlayers: _online,
    Games: _games,
    Logs: _logs,
    Explore: _explored,
    FindReview: _review,
    RequestReview: _review,
    StoreReview: _stored,
    Puzzles: _puzzles,
    Profile: _player,
    Rename: _player,
    Block: _other,
    Unblock: _other,
    Befriend: _other,
    Unfriend: _other,
    Friends: _friends,
    SendMessage: _sent,
    Messages: _messages,
    PersonalData: _player,
    OfferLink: _link,
    TakeVacation: _vacation,
    Ping: _pong,
}
"""What a reply has beside its type and id, where it is not made up from its type."""
