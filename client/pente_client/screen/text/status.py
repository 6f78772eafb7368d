"""The status line: an answer, a question, a problem, or what to do now."""

from typing import assert_never

from pente_client.input.offer_answers import offer_text
from pente_client.screen.model.screen_model import ScreenModel
from pente_client.screen.text.last_turn import last_turn_text
from pente_client.terminal.styled_text import Line, wrap
from pente_client.words.absence import absence_text
from pente_client.words.outcome import room_outcome_text
from pente_client.words.phrases import name_of, names_of
from pente_client.words.sentences import closed
from pente_core.clock.instant import Instant
from pente_core.room import Room, Status
from pente_core.rules.point import format_point, point_at
from pente_core.rules.position import Position


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
    if model.is_over:
        return "class:status.lost", f"The connection has ended: {closed(model.lost)} /quit leaves."
    if model.notice is not None:
        lost = " (no connection)" if model.lost else ""
        style = "class:status.error" if model.notice.is_error else "class:status.notice"
        return style, f"{model.notice.text}{lost}"
    if model.lost:
        later = f" {model.sending} will be sent then." if model.sending else ""
        return "class:status.lost", f"Reconnecting: {closed(model.lost)}{later}"
    if model.sending:
        return "class:status.notice", f"Sending {model.sending} ..."
    is_ended = model.room is not None and model.room.status is Status.FINISHED
    return "class:status.ending" if is_ended else "class:status", hint(model, now)


def hint(model: ScreenModel, now: Instant) -> str:
    """What can be done now."""
    room = model.room
    if room is None:
        return "No game is on. The next one will be shown here." if model.follows else "No game."
    match room.status:
        case Status.WAITING:
            return _waiting(model, room)
        case Status.PLAYING:
            return _playing(model, room, now)
        case Status.FINISHED:
            return f"{closed(room_outcome_text(room, model.seat))} {_next(model, now)}"
        case Status.CLOSED:
            return f"The room is closed. {_next(model, now)}"
        case _ as unreachable:
            assert_never(unreachable)


def _waiting(model: ScreenModel, room: Room) -> str:
    missing = room.seats.count(None)
    if not missing:
        return _starting(model, room)
    if model.seat is None:
        return "Waiting for players. /join takes a free seat."
    players = "another player" if missing == 1 else f"{missing} more players"
    return f"Waiting for {players}. To join: {model.way_in}"


def _starting(model: ScreenModel, room: Room) -> str:
    """What is missing where all seats are taken: that everybody says that they are ready."""
    unready = [player for seat, player in enumerate(room.seats) if seat not in room.ready]
    if model.seat is not None and model.seat not in room.ready:
        return "Everybody is here. /ready starts the game, /leave gives up your seat."
    return f"Waiting for {names_of(unready)} to be ready."


def _playing(model: ScreenModel, room: Room, now: Instant) -> str:
    if offered := offer_text(room, model.me.id):
        return offered
    if missed := absence_text(room, model.me, now):
        return closed(missed)
    if room.paused is not None:
        return "The game is paused. /resume continues it."
    turn = _my_turn(room.game.position) if model.is_my_turn else _their_turn(room)
    return f"{last_turn_text(model)} {turn}".strip()


def _their_turn(room: Room) -> str:
    return f"It is {name_of(room.seats[room.to_act])}'s turn." if room.to_act is not None else ""


def _my_turn(position: Position) -> str:
    """What to do in one's own turn."""
    points = position.legal_points
    if position.choices:
        *first, last = position.choices
        return f"First choose: {', '.join(first)} or {last}."
    if len(points) == 1:
        point = format_point(next(iter(points)), position.rules.size)
        return f"Your move: the {'next' if position.ply else 'first'} stone must go on {point}."
    if position.stones_left == 2:
        return "Your move: two stones."
    if position.rules.stones_per_turn == 2 and position.ply:
        return "Your move: one more stone."
    if position.ply < 4:
        return f"Your turn. Type a point like {_open_point(position)}, or use the arrows."
    return "Your turn."


def _open_point(position: Position) -> str:
    """One where a stone may go, on the diagonal from the centre if there is any."""
    size, points = position.rules.size, position.legal_points
    diagonal = (point_at(line, line, size) for line in range(size // 2, size))
    point = next((point for point in diagonal if point in points), None)
    return format_point(next(iter(points)) if point is None else point, size)


def _next(model: ScreenModel, now: Instant) -> str:
    """What comes after a game."""
    if model.moves_on_at is not None:
        return f"The next game comes in {max(1, -(-(model.moves_on_at - now) // 1000))} s."
    room = model.room
    if room is not None and (offered := offer_text(room, model.me.id)):
        return f"{offered} (or press r)"
    if room is not None and room.sequel:
        return f"The players went on in room {room.sequel}. /quit leaves."
    if model.may_rematch:
        return "Press r for a rematch. /quit leaves."
    if room is not None and room.offers and model.seat is not None:
        return "Waiting for an answer to the rematch. /quit leaves."
    if model.follows:
        return "The next game will be shown here."
    return "/quit leaves. You can still chat."
