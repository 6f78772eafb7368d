"""The block lists of the players who are connected to this node."""

from pente_server.live.people.connected_lists import ConnectedLists
from pente_server.store.accounts.account_store import AccountStore


class BlockLists(ConnectedLists):
    """Whom each connected player has blocked, as the store says. Mutable.

    The lists are in memory because every line of chat is checked against them. What happens rarely, an
    invitation or a join, is checked in the store instead.
    """

    def __init__(self, store: AccountStore) -> None:
        super().__init__(store.blocked)
