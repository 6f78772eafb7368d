"""A room, and what parts of events have in common with it, as JSON."""

from functools import partial
from typing import Final

from pente_client.drawing.text_board import UNICODE
from pente_client.play.shown.advisor import GivenAdvice
from pente_client.play.shown.setup_draft import SetupDraft
from pente_client.stream.jsonl.fields import Line, player_fields
from pente_client.teaching.rules_page import rules_page
from pente_client.words.viewer_delay import delay_fields
from pente_core.clock.instant import elapsed
from pente_core.room import Options, Room, turn_due
from pente_core.room import events as ev
from pente_core.rules.point import Point, format_point
from pente_core.rules.ruleset import Ruleset
from pente_protocol.messages.rooms import RoomPresence
from pente_protocol.untrusted_text import clean

OVER: Final[Line] = {"to_act": None, "left": 0, "choices": []}


def rules_fields(rules: Ruleset) -> Line:
    """The rules as sentences, by section."""
    sections = rules_page(rules, UNICODE)
    return {
        "ruleset": rules.spec,
        "sections": [{"title": each.title, "sentences": each.sentences} for each in sections],
    }


def who_fields(room: Room, seat: int) -> Line:
    return {"seat": seat, "player": player_fields(room.seats[seat])}


def turn_fields(room: Room) -> Line:
    """Whose turn it is, how many stones it still has, and the answers to choose from when no stone is due."""
    to_act, left, choices = turn_due(room)
    if to_act is None:
        return OVER
    due = room.first_moves.until if room.first_moves else None
    first = {} if due is None else {"first_move_ms": elapsed(room.clock.since, due)}
    return {"to_act": to_act, "left": left, "choices": [choice.value for choice in choices], **first}


def seats_fields(room: Room) -> list[Line]:
    colours = room.created.ruleset.colours
    return [
        {"seat": seat, "colour": colours[seat], "player": player_fields(player)}
        for seat, player in enumerate(room.seats)
    ]


def advice_fields(given: GivenAdvice) -> Line:
    """Advice about a moment of a game; its kind decides which of it is for people."""
    position, advice = given.game.position, given.advice
    names = partial(point_names, rules=position.rules)
    return {
        "kind": given.kind.value,
        "ply": given.game.stones,
        "colour": position.rules.colours[position.colour],
        "value": round(advice.value, 3),
        "points": [
            {"point": names([advised.point])[0], "reason": advised.reason} for advised in advice.points
        ],
        "line": names(list(advice.line)),
        "text": " ".join(given.lines),
    }


def setup_fields(draft: SetupDraft | None) -> Line:
    """A position that is being set up; nulls once it is over."""
    if draft is None:
        return {"stones": None, "captured": None, "colour": None}
    rules = draft.rules
    stones = zip(rules.colours, draft.stones, strict=True)
    return {
        "stones": {colour: point_names(sorted(points), rules) for colour, points in stones},
        "captured": list(draft.taken or (0,) * rules.sides),
        "colour": rules.colours[draft.colour],
    }


def presence_fields(presence: RoomPresence) -> Line:
    return {
        "online": list(presence.present),
        "watchers": presence.viewers,
        "names": list(presence.viewer_names),
    }


def options_fields(options: Options) -> Line:
    ratings = options.ratings
    return {
        "rated": options.rated,
        "takebacks": options.takebacks,
        "watchers": options.watch.value,
        "chat": options.chat.value,
        "private": options.private,
        "password": bool(options.password_hash),
        "ratings": [ratings.low, ratings.high] if ratings else None,
        "ready": options.ready_check,
        "games": options.games,
        "bots": options.bots.value,
        "named_only": options.named_only,
        "viewer_delay": delay_fields(options.viewer_delay),
        "hints": options.hints,
    }


def said_fields(line: ev.Said) -> Line:
    return {"player": player_fields(line.player), "text": clean(line.text), "to": line.to.value}


def point_names(points: tuple[Point, ...] | list[Point], rules: Ruleset) -> list[str]:
    return [format_point(point, rules.size) for point in points]
