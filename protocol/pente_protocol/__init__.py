"""Messages between client and server, and their encoding."""
