"""Event logs of rooms as files, and game records stored in them."""
