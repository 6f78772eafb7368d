"""The parts of the page that draw and take clicks, and where they go."""
