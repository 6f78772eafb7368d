"""The manifest of the page: under which name and icon a system shows it when it is installed."""

import json
from typing import Final

from pente_server.net.http.page.assets import Assets

MANIFEST_TYPE: Final = "application/manifest+json"
_SHORT: Final = 12
"""Characters that systems have room for below an icon."""


def manifest(name: str, assets: Assets) -> bytes:
    """The manifest of a server with that name."""
    return json.dumps(
        {
            "id": "/",
            "start_url": "/",
            "scope": "/",
            "name": name,
            "short_name": name if len(name) <= _SHORT else "Pente",
            "display": "standalone",
            "background_color": "#f4f2ee",
            "theme_color": "#ffffff",
            "icons": [
                {"src": f"{assets.root}icons/icon.svg", "sizes": "any", "type": "image/svg+xml"},
                *(
                    {"src": f"{assets.root}icons/icon-{size}.png", "type": "image/png", **form}
                    for size in (192, 512)
                    for form in (
                        {"sizes": f"{size}x{size}", "purpose": "any"},
                        {"sizes": f"{size}x{size}", "purpose": "maskable"},
                    )
                ),
            ],
        }
    ).encode()
