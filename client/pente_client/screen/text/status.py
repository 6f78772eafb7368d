"""The status line: an answer, a question, a problem, or what to do now."""

from typing import assert_never

from pente_client.play.shown.lesson import Lesson
from pente_client.play.viewpoint import Viewpoint
from pente_client.screen.model.screen_model import ScreenModel
from pente_client.screen.text.last_turn import last_turn_text
from pente_client.terminal.styled_text import Line, wrap
from pente_client.words.absence import absence_text
from pente_client.words.connection import ended_text, lost_text
from pente_client.words.lists.annotations import (
    look_back_text,
    own_branch_text,
    post_mortem_text,
    recorded_text,
)
from pente_client.words.lists.review import stone_text
from pente_client.words.offers import offer_text, own_offer_text
from pente_client.words.outcome import room_outcome_text
from pente_client.words.phrases import name_of
from pente_client.words.turns import first_move_text, my_turn_text, paused_text, premove_text, turn_text
from pente_client.words.waiting import NO_GAME, setup_hint, waiting_text
from pente_core.clock.instant import Instant
from pente_core.room import Room
from pente_core.room import events as ev
from pente_core.rules.point import format_point, point_at
from pente_core.rules.position import Position
from pente_protocol.sentences import tell


def status_lines(
    model: ScreenModel, now: Instant, columns: int, *, has_chat: bool = True
) -> tuple[Line, ...]:
    """The one thing that matters most now; one line where it fits, else more.

    Where the chat is not on the screen (``has_chat``), the latest message is shown here.
    """
    style, text = _status(model, now)
    if style in {"class:status", "class:status.ending"} and model.heard is not None and not has_chat:
        style, text = f"class:chat.{model.heard.kind}", f"{model.heard.who}: {model.heard.text}"
    return tuple(((style, line),) for line in wrap(text, columns - 1))


def _status(model: ScreenModel, now: Instant) -> tuple[str, str]:
    if model.question is not None:
        return "class:status.question", model.question.text
    if model.is_elsewhere and model.notice is None:
        return "class:status.lost", tell("status.elsewhere", reason=model.lost)
    if model.is_over and not model.is_elsewhere:
        return "class:status.lost", tell("status.over", reason=ended_text(model.lost))
    if model.notice is not None:
        style = "class:status.error" if model.notice.is_error else "class:status.notice"
        text = model.notice.text
        return style, tell("status.notice-unconnected", text=text) if model.lost else text
    if model.lost:
        text = lost_text(model.lost)
        later = tell("status.sent-then", reason=text, what=model.sending)
        return "class:status.lost", later if model.sending else text
    if model.sending:
        return "class:status.notice", tell("status.sending", what=model.sending)
    return _usual_style(model), hint(model, now)


def _usual_style(model: ScreenModel) -> str:
    is_ended = model.room is not None and model.room.status is ev.Status.FINISHED
    if model.lesson is not None:
        is_ended = model.lesson.is_tried
    return "class:status.ending" if is_ended else "class:status"


def hint(model: ScreenModel, now: Instant) -> str:
    """What can be done now."""
    room = model.room
    if model.lesson is not None:
        return _lesson(model, model.lesson)
    if room is None:
        return NO_GAME if model.follows else tell("status.no-game")
    if model.draft is not None:
        return setup_hint(model.draft.rules, model.draft.colour)
    match room.status:
        case ev.Status.WAITING:
            return _waiting(model, room)
        case ev.Status.PLAYING:
            return _playing(model, room, now)
        case ev.Status.FINISHED if model.looked_at is not None:
            return _looking(model, room, model.looked_at.view, now)
        case ev.Status.FINISHED:
            parts = room_outcome_text(room, model.reader_seat), model.standing, _next(model, now)
            return " ".join(filter(None, parts))
        case ev.Status.CLOSED:
            return f"{tell('room.closed')} {_next(model, now)}"
        case _ as unreachable:
            assert_never(unreachable)


def _lesson(model: ScreenModel, lesson: Lesson) -> str:
    """Which lesson it is, the task or what came of it, and what to press."""
    head, letters = f"{lesson.number}/{lesson.count}", "" if lesson.is_tried else _letters(model)
    return " ".join(filter(None, (head, lesson.text, letters, lesson.keys, lesson.what_next)))


def _letters(model: ScreenModel) -> str:
    """Which letter stands for which colour, on a board without stones yet; empty where they are drawn."""
    if model.glyphs.stones is not None or model.room is None or model.room.game.position.board.occupied:
        return ""
    rules = model.room.created.ruleset
    named = (
        tell("status.stone-is", colour=colour, stone=model.glyphs.stone(rules, seat))
        for seat, colour in enumerate(rules.colours)
    )
    return tell("status.stones-are", stones=tell("phrase.and").join(named))


def _waiting(model: ScreenModel, room: Room) -> str:
    text = waiting_text(room, model.me.id, f"{model.standing} {_how_to_join(model)}".strip())
    return text if model.standing in text else f"{text} {model.standing}".strip()


