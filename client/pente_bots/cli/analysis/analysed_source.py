"""What is to be analysed: a position, the games of a file, or a finished game of a server."""

import argparse
import asyncio
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Final

from pente_client.connection import Client, CredentialStore
from pente_client.files.record_files import PIPE, UnusableRecord, entries_of, format_of, problem_text
from pente_client.options.values import read_room_id
from pente_core.identity import RoomId
from pente_core.notation import BadPosition, parse_position
from pente_core.records import BadRecord, Record, ScannedRecord, Unplayable, replay_record, steps
from pente_core.rules.game import Game
from pente_core.rules.position import Position
from pente_protocol.logs.game_records import record_in
from pente_protocol.sentences import tell

_FIELDS: Final = 7
"""The fields of a position."""


class CannotAnalyse(Exception):
    """What was named can't be analysed; the message says why in one sentence."""


@dataclass(frozen=True, slots=True)
class AnalysedGame:
    """A game to analyse, or why it can't be."""

    number: int
    """In its file, from 1."""
    record: Record | None = None
    game: Game | None = None
    """None: the record can't be played."""
    problem: str = ""
    """Why there is no game, with its place."""


def named_position(args: argparse.Namespace) -> Position | None:
    """The position that the words are; None if they are none. Raises CannotAnalyse."""
    words = " ".join(args.what).split(" ")
    if len(words) != _FIELDS or "/" not in words[0]:
        return None
    if args.at is not None or args.game is not None or args.write is not None:
        raise CannotAnalyse(tell("cli-analyse.at-game-and-write-are"))
    try:
        return parse_position(" ".join(words))
    except BadPosition as error:
        raise CannotAnalyse(str(error)) from None


def named_game_id(args: argparse.Namespace) -> RoomId | None:
    """The id of a finished game that is named, unless there is a file of that name."""
    if len(args.what) != 1:
        raise CannotAnalyse(tell("cli-analyse.name-one-file-or-game"))
    word = args.what[0]
    if word == PIPE or "." in word or "/" in word or Path(word).exists():
        return None
    try:
        return read_room_id(word)
    except argparse.ArgumentTypeError:
        return None


def games_of_file(args: argparse.Namespace) -> Iterator[AnalysedGame]:
    """The games of the file, all of them or the one that is named. Raises UnusableRecord."""
    path = args.what[0]
    form = format_of(path, getattr(args, "from"), "--from")
    entries = enumerate(entries_of(path, form), start=1)
    if args.game is None or args.write is not None:
        yield from (_analysed(path, number, entry) for number, entry in entries)
        return
    found = next(islice(entries, args.game - 1, None), None)
    if found is None:
        raise UnusableRecord(tell("cli-analyse.has-no-game-2", path=path, game=args.game))
    yield _analysed(path, *found)


def _analysed(path: str, number: int, entry: ScannedRecord) -> AnalysedGame:
    if isinstance(entry.content, BadRecord):
        return AnalysedGame(number, problem=problem_text(path, number, entry.content, entry))
    try:
        return AnalysedGame(number, entry.content, replay_record(entry.content))
    except Unplayable as unplayable:
        why = problem_text(path, number, unplayable.problem, entry)
        return AnalysedGame(number, entry.content, problem=why)


def game_of_server(args: argparse.Namespace, room: RoomId) -> AnalysedGame:
    """A finished game of a server. Raises what connecting and asking raise, and CannotAnalyse."""
    record = asyncio.run(_archived(args, room))
    try:
        return AnalysedGame(1, record, replay_record(record))
    except Unplayable as unplayable:
        raise CannotAnalyse(f"game {room}: {unplayable.problem.reason}") from None


async def _archived(args: argparse.Namespace, room: RoomId) -> Record:
    client = Client(
        args.url,
        identities=CredentialStore.default(),
        insecure=args.insecure,
        retry_first=args.wait or 0.0,
        aside=True,
        accepts_address=args.accept_address,
        needs_account=False,
    )
    async with client:
        async for log in client.archive.logs([room]):
            try:
                return record_in(log)
            except ValueError as error:
                raise CannotAnalyse(f"game {room}: {error}") from None
    raise AssertionError


def position_after(record: Record, stones: int) -> Game:
    """The game after so many stones, and the choices made then. Raises CannotAnalyse."""
    shown = record.beginning
    try:
        for game in steps(record):
            if game.stones > stones:
                break
            shown = game
    except Unplayable as unplayable:
        if shown.stones != stones:
            raise CannotAnalyse(unplayable.problem.reason) from None
    if shown.stones != stones:
        raise CannotAnalyse(tell("cli-analyse.the-game-has-only-stones", stones=shown.stones))
    return shown
