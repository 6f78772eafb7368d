"""The full-screen lobby: who is online, what is played, and the way to a game."""

from pente_client.lobby.choice import (
    ChallengePlayer,
    JoinRoom,
    LeaveLobby,
    LobbyChoice,
    OpenGame,
    PlayNow,
    ShowOnline,
    WatchFeatured,
    WatchRoom,
)
from pente_client.lobby.lobby_screen import run_lobby

__all__ = [
    "ChallengePlayer",
    "JoinRoom",
    "LeaveLobby",
    "LobbyChoice",
    "OpenGame",
    "PlayNow",
    "ShowOnline",
    "WatchFeatured",
    "WatchRoom",
    "run_lobby",
]
