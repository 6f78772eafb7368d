"""The processing of finished games: results, ratings, profiles and the archive."""
