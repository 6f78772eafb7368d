"""The sides: who plays which stones, who is to move, clocks and captures."""

from pente_client.screen.model.screen_model import ScreenModel
from pente_client.screen.text.clocks import is_low
from pente_client.terminal.styled_text import Fragment, Line, cut, fit, spread, width
from pente_client.words.phrases import counts_pairs, reading_text, seated_name
from pente_core.clock.clock import reading
from pente_core.clock.instant import Instant
from pente_core.identity import PlayerKind
from pente_core.room import Room, Status
from pente_core.room.state.absence import is_absent
from pente_core.rules.game import Game

_CLOCK = 8
_CAPTURES = 8


def sides_lines(model: ScreenModel, now: Instant, columns: int) -> tuple[Line, ...]:
    """A line of titles, and one for each side."""
    room = model.room
    if room is None:
        return ()
    return (
        _titles(room, columns),
        *(_side(model, room, seat, now, columns) for seat in range(len(room.seats))),
    )


def captures_of(room: Room, seat: int, shown: Game | None = None) -> str:
    """What a side (with its partner) has captured, and the goal: in pairs where only pairs are captured.

    Looks like ``2/5``; empty where the rules have no captures. ``shown``: where the player looks.
    """
    rules = room.created.ruleset
    if not rules.captures:
        return ""
    taken = (shown or room.game).position.taken_by_team(seat)
    if counts_pairs(rules):
        return f"{taken // 2}/{-(-rules.goal_of(seat) // 2)}"
    return f"{taken}/{rules.goal_of(seat)}"


def _titles(room: Room, columns: int) -> Line:
    titles = "clock".rjust(_CLOCK) if room.clock.remaining else ""
    if room.created.ruleset.captures:
        titles += ("pairs" if counts_pairs(room.created.ruleset) else "stones").rjust(_CAPTURES)
    return fit((("class:title", titles.rjust(columns)),), columns)


def _side(model: ScreenModel, room: Room, seat: int, now: Instant, columns: int) -> Line:
    numbers = (*_clock(room, seat, now), *_captures(room, seat, model.game))
    spare = columns - sum(width(text) for _, text in numbers) - 1
    return spread(_who(model, room, seat, spare), numbers, columns)


def _who(model: ScreenModel, room: Room, seat: int, columns: int) -> Line:
    """Pointer, stone, name and tags; the name is cut where there is too little space."""
    rules = room.created.ruleset
    is_turn = room.to_act == seat
    tags = "".join(f" {tag}" for tag in _tags(model, room, seat))
    name = cut(_name(room, seat), columns - 3 - len(tags))
    style = "class:side.turn" if is_turn else "class:side"
    return (
        ("class:side.turn", model.glyphs.pointer if is_turn else " "),
        (f"class:stone.{rules.colours[seat]}", model.glyphs.stone(rules, seat)),
        (style, f" {name}"),
        ("class:side.tag", tags),
    )


def _name(room: Room, seat: int) -> str:
    if room.seats[seat] is not None:
        return seated_name(room.seats[seat])
    return "open seat" if room.status is Status.WAITING else "nobody"


def _tags(model: ScreenModel, room: Room, seat: int) -> list[str]:
    rules, player = room.created.ruleset, room.seats[seat]
    tags = []
    if rules.teams:
        partner = next(other for other in rules.team(seat) if other != seat)
        tags.append(f"+{model.glyphs.stone(rules, partner)}")
    if player is None:
        return tags
    if seat == model.reader_seat:
        tags.append("you")
    elif player.kind is PlayerKind.BOT:
        tags.append("bot")
    if room.status is Status.WAITING and seat in room.ready:
        tags.append("ready")
    if room.game.position.out >> seat & 1:
        tags.append("out")
    elif is_absent(room.absent, seat):
        tags.append("gone")
    elif model.presence and seat < len(model.presence.present) and not model.presence.present[seat]:
        tags.append("away")
    return tags


def _clock(room: Room, seat: int, now: Instant) -> tuple[Fragment, ...]:
    if not room.clock.remaining:
        return ()
    shown = reading(room.created.time, room.clock.remaining_at(now)[seat])
    runs = room.clock.running == seat
    style = "class:clock.low" if is_low(shown) and runs else "class:clock.runs" if runs else "class:clock"
    text = reading_text(shown)
    return (("", " " * (_CLOCK - len(text))), (style, text))


def _captures(room: Room, seat: int, shown: Game | None) -> tuple[Fragment, ...]:
    text = captures_of(room, seat, shown)
    return (("class:captures", text.rjust(_CAPTURES)),) if text else ()
