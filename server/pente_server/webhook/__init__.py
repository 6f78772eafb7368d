"""The webhook of the host: what happens on the server, sent to an address, signed."""
