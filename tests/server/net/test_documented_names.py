"""Of websockets only what it documents is used, so that a release may change all the rest."""

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[3]
DOCUMENTED = {
    "websockets.asyncio.client": {"ClientConnection", "connect"},
    "websockets.asyncio.server": {"ServerConnection", "serve"},
    "websockets.datastructures": {"Headers"},
    "websockets.exceptions": {
        *("ConnectionClosed", "InvalidHandshake", "InvalidMessage", "InvalidProxyStatus", "InvalidStatus"),
        *("InvalidURI", "NegotiationError", "PayloadTooBig", "ProxyError", "WebSocketException"),
    },
    "websockets.frames": {"Close", "CloseCode", "Frame", "Opcode"},
    "websockets.http11": {"Request", "Response"},
    "websockets.protocol": {"SEND_EOF", "State"},
    "websockets.server": {"ServerProtocol"},
    "websockets.typing": {"Subprotocol"},
}
"""The names of its reference, by module, as far as they are of use here."""


def imported() -> Iterator[tuple[str, str]]:
    """Every name that the distribution imports from websockets, with its module."""
    for path in (*ROOT.glob("server/**/*.py"), *ROOT.glob("client/**/*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("websockets"):
                yield from ((node.module or "", name.name) for name in node.names)
            elif isinstance(node, ast.Import):
                yield from ((name.name, "") for name in node.names if name.name.startswith("websockets"))


def test_only_documented_names_are_imported() -> None:
    names = set(imported())
    assert names
    assert [name for name in names if name[1] not in DOCUMENTED.get(name[0], ())] == []
