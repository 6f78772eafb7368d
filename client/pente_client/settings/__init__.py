"""What a person has set up: a file in the config directory, under the environment and the command line."""
