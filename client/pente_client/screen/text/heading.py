"""The heading: what is played, and whose turn it is."""

from collections.abc import Iterator, Sequence
from typing import Final, assert_never

from pente_client.play.shown.lesson import Lesson, LessonStage
from pente_client.screen.model.screen_model import ScreenModel
from pente_client.screen.text.clocks import is_low
from pente_client.screen.text.sides import captures_of
from pente_client.terminal.styled_text import (
    Fragment,
    Line,
    cut,
    fit,
    line_width,
    shorten_to_words,
    spread,
    width,
)
from pente_client.words.connection import latency_ms
from pente_client.words.lists.annotations import behind_text
from pente_client.words.outcome import room_outcome_text
from pente_client.words.phrases import name_of, reading_text
from pente_client.words.series import series_title
from pente_client.words.viewer_delay import delay_badge, delay_text, viewers_text
from pente_client.words.waiting import start_words
from pente_core.clock.clock import format_time_control, reading
from pente_core.clock.instant import Instant
from pente_core.room import Room
from pente_core.room import events as ev
from pente_core.rules.ruleset import RULESETS, Ruleset
from pente_protocol.sentences import tell

_LESSON_STAGES: Final = {
    LessonStage.TASK: "heading.your-turn",
    LessonStage.MISSED: "heading.try-again",
    LessonStage.DONE: "heading.well-done",
}


def heading(model: ScreenModel, columns: int, latency: float | None = None) -> Line:
    """The heading where the panel is visible too; ``latency`` in seconds, None: unknown."""
    room = model.room
    on_tv = [tell("heading.tv", channel=model.channel)] if model.follows else []
    if room is None:
        return _bar((("", f" {(on_tv or ['pente'])[0]}"),), columns)
    dot = f" {model.glyphs.dot} "
    if model.lesson is not None:
        return _lesson(model.lesson, dot, model.glyphs.more, columns)
    if model.is_read_only:  # its rules, clocks and turns are not those of the room that stands in for it
        return _ends(f" {dot.join([*on_tv, tell('heading.newer-game')])}", "", model.glyphs.more, columns)
    time = format_time_control(room.created.time)
    parts = [*on_tv, title_of(room.created.ruleset), tell("phrase.no-clock") if time == "-" else time]
    parts += [tell("phrase.rated")] if room.created.options.rated else []
    parts += start_words(room.created)
    parts += _delay(model, room)
    parts += [_series(model, room)] if series_title(room) else []
    right = f"{' '.join(filter(None, (badge_of(model), turn_of(model))))} "
    while len(parts) > 1 and len(dot.join(parts)) + len(right) + 2 > columns:
        parts.pop()
    left = " " + dot.join(parts)
    for part in _extras(model, latency):
        if len(f"{left}{dot}{part}{right}") + 2 <= columns:
            left += dot + part
    return _ends(left, right, model.glyphs.more, columns)


def _ends(left: str, right: str, more: str, columns: int) -> Line:
    """A heading with texts at both ends; what has to be cut says so, the left one first."""
    right = shorten_to_words(right, columns, more)
    left = shorten_to_words(left, columns - width(right) - 1, more)
    return _bar(spread((("", left),), (("class:heading.turn", right),), columns), columns)


def _lesson(lesson: Lesson, dot: str, more: str, columns: int) -> Line:
    """Which lesson or puzzle it is, and how far the learner has come."""
    left = f" {lesson.course} {lesson.number}/{lesson.count}{dot}{lesson.title}"
    return _ends(left, f"{tell(_LESSON_STAGES[lesson.stage])} ", more, columns)


def _extras(model: ScreenModel, latency: float | None) -> Iterator[str]:
    """What is shown where there is space for it."""
    if latency is not None and not model.lost:
        yield tell("heading.latency", n=latency_ms(latency))
    if model.room_id and not model.is_local:
        yield tell("heading.room", room=model.room_id)


def _delay(model: ScreenModel, room: Room) -> list[str]:
    """How far behind viewers see the game, while that is so, unless the badge says it already."""
    delay = room.created.options.viewer_delay
    if delay is None or room.status in (ev.Status.FINISHED, ev.Status.CLOSED):
        return []
    if model.seat is not None or room.status is not ev.Status.PLAYING:
        return [viewers_text(delay)]
    return [] if _live_badge(model, room) and model.looked_at is None else [delay_text(delay)]


def _series(model: ScreenModel, room: Room) -> str:
    """Which game of a series it is, and how that stands, in the order of the seats."""
    if model.series is None or not (model.series.halves or room.game.outcome):
        return series_title(room)
    series = model.series.with_game(room)
    return f"{series_title(room)} ({'-'.join(map(series.points, room.seats))})"


