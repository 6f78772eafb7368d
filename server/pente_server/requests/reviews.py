"""Requests about reviews of finished games: reading one, asking for one, and making one.

Nobody gets a review of a game, or can have one made, who may not see that game to its end. Those who make
reviews are clients with a role; they see the moves of the games that others have asked for, and no more.
"""

import logging

from pente_core.identity import RoomId
from pente_core.review.review import GameReview
from pente_core.room import Room
from pente_core.room import events as ev
from pente_protocol.codec import decode_review, encode_review
from pente_protocol.errors import ErrorCode, ProtocolError
from pente_protocol.messages import (
    DeclineReview,
    FindReview,
    NextReview,
    Ok,
    RequestReview,
    ReviewFound,
    ReviewJob,
    ReviewState,
    ReviewStored,
    StoreReview,
)
from pente_server.limits.errors import RequestDenied
from pente_server.requests.archive import is_public, stones_of_game
from pente_server.requests.people.players import own_account
from pente_server.requests.requester.costs import cost_of_log
from pente_server.requests.requester.requester import Requester
from pente_server.results.reviews.review_check import REVIEW_BYTES, check_part, too_long
from pente_server.rooms.loaded.room_log import UnknownRoom
from pente_server.store.accounts.role import Role

_TOO_MANY = "Many games wait to be analysed already. Ask again later."
_TOO_OFTEN = "You have asked for the analysis of many games. Wait for a while."


async def find_review(requester: Requester, request: FindReview) -> ReviewFound:
    """The review of a game, if there is one.

    Raises StoreUnavailable, and UnknownRoom for a game that `logs` would not show.
    """
    await stones_of_game(requester, request.game)
    return await _found(requester, request)


async def request_review(requester: Requester, request: RequestReview) -> ReviewFound:
    """Have a game reviewed, unless it is or will be.

    Raises RequestDenied, StoreUnavailable, and UnknownRoom for a game that `logs` would not show.
    """
    stones = await stones_of_game(requester, request.game)
    found = await _found(requester, request)
    if found.state is not ReviewState.NONE:
        return found
    if not stones:
        text = "This game can't be analysed, as it has no stones."
        raise RequestDenied(ErrorCode.NO_REVIEW, text)
    ports = requester.ports.reviews
    taken = ports.asking.take(requester.origin, _TOO_OFTEN)
    origin = requester.origin.mark(ports.secret())
    if not await ports.reviews.ask(request.game, requester.player.id, ports.now(), origin):
        for bucket in taken:
            bucket.give_back()
        raise RequestDenied(ErrorCode.TOO_MANY, _TOO_MANY)
    return ReviewFound(request.id, request.game, ReviewState.WAITING)


async def _found(requester: Requester, request: FindReview | RequestReview) -> ReviewFound:
    """What there is of the review of a game that the requester may see."""
    reviews, game = requester.ports.reviews.reviews, request.game
    review = await _stored(requester, game)
    if review is not None:
        return ReviewFound(request.id, game, ReviewState.DONE, review)
    if not await reviews.is_attended():
        return ReviewFound(request.id, game, ReviewState.UNAVAILABLE)
    is_waiting = await reviews.is_waiting(game)
    return ReviewFound(request.id, game, ReviewState.WAITING if is_waiting else ReviewState.NONE)


async def _stored(requester: Requester, game: RoomId) -> GameReview | None:
    """The review of a game; None: there is none, or none that can be read. Raises StoreUnavailable."""
    body = await requester.ports.reviews.reviews.find(game)
    if body is None:
        return None
    requester.charge(cost_of_log(len(body)))
    try:
        return decode_review(body)
    except ProtocolError as error:
        requester.note(logging.ERROR, "unreadable-review", room=game, why=str(error))
        return None


async def next_review(requester: Requester, request: NextReview) -> ReviewJob:
    """A game for a reviewer. Raises RequestDenied and StoreUnavailable."""
    await check_reviewer(requester)
    ports, me = requester.ports.reviews, requester.player.id
    ports.drafts.drop(me)
    while (game := await ports.reviews.take(me, ports.now())) is not None:
        room = await finished_room(requester, game)
        if room is not None and room.game.stones and await _stored(requester, game) is None:
            played, wants = room.game, await is_public(requester, game)
            return ReviewJob(request.id, game, played.rules, played.setup, played.tokens, wants)
        await ports.reviews.drop(game, me)
    return ReviewJob(request.id)


async def store_review(requester: Requester, request: StoreReview) -> ReviewStored:
    """Take a part of a review, and store the review once it is whole.

    Raises RequestDenied and StoreUnavailable.
    """
    await check_reviewer(requester)
    ports, me, game = requester.ports.reviews, requester.player.id, request.game
    room = await _own_game(requester, game)
    draft = ports.drafts.of(me, game, request.by)
    if request.after == len(draft.stones):
        check_part(room.game, request.after, GameReview(request.by, request.stones))
        draft.add(request.after, request.stones)
    if len(draft.stones) == room.game.stones:
        body = encode_review(draft.review)
        if len(body) > REVIEW_BYTES:
            raise too_long()
        await ports.reviews.put(game, body)
        await ports.reviews.drop(game, me)
        ports.drafts.drop(me)
        requester.note(logging.INFO, "reviewed", room=game, by=request.by, stones=room.game.stones)
    return ReviewStored(request.id, len(draft.stones))


async def decline_review(requester: Requester, request: DeclineReview) -> Ok:
    """Take a game off the queue that can't be reviewed. Raises RequestDenied and StoreUnavailable."""
    await check_reviewer(requester)
    ports, me = requester.ports.reviews, requester.player.id
    if not await ports.reviews.drop(request.game, me):
        raise _not_yours()
    ports.drafts.drop(me)
    requester.note(logging.WARNING, "review-declined", room=request.game)
    return Ok(request.id)


async def check_reviewer(requester: Requester) -> None:
    """Check that the requester may make reviews and puzzles. Raises RequestDenied and StoreUnavailable."""
    (account,) = await requester.ports.players.accounts.by_ids([requester.player.id])
    if account is None or not account.is_of_house:  # the devices of house bots are in memory only
        account = await own_account(requester)
    if Role.REVIEWER not in account.roles:
        text = "This account may not make reviews. The host can allow it: pente admin account grant"
        raise RequestDenied(ErrorCode.ROLE_NEEDED, text)


async def _own_game(requester: Requester, game: RoomId) -> Room:
    """The game of a reviewer, who has it for longer now. Raises RequestDenied and StoreUnavailable."""
    ports = requester.ports.reviews
    if not await ports.reviews.extend(game, requester.player.id, ports.now()):
        raise _not_yours()
    room = await finished_room(requester, game)
    if room is None:
        await ports.reviews.drop(game, requester.player.id)
        raise _not_yours()
    return room


def _not_yours() -> RequestDenied:
    text = "This game is not yours to review, or not any more. Ask for the next one."
    return RequestDenied(ErrorCode.BAD_REVIEW, text)


async def finished_room(requester: Requester, game: RoomId) -> Room | None:
    """The room of a finished game; None if it is gone, or not finished.

    Raises StoreUnavailable.
    """
    try:
        bodies, _, room = await requester.ports.archive.room_log.whole(game)
    except UnknownRoom:
        return None
    requester.charge(cost_of_log(sum(map(len, bodies))))
    return room if room.status is ev.Status.FINISHED else None
