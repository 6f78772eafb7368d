-- Note that a position came about in a game, and count what is to be counted there, once for each game.
-- KEYS  1 games at positions  2 tallies
-- ARGV  1 position and place of the game  2 position and what is counted, or ''
if redis.call('ZADD', KEYS[1], 0, ARGV[1]) == 1 and ARGV[2] ~= '' then
  redis.call('HINCRBY', KEYS[2], ARGV[2], 1)
end
