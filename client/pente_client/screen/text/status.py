"""The status line: an answer, a question, what is wrong, or what to do now."""

from pente_client.input.offer_answers import offer_text
from pente_client.screen.model.remarks import announcement_text
from pente_client.screen.model.screen_model import ScreenModel
from pente_client.terminal.styled_text import Line, wrap
from pente_client.words.absence import absence_text
from pente_client.words.outcome import room_outcome_text
from pente_client.words.phrases import name_of, names_of
from pente_core.clock.instant import Instant
from pente_core.room import Room, Status
from pente_core.rules.point import format_point, point_at
from pente_core.rules.position import Position


def status_lines(
    model: ScreenModel, now: Instant, columns: int, *, has_chat: bool = True
) -> tuple[Line, ...]:
    """The one thing that matters most now; one line where it fits, else more.

    Where the talk is not to be seen (``has_chat``), what was just said is shown here.
    """
    style, text = _status(model, now)
    if style in {"class:status", "class:status.ending"} and model.heard is not None and not has_chat:
        style, text = f"class:chat.{model.heard.kind}", f"{model.heard.who}: {model.heard.text}"
    return tuple(((style, line),) for line in wrap(text, columns - 1))


def _status(model: ScreenModel, now: Instant) -> tuple[str, str]:
    if model.question is not None:
        return "class:status.question", model.question.text
    if model.is_over:
        return "class:status.lost", f"the connection is over: {model.lost}; /quit leaves"
    if model.notice is not None:
        lost = " (no connection)" if model.lost else ""
        style = "class:status.error" if model.notice.is_error else "class:status.notice"
        return style, f"{model.notice.text}{lost}"
    if model.lost:
        later = f"; {model.sending} will be sent then" if model.sending else ""
        return "class:status.lost", f"reconnecting: {model.lost}{later}"
    if model.sending:
        return "class:status.notice", f"sending {model.sending}"
    is_ended = model.room is not None and model.room.status is Status.FINISHED
    return "class:status.ending" if is_ended else "class:status", hint(model, now)


def hint(model: ScreenModel, now: Instant) -> str:
    """What can be done now."""
    room = model.room
    if room is None:
        return "no game is being played now; the next one comes by itself" if model.follows else "no game"
    match room.status:
        case Status.WAITING:
            return _waiting(model, room)
        case Status.PLAYING:
            return _playing(model, room, now)
        case Status.FINISHED:
            return f"{room_outcome_text(room, model.seat)}; {_next(model, now)}"
        case Status.CLOSED:
            return f"the room is closed; {_next(model, now)}"


def _waiting(model: ScreenModel, room: Room) -> str:
    missing = room.seats.count(None)
    if not missing:
        return _starting(model, room)
    if model.seat is None:
        return "waiting for players; /join takes a free seat"
    players = "another player" if missing == 1 else f"{missing} more players"
    return f"waiting for {players}: they type {model.way_in}"


def _starting(model: ScreenModel, room: Room) -> str:
    """All have come, and say that they are ready."""
    unready = [player for seat, player in enumerate(room.seats) if seat not in room.ready]
    if model.seat is not None and model.seat not in room.ready:
        return "everybody is here: /ready lets the game begin, /leave gets up"
    return f"waiting for {names_of(unready)} to be ready"


def _playing(model: ScreenModel, room: Room, now: Instant) -> str:
    if offered := offer_text(room, model.me.id):
        return offered
    if missed := absence_text(room, model.me, now):
        return missed
    if room.paused is not None:
        return "the game is paused; /resume goes on"
    entry = model.score.last if model.score else None
    latest = ""
    if entry is not None and entry.colour is not None:
        calls = f", {announcement_text(entry.calls)}" if entry.calls else ""
        latest = f"{model.glyphs.stone(room.created.ruleset, entry.colour)} {entry.text}{calls}"
    if not model.is_my_turn:
        who = name_of(room.seats[room.to_act]) if room.to_act is not None else "nobody"
        return f"{latest}; {who} to move" if latest else f"{who} to move"
    todo = _todo(room)
    mine = f"your turn: {todo}" if todo else "your turn"
    return f"{latest}; {mine}" if latest else mine


def _todo(room: Room) -> str:
    """What is special about the turn; empty when nothing is."""
    position = room.game.position
    points = position.legal_points
    if position.choices:
        *first, last = position.choices
        return f"{', '.join(first)} or {last}?"
    if len(points) == 1:
        return f"only {format_point(next(iter(points)), position.rules.size)} is open"
    if position.left == 2:
        return "two stones"
    if position.rules.stones_per_turn == 2 and position.ply:
        return "one more stone"
    return f"type a point like {_open_point(position)} or use the arrows" if position.ply < 4 else ""


def _open_point(position: Position) -> str:
    """One where a stone may go, on the diagonal from the centre if there is any."""
    size, points = position.rules.size, position.legal_points
    diagonal = (point_at(line, line, size) for line in range(size // 2, size))
    point = next((point for point in diagonal if point in points), None)
    return format_point(next(iter(points)) if point is None else point, size)


def _next(model: ScreenModel, now: Instant) -> str:
    """What comes after a game."""
    if model.moves_on_at is not None:
        return f"the next game comes in {max(1, -(-(model.moves_on_at - now) // 1000))} s"
    room = model.room
    if room is not None and (offered := offer_text(room, model.me.id)):
        return f"{offered} (or press r)"
    if room is not None and room.sequel:
        return f"the players have gone on in room {room.sequel}; /quit leaves"
    if model.may_rematch:
        return "r asks for a rematch, /quit leaves"
    if room is not None and room.offers and model.seat is not None:
        return "waiting for an answer to the rematch; /quit leaves"
    if model.follows:
        return "the next game comes by itself"
    return "/quit leaves, the talk goes on"
