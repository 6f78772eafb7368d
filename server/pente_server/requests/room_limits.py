"""How many rooms a player may open, have a seat in, and watch, and how fast players may act in them."""

from collections.abc import Callable, Sequence

from pente_core.clock.instant import Millis
from pente_core.identity import Identity, PlayerKind, RoomId
from pente_protocol.errors import ErrorCode
from pente_server.limits.command_limits import COMMAND_LIMITS, CommandRate
from pente_server.limits.errors import RequestDenied
from pente_server.limits.limit import RateLimit
from pente_server.limits.limits import Allowance
from pente_server.limits.seat_limits import InvitationLimiter, JoinLimiter
from pente_server.limits.token_bucket import TokenBucket, TokenBuckets
from pente_server.live.hub import Hub
from pente_server.live.room_lists.room_directory import RoomDirectory
from pente_server.requests.requester import Requester
from pente_server.store.accounts.account_store import AccountStore


class RoomLimits:
    """How many rooms a player may open, have a seat in, and watch, and how fast players may act in them.

    Mutable: it counts what they do.
    """

    def __init__(
        self,
        room_directory: RoomDirectory,
        hub: Hub,
        accounts: AccountStore,
        allowance: Allowance,
        clock: Callable[[], float],
    ) -> None:
        self._room_directory = room_directory
        self._hub = hub
        self._accounts = accounts
        self._allowance = allowance
        self._openings = {
            kind: TokenBuckets(*allowance.for_kind(kind).openings, clock) for kind in PlayerKind
        }
        rows = filter(None, [row.rate for row in COMMAND_LIMITS.values()])
        rates: dict[str, RateLimit] = {row.limit: getattr(allowance, row.limit) for row in rows}
        self._commands = {limit: TokenBuckets(*rate, clock) for limit, rate in rates.items()}
        self._invitations = InvitationLimiter(allowance, clock)
        self.joins = JoinLimiter(allowance, clock)

    def check_rate(self, requester: Requester, rate: CommandRate) -> None:
        """Count a command of the player. Raises RequestDenied when there are too many."""
        if wait := self._commands[rate.limit].of(requester.player.id).try_take():
            text = f"You {rate.doing} too fast. Wait a moment."
            raise RequestDenied(ErrorCode.RATE_LIMITED, text, Millis(round(wait * 1000)))

    def check_openings(self, requester: Requester) -> TokenBucket:
        """Count a new room of the player, in a bucket. Raises RequestDenied when they open rooms too fast."""
        bucket = self._openings[requester.player.kind].of(requester.player.id)
        if wait := bucket.try_take():
            text = "You open rooms too fast. Wait a moment."
            raise RequestDenied(ErrorCode.RATE_LIMITED, text, Millis(round(wait * 1000)))
        return bucket

    async def count_invitations(self, requester: Requester, invited: Sequence[Identity]) -> None:
        """Count an invitation to each player. Raises RequestDenied and StoreUnavailable."""
        hosts = {
            player.id: await self._room_directory.open_invitations(
                player.id, await self._accounts.blocked(player.id)
            )
            for player in invited
        }
        self._invitations.take(requester.player.id, invited, hosts.__getitem__)

    async def check_rooms(self, requester: Requester, room_id: RoomId | None = None) -> None:
        """Check that the player may join and watch ``room_id``, or a new room.

        Raises RequestDenied and StoreUnavailable.
        """
        await self.check_seats(requester, room_id)
        self.check_watched(requester, room_id)

    async def check_seats(self, requester: Requester, room_id: RoomId | None = None) -> None:
        """Check that the player may take a seat in ``room_id``, or in a new room.

        Raises RequestDenied and StoreUnavailable.
        """
        seats = await self._room_directory.seats_of(requester.player.id)
        most = self._allowance.rooms_for(requester.player.kind)
        if room_id not in seats and len(seats) >= most:
            text = f"You have seats in {most} rooms. Finish a game or leave a room first."
            raise RequestDenied(ErrorCode.TOO_MANY, text)

    def check_watched(self, requester: Requester, room_id: RoomId | None = None) -> None:
        """Check that the session may listen to ``room_id``, or to a new room. Raises RequestDenied."""
        hub, most = self._hub, self._allowance.watched_rooms
        is_more = room_id is None or not hub.is_listening(requester, room_id)
        if is_more and hub.count_rooms(requester) >= most:
            raise RequestDenied(ErrorCode.TOO_MANY, f"You watch {most} rooms. Stop watching one first.")
