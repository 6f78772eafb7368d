"""What viewers are sent in place of what they may not see."""

from pente_core.identity import RoomId
from pente_core.room import Room, Viewer, lines_of, view
from pente_core.room import events as ev
from pente_protocol.codec import encode_event
from pente_protocol.messages.checkpoint import Mark
from pente_server.live.listening.frames import EventFrames, Frames, MessageFrames
from pente_server.live.listening.listeners import BlockListPort, Listeners, send
from pente_server.live.room_snapshot import room_snapshot


class Views:
    """Chat, plans and snapshots as each session may see them."""

    def __init__(self, blocks: BlockListPort) -> None:
        self._blocks = blocks

    def send_event(
        self, frames: EventFrames, event: ev.Event, players: Listeners, watchers: Listeners
    ) -> None:
        """Send an event to players and watchers, as far as each may see it."""
        if event.facts.seen_by is not ev.SeenBy.EVERYBODY:
            hidden = frames.hidden(encode_event(ev.Hidden(event.at)))
            self._send_hidden(watchers, Viewer.WATCHER, event, frames, hidden)
            self._send_hidden(players, Viewer.PLAYER, event, frames, hidden)
        else:
            send(watchers, frames)
            send(players, frames)

    def _send_hidden(
        self, sessions: Listeners, viewer: Viewer, event: ev.Event, frames: Frames, hidden: Frames
    ) -> None:
        """Send an event to those who may see it, and to the others that there is one."""
        for session in sessions:
            player = session.player.id
            shown = view(event, viewer, self._blocks.of(player), player)
            session.send(hidden if isinstance(shown, ev.Hidden) else frames)

    def send_snapshot(
        self, sessions: Listeners, viewer: Viewer, room_id: RoomId, room: Room, mark: Mark
    ) -> None:
        """Send a snapshot, encoded once for all who see the same of it.

        Others are those who have blocked people who have said something, and those who have planned answers.
        """
        speakers = {line.player.id for line in (*room.chat, *room.analysis.all)}
        frames = MessageFrames(room_snapshot(room_id, room, mark, viewer))
        for session in sessions:
            me = session.player.id
            blocked = self._blocks.of(me) & speakers
            if blocked or lines_of(room.conditions, me):
                session.send(MessageFrames(room_snapshot(room_id, room, mark, viewer, blocked, me=me)))
            else:
                session.send(frames)
