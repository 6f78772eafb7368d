"""Who is in a room, in words."""

import pytest

from pente_client.words.lists.people import options_text, people_lines, watchers_text
from pente_core.identity import PlayerKind
from pente_core.room import BotPolicy, ChatPolicy, Options, RatingRange, WatchPolicy
from pente_core.room import commands as cmd
from pente_core.value import replace
from pente_protocol.messages.rooms import RoomPresence
from tests.support.client.fake_client import ADA, BOB, ROOM, done, room_of


def test_who_sits_where_and_who_watches() -> None:
    bot = replace(BOB, kind=PlayerKind.BOT, rating=1512)
    options = Options(bots=BotPolicy.ANYBODY)
    room = done(room_of(players=(ADA, bot), options=options), cmd.MarkAbsent(1), None)
    presence = RoomPresence(ROOM, (True, False), 3, ("eve",))
    assert list(people_lines(room, presence)) == [
        "white: ada, here",
        "black: bob (1512), a bot, disconnected",
        "3 viewers: eve and 2 more",
    ]


def test_before_the_game_seats_are_free_and_nothing_is_known_without_presence() -> None:
    room = room_of(players=(ADA,))
    assert list(people_lines(room, None)) == ["white: ada", "black: open"]
    empty = replace(room, seats=(None, BOB))
    assert "host: ada" in list(people_lines(empty, None))


@pytest.mark.parametrize(
    ("count", "names", "text"),
    [
        (0, (), "no viewers"),
        (1, ("eve",), "1 viewer: eve"),
        (3, ("dan", "eve", "fay"), "3 viewers: dan, eve and fay"),
        (5, (), "5 viewers"),
    ],
)
def test_who_watches(count: int, names: tuple[str, ...], text: str) -> None:
    assert watchers_text(RoomPresence(ROOM, (), count, names)) == text


def test_every_wish_has_its_words() -> None:
    options = Options(
        rated=True, takebacks=False, watch=WatchPolicy.INVITED, chat=ChatPolicy.PLAYERS, private=True,
        password_hash="*", ratings=RatingRange(1200, 1800), ready_check=True, games=2, bots=BotPolicy.ANYBODY,
        named_only=True,
    )  # fmt: skip
    assert options_text(options) == (
        "rated, two games, private, password, no takebacks, only invited viewers, "
        "chat for players only, begins when everyone is ready, open to bots, no guests, ratings 1200-1800"
    )
    assert options_text(Options(chat=ChatPolicy.NOBODY)) == "no chat"
