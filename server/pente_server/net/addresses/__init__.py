"""Who connects: the addresses of clients, also behind proxies, and limits on each."""
