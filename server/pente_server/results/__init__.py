"""What follows the end of a game: results, ratings, profiles and the archive."""
