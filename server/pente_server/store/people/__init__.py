"""The storage interfaces for what players are to each other: friends, messages, and reports to the host."""
