"""Requests of players about what the webhook of the host notifies them of."""

from pente_core.identity import PlayerKind
from pente_protocol.errors import ErrorCode
from pente_protocol.messages import ChooseNotifications, NotificationsFound
from pente_server.limits.errors import RequestDenied
from pente_server.requests.people.players import own_account
from pente_server.requests.requester.requester import Requester


async def choose(requester: Requester, request: ChooseNotifications) -> NotificationsFound:
    """Choose notifications, or tell which were chosen. Raises RequestDenied and StoreUnavailable."""
    ports, player = requester.ports.players, requester.player
    if player.kind is not PlayerKind.PERSON:
        raise RequestDenied(ErrorCode.NOT_AVAILABLE, "Bots are not notified; only people are.")
    if player.is_guest:
        text = "Guests are not notified. Choose a name: pente account create NAME"
        raise RequestDenied(ErrorCode.ACCOUNT_NEEDED, text)
    wanted = (await own_account(requester)).notify
    if request.your_turn is not None and request.your_turn is not wanted:
        await ports.turns.choose(player.id, notify=request.your_turn)
        wanted = request.your_turn
    return NotificationsFound(request.id, wanted, ports.notifies_turns)
