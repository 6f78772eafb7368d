"""A game as JSON, one object a line, for programs; the README of the client lists the fields."""

import json
from collections.abc import Callable, Collection, Sequence
from typing import assert_never

from pente_client.addresses.join_link import JoinLink
from pente_client.connection import (
    ClientStopped,
    Connected,
    Disconnected,
    FeaturedGameChanged,
    FriendCame,
    InvitationOver,
    InvitationReceived,
    LobbyChanged,
    LooksChanged,
    MessageArrived,
    MoveExplained,
    PlayersChanged,
    PresenceChanged,
    Removed,
    Resynced,
    RoomAdvanced,
    Superseded,
    Update,
)
from pente_client.play.shown.advisor import GivenAdvice
from pente_client.play.shown.lesson import Lesson
from pente_client.play.shown.setup_draft import SetupDraft
from pente_client.play.viewpoint import Viewpoint
from pente_client.stream.jsonl.annotation_fields import analysis_fields, looks_fields, view_fields
from pente_client.stream.jsonl.event_fields import event_fields
from pente_client.stream.jsonl.fields import (
    Line,
    ending_fields,
    listed_player_fields,
    message_fields,
    player_fields,
)
from pente_client.stream.jsonl.room_fields import (
    advice_fields,
    options_fields,
    point_names,
    presence_fields,
    rules_fields,
    said_fields,
    seats_fields,
    setup_fields,
    turn_fields,
)
from pente_client.stream.reconstruct import ShownRoom
from pente_client.words.connection import latency_ms
from pente_client.words.phrases import name_of
from pente_client.words.series import SeriesScore, is_set
from pente_client.words.waiting import setup_line
from pente_core.clock.clock import format_time_control
from pente_core.clock.instant import Millis
from pente_core.identity import PlayerId, RoomId
from pente_core.notation import format_position
from pente_core.room import Room, lines_of
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_core.rules.game import Game
from pente_protocol.messages.direct_messages import DirectMessage
from pente_protocol.messages.friends import FriendList
from pente_protocol.messages.lists import OnlineList
from pente_protocol.messages.people import HeadToHead
from pente_protocol.messages.rooms import RoomPresence
from pente_protocol.untrusted_text import clean


