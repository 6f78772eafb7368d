"""A client and its account: name, devices, block list and personal data."""

from collections.abc import AsyncIterator, Sequence
from functools import partial
from typing import Final

from pente_client.connection.link.errors import RequestRejected
from pente_client.connection.link.link import Build
from pente_client.connection.login import Login
from pente_client.connection.reconnect import ReconnectingLink
from pente_client.connection.state.client_state import ClientState
from pente_core.identity import Identity, PlayerId
from pente_protocol.errors import ErrorCode
from pente_protocol.login.keys import key_to_text
from pente_protocol.messages.account import (
    AddDevice,
    AllowDevice,
    ChooseNotifications,
    DeviceId,
    DeviceInfo,
    DeviceList,
    DeviceName,
    Devices,
    LinkOffered,
    NotificationsFound,
    OfferLink,
    RevokeDevice,
    TakeVacation,
    VacationFound,
)
from pente_protocol.messages.base import Right
from pente_protocol.messages.lists import PlayerList
from pente_protocol.messages.people import (
    Block,
    Blocked,
    DeleteAccount,
    PersonalData,
    PersonalDataFound,
    PlayerFound,
    Rename,
    Unblock,
)

_MOST_PAGES: Final = 10_000
"""The most pages of personal data."""


class AccountRequests:
    """The requests of a `Client` about its player. Raise `RequestRejected` and `ConnectionEnded`."""

    _link: ReconnectingLink
    _state: ClientState
    _login: Login

    async def rename(self, name: str) -> Identity:
        """Change our name; the new one is kept with our credentials."""
        await self._link.ask_for(PlayerFound, lambda id_: Rename(id_, name))
        self._state.renamed(name)
        self._login.renamed(name)
        return self._state.welcome.player

    async def block(self, player: str) -> Identity:
        """Block the player with a name or id: no more of their chat and invitations. Gives the player."""
        return await self._block(lambda id_: Block(id_, player), is_blocked=True)

    async def unblock(self, player: str) -> Identity:
        """Unblock the player with a name or id; gives the player."""
        return await self._block(lambda id_: Unblock(id_, player), is_blocked=False)

    async def list_blocked(self) -> tuple[Identity, ...]:
        """The players whom we have blocked, by name."""
        return (await self._link.ask_for(PlayerList, Blocked)).players

    @property
    def blocked(self) -> frozenset[PlayerId]:
        """The ids of the players whom we have blocked, as far as this connection knows."""
        return self._state.blocked

    async def _block(self, build: Build, *, is_blocked: bool) -> Identity:
        found = await self._link.ask_for(PlayerFound, build)
        self._state.block(found.player.id, is_blocked=is_blocked)
        return found.player

    async def personal_data(self) -> AsyncIterator[PersonalDataFound]:
        """Pages of what the server keeps about us, beside our games; only the games that count differ."""
        cursor = ""
        for _ in range(_MOST_PAGES):
            found = await self._link.ask_for(PersonalDataFound, partial(PersonalData, cursor=cursor))
            yield found
            cursor = found.cursor
            if not cursor:
                return
        raise RequestRejected("bad-reply", "the server never ends its list of games")

    async def offer_link(self) -> LinkOffered:
        """A code that adds another device to our account, for a few minutes."""
        return await self._link.ask_for(LinkOffered, OfferLink)

    async def devices(self) -> Sequence[DeviceInfo]:
        """The devices of our account."""
        return (await self._link.ask_for(DeviceList, Devices)).devices

    async def revoke_device(self, device: DeviceId) -> Sequence[DeviceInfo]:
        """Remove a device from our account; those that are left."""
        return (await self._link.ask_for(DeviceList, partial(RevokeDevice, device=device))).devices

    async def allow_device(self, device: DeviceId, right: Right) -> Sequence[DeviceInfo]:
        """Say what a device of our account may do; all of them."""
        return (
            await self._link.ask_for(DeviceList, partial(AllowDevice, device=device, right=right))
        ).devices

    async def add_device(self, key: bytes, name: str, right: Right) -> Sequence[DeviceInfo]:
        """Add a device to our account by its public key; all of them."""
        build = partial(AddDevice, key=key_to_text(key), right=right, device_name=DeviceName(name))
        return (await self._link.ask_for(DeviceList, build)).devices

    async def take_vacation(self, days: int | None = None) -> VacationFound:
        """Take a vacation of so many days, end it (0), or only ask about it (None)."""
        return await self._link.ask_for(VacationFound, partial(TakeVacation, days=days))

    async def choose_notifications(self, *, your_turn: bool | None = None) -> NotificationsFound:
        """Choose whether the host's webhook names us when it is our turn, or only ask about it (None)."""
        return await self._link.ask_for(NotificationsFound, partial(ChooseNotifications, your_turn=your_turn))

    async def delete_account(self) -> None:
        """Delete our account at the server for good, and forget our secret. Close the client afterwards."""
        name = self._state.welcome.player.name
        try:
            await self._link.ask(lambda id_: DeleteAccount(id_, name))
        except RequestRejected as rejected:
            if rejected.code != ErrorCode.ACCOUNT_DELETED:  # it is: only the first answer was lost
                raise
        self._login.forget()
