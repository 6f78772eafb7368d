"""Plain text and JSON lines tell the same events, each once, however they arrive."""

import json
import re
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pente_client.connection import (
    ClientStopped,
    Connected,
    Disconnected,
    FeaturedGameChanged,
    InvitationReceived,
    PresenceChanged,
    Resynced,
    RoomAdvanced,
    Update,
)
from pente_client.drawing.text_board import ASCII
from pente_client.stream.jsonl.json_lines import JsonLines
from pente_client.stream.plain.plain_text import Plain
from pente_client.stream.plain.room_lines import PlainForm
from pente_client.stream.reconstruct import reconstruct
from pente_client.words.series import UNPLAYED
from pente_core.clock.instant import Instant
from pente_core.identity import RoomId
from pente_core.rating import RatingChange
from pente_core.room import (
    BotPolicy,
    OfferKind,
    Options,
    RatingRange,
    Room,
    ViewerDelay,
    WatchPolicy,
    apply,
    create,
    deadline,
    opened,
    opening,
    replay,
)
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_core.rules.move import Choice
from pente_core.rules.outcome import Termination
from pente_core.rules.point import Point
from pente_core.rules.ruleset import ruleset_from
from pente_core.rules.setup import Setup
from pente_core.value import replace
from pente_protocol.messages.base import RequestId
from pente_protocol.messages.hello import Hello
from pente_protocol.messages.rooms import RoomPresence
from pente_protocol.sentences import tell
from tests.support.client.scripted_room import ANN, BOB, DAN, EVE, ROOM, START, ServerRoom, playing
from tests.support.client.scripted_server import welcome

SETUP = Setup(((Point(180), Point(219)), (Point(0),)), (0, 2), colour=1)
WELCOME = Connected(welcome(Hello(RequestId(1), "")))


class Told:
    """Both outputs, told the same."""

    def __init__(self, *updates: Update, with_boards: bool = False) -> None:
        self.text: list[str] = []
        self.raw: list[str] = []
        form = PlainForm(charset=ASCII, url="ws://here", with_boards=with_boards, columns=lambda: 200)
        self.outputs = (Plain(self.text.append, form), JsonLines(self.raw.append))
        for update in (WELCOME, *updates):
            for output in self.outputs:
                output.show(update)

    @property
    def lines(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.raw]

    @property
    def moves(self) -> list[str]:
        """The points of the moves that were told one by one."""
        return [line["point"] for line in self.lines if line["t"] == "move"]

    @property
    def moves_in_text(self) -> list[str]:
        found = (re.match(r"\d+\. \w+ ([A-Z]\d+)", line) for line in self.text)
        return [match[1] for match in found if match]


def rooms_of(table: ServerRoom) -> list[Room]:
    """The room after each of its events."""
    created, *rest = table.events
    assert isinstance(created, ev.Created)
    rooms = [opened(created)]
    for event in rest:
        rooms.append(apply(rooms[-1], event))
    return rooms


def steps_of(table: ServerRoom, start: int = 1) -> list[Update]:
    rooms = rooms_of(table)
    return [
        RoomAdvanced(ROOM, number + 1, table.events[number], rooms[number - 1], rooms[number])
        for number in range(start, len(rooms))
    ]


def swapped() -> ServerRoom:
    table = playing("K10", "A1", "L11", ruleset="swap2-pente")
    table.do(cmd.Choose(Choice.PASS), BOB)
    table.play("B2", "C3")
    table.do(cmd.Choose(Choice.SWAP), ANN)
    table.play("D4")
    return table


def resigned() -> ServerRoom:
    table = playing("K10", "A1")
    table.do(cmd.Say("well"), EVE)
    table.do(cmd.Say("played"), BOB)
    table.do(cmd.Resign(), ANN)
    return table


def three() -> ServerRoom:
    table = ServerRoom({"base": "pente", "sides": 3, "opening": "free", "second_move": "free"})
    table.do(cmd.Join(), BOB)
    table.do(cmd.Join(), EVE)
    table.play("A1", "B2", "C3")
    table.do(cmd.Resign(), BOB)
    table.play("D4")
    table.do(cmd.Resign(), EVE)
    return table


