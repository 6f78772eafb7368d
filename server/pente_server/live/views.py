"""What viewers are sent in place of what they may not see."""

from pente_core.identity import RoomId
from pente_core.room import CommentAdded, Hidden, PointsMarked, Room, Said, Viewer, view
from pente_protocol.messages.checkpoint import Mark
from pente_server.live.listening.frames import Frames, MessageFrames
from pente_server.live.listening.listeners import BlockListPort, Listeners
from pente_server.live.room_snapshot import room_snapshot

Speech = Said | CommentAdded | PointsMarked
"""The events that not everyone sees who listens to a room."""


class Views:
    """Chat and snapshots as each session may see them."""

    def __init__(self, blocks: BlockListPort) -> None:
        self._blocks = blocks

    def send_chat(
        self, sessions: Listeners, viewer: Viewer, line: Speech, frames: Frames, hidden: Frames
    ) -> None:
        """Send a line of chat, a comment or marks to those who may see it, and a `Hidden` to the others."""
        for session in sessions:
            shown = view(line, viewer, self._blocks.of(session.player.id))
            session.send(hidden if isinstance(shown, Hidden) else frames)

    def send_snapshot(
        self, sessions: Listeners, viewer: Viewer, room_id: RoomId, room: Room, mark: Mark
    ) -> None:
        """Send a snapshot, encoded once for all who have blocked none of those who have said something."""
        speakers = {line.player.id for line in (*room.chat, *room.analysis.all)}
        frames = MessageFrames(room_snapshot(room_id, room, mark, viewer))
        for session in sessions:
            blocked = self._blocks.of(session.player.id) & speakers
            if blocked:
                session.send(MessageFrames(room_snapshot(room_id, room, mark, viewer, blocked)))
            else:
                session.send(frames)
