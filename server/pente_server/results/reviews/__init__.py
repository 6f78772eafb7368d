"""Reviews of finished games as reviewers send them: in parts, and not to be trusted."""
