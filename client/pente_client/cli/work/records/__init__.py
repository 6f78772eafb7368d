"""The commands of `pente` for recorded games, which need no server."""