def captured() -> ServerRoom:
    return playing("A1", "B1", "K10", "C1", "D1", "T19")


def bargained() -> ServerRoom:
    table = playing("K10", "A1")
    table.do(cmd.Offer(OfferKind.PAUSE), ANN)
    table.do(cmd.Accept(OfferKind.PAUSE), BOB)
    table.do(cmd.Resume(), ANN)
    table.do(cmd.Resume(), BOB)
    table.do(cmd.GiveTime(), ANN)
    table.play("L12")
    table.do(cmd.Offer(OfferKind.DRAW), BOB)
    table.do(cmd.Decline(OfferKind.DRAW), ANN)
    table.do(cmd.Offer(OfferKind.DRAW), ANN)
    table.do(cmd.Accept(OfferKind.DRAW), BOB)
    return table


def continued_from_a_position() -> ServerRoom:
    table = playing("B2", "C3", ruleset={"base": "pente", "goals": [10, 6]}, time="5+3,2+0", setup=SETUP)
    table.do(cmd.Offer(OfferKind.TAKEBACK), BOB)
    table.do(cmd.Accept(OfferKind.TAKEBACK), ANN)
    table.play("D4")
    table.do(cmd.Resign(), ANN)
    return table


GAMES = [captured, swapped, resigned, three, bargained]


def test_a_game_from_a_position_is_told_with_it() -> None:
    table = continued_from_a_position()
    told = Told(Resynced(ROOM, rooms_of(table)[3]), *steps_of(table, 4))
    for output in told.outputs:
        output.finished(ROOM, table.room)
    room, record = (next(line for line in told.lines if line["t"] == kind) for kind in ("room", "record"))
    line = "/".join(["19"] * 7 + ["10X8", "19", "9X9"] + ["19"] * 8 + ["O18"]) + " 0,2 1O1 - - 5"
    assert (room["setup"], room["ply"], room["moves"], room["time"]) == (line, 0, [], "5+3,2+0")
    assert (record["setup"], record["moves"]) == (line, ["D4"])
    assert [each["ply"] for each in told.lines if each["t"] in ("move", "taken-back")] == [1, 2, 0, 1]
    about = "The game begins from a position: 2 white and 1 black stones; black has captured 1 pair; "
    assert f"{about}black to move." in told.text
    assert any("time odds: 5 minutes plus 3 s a turn against 2 minutes" in line for line in told.text)


@given(st.sampled_from(GAMES), st.data())
def test_every_move_is_told_once_whatever_a_snapshot_skips(game: Any, data: st.DataObject) -> None:
    table = game()
    rooms, steps = rooms_of(table), steps_of(table)
    seen = data.draw(st.integers(0, len(rooms) - 1), label="first sight")
    lost = data.draw(st.integers(seen, len(rooms) - 1), label="lost after")
    back = data.draw(st.integers(lost, len(rooms) - 1), label="snapshot of")
    told = Told(Resynced(ROOM, rooms[seen]), *steps[seen:lost], Resynced(ROOM, rooms[back]), *steps[lost:])
    first = sum(isinstance(turn, int) for turn in rooms[seen].game.turns)
    points = [token for token in table.room.game.tokens if token[0].isupper()]
    assert told.moves == told.moves_in_text == points[first:]
    kinds = [line["t"] for line in told.lines]
    assert kinds.count("room") == 1
    ends = (rooms[seen].status, table.room.status) == (ev.Status.PLAYING, ev.Status.FINISHED)
    begins = rooms[seen].status is ev.Status.WAITING and table.room.status is ev.Status.FINISHED
    assert kinds.count("finished") == (ends or begins)


@given(st.sampled_from(GAMES), st.data())
def test_a_bridge_leads_to_the_very_room(game: Any, data: st.DataObject) -> None:
    rooms = rooms_of(game())
    start = data.draw(st.integers(0, len(rooms) - 1))
    end = data.draw(st.integers(start, len(rooms) - 1))
    steps = reconstruct(ROOM, rooms[start], rooms[end])
    assert steps is not None
    for step, following in pairwise(steps):
        assert following.before == step.after
    if steps:
        assert (steps[0].before, steps[-1].after) == (rooms[start], rooms[end])


