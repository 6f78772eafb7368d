"""The lobby as a value."""

import dataclasses
from typing import Any, cast

import pytest

from pente_client.connection import (
    Connected,
    Disconnected,
    FeaturedGameChanged,
    InvitationReceived,
    LobbyChanged,
    Update,
)
from pente_client.lobby import ChallengePlayer, JoinRoom, WatchRoom
from pente_client.lobby.lobby_actions import lobby_actions
from pente_client.lobby.lobby_controller import LobbyController, LobbyPage, LobbyPort
from pente_client.lobby.lobby_model import (
    LobbyModel,
    LobbySection,
    section_of,
    update_lobby_model,
)
from pente_client.lobby.lobby_text import NOTES, heading, list_lines, notice_fragment, status_bar
from pente_client.terminal.glyphs import ASCII, UNICODE
from pente_client.terminal.pages.help_text import help_body
from pente_client.terminal.pages.page_action import HelpPort, PageAction, SettingsPort, possible
from pente_client.terminal.styled_text import fit, line_width, plain
from pente_client.words.phrases import local_time
from pente_core.clock.clock import Fischer, PerMove, Unlimited, parse_time_control
from pente_core.clock.instant import Instant, Millis
from pente_core.identity import Identity, PlayerId, PlayerKind, RoomId
from pente_core.room import BotPolicy, Options, RatingRange, ViewerDelay
from pente_core.room import events as ev
from pente_core.rules.ruleset import RULESETS, Ruleset
from pente_core.value import replace
from pente_protocol.messages.base import RequestId
from pente_protocol.messages.hello import Welcome
from pente_protocol.messages.lists import ListedRoom, LobbyUpdate, RoomActivity, RoomSummary

ME = Identity(PlayerId("0" * 32), "anna", rating=1512)
BOB, EVE = (Identity(PlayerId(digit * 32), name) for digit, name in (("b", "bob"), ("e", "eve")))
ROBOT = Identity(PlayerId("c" * 32), "hexa", PlayerKind.BOT)
REVIEWER = Identity(PlayerId("d" * 32), "review-bot", PlayerKind.BOT)
SERVER = "ws://pente.example"


def a_room(
    name: str,
    *seats: Identity | None,
    at: int = 0,
    rules: Ruleset = RULESETS["pente"],
    options: Options = Options(),  # noqa: B008 -- a frozen value
    invited: tuple[Identity, ...] = (),
) -> RoomSummary:
    status = ev.Status.WAITING if None in seats else ev.Status.PLAYING
    host = next(player for player in seats if player is not None)
    time = Fischer(Millis(300_000), Millis(3000))
    return RoomSummary(
        RoomId(name.ljust(8, "-")), rules, time, status, seats, Instant(at), host, invited, options
    )


def a_lobby(*rooms: RoomSummary, bots: tuple[Identity, ...] = ()) -> LobbyModel:
    return LobbyModel(SERVER, ME, UNICODE, {room.id: ListedRoom(room) for room in rooms}, bots, online=3)


def news_of(*rooms: RoomSummary, removed: tuple[RoomId, ...] = (), online: int = 0) -> LobbyUpdate:
    return LobbyUpdate(tuple(map(ListedRoom, rooms)), removed, online)


def after(model: LobbyModel, *updates: Update) -> LobbyModel:
    for update in updates:
        model = update_lobby_model(model, update)
    return model


class _Nothing:
    """What opens nothing."""

    def show_help(self) -> None: ...

    show_palette = show_settings = suspend = show_help


def actions_of(model: LobbyModel) -> tuple[PageAction, ...]:
    """All that can be done in a lobby, as far as it is only named."""
    controller = LobbyController(cast(LobbyPort, None), cast(LobbyPage, None), model)
    cover: HelpPort = _Nothing()
    shell: SettingsPort = _Nothing()
    return lobby_actions(controller, lambda: None, lambda: None, cover, shell)


def screen(model: LobbyModel, columns: int = 80, rows: int = 22) -> str:
    listed = [row.line for row in list_lines(model, columns, rows)]
    said = (notice_fragment(model),)
    lines = [
        heading(model, columns),
        *listed,
        status_bar(actions_of(model), columns).line,
        fit(said, columns),
    ]
    assert all(line_width(line) <= columns for line in lines)
    return "\n".join(plain(line).rstrip() for line in lines)


