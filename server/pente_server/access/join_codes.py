"""Join codes of rooms: drawn by the server, and found by those who were told them."""

import secrets
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from time import monotonic
from typing import Final

from pente_core.clock.instant import Millis
from pente_core.identity import RoomId
from pente_protocol.errors import ErrorCode
from pente_protocol.join_codes import ALPHABET, LENGTH, JoinCode, parse_join_code
from pente_protocol.untrusted_text import quoted
from pente_server.limits.errors import RequestDenied
from pente_server.limits.limits import Allowance
from pente_server.limits.origin import Origin
from pente_server.limits.origin_limiter import OriginLimiter
from pente_server.limits.token_bucket import TokenBucket
from pente_server.store.code_store import CodeStore

CODE_KEPT: Final = Millis(7 * 24 * 60 * 60 * 1000)
"""How long a code is kept after it was last asked for."""

_MOST_WRONG: Final = 10_000
"""How many wrong codes are remembered."""
IsLive = Callable[[RoomId], Awaitable[bool]]
"""Whether a room waits or is being played."""


class JoinCodes:
    """Draws and finds codes. Mutable: it counts tries.

    There are 24^6 codes, nearly 2 * 10^8. A try counts until it proves right, for the player and, unless that
    is exempt, for the address: a guesser needs years for one room of a hundred, whatever the accounts.
    The same wrong code from one address counts once, as a page is asked for over HTTP and then looks itself.
    """

    def __init__(
        self, store: CodeStore, allowance: Allowance, clock: Callable[[], float] = monotonic
    ) -> None:
        self._store = store
        self._known_wrong: OrderedDict[tuple[str, str], None] = OrderedDict()
        """Addresses with codes that were tried from there in vain and counted, the oldest first."""
        self._wrong = OriginLimiter(allowance.wrong_codes, allowance.wrong_codes_per_address, clock)

    async def code_of(self, room: RoomId) -> JoinCode:
        """The code of a room, which gets one if it has none. Raises StoreUnavailable."""
        while True:
            code = await self._store.claim(room, _draw(), CODE_KEPT)
            if code is not None:
                return code

    async def find(self, text: str, origin: Origin, is_live: IsLive) -> tuple[RoomId, JoinCode]:
        """The live room with a code, as somebody types it, and the code in its one spelling.

        Raises RequestDenied, also after many wrong codes, and StoreUnavailable.
        """
        counted = self._wrong.take(origin, "Too many wrong codes. Wait a moment, and check the code.")
        code = parse_join_code(text)
        if code is None:
            self._note_wrong(origin, text, counted)
            raise RequestDenied(
                ErrorCode.UNKNOWN_CODE, f"A join code has {LENGTH} letters and digits, such as K7M2QX."
            )
        room = await self._store.room(code)
        if room is None or not await is_live(room):
            self._note_wrong(origin, code, counted)
            raise RequestDenied(
                ErrorCode.UNKNOWN_CODE,
                f"No room has the code {quoted(text)} now. Check the code, or ask your friend for a new one.",
            )
        _give_back(counted)
        return room, code

    def _note_wrong(self, origin: Origin, code: str, counted: Sequence[TokenBucket]) -> None:
        """Let a wrong code count, unless the same one has counted from there already."""
        wrong = origin.address, code
        if wrong in self._known_wrong:
            _give_back(counted)
        self._known_wrong[wrong] = None
        self._known_wrong.move_to_end(wrong)
        if len(self._known_wrong) > _MOST_WRONG:
            self._known_wrong.popitem(last=False)


def _give_back(counted: Sequence[TokenBucket]) -> None:
    for bucket in counted:
        bucket.give_back()


def _draw() -> JoinCode:
    return JoinCode("".join(ALPHABET[secrets.randbelow(len(ALPHABET))] for _ in range(LENGTH)))
