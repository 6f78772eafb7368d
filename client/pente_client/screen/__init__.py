"""The full-screen client: for those who play, and for those who watch."""

from pente_client.screen.game_screen import run_screen

__all__ = ["run_screen"]