def test_offers_pauses_and_gifts_are_told() -> None:
    told = Told(*steps_of(bargained()))
    text = "\n".join(told.text)
    assert (
        f"ann wants to pause the game. {tell('offer.pause-terms')}\nbob accepts the pause.\n"
        "The game is paused. /resume says that you want to go on.\nann wants to go on; the game does so "
    ) in text
    assert " at the latest.\nbob wants to go on, too.\nbob resumes the game.\n" in text
    assert re.search(r"bob resumes the game\.\nYour turn, \d:\d\d left\.\n", text)
    assert "ann gives the opponent 15 more seconds. ann " in text
    assert "bob offers a draw. Accept? y/n (or just move)\nann declines the draw.\n" in text
    assert text.endswith("drawn by agreement.\nResult: 1/2-1/2 (agreement)")
    kinds = [line["t"] for line in told.lines if "version" in line]
    assert kinds[-7:] == ["time-given", "move", "offered", "rejected", "offered", "accepted", "finished"]
    assert kinds[-13:-7] == ["offered", "accepted", "paused", "offered", "accepted", "resumed"]


def test_a_pause_that_began_while_away_is_told() -> None:
    table = bargained()
    rooms = rooms_of(table)
    paused = next(number for number, room in enumerate(rooms) if room.paused is not None)
    begun = reconstruct(ROOM, rooms[paused - 2], rooms[paused])
    over = reconstruct(ROOM, rooms[paused], rooms[paused + 3])
    assert begun is not None
    assert over is not None
    assert [type(step.event) for step in begun] == [ev.Paused]
    assert [type(step.event) for step in over] == [ev.Resumed]


def test_no_bridge_leads_to_another_game() -> None:
    table, other = playing("K10", "A1"), playing("A1")
    assert reconstruct(ROOM, table.room, other.room) is None
    assert reconstruct(ROOM, table.room, rooms_of(table)[3]) is None
    closed = ServerRoom()
    closed.do(cmd.Leave(), ANN)
    assert reconstruct(ROOM, rooms_of(closed)[1], closed.room) is None
    told = Told(Resynced(ROOM, table.room), Resynced(ROOM, other.room))
    assert [line["t"] for line in told.lines] == ["connected", "room", "room"]


def test_events_before_the_game() -> None:
    created, joined = create(
        ruleset_from("pente"), ServerRoom().room.created.time, by=ANN, now=START, invited=[BOB]
    )
    assert isinstance(created, ev.Created)
    first = opened(created)
    second = apply(first, joined)
    table = ServerRoom()
    table.events, table.room = [created, joined], second
    table.do(cmd.Decline(), BOB)
    told = Told(Resynced(ROOM, first), *steps_of(table))
    assert told.text[-3:] == [
        "Waiting for bob. To join: pente play ws://here --room room-0001",
        "bob declines the invitation.",
        "The room is closed: the invitation was declined.",
    ]
    assert [line["t"] for line in told.lines][-3:] == ["joined", "declined", "closed"]


def test_a_room_that_nobody_came_to() -> None:
    table = ServerRoom()
    due = deadline(table.room)
    assert due is not None
    table.now = Instant(due)
    table.do(cmd.Tick(), None)
    assert Told(*steps_of(table)).text[-1] == "The room is closed: nobody joined in time."


def test_other_events_of_a_game() -> None:
    room = playing("K10").room
    events: tuple[ev.Event, ...] = (
        ev.OutageCredited(START, START, Instant(START + 5)),
        ev.Hidden(START),
        ev.Closed(START, ev.Closing.LEFT),
    )
    told = Told(*(RoomAdvanced(ROOM, room.version + n, e, room, room) for n, e in enumerate(events, 1)))
    assert [line["t"] for line in told.lines] == ["connected", "forgiven", "hidden", "closed"]
    assert told.lines[1]["ms"] == 5
    assert told.text[1:] == [
        "Clocks were stopped while the server was down.",
        "The room is closed: everybody left.",
    ]


