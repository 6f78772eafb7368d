"""Time limits and worker processes for choosing moves outside the event loop."""
