"""What is in the archive, held against games that are looked through one by one."""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from pente_core.clock.instant import Instant
from pente_core.identity import PlayerId, RoomId
from pente_core.notation import format_position
from pente_core.room import Options, WatchPolicy, replay
from pente_core.room import events as ev
from pente_core.rules.game import Game, format_turn
from pente_core.rules.move import Choice
from pente_core.rules.outcome import Termination
from pente_core.rules.point import Point, parse_point
from pente_core.rules.position import Position
from pente_core.rules.ruleset import ruleset_from
from pente_core.rules.setup import Setup
from pente_core.rules.symmetries import SYMMETRIES, image, position_image
from pente_protocol.choices.game_result import GameResult
from pente_protocol.errors import ErrorCode
from pente_protocol.messages.archive import Explored, ExploredTurn, GameFilter
from pente_protocol.messages.base import RequestId
from pente_server.limits.errors import RequestDenied
from pente_server.results.archive import GameSearch, archived_game, explore_position, game_summary
from pente_server.results.archive.indexing import may_see_game
from pente_server.results.archive.position_tally import ruleset_text
from pente_server.results.post_game import FinishedRoom
from pente_server.store.archive_store import ArchiveList, ListKind, sort_key
from pente_server.store.memory.store import MemoryStore
from tests.support.games.finished_games import NOON, PEOPLE, finished_room
from tests.support.games.random_games import random_turns, replayed
from tests.support.games.real_games import load_real_games
from tests.support.games.room_scenario import player

ANN, BOB, CAT, _ = PEOPLE
SMALL = ruleset_from({"base": "pente-casual", "size": 7, "goal": 4})


@pytest.fixture
def store() -> MemoryStore:
    return MemoryStore()


async def file(store: MemoryStore, *games: FinishedRoom) -> None:
    for game in games:
        await store.archive.file(await archived_game(game))


def game_of(*tokens: str, rules: object = "pente-casual") -> Game:
    game = Game.new(ruleset_from(rules))
    for token in tokens:
        game = game.play(parse_point(token, game.rules.size))[1]
    return game


async def ask(store: MemoryStore, position: Position) -> Explored:
    return await explore_position(store.archive, RequestId(1), position)


async def found(store: MemoryStore, which: GameFilter, asker: PlayerId = CAT.id) -> list[RoomId]:
    """The ids of all games that are found, page by page."""
    finder, cursor = GameSearch(store), ""
    ids: list[RoomId] = []
    while True:
        games, cursor = await finder.find(which, cursor, asker)
        ids += [game.id for game in games]
        if not cursor:
            return ids


