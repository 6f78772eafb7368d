"""The state of a room, its replay from events, its snapshots and views."""
