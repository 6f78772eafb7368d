"""A local game on the screen or in lines, and its record."""

import argparse
import asyncio
import sys
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import closing
from pathlib import Path

from pente_client.cli.steps.computer_players import (
    ComputerAdvisor,
    ComputerShell,
    engine_is_compiled,
    local_players,
)
from pente_client.cli.steps.connect import (
    is_interactive,
    line_settings,
    stdin_lines,
    with_client,
    write_line,
)
from pente_client.cli.steps.local_game import (
    computers_asked_for,
    local_game,
    manner_asked_for,
    position_asked_for,
    profile_asked_for,
)
from pente_client.cli.steps.past_positions import position_in_game
from pente_client.cli.steps.saved_list import list_saved, saved_game
from pente_client.connection import Client, ConnectionEnded
from pente_client.files.record_files import (
    FORMATS,
    UnknownFormat,
    UnusableRecord,
    entries_of,
    format_of,
    open_output,
)
from pente_client.files.stdout import stdout_columns
from pente_client.local.local_client import LocalClient
from pente_client.local.new_game import is_worth_keeping
from pente_client.local.ports import OpponentFinder
from pente_client.local.saved_game import UnusableGame, games_directory
from pente_client.options.charset_options import stdout_charset
from pente_client.options.exit_status import ExitStatus, fail
from pente_client.options.output_options import wants_boards, wants_screen
from pente_client.play.shown.guidance import Guidance
from pente_client.play.shown.own_words import NO_OWN_WORDS, OwnWords
from pente_client.stream.jsonl.json_lines import JsonLines
from pente_client.stream.line_session import LineSession
from pente_client.stream.output_port import Output
from pente_client.stream.plain.plain_text import Plain
from pente_client.stream.plain.room_lines import PlainForm
from pente_client.words.bots.levels import UNCOMPILED
from pente_client.words.waiting import SAVED
from pente_core.identity import PlayerId, RoomId
from pente_core.records import Record
from pente_core.room import events as ev
from pente_core.rules.position import Position
from pente_core.rules.ruleset import InvalidRuleset
from pente_core.value.invalid_option import InvalidOption
from pente_protocol.game_options import Moment
from pente_protocol.option import flag_of
from pente_protocol.sentences import tell, template


def play_on_this_machine(args: argparse.Namespace) -> int:
    """Play; the exit status."""
    try:
        if args.save is not None:
            format_of(args.save, None, tell("steps.an-extension-save-file-pgn"))
        if args.list:
            return list_saved(args)
        if args.game is not None:
            return _continue(args)
        start = position_asked_for(args)
        return _from_server(args, start) if isinstance(start, Moment) else _play(args, start)
    except InvalidOption as bad:
        return fail(args, bad.text(flag_of), ExitStatus.USAGE)
    except (InvalidRuleset, UnknownFormat) as bad:
        return fail(args, bad, ExitStatus.USAGE)


def _play(args: argparse.Namespace, start: Position | None) -> int:
    with closing(local_players()) as players:
        try:
            opponents = [players.opponent(name) for name in computers_asked_for(args)]
        except ValueError as unknown:
            return fail(args, unknown, ExitStatus.USAGE)
        game = local_game(args, start, [opponent.name for opponent in opponents])
        for opponent in opponents:
            if not opponent.supports(game.ruleset):
                sentence = template("steps.does-not-play-with-these")
                raise InvalidOption("against", sentence, player=opponent.name, rules=game.ruleset.base)
        if opponents and not engine_is_compiled():
            print(UNCOMPILED, file=sys.stderr, flush=True)
        return _session(args, players, lambda client: client.begin(game))


def _continue(args: argparse.Namespace) -> int:
    with closing(local_players()) as players:
        return _session(args, players, lambda client: client.resume(saved_game(args.game)))


def _session(
    args: argparse.Namespace, players: OpponentFinder, begin: Callable[[LocalClient], RoomId]
) -> int:
    """Play the game that ``begin`` opens, and write its record if that was asked for; the exit status."""
    client = LocalClient(games_directory(), players, manner=manner_asked_for(args))
    try:
        status = asyncio.run(_played(args, client, begin))
        if args.save is not None:
            write_records(args.save, client.files)
        return status
    except OSError as error:
        return fail(args, tell("steps.the-game-cant-be-saved", reason=error.strerror or error))
    except (UnusableGame, UnusableRecord, ConnectionEnded) as problem:
        return fail(args, problem)


