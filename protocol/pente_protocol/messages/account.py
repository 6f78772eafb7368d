"""Accounts and their devices: how a hello says whose it is, requests about devices, and what players choose.

Each sign-in but that of a guest has the public key of the device, and its signature of the whole hello; see
`pente_protocol.login.signed_texts`.
"""

from typing import Annotated, Final, NewType

from msgspec import Meta

from pente_core.clock.instant import Instant, Millis
from pente_core.identity import PlayerId, PlayerKind
from pente_core.value import Tagged, Value
from pente_protocol.messages.base import Request, RequestId, Right

LONGEST_DEVICE_NAME: Final = 40

DeviceId = NewType("DeviceId", Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{22}$(?!\n)")])
"""The public id of a device's keys: 22 letters, digits, - and _. It follows from them."""

Nonce = NewType("Nonce", Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{22,64}$(?!\n)")])
"""What one side draws for one connection: 22 to 64 letters, digits, - and _."""

KeyText = NewType("KeyText", Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{43}$(?!\n)")])
"""A public key of 32 bytes, as base64url without padding."""

SignatureText = NewType("SignatureText", Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{86}$(?!\n)")])
"""A signature of 64 bytes, as base64url without padding."""

DeviceName = NewType("DeviceName", Annotated[str, Meta(max_length=LONGEST_DEVICE_NAME)])
"""What the player calls a device, such as the name of the computer."""


class Guest(Tagged, tag="guest"):
    """Sign in as a guest with a generated name, without a key: the account lasts for this connection.

    For programs that are typed by hand, and those that need nothing more. Nobody can come back as such a
    guest after the connection is lost, as nothing would prove who that is. A guest who wants to keep the
    account can add a device to it by `OfferLink`.
    """

    kind: PlayerKind = PlayerKind.PERSON


class KnownDevice(Tagged, tag="known_device"):
    """Sign in to an account that this device belongs to."""

    player: PlayerId
    """The id of the account."""
    key: KeyText
    """The public key of the device."""
    signature: SignatureText
    """That of the hello."""


class NewAccount(Tagged, tag="new_account"):
    """Open an account with this device. Repeating it with the same key leads to the same account."""

    key: KeyText
    """The public key of the device, which is the account's first one."""
    signature: SignatureText
    """That of the hello."""
    name: str = ""
    """The wanted name; empty for a guest, who gets a generated one, and can come back with the key."""
    kind: PlayerKind = PlayerKind.PERSON
    device_name: DeviceName = DeviceName("")


class LinkCode(Tagged, tag="link_code"):
    """Add this device to the account that a code was given for, and sign in.

    With a player's code it may play; with one of the host, all other devices are removed, and it may do all.
    Repeating it with the same key is harmless. A code works for one device, and a few wrong ones end it.
    """

    code: Annotated[str, Meta(max_length=40)]
    key: KeyText
    """The public key of the device."""
    signature: SignatureText
    """That of the hello."""
    device_name: DeviceName = DeviceName("")


SignIn = Guest | KnownDevice | NewAccount | LinkCode
SignedSignIn = KnownDevice | NewAccount | LinkCode
"""Those with a key and a signature."""


class VacationFound(Tagged, tag="vacation_found"):
    """The reply to `TakeVacation`."""

    id: RequestId
    until: Instant | None = None
    """Until when the player is on vacation; None: is not."""
    days_left: int = 0
    """How many days are left this year, by UTC; those of a vacation that goes on are taken."""


class TakeVacation(Request, tag="take_vacation"):
    """Take a vacation, end it, or ask about it: it stops the player's own clocks in correspondence games.

    There are 20 whole days a year. Said twice, it changes nothing more. The reply is `VacationFound`.
    """

    reply = VacationFound
    needs = Right.PLAY

    id: RequestId
    days: Annotated[int, Meta(ge=0, le=20)] | None = None
    """A vacation of so many days, from now, or from the start of the one that goes on.

    0: end it; None: only ask.
    """


class NotificationsFound(Tagged, tag="notifications_found"):
    """The reply to `ChooseNotifications`."""

    id: RequestId
    your_turn: bool = False
    """What the player has chosen."""
    are_sent: bool = False
    """Whether this server has a webhook that sends them."""


class ChooseNotifications(Request, tag="choose_notifications"):
    """Choose notifications, or ask about them. The reply is `NotificationsFound`. Not for guests and bots.

    The webhook leads to a place that the host has chosen, such as a channel of a chat, and names the player
    there when it becomes their turn: with the room, the opponent and the time left, but of private games
    nothing else.
    """

    reply = NotificationsFound

    id: RequestId
    your_turn: bool | None = None
    """Whether to be notified; None: only ask."""


class LinkOffered(Tagged, tag="link_offered"):
    """The reply to `OfferLink`."""

    id: RequestId
    code: str
    """To be typed on the other device; upper and lower case are equal."""
    remaining: Millis
    """How long it can be used."""


class OfferLink(Request, tag="offer_link"):
    """Get a code with which another device can be added to the account. The reply is `LinkOffered`.

    That device may play, until one that may do all says more (see `AllowDevice`). A code that was given out
    before is of no use any more.
    """

    reply = LinkOffered

    id: RequestId


class DeviceInfo(Value):
    """A device of the account."""

    id: DeviceId
    name: str
    added_at: Instant
    used_at: Instant
    """When it last signed in, exact to a day."""
    right: Right
    """What it may do."""
    current: bool = False
    """Whether it is the one that asks."""


class DeviceList(Tagged, tag="device_list"):
    """The reply to `Devices`, `AddDevice`, `AllowDevice` and `RevokeDevice`."""

    id: RequestId
    devices: tuple[DeviceInfo, ...] = ()
    """In the order in which they were added."""


class Devices(Request, tag="devices"):
    """List the devices of the account. The reply is `DeviceList`."""

    reply = DeviceList

    id: RequestId


class RevokeDevice(Request, tag="revoke_device"):
    """Remove a device from the account, for example one that was lost. The reply is `DeviceList`.

    Its connections to this node are closed; those to other nodes of the same store go on until they end, and
    can no longer change the account. The only device that may do all can't be removed.
    """

    reply = DeviceList

    id: RequestId
    device: DeviceId


class AllowDevice(Request, tag="allow_device"):
    """Say what a device of the account may do, from now on. The reply is `DeviceList`.

    The only device that may do all keeps that right.
    """

    reply = DeviceList

    id: RequestId
    device: DeviceId
    right: Right


class AddDevice(Request, tag="add_device"):
    """Add a device to the account by its public key, for example that of a bot. The reply is `DeviceList`.

    Nothing is left to be guessed, unlike with a code. Repeating it is harmless.
    """

    reply = DeviceList

    id: RequestId
    key: KeyText
    right: Right = Right.PLAY
    device_name: DeviceName = DeviceName("")


AccountRequest = (
    TakeVacation | ChooseNotifications | OfferLink | Devices | AddDevice | AllowDevice | RevokeDevice
)
AccountAnswer = VacationFound | NotificationsFound | LinkOffered | DeviceList
