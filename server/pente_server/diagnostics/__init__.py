"""What the server logs about itself and its peers, and in which form."""
