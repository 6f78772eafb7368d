"""What a bot answers to offers: always something, so that nobody waits for it."""

from collections.abc import Awaitable, Callable
from typing import assert_never

from pente_core.room import Accept, Decline, Room
from pente_core.room.values.offers import OfferKind

DrawDecision = Callable[[], Awaitable[bool]]
"""What says whether a draw, or another game, is wanted."""


async def reply(room: Room, kind: OfferKind, draw: DrawDecision, rematch: DrawDecision) -> Accept | Decline:
    """What to answer to an offer."""
    return Accept(kind) if await _is_welcome(room, kind, draw, rematch) else Decline(kind)


async def _is_welcome(room: Room, kind: OfferKind, draw: DrawDecision, rematch: DrawDecision) -> bool:
    """A pause is granted to everybody. A game that counts for ratings is played out."""
    match kind:
        case OfferKind.PAUSE:
            return True
        case OfferKind.TAKEBACK | OfferKind.CANCEL:
            return not room.created.options.rated
        case OfferKind.DRAW:
            return not room.created.options.rated and await draw()
        case OfferKind.REMATCH:
            return await rematch()
        case _ as unreachable:
            assert_never(unreachable)
