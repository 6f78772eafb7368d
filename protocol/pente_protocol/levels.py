"""Levels: what a server or a client of somebody else has to have, and what it may leave out."""

from collections.abc import Mapping
from typing import Final

from pente_protocol.choices.level import Level
from pente_protocol.messages import (
    account,
    archive,
    direct_messages,
    friends,
    lists,
    people,
    post_mortem,
    reviews,
    rooms,
    tv,
)
from pente_protocol.messages.base import Request
from pente_protocol.messages.hello import Hello
from pente_protocol.messages.ping import Ping

REQUESTS: Final[Mapping[Level, tuple[type[Request], ...]]] = {
    Level.CORE: (Hello, Ping, rooms.Create, rooms.Act, rooms.Watch, rooms.Unwatch),
    Level.PEOPLE: (
        *(people.Profile, people.Leaders, people.Rename, people.Report),
        *(people.Block, people.Unblock, people.Blocked, friends.Befriend, friends.Unfriend, friends.Friends),
        *(direct_messages.SendMessage, direct_messages.Messages),
        *(direct_messages.ReadMessages, direct_messages.SetMessagePolicy),
        *(account.OfferLink, account.Devices, account.RevokeDevice, account.AllowDevice, account.AddDevice),
        *(account.TakeVacation, account.ChooseNotifications, people.PersonalData, people.DeleteAccount),
    ),
    Level.LISTS: (
        *(lists.Rooms, lists.Browse, lists.Unbrowse, rooms.ShareCode, rooms.FindCode),
        *(lists.Online, lists.BrowsePlayers, lists.UnbrowsePlayers, tv.Follow, tv.Unfollow),
        *(archive.Games, archive.Logs, archive.Explore),
    ),
    Level.REVIEW: (
        *(post_mortem.Look, reviews.FindReview, reviews.RequestReview, reviews.NextReview),
        *(reviews.StoreReview, reviews.DeclineReview, reviews.StorePuzzle, reviews.Puzzles),
    ),
}
"""The requests of each level, which are on one page of the specification. Those after the core
are features of a server."""
