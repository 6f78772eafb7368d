"""How fast the requests of one connection are carried out.

A flood is not rejected but not read: TCP then stops the sender, and rejections would be more traffic.
"""

from time import monotonic

from pente_core.identity import PlayerKind
from pente_server.limits.limits import Allowance
from pente_server.limits.token_bucket import TokenBucket


class Pacing:
    """The budgets of one connection. Mutable."""

    __slots__ = ("_allowance", "_invalid", "_messages", "_units")

    def __init__(self, allowance: Allowance) -> None:
        self._allowance = allowance
        self._messages = self._bucket(PlayerKind.PERSON)
        self._invalid = TokenBucket(*allowance.invalid_messages, monotonic)
        self._units = TokenBucket(*allowance.questions, monotonic)
        """Units for questions, for bots as many as for people: a bot plays many games, and so may send more
        messages, but questions are expensive.
        """

    def signed_in(self, kind: PlayerKind) -> None:
        """Let a player of a kind send as many messages as it may."""
        self._messages = self._bucket(kind)

    def wait(self, cost: float) -> float:
        """Take what a request costs at first; returns the seconds until it may be carried out."""
        wait = self._units.take(cost) if cost else 0.0
        return max(wait, self._messages.take())

    def tolerates_invalid(self) -> bool:
        """Count a message that is not valid; False: there are too many."""
        return self._invalid.try_take() == 0

    def charge(self, cost: float) -> None:
        """Charge the cost of a question, on credit: the next question waits."""
        _ = self._units.take(cost)

    def _bucket(self, kind: PlayerKind) -> TokenBucket:
        return TokenBucket(*self._allowance.for_kind(kind).messages, monotonic)