class JsonLines:
    """Writes one object a line. Mutable: it knows what it has shown.

    ``url`` is what a friend has to type to reach the same server, ``public_url`` where others find it if it
    says so, ``fingerprint`` what links say of its key, and ``code_of`` has the join codes of rooms, as far as
    they are known. ``me`` gives the player
    who reads this, until a server says who it is.
    """

    def __init__(
        self,
        write: Callable[[str], None],
        *,
        url: str = "",
        public_url: str = "",
        fingerprint: str = "",
        code_of: Callable[[RoomId], str] = lambda _: "",
        me: Callable[[], PlayerId | None] = lambda: None,
    ) -> None:
        self._raw = write
        self._url = url
        self._public_url = public_url
        self._fingerprint = fingerprint
        self._code_of = code_of
        self._reader = me
        self._shown_room = ShownRoom()

    @property
    def _me(self) -> PlayerId | None:
        return self._reader()

    def show(self, update: Update) -> None:
        match update:
            case Connected(welcome=welcome):
                self._reader = lambda: welcome.player.id
                self._write(
                    "connected",
                    player=player_fields(welcome.player),
                    server=clean(welcome.server),
                    durability=clean(welcome.durability),
                )
            case Disconnected(reason=reason, retry_in=retry_in):
                self._write("disconnected", reason=clean(reason), retry_ms=round(retry_in * 1000))
            case Resynced() | RoomAdvanced():
                self._went_on(update)
            case PresenceChanged(room=id_, presence=presence):
                self._write("presence", room=id_, **presence_fields(presence))
            case LooksChanged(room=id_, looks=looks):
                self._write("looks", room=id_, looks=looks_fields(looks, self._shown_room.room))
            case MoveExplained(room=id_, player=player, lines=lines):
                self._write("explained", room=id_, player=player_fields(player), lines=list(lines))
            case InvitationReceived(summary=summary):
                rules, time = summary.ruleset.spec, format_time_control(summary.time)
                host = player_fields(summary.host)
                self._write(
                    "invited",
                    room=summary.id,
                    host=host,
                    ruleset=rules,
                    time=time,
                    rated=summary.options.rated,
                    from_position=summary.from_position,
                )
            case InvitationOver(room=id_, host=by):
                self._write("invitation-over", room=id_, host=player_fields(by))
            case FriendCame(friend=friend):
                self._write("friend-arrived", player=player_fields(friend))
            case MessageArrived(message=message):
                self._write("message", **message_fields(message))
            case Superseded(room=id_):
                self._write("taken-over", room=id_)
            case Removed(room=id_, code=code, reason=reason):
                self._write("sent-away", room=id_, code=code, reason=clean(reason))
            case LobbyChanged() | PlayersChanged():
                pass
            case FeaturedGameChanged(room=id_, channel=channel):
                self._write("featured", room=id_, channel=channel)
            case ClientStopped(reason=reason):
                self._write("ended", reason=clean(reason))
            case _ as unreachable:
                assert_never(unreachable)

    def error(self, code: str, text: str) -> None:
        self._write("error", code=clean(code), text=clean(text))

    def notice(self, text: str) -> None:
        self._write("notice", text=text)

    def warning(self, text: str) -> None:
        """Write nothing: a program has the clocks."""

    def board(self, id_: RoomId, room: Room, game: Game) -> None:
        del game  # where they look is in `view`
        self._write("room", **self._whole(id_, room))

    def moves(self, id_: RoomId, room: Room) -> None:
        self._write("moves", room=id_, moves=list(room.game.tokens))

    def clocks(self, id_: RoomId, room: Room, remaining: Sequence[Millis]) -> None:
        self._write("clocks", room=id_, clocks_ms=list(remaining), to_act=room.to_act)

    def rules(self, id_: RoomId, room: Room) -> None:
        self._write("rules", room=id_, **rules_fields(room.created.ruleset))

    def who(self, id_: RoomId, room: Room, presence: RoomPresence | None) -> None:
        host, seats = player_fields(room.created.by), seats_fields(room)
        self._write(
            "who", room=id_, host=host, seats=seats, **(presence_fields(presence) if presence else {})
        )

    def latency(self, seconds: float) -> None:
        self._write("latency", ms=latency_ms(seconds))

    def look(self, id_: RoomId, room: Room, view: Viewpoint) -> None:
        self._write("view", room=id_, **view_fields(room, view))

    def advice(self, id_: RoomId, given: GivenAdvice) -> None:
        self._write("advice", room=id_, **advice_fields(given))

    def lesson(self, id_: RoomId, room: Room, lesson: Lesson) -> None:
        del room  # it was shown
        self._write(
            "lesson",
            room=id_,
            course=lesson.course,
            number=lesson.number,
            count=lesson.count,
            title=lesson.title,
            stage=lesson.stage.value,
            text=lesson.text,
        )

    def setup(self, id_: RoomId, room: Room, draft: SetupDraft | None) -> None:
        del room  # it stays as it is
        self._write("setup", room=id_, **setup_fields(draft))

    def notes(self, id_: RoomId, room: Room) -> None:
        self._write("analysis", room=id_, **analysis_fields(room))

    def join_code(self, id_: RoomId, code: str, *, with_qr: bool) -> None:
        del with_qr  # for people
        self._write("code", room=id_, **self._link(code))

    def _link(self, code: str) -> Line:
        """A join code, and the link with it; nulls where the code is not known."""
        link = JoinLink(self._url, code, self._public_url, self._fingerprint).link if code else None
        return {"code": code or None, "link": link}

    def people(self, found: OnlineList, friends: Collection[PlayerId]) -> None:
        rows = [{**listed_player_fields(row), "friend": row.player.id in friends} for row in found.players]
        self._write("people", count=found.count, players=rows)

    def friends(self, found: FriendList) -> None:
        players = [player_fields(friend) for friend in found.friends]
        self._write("friends", friends=players, online=[listed_player_fields(row) for row in found.online])

    def messages(self, messages: Sequence[DirectMessage]) -> None:
        self._write("messages", messages=[message_fields(message) for message in messages])

    def conditions(self, id_: RoomId, room: Room) -> None:
        self._write("conditions", room=id_, lines=self._planned(room))

    def _has_new_plan(self, step: RoomAdvanced) -> bool:
        """Whether a turn has changed what is planned; not between a move and the answer that follows."""
        if isinstance(step.event, ev.ConditionsSet) or self._planned(step.before) == self._planned(
            step.after
        ):
            return False
        mine = None if self._me is None else step.after.seat_of(self._me)
        return mine is None or step.after.to_act != mine or not self._planned(step.after)

    def _planned(self, room: Room) -> list[list[str]]:
        lines = () if self._me is None else lines_of(room.conditions, self._me)
        return [point_names(line, room.created.ruleset) for line in lines]

    def claims_available(self, id_: RoomId, room: Room, claims: Sequence[cmd.ClaimKind]) -> None:
        away = [absence.seat for absence in room.absent]
        self._write("overdue", room=id_, seats=away, claims=[claim.value for claim in claims])

    def head_to_head(self, id_: RoomId, score: HeadToHead) -> None:
        self._write(
            "head_to_head",
            room=id_,
            opponent=player_fields(score.opponent),
            wins=score.wins,
            losses=score.losses,
            draws=score.draws,
            complete=score.complete,
        )

    def series_score(self, id_: RoomId, room: Room, series: SeriesScore) -> None:
        scores = [
            {"player": player_fields(player), "points": series.halves.get(player.id, 0) / 2}
            for player in room.seats
            if player is not None
        ]
        number, of_set = room.created.number, is_set(room.created.options)
        self._write("series", room=id_, game=number, is_set=of_set, scores=scores)

    def finished(self, id_: RoomId, room: Room) -> None:
        outcome = room.game.outcome
        self._write(
            "record",
            room=id_,
            ruleset=room.created.ruleset.spec,
            time=format_time_control(room.created.time),
            players=[name_of(player) if player else None for player in room.seats],
            setup=setup_line(room.created),
            moves=list(room.game.tokens),
            **ending_fields(outcome),
        )

    def _went_on(self, update: Resynced | RoomAdvanced) -> None:
        steps = self._shown_room.steps(update)
        if isinstance(update, Resynced) and update.before is not None:
            before, after = update.before, update.after
            lost = len(before.game.turns) - len(after.game.turns)
            self._write("rolled-back", room=update.room, version=after.version, lost_moves=max(0, lost))
        if steps is None and isinstance(update, Resynced) and update.is_read_only:
            position = format_position(update.after.game.position)
            self._write("read-only", room=update.room, version=update.after.version, position=position)
        elif steps is None:
            self._write("room", **self._whole(update.room, update.after))
        for step in steps or ():
            self._tell(step)

    def _tell(self, step: RoomAdvanced) -> None:
        fields = event_fields(step.event, step.before, step.after)
        self._write(fields.pop("t"), room=step.room, version=step.version, **fields)
        if self._has_new_plan(step):
            self.conditions(step.room, step.after)

    def _whole(self, id_: RoomId, room: Room) -> Line:
        rules, position = room.created.ruleset, room.game.position
        return {
            "room": id_,
            "version": room.version,
            "status": room.status.value,
            "ruleset": rules.spec,
            "time": format_time_control(room.created.time),
            "host": player_fields(room.created.by),
            **self._link(self._code_of(id_)),
            "options": options_fields(room.options),
            "follows": room.created.continues or None,
            "game": room.created.number,
            "next": room.sequel or None,
            "seats": seats_fields(room),
            "ready": list(room.ready),
            "gone": [absence.seat for absence in room.absent],
            "invited": [name_of(player) for player in room.invited],
            "me": None if self._me is None else room.seat_of(self._me),
            **turn_fields(room),
            "setup": setup_line(room.created),
            "ply": room.game.stones,
            "moves": list(room.game.tokens),
            "captured": list(position.taken),
            "clocks_ms": list(room.clock.remaining),
            "paused": room.paused is not None,
            "vacations": list(room.clock.rests),
            "conditions": self._planned(room),
            "offers": [
                {"kind": offer.kind.value, "seat": offer.seat}
                | ({} if offer.until is None else {"until": offer.until})
                for offer in room.offers
            ],
            "key": f"{position.key:016x}",
            "chat": [said_fields(line) for line in room.chat],
            **({"analysis": analysis_fields(room)} if room.status is ev.Status.FINISHED else {}),
            **ending_fields(room.game.outcome),
        }

    def _write(self, t: str, **fields: object) -> None:
        self._raw(json.dumps({"t": t, **fields}, ensure_ascii=True, separators=(",", ":")))
