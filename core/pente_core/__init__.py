"""The rules of the Pente family, games, clocks and the room: pure values and functions, no IO."""
