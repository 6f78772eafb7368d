"""Contents that are sent compressed to those who take them so, and not at all to those who have them."""

import gzip
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from pente_server.net.http.api.answers import entity_tag

_WORTH: Final = 0.9
"""A content that is no shorter than this when it is compressed, such as a picture, is sent as it is."""


@dataclass(frozen=True)  # without slots, for cached_property
class Packed:
    """A content, which is compressed when it is first asked for."""

    plain: bytes

    @cached_property
    def tag(self) -> str:
        """Its entity tag: weak, as both of its forms have it."""
        return f"W/{entity_tag(self.plain)}"

    def form(self, accepted: str) -> tuple[bytes, dict[str, str]]:
        """What is sent to a client, by the value of its Accept-Encoding, and the headers that say so."""
        vary = {"Vary": "Accept-Encoding"}
        if takes_gzip(accepted) and self._compressed:
            return self._compressed, {**vary, "Content-Encoding": "gzip"}
        return self.plain, vary

    @cached_property
    def _compressed(self) -> bytes:
        """Empty if that is not worth it."""
        compressed = gzip.compress(self.plain, mtime=0)
        return compressed if len(compressed) < _WORTH * len(self.plain) else b""


def takes_gzip(accepted: str) -> bool:
    """Whether a client reads gzip, by the value of its Accept-Encoding (RFC 9110, 12.5.3).

    >>> takes_gzip("br, gzip;q=0.5"), takes_gzip("gzip;q=0, *"), takes_gzip("identity")
    (True, False, False)
    """
    for each in accepted.lower().split(","):
        name, _, weight = each.partition(";")
        if name.strip() in ("gzip", "x-gzip"):
            return weight.replace(" ", "") not in ("q=0", "q=0.0", "q=0.00", "q=0.000")
    return False
