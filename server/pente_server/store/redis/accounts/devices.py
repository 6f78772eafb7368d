"""The devices of accounts in Redis or Valkey, as fields of the account: they expire and go with it."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

import msgpack

from pente_core.clock.instant import Instant, Millis
from pente_core.identity import PlayerId
from pente_protocol.login.keys import KEY_BYTES
from pente_protocol.messages.account import DeviceId
from pente_protocol.messages.base import Right
from pente_server.store.accounts.account import MOST_DEVICES, Device
from pente_server.store.accounts.device_store import MOST_GUESSES, DeviceChange, LinkOffer
from pente_server.store.redis.wire import keys
from pente_server.store.redis.wire.server import RedisServer

FIELD: Final = "device:"
"""How the fields of devices begin; the device's id follows."""


class RedisDevices:
    """A `DeviceStore` on one Redis or Valkey server."""

    def __init__(self, server: RedisServer) -> None:
        self._server = server
        self._keys = server.keys
        self._redis = server.client
        self._change = server.script("accounts/device.lua")
        self._redeem = server.script("accounts/redeem.lua")

    async def add(
        self, player: PlayerId, device: Device, *, by: DeviceId | None = None, replaces_all: bool = False
    ) -> DeviceChange:
        body = encode_device(device)
        change = await self._changed("add", player, device.id, body, by, replaces_all=replaces_all)
        if replaces_all and change is DeviceChange.DONE:
            await self._withdraw(player)
        return change

    async def used(self, player: PlayerId, device: Device, now: Instant) -> None:
        await self._changed("use", player, device.id, encode_device(replace(device, used=now)))

    async def allow(
        self, player: PlayerId, device: Device, right: Right, *, by: DeviceId | None = None
    ) -> DeviceChange:
        body = encode_device(replace(device, right=right))
        return await self._changed("allow", player, device.id, body, by)

    async def revoke(self, player: PlayerId, device: DeviceId, *, by: DeviceId | None = None) -> DeviceChange:
        change = await self._changed("revoke", player, device, by=by)
        if change in (DeviceChange.DONE, DeviceChange.UNKNOWN):  # unknown: also after a lost answer
            await self._withdraw(player)
        return change

    async def _withdraw(self, player: PlayerId) -> None:
        """End the player's own offer."""
        own = self._keys.link_selector(LinkOffer(player))
        selector: bytes | None = await self._server.ask(lambda: self._redis.get(own))
        if selector is not None:
            await self._server.ask(lambda: self._redis.delete(keys.link_offer(selector.decode())))
            await self._server.confirm()

    async def _changed(
        self,
        what: str,
        player: PlayerId,
        device: DeviceId,
        body: bytes = b"",
        by: DeviceId | None = None,
        *,
        replaces_all: bool = False,
    ) -> DeviceChange:
        asks = "" if by is None else f"{FIELD}{by}"
        arguments = [what, f"{FIELD}{device}", body, MOST_DEVICES, int(replaces_all), asks]
        answer: bytes = await self._server.ask(
            lambda: self._change(keys=[self._keys.player(player)], args=arguments)
        )
        await self._server.confirm()
        return DeviceChange(answer.decode())

    async def offer(self, selector: str, digest: str, offer: LinkOffer, kept: Millis) -> bool:
        key, own = keys.link_offer(selector), self._keys.link_selector(offer)
        fields = {"player": offer.player, "all": str(int(offer.replaces_all))}

        def claim(pipeline: Any) -> None:
            pipeline.hsetnx(key, "digest", digest).pexpire(key, kept, nx=True).hget(key, "digest")

        if (await self._server.ask_all(claim, at_once=True))[2] != digest.encode():
            return False
        await self._server.ask(lambda: self._redis.hset(key, mapping=fields))
        before: bytes | None = await self._server.ask(lambda: self._redis.get(own))
        if before is not None and before.decode() != selector:
            await self._server.ask(lambda: self._redis.delete(keys.link_offer(before.decode())))
        await self._server.ask(lambda: self._redis.set(own, selector, px=kept))
        await self._server.confirm()
        return True

    async def salt(self, selector: str) -> str | None:
        key = keys.link_offer(selector)
        digest: bytes | None = await self._server.ask(lambda: self._redis.hget(key, "digest"))
        return None if digest is None else digest.decode().partition(":")[0]

    async def redeem(self, selector: str, digest: str, device: DeviceId) -> LinkOffer | None:
        arguments = [digest, device, MOST_GUESSES]
        answer: list[bytes] | None = await self._server.ask(
            lambda: self._redeem(keys=[keys.link_offer(selector)], args=arguments)
        )
        if answer is None:
            await self._server.confirm()
            return None
        player, replaces_all = answer
        return LinkOffer(PlayerId(player.decode()), replaces_all == b"1")


def encode_device(device: Device) -> bytes:
    """A device as a value of a field; the twin of `decode_device`. It ends with the right, for scripts."""
    body = [device.name, device.key, device.added, device.used, device.right.value]
    encoded: bytes = msgpack.packb(body)
    return encoded


def decode_device(body: bytes) -> Device:
    """Decode a device. Raises ValueError for anything else."""
    try:
        name, key, added, used, right = msgpack.unpackb(body)
    except (msgpack.UnpackException, TypeError) as error:
        raise ValueError("this is no device") from error
    if not isinstance(name, str) or not all(type(number) is int for number in (added, used)):
        raise ValueError("this is no device")
    if not isinstance(key, bytes) or len(key) != KEY_BYTES:
        raise ValueError("this device has no key")
    return Device(key, name, Instant(added), Instant(used), Right(right))


def devices_in(fields: Mapping[bytes, bytes]) -> tuple[Device, ...]:
    """The devices among the fields of an account, but for damaged ones, which can't log in any more."""
    found = []
    for field, body in fields.items():
        if field.startswith(FIELD.encode()):
            try:
                device = decode_device(body)
            except ValueError:
                continue
            if field.decode() == f"{FIELD}{device.id}":
                found.append(device)
    return tuple(sorted(found, key=lambda device: (device.added, device.id)))
