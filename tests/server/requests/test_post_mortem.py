"""Looking at a finished game together: annotations in the log, and looks that are in none."""

import asyncio
from dataclasses import replace

from pente_core.identity import RoomId
from pente_core.room import BotPolicy, OfferKind, Options, Reason, WatchPolicy
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_core.rules.point import Point
from pente_protocol.errors import ErrorCode
from pente_protocol.messages.archive import LogList, Logs
from pente_protocol.messages.features import ServerFeature
from pente_protocol.messages.people import Block
from pente_protocol.messages.post_mortem import Look, Looks
from pente_protocol.messages.rooms import Act, Acted, Synced, Unwatch, Watch
from pente_server.limits.limit import RateLimit
from tests.support.peer import GENEROUS, Peer, Served, a_game, peers, play, serving
from tests.support.waiting import until

NAMES = ("alice", "bob", "carol", "dave")


async def finished_game(
    alice: Peer,
    bob: Peer,
    *viewers: Peer,
    options: Options = Options(bots=BotPolicy.ANYBODY),  # noqa: B008 -- a frozen value
    password: str = "",
) -> RoomId:
    """A game of four stones that Bob has resigned, and that the viewers watch, too."""
    room = await alice.create("freestyle", seat=0, options=options, invite=("bob",), password=password)
    await bob.act(room, cmd.Join())
    for point in (100, 102):
        await play(alice, room, point)
        await play(bob, room, point + 1)
    for viewer in viewers:
        await viewer.ok(Watch, room=room)
    await bob.act(room, cmd.Resign())
    return room


async def test_players_and_viewers_annotate_and_all_of_them_see_it(served: Served) -> None:
    async with peers(served.url, *NAMES) as (alice, bob, carol, dave):
        room = await finished_game(alice, bob, carol)

        await carol.act(room, cmd.AddVariation(2, (Point(0), Point(1))))
        await bob.act(room, cmd.AddComment(6, "That\u202e loses \x1b[2Jtoo."))
        await alice.act(room, cmd.MarkPoints(6, (Point(3),)))
        last = await alice.act(room, cmd.RemoveAnnotation(alice.version(room) - 1))

        for peer in (alice, bob, carol):
            added = await peer.happened(ev.VariationAdded)
            assert (added.player.name, added.node, added.points) == ("carol", 2, (Point(0), Point(1)))
            assert (await peer.happened(ev.CommentAdded)).text == "That loses [2Jtoo."
            await peer.happened(ev.PointsMarked)
            await peer.happened(ev.AnnotationRemoved)
        await dave.ok(Watch, room=room)  # late, and gets it all
        shot = (await dave.heard(Synced)).snapshot
        assert shot.version == last.version
        assert shot.analysis.variations[0].points == (Point(0), Point(1))
        assert [marks.points for marks in shot.analysis.marks] == [(Point(3),)]
        assert not shot.analysis.comments


async def test_only_who_may_chat_there_annotates(served: Served) -> None:
    async with peers(served.url, *NAMES) as (alice, bob, carol, dave):
        room = await finished_game(alice, bob, carol)
        await alice.act(room, cmd.Mute(carol.welcome.player.id))
        assert await carol.refusal(room, cmd.AddVariation(2, (Point(0),))) == Reason.MUTED
        assert await carol.code(Look, room=room, node=2) == Reason.MUTED
        await alice.act(room, cmd.Ban(carol.welcome.player.id))
        assert await carol.refusal(room, cmd.AddComment(2, "hm")) == Reason.BANNED
        await dave.act(room, cmd.AddComment(2, "I don't even watch."))

        hidden = await finished_game(alice, bob, options=Options(watch=WatchPolicy.INVITED))
        locked = await finished_game(alice, bob, password="sesame")
        assert await dave.refusal(hidden, cmd.AddComment(2, "hm")) == Reason.NOT_INVITED
        assert await dave.refusal(locked, cmd.AddVariation(2, (Point(0),))) == ErrorCode.PASSWORD_NEEDED
        assert await dave.code(Look, room=locked, node=2) == ErrorCode.UNKNOWN_ROOM


async def test_comments_and_looks_of_blocked_players_never_arrive(served: Served) -> None:
    async with peers(served.url, *NAMES) as (alice, bob, carol, dave):
        room = await finished_game(alice, bob, carol, dave)
        await alice.ok(Block, player="carol")

        await carol.act(room, cmd.AddComment(2, "idiot"))
        await carol.act(room, cmd.MarkPoints(2, (Point(0),)))
        await carol.ok(Look, room=room, node=2)
        await bob.ok(Look, room=room, node=1)
        await bob.act(room, cmd.AddComment(2, "bye"))

        await alice.happened(ev.Hidden)
        assert (await alice.happened(ev.CommentAdded)).text == "bye"
        assert names_in(await alice.heard(Looks, lambda m: "bob" in names_in(m))) == ["bob"]
        await dave.heard(Looks, lambda m: names_in(m) == ["bob", "carol"])
        page = await alice.told(LogList, Logs, rooms=(room,))
        texts = [event.text for event in page.logs[0].events if isinstance(event, ev.CommentAdded)]
        assert texts == ["bye"]
        await alice.ok(Unwatch, room=room)
        await alice.ok(Watch, room=room)
        shot = (await alice.heard(Synced)).snapshot
        assert [comment.text for comment in shot.analysis.comments] == ["bye"]
        assert not shot.analysis.marks


