"""The read side over HTTP: what a viewer without an account may see, as JSON and as game records."""
