"""What a page is drawn with: boxes of lines on a canvas of cells, of which only what changes is written."""
