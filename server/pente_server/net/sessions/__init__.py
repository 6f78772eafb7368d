"""Sessions: sign-in, requests one at a time, replies to those that fail, and the end."""