def bare_heading(model: ScreenModel, now: Instant, columns: int) -> Line:
    """The heading where there is no panel: as much of every side as fits."""
    room = model.room
    if room is None:
        return heading(model, columns)
    line: Line = ()
    for detail in range(4):
        sides = [_side(model, room, seat, now, detail) for seat in range(len(room.seats))]
        spare = columns - sum(map(line_width, sides)) - len(sides) + 1
        line = _joined(sides, " " * (1 + min(2, max(0, spare) // (len(sides) - 1))))
        if spare >= 0:
            break
    return _bar(line, columns)


def badge_of(model: ScreenModel) -> str:
    """Whether the game is shown as it is now, or how far behind; empty where that goes without saying."""
    room, looked_at = model.room, model.looked_at
    if room is None or room.status is not ev.Status.PLAYING:
        return tell("heading.own-branch") if looked_at is not None and looked_at.view.is_own_branch else ""
    if looked_at is None:
        return _live_badge(model, room)
    if looked_at.view.is_own_branch:
        return tell("heading.own-branch")
    return f"[{behind_text(len(room.game.turns) - looked_at.view.node)}]"


def _live_badge(model: ScreenModel, room: Room) -> str:
    """That a viewer sees the game as it is now, or so much later; players know."""
    if model.seat is not None or model.lost or model.is_local:
        return ""
    delay = room.created.options.viewer_delay
    return tell("heading.live") if delay is None else delay_badge(delay)


def turn_of(model: ScreenModel) -> str:
    """Whose turn it is, or how it ended, in a few words."""
    room = model.room
    if model.lost:
        return tell("connection.none")
    if room is None:
        return ""
    if model.draft is not None:
        return tell("heading.setting-up")
    match room.status:
        case ev.Status.WAITING:
            return tell("heading.waiting")
        case ev.Status.CLOSED:
            return tell("heading.closed")
        case ev.Status.FINISHED:
            return room_outcome_text(room, model.reader_seat).removesuffix(".")
        case ev.Status.PLAYING:
            if room.paused is not None:
                return tell("lobby.paused")
            if model.is_my_turn and not model.shares_board:
                return tell("heading.your-turn")
            return "" if room.to_act is None else tell("list.to-move", name=name_of(room.seats[room.to_act]))
        case _ as unreachable:
            assert_never(unreachable)


def title_of(rules: Ruleset) -> str:
    """The name of the ruleset, with what differs most from its usual form.

    >>> from pente_core.rules.ruleset import ruleset_from
    >>> title_of(ruleset_from({"base": "pente", "size": 13, "sides": 3}))
    'pente 13x13, 3 sides, 4 in a row'
    """
    base = RULESETS[rules.base]
    parts = [f"{rules.base} {rules.size}x{rules.size}" if rules.size != base.size else rules.base]
    if rules.sides != base.sides:
        parts.append(tell("heading.two-teams") if rules.teams else tell("heading.sides", n=rules.sides))
    if rules.line != base.line:
        parts.append(tell("room.by-line", n=rules.line))
    if base.captures and not rules.captures:
        parts.append(tell("heading.no-captures"))
    return ", ".join(parts)


def _bar(line: Line, columns: int) -> Line:
    """The line as a bar over the whole width."""
    return tuple((f"class:heading {style}", text) for style, text in fit(line, columns))


def _joined(sides: Sequence[Line], gap: str) -> Line:
    first, *others = sides
    return (*first, *(fragment for side in others for fragment in (("", gap), *side)))


def _side(model: ScreenModel, room: Room, seat: int, now: Instant, detail: int) -> Line:
    """One side; each ``detail`` above 0 leaves something more out. Our own is underlined."""
    rules = room.created.ruleset
    pointer = model.glyphs.pointer if room.to_act == seat else " "
    name = cut(name_of(room.seats[seat]) if room.seats[seat] else tell("people.open"), (20, 9, 5, 0)[detail])
    line: list[Fragment] = [
        ("class:heading.turn", pointer),
        (f"class:stone.{rules.colours[seat]}", model.glyphs.stone(rules, seat)),
        ("class:heading.me" if seat == model.reader_seat else "", f" {name}" if name else ""),
    ]
    if room.clock.remaining:
        shown = reading(room.created.time, room.clock.remaining_at(now)[seat])
        low = is_low(shown) and room.clock.running == seat
        line.append(("class:clock.low" if low else "", f" {reading_text(shown)}"))
    captures = captures_of(room, seat, model.game)
    if captures:
        line.append(("", f" {captures if detail < 2 else captures.partition('/')[0]}"))
    return tuple(line)
