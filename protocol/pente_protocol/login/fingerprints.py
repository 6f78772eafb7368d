"""What links say of the server that they lead to, behind their ``#``: its fingerprint, 80 bits of its id.

It is base32, so that people can read it out and compare it. See `docs/protocol/sign-in.md`.
"""

import base64
import re
from typing import Final

_ID: Final = re.compile(r"[A-Za-z0-9_-]{22}")
_BYTES: Final = 10
_FORM: Final = re.compile(r"[a-z2-7]{16}")


def fingerprint_of(server_id: str) -> str:
    """The fingerprint of a server, which follows from its id, as that from its key.

    >>> fingerprint_of("qr6TDqi5E7hBqK6Fj3xZRA")
    'vk7jgdvixej3qqni'

    Empty for what is no id of a server.
    """
    if not _ID.fullmatch(server_id):
        return ""
    return base64.b32encode(base64.urlsafe_b64decode(server_id + "==")[:_BYTES]).decode().lower()


def with_fingerprint(link: str, fingerprint: str) -> str:
    """A link, or an address, that says which server is meant, unless ``fingerprint`` is empty.

    >>> with_fingerprint("https://a/g/x#12", "b5xcq2tzp4gkmn7a")
    'https://a/g/x#12,b5xcq2tzp4gkmn7a'
    """
    return f"{link}{',' if '#' in link else '#'}{fingerprint}" if link and fingerprint else link


def read_fragment(fragment: str) -> str | None:
    """The fingerprint in what stands behind a ``#``, in any case; empty if there is none.

    A number is a place in a game. None for anything else: half a link must not pass for one without.
    """
    parts = [part for part in fragment.lower().split(",") if not part.isdecimal()]
    if parts in ([], [""]):
        return ""
    return parts[0] if len(parts) == 1 and _FORM.fullmatch(parts[0]) else None
