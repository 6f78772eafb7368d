"""Limits on taking seats and on inviting, so that nobody fills all rooms, and nobody is flooded."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager

from pente_core.identity import Identity, PlayerId, PlayerKind
from pente_protocol.errors import ErrorCode
from pente_server.limits.errors import RequestDenied
from pente_server.limits.limits import Allowance
from pente_server.limits.origin import Origin
from pente_server.limits.origin_limiter import OriginLimiter, giving_back_if_refused, take_each
from pente_server.limits.token_bucket import TokenBucket, TokenBuckets


class JoinLimiter:
    """Counts the open seats that players take: by player, and by address unless that is exempt. Mutable."""

    def __init__(self, allowance: Allowance, clock: Callable[[], float]) -> None:
        self._limiter = OriginLimiter(allowance.joins, allowance.joins_per_address, clock)

    @contextmanager
    def counting(self, origin: Origin) -> Iterator[None]:
        """Count a seat that is taken in the block, unless the room refuses it.

        Raises RequestDenied when there were too many.
        """
        buckets = self._limiter.take(origin, "You join rooms too fast. Wait a moment.")
        with giving_back_if_refused(buckets):
            yield


class InvitationLimiter:
    """Counts the invitations that players get, from all others and from each. Mutable."""

    def __init__(self, allowance: Allowance, clock: Callable[[], float]) -> None:
        self._limits = {kind: allowance.for_kind(kind) for kind in PlayerKind}
        self._from_all = {
            kind: TokenBuckets(*limits.invitations, clock) for kind, limits in self._limits.items()
        }
        self._from_one = {
            kind: TokenBuckets(*limits.invitations_from_one, clock) for kind, limits in self._limits.items()
        }

    def take(
        self,
        sender: PlayerId,
        recipients: Iterable[Identity],
        hosts_of_open: Callable[[PlayerId], Sequence[PlayerId]],
    ) -> None:
        """Count one invitation to each recipient.

        ``hosts_of_open`` are the senders of all invitations that a player has not answered yet. Raises
        RequestDenied, and counts none of them, when a recipient has too many.
        """
        different = {player.id: player for player in recipients if player.id != sender}.values()
        for player in different:
            self._check_open(sender, player, hosts_of_open(player.id))
        take_each([pair for player in different for pair in self._buckets(sender, player)])

    def _check_open(self, sender: PlayerId, player: Identity, hosts: Sequence[PlayerId]) -> None:
        limits, name = self._limits[player.kind], player.name
        if hosts.count(sender) >= limits.open_invitations_from_one:
            text = (
                f"The player {name} has not answered {hosts.count(sender)} invitations of yours. "
                "Wait for an answer."
            )
            raise RequestDenied(ErrorCode.TOO_MANY, text)
        if len(hosts) >= limits.open_invitations:
            text = (
                f"The player {name} has {len(hosts)} unanswered invitations. "
                "Invite another player, or try again later."
            )
            raise RequestDenied(ErrorCode.TOO_MANY, text)

    def _buckets(self, sender: PlayerId, player: Identity) -> list[tuple[TokenBucket, str]]:
        """The buckets of invitations to a player, each with what is said when it is empty."""
        from_one = self._from_one[player.kind].of(f"{sender}:{player.id}")
        from_all = self._from_all[player.kind].of(player.id)
        return [
            (from_one, f"You invite {player.name} too often. Wait a moment."),
            (from_all, f"The player {player.name} gets many invitations just now. Wait a moment."),
        ]
