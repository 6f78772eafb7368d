"""Watching: a game, the games of TV, or several at once."""

import argparse
import os
import webbrowser
from pathlib import PurePath
from typing import Final

from pente_client.addresses.typed_server import looks_like_server, parse_server
from pente_client.addresses.web_link import web_link
from pente_client.cli.steps.computer_players import ComputerAdvisor
from pente_client.cli.steps.connect import output_for, stdin_lines
from pente_client.cli.steps.room_password import watch_with_password, with_room_password
from pente_client.cli.steps.server_address import resolve_server
from pente_client.connection import BadAddress, Client, RemovedFromRoom, RequestRejected
from pente_client.options.connection_options import url_for_friends
from pente_client.options.exit_status import ExitStatus, fail
from pente_client.options.output_options import wants_screen
from pente_client.options.values import read_room_id
from pente_client.play.shown.guidance import Guidance
from pente_client.stream.line_session import LineSession
from pente_client.stream.output_port import Output
from pente_client.words.waiting import MOVES_ON, NO_GAME
from pente_core.identity import RoomId
from pente_core.room import events as ev
from pente_protocol.choices.tv_channel import BEST, TvChannel
from pente_protocol.join_codes import CODE_PATH, ROOM_PATH, parse_join_code
from pente_protocol.login.fingerprints import with_fingerprint
from pente_protocol.sentences import tell
from pente_protocol.untrusted_text import clean

_IN_TERMINAL: Final = frozenset({"elinks", "links", "lynx", "w3m", "www-browser"})
"""Browsers that take the terminal, and run no programs of pages."""


def watch(args: argparse.Namespace) -> int:
    """Watch the game; the exit status."""
    try:
        _sort_words(args)
        room = _room_named(args)
    except (argparse.ArgumentTypeError, BadAddress) as bad:
        return fail(args, bad, ExitStatus.USAGE)
    for flag, is_given in (("--stay", args.stay), ("--room-password-file", args.room_password_file)):
        if room is None and is_given:
            return fail(args, tell("steps.needs-a-room-add-it", flag=flag), ExitStatus.USAGE)
    if room is not None and args.channel:
        return fail(args, tell("steps.channel-is-for-tv-leave"), ExitStatus.USAGE)
    if args.stay and args.once:
        return fail(args, tell("steps.once-and-stay-cant-be"), ExitStatus.USAGE)
    if args.open:
        return _open(args, room)
    if args.grid and (room is not None or args.channel or not wants_screen(args)):
        told = tell("steps.grid-is-for-a-terminal")
        return fail(args, told, ExitStatus.USAGE)
    return with_room_password(args, lambda client, password: _watch(args, client, room, password))


def _open(args: argparse.Namespace, room: RoomId | str | None) -> int:
    """Show the page of the server in a browser; the exit status."""
    if args.once or args.stay or args.plain or args.json or args.boards:
        told = tell("steps.open-shows-the-game-in")
        return fail(args, told, ExitStatus.USAGE)
    try:
        resolve_server(args)
    except BadAddress as bad:
        return fail(args, bad, ExitStatus.USAGE)
    link = with_fingerprint(web_link(args.url, _path(args, room)), args.fingerprint)
    is_open = open_in_browser(link)
    print(f"Opened {link}" if is_open else tell("steps.there-is-no-browser-here", link=link))
    return ExitStatus.SUCCESS


def _path(args: argparse.Namespace, room: RoomId | str | None) -> str:
    """Where the page shows what is asked for."""
    if room is not None:
        code = parse_join_code(room)
        return f"{CODE_PATH}{code}" if code else f"{ROOM_PATH}{room}"
    channel = f"#{args.channel}" if args.channel else ""
    return "/grid" if args.grid else f"/tv{channel}"


