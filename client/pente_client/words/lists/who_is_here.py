"""Who is here, in words: what people do, their friends, and messages."""

from collections.abc import Collection, Iterator, Sequence

from pente_client.connection.replica.sanitize import clean_name
from pente_client.words.bots.house_bots import is_called_bot
from pente_client.words.lists.local_time import local_time_text
from pente_client.words.personal_news import message_text
from pente_client.words.phrases import name_of, seated_name
from pente_core.identity import PlayerId
from pente_protocol.messages.direct_messages import DirectMessage
from pente_protocol.messages.friends import FriendList
from pente_protocol.messages.lists import ListedPlayer, OnlineList, PlayerActivity
from pente_protocol.sentences import tell


def doing_text(row: ListedPlayer) -> str:
    """What a player does.

    >>> from pente_core.identity import Identity
    >>> anna = Identity(PlayerId("0" * 32), "anna")
    >>> doing_text(ListedPlayer(anna, PlayerActivity.PLAYING, opponents=("boris",)))
    'plays boris'
    """
    opponents = tell("phrase.and").join(map(clean_name, row.opponents))
    match row.activity:
        case PlayerActivity.PLAYING:
            return tell("people.plays-with", names=opponents) if opponents else tell("people.plays")
        case PlayerActivity.WAITING:
            return tell("people.waits")
        case PlayerActivity.WATCHING:
            return tell("people.watches")
        case PlayerActivity.LOBBY:
            return tell("people.in-lobby")


def person_line(row: ListedPlayer, friends: Collection[PlayerId] = ()) -> str:
    """A player in a list, with the rating, what they do, and since when they are here."""
    name = seated_name(row.player)
    if is_called_bot(row.player):
        name = tell("people.bot", name=name)
    key, moment = ("people.doing-since", local_time_text(row.since)) if row.since else ("people.doing", "")
    friend = f", {tell('people.friend')}" if row.player.id in friends else ""
    return f"{tell(key, name=name, doing=doing_text(row), moment=moment)}{friend}"


def who_is_here_lines(found: OnlineList, friends: Collection[PlayerId] = ()) -> Iterator[str]:
    """The list of who is here."""
    yield tell("people.online", n=found.count)
    yield from (person_line(row, friends) for row in found.players)
    if found.count > len(found.players):
        yield tell("people.not-shown", count=found.count - len(found.players))


def friend_lines(found: FriendList) -> Iterator[str]:
    """Friends, and what those do who are here."""
    if not found.friends:
        yield tell("people.no-friends")
        return
    online = {row.player.id: row for row in found.online}
    yield from (person_line(row) for row in found.online)
    away = (friend for friend in found.friends if friend.id not in online)
    yield from (tell("people.not-here", name=name_of(friend)) for friend in away)


def message_lines(messages: Sequence[DirectMessage]) -> Iterator[str]:
    """Messages with their times, the oldest first."""
    if not messages:
        yield tell("people.no-messages")
    yield from (f"{local_time_text(message.at)}  {message_text(message)}" for message in messages)
