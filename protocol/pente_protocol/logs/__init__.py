"""Event logs of rooms as files, and the game records in them."""
