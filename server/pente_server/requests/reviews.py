"""Requests about reviews of finished games: reading one, asking for one, and making one.

Nobody gets a review of a game, or can have one made, who may not see that game to its end. Those who make
reviews are clients with a role; they see the moves of the games that others have asked for, and no more.
"""

import logging
from collections.abc import Callable

from pente_core.clock.instant import Instant
from pente_core.identity import RoomId
from pente_core.review.review import GameReview
from pente_core.room import Room
from pente_core.room import events as ev
from pente_protocol.choices.review_state import ReviewState
from pente_protocol.codec import decode_review, encode_review
from pente_protocol.errors import ErrorCode, ProtocolError
from pente_protocol.messages.base import Ok
from pente_protocol.messages.reviews import (
    DeclineReview,
    FindReview,
    NextReview,
    RequestReview,
    ReviewFound,
    ReviewJob,
    ReviewStored,
    StoreReview,
)
from pente_server.limits.errors import RequestDenied
from pente_server.limits.limits import Allowance
from pente_server.limits.origin_limiter import OriginLimiter
from pente_server.requests.accounts import RequestedAccounts
from pente_server.requests.archive import ArchiveRequests
from pente_server.requests.costs import QUESTION, cost_of_log
from pente_server.requests.dispatch import answers
from pente_server.requests.requester import Requester
from pente_server.results.reviews.review_check import REVIEW_BYTES, check_part, too_long
from pente_server.results.reviews.review_drafts import ReviewDrafts
from pente_server.rooms.loaded.room_log import RoomLogReader, UnknownRoom
from pente_server.store.accounts.role import Role
from pente_server.store.reviews.review_store import ReviewStore

_TOO_MANY = "Many games wait to be analysed already. Ask again later."
_TOO_OFTEN = "You have asked for the analysis of many games. Wait for a while."


