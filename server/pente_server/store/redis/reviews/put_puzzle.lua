-- Keep a puzzle, unless there is one of its position.
-- KEYS  1 puzzles
-- ARGV  1 the key of its position  2 the encoded puzzle, which begins with when it was stored  3 most puzzles
-- Returns 1; 0, with nothing changed, when there is one.
if redis.call('HSETNX', KEYS[1], ARGV[1], ARGV[2]) == 0 then
  return 0
end
while redis.call('HLEN', KEYS[1]) > tonumber(ARGV[3]) do
  local all = redis.call('HGETALL', KEYS[1])
  local oldest, first
  for place = 1, #all, 2 do
    local at = tonumber(string.match(all[place + 1], '^%d+')) or 0
    if not first or at < first then
      oldest, first = all[place], at
    end
  end
  redis.call('HDEL', KEYS[1], oldest)
end
return 1
