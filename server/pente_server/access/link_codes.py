"""One-time codes that add a device to an account: typed by a person, and hard to guess all the same.

A player's code has ten letters and digits of which no two are easily confused. The first four find the offer,
and are no secret; the other six prove that one was told the code. There are 31^6 of these, nearly 10^9, and
`MOST_GUESSES` wrong ones end the offer, whoever sends them.

The store has a slow digest of a code, with a salt of its own, which takes some 50 ms: whoever has a copy of
the store, and a thousand cores, finds one code in 160 within the five minutes of its life. One of the host
lives for a day, and has 17 characters after the first four, 84 bits.
"""

import asyncio
import secrets
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Final

from pente_core.clock.instant import Millis
from pente_core.identity import PlayerId
from pente_protocol.messages.account import DeviceId
from pente_server.access.room_passwords import slow_digest
from pente_server.store.accounts.device_store import DeviceStore, LinkOffer

LINK_KEPT: Final = Millis(5 * 60 * 1000)
"""How long a player's own code can be used."""
RESET_KEPT: Final = Millis(24 * 60 * 60 * 1000)
"""How long a code of the host can be used, which has to reach the player first."""
ALPHABET: Final = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
_FINDS: Final = 4
_PROVES: Final = 6
_PROVES_RESET: Final = 17
_GROUP: Final = 6
_HASHING: Final = ThreadPoolExecutor(1, "link-codes")
"""One digest at a time, as each takes 50 ms and 16 MiB."""


@dataclass(frozen=True, slots=True)
class ParsedCode:
    """A code as somebody has typed it."""

    selector: str
    """The part that finds the offer."""
    text: str

    async def digest(self, salt: str) -> str:
        """What the store knows of the code: a salt and a slow digest with it, made in another thread."""
        loop = asyncio.get_running_loop()
        return f"{salt}:{await loop.run_in_executor(_HASHING, slow_digest, self.text, salt)}"


def parse_code(text: str) -> ParsedCode | None:
    """Read a code as somebody types it, in any case and with any hyphens and spaces; None: it is none."""
    code = "".join(text.upper().split()).replace("-", "")
    if len(code) - _FINDS not in (_PROVES, _PROVES_RESET) or set(code) - set(ALPHABET):
        return None
    return ParsedCode(code[:_FINDS], code)


async def offer_link(
    devices: DeviceStore, player: PlayerId, kept: Millis = LINK_KEPT, *, replaces_all: bool = False
) -> str:
    """A new code that adds a device to an account, in place of earlier ones. Raises StoreUnavailable."""
    while True:
        text = _draw(_PROVES_RESET if replaces_all else _PROVES)
        code = parse_code(text)
        assert code is not None
        digest = await code.digest(secrets.token_hex(16))
        if await devices.offer(code.selector, digest, LinkOffer(player, replaces_all), kept):
            return text


async def redeem_link(devices: DeviceStore, code: ParsedCode, device: DeviceId) -> LinkOffer | None:
    """The offer with a code, for that device only from now on; None: it is wrong. Raises StoreUnavailable.

    Nothing is computed for a code that nobody has offered.
    """
    salt = await devices.salt(code.selector)
    return (salt and await devices.redeem(code.selector, await code.digest(salt), device)) or None


def _draw(proves: int) -> str:
    finds, code = ("".join(secrets.choice(ALPHABET) for _ in range(count)) for count in (_FINDS, proves))
    return "-".join([finds, *(code[at : at + _GROUP] for at in range(0, proves, _GROUP))])
