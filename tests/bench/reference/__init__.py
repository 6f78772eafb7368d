"""What the server is held against: two small servers that import nothing of the product."""
