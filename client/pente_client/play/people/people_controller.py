"""The controller of a player's dealings with other people: friends, messages, challenges and reports."""

from contextlib import suppress
from typing import assert_never

from pente_client.connection import (
    ConnectionProblem,
    RequestRejected,
    Resynced,
    RoomAdvanced,
    Update,
)
from pente_client.input.people_orders import (
    AnswerInvitation,
    ChallengeOrder,
    ChangeFriend,
    PeopleOrder,
    ReportPlayer,
    ShowFriends,
    ShowMessages,
    ShowPeople,
    VacationOrder,
    WriteMessage,
)
from pente_client.play.people.challenge_terms import ChallengeTerms, challenge_terms
from pente_client.play.people.people_ports import CONNECTION_LOST, PeopleFront, PeoplePort
from pente_client.words.lists.people import vacation_text
from pente_client.words.phrases import name_of
from pente_client.words.sentences import sentence
from pente_core.clock.time_control import PerMove, parse_time_control
from pente_core.identity import RoomId
from pente_core.room import Options, Room
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_core.value import replace
from pente_protocol.errors import ErrorCode
from pente_protocol.sentences import tell

NO_INVITATION = "no-invitation"
"""The code of the rejection of an answer to nothing."""


class PeopleController:
    """Carries out what a player asks about other people. Mutable: the challenges without an answer."""

    def __init__(self, connection: PeoplePort, front: PeopleFront) -> None:
        self._connection, self._front = connection, front
        self._challenges: dict[RoomId, str] = {}
        """The rooms of our challenges, with the names of those who were challenged."""
        self._correspondence: set[RoomId] = set()

    def enter(self, order: PeopleOrder, typed: str, room: RoomId | None = None) -> None:
        """Begin to do what a line asks for; ``room`` is the one that the player is in."""
        self._front.start(self._try(order, typed, room))

    def notice(self, update: Update) -> None:
        """Say what has become of our challenges, and go to a game that begins."""
        match update:
            case RoomAdvanced(room=room, event=ev.Declined()) if room in self._challenges:
                self._over(room, tell("news.challenge-declined", name=self._challenges[room]))
            case RoomAdvanced(room=room, event=ev.Closed()) if room in self._challenges:
                self._over(room, tell("news.challenge-expired", name=self._challenges[room]))
            case RoomAdvanced(room=room, event=ev.Started()) if room in self._challenges:
                self._accepted(room)
            case Resynced(room=room, after=after) if room in self._challenges:
                self._found(room, after)
            case _:
                pass

    async def withdraw(self) -> None:
        """Take back our challenges without an answer, but for those to games by correspondence."""
        for room in self._challenges.keys() - self._correspondence:
            with suppress(ConnectionProblem):
                await self._connection.act(room, cmd.Leave())
        self._challenges.clear()

    async def _try(self, order: PeopleOrder, typed: str, room: RoomId | None) -> None:
        try:
            await self._do(order, room)
        except ConnectionProblem as problem:
            code = problem.code if isinstance(problem, RequestRejected) else CONNECTION_LOST
            self._front.reject(code, sentence(str(problem)), typed)

    async def _do(self, order: PeopleOrder, room: RoomId | None) -> None:
        connection, front = self._connection, self._front
        match order:
            case ShowPeople():
                front.show_people(await connection.browse_players())
                await connection.leave_players()
            case ShowFriends():
                front.show_friends(await connection.list_friends())
            case ShowMessages():
                await self._show_messages()
            case ChangeFriend(name, is_friend):
                change = connection.befriend if is_friend else connection.unfriend
                friend = name_of(await change(name))
                front.notice(tell("news.befriended" if is_friend else "news.unfriended", name=friend))
            case WriteMessage(name, text):
                message = await connection.write(name, text)
                front.notice(tell("news.sent-to", name=name_of(message.to)))
            case ReportPlayer(name, text):
                await connection.report(name, text, room)
                front.notice(tell("news.reported"))
            case VacationOrder(days):
                front.notice(vacation_text(await connection.take_vacation(days), "/vacation off"))
            case ChallengeOrder():
                await self._challenge(order)
            case AnswerInvitation(name, is_yes):
                await self._answer(name, is_yes=is_yes)
            case _ as unreachable:
                assert_never(unreachable)

    async def _show_messages(self) -> None:
        found = await self._connection.messages()
        self._front.show_messages(found.messages)
        if found.messages:
            await self._connection.read_messages(found.messages[-1].at)

    async def _challenge(self, order: ChallengeOrder) -> None:
        if self._connection.is_aside:
            how = tell("waiting.watch-only-challenge", name=order.name)
            self._front.reject(ErrorCode.WATCH_ONLY, how)
            return
        terms = await challenge_terms(order, self._connection.archive, self._connection.me.id)
        room, terms = await self._invite(order.name, terms)
        self._challenges[room] = order.name
        time = parse_time_control(terms.time)
        if isinstance(time, PerMove) and time.is_correspondence:
            self._correspondence.add(room)
        self._front.notice(tell("news.challenge-sent", name=order.name, terms=terms.text))

    async def _invite(self, name: str, terms: ChallengeTerms) -> tuple[RoomId, ChallengeTerms]:
        """Open a room for a challenge; a game that can't be rated is casual, if nothing was said of it."""
        try:
            return await self._open(name, terms), terms
        except RequestRejected as rejected:
            if rejected.code != ErrorCode.NOT_RATED or not terms.may_be_casual:
                raise
        casual = _casual(terms)
        return await self._open(name, casual), casual

    async def _open(self, name: str, terms: ChallengeTerms) -> RoomId:
        return await self._connection.create(
            terms.ruleset,
            terms.time,
            seat=terms.seat,
            invite=(name,),
            options=replace(Options(), rated=terms.rated),
        )

    async def _answer(self, name: str, *, is_yes: bool) -> None:
        wanted = name.casefold()
        found = [room for room in self._connection.invitations if room.host.name.casefold() == wanted]
        if not found:
            self._front.reject(NO_INVITATION, tell("news.no-invitation", name=name))
            return
        room = found[-1]
        if self._connection.is_aside:
            how = tell("waiting.watch-only-room", room=room.id)
            self._front.reject(ErrorCode.WATCH_ONLY, how)
            return
        await self._connection.act(room.id, cmd.Join() if is_yes else cmd.Decline())
        if is_yes:
            self._front.go_to(room.id)
        else:
            self._front.notice(tell("news.invitation-declined", name=name_of(room.host)))

    def _found(self, room: RoomId, after: Room) -> None:
        if after.status is ev.Status.PLAYING:
            self._accepted(room)
        elif after.status is ev.Status.CLOSED:
            self._over(room, tell("news.challenge-expired", name=self._challenges[room]))

    def _accepted(self, room: RoomId) -> None:
        name = self._challenges.pop(room)
        self._front.notice(tell("news.challenge-accepted", name=name))
        self._front.go_to(room)

    def _over(self, room: RoomId, text: str) -> None:
        del self._challenges[room]
        self._front.notice(text)


def _casual(terms: ChallengeTerms) -> ChallengeTerms:
    return ChallengeTerms(terms.ruleset, terms.time, rated=False, seat=terms.seat)
