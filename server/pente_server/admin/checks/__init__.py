"""What is damaged in a store: one kind of thing in each module, and the commands that repair it."""