def test_everything_has_its_section() -> None:
    rooms = {
        LobbySection.MINE: a_room("mine", ME, None),
        LobbySection.INVITATIONS: a_room("invited", BOB, None, invited=(ME,)),
        LobbySection.SEATS: a_room("free", BOB, None),
        LobbySection.GAMES: a_room("game", BOB, EVE),
        None: a_room("reserved", BOB, None, invited=(EVE,)),
    }
    assert {section_of(room, ME): room for room in rooms.values()} == rooms
    sections = [entry.section for entry in a_lobby(*rooms.values(), bots=(ROBOT,)).entries]
    assert sections == sorted(LobbySection)


def test_what_it_means_to_choose() -> None:
    lobby = a_lobby(a_room("free", BOB, None), a_room("game", BOB, EVE), bots=(ROBOT, ME))
    assert [entry.choice for entry in lobby.entries] == [
        JoinRoom(RoomId("free----")),
        ChallengePlayer("hexa"),
        WatchRoom(RoomId("game----")),
    ]


def test_the_chosen_entry_stays_chosen_while_others_come() -> None:
    lobby = a_lobby(a_room("one", BOB, EVE, at=1), a_room("two", EVE, BOB, at=2)).moved(1)
    chosen = lobby.entries[lobby.place]
    lobby = update_lobby_model(
        lobby, LobbyChanged(news_of(a_room("three", BOB, None), a_room("four", BOB, EVE, at=4)))
    )
    assert lobby.entries[lobby.place] == chosen
    assert lobby.place == 3
    assert lobby.moved(100).place == len(lobby.entries) - 1
    assert lobby.moved(-100).place == 0


def test_who_chose_what_is_gone_is_at_the_top() -> None:
    lobby = a_lobby(a_room("one", BOB, EVE, at=1), a_room("two", EVE, BOB, at=2)).moved(1)
    lobby = update_lobby_model(lobby, LobbyChanged(LobbyUpdate(removed=(RoomId("one-----"),))))
    assert [entry.room and entry.room.id for entry in lobby.entries] == ["two-----"]
    assert lobby.place == 0
    assert (
        update_lobby_model(lobby, LobbyChanged(LobbyUpdate(removed=(RoomId("two-----"),)))).moved(1).entries
        == ()
    )


def test_a_private_room_of_mine_is_on_no_list_and_stays() -> None:
    lobby = a_lobby(a_room("secret", ME, None, options=Options(private=True)))
    assert (
        update_lobby_model(lobby, LobbyChanged(LobbyUpdate(removed=(RoomId("secret--"),)))).entries
        == lobby.entries
    )


def test_what_else_is_told() -> None:
    lobby = a_lobby()
    lobby = after(
        lobby,
        InvitationReceived(a_room("invited", BOB, None, invited=(ME,))),
        FeaturedGameChanged(RoomId("featured")),
        Disconnected("the server restarts; come back", 1.0),
    )
    assert lobby.notice == "bob invites you to a game: pente 5+3."
    assert lobby.featured == "featured"
    assert "Connection lost: the server restarts. Trying again." in screen(lobby)
    assert lobby.entries[0].section is LobbySection.INVITATIONS


def test_what_is_searched_for() -> None:
    lobby = a_lobby(
        a_room("one", BOB, EVE, rules=RULESETS["keryo-pente"]), a_room("two", EVE, None), bots=(ROBOT,)
    )
    for words, found in {"KERYO bob": 1, "eve": 2, "5+3": 2, "hexa": 1, "nobody": 0}.items():
        assert len(dataclasses.replace(lobby, words=words).entries) == found, words
    assert "Nothing matches" in screen(dataclasses.replace(lobby, words="nobody"))


