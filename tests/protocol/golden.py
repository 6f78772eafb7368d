"""The golden vectors: for every kind of message its JSON form and its bytes, for other programs to test with.

The encoding is a promise to clients that are out there. When it is changed on purpose, or a sample is
added, write the file anew and look at the difference:

    python -m tests.protocol.golden
"""

import json
from pathlib import Path
from typing import Any, Final

from pente_protocol.codec import encode, to_wire
from tests.protocol.frames import REFUSED_FROM_CLIENT, REFUSED_FROM_SERVER
from tests.protocol.samples import FROM_CLIENT, FROM_SERVER

FILE: Final = Path(__file__).parents[1] / "data" / "golden_messages.json"
LONGEST_REFUSED: Final = 2048
"""Longer frames that are refused are left out: everybody can make his own."""


def vectors() -> dict[str, Any]:
    """What the file should hold."""
    return {
        "messages": [
            {"name": name, "from": sender, "json": to_wire(message), "hex": encode(message).hex()}
            for sender, messages in (("client", FROM_CLIENT), ("server", FROM_SERVER))
            for name, message in messages.items()
        ],
        "refused": [
            {"name": name, "from": sender, "hex": frame.hex()}
            for sender, frames in (("client", REFUSED_FROM_CLIENT), ("server", REFUSED_FROM_SERVER))
            for name, frame in frames.items()
            if len(frame) <= LONGEST_REFUSED
        ],
    }


def main() -> None:
    FILE.write_text(json.dumps(vectors(), ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    print(f"wrote {FILE}")


if __name__ == "__main__":
    main()
