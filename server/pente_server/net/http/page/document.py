"""The HTML document of the page: the same for every address but for its head. Its modules do the rest."""

from collections.abc import Sequence
from html import escape
from typing import Final

from pente_server.net.http.page.assets import STYLE, Assets

_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; "
    "require-trusted-types-for 'script'; trusted-types service-worker"
)
"""What the page may load and do: its own files and connections. No text becomes markup or code, but for the
address of its service worker.
"""
_NOT_USED: Final = ", ".join(
    f"{feature}=()"
    for feature in (
        *("accelerometer", "camera", "display-capture", "geolocation", "gyroscope", "magnetometer"),
        *("microphone", "midi", "payment", "usb"),
    )
)
_HEADERS: Final = {"Permissions-Policy": _NOT_USED, "Referrer-Policy": "same-origin"}
PAGE_HEADERS: Final = {
    **_HEADERS,
    "Content-Security-Policy": f"{_POLICY}; frame-ancestors 'none'",
    "Cross-Origin-Opener-Policy": "same-origin",
}
EMBEDDED_HEADERS: Final = {
    **_HEADERS,
    "Content-Security-Policy": f"{_POLICY}; frame-ancestors *",
    "Cross-Origin-Resource-Policy": "cross-origin",
}
"""For a document that the pages of others may frame."""
WORKER_HEADERS: Final = {"Content-Security-Policy": "default-src 'none'; connect-src 'self'"}
"""For the service worker, which only fetches files."""
MANIFEST: Final = "/manifest.webmanifest"
_MARK: Final = "<!-- head -->"


class Document:
    """Makes the document."""

    def __init__(self, assets: Assets) -> None:
        self._assets = assets
        self._before, _, self._after = assets.templates["index.html"].partition(_MARK)

    def html(self, title: str, modules: Sequence[str], tags: str = "") -> bytes:
        """The document with a title, until its modules know a better one.

        The first of the ``modules`` starts the page; the others are loaded at once, too. ``tags``: what else
        is in its head, as markup.
        """
        lines = (f"<title>{escape(title)}</title>", tags, *self._loads(modules))
        return "".join((self._before, "\n".join(filter(None, lines)), self._after)).encode()

    def _loads(self, modules: Sequence[str]) -> Sequence[str]:
        root, (start, *others) = self._assets.root, modules
        return (
            f'<link rel="stylesheet" href="{root}{STYLE}">',
            f'<link rel="icon" type="image/svg+xml" href="{root}icons/icon.svg">',
            f'<link rel="apple-touch-icon" href="{root}icons/icon-192.png">',
            f'<link rel="manifest" href="{MANIFEST}">',
            f'<script type="module" src="{root}{start}"></script>',
            *(f'<link rel="modulepreload" href="{root}{module}">' for module in others),
        )