def test_the_list_on_a_small_terminal() -> None:
    options = Options(rated=True, password_hash="*", games=2, ratings=RatingRange(1000, 1500))
    lobby = a_lobby(
        a_room("mine", ME, BOB),
        a_room("free", EVE, None, options=options, rules=replace(RULESETS["pente"], size=13)),
        a_room("game", BOB, ROBOT),
        bots=(ROBOT,),
    )
    lobby = dataclasses.replace(lobby, featured=RoomId("game----"))
    assert screen(lobby.moved(1)).splitlines() == [
        " pente · ws://pente.example · anna (1512)                      3 players online",
        "── your games ──────────────────────────────────────────────────────────────────",
        "  anna (1512) – bob                pente            5+3",
        "── open games ──────────────────────────────────────────────────────────────────",
        "▸ eve                              pente 13x13      5+3      rated, password…",
        "── bots to play ────────────────────────────────────────────────────────────────",
        "  hexa",
        "── games to watch ──────────────────────────────────────────────────────────────",
        "  bob – hexa bot                   pente            5+3      featured",
        " Enter join  p play  n new  b bot  o people  w tv  t learn  ? help  q leave",
    ]
    assert "rated, password, two games, 1000-1500" in screen(lobby, 120)


def test_whose_turn_it_is_fits_beside_two_bots_with_long_names() -> None:
    white, black = (replace(ROBOT, name=f"show-{colour}") for colour in ("white", "black"))
    game = a_room("game", white, black)
    rooms = {game.id: ListedRoom(game, RoomActivity(0, 4, None))}
    row = screen(dataclasses.replace(a_lobby(), rooms=rooms)).splitlines()[2]
    assert "show-white bot – show-black bot" in row
    assert "show-white to move" in row


def test_what_to_know_of_an_open_room_is_whole_at_80_columns() -> None:
    room = a_room("free", EVE, None, options=Options(password_hash="*"))
    rooms = {room.id: ListedRoom(room, RoomActivity(present=(False, False)))}
    assert "host away, password" in screen(dataclasses.replace(a_lobby(), rooms=rooms))


def test_the_day_until_which_it_is_a_turn_is_whole_at_80_columns() -> None:
    game = replace(a_room("mine", ME, BOB), time=Unlimited())
    due = Instant(1_798_483_980_000)  # the 28th of December, of two digits, as is the hour
    rooms = {game.id: ListedRoom(game, RoomActivity(0, 0, due))}
    assert f"your turn by {local_time(due)}" in screen(dataclasses.replace(a_lobby(), rooms=rooms))


@pytest.mark.parametrize("columns", [41, 60])
def test_players_rules_and_time_are_there_in_narrow_windows(columns: int) -> None:
    long = replace(BOB, name="a-very-long-name-xyz")
    text = screen(a_lobby(a_room("game", long, EVE)), columns)
    assert ("a-very-long-name-xyz – eve" if columns == 60 else "a-very-long-n… – eve") in text
    assert " pente " in text.splitlines()[-2]
    assert " 5+3" in text
    assert "q leave" in text.splitlines()[-1]
    assert all(len(line) <= columns for line in text.splitlines())


@pytest.mark.parametrize("columns", [41, 60])
def test_the_help_is_whole_in_narrow_windows(columns: int) -> None:
    actions = list(possible(actions_of(a_lobby())))
    lines = [plain(line) for line in help_body(actions, NOTES, columns)]
    assert max(map(len, lines)) <= columns
    words = " ".join(line.strip() for line in lines)
    assert all(word in words for action in actions for word in action.explanation.split())


def test_the_keys_of_the_lobby_are_those_of_its_table_and_none_is_there_twice() -> None:
    actions = actions_of(a_lobby(a_room("free", BOB, None)))
    keys = [key for action in possible(actions) for key in action.keys]
    assert len(keys) == len({*keys})
    assert all(action.explanation[0].isupper() and action.explanation.endswith(".") for action in actions)
    assert len({action.name for action in actions}) == len(actions)


def test_how_far_behind_viewers_are_stands_with_the_game() -> None:
    later = Options(viewer_delay=ViewerDelay(seconds=30))
    assert "5+3      30 s behind" in screen(a_lobby(a_room("game", BOB, EVE, options=later)))


