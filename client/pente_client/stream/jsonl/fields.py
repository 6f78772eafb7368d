"""Values as objects of JSON: players, results, finished games, ratings, what was played in a position."""

from typing import Any

from pente_client.connection.replica.sanitize import clean_name
from pente_client.words.lists.game_list import when_text
from pente_client.words.phrases import name_of
from pente_core.clock.clock import format_time_control
from pente_core.identity import Identity
from pente_core.notation import format_position
from pente_core.rules.outcome import Outcome
from pente_core.rules.position import Position
from pente_protocol.messages.archive import Explored, GameSummary
from pente_protocol.messages.direct_messages import DirectMessage
from pente_protocol.messages.lists import ListedPlayer
from pente_protocol.messages.people import (
    HeadToHead,
    Leader,
    Leaderboard,
    PoolScore,
    ProfileFound,
    RatingPoint,
)
from pente_protocol.untrusted_text import clean

Line = dict[str, Any]
"""An object of JSON."""


def ending_fields(outcome: Outcome | None) -> Line:
    """The end of a game; null and empty while it goes on."""
    if outcome is None:
        return {"result": None, "termination": None, "winners": []}
    return {
        "result": outcome.result,
        "termination": outcome.termination.value,
        "winners": list(outcome.winners),
        **({"no_show": list(outcome.no_show)} if outcome.no_show else {}),
    }


def player_fields(player: Identity | None) -> Line | None:
    """A player; the rating is left out while it is not known."""
    if player is None:
        return None
    fields: Line = {"name": name_of(player), "kind": player.kind.value, "id": player.id}
    if player.rating is not None:
        fields |= {"rating": player.rating, "provisional": player.provisional}
    return fields


def message_fields(message: DirectMessage) -> Line:
    """A message to the player."""
    return {
        "from": player_fields(message.by),
        "text": clean(message.text),
        "at": when_text(message.at),
    }


def listed_player_fields(row: ListedPlayer) -> Line:
    """A player who is here, and what they do."""
    return {
        **(player_fields(row.player) or {}),
        "activity": row.activity.value,
        "room": row.room,
        "opponents": [clean_name(name) for name in row.opponents],
        "since": when_text(row.since) if row.since else None,
    }


def game_fields(game: GameSummary) -> Line:
    """A finished game in a list."""
    return {
        "t": "game",
        "id": game.id,
        "ruleset": game.ruleset.spec,
        "time": format_time_control(game.time),
        "players": [player_fields(player) for player in game.players],
        **ending_fields(Outcome(game.termination, game.winners, no_show=game.no_show)),
        "moves": game.moves,
        "start": when_text(game.start) if game.start else None,
        "end": when_text(game.end) if game.end else None,
        "rated": game.rated,
        "private": game.private,
        "from_position": game.from_position,
    }


def explored_fields(position: Position, explored: Explored) -> Line:
    """What was played in a position."""
    return {
        "t": "explored",
        "position": format_position(position),
        "ruleset": position.rules.spec,
        "games": explored.games,
        "wins": list(explored.wins or (0,) * position.rules.sides),
        "draws": explored.draws,
        "turns": [
            {"turn": each.notations[0], "same": list(each.notations[1:]), "games": each.games}
            | {"wins": list(each.wins), "draws": each.draws}
            for each in explored.turns
        ],
    }


def score_fields(score: PoolScore) -> dict[str, Any]:
    """The results in one pool; ``rating`` is null without any rated game."""
    return {
        "ruleset": score.ruleset,
        "speed": score.speed.value,
        "rating": score.rating,
        "deviation": score.deviation,
        "provisional": score.provisional,
        "wins": score.wins,
        "losses": score.losses,
        "draws": score.draws,
        "rated": score.rated_games,
        "last": when_text(score.last_played),
    }


def rating_point_fields(point: RatingPoint) -> Line:
    """The rating after a game."""
    return {
        "ruleset": point.ruleset,
        "speed": point.speed.value,
        "at": when_text(point.at),
        "rating": point.rating,
        "provisional": point.provisional,
    }


def head_to_head_fields(score: HeadToHead) -> Line:
    """The results against another player; ``last`` is null without any game."""
    return {
        "player": player_fields(score.opponent),
        "wins": score.wins,
        "losses": score.losses,
        "draws": score.draws,
        "last": None if score.last_played is None else when_text(score.last_played),
        "complete": score.complete,
    }


def leaderboard_fields(board: Leaderboard) -> dict[str, Any]:
    return {
        "ruleset": board.ruleset,
        "speed": board.speed.value,
        "leaders": [_leader_fields(leader) for leader in board.leaders],
        "provisional": [_leader_fields(leader) for leader in board.provisional],
    }


def _leader_fields(leader: Leader) -> dict[str, Any]:
    return {"player": player_fields(leader.player), **score_fields(leader.score)}


def profile_fields(found: ProfileFound) -> dict[str, Any]:
    return {
        "player": player_fields(found.player),
        "scores": [score_fields(score) for score in found.scores],
        "history": [rating_point_fields(point) for point in found.history],
        "streaks": {
            "won": found.streaks.won,
            "lost": found.streaks.lost,
            "best": found.streaks.best,
            "games": found.streaks.games,
        },
        "against": None if found.against is None else head_to_head_fields(found.against),
    }
