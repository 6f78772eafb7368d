"""The network side of a node: connections, sessions, outgoing frames and HTTP."""
