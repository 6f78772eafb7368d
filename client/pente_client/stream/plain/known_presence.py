"""Which players are known to be away, and who looks at a game that is over, as lines of text."""

from collections.abc import Iterator, Mapping, Sequence

from pente_client.words.events import presence_text
from pente_client.words.lists.annotations import place_text
from pente_client.words.phrases import name_of, points_text
from pente_core.identity import Identity, PlayerId
from pente_core.room import Room
from pente_core.room import events as ev
from pente_core.rules.point import Point
from pente_protocol.messages.post_mortem import PlayerLook
from pente_protocol.messages.rooms import RoomPresence
from pente_protocol.sentences import tell


class KnownPresence:
    """The presence of players as it was told. Mutable."""

    def __init__(self) -> None:
        self._absent: set[PlayerId] = set()
        """Players who were shown as away."""
        self._coming: set[PlayerId] = set()
        """Players who have just joined; a moment later they are here."""
        self._looking: Mapping[PlayerId, tuple[Point, ...]] = {}
        """Who shows the game, with the points to which they draw attention."""
        """The people who are known to look at a game that is over."""

    def opened(self, room: Room) -> None:
        """A room came into view, in which those who are away are shown."""
        self._absent = {player.id for player in _absent(room)}

    def joined(self, player: PlayerId) -> None:
        """A player has just joined."""
        self._coming.add(player)

    def notices(self, event: ev.Gone | ev.Returned, room: Room) -> bool:
        """Note that a player went away or came back; False when presence has shown the return."""
        players = {player.id for player in room.seats[event.seat : event.seat + 1] if player}
        if isinstance(event, ev.Gone):
            self._absent |= players
            return True
        known = players & self._absent
        self._absent -= known
        return bool(known)

    def changes(self, room: Room | None, presence: RoomPresence, me: PlayerId | None) -> Iterator[str]:
        """Which players have gone away or come back."""
        if room is None or (room.created.continues and not room.game.turns):
            return  # players who go on to the next room are in neither for a moment
        for player, here in zip(room.seats, presence.present, strict=False):
            if player is None or player.id == me:
                continue
            if here:
                self._coming.discard(player.id)
            if here == (player.id not in self._absent) or player.id in self._coming:
                continue
            self._absent ^= {player.id}
            yield presence_text(player, is_here=here)

    def looks(self, room: Room | None, looks: Sequence[PlayerLook], me: PlayerId | None) -> Iterator[str]:
        """Who has begun to show where they look, or points at something; to see each of their steps, one
        follows them.
        """
        known = self._looking
        self._looking = {look.player.id: look.points for look in looks}
        for look in looks:
            if room is None or look.player.id == me:
                continue
            who, place = name_of(look.player), place_text(room, look.node)
            if look.points and known.get(look.player.id) != look.points:
                points = points_text(look.points, room.created.ruleset.size)
                yield tell("plain.points-at", name=who, points=points, place=place)
            elif look.player.id not in known:
                yield tell("plain.shows-place", name=who, place=place)


def _absent(room: Room) -> Iterator[Identity]:
    """The players who are away."""
    return (player for absence in room.absent if (player := room.seats[absence.seat]) is not None)
