"""Log lines that peers cause: bounded, as a hostile peer could otherwise fill the disk with them."""

import asyncio
import logging
from typing import Final

from pente_server.diagnostics.log_format import log_event

SHOWN: Final = 20
"""Lines of one kind about one address in a period; further ones are counted."""
PERIOD: Final = 60.0
"""Seconds."""
MOST_ADDRESSES: Final = 200
"""Pairs of kind and address that are counted apart; further addresses are counted together."""
OTHERS: Final = "others"

_log = logging.getLogger(__name__)


class PeerLog:
    """What peers do, in the log. Mutable: it counts the lines of the present period."""

    def __init__(self) -> None:
        self._counts: dict[tuple[str, str], int] = {}

    def note(self, level: int, event: str, address: str, *, bucket: str = "", **fields: object) -> None:
        """Log an event, or only count it if its source has caused too many in this period.

        ``bucket`` names the source, if that is more than an address, such as a network.
        """
        key = event, bucket or address
        if key not in self._counts and len(self._counts) >= MOST_ADDRESSES:
            key = event, OTHERS
        count = self._counts[key] = self._counts.get(key, 0) + 1
        if count <= SHOWN:
            log_event(_log, level, event, address=address, **fields)

    def sum_up(self) -> None:
        """Log how many events were only counted, and begin a new period."""
        counts, self._counts = self._counts, {}
        for (event, address), count in counts.items():
            if count > SHOWN:
                log_event(_log, logging.INFO, event, address=address, more=count - SHOWN)

    async def run(self) -> None:
        """Sum up after every period, and at the end."""
        try:
            while True:
                await asyncio.sleep(PERIOD)
                self.sum_up()
        finally:
            self.sum_up()
