"""Text from a server is cleaned where it enters the client, so that nobody further in has to think of it."""

import re
from dataclasses import replace
from typing import Final, assert_never

from pente_core.identity import Identity, RoomId
from pente_core.room import Continued, Created, Declined, Event, Joined, Said, Snapshot
from pente_protocol.messages import (
    Dismissed,
    Error,
    Explored,
    ExploredTurn,
    Featured,
    GamesFound,
    GameSummary,
    Happened,
    Invited,
    Leaderboard,
    LeadersFound,
    LobbyUpdate,
    LogPage,
    LogsFound,
    Ok,
    PoolScore,
    ProfileFound,
    Replaced,
    RoomPresence,
    RoomSummary,
    ServerMessage,
    Synced,
    Welcome,
)
from pente_protocol.untrusted_text import clean

LONGEST_NAME: Final = 20
_LONGEST_TURN: Final = 16
_ODD: Final = re.compile(r"[^A-Za-z0-9_-]")


def clean_name(name: str) -> str:
    r"""A name made of what names are made of, whatever the server says it is.

    >>> clean_name("al\x1b[1mice"), clean_name("\u202e")
    ('al_1mice', '_')
    """
    return _ODD.sub("_", clean(name, LONGEST_NAME)) or "_"


def clean_message(message: ServerMessage) -> ServerMessage:
    """The message with every text for people in it cleaned."""
    match message:
        case Happened(event=event):
            return replace(message, event=clean_event(event))
        case Synced(snapshot=shot):
            return replace(message, snapshot=_snapshot(shot))
        case Welcome():
            return replace(
                message,
                server=clean(message.server),
                durability=clean(message.durability),
                player=_player(message.player),
                rooms=_summaries(message.rooms),
            )
        case Ok(rooms=(), players=()):
            return message
        case Ok(rooms=rooms, players=players):
            return replace(message, rooms=_summaries(rooms), players=_players(players))
        case GamesFound(games=games):
            return replace(message, games=tuple(map(_game, games)))
        case LogsFound(logs=logs):
            return replace(message, logs=tuple(map(_log, logs)))
        case Explored(turns=turns):
            return replace(message, turns=tuple(map(_played, turns)))
        case ProfileFound(player=player, scores=scores):
            return replace(message, player=_player(player), scores=tuple(map(_score, scores)))
        case LeadersFound(boards=boards):
            return replace(message, boards=tuple(map(_board, boards)))
        case Error(code=code, text=text):
            return replace(message, code=clean(code, 40), text=clean(text))
        case Invited(room=room):
            return replace(message, room=_summary(room))
        case RoomPresence(names=names):
            return replace(message, names=tuple(map(clean_name, names))) if names else message
        case LobbyUpdate(rooms=rooms):
            return replace(message, rooms=_summaries(rooms))
        case Dismissed(code=code, text=text):
            return replace(message, code=clean(code, 40), text=clean(text))
        case Featured() | Replaced():
            return message
        case _ as unreachable:
            assert_never(unreachable)


def clean_event(event: Event) -> Event:
    """The event with names and chat cleaned."""
    match event:
        case Created():
            return _created(event)
        case Joined(player=player) | Declined(player=player):
            return replace(event, player=_player(player))
        case Said():
            return _said(event)
        case Continued(room=room):
            return replace(event, room=RoomId(clean(room, 40)))
        case _:
            return event


def _player(player: Identity) -> Identity:
    return replace(player, name=clean_name(player.name))


def _players(players: tuple[Identity, ...]) -> tuple[Identity, ...]:
    return tuple(_player(player) for player in players)


def _seats(seats: tuple[Identity | None, ...]) -> tuple[Identity | None, ...]:
    return tuple(_player(player) if player else None for player in seats)


def _created(created: Created) -> Created:
    return replace(created, by=_player(created.by), invited=_players(created.invited))


def _score(score: PoolScore) -> PoolScore:
    return replace(score, ruleset=clean(score.ruleset, LONGEST_NAME))


def _board(board: Leaderboard) -> Leaderboard:
    leaders = tuple(
        replace(leader, player=_player(leader.player), score=_score(leader.score)) for leader in board.leaders
    )
    return replace(board, ruleset=clean(board.ruleset, LONGEST_NAME), leaders=leaders)


def _said(said: Said) -> Said:
    return replace(said, player=_player(said.player), text=clean(said.text))


def _summary(summary: RoomSummary) -> RoomSummary:
    return replace(
        summary,
        seats=_seats(summary.seats),
        host=_player(summary.host),
        invited=_players(summary.invited),
    )


def _game(game: GameSummary) -> GameSummary:
    return replace(game, players=_players(game.players))


def _log(page: LogPage) -> LogPage:
    return replace(page, events=tuple(map(clean_event, page.events)))


def _played(played: ExploredTurn) -> ExploredTurn:
    return replace(played, turns=tuple(clean(turn, _LONGEST_TURN) for turn in played.turns))


def _summaries(rooms: tuple[RoomSummary, ...]) -> tuple[RoomSummary, ...]:
    return tuple(map(_summary, rooms))


def _snapshot(shot: Snapshot) -> Snapshot:
    return replace(
        shot,
        created=_created(shot.created),
        seats=_seats(shot.seats),
        invited=_players(shot.invited),
        chat=tuple(_said(line) for line in shot.chat),
    )
