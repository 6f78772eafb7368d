"""The followers of TV: which channel each session follows, and which game it was shown there."""

from collections.abc import Iterable

from pente_core.identity import RoomId
from pente_protocol.choices.tv_channel import TvChannel
from pente_server.live.listening.listeners import Listener

Tuning = tuple[TvChannel, RoomId | None]
"""A channel, and its game; None: there was none."""


class Followers:
    """Sessions by what they follow. Mutable; a change costs the same however many follow."""

    def __init__(self) -> None:
        self._tuned: dict[Listener, Tuning] = {}
        self._sessions: dict[Tuning, dict[Listener, None]] = {}
        self._channels: dict[RoomId, dict[TvChannel, None]] = {}
        """The channels in which each game is shown to somebody."""

    def __len__(self) -> int:
        return len(self._tuned)

    def tune(self, session: Listener, channel: TvChannel, room: RoomId | None) -> None:
        """Note what a session is shown in the channel that it follows."""
        self.leave(session)
        self._tuned[session] = (channel, room)
        self._sessions.setdefault((channel, room), {})[session] = None
        if room is not None:
            self._channels.setdefault(room, {})[channel] = None

    def leave(self, session: Listener) -> None:
        """Note that a session follows nothing any more."""
        tuned = self._tuned.pop(session, None)
        if tuned is None:
            return
        sessions = self._sessions[tuned]
        del sessions[session]
        if not sessions:
            del self._sessions[tuned]
            self._forget(*tuned)

    def _forget(self, channel: TvChannel, room: RoomId | None) -> None:
        if room is not None:
            del self._channels[room][channel]
            if not self._channels[room]:
                del self._channels[room]

    def of(self, room: RoomId) -> list[tuple[Listener, TvChannel]]:
        """The sessions that are shown a game, and the channels that they follow."""
        channels = self._channels.get(room, {})
        return [(session, channel) for channel in channels for session in self._sessions[channel, room]]

    def waiting(self, channels: Iterable[TvChannel]) -> list[tuple[Listener, TvChannel]]:
        """The sessions that follow some of these channels, and are shown nothing."""
        return [
            (session, channel) for channel in channels for session in self._sessions.get((channel, None), ())
        ]
