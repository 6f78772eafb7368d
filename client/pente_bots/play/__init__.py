"""A bot at a server: its games, invitations, challenges and behaviour."""
