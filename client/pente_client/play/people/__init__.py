"""Other people: friends, messages, challenges, invitations and reports."""
