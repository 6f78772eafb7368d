"""The lobby as lines of text: pure functions of what it shows."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final

from pente_client.lobby.lobby_model import LobbyEntry, LobbyModel, LobbySection, section_of
from pente_client.play.question import leave_question
from pente_client.terminal.pages.key_bar import KeyBar, key_bar
from pente_client.terminal.pages.page_action import PageAction, possible
from pente_client.terminal.pages.row_list import RowLine
from pente_client.terminal.scroll_pane import rule
from pente_client.terminal.styled_text import (
    EMPTY,
    Fragment,
    Line,
    cut,
    fit,
    shorten,
    shorten_to_words,
    spread,
    width,
    wrap,
)
from pente_client.words.bots.house_bots import is_called_bot, strength_text
from pente_client.words.connection import lost_text
from pente_client.words.lists.activity import activity_text, option_notes
from pente_client.words.lists.own_games import due_text, opponents_text, own_activity_text
from pente_client.words.phrases import rules_name, seated_name
from pente_client.words.waiting import start_notes
from pente_core.clock.clock import format_time_control
from pente_core.identity import Identity
from pente_core.room import events as ev
from pente_protocol.messages.lists import RoomActivity, RoomSummary
from pente_protocol.sentences import tell

_TITLES: Final = {
    LobbySection.MINE: "browse.your-games",
    LobbySection.INVITATIONS: "browse.invitations",
    LobbySection.SEATS: "browse.open-games",
    LobbySection.BOTS: "browse.bots",
    LobbySection.GAMES: "browse.games",
}
_WHO, _RULES, _TIME = 32, 17, 9
"""Columns of a list entry: two names of bots fit, and on a wide terminal any two."""
_WIDEST_WHO: Final = 60
_BOT, _SHORT_BOT = 20, 14
"""The columns of a bot's name, before its strength; and where there are few."""
_OPPONENT: Final = 21
"""The same of one's own games with the time of a deadline; one's own name goes without saying there."""
_WIDE: Final = 120
_USUAL: Final = 76
"""From here on an entry has its full columns; below, all of them get narrower."""
_NOTED: Final = 52
"""From here on there is space for a word about a room."""
_FORM_KEYS: Final = (
    (tell("browse.key-enter"), tell("browse.form-open")),
    (tell("browse.key-esc"), tell("browse.form-back")),
    (tell("browse.key-space"), tell("browse.form-list")),
    (tell("browse.key-arrows"), tell("browse.form-change")),
)
NOTES: Final = (
    "",
    tell("browse.how-to-select"),
    "",
    tell("browse.how-to-win"),
)
"""Below the keys in the help."""
NO_GAMES: Final = (tell("browse.no-games"), tell("browse.how-to-open"))
NO_MATCH: Final = tell("browse.no-match")
A_BOT: Final = tell("browse.a-bot")
NEW_HERE: Final = tell("browse.new-here")
"""For guests, who may see the game for the first time."""


def heading(model: LobbyModel, columns: int) -> Line:
    """The server, the player, and how many others are online."""
    left = f" pente {model.glyphs.dot} {model.server} {model.glyphs.dot} {seated_name(model.me)}"
    key = "browse.online" if columns < _NOTED else "lobby.players-online"
    right = f"{tell(key, n=model.online)} " if model.online else ""
    left = shorten(left, columns - width(right) - 1, model.glyphs.more)
    line = spread((("", left),), (("class:heading.turn", right),), columns)
    return tuple((f"class:heading {style}", text) for style, text in fit(line, columns))


