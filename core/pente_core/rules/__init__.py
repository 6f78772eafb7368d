"""The rules of the Pente family: rulesets, positions, games and their outcomes."""
