"""What a node is put together with: its background work, and the ports that its parts are handed."""