def list_lines(model: LobbyModel, columns: int, rows: int) -> Sequence[RowLine]:
    """As much of the list as fits, with the selected entry in it."""
    below = (*_empty(model, columns), *_for_guests(model, columns))
    lines = [*_all_lines(model, columns), *map(RowLine, below)]
    chosen = next((number for number, line in enumerate(lines) if line.row == model.place), 0)
    start = min(max(0, chosen - rows // 2), max(0, len(lines) - rows))
    return lines[start : start + rows]


def notice_fragment(model: LobbyModel) -> Fragment:
    """What is said under the keys: a question, the lost connection or the latest notice; empty: nothing."""
    if model.lost:
        return "class:status.lost", lost_text(model.lost)
    if model.is_leaving:
        return "class:status.notice", leave_question(
            model.way_in, *(room.time for room in model.running)
        ).text
    return "class:status.error" if model.is_error else "class:status.notice", model.notice


def status_bar(actions: Sequence[PageAction], columns: int, *, is_filled_in: bool = False) -> KeyBar:
    """What the keys do; ``is_filled_in``: in the form of a new game."""
    if is_filled_in:
        return KeyBar(fit(tuple(_keys(_FORM_KEYS)), columns))
    return key_bar(possible(actions), columns)


def _all_lines(model: LobbyModel, columns: int) -> Iterator[RowLine]:
    """Every line of the list."""
    place = model.place
    for section, members in groupby(enumerate(model.entries), key=lambda member: member[1].section):
        entries = tuple(members)
        has_times = section is LobbySection.MINE and any(_is_due(entry) for _, entry in entries)
        note = tell("list.local-times") if has_times else ""
        yield RowLine(rule(tell(_TITLES[section]), note, columns, model.glyphs))
        for number, entry in entries:
            yield RowLine(_entry_line(model, entry, columns, is_chosen=number == place), number)


def _entry_line(model: LobbyModel, entry: LobbyEntry, columns: int, *, is_chosen: bool) -> Line:
    pointer = model.glyphs.pointer if is_chosen else " "
    head: Fragment = ("class:lobby.chosen" if is_chosen else "", f"{pointer} ")
    if entry.bot is not None:
        line: Line = (head, *_bot_fragments(entry.bot, columns - 2, model.glyphs.more))
    else:
        assert entry.room is not None
        line = (head, *_room_fragments(model, entry.room, entry.activity, columns))
    if not is_chosen:
        return fit(line, columns)
    return tuple((f"class:lobby.chosen {style}".strip(), text) for style, text in fit(line, columns))


def _bot_fragments(bot: Identity, columns: int, more: str) -> Iterator[Fragment]:
    name = shorten(f"{seated_name(bot):<{_BOT if columns >= _NOTED else _SHORT_BOT}}", columns, more)
    yield "", name
    yield "class:label", shorten_to_words(f" {strength_text(bot.name)}", columns - width(name), more)


def _is_due(entry: LobbyEntry) -> bool:
    """Whether the entry tells a time of the day."""
    return entry.room is not None and bool(due_text(entry.room, entry.activity))


def _room_fragments(
    model: LobbyModel, room: RoomSummary, activity: RoomActivity, columns: int
) -> Iterator[Fragment]:
    tells_time = section_of(room, model.me) is LobbySection.MINE and bool(due_text(room, activity))
    widest, rules, time = _widths(columns, _OPPONENT if tells_time else _WHO)
    more = model.glyphs.more
    opponents = opponents_text(room, model.me.id)
    who = shorten(opponents, widest, more) if tells_time else _who(model, room, widest)
    control = format_time_control(room.time)
    shown = tell("phrase.no-clock") if control == "-" else control
    yield from fit((("", who),), widest)
    name = shorten_to_words(rules_name(room.ruleset), rules - 1, more)
    yield from fit((("", f" {name}"),), rules)
    yield from fit((("", f" {shorten(shown, time - 1, more)}"),), time)
    left = columns - widest - rules - time - 3
    yield "class:label", f" {_whole_notes(_notes(model, room, activity), left, more)}" if left > 0 else ""


def _whole_notes(notes: str, columns: int, more: str) -> str:
    """As many whole notes as fit; the first one is shortened if it has to be."""
    if width(notes) <= columns:
        return notes
    whole = cut(notes, columns + 2).rpartition(", ")[0]
    if not whole:
        return shorten(notes, columns, more)
    return f"{whole}{more}" if width(f"{whole}{more}") <= columns else whole


def _widths(columns: int, least: int) -> tuple[int, int, int]:
    """The columns of the players, the rules and the time of an entry."""
    if columns >= _USUAL:
        return min(least + max(0, columns - _WIDE), _WIDEST_WHO), _RULES, _TIME
    rules = max(10, _RULES - (_USUAL - columns) // 3)
    notes = columns // 6 if columns >= _NOTED else 0
    return max(12, min(least, columns - 2 - rules - _TIME - notes)), rules, _TIME


def _who(model: LobbyModel, room: RoomSummary, columns: int) -> str:
    """The players of a room; of one that waits, the opponents one would have. Long names are cut."""
    if room.status is ev.Status.WAITING:
        others = [player for player in room.seats if player is not None and player.id != model.me.id]
        names, between = [_name(player) for player in others], ", "
    else:
        names, between = list(map(_name, room.seats)), f" {'–' if model.glyphs.stones else '-'} "
    if not names:
        return shorten(tell("browse.waiting-for-player"), columns, model.glyphs.more)
    return between.join(_sharing(names, columns - len(between) * (len(names) - 1), model.glyphs.more))


def _sharing(names: Sequence[str], columns: int, more: str) -> Iterator[str]:
    """The names, so that all of them fit: short ones leave their space to long ones."""
    by_length = sorted(range(len(names)), key=lambda n: width(names[n]))
    shown = dict[int, str]()
    for place, number in enumerate(by_length):
        shown[number] = shorten(names[number], max(2, columns // (len(names) - place)), more)
        columns -= width(shown[number])
    return (shown[number] for number in range(len(names)))


def _name(player: Identity | None) -> str:
    name = seated_name(player)
    return tell("people.bot", name=name) if is_called_bot(player) else name


def _notes(model: LobbyModel, room: RoomSummary, activity: RoomActivity) -> str:
    free = room.seats.count(None)
    is_mine = section_of(room, model.me) is LobbySection.MINE
    now = model.now
    going_on = own_activity_text(room, activity, model.me, now) if is_mine else activity_text(room, activity)
    featured = tell("browse.featured") if room.id == model.featured else ""
    seats = tell("lobby.open-seats", n=free) if free > 1 else ""
    notes = (going_on, *start_notes(room), featured, *option_notes(room.options), seats)
    return ", ".join(filter(None, notes))


def _empty(model: LobbyModel, columns: int) -> Iterator[Line]:
    """What would stand in a list without games, and what to do; nothing where there are some."""
    if any(entry.room is not None for entry in model.entries):
        return
    has_bots = any(bot.id != model.me.id for bot in model.bots)
    texts = (*NO_GAMES, *((A_BOT,) if has_bots else ()))
    yield EMPTY
    for text in (NO_MATCH,) if model.words else texts:
        yield from ((("class:label", f"  {line}"),) for line in wrap(text, columns - 3))


def _for_guests(model: LobbyModel, columns: int) -> Iterator[Line]:
    if model.me.is_guest and model.is_new and not model.words:
        yield EMPTY
        yield from ((("class:label", f"  {line}"),) for line in wrap(NEW_HERE, columns - 3))


def _keys(keys: Sequence[tuple[str, str]]) -> Iterator[Fragment]:
    for number, (key, meaning) in enumerate(keys):
        yield "", "  " if number else " "
        yield "class:help.key", key
        yield "", f" {meaning}"