def test_what_a_game_did_to_ratings() -> None:
    table = playing("K10")
    table.do(cmd.Resign(), BOB)
    table.do(cmd.Rate((RatingChange(0, 1500, 1662, provisional=True), RatingChange(1, 1500, 1492))), None)
    told = Told(*steps_of(table))
    assert told.text[-1] == "New ratings: ann 1662? (+162), bob 1492 (-8)"
    assert told.lines[-1]["t"] == "rated"
    assert told.lines[-1]["changes"][0] == {
        "seat": 0,
        "player": {"name": "ann", "kind": "person", "id": ANN.id, "rating": 1662, "provisional": True},
        "before": 1500,
        "after": 1662,
        "provisional": True,
    }


def test_three_sides_and_a_swap() -> None:
    text = "\n".join(Told(*steps_of(three())).text)
    assert "bob resigned. The others play on.\n" in text
    assert "eve resigned.\nann won: eve resigned.\nResult: 1-0 (resignation)" in text
    told = Told(*steps_of(swapped()))
    swap = "ann swaps: the players change colours."
    assert f"{swap} Now it is bob (white) against ann (black)." in told.text
    assert "3. ann L11. bob's turn, 5:00 left, to choose: swap, stay or pass." in told.text
    choice = [line for line in told.lines if line["t"] == "choice"][-1]
    assert [player["name"] for player in choice["players"]] == ["bob", "ann"]


def test_partners_are_named_together() -> None:
    table = ServerRoom({"base": "pente", "sides": 4, "teams": True})
    for player in (BOB, EVE, DAN):
        table.do(cmd.Join(), player)
    assert (
        "The game begins: ann (white) and eve (red) against bob (black) and dan (blue)."
        in Told(*steps_of(table)).text
    )


def test_the_other_updates() -> None:
    table = playing("K10")
    told = Told(
        Resynced(ROOM, table.room),
        InvitationReceived(ServerRoom().summary()),
        FeaturedGameChanged(ROOM),
        PresenceChanged(ROOM, RoomPresence(ROOM, (True, False), 2)),
        Disconnected("gone", 0.05),
        Disconnected("still gone", 0.1),
        Disconnected("gone", 0.2),
        WELCOME,
        ClientStopped("over"),
    )
    rest = [line["t"] for line in told.lines][2:]
    assert rest == [
        *("invited", "featured", "presence", *["disconnected"] * 3, "connected", "ended"),
    ]
    assert told.text[-6].startswith("ann invites you to a game: pente-casual 5+3. Type /accept ann or ")
    assert told.text[-5:] == [
        "bob is away.",
        "Connection lost: gone. Trying again.",
        "Connection lost: still gone. Trying again.",
        "Connected again.",
        "The connection has ended: over.",
    ]


def test_a_record_for_programs() -> None:
    table = resigned()
    told = Told()
    for output in told.outputs:
        output.finished(ROOM, table.room)
        output.moves(ROOM, table.room)
        output.board(ROOM, table.room, table.room.game)
    record, moves, room = told.lines[1:]
    assert record == {
        "t": "record", "room": ROOM, "ruleset": "pente-casual", "time": "5+3", "players": ["ann", "bob"],
        "setup": None, "moves": ["K10", "A1"], "result": "0-1", "termination": "resignation", "winners": [1],
    }  # fmt: skip
    assert moves == {"t": "moves", "room": ROOM, "moves": ["K10", "A1"]}
    assert [line["text"] for line in room["chat"]] == ["well", "played"]
    assert "   1. K10 A1" in told.text


def test_an_unfinished_room_is_seen_as_it_is() -> None:
    told = Told(Resynced(ROOM, replace(ServerRoom().room)))
    assert told.lines[1]["status"] == "waiting"
    assert told.lines[1]["seats"][1] == {"seat": 1, "colour": "black", "player": None}


