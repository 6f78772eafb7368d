"""Frames of a WebSocket connection: joined to messages, limited, read past the parser, and pings."""
