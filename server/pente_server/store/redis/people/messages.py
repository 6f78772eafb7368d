"""Direct messages in Redis or Valkey: a hash for each recipient, with the messages by their commands."""

from typing import Any, Final

import msgpack

from pente_core.clock.instant import Instant, elapsed
from pente_core.identity import Identity, PlayerId, PlayerKind
from pente_server.store.people.message_store import (
    MESSAGES_KEPT,
    MOST_FROM_ONE,
    MOST_MESSAGES,
    InboxFull,
    Mailbox,
    StoredMessage,
)
from pente_server.store.redis.wire.server import RedisServer, table

FIELD: Final = "sent:"
"""How the fields of messages begin; the command follows."""
POLICY: Final = "messages_from"
"""The field of an account that says from whom its player takes messages."""


class RedisMessages:
    """A `MessageStore` on one Redis or Valkey server."""

    def __init__(self, server: RedisServer) -> None:
        self._server = server
        self._keys = server.keys
        self._redis = server.client
        self._send = server.script("people/message.lua")
        self._read = server.script("people/read_messages.lua")

    async def send(self, player: PlayerId, command: str, sender: Identity, text: str) -> Instant | InboxFull:
        names = [self._keys.messages(player), self._keys.player(player)]
        body = msgpack.packb((sender.id, sender.name, sender.kind.value, text))
        arguments = [FIELD + command, body, MOST_MESSAGES, MESSAGES_KEPT, sender.id, MOST_FROM_ONE]
        answer: bytes = await self._server.ask(lambda: self._send(keys=names, args=arguments))
        await self._server.confirm()
        return Instant(int(answer)) if answer.isdigit() else InboxFull(answer.decode())

    async def inbox(self, player: PlayerId) -> Mailbox:
        flat, (seconds, micros) = await self._server.read(("HGETALL", self._keys.messages(player)), ("TIME",))
        fields = table(flat)
        if not fields:
            await self._server.confirm()
        now = Instant(int(seconds) * 1000 + int(micros) // 1000)
        return inbox_in(fields, now)

    async def read(self, player: PlayerId, until: Instant) -> None:
        await self._server.ask(lambda: self._read(keys=[self._keys.messages(player)], args=[until]))
        await self._server.confirm()

    async def restore(self, player: PlayerId, mailbox: Mailbox) -> None:
        """Add the messages of an export that are not there, and what was read of them."""
        if not mailbox.messages:
            return
        key = self._keys.messages(player)

        def write(pipeline: Any) -> None:
            for message in mailbox.messages:
                sender = message.sender
                body = msgpack.packb((sender.id, sender.name, sender.kind.value, message.text))
                pipeline.hsetnx(key, f"{FIELD}import:{message.at}", b"%d " % message.at + body)
            pipeline.hsetnx(key, "read", mailbox.read)
            pipeline.pexpire(key, MESSAGES_KEPT)

        there = await self.inbox(player)
        missing = {message.at for message in mailbox.messages} - {message.at for message in there.messages}
        mailbox = Mailbox(tuple(each for each in mailbox.messages if each.at in missing), mailbox.read)
        await self._server.ask_all(write)

    async def policy(self, player: PlayerId) -> str:
        policy: bytes | None = await self._server.ask(
            lambda: self._redis.hget(self._keys.player(player), POLICY)
        )
        return "" if policy is None else policy.decode()

    async def set_policy(self, player: PlayerId, policy: str) -> None:
        await self._server.ask(lambda: self._redis.hset(self._keys.player(player), POLICY, policy))
        await self._server.confirm()


def inbox_in(fields: dict[bytes, bytes], now: Instant) -> Mailbox:
    """The messages in the fields of a hash, but for damaged ones and those that are too old."""
    found = []
    for field, body in fields.items():
        if field.startswith(FIELD.encode()):
            try:
                found.append(decode_message(body))
            except ValueError:
                continue
    kept = [message for message in found if elapsed(message.at, now) < MESSAGES_KEPT]
    read = fields.get(b"read", b"0")
    messages = tuple(sorted(kept, key=lambda message: message.at))
    return Mailbox(messages, Instant(int(read) if read.isdigit() else 0))


def decode_message(body: bytes) -> StoredMessage:
    """A message from a field, see ``message.lua``. Raises ValueError for anything else."""
    at, _, packed = body.partition(b" ")
    try:
        id_, name, kind, text = msgpack.unpackb(packed)
    except (msgpack.UnpackException, TypeError) as error:
        raise ValueError("this is no message") from error
    if not all(isinstance(part, str) for part in (id_, name, kind, text)):
        raise ValueError("this is no message")
    return StoredMessage(Instant(int(at)), Identity(PlayerId(id_), name, PlayerKind(kind)), text)