async def _played(
    args: argparse.Namespace, client: LocalClient, begin: Callable[[LocalClient], RoomId]
) -> int:
    profile = profile_asked_for(args)
    async with client:
        room = begin(client)
        if profile is None:
            return await play_local(args, client, room)
        player = next(iter(profile.players.values()))
        return await play_local(args, client, room, own_words=profile.words, player=player)


def _from_server(args: argparse.Namespace, moment: Moment) -> int:
    """Play on from a game that a server has; the exit status. Raises InvalidOption and InvalidRuleset."""
    found: list[Position] = []
    status = with_client(args, lambda client: _look_up(client, moment, found))
    return _play(args, found[0]) if found else status


async def _look_up(client: Client, moment: Moment, found: list[Position]) -> int:
    found.append(await position_in_game(client, moment))
    return ExitStatus.SUCCESS


async def play_local(
    args: argparse.Namespace,
    client: LocalClient,
    room: RoomId,
    *,
    always_warns: bool = False,
    typed: AsyncIterator[str] | None = None,
    own_words: OwnWords = NO_OWN_WORDS,
    player: str = "patterns",
) -> int:
    """Play until the player leaves; the exit status. Raises ConnectionEnded when the game can't go on.

    ``always_warns``: warn of threats, as a beginner needs it, whatever the settings say. ``typed``: the lines
    that are typed, where something else has read some of them; None: those of stdin. ``own_words`` can
    be typed in this game beside all else, ``player`` makes the turns that they ask a computer for.
    """
    guidance = Guidance(
        ComputerAdvisor(always_warns=always_warns), own_words=own_words, shell=ComputerShell(player)
    )
    if wants_screen(args):
        from pente_client.screen import run_screen

        return await run_screen(client, room, guidance=guidance)
    asks = is_interactive(args)
    lines = LineSession(
        client,
        _output(args, client),
        stdin_lines() if typed is None else typed,
        # The words of a shell may give a seat to who only watches, and another game to who has ended one.
        is_playing=bool(own_words.shell) or client.rooms[room].room.seat_of(client.me.id) is not None,
        asks=asks,
        at_end_of_input=client.settled,
        wait=getattr(args, "wait", None),
        settings=lambda: line_settings(args),
        guidance=guidance,
    )
    status = await lines.run(lambda: _in_lines(lines, room, stays=asks or bool(own_words.shell)))
    played = client.rooms[client.latest].room
    if played.status is ev.Status.PLAYING and is_worth_keeping(played):
        lines.notice(SAVED)
    return status


async def _in_lines(lines: LineSession, room: RoomId, *, stays: bool) -> int:
    await lines.rooms.enter(room)
    await lines.rooms.follow_series(room, stays=stays)
    return ExitStatus.SUCCESS


def _output(args: argparse.Namespace, client: LocalClient) -> Output:
    def me() -> PlayerId | None:
        return None if client.shares_board else client.me.id

    if args.json:
        return JsonLines(write_line, me=me)
    form = PlainForm(
        charset=stdout_charset(),
        with_boards=wants_boards(args),
        shares_board=lambda: client.shares_board,
        columns=stdout_columns,
    )
    return Plain(write_line, form, me=me, now=client.server_now)


def write_records(path: str, games: Iterable[Path]) -> None:
    """Write the records of saved games to a file, in the format of its extension.

    Games that had hardly begun have no files any more, and are left out. Raises UnusableRecord, also without
    any game, and UnknownFormat.
    """
    kept = [game for game in games if game.is_file()]
    if not kept:
        raise UnusableRecord(tell("steps.no-move-was-made-so", path=path))
    form = format_of(path, None, tell("steps.an-extension-save-file-pgn"))
    entries = (entry for game in kept for entry in entries_of(str(game), FORMATS["jsonl"]))
    records = [entry.content for entry in entries if isinstance(entry.content, Record)]
    with open_output(path) as out:
        out.write(form.between.join(map(form.write, records)))
