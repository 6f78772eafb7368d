"""Options of commands that join a room or open one: its password, and how a friend can come."""

from pathlib import Path

from pente_client.options.connection_options import Group


def add_password_file(group: Group) -> None:
    """Add the file with the password of a room."""
    group.add_argument(
        "--room-password-file",
        metavar="FILE",
        type=Path,
        help="a file whose first line is the room's password",
    )


def add_qr(group: Group) -> None:
    """Add the QR code of a room that waits."""
    group.add_argument(
        "--qr", action="store_true", help="while waiting, show a QR code that a friend can scan to join"
    )
