"""House bots: the bots of a store, run by one of its nodes. Two of them play games for others to watch."""
