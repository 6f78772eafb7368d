"""Requests of players about what the webhook of the host notifies them of."""

from pente_core.identity import PlayerKind
from pente_protocol.errors import ErrorCode
from pente_protocol.messages.account import ChooseNotifications, NotificationsFound
from pente_server.limits.errors import RequestDenied
from pente_server.requests.accounts import RequestedAccounts
from pente_server.requests.costs import QUESTION
from pente_server.requests.dispatch import answers
from pente_server.requests.requester import Requester
from pente_server.store.notification_store import TurnStore


class NotificationRequests:
    """What the webhook of the host notifies a player of."""

    def __init__(self, turns: TurnStore, accounts: RequestedAccounts, *, notifies_turns: bool) -> None:
        self._turns = turns
        self._accounts = accounts
        self._notifies_turns = notifies_turns

    @answers(ChooseNotifications, cost=QUESTION)
    async def choose(self, requester: Requester, request: ChooseNotifications) -> NotificationsFound:
        """Choose notifications, or tell which were chosen. Raises RequestDenied and StoreUnavailable."""
        player = requester.player
        if player.kind is not PlayerKind.PERSON:
            raise RequestDenied(ErrorCode.NOT_AVAILABLE, "Bots are not notified; only people are.")
        if player.is_guest:
            text = "Guests are not notified. Choose a name first."
            raise RequestDenied(ErrorCode.ACCOUNT_NEEDED, text)
        wanted = (await self._accounts.own(requester)).notify
        if request.your_turn is not None and request.your_turn is not wanted:
            await self._turns.choose(player.id, notify=request.your_turn)
            wanted = request.your_turn
        return NotificationsFound(request.id, wanted, self._notifies_turns)
