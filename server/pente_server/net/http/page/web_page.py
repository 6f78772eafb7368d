"""The page, as requests for it are answered: its document at many addresses, and its files."""

from collections.abc import Sequence
from dataclasses import dataclass
from http import HTTPStatus
from typing import Final

from pente_server.net.http.api.answers import HttpAnswer, is_known
from pente_server.net.http.api.link_preview import NOWHERE, LinkPreview
from pente_server.net.http.page.assets import FOLDER, STYLE, load_assets
from pente_server.net.http.page.document import EMBEDDED_HEADERS, PAGE_HEADERS, WORKER_HEADERS, Document
from pente_server.net.http.page.head import ABOUT, head_tags
from pente_server.net.http.page.manifest import MANIFEST_TYPE, manifest
from pente_server.net.http.page.packed import Packed
from pente_server.net.http.page.routes import load_routes

_FOR_EVER: Final = {"Cache-Control": "public, max-age=31536000, immutable"}
_ASKED_ANEW: Final = {"Cache-Control": "no-cache"}
_NOT_KEPT: Final = {"Cache-Control": "no-store"}
_BY_READER: Final = {"Vary": "Accept, Accept-Encoding"}
"""Those who show no HTML get text at the same address."""
_TITLE: Final = "Pente"
_SCRIPT: Final = "text/javascript; charset=utf-8"
_HTML: Final = "text/html; charset=utf-8"


@dataclass(frozen=True, slots=True, kw_only=True)
class PageRequest:
    """A request for the page."""

    path: str
    """As it was sent, without its query."""
    origin: str = ""
    """The origin of the server as the client reached it; empty if the client did not say."""
    client: str = ""
    """The address of the client for limits; empty: it is exempt from them."""
    accepts: str = ""
    """The encodings that the client reads: Accept-Encoding."""
    known: str = ""
    """The contents that the client has: If-None-Match."""


class WebPage:
    """The page of a server."""

    def __init__(self, name: str = "") -> None:
        """``name``: what the host calls the server."""
        self._name = name or _TITLE
        self._assets = load_assets()
        self._routes = load_routes()
        self._document = Document(self._assets)

    @property
    def home(self) -> LinkPreview:
        """What the first page of a server is about that lets everybody in."""
        return LinkPreview(self._name, ABOUT)

    def document(self, request: PageRequest, preview: LinkPreview | None) -> HttpAnswer:
        """The document, at any address: if that leads nowhere, the page says so.

        ``preview``: what everybody may know of what is there; None if that is nothing, NOWHERE if there is
        nothing.
        """
        route = self._routes.of(request.path)
        shown = route or self._routes.nowhere
        body = Packed(self._html(request, shown.modules, preview))
        headers = {**(EMBEDDED_HEADERS if shown.is_embedded else PAGE_HEADERS), **_BY_READER}
        if route is None or preview is NOWHERE:
            return _answer(request, body, _HTML, {**headers, **_NOT_KEPT}, HTTPStatus.NOT_FOUND)
        return _answer(request, body, _HTML, {**headers, **_ASKED_ANEW, "ETag": body.tag})

    def _html(self, request: PageRequest, modules: Sequence[str], preview: LinkPreview | None) -> bytes:
        if preview is None or preview is NOWHERE:
            return self._document.html(self._name, modules)
        title = f"{preview.title} · {_TITLE}" if preview.title != self._name else self._name
        tags = head_tags(preview, origin=request.origin, path=request.path, site=self._name)
        return self._document.html(title, modules, tags)

    def manifest(self, request: PageRequest) -> HttpAnswer:
        """What a system shows of an installed page: its name and icons."""
        body = Packed(manifest(self._name, self._assets))
        return _answer(request, body, MANIFEST_TYPE, {**_ASKED_ANEW, "ETag": body.tag})

    def worker(self, request: PageRequest) -> HttpAnswer:
        """The service worker, which keeps the files of this version."""
        files = (STYLE, *self._routes.offline)
        text = self._assets.templates["sw.js"].replace("{root}", self._assets.root)
        body = Packed(text.replace("{files}", " ".join(self._assets.root + path for path in files)).encode())
        return _answer(request, body, _SCRIPT, {**_ASKED_ANEW, **WORKER_HEADERS, "ETag": body.tag})

    def file(self, request: PageRequest) -> HttpAnswer | None:
        """A file of the page; None if there is none.

        One of another release, asked for while servers are replaced, is not kept.
        """
        version, _, path = request.path.removeprefix(f"{FOLDER}/").partition("/")
        asset = self._assets.by_path.get(path)
        if asset is None:
            return None
        is_ours = version == self._assets.version
        return _answer(request, asset.body, asset.type, _FOR_EVER if is_ours else _NOT_KEPT)


def _answer(
    request: PageRequest,
    body: Packed,
    type_: str,
    headers: dict[str, str],
    status: HTTPStatus = HTTPStatus.OK,
) -> HttpAnswer:
    if "ETag" in headers and is_known(body.tag, request.known):
        return HttpAnswer(HTTPStatus.NOT_MODIFIED, headers=headers)
    sent, about = body.form(request.accepts)
    return HttpAnswer(status, sent, type_, {**about, **headers})