def _sort_words(args: argparse.Namespace) -> None:
    """Tell the server among the words from the room, in either order. Raises ArgumentTypeError."""
    words = [word for word in (args.first, args.room) if word is not None]
    servers = [word for word in words if looks_like_server(word)]
    rooms = [word for word in words if word not in servers]
    if len(servers) > 1 or len(rooms) > 1:
        raise argparse.ArgumentTypeError(tell("steps.name-one-server-and-one-2"))
    args.url, args.room = (servers or [args.url])[0], (rooms or [None])[0]


def _room_named(args: argparse.Namespace) -> RoomId | str | None:
    """The room to watch, by its id or its code as it was typed. Raises ArgumentTypeError and BadAddress."""
    if args.room is None:
        link = parse_server(args.url)
        return link.room or link.code
    try:
        return args.room if parse_join_code(args.room) else read_room_id(args.room)
    except argparse.ArgumentTypeError:
        raise argparse.ArgumentTypeError(
            tell("steps.is-neither-a-room-id", room=repr(clean(args.room, 40)))
        ) from None


async def _watch(args: argparse.Namespace, client: Client, named: RoomId | str | None, password: str) -> int:
    if args.grid:
        from pente_client.cli.steps.lobby_pages import visit_boards

        left = await visit_boards(client)
        return ExitStatus.SUCCESS if left is None else left.status
    channel = TvChannel(args.channel or BEST)
    room = None if named is None else RoomId(named)
    if named is not None and parse_join_code(named):
        room = await client.codes.find(named)
    if wants_screen(args):
        from pente_client.screen import run_screen

        if room is not None:
            await watch_with_password(client, room, password)
        url = url_for_friends(args.url)
        return await run_screen(client, room, url=url, channel=channel, guidance=Guidance(ComputerAdvisor()))
    output = output_for(args, client)
    session = LineSession(
        client,
        output,
        stdin_lines(),
        is_playing=False,
        asks=False,
        url=url_for_friends(args.url),
        guidance=Guidance(ComputerAdvisor()),
    )
    if room is None:
        session.channel = channel
        return await session.run(lambda: _featured(client, session, output, once=args.once))
    return await session.run(lambda: _watch_room(args, client, session, room, password))


async def _watch_room(
    args: argparse.Namespace, client: Client, session: LineSession, room: RoomId, password: str
) -> int:
    """A game, and the ones that its players play after it."""
    await watch_with_password(client, room, password)
    if args.once:
        await session.rooms.follow(room)
    else:
        await session.rooms.follow_series(room, stays=args.stay)
    return ExitStatus.SUCCESS


async def _featured(client: Client, session: LineSession, output: Output, *, once: bool) -> int:
    """The featured games of a channel, one after another."""
    room = await client.follow(session.channel or BEST)
    while True:
        if room is None:
            output.notice(NO_GAME)
            room = await session.rooms.until_featured()
        if await _shown(client, session, output, room) and once:
            return 0
        room = session.rooms.featured if session.rooms.featured != room else None


async def _shown(client: Client, session: LineSession, output: Output, room: RoomId) -> bool:
    """Show a game to its end; False if it has gone dull or is gone, or can't be watched any more."""
    try:
        await session.rooms.enter(room)
        after = await session.rooms.follow(room, on_tv=True)
    except (RequestRejected, RemovedFromRoom):
        return False
    await client.unwatch(room)
    if after.status in (ev.Status.FINISHED, ev.Status.CLOSED):
        return True
    output.notice(MOVES_ON)
    return False


def open_in_browser(link: str) -> bool:
    """Open a link in a window; False where there is no browser for that.

    One that the person has chosen with BROWSER is taken, whatever it is.
    """
    try:
        browser = webbrowser.get()
        if _takes_terminal(browser) and not os.environ.get("BROWSER"):
            return False
        return browser.open(link)
    except (webbrowser.Error, OSError):
        return False


def _takes_terminal(browser: webbrowser.BaseBrowser) -> bool:
    return PurePath(browser.name).name in _IN_TERMINAL
