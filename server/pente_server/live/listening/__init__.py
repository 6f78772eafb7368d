"""Sessions that listen to rooms, and what is sent to many of them."""
