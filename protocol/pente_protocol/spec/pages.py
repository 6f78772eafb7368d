"""The pages for people: the texts in ``text/``, filled in from the message types.

`PROTOCOL` is enough to play, to watch and to resume; the others are for who wants more. `page_of` says which
page explains what, and every link leads to the page that has its heading.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Any, Final, get_args

from msgspec import to_builtins

from pente_core.clock import clock
from pente_core.clock.time_control import TimeControl
from pente_core.notation import format_position
from pente_core.room import SENTENCES
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_core.room.absence import SEAT_KEPT, SEAT_KEPT_FOR_GUESTS
from pente_core.room.deadlines import UNTOUCHED, WAITING_ENDS
from pente_core.room.negotiation import LONGEST_PAUSE, MOST_GIVEN
from pente_core.room.offers import MOST_ASKED, NOTICE
from pente_core.rules.board import GLYPHS
from pente_core.rules.point import parse_point
from pente_core.rules.position import Position
from pente_core.rules.ruleset import RULESETS, Ruleset
from pente_core.value import tag_of
from pente_protocol.choices.level import Level
from pente_protocol.client_codec import SERVER_BOUNDS
from pente_protocol.errors import CloseCode, ErrorCode
from pente_protocol.frames import CLIENT_FRAME_MAX, SERVER_FRAME_MAX
from pente_protocol.json_codec import LAST_EXACT
from pente_protocol.levels import REQUESTS
from pente_protocol.messages import ClientMessage, ServerMessage
from pente_protocol.messages.account import SignIn
from pente_protocol.messages.base import LAST_REQUEST, MOST_ROOMS, RulesetSpec
from pente_protocol.messages.features import ServerFeature
from pente_protocol.messages.rooms import CodeFound, FindCode, ShareCode
from pente_protocol.spec.catalogue import (
    WireField,
    aliased,
    doc_of_alias,
    fields_of,
    is_alias,
    is_reply,
    members,
    portable_pattern,
    replies_to,
    requests,
    unconstrained,
    vocabulary,
)
from pente_protocol.spec.compact_json import compact
from pente_protocol.spec.docstrings import doc_of, docs_in
from pente_protocol.spec.examples import Example, examples
from pente_protocol.spec.markdown import heading_of, line, prose, slug, type_words
from pente_protocol.untrusted_text import LONGEST_CHAT, RESERVED_NAMES
from pente_protocol.version import JSON_SUBPROTOCOL, SUBPROTOCOL, VERSION

_TEXTS: Final = Path(__file__).with_name("text")
PROTOCOL: Final = "protocol.md"
"""The core: what every client needs."""
PEOPLE: Final = "people.md"
LISTS: Final = "lists.md"
REVIEW: Final = "review.md"
VALUES: Final = "values.md"
CHANGES: Final = "changes.md"
"""What each revision of the protocol has added; all that it does not name was there at first."""
PAGES: Final = (PROTOCOL, PEOPLE, LISTS, REVIEW, VALUES, CHANGES)
"""The pages, in the order in which one reads them."""
_PAGE_OF_MODULE: Final[Mapping[str, str]] = {
    "account": PEOPLE,
    "direct_messages": PEOPLE,
    "friends": PEOPLE,
    "people": PEOPLE,
    "archive": LISTS,
    "lists": LISTS,
    "tv": LISTS,
    "post_mortem": REVIEW,
    "reviews": REVIEW,
}
"""The page of the messages of a module; of the others it is the core."""
_ELSEWHERE: Final[Mapping[type, str]] = {
    **dict.fromkeys(
        (cmd.Mute, cmd.Unmute, cmd.Kick, cmd.Ban, cmd.Unban, cmd.SetWatchPolicy, cmd.Say), PEOPLE
    ),
    **dict.fromkeys((ev.Muted, ev.Unmuted, ev.Kicked, ev.Banned, ev.Unbanned), PEOPLE),
    **dict.fromkeys((ev.WatchPolicyChanged, ev.Said, ev.VacationStarted, ev.VacationEnded), PEOPLE),
    **dict.fromkeys((cmd.SetConditions, ev.ConditionsSet, ev.RatingsChanged), PEOPLE),
    **dict.fromkeys((cmd.GiveTime, cmd.Resume, ev.TimeGiven, ev.Paused, ev.Resumed), PEOPLE),
    **dict.fromkeys((ShareCode, FindCode, CodeFound), LISTS),
    **dict.fromkeys((cmd.AddVariation, cmd.AddComment, cmd.MarkPoints, cmd.RemoveAnnotation), REVIEW),
    **dict.fromkeys((ev.VariationAdded, ev.CommentAdded, ev.PointsMarked, ev.AnnotationRemoved), REVIEW),
}
"""What else a client can play without."""


def page_of(type_: type) -> str:
    """The page that explains a message, a command or an event."""
    return _ELSEWHERE.get(type_) or _PAGE_OF_MODULE.get(type_.__module__.rpartition(".")[2], PROTOCOL)


def page_md(page: str) -> str:
    """The contents of a page of `PAGES`."""
    return re.sub(r"\]\(#([^)]+)\)", lambda found: f"]({_address(found[1], page)})", _unlinked(page))


@cache
def _unlinked(page: str) -> str:
    """A page with links to headings of all pages, as if they were one."""
    text = (_TEXTS / page).read_text(encoding="utf-8")
    return re.sub(r"\{\{(\w+)\}\}", lambda found: _filled(found[1], page), text)


def _filled(name: str, page: str) -> str:
    """The text for a placeholder in double braces."""
    return _CHAPTERS[name](page).rstrip() if name in _CHAPTERS else str(_NUMBERS[name])


def _address(anchor: str, page: str) -> str:
    """Where a heading is, from a page. Raises KeyError when no page has it."""
    there = _headings()[anchor]
    return f"#{anchor}" if there == page else f"{there}#{anchor}"


@cache
def _headings() -> Mapping[str, str]:
    """The page of each heading, by anchor."""
    found = ((page, re.findall(r"^#+ (.+)$", _unlinked(page), re.MULTILINE)) for page in PAGES)
    return {slug(heading): page for page, headings in found for heading in headings}


def _request_table(_: str) -> str:
    level = {request: level for level, some in REQUESTS.items() for request in some}
    rows = (
        f"| {_message(tag)} | {_first_sentence(type_)} | {_message(tag_of(type_.reply))} | {level[type_]} "
        f"| {_since(f'Message {tag}')} |\n"
        for tag, type_ in requests().items()
    )
    return "".join(("| request | | reply | level | since |\n|---|---|---|---|---|\n", *rows))


def _levels(_: str) -> str:
    docs = docs_in(Level)
    rows = (f"| `{level}` | {docs[level.name]} |\n" for level in Level)
    return "".join(("| level | |\n|---|---|\n", *rows))


def _news_table(_: str) -> str:
    rows = (
        f"| {_message(tag)} | {_first_sentence(type_)} | {_since(f'Message {tag}')} |\n"
        for tag, type_ in members(ServerMessage).items()
        if not is_reply(type_)
    )
    return "".join(("| message | | since |\n|---|---|---|\n", *rows))


def _command_table(_: str) -> str:
    rows = (
        f"| {_link('Command', tag_of(one))} | {_first_sentence(one)} | {_events_in(one.facts.leads_to)} "
        f"| {_since(f'Command {tag_of(one)}')} |\n"
        for one in get_args(cmd.PlayerCommand)
    )
    return "".join(("| command | | events | since |\n|---|---|---|---|\n", *rows))


def _since(heading: str) -> str:
    """The revision that has added what a heading names: the one whose list of `CHANGES` links to it."""
    text = (_TEXTS / CHANGES).read_text(encoding="utf-8")
    revisions = re.findall(r"^## (\S+)\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
    return next((number for number, added in revisions if f"(#{slug(heading)})" in added), "1")


def _events_in(events: Iterable[type]) -> str:
    return ", ".join(_link("Event", tag_of(event)) for event in events)


def _message(tag: str) -> str:
    return _link("Message", tag)


def _link(kind: str, tag: str) -> str:
    return f"[`{tag}`](#{slug(f'{kind} {tag}')})"


def _first_sentence(type_: type) -> str:
    """The first sentence of a docstring, for a table."""
    return re.split(r"(?<=[^.]\.)\s", line(doc_of(type_)), maxsplit=1)[0]


def _on(page: str, union: Any) -> Mapping[str, type]:
    """The members of a tagged union that a page explains."""
    return {tag: type_ for tag, type_ in members(union).items() if page_of(type_) == page}


def _requests(page: str) -> str:
    return "\n".join(
        _chapter(f"Message {tag}", type_, _answers(tag), _example(tag))
        for tag, type_ in _on(page, ClientMessage).items()
    )


def _answers(tag: str) -> str:
    return f"Answered by {' or '.join(map(_message, replies_to(tag)))}.\n"


def _answers_and_news(page: str) -> str:
    return "\n".join(
        _chapter(f"Message {tag}", type_, "" if is_reply(type_) else "Answers no request.\n", _example(tag))
        for tag, type_ in _on(page, ServerMessage).items()
    )


def _commands(page: str) -> str:
    return "\n".join(
        _chapter(f"Command {tag}", type_, "", _example(f"act.{tag}"))
        for tag, type_ in _on(page, cmd.PlayerCommand).items()
    )


def _events(page: str) -> str:
    return "\n".join(
        _chapter(f"Event {tag}", type_, "", _example(f"happened.{tag}"))
        for tag, type_ in _on(page, ev.Event).items()
    )


def _other_events(page: str) -> str:
    return _events_in(type_ for type_ in members(ev.Event).values() if page_of(type_) != page)


def _time_controls(_: str) -> str:
    return "\n".join(
        _chapter(f"Time control {tag}", type_, "", "") for tag, type_ in members(TimeControl).items()
    )


def _sign_ins(_: str) -> str:
    return "\n".join(_chapter(f"Account {tag}", type_, "", "") for tag, type_ in members(SignIn).items())


def _vocabulary(_: str) -> str:
    return "\n".join(_word(name, type_) for name, type_ in vocabulary().items() if type_ is not Ruleset)


def _word(name: str, type_: Any) -> str:
    if is_alias(type_):
        return f"### {heading_of(name, type_)}\n\n{_alias(type_)}\n"
    if issubclass(type_, StrEnum):
        return f"### {heading_of(name, type_)}\n\n{prose(doc_of(type_))}\n\n{_values(type_)}"
    return _chapter(heading_of(name, type_), type_, "", "")


def _alias(type_: Any) -> str:
    written = "" if type_ == RulesetSpec else f"A {type_words(unconstrained(aliased(type_)))}. "
    pattern = portable_pattern(aliased(type_))
    spelled = f" As a regular expression: `{pattern}`." if pattern else ""
    return f"{written}{prose(doc_of_alias(type_))}{spelled}"


def _values(enum: type[StrEnum]) -> str:
    docs = docs_in(enum)
    return "".join(
        f"* `{member}`{': ' + line(docs[member.name]) if member.name in docs else ''}\n" for member in enum
    )


def _chapter(heading: str, type_: type, more: str, example: str) -> str:
    parts = (f"### {heading}\n", f"{prose(doc_of(type_))}\n", more, _keys(type_), example)
    return "\n".join(part for part in parts if part.strip())


def _keys(type_: type) -> str:
    rows = [
        f"| `{field.name}` | {type_words(field.type)} | {_default(field)} | {line(field.doc)} |\n"
        for field in fields_of(type_)
        if field.name != "at" or not issubclass(type_, ev.RoomEvent)
    ]
    return "".join(("| key | value | left out | |\n|---|---|---|---|\n", *rows)) if rows else ""


def _default(field: WireField) -> str:
    if not field.can_be_sent:
        return "none"
    return f"`{compact(field.default).replace('null', 'nil')}`" if field.has_default else "–"


def _example(kind: str) -> str:
    found = examples().get(kind)
    return _shown(found) if found else ""


def _shown(example: Example) -> str:
    return f"```json\n{compact(example.wire)}\n```\n"


def _rulesets(_: str) -> str:
    given = (f"| `{name}` | {compact(_differences(rules))} |\n" for name, rules in RULESETS.items())
    return "".join(("| name | differs from `pente` in |\n|---|---|\n", *given))


def _differences(rules: Ruleset) -> dict[str, object]:
    """The parameters that differ from the ruleset pente."""
    wire = to_builtins(rules)
    return {name: value for name, value in wire.items() if name != "variant"}


def _refusals(_: str) -> str:
    rows = (f"| `{reason}` | {reason.kind} | {line(sentence)} |\n" for reason, sentence in SENTENCES.items())
    return "".join(("| code | kind | sentence |\n|---|---|---|\n", *rows))


def _denials(_: str) -> str:
    docs = docs_in(ErrorCode)
    rows = (f"| `{code}` | {code.kind} | {line(docs[code.name])} |\n" for code in ErrorCode)
    return "".join(("| code | kind | |\n|---|---|---|\n", *rows))


def _close_codes(_: str) -> str:
    docs = docs_in(CloseCode)
    again = {True: "no", False: "yes"}
    rows = (f"| {code.value} | {line(docs[code.name])} | {again[code.is_final]} |\n" for code in CloseCode)
    return "".join(("| code | | connect again |\n|---|---|---|\n", *rows))


def _contents(page: str) -> str:
    headings = re.findall(r"^## (.+)$", (_TEXTS / page).read_text(encoding="utf-8"), re.MULTILINE)
    return "".join(f"{number}. [{heading}](#{slug(heading)})\n" for number, heading in enumerate(headings, 1))


def _after_one_stone() -> Position:
    return Position.initial(RULESETS["pente"]).play(parse_point("K10", 19))[1]


def _features(_: str) -> str:
    """The features of servers, each with its meaning."""
    docs = docs_in(ServerFeature)
    rows = (f"| `{feature}` | {line(docs[feature.name])} |\n" for feature in ServerFeature)
    return "".join(("| feature | |\n|---|---|\n", *rows))


_CHAPTERS: Final[Mapping[str, Callable[[str], str]]] = {
    "contents": _contents,
    "levels": _levels,
    "request_table": _request_table,
    "news_table": _news_table,
    "command_table": _command_table,
    "flag_events": lambda _: _events_in(cmd.AFTER_THE_FLAG),
    "server_events": lambda _: _events_in(cmd.BY_THE_SERVER),
    "requests": _requests,
    "answers_and_news": _answers_and_news,
    "commands": _commands,
    "events": _events,
    "other_events": _other_events,
    "time_controls": _time_controls,
    "sign_ins": _sign_ins,
    "vocabulary": _vocabulary,
    "rulesets": _rulesets,
    "parameters": lambda _: _keys(Ruleset),
    "key_of_the_first_stone": lambda _: f"{_after_one_stone().key:016x}",
    "position_after_the_first_stone": lambda _: format_position(_after_one_stone()),
    "refusals": _refusals,
    "denials": _denials,
    "close_codes": _close_codes,
    "features": _features,
}
_NUMBERS: Final[Mapping[str, object]] = {
    "version": VERSION,
    "subprotocol": SUBPROTOCOL,
    "json_subprotocol": JSON_SUBPROTOCOL,
    "last_exact": LAST_EXACT,
    "client_frame": CLIENT_FRAME_MAX,
    "server_frame": SERVER_FRAME_MAX,
    "text": SERVER_BOUNDS.text,
    "items": SERVER_BOUNDS.items,
    "keys": SERVER_BOUNDS.keys,
    "rooms": MOST_ROOMS,
    "last_request": LAST_REQUEST,
    "longest_chat": LONGEST_CHAT,
    "reserved_names": ", ".join(sorted(RESERVED_NAMES)),
    "lag_quota": clock.QUOTA,
    "lag_stock": clock.STOCK,
    "lag_refill": clock.REFILL,
    "longest_pause": LONGEST_PAUSE // 86_400_000,
    "notice": NOTICE // 3_600_000,
    "most_given": MOST_GIVEN // 60_000,
    "waiting_ends": WAITING_ENDS // 60_000,
    "seat_kept": SEAT_KEPT // 1000,
    "seat_kept_for_guests": SEAT_KEPT_FOR_GUESTS // 60_000,
    "idle": ev.IDLE // 86_400_000,
    "untouched": UNTOUCHED // 3_600_000,
    "most_asked": MOST_ASKED,
    "glyphs": ", ".join(f"`{glyph}`" for glyph in GLYPHS),
}