class TestExploring:
    async def test_every_position_of_many_games(self, store: MemoryStore) -> None:
        chance = Random(5)
        games = [replayed(SMALL, random_turns(SMALL, chance, 14)) for _ in range(60)]
        results = [
            game if game.is_over else finished_room(game, chance.randrange(2)).room.game for game in games
        ]
        await file(store, *(finished_room(game) for game in results))

        asked = [_after(game, chance.randrange(6)) for game in games[:20]]
        for position in (*asked, *(position_image(each, chance.choice(SYMMETRIES)) for each in asked)):
            answer = await ask(store, position)
            assert answer.games > 0
            assert {each.notations: (each.games, each.wins) for each in answer.turns} == _counted(
                position, results
            )
            assert answer.games == sum(each.games for each in answer.turns) + _last(position, results)

    async def test_moves_are_shown_as_they_look_from_the_position_that_was_asked(
        self, store: MemoryStore
    ) -> None:
        await file(store, finished_room(game_of("K10", "L11", "M13"), 0))

        answer = await ask(store, game_of("K10", "J9").position)

        assert answer == Explored(RequestId(1), 1, (1, 0), 0, (ExploredTurn(("H7", "G8"), 1, (1, 0)),))

    async def test_a_game_from_a_position_counts_where_it_has_been_only(self, store: MemoryStore) -> None:
        natural = game_of("K10", "L11")
        rules = natural.rules
        later = Game.new(rules, Setup.of(natural.position)).play(parse_point("M13", 19))[1]
        other = Game.new(rules, Setup(((Point(0), Point(1)), (Point(2),)), colour=1)).play(Point(9))[1]
        await file(store, finished_room(later, 0), finished_room(other, 0))

        assert (await ask(store, game_of().position)).games == 0
        assert (await ask(store, game_of("K10").position)).games == 0
        assert (await ask(store, natural.position)).games == 1
        assert (await ask(store, game_of("K10", "L11", "M13").position)).games == 1
        assert (await ask(store, other.beginning.position)).games == 1

    async def test_moves_that_are_the_same_by_symmetry_are_one(self, store: MemoryStore) -> None:
        for token in ("K12", "M10", "K8", "H10", "L11"):
            await file(store, finished_room(game_of("K10", token), 1))

        answer = await ask(store, game_of("K10").position)

        assert [(each.games, each.wins) for each in answer.turns] == [(4, (0, 4)), (1, (0, 1))]
        assert set(answer.turns[0].notations) == {"K12", "M10", "K8", "H10"}
        assert set(answer.turns[1].notations) == {"L11", "L9", "J11", "J9"}

    async def test_the_order_of_moves_does_not_matter(self, store: MemoryStore) -> None:
        await file(
            store,
            finished_room(game_of("K10", "L11", "C3", "D4"), 0),
            finished_room(game_of("C3", "L11", "K10"), 1),
        )

        answer = await ask(store, game_of("C3", "L11", "K10").position)

        assert (answer.games, answer.wins, len(answer.turns)) == (2, (1, 1), 1)

    async def test_rulesets_are_apart(self, store: MemoryStore) -> None:
        await file(store, finished_room(game_of("K10", "L11"), 0))

        same = ruleset_from("pente-casual")
        assert (await ask(store, Position.initial(same))).games == 1
        assert (await ask(store, Position.initial(ruleset_from("freestyle")))).games == 0
        assert ruleset_text(same) != ruleset_text(ruleset_from({"base": "pente-casual", "goal": 8}))

    async def test_choices_are_played_too(self, store: MemoryStore) -> None:
        opening = ("K10", "L10", "C3")
        for choice, winner in ((Choice.SWAP, 0), (Choice.SWAP, 1), (Choice.STAY, 1)):
            game = game_of(*opening, rules="swap2-pente").choose(choice)
            await file(store, finished_room(game, winner))

        answer = await ask(store, game_of(*opening, rules="swap2-pente").position)

        assert answer.turns == (ExploredTurn(("swap",), 2, (1, 1)), ExploredTurn(("stay",), 1, (0, 1)))

    async def test_a_draw_is_one(self, store: MemoryStore) -> None:
        await file(store, finished_room(game_of("K10"), termination=Termination.AGREEMENT))

        answer = await ask(store, game_of().position)

        assert (answer.games, answer.wins, answer.draws) == (1, (0, 0), 1)
        assert answer.turns[0].draws == 1

    async def test_partners_win_together(self, store: MemoryStore) -> None:
        teams = {"base": "pente-casual", "sides": 4, "teams": True}
        await file(store, finished_room(game_of("K10", "L11", rules=teams), 1, 3))

        assert (await ask(store, game_of(rules=teams).position)).wins == (0, 1, 0, 1)

    @pytest.mark.parametrize(
        "options",
        [Options(private=True), Options(password_hash="x"), Options(watch=WatchPolicy.INVITED)],
        ids=["private", "locked", "watched by the invited"],
    )
    async def test_what_only_the_players_find_is_not_counted(
        self, store: MemoryStore, options: Options
    ) -> None:
        await file(store, finished_room(game_of("K10", "L11"), 0, options=options))

        assert (await ask(store, game_of().position)).games == 0

    async def test_what_was_ever_watched_by_invitation_is_not_counted(self, store: MemoryStore) -> None:
        open_, limited = finished_room(game_of("K10", "L11"), 0), finished_room(game_of("K10", "L11"), 0)
        started = next(at for at, event in enumerate(limited.events) if isinstance(event, ev.Started)) + 1
        changes = [ev.WatchPolicyChanged(limited.events[0].at, policy) for policy in reversed(WatchPolicy)]
        events = (*limited.events[:started], *changes, *limited.events[started:])
        limited = replace(limited, id=RoomId("room-limited"), room=replay(events), events=events)
        assert limited.room.watch is WatchPolicy.ANYBODY

        for ended in (open_, limited):
            await file(store, ended)

        assert (await ask(store, game_of().position)).games == 1
        stranger = player(9, "stranger").id
        assert may_see_game(open_.room, open_.events, stranger)
        assert not may_see_game(limited.room, limited.events, stranger)

    async def test_what_has_no_result_is_not_counted(self, store: MemoryStore) -> None:
        await file(store, finished_room(game_of("K10", "K11"), termination=Termination.ABORTED))

        assert (await ask(store, game_of().position)).games == 0
        assert len(await found(store, GameFilter(position=format_position(game_of("K10").position)))) == 1

    async def test_real_games(self, store: MemoryStore) -> None:
        games = [
            finished_room(game_of(*real.moves, rules=real.ruleset), real.winner) for real in load_real_games()
        ]
        await file(store, *games)

        for rules in ("pente", "pente-casual"):
            mine = [game for game in games if game.room.game.rules.base == rules]
            answer = await ask(store, Position.initial(ruleset_from(rules)))
            assert answer.games == len(mine)
            assert answer.wins == tuple(
                sum(game.finished.winners == (seat,) for game in mine) for seat in (0, 1)
            )