def _how_to_join(model: ScreenModel) -> str:
    if model.seat is None:
        return tell("status.how-to-take-seat")
    if not model.code:
        return tell("plain.to-join", command=model.way_for_others)
    return tell("status.tell-friend", command=model.join_link.command)


def _playing(model: ScreenModel, room: Room, now: Instant) -> str:
    if offered := offer_text(room, model.me.id):
        return offered
    missed = absence_text(room, model.me, now)
    if room.paused is not None:
        return f"{paused_text(room)} {missed}".strip()
    if missed:
        return missed
    waiting = _waiting_text(model, room)
    explains = model.is_my_turn and not waiting
    turn = _my_turn(model, room.game.position) if explains else turn_text(room, model.me.id)
    turn = first_move_text(room, model.me.id, now) or turn
    if model.looked_at is not None:
        mine = f"{turn} " if model.is_my_turn else ""
        return mine + _looking_back(model, room, model.looked_at.view)
    last = f"{going_on_text(model, now)} {last_turn_text(model)}".strip()
    return f"{last} {turn} {waiting}".strip()


def _waiting_text(model: ScreenModel, room: Room) -> str:
    """What the player has done that waits: an offer for an answer, premoves for their turn."""
    offered = own_offer_text(room, model.me.id)
    if not model.premoves:
        return offered
    planned = tell("status.cancel-premoves", premoves=premove_text(model.premoves, model.size))
    return f"{offered} {planned}".strip()


def _looking_back(model: ScreenModel, room: Room, view: Viewpoint) -> str:
    text = look_back_text(room, view.node, view.tried, is_viewer=model.seat is None)
    return f"{_autoplay(model)} {text}".strip()


def _autoplay(model: ScreenModel) -> str:
    return "" if model.pace is None else tell("status.pace", seconds=f"{model.pace:g}")


def going_on_text(model: ScreenModel, now: Instant) -> str:
    """When the next game will be shown, and how to choose that; empty if none is waiting."""
    if model.next_room is None:
        return ""
    if model.moves_on_at is None:
        return tell("status.next-is-on")
    left = -(-(model.moves_on_at - now) // 1000)
    if left <= 0:
        return tell("status.next-is-on-stay")
    return tell("status.next-comes", n=left)


def _my_turn(model: ScreenModel, position: Position) -> str:
    """What to do in one's own turn; in the first ones also how. Of several people, who is to do it."""
    text = my_turn_text(position)
    if position.ply < 4 and not position.choices and len(position.legal_points) > 1:
        text = tell("status.how-to-move", turn=text, point=_open_point(position))
    return f"{name_of(model.me)}, {text[:1].lower()}{text[1:]}" if model.shares_board else text


def _open_point(position: Position) -> str:
    """One where a stone may go, on the diagonal from the centre if there is any."""
    size, points = position.rules.size, position.legal_points
    diagonal = (point_at(line, line, size) for line in range(size // 2, size))
    point = next((point for point in diagonal if point in points), None)
    return format_point(next(iter(points)) if point is None else point, size)


def _looking(model: ScreenModel, room: Room, view: Viewpoint, now: Instant) -> str:
    """Where the player looks in a game that is over; what comes next is said, too, if anything does."""
    is_awaited = model.next_room is not None or room.offers or room.sequel
    if model.practice is not None and view.node == model.practice.stone.turns:
        return model.practice.whole_text
    parts = [_next(model, now)] if is_awaited else []
    parts += [_autoplay(model)] if model.pace is not None else []
    if view.tried:
        return " ".join((*parts, own_branch_text(room, view.node, view.tried)))
    judged = _judged(model, room, view.node)
    if model.is_local:
        return " ".join((*parts, recorded_text(room, view.node, judged)))
    looking = post_mortem_text(room, view.node, view.following, model.looks, model.me.id, judged=judged)
    return " ".join((*parts, looking))


def _judged(model: ScreenModel, room: Room, node: int) -> str:
    """What a review says about the stone that led to the place where the player looks; may be empty."""
    stone = None if model.review is None else model.review.placed_at(node)
    return "" if stone is None else stone_text(stone, room.created.ruleset)


def _next(model: ScreenModel, now: Instant) -> str:
    """What comes after a game."""
    if model.next_room is not None:
        return going_on_text(model, now)
    room = model.room
    if room is not None and (offered := offer_text(room, model.me.id)):
        return tell("status.or-press-r", question=offered)
    if room is not None and room.sequel:
        return tell("status.went-on", room=room.sequel)
    if model.may_rematch:
        return tell("status.may-rematch")
    if room is not None and room.offers and model.seat is not None:
        return tell("status.rematch-asked")
    if model.follows:
        return tell("status.next-shown-here")
    is_over = room is not None and room.status is ev.Status.FINISHED
    return tell("status.may-review" if is_over else "status.may-quit")
