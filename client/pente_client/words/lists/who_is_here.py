"""Who is here, in words: what people do, their friends, and messages."""

from collections.abc import Collection, Iterator, Sequence

from pente_client.connection.replica.sanitize import clean_name
from pente_client.words.bots.house_bots import is_called_bot
from pente_client.words.lists.local_time import local_time_text
from pente_client.words.personal_news import message_text
from pente_client.words.phrases import name_of, seated_name
from pente_core.identity import PlayerId
from pente_protocol.messages import DirectMessage, FriendList, ListedPlayer, OnlineList, PlayerActivity


def doing_text(row: ListedPlayer) -> str:
    """What a player does.

    >>> from pente_core.identity import Identity
    >>> anna = Identity(PlayerId("0" * 32), "anna")
    >>> doing_text(ListedPlayer(anna, PlayerActivity.PLAYING, opponents=("boris",)))
    'plays boris'
    """
    opponents = " and ".join(map(clean_name, row.opponents))
    match row.activity:
        case PlayerActivity.PLAYING:
            return f"plays {opponents}" if opponents else "plays"
        case PlayerActivity.WAITING:
            return "waits for an opponent"
        case PlayerActivity.WATCHING:
            return "watches a game"
        case PlayerActivity.LOBBY:
            return "in the lobby"


def person_line(row: ListedPlayer, friends: Collection[PlayerId] = ()) -> str:
    """A player in a list, with the rating, what they do, and since when they are here."""
    bot = " bot" if is_called_bot(row.player) else ""
    friend = ", friend" if row.player.id in friends else ""
    since = f", since {local_time_text(row.since)}" if row.since else ""
    return f"{seated_name(row.player)}{bot}: {doing_text(row)}{since}{friend}"


def who_is_here_lines(found: OnlineList, friends: Collection[PlayerId] = ()) -> Iterator[str]:
    """The list of who is here."""
    people = "1 player is" if found.count == 1 else f"{found.count} players are"
    yield f"{people} online."
    yield from (person_line(row, friends) for row in found.players)
    if found.count > len(found.players):
        yield f"{found.count - len(found.players)} more are not shown."


def friend_lines(found: FriendList) -> Iterator[str]:
    """Friends, and what those do who are here."""
    if not found.friends:
        yield "You have no friends on your list yet. Add one with /friend NAME, or: pente friends add NAME"
        return
    online = {row.player.id: row for row in found.online}
    yield from (person_line(row) for row in found.online)
    yield from (f"{name_of(friend)}: not here" for friend in found.friends if friend.id not in online)


def message_lines(messages: Sequence[DirectMessage]) -> Iterator[str]:
    """Messages with their times, the oldest first."""
    if not messages:
        yield "You have no messages."
    yield from (f"{local_time_text(message.at)}  {message_text(message)}" for message in messages)