def names_in(message: Looks) -> list[str]:
    return sorted(look.player.name for look in message.looks)


async def test_a_look_is_shown_to_all_and_ends_with_its_connection(served: Served) -> None:
    async with peers(served.url, *NAMES[:3]) as (alice, bob, carol):
        assert ServerFeature.REVIEW in (await alice.greeted()).features
        room = await finished_game(alice, bob, carol)
        before = alice.version(room)

        await carol.ok(Look, room=room, node=3, points=(Point(7),))
        await bob.ok(Look, room=room, node=1)

        shown = await alice.heard(Looks, lambda m: len(m.looks) == 2)
        assert [(look.player.name, look.node, look.points) for look in shown.looks] == [
            ("bob", 1, ()),  # players first
            ("carol", 3, (Point(7),)),
        ]
        await bob.ok(Look, room=room, node=None)
        await alice.heard(Looks, lambda m: names_in(m) == ["carol"])
        await carol.connection.close()
        await alice.heard(Looks, lambda m: not m.looks)
        assert alice.version(room) == before
        await until(lambda: not len(served.node.hub.looks))


async def test_who_comes_later_sees_where_the_others_look(served: Served) -> None:
    async with peers(served.url, *NAMES[:3]) as (alice, bob, carol):
        room = await finished_game(alice, bob)
        await bob.ok(Look, room=room, node=1)
        await alice.heard(Looks)

        await carol.ok(Watch, room=room)

        assert names_in(await carol.heard(Looks)) == ["bob"]


async def test_looks_that_can_not_be_are_refused(served: Served) -> None:
    async with peers(served.url, *NAMES[:3]) as (alice, bob, carol):
        playing = await a_game(alice, bob)
        assert await alice.code(Look, room=playing, node=0) == Reason.NOT_OVER
        assert await carol.code(Look, room=playing, node=0) == ErrorCode.UNKNOWN_ROOM
        room = await finished_game(alice, bob)
        assert await alice.code(Look, room=room, node=99) == Reason.NO_SUCH_NODE
        assert await alice.code(Look, room=room, node=1, points=(Point(361),)) == Reason.OFF_BOARD
        many = tuple(map(Point, range(21)))
        assert await alice.code(Look, room=room, node=1, points=many) == ErrorCode.BAD_MESSAGE


async def test_a_flood_of_looks_is_few_messages_for_the_others(served: Served) -> None:
    async with peers(served.url, *NAMES[:3]) as (alice, bob, carol):
        room = await finished_game(alice, bob, carol)
        begun = asyncio.get_running_loop().time()

        for number in range(300):
            await carol.ok(Look, room=room, node=number % 4)
        await carol.ok(Look, room=room, node=4)
        await alice.heard(Looks, lambda m: m.looks[0].node == 4)

        seconds = asyncio.get_running_loop().time() - begun
        shown = [message for message in alice.said if isinstance(message, Looks)]
        assert len(shown) <= 4 * seconds + 2


async def test_annotations_come_no_faster_than_the_host_allows() -> None:
    slow = replace(GENEROUS, chat=RateLimit(0.001, 2), annotations=RateLimit(0.001, 3))
    async with serving(allowance=slow) as served, peers(served.url, *NAMES[:3]) as (alice, bob, carol):
        room = await finished_game(alice, bob, carol)
        for number in range(3):
            await carol.act(room, cmd.AddVariation(2, (Point(number),)))
        assert await carol.refusal(room, cmd.AddVariation(2, (Point(9),))) == ErrorCode.RATE_LIMITED
        for text in ("one", "two"):
            await carol.act(room, cmd.AddComment(2, text))
        assert await carol.refusal(room, cmd.AddComment(2, "three")) == ErrorCode.RATE_LIMITED
        await bob.act(room, cmd.AddVariation(2, (Point(9),)))


async def test_an_annotation_that_is_sent_again_is_added_once(served: Served) -> None:
    async with peers(served.url, *NAMES[:2]) as (alice, bob):
        room = await finished_game(alice, bob)
        acting = alice.acting(room, cmd.AddVariation(2, (Point(0),)))
        first = await alice.told(Acted, Act, **acting)
        again = await alice.told(Acted, Act, **acting)
        assert first.version == again.version


async def test_a_rematch_works_from_there(served: Served) -> None:
    async with peers(served.url, *NAMES[:2]) as (alice, bob):
        room = await finished_game(alice, bob)
        await alice.act(room, cmd.AddComment(2, "again?"))
        await alice.act(room, cmd.Offer(OfferKind.REMATCH))
        await bob.act(room, cmd.Offer(OfferKind.REMATCH))
        await bob.act(room, cmd.AddComment(2, "yes"))
