"""The full-screen client, for players and viewers."""

from pente_client.screen.game_screen import run_screen

__all__ = ["run_screen"]
