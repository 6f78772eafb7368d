"""Commands about other people: who is online, friends, messages, challenges and reports."""
