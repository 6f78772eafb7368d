"""Lists of live rooms, answered from the store."""
