"""The session as handlers of requests see it: what they may use, and what requests cost."""