def test_who_is_here_what_may_be_claimed_and_how_a_series_stands() -> None:
    table = playing("K10")
    table.do(cmd.MarkAbsent(1), None)
    told = Told()
    series = UNPLAYED.after(table.room.seats, Termination.LINE, (0,))
    presence = RoomPresence(ROOM, (True, False), 1, ("eve",))
    for output in told.outputs:
        output.who(ROOM, table.room, presence)
        output.latency(0.0238)
        output.claims_available(ROOM, table.room, (cmd.ClaimKind.WIN,))
        output.series_score(ROOM, replace(table.room, created=replace(table.room.created, number=2)), series)
    who, latency, overdue, standing = told.lines[1:]
    assert latency == {"t": "latency", "ms": 24}
    assert (who["host"]["name"], who["online"], who["names"]) == ("ann", [True, False], ["eve"])
    assert [seat["player"]["name"] for seat in who["seats"]] == ["ann", "bob"]
    assert overdue == {"t": "overdue", "room": ROOM, "seats": [1], "claims": ["win"]}
    assert (standing["game"], standing["is_set"]) == (2, False)
    assert [score["points"] for score in standing["scores"]] == [1.0, 0.0]
    assert told.text[1:] == [
        "white: ann, here",
        "black: bob, disconnected",
        "1 viewer: eve",
        "The server answers in 24 ms.",
        "bob did not come back. Type /claim win, or wait.",
        "Game 2: ann 1, bob 0",
    ]


def test_a_room_says_what_its_host_wished() -> None:
    room = ServerRoom().room
    options = Options(
        rated=True,
        private=True,
        password_hash="*",
        ready_check=True,
        ratings=RatingRange(1, 2),
        bots=BotPolicy.INVITED,
        named_only=True,
        viewer_delay=ViewerDelay(seconds=30),
    )
    told = Told(Resynced(ROOM, replace(room, created=replace(room.created, options=options))))
    assert told.lines[1]["options"] == {
        "rated": True, "takebacks": True, "watchers": "anybody", "chat": "anybody", "private": True,
        "password": True, "ratings": [1, 2], "ready": True, "games": 1, "bots": "invited", "named_only": True,
        "viewer_delay": {"seconds": 30}, "hints": False,
    }  # fmt: skip
    assert told.text[1].endswith(
        "; rated, private, password, begins when everyone is ready, no guests, viewers 30 s behind,"
        " ratings 1-2"
    )


def test_who_sits_down_is_away_only_after_having_been_there() -> None:
    table = ServerRoom()
    waiting = table.room
    table.do(cmd.Join(), BOB)
    room, here = table.room, (RoomPresence(ROOM, (True, False), 0), RoomPresence(ROOM, (True, True), 0))
    told = Told(
        Resynced(ROOM, waiting),
        *(
            RoomAdvanced(ROOM, waiting.version + number, event, waiting, room)
            for number, event in enumerate(table.events[waiting.version :], 1)
        ),
        *(PresenceChanged(ROOM, presence) for presence in (*here, here[0])),
    )
    assert [line for line in told.text if "away" in line or "back" in line] == ["bob is away."]


def test_who_is_gone_is_told_once_whatever_tells_it_first() -> None:
    table = playing("K10")
    opened, started = table.room, table.room.version
    table.do(cmd.MarkAbsent(1), None)
    gone = table.room
    table.do(cmd.MarkPresent(1), None)
    seen = (True, True)
    told = Told(
        Resynced(ROOM, opened),
        PresenceChanged(ROOM, RoomPresence(ROOM, (True, False), 0)),
        RoomAdvanced(ROOM, started + 1, table.events[-2], opened, gone),
        PresenceChanged(ROOM, RoomPresence(ROOM, seen, 0)),
        RoomAdvanced(ROOM, started + 2, table.events[-1], gone, table.room),
    )
    assert told.text[-3:] == ["bob is away.", "bob disconnected and has 60 s to come back.", "bob is back."]
    told = Told(
        Resynced(ROOM, gone),
        RoomAdvanced(ROOM, started + 2, table.events[-1], gone, table.room),
        PresenceChanged(ROOM, RoomPresence(ROOM, seen, 0)),
    )
    assert told.text[-2].startswith("bob's turn, ")
    assert told.text[-1] == "bob is back."


