"""Programs that the server runs beside itself: they end with it, and are started again when they end."""
