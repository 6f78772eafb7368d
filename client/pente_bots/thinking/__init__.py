"""Time limits, and processes that compute moves outside the event loop."""
