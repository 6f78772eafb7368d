"""Games without a server: the rules, the clocks and the log in this process."""
