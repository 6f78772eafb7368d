"""One-time codes that add a device to an account: typed by a person, and hard to guess all the same.

A code has ten letters and digits of which no two are easily confused. The first four find the offer, and are
no secret; the other six prove that one was told the code. There are 31^6 of these, nearly 10^9, and
`MOST_GUESSES` wrong ones end the offer, whoever sends them.
"""

import secrets
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

from pente_core.clock.instant import Millis
from pente_core.identity import PlayerId
from pente_server.store.accounts.device_store import DeviceStore, LinkOffer

LINK_KEPT: Final = Millis(5 * 60 * 1000)
"""How long a player's own code can be used."""
RESET_KEPT: Final = Millis(24 * 60 * 60 * 1000)
"""How long a code of the host can be used, which has to reach the player first."""
ALPHABET: Final = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
_FINDS: Final = 4
_PROVES: Final = 6


@dataclass(frozen=True, slots=True)
class ParsedCode:
    """A code as the store knows it."""

    selector: str
    digest: str


def parse_code(text: str) -> ParsedCode | None:
    """Read a code as somebody types it, in any case and with any hyphens and spaces; None: it is none."""
    code = "".join(text.upper().split()).replace("-", "")
    if len(code) != _FINDS + _PROVES or set(code) - set(ALPHABET):
        return None
    return ParsedCode(code[:_FINDS], sha256(b"pente link " + code.encode()).hexdigest())


async def offer_link(
    devices: DeviceStore, player: PlayerId, kept: Millis = LINK_KEPT, *, replaces_all: bool = False
) -> str:
    """A new code that adds a device to an account, in place of earlier ones. Raises StoreUnavailable."""
    while True:
        text = _draw()
        code = parse_code(text)
        assert code is not None
        if await devices.offer(code.selector, code.digest, LinkOffer(player, replaces_all), kept):
            return text


def _draw() -> str:
    code = "".join(secrets.choice(ALPHABET) for _ in range(_FINDS + _PROVES))
    return f"{code[:_FINDS]}-{code[_FINDS:]}"
