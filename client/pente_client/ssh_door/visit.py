"""A visit: the client of a person at the door, and what they are asked before they see a screen."""

from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass
from functools import partial
from typing import Final, assert_never

from pente_client.connection import Client, ConnectionProblem, RequestRejected
from pente_client.ssh_door.entrance import Entrance
from pente_client.ssh_door.key_accounts import has_account
from pente_client.ssh_door.visitor import Visitor
from pente_client.terminal.ask import ask, write_line
from pente_client.words.phrases import how_to_allow
from pente_client.words.sentences import sentence
from pente_protocol.address import parse_address
from pente_protocol.errors import ErrorCode
from pente_protocol.login.fingerprints import with_fingerprint
from pente_protocol.messages.base import Right
from pente_protocol.sentences import tell
from pente_protocol.untrusted_text import BadName, check_name

DEVICE: Final = "SSH"
"""What the devices of an account show for a key."""
LEFT: Final = 130
"""The status when a question was not answered."""
REJECTED: Final = 4
TRIES: Final = 3
"""How often a password or a name may be wrong in one visit."""
_FIRST_ATTEMPTS: Final = 10.0
"""Seconds to wait for a server that is just being restarted."""
_NAME: Final = tell("door.your-name")
_NEW_NAME: Final = tell("door.your-new-name")
_CODE: Final = tell("door.your-code")

Show = Callable[[Client, Visitor], Awaitable[int]]
"""The screens of a connected client; gives an exit status."""
_Work = Callable[[Client], Awaitable[int]]


@dataclass(frozen=True, slots=True)
class Visits:
    """What the door does with its visitors: each is an ordinary client of the server."""

    url: str
    show: Show
    insecure: bool = False

    async def __call__(self, visitor: Visitor) -> int:
        """The whole visit; the exit status."""
        try:
            return await self._visit(visitor)
        except ConnectionProblem as problem:
            visitor.say(sentence(str(problem)))
            return REJECTED

    async def _visit(self, visitor: Visitor) -> int:
        match visitor.entrance:
            case Entrance.PLAY:
                return await self._play(visitor)
            case Entrance.WATCH:
                return await self._with_client(visitor, self._shown_to(visitor))
            case Entrance.NAME:
                return await self._with_client(visitor, partial(_rename, visitor))
            case Entrance.LINK:
                return await self._link(visitor)
            case _ as unreachable:
                assert_never(unreachable)

    def _shown_to(self, visitor: Visitor) -> _Work:
        async def work(client: Client) -> int:
            return await self.show(client, visitor)

        return work

    async def _play(self, visitor: Visitor) -> int:
        """The lobby, after a name was asked for where the key has no account yet."""
        if visitor.accounts is None or has_account(visitor.accounts):
            return await self._with_client(visitor, self._shown_to(visitor))
        for _ in range(TRIES):
            name = await _asked_name(_NAME)
            if name is None:
                return LEFT
            try:
                return await self._with_client(visitor, self._shown_to(visitor), name=name)
            except RequestRejected as rejected:
                if rejected.code not in (ErrorCode.NAME_TAKEN, ErrorCode.BAD_NAME):
                    raise
                _tell(rejected.text)
        return LEFT

    async def _link(self, visitor: Visitor) -> int:
        code = await ask(_CODE)
        if code is None:
            return LEFT
        if code:
            return await self._with_client(visitor, partial(_linked, visitor), code=code)
        return await self._with_client(visitor, partial(self._offer, visitor))

    async def _offer(self, visitor: Visitor, client: Client) -> int:
        offered = await client.offer_link()
        where = client.public_url or ("SERVER" if parse_address(self.url).is_loopback else self.url)
        visitor.say(tell("door.on-other-device", n=offered.remaining // 60_000))
        server = with_fingerprint(where, client.fingerprint)
        visitor.say(f"  pente account link {offered.code} {server}")
        visitor.say(f"  {tell('door.and-code', command=visitor.door.command('link'))}")
        visitor.say(tell("door.code", code=offered.code, name=client.me.name))
        return 0

    async def _with_client(self, visitor: Visitor, work: _Work, *, name: str = "", code: str = "") -> int:
        """Connect and do the work; the password of a server that needs one is asked for."""
        password, needs_account = "", visitor.entrance is not Entrance.WATCH
        for _ in range(TRIES + 1):
            client = self._client(visitor, name, code, password, needs_account=needs_account)
            async with AsyncExitStack() as connected:
                try:
                    await connected.enter_async_context(client)
                except RequestRejected as rejected:
                    if rejected.code == ErrorCode.ACCOUNT_NEEDED and not needs_account:
                        needs_account = True
                        continue
                    password = await _server_password(rejected) or ""
                    if not password:
                        raise
                    continue
                return await work(client)
        return LEFT

    def _client(
        self, visitor: Visitor, name: str, code: str, password: str, *, needs_account: bool
    ) -> Client:
        return Client(
            self.url,
            name=name,
            code=code,
            identities=visitor.accounts,
            insecure=self.insecure,
            retry_first=_FIRST_ATTEMPTS,
            aside=visitor.entrance in (Entrance.WATCH, Entrance.NAME, Entrance.LINK),
            server_password=password,  # never that of the door: it would be everybody's
            accepts_address=True,  # the host has said where the server is
            needs_account=needs_account,
            on_behalf_of=visitor.address,
            device=DEVICE,
            on_notice=_tell,
            on_waiting=_tell,
        )


async def _rename(visitor: Visitor, client: Client) -> int:
    for _ in range(TRIES):
        name = await _asked_name(_NEW_NAME)
        if not name:
            return LEFT
        try:
            me = await client.rename(name)
        except RequestRejected as rejected:
            _tell(rejected.text)
            continue
        visitor.say(tell("door.renamed", name=me.name))
        return 0
    return LEFT


async def _linked(visitor: Visitor, client: Client) -> int:
    visitor.say(tell("door.linked", name=client.me.name, command=visitor.door.command("play")))
    if client.welcome.right is not Right.ACCOUNT:
        for line in how_to_allow(client.device).splitlines():
            visitor.say(line)
    return 0


async def _asked_name(question: str) -> str | None:
    """A name as servers allow it, empty for none; None if the person has left."""
    while True:
        name = await ask(question)
        if not name:
            return name
        try:
            return check_name(name)
        except BadName as bad:
            _tell(str(bad))


async def _server_password(rejected: RequestRejected) -> str | None:
    """The password of the server, if that is what it rejected a person for. Raises nothing."""
    if rejected.code == ErrorCode.WRONG_PASSWORD:
        _tell(rejected.text)
    elif rejected.code != ErrorCode.PASSWORD_NEEDED:
        return None
    return await ask(tell("door.server-password"), is_secret=True)


def _tell(text: str) -> None:
    """Write a line where no page is shown."""
    write_line(sentence(text))
