-- Add a game to the list of a position and count its tally there, once per game: ZADD returns 1 only the first time.
-- KEYS  1 games at positions  2 tallies
-- ARGV  1 position key and the game's sort key  2 position key and tally, or '' to count nothing
if redis.call('ZADD', KEYS[1], 0, ARGV[1]) == 1 and ARGV[2] ~= '' then
  redis.call('HINCRBY', KEYS[2], ARGV[2], 1)
end
