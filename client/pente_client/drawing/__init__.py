"""Pictures of a board as text and as SVG."""
