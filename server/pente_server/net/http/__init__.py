"""The front door of a server: which HTTP requests it takes, and who answers them."""
