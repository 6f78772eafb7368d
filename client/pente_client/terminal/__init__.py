"""What full-screen pages are made of: a shell that runs them, styled text, glyphs, panes, widgets."""
