"""Files of recorded games and of rulesets."""
