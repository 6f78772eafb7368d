"""The page of a server: its files, and the document that loads them."""
