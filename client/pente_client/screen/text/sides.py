"""The sides: who plays which stones, who is to move, clocks and captures."""

from enum import Enum, auto
from typing import Final, assert_never

from pente_client.screen.model.screen_model import ScreenModel
from pente_client.screen.text.clocks import is_low
from pente_client.terminal.styled_text import Fragment, Line, cut, fit, line_width, merged, spread, width
from pente_client.words.bots.house_bots import is_called_bot
from pente_client.words.phrases import counts_pairs, reading_text, seated_name
from pente_core.clock.clock import reading
from pente_core.clock.instant import Instant
from pente_core.room import Room
from pente_core.room import events as ev
from pente_core.room.absence import is_absent
from pente_core.rules.game import Game
from pente_protocol.sentences import tell

NARROW: Final = 26
"""Below so many columns a side takes two lines."""
_SPARE: Final = 14
"""The lines for moves and chat below captured stones."""
_CLOCK = 8
_CAPTURES = 8


class SidesForm(Enum):
    """How much the sides show, by the space of their panel."""

    NARROW = auto()
    """Two lines a side: the name, and below it clock and captures."""
    LINES = auto()
    """Titles, and a line a side."""
    SLOTS = auto()
    """Two lines a side: the second has the captured stones."""


def sides_form(room: Room, columns: int, height: int) -> SidesForm:
    """How the sides are shown in a panel of ``columns`` x ``height``."""
    if columns < NARROW:
        return SidesForm.NARROW
    has_space = height >= 2 * len(room.seats) + _SPARE
    return SidesForm.SLOTS if room.created.ruleset.captures and has_space else SidesForm.LINES


def sides_rows(room: Room, columns: int, height: int) -> int:
    """How many lines the sides take there."""
    seats = len(room.seats)
    return 1 + seats if sides_form(room, columns, height) is SidesForm.LINES else 2 * seats


def sides_lines(model: ScreenModel, now: Instant, columns: int, height: int) -> tuple[Line, ...]:
    """The sides at the top of a panel of ``columns`` x ``height``."""
    room = model.room
    if room is None:
        return ()
    seats, form = range(len(room.seats)), sides_form(room, columns, height)
    columns -= form is not SidesForm.NARROW  # a margin at the right
    match form:
        case SidesForm.LINES:
            return (_titles(room, columns), *(_side(model, room, seat, now, columns) for seat in seats))
        case SidesForm.SLOTS:
            return tuple(line for seat in seats for line in _side_with_slots(model, room, seat, now, columns))
        case SidesForm.NARROW:
            return tuple(line for seat in seats for line in _narrow_side(model, room, seat, now, columns))
        case _ as unreachable:
            assert_never(unreachable)


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
    titles = tell("screen.clock").rjust(_CLOCK) if room.clock.remaining else ""
    if room.created.ruleset.captures:
        titles += tell("screen.pairs" if counts_pairs(room.created.ruleset) else "screen.stones").rjust(
            _CAPTURES
        )
    return fit((("class:title", titles.rjust(columns)),), columns)


def _side(model: ScreenModel, room: Room, seat: int, now: Instant, columns: int) -> Line:
    numbers = (*_clock(room, seat, now), *_captures(room, seat, model.game))
    spare = columns - sum(width(text) for _, text in numbers) - 1
    return spread(_who(model, room, seat, spare), numbers, columns)


def _side_with_slots(
    model: ScreenModel, room: Room, seat: int, now: Instant, columns: int
) -> tuple[Line, Line]:
    clock = _clock(room, seat, now)
    spare = columns - sum(width(text) for _, text in clock) - 1
    first = spread(_who(model, room, seat, spare), clock, columns)
    captures = captures_of(room, seat, model.game)
    slots = _slots(model, room, seat, columns - 7 - len(captures))
    return first, spread((("", "    "), *slots), (("class:captures", captures),), columns)


def _slots(model: ScreenModel, room: Room, seat: int, columns: int) -> Line:
    """A place for every stone that is to be captured, in pairs where pairs are; nothing without space."""
    rules = room.created.ruleset
    position = (model.game or room.game).position
    taken, goal = position.taken_by_team(seat), rules.goal_of(seat)
    each = 2 if counts_pairs(rules) else 1
    if goal + (goal - 1) // each > columns:
        return ()
    fragments: list[Fragment] = []
    for first in range(0, goal, each):
        fragments += [("", " ")] if first else []
        for stone in range(first, min(first + each, goal)):
            fragments.append(_captured(model, room, seat) if stone < taken else _empty_slot(model))
    return merged(fragments)


def _captured(model: ScreenModel, room: Room, seat: int) -> Fragment:
    """A captured stone: the opponent's, or where there are several of no colour in particular."""
    rules = room.created.ruleset
    if rules.sides > 2:
        return "class:captures", model.glyphs.gone
    other = 1 - seat
    return f"class:stone.{rules.colours[other]}", model.glyphs.stone(rules, other)


def _empty_slot(model: ScreenModel) -> Fragment:
    return "class:slot", model.glyphs.slot


def _narrow_side(model: ScreenModel, room: Room, seat: int, now: Instant, columns: int) -> tuple[Line, Line]:
    captures = captures_of(room, seat, model.game)
    below = spread((("", "  "), *_clock(room, seat, now)), (("class:captures", captures),), columns)
    return fit(_who(model, room, seat, columns), columns), below


def _who(model: ScreenModel, room: Room, seat: int, columns: int) -> Line:
    """Pointer, stone, name and tags; the name is cut where there is too little space."""
    is_turn = room.to_act == seat
    tags = (
        *_partner(model, room, seat),
        *(("class:side.tag", f" {tag}") for tag in _tags(model, room, seat)),
    )
    colour, stone = _stone(model, room, seat)
    name = cut(_name(room, seat), columns - 4 - line_width(tags))
    style = "class:side.turn" if is_turn else "class:side"
    return (
        ("class:side.turn", model.glyphs.pointer if is_turn else " "),
        (colour, f" {stone} "),
        (style, name),
        *tags,
    )


def _stone(model: ScreenModel, room: Room, seat: int) -> Fragment:
    rules = room.created.ruleset
    return f"class:stone.{rules.colours[seat]}", model.glyphs.stone(rules, seat)


def _partner(model: ScreenModel, room: Room, seat: int) -> Line:
    """The stone of the partner in a team."""
    rules = room.created.ruleset
    if not rules.teams:
        return ()
    partner = next(other for other in rules.team(seat) if other != seat)
    return ("class:side.tag", f" {tell('status.with')} "), _stone(model, room, partner)


def _name(room: Room, seat: int) -> str:
    if room.seats[seat] is not None:
        return seated_name(room.seats[seat])
    return tell("list.open-seat" if room.status is ev.Status.WAITING else "phrase.nobody")


def _tags(model: ScreenModel, room: Room, seat: int) -> list[str]:
    player = room.seats[seat]
    tags: list[str] = []
    if player is None:
        return tags
    if seat == model.reader_seat:
        tags += [tell("phrase.you")] * (player.name != "you")  # as in lessons
    elif is_called_bot(player):
        tags.append(tell("phrase.bot"))
    if room.status is ev.Status.WAITING and seat in room.ready:
        tags.append(tell("people.ready"))
    if room.game.position.out >> seat & 1:
        tags.append(tell("people.out"))
    elif is_absent(room.absent, seat):
        tags.append(tell("screen.gone"))
    elif model.presence and seat < len(model.presence.present) and not model.presence.present[seat]:
        tags.append(tell("people.away"))
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