def test_the_host_speaks_to_whom_he_means() -> None:
    table = playing("K10")
    before = table.room
    for who, name in ((ANN, "you"), (EVE, "a viewer")):
        after = apply(before, ev.Muted(table.now, who.id))
        told = Told(
            Resynced(ROOM, before),
            RoomAdvanced(ROOM, after.version, ev.Muted(table.now, who.id), before, after),
        )
        assert told.text[-1] == f"The host muted {name}."
        assert told.lines[-1]["id"] == who.id


def test_the_host_changes_who_may_watch() -> None:
    table = playing("K10")
    opened = table.room
    for policy, words in (
        (WatchPolicy.INVITED, "The host now lets only invited people watch."),
        (WatchPolicy.ANYBODY, "The host now lets anybody watch."),
    ):
        before = table.room
        (step,) = table.do(cmd.SetWatchPolicy(policy), ANN)
        told = Told(Resynced(ROOM, before), RoomAdvanced(ROOM, step.version, step.event, before, table.room))
        assert told.text[-1] == words
        assert told.lines[-1]["t"] == "watch-policy"
        assert told.lines[-1]["watchers"] == policy.value
    limited = Told(Resynced(ROOM, replace(opened, watch=WatchPolicy.INVITED)))
    assert "only invited viewers" in " ".join(limited.text)
    assert limited.lines[-1]["options"]["watchers"] == "invited"


def test_going_from_one_room_to_the_next_is_no_absence() -> None:
    room = playing().room
    told = Told(
        Resynced(ROOM, replace(room, created=replace(room.created, continues=RoomId("room-0000"), number=2))),
        PresenceChanged(ROOM, RoomPresence(ROOM, (True, False), 0)),
    )
    assert "'s turn" in told.text[-1] or told.text[-1].startswith("Your turn")


@pytest.mark.parametrize(
    ("left", "lost", "text"),
    [
        (4, 2, "The server lost the last 2 moves. The game goes on from what is shown now."),
        (5, 1, "The server lost the last move. The game goes on from what is shown now."),
    ],
)
def test_a_server_that_lost_moves_is_told_of(left: int, lost: int, text: str) -> None:
    table = playing("K10", "A1")
    rooms = rooms_of(table)
    before = rooms[-1]
    after = rooms[len(rooms) - 1 - lost]
    told = Told(Resynced(ROOM, before), Resynced(ROOM, after, before))
    assert text in told.text
    assert [line["t"] for line in told.lines][-2:] == ["rolled-back", "room"]
    assert told.lines[-2]["lost_moves"] == lost


def test_a_server_that_lost_something_else_is_told_of() -> None:
    table = playing("K10")
    before = rooms_of(table)[-1]
    table.do(cmd.Say("hello"), ANN)
    told = Told(Resynced(ROOM, table.room), Resynced(ROOM, before, table.room))
    assert any(line.startswith("The server lost what happened last in this room.") for line in told.text)
    assert told.lines[-2]["lost_moves"] == 0


def test_who_made_no_first_move() -> None:
    table = playing()
    table.now = Instant(table.now + 60_000)
    table.do(cmd.Tick(), None)
    told = Told(*steps_of(table))
    assert told.text[-2:] == [
        "ann did not make a first move; the game was aborted.",
        "Result: * (aborted)",
    ]
    assert (told.lines[-1]["termination"], told.lines[-1]["no_show"]) == ("aborted", [0])
    started = next(line for line in told.lines if line["t"] == "started")
    assert started["first_move_ms"] == 60_000


def test_clocks_that_wait_for_the_players_of_a_rematch() -> None:
    ended = playing("K10")
    ended.do(cmd.Resign(), BOB)
    table = ServerRoom()
    table.events = list(opening(ended.room, ROOM, table.now))
    table.room = replay(table.events)
    table.do(cmd.MarkPresent(1), None)
    table.do(cmd.MarkPresent(0), None)
    told = Told(*steps_of(table))
    begins = next(line for line in told.text if line.startswith("The game begins."))
    assert begins.startswith("The game begins. The clocks start when everybody is here")
    assert told.text[-2:] == ["ann is here.", "bob is here."]
    assert next(line for line in told.lines if line["t"] == "started")["clocks_wait_ms"] == 30_000
