"""Saved games, as a list and by their ids."""

import argparse
import json
from pathlib import Path

from pente_client.files.stdout import say
from pente_client.local.saved_game import (
    ENDING,
    UnusableGame,
    games_directory,
    read_saved_game,
    saved_games,
)
from pente_client.options.exit_status import ExitStatus
from pente_client.words.phrases import name_of, rules_name
from pente_core.room import Room, replay
from pente_core.room import events as ev
from pente_protocol.sentences import tell


def list_saved(args: argparse.Namespace) -> int:
    """List the saved games, the one played last first; the exit status."""
    rooms = [(path.stem, _room(path)) for path in saved_games(games_directory())]
    for id_, room in rooms:
        say(json.dumps(_fields(id_, room)) if args.json else _line(id_, room))
    if not rooms and not args.json:
        say(tell("steps.no-saved-games-begin-one"))
    return ExitStatus.SUCCESS if rooms else ExitStatus.NOTHING


def saved_game(id_: str) -> Path:
    """The file of a saved game; without an id, of the one played last that is not over.

    Raises UnusableGame.
    """
    directory = games_directory()
    if id_:
        path = directory / f"{id_}{ENDING}"
        if Path(id_).name != id_ or not path.is_file():
            raise UnusableGame(tell("steps.there-is-no-such-saved"))
        return path
    for path in saved_games(directory):
        room = _room(path)
        if room is not None and room.status is ev.Status.PLAYING:
            return path
    raise UnusableGame(tell("steps.no-saved-game-is-open"))


def _room(path: Path) -> Room | None:
    """The room of a file; None if it can't be read."""
    try:
        return replay(read_saved_game(path).events)
    except (UnusableGame, OSError):
        return None


def _line(id_: str, room: Room | None) -> str:
    if room is None:
        return tell("steps.cant-be-read", id=id_)
    who = " - ".join(map(name_of, room.seats))
    return (
        f"{id_}  {room.status.value:<8} {rules_name(room.created.ruleset):<18} {room.game.stones:>3}  {who}"
    )


def _fields(id_: str, room: Room | None) -> dict[str, object]:
    if room is None:
        return {"t": "saved", "id": id_, "status": None}
    return {
        "t": "saved",
        "id": id_,
        "status": room.status.value,
        "ruleset": room.created.ruleset.spec,
        "players": [name_of(player) for player in room.seats],
        "ply": room.game.stones,
    }