class TestFinding:
    async def test_by_player_ruleset_time_and_result(self, store: MemoryStore) -> None:
        one = finished_room(game_of("K10"), 0, players=(ANN, BOB))
        two = finished_room(game_of("K10"), 1, players=(CAT, ANN), at=Instant(NOON + 1))
        three = finished_room(game_of("K10", rules="gomoku"), 0, players=(CAT, BOB), at=Instant(NOON + 2))
        four = finished_room(
            game_of("K10"), termination=Termination.AGREEMENT, players=(CAT, BOB), at=Instant(NOON + 3)
        )
        await file(store, one, two, three, four)

        async def ids(**which: object) -> list[RoomId]:
            return await found(store, GameFilter(**which))  # type: ignore[arg-type]

        assert await ids() == [four.id, three.id, two.id, one.id]
        assert await ids(player="ANN") == await ids(player=ANN.id) == [two.id, one.id]
        with pytest.raises(RequestDenied, match="There is no player nobody") as denied:
            await ids(player="nobody")
        assert denied.value.code == ErrorCode.UNKNOWN_PLAYER
        assert await ids(ruleset="gomoku") == [three.id]
        assert await ids(ruleset={"base": "gomoku", "size": 15}) == []
        assert await ids(since=NOON + 1, until=NOON + 3) == [three.id, two.id]
        assert await ids(since=NOON + 3) == [four.id]
        assert await ids(until=NOON) == []
        assert await ids(result=GameResult.DRAW) == [four.id]
        assert await ids(result=GameResult.WHITE) == [three.id, one.id]
        assert await ids(result=GameResult.BLACK) == [two.id]
        assert await ids(result=GameResult.WON, player="ann") == [two.id, one.id]
        assert await ids(result=GameResult.LOST, player="bob") == [three.id, one.id]
        assert await ids(result=GameResult.ABORTED) == await ids(result=GameResult.WON) == []

    async def test_by_any_image_of_a_position(self, store: MemoryStore) -> None:
        game = finished_room(game_of("K10", "L11", "A1", "T19"), 0)
        other = finished_room(game_of("K10", "L12"), 0)
        await file(store, game, other)

        position = game_of("K10", "L11", "A1").position
        for symmetry in SYMMETRIES:
            text = format_position(position_image(position, symmetry))
            assert await found(store, GameFilter(position=text)) == [game.id]
            assert await found(store, GameFilter(position=text, player="ann")) == [game.id]
            assert await found(store, GameFilter(position=text, player=CAT.id)) == []
        empty = format_position(game_of().position)
        assert set(await found(store, GameFilter(position=empty))) == {game.id, other.id}
        assert set(await found(store, GameFilter(position=empty, player="ann"))) == {game.id, other.id}

    async def test_private_games_are_for_their_players(self, store: MemoryStore) -> None:
        game = finished_room(game_of("K10"), 0, players=(ANN, BOB), options=Options(private=True))
        await file(store, game)

        assert await found(store, GameFilter(), asker=ANN.id) == [game.id]
        assert await found(store, GameFilter(player="ann"), asker=BOB.id) == [game.id]
        assert await found(store, GameFilter(), asker=CAT.id) == []

    async def test_page_by_page_each_comes_once(self, store: MemoryStore) -> None:
        games = [
            finished_room(game_of("K10"), number % 2, players=(ANN, BOB), at=Instant(NOON + number // 3))
            for number in range(120)
        ]
        await file(store, *games)

        everything = await found(store, GameFilter())
        assert sorted(everything) == sorted(game.id for game in games)
        assert len(await found(store, GameFilter(result=GameResult.WHITE))) == 60
        first, cursor = await GameSearch(store).find(GameFilter(), "", CAT.id)
        assert len(first) == 50
        assert cursor

    async def test_a_long_search_is_continued_even_if_nothing_was_found(self, store: MemoryStore) -> None:
        await file(store, *(finished_room(game_of("K10"), 0, at=Instant(NOON + n)) for n in range(520)))
        last = finished_room(game_of("K10"), 1)
        await file(store, last)

        nothing, cursor = await GameSearch(store).find(GameFilter(result=GameResult.BLACK), "", CAT.id)
        games, end = await GameSearch(store).find(GameFilter(result=GameResult.BLACK), cursor, CAT.id)

        assert (nothing, [game.id for game in games], end) == ([], [last.id], "")

    async def test_where_to_go_on_tells_no_id_of_a_private_game(self, store: MemoryStore) -> None:
        games = [
            finished_room(game_of("K10"), 0, at=Instant(NOON + n), options=Options(private=True))
            for n in range(520)
        ]
        await file(store, *games)

        nothing, cursor = await GameSearch(store).find(GameFilter(), "", CAT.id)
        rest, end = await GameSearch(store).find(GameFilter(), cursor, ANN.id)

        assert nothing == []
        assert not any(game.id.encode() in bytes.fromhex(cursor) for game in games)
        assert ([game.id for game in rest], end) == ([game.id for game in games[19::-1]], "")

    @pytest.mark.parametrize(
        ("which", "cursor"),
        [
            (GameFilter(ruleset="chess"), ""),
            (GameFilter(position="K10"), ""),
            (GameFilter(), "zz"),
            (GameFilter(), "f"),
            (GameFilter(), "00" * 60),
        ],
    )
    async def test_what_makes_no_sense(self, store: MemoryStore, which: GameFilter, cursor: str) -> None:
        with pytest.raises(RequestDenied):
            await GameSearch(store).find(which, cursor, CAT.id)

    async def test_an_entry_that_cannot_be_read_is_left_out(self, store: MemoryStore) -> None:
        game, strange = finished_room(game_of("K10"), 0), finished_room(game_of("K10"), 0)
        await file(store, game)
        filed = await archived_game(strange)
        object.__setattr__(filed, "entry", b"\xc1")
        await store.archive.file(filed)

        assert await found(store, GameFilter()) == [game.id]


async def test_an_entry_tells_who_played_what_and_how_it_ended(store: MemoryStore) -> None:
    game = finished_room(game_of("K10", "L11", "A1"), 1, players=(ANN, BOB), options=Options(rated=True))

    entry = game_summary(game)

    assert (entry.players, entry.winners, entry.termination) == ((ANN, BOB), (1,), Termination.RESIGNATION)
    assert (entry.moves, entry.end, entry.rated, entry.private) == (3, NOON, True, False)
    assert (
        await store.archive.places(
            ArchiveList(ListKind.ALL), sort_key(Instant(NOON + 1)), sort_key(Instant(0)), 9
        )
        == []
    )


def _after(game: Game, count: int) -> Position:
    return replayed(game.rules, game.turns[:count]).position


def _visits(position: Position, game: Game) -> list[tuple[int, Position]]:
    """Where in a game this position came about, and how it looked there."""
    if position.ply > len(game.turns):
        return []
    there = _after(game, position.ply)
    return [(position.ply, there)] if _is_image(there, position) else []


def _is_image(one: Position, other: Position) -> bool:
    return any(_plain(position_image(one, symmetry)) == _plain(other) for symmetry in SYMMETRIES)


def _plain(position: Position) -> tuple[object, ...]:
    return position.board.stones, position.taken, position.to_act, position.stones_left, position.made


def _counted(position: Position, games: list[Game]) -> dict[tuple[str, ...], tuple[int, tuple[int, ...]]]:
    """By the turns that are one by symmetry: in how many games, and how many each seat won."""
    count: Counter[tuple[tuple[str, ...], int]] = Counter()
    for game in games:
        assert game.outcome is not None
        for ply, there in _visits(position, game):
            if ply < len(game.turns):
                turn = game.turns[ply]
                assert isinstance(turn, int)
                names = _images(there, position, Point(turn))
                count[names, game.outcome.winners[0]] += 1
    return {
        names: (count[names, 0] + count[names, 1], (count[names, 0], count[names, 1]))
        for names in {names for names, _ in count}
    }


def _images(there: Position, here: Position, turn: Point) -> tuple[str, ...]:
    size = here.rules.size
    ways = [s for s in SYMMETRIES if _plain(position_image(there, s)) == _plain(here)]
    return tuple(format_turn(point, size) for point in sorted({image(turn, size, s) for s in ways}))


def _last(position: Position, games: list[Game]) -> int:
    """In how many games nothing came after the position."""
    return sum(ply == len(game.turns) for game in games for ply, _ in _visits(position, game))
