"""Building blocks of full-screen pages: styled text, glyphs, styles, panes and line widgets."""
