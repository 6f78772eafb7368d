"""Boards in pages of others by oEmbed (oembed.com): what they show in place of a link to this server."""

from collections.abc import Collection, Mapping
from html import escape
from http import HTTPStatus
from typing import Final
from urllib.parse import SplitResult, urlsplit

from pente_server.net.http.api.answers import JSON, Content, Unanswerable, json_content
from pente_server.net.http.api.link_preview import preview_of
from pente_server.net.http.api.parameters import Parameter, number, values_of
from pente_server.net.http.api.resource import Query, ReaderPort, Resource
from pente_server.net.http.pictures.png import SQUARE, WIDE

_PORTS: Final = {"http": ":80", "https": ":443"}
"""What an origin leaves out."""
KEPT: Final = 60
"""Seconds for which an answer may be kept."""
WIDTH: Final = 480
HEIGHT: Final = 600
"""The size of a board with its players, unless the page has less room for it."""
_ASKED: Final = (
    Parameter("url", "url", is_required=True, about="A link to a room or a finished game of this server."),
    Parameter("maxwidth", "width", number, about="The room in the page, in pixels."),
    Parameter("maxheight", "height", number, about="The room in the page, in pixels."),
    Parameter("format", "format", about="json, the only format here."),
)


async def _embed(reader: ReaderPort, query: Query) -> Content:
    """A live room or a finished game in a frame."""
    values = values_of(query.given, _ASKED)
    if values.get("format", "json") != "json":
        text = "This server answers in JSON only."
        raise Unanswerable(HTTPStatus.NOT_IMPLEMENTED, "not-implemented", text)
    url = _of_this_site(str(values["url"]), (query.origin, query.reached))
    preview = await preview_of(reader, url.path) if url.path.startswith(("/r/", "/g/")) else None
    if preview is None:
        raise _not_here()
    width, height = (_at_most(values, name, size) for name, size in (("width", WIDTH), ("height", HEIGHT)))
    source = f"{query.origin}/embed/{url.path[3:]}"
    frame = (
        f'<iframe src="{escape(source)}" title="{escape(preview.title)}" width="{width}" height="{height}"'
        ' style="border:0" loading="lazy" allow="fullscreen"></iframe>'
    )
    answer = {
        "version": "1.0",
        "type": "rich",
        "provider_name": "Pente",
        "provider_url": query.origin,
        "title": preview.title,
        "html": frame,
        "width": width,
        "height": height,
        "cache_age": KEPT,
        **_thumbnail(f"{query.origin}{preview.picture}", values),
    }
    return json_content(answer, KEPT)


def _of_this_site(text: str, origins: Collection[str]) -> SplitResult:
    """A link to a page of this server. Raises Unanswerable for others."""
    try:
        url = urlsplit(text)
    except ValueError:
        raise _not_here() from None
    host = url.netloc.lower().removesuffix(_PORTS.get(url.scheme, ":"))
    if f"{url.scheme}://{host}" not in origins:
        raise _not_here()
    return url


def _not_here() -> Unanswerable:
    text = "The url is not that of a room or a game of this server."
    return Unanswerable(HTTPStatus.NOT_FOUND, "not-found", text)


def _at_most(values: Mapping[str, object], name: str, usual: int) -> int:
    most = values.get(name, usual)
    assert isinstance(most, int)
    return min(usual, most)


def _thumbnail(wide: str, values: Mapping[str, object]) -> dict[str, object]:
    """The largest picture for which there is room; nothing if there is none."""
    square = wide.partition("?")[0]
    for url, (width, height) in ((wide, WIDE), (square, (SQUARE, SQUARE))):
        if _at_most(values, "width", width) == width and _at_most(values, "height", height) == height:
            return {"thumbnail_url": url, "thumbnail_width": width, "thumbnail_height": height}
    return {}


EMBEDS: Final = (Resource("/api/oembed", "oembed", _ASKED, _embed, "What to show in place of a link.", JSON),)