class ReviewRequests:
    """Reading a review, asking for one, and making one. Mutable: the drafts, and what was asked."""

    def __init__(
        self,
        *,
        reviews: ReviewStore,
        archive: ArchiveRequests,
        accounts: RequestedAccounts,
        room_log: RoomLogReader,
        allowance: Allowance,
        clock: Callable[[], float],
        secret: Callable[[], bytes],
        now: Callable[[], Instant],
    ) -> None:
        self._reviews = reviews
        self._archive = archive
        self._accounts = accounts
        self._room_log = room_log
        self._asking = OriginLimiter(allowance.reviews, allowance.reviews_per_address, clock)
        self._secret = secret
        self._now = now
        self._drafts = ReviewDrafts()

    @answers(FindReview, cost=QUESTION, anybody=True)
    async def find_review(self, requester: Requester, request: FindReview) -> ReviewFound:
        """The review of a game, if there is one.

        Raises StoreUnavailable, and UnknownRoom for a game that `logs` would not show.
        """
        await self._archive.stones_of_game(requester, request.game)
        return await self._found(requester, request)

    @answers(RequestReview, cost=QUESTION)
    async def request_review(self, requester: Requester, request: RequestReview) -> ReviewFound:
        """Have a game reviewed, unless it is or will be.

        Raises RequestDenied, StoreUnavailable, and UnknownRoom for a game that `logs` would not show.
        """
        stones = await self._archive.stones_of_game(requester, request.game)
        found = await self._found(requester, request)
        if found.state is not ReviewState.NONE:
            return found
        if not stones:
            text = "This game can't be analysed, as it has no stones."
            raise RequestDenied(ErrorCode.NO_REVIEW, text)
        taken = self._asking.take(requester.origin, _TOO_OFTEN)
        origin = requester.origin.mark(self._secret())
        if not await self._reviews.ask(request.game, requester.player.id, self._now(), origin):
            for bucket in taken:
                bucket.give_back()
            raise RequestDenied(ErrorCode.TOO_MANY, _TOO_MANY)
        return ReviewFound(request.id, request.game, ReviewState.WAITING)

    @answers(NextReview, cost=QUESTION)
    async def next_review(self, requester: Requester, request: NextReview) -> ReviewJob:
        """A game for a reviewer. Raises RequestDenied and StoreUnavailable."""
        await self.check_reviewer(requester)
        me = requester.player.id
        self._drafts.drop(me)
        while (game := await self._reviews.take(me, self._now())) is not None:
            room = await self.finished_room(requester, game)
            if room is not None and room.game.stones and await self._stored(requester, game) is None:
                played, wants = room.game, await self._archive.is_public(requester, game)
                return ReviewJob(request.id, game, played.rules, played.setup, played.tokens, wants)
            await self._reviews.drop(game, me)
        return ReviewJob(request.id)

    @answers(StoreReview, cost=QUESTION)
    async def store_review(self, requester: Requester, request: StoreReview) -> ReviewStored:
        """Take a part of a review, and store the review once it is whole.

        Raises RequestDenied and StoreUnavailable.
        """
        await self.check_reviewer(requester)
        me, game = requester.player.id, request.game
        room = await self._own_game(requester, game)
        draft = self._drafts.of(me, game, request.by)
        if request.after == len(draft.stones):
            check_part(room.game, request.after, GameReview(request.by, request.stones))
            draft.add(request.after, request.stones)
        if len(draft.stones) == room.game.stones:
            body = encode_review(draft.review)
            if len(body) > REVIEW_BYTES:
                raise too_long()
            await self._reviews.put(game, body)
            await self._reviews.drop(game, me)
            self._drafts.drop(me)
            requester.note(logging.INFO, "reviewed", room=game, by=request.by, stones=room.game.stones)
        return ReviewStored(request.id, len(draft.stones))

    @answers(DeclineReview, cost=QUESTION)
    async def decline_review(self, requester: Requester, request: DeclineReview) -> Ok:
        """Take a game off the queue that can't be reviewed. Raises RequestDenied and StoreUnavailable."""
        await self.check_reviewer(requester)
        me = requester.player.id
        if not await self._reviews.drop(request.game, me):
            raise _not_yours()
        self._drafts.drop(me)
        requester.note(logging.WARNING, "review-declined", room=request.game)
        return Ok(request.id)

    async def check_reviewer(self, requester: Requester) -> None:
        """Check that the requester may make reviews and puzzles.

        Raises RequestDenied and StoreUnavailable.
        """
        (account,) = await self._accounts.store.by_ids([requester.player.id])
        if account is None or not account.is_of_house:  # the devices of house bots are in memory only
            account = await self._accounts.own(requester)
        if Role.REVIEWER not in account.roles:
            text = "This account may not make reviews. The host can allow it."
            raise RequestDenied(ErrorCode.ROLE_NEEDED, text)

    async def finished_room(self, requester: Requester, game: RoomId) -> Room | None:
        """The room of a finished game; None if it is gone, or not finished.

        Raises StoreUnavailable.
        """
        try:
            bodies, _, room = await self._room_log.whole(game)
        except UnknownRoom:
            return None
        requester.charge(cost_of_log(sum(map(len, bodies))))
        return room if room.status is ev.Status.FINISHED else None

    async def _found(self, requester: Requester, request: FindReview | RequestReview) -> ReviewFound:
        """What there is of the review of a game that the requester may see."""
        reviews, game = self._reviews, request.game
        review = await self._stored(requester, game)
        if review is not None:
            return ReviewFound(request.id, game, ReviewState.DONE, review)
        if not await reviews.is_attended():
            return ReviewFound(request.id, game, ReviewState.UNAVAILABLE)
        is_waiting = await reviews.is_waiting(game)
        return ReviewFound(request.id, game, ReviewState.WAITING if is_waiting else ReviewState.NONE)

    async def _stored(self, requester: Requester, game: RoomId) -> GameReview | None:
        """The review of a game; None: there is none, or none that can be read. Raises StoreUnavailable."""
        body = await self._reviews.find(game)
        if body is None:
            return None
        requester.charge(cost_of_log(len(body)))
        try:
            return decode_review(body)
        except ProtocolError as error:
            requester.note(logging.ERROR, "unreadable-review", room=game, why=str(error))
            return None

    async def _own_game(self, requester: Requester, game: RoomId) -> Room:
        """The game of a reviewer, who has it for longer now. Raises RequestDenied and StoreUnavailable."""
        if not await self._reviews.extend(game, requester.player.id, self._now()):
            raise _not_yours()
        room = await self.finished_room(requester, game)
        if room is None:
            await self._reviews.drop(game, requester.player.id)
            raise _not_yours()
        return room


def _not_yours() -> RequestDenied:
    text = "This game is not yours to review, or not any more. Ask for the next one."
    return RequestDenied(ErrorCode.BAD_REVIEW, text)