def test_own_games_of_days_say_until_when_and_the_most_urgent_one_is_first() -> None:
    now, hour = Instant(1_700_000_000_000), 60 * 60 * 1000
    rooms = {}
    for name, to_act, hours in (("slow", 0, 30), ("soon", 0, 5), ("theirs", 1, 1)):
        room = replace(a_room(name, ME, BOB), time=PerMove(Millis(72 * hour)))
        activity = RoomActivity(to_act, 4, Instant(now + hours * hour), now)
        rooms[room.id] = ListedRoom(room, activity)
    lobby = dataclasses.replace(a_lobby(), rooms=rooms, now=now)
    assert [entry.room.id.rstrip("-") for entry in lobby.entries if entry.room] == ["soon", "slow", "theirs"]
    shown = screen(lobby)
    assert "times are your local time" in shown
    assert shown.count("your turn by ") == 2
    assert "bob to move by " in shown
    assert all(len(line) <= 80 for line in shown.splitlines())


def test_an_open_game_says_who_may_join() -> None:
    options = Options(bots=BotPolicy.ANYBODY, named_only=True)
    assert "open to bots, no guests" in screen(a_lobby(a_room("free", EVE, None, options=options)), 120)
    assert "bots" not in screen(a_lobby(a_room("free", EVE, None, options=Options(bots=BotPolicy.INVITED))))


def test_open_games_and_invitations_of_blocked_players_are_left_out() -> None:
    rooms = a_room("free", BOB, None), a_room("call", EVE, None, invited=(ME,)), a_room("game", BOB, EVE)
    lobby = dataclasses.replace(a_lobby(*rooms), blocked=frozenset({BOB.id, EVE.id}))
    assert [entry.section for entry in lobby.entries] == [LobbySection.GAMES]
    assert len(dataclasses.replace(lobby, blocked=frozenset()).entries) == 3


@pytest.mark.parametrize(
    ("uneven", "note"),
    [
        ({"from_position": True}, "from a position"),
        ({"ruleset": Ruleset(goals=(10, 6))}, "handicap"),
        ({"time": parse_time_control("5+3,2+0")}, "handicap"),
    ],
)
def test_an_uneven_game_says_so(uneven: dict[str, Any], note: str) -> None:
    room = replace(a_room("free", EVE, None), **uneven)
    assert note in screen(a_lobby(room))


def test_a_long_list_shows_the_chosen_entry() -> None:
    rooms = [a_room(f"room-{number:03}", BOB, EVE, at=number) for number in range(100)]
    lobby = dataclasses.replace(a_lobby(*rooms), glyphs=ASCII)
    for steps in (0, 50, 99):
        shown = screen(lobby.moved(steps), rows=10)
        assert len(shown.splitlines()) == 12
        assert shown.count("> bob") == 1


def test_an_empty_lobby_says_what_to_do() -> None:
    alone = " ".join(screen(a_lobby()).split())
    assert "Open games, games to watch and your own games stand here." in alone
    assert "Press p to open a game and wait for a player" in alone
    assert "press b" not in alone
    assert "Or play a bot now: press b." in screen(a_lobby(bots=(ROBOT,)), 41)
    assert "press b" not in screen(a_lobby(a_room("game", BOB, EVE), bots=(ROBOT,)))


def test_a_guest_is_told_of_the_tutorial() -> None:
    new_here, guest = "New to Pente? Press t", replace(ME, name="guest-123456")
    for lobby in (a_lobby(), a_lobby(a_room("game", BOB, EVE))):
        assert new_here not in screen(lobby)
        assert new_here in screen(dataclasses.replace(lobby, me=guest))
        assert new_here in screen(dataclasses.replace(lobby, me=guest), 41)
        assert new_here not in screen(dataclasses.replace(lobby, me=guest, words="bob"))
        assert new_here not in screen(dataclasses.replace(lobby, me=guest, is_new=False))


def test_a_room_without_a_clock_and_hostile_names() -> None:
    mallory = replace(BOB, name="\x1b[2Jmal\u202elory")
    room = replace(a_room("game", mallory, EVE), time=Unlimited())
    shown = screen(a_lobby(room))
    assert "no clock" in shown
    assert "\x1b" not in shown
    assert "\u202e" not in shown


def test_a_connection_that_is_back() -> None:
    mine = (ListedRoom(a_room("mine", BOB, None)),)
    welcome = Welcome(RequestId(1), "pente", BOB, Instant(0), "strict", rooms=mine)
    lobby = after(a_lobby(), Disconnected("gone", 1.0), Connected(welcome))
    assert not lobby.lost
    assert lobby.entries[0].section is LobbySection.MINE
