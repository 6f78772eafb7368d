"""What the head of a document says about its page, to programs that show links to it."""

from collections.abc import Iterator
from html import escape
from typing import Final
from urllib.parse import quote

from pente_server.net.http.api.link_preview import LinkPreview

_FEED: Final = "/api/games.atom"
ABOUT: Final = "Watch and play Pente: five in a row, or five pairs captured."
_WIDTH, _HEIGHT = 1200, 630
"""Points of a picture."""
_EMBEDDED: Final = "/embed/"
_ROOM: Final = "/r/"


def head_tags(preview: LinkPreview, *, origin: str, path: str, site: str) -> str:
    """The tags of a page at a path that everybody may see, as markup.

    ``origin`` is that of the server, empty if it is unknown: then nothing is linked. ``site``: its name.
    """
    address = f"{origin}{canonical_path(path)}" if origin else ""
    lines = [*_words(preview, site, address), *_picture(preview, origin)]
    if address:
        lines += _links(preview, origin, address, site)
    return "\n".join(lines)


def canonical_path(path: str) -> str:
    """The one address of a page. What a game in a frame shows is at the address of its room."""
    path = path.rstrip("/") or "/"
    if path.lower().startswith(_EMBEDDED):
        return _ROOM + path[len(_EMBEDDED) :]
    _, kind, rest = f"{path}/".split("/", 2)
    return f"/{kind.lower()}/{rest}".rstrip("/") or "/"


def _words(preview: LinkPreview, site: str, address: str) -> Iterator[str]:
    yield _meta("name", "description", preview.description)
    yield _meta("property", "og:type", "website")
    yield _meta("property", "og:site_name", site)
    yield _meta("property", "og:title", preview.title)
    yield _meta("property", "og:description", preview.description)
    if address:
        yield _meta("property", "og:url", address)


def _picture(preview: LinkPreview, origin: str) -> Iterator[str]:
    if not (origin and preview.picture):
        yield _meta("name", "twitter:card", "summary")
        return
    yield _meta("name", "twitter:card", "summary_large_image")
    yield _meta("property", "og:image", origin + preview.picture)
    yield _meta("property", "og:image:type", "image/png")
    yield _meta("property", "og:image:width", str(_WIDTH))
    yield _meta("property", "og:image:height", str(_HEIGHT))
    yield _meta("property", "og:image:alt", f"{preview.title}. {preview.description}")


def _links(preview: LinkPreview, origin: str, address: str, site: str) -> Iterator[str]:
    yield _link("canonical", address)
    _, kind, *named = address.removeprefix(origin).split("/")
    player = f"?player={named[0]}" if kind == "u" and named else ""
    whose = preview.title if player else site
    yield _link("alternate", f"{origin}{_FEED}{player}", "application/atom+xml", f"Finished games: {whose}")
    if preview.picture:
        about = f"{origin}/api/oembed?url={quote(address, safe='')}"
        yield _link("alternate", about, "application/json+oembed", preview.title)


def _meta(kind: str, name: str, content: str) -> str:
    return f'<meta {kind}="{name}" content="{escape(content)}">'


def _link(relation: str, address: str, type_: str = "", title: str = "") -> str:
    more = f' type="{type_}" title="{escape(title)}"' if type_ else ""
    return f'<link rel="{relation}" href="{escape(address)}"{more}>'
