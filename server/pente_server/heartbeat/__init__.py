"""The node's heartbeat and its estimate of the store's clock."""
