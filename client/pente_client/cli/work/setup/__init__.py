"""Commands that help to set pente up on a machine."""
